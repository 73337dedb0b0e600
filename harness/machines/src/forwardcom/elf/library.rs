//! Libraries: archives whose members begin at multiples of 8 bytes.

use crate::elf::{ElfError, Member, is_archive};
use object::archive::{Header, MAGIC};
use object::read::ReadRef;

/// Alignment of a member in bytes. In other archives it is 2.
const ALIGN: usize = 8;

/// Lists the members of a library, in their order, without the index of symbols and the table of long names.
/// `name` is used in errors.
///
/// # Errors
///
/// The bytes are no library, or a member is cut off or has no readable name.
pub fn read_library<'a>(name: &str, bytes: &'a [u8]) -> Result<Vec<Member<'a>>, ElfError> {
    let fail = |offset: usize, text: &str| ElfError {
        file: name.to_owned(),
        offset: offset as u64,
        text: text.to_owned(),
    };
    if !is_archive(bytes) {
        return Err(fail(0, "this is no library"));
    }
    let mut members = Vec::new();
    let mut long: &[u8] = &[];
    let mut at = MAGIC.len();
    while at < bytes.len() {
        let header: &Header =
            bytes.read_at(at as u64).map_err(|()| fail(at, "a member's header is cut off"))?;
        let text = |part| std::str::from_utf8(part).ok();
        let decimal = |digits: &str| digits.trim_matches([' ', '\0']).parse::<usize>().ok();
        let size = text(&header.size).and_then(decimal).ok_or(fail(at, "a member's size is no number"))?;
        let start = at + size_of::<Header>();
        let data = start.checked_add(size).and_then(|end| bytes.get(start..end));
        let data = data.ok_or(fail(at, "a member is cut off"))?;
        let name = match &header.name[..] {
            [b'/', b'/', ..] => {
                long = data;
                None
            }
            [b'/', digit, ..] if digit.is_ascii_digit() => {
                let place = text(&header.name).and_then(|title| decimal(title.get(1..)?));
                let rest = place.and_then(|place| long.get(place..));
                Some(rest.ok_or(fail(at, "a member's name lies outside of the table of names"))?)
            }
            // The index of symbols.
            [b'/', ..] => None,
            title => Some(title),
        };
        if let Some(name) = name {
            let name = until_end(name).ok_or(fail(at, "a name is not UTF-8"))?;
            members.push(Member { name, offset: start as u64, data });
        }
        at = (start + size).next_multiple_of(ALIGN);
    }
    Ok(members)
}

/// A name up to the `/` or 0 behind it, or the blanks.
fn until_end(text: &[u8]) -> Option<&str> {
    let end = text.iter().position(|&byte| matches!(byte, b'/' | 0 | b'\n')).unwrap_or(text.len());
    std::str::from_utf8(text.get(..end)?).ok().map(str::trim_end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(title: &str, data: &[u8]) -> Vec<u8> {
        let mut bytes = format!("{title:<48}{:<10}`\n", data.len()).into_bytes();
        bytes.extend_from_slice(data);
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        bytes
    }

    #[test]
    fn members_begin_at_multiples_of_eight() {
        let mut bytes = MAGIC.to_vec();
        for one in [
            member("/SYMDEF SORTED/", &[1; 8]),
            member("//", b"a long name of it/\0"),
            member("/0", &[2; 4]),
            member("b.ob\0", b"xyz"),
        ] {
            bytes.resize(bytes.len().next_multiple_of(ALIGN), 0);
            bytes.extend(one);
        }
        let members = read_library("x", &bytes).expect("a library");
        let seen: Vec<(&str, &[u8])> = members.iter().map(|one| (one.name, one.data)).collect();
        assert_eq!(seen, [("a long name of it", &[2; 4][..]), ("b.ob", b"xyz")]);
        for end in 1..bytes.len() - 2 {
            // Nothing is read beyond the end.
            let _ = read_library("x", &bytes[..end]);
        }
        assert!(read_library("x", b"no").is_err());
    }
}
