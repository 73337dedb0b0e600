//! Values on the command line.

use crosscall_base::number::number;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::path::PathBuf;
use std::time::Duration;

/// A [`number`] that is not 0.
///
/// # Errors
/// A message that says what is expected.
pub fn positive(text: &str) -> Result<u64, String> {
    match number(text)? {
        0 => Err("must be at least 1".to_owned()),
        value => Ok(value),
    }
}

/// A [`number`], or one with a minus sign, as a word of 64 bits in two's complement.
///
/// # Errors
/// A message that says what a number looks like.
pub fn word(text: &str) -> Result<u64, String> {
    match text.strip_prefix('-') {
        None => number(text),
        Some(digits) => match number(digits) {
            Ok(value) if value <= 1 << 63 => Ok(value.wrapping_neg()),
            _ => Err(format!("`{text}` is not a number of at most 64 bits, such as -4 or -0x10")),
        },
    }
}

/// A time in seconds, minutes or hours: `90s`, `10m`, `8h`; without a letter in seconds.
///
/// # Errors
/// A message that says what a time looks like.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (digits, unit) = match text.char_indices().next_back() {
        Some((at, 's')) => (&text[..at], 1),
        Some((at, 'm')) => (&text[..at], 60),
        Some((at, 'h')) => (&text[..at], 3600),
        _ => (text, 1),
    };
    let seconds = digits.parse::<u64>().ok().filter(|number| *number > 0);
    // A thousand years are enough for anybody, and can be added to any time.
    let seconds = seconds.and_then(|number| number.checked_mul(unit)).filter(|seconds| *seconds < 1 << 35);
    seconds.map(Duration::from_secs).ok_or_else(|| format!("`{text}` is not a time, such as 90s, 10m or 8h"))
}

/// A number of bytes: `500M`, `2G`; without a letter in bytes.
///
/// # Errors
/// A message that says what a size looks like.
pub fn size(text: &str) -> Result<u64, String> {
    let (digits, shift) = match text.char_indices().next_back() {
        Some((at, 'K')) => (&text[..at], 10),
        Some((at, 'M')) => (&text[..at], 20),
        Some((at, 'G')) => (&text[..at], 30),
        Some((at, 'T')) => (&text[..at], 40),
        _ => (text, 0),
    };
    let number = digits.parse::<u64>().ok().filter(|number| *number > 0);
    let bytes = number.and_then(|number| number.checked_mul(1 << shift)).filter(|bytes| *bytes < 1 << 60);
    bytes.ok_or_else(|| format!("`{text}` is not a size, such as 500M or 2G"))
}

/// A seed, given or chosen at random.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seed {
    /// Its value.
    pub value: u64,
    /// True if it was chosen at random for this run, so that the report has to name it.
    pub drawn: bool,
}

/// A [`number`], or `random`.
///
/// # Errors
/// A message that says what is expected.
pub fn seed(text: &str) -> Result<Seed, String> {
    if text == "random" {
        // The standard library's hash maps are seeded by the system.
        let value = RandomState::new().build_hasher().finish();
        return Ok(Seed { value, drawn: true });
    }
    match number(text) {
        Ok(value) => Ok(Seed { value, drawn: false }),
        Err(message) => Err(format!("{message}, and not `random`")),
    }
}

/// A place in a program's memory: an address, or a symbol with a distance in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// An address.
    Address(u64),
    /// So many bytes behind a symbol.
    Symbol(String, u64),
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Address(address) => write!(f, "{address:#x}"),
            Place::Symbol(name, 0) => f.write_str(name),
            Place::Symbol(name, distance) => write!(f, "{name}+{distance:#x}"),
        }
    }
}

/// `ADDRESS`, `SYMBOL` or `SYMBOL+NUMBER`.
///
/// # Errors
/// A message that says what is expected.
pub fn place(text: &str) -> Result<Place, String> {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return number(text).map(Place::Address);
    }
    let (name, distance) = text.rsplit_once('+').unwrap_or((text, "0"));
    if name.is_empty() || name.contains(char::is_whitespace) {
        return Err(format!("`{text}` is neither an address nor a symbol, such as 0x400, main or table+8"));
    }
    Ok(Place::Symbol(name.to_owned(), number(distance)?))
}

/// A range of memory, as it is to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    /// Its first byte.
    pub place: Place,
    /// Number of bytes or words.
    pub count: u64,
    /// Bytes in one of them: 1, or 4 for words.
    pub unit: u64,
}

impl Range {
    /// Length in bytes.
    pub fn bytes(&self) -> u64 {
        self.count.saturating_mul(self.unit)
    }
}

impl std::fmt::Display for Range {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}{}", self.place, self.count, if self.unit == 1 { "" } else { "w" })
    }
}

/// `PLACE:COUNT` in bytes, or `PLACE:COUNTw` in words of four bytes.
///
/// # Errors
/// A message that says what is expected.
pub fn range(text: &str) -> Result<Range, String> {
    let (first, count) = text.rsplit_once(':').ok_or_else(|| {
        format!("`{text}` is not a PLACE:COUNT, such as 0x400:16 for bytes or table:4w for words")
    })?;
    let (digits, unit) = count.strip_suffix('w').map_or((count, 1), |digits| (digits, 4));
    Ok(Range { place: place(first)?, count: number(digits)?, unit })
}

/// `PLACE:FILE`.
///
/// # Errors
/// A message that says what is expected.
pub fn load(text: &str) -> Result<(Place, PathBuf), String> {
    match text.split_once(':') {
        Some((first, file)) if !file.is_empty() => Ok((place(first)?, file.into())),
        _ => Err(format!("`{text}` is not a PLACE:FILE, such as 0x400:data.bin")),
    }
}

/// Argument of a function in a register: a number, or the address of a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    /// A number.
    Word(u64),
    /// The address of this place.
    Pointer(Place),
}

/// A [`word`], or a symbol as in [`place`].
///
/// # Errors
/// A message that says what is expected.
pub fn argument(text: &str) -> Result<Argument, String> {
    if text.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit()) {
        return word(text).map(Argument::Word);
    }
    place(text).map(Argument::Pointer)
}

/// `NAME=NUMBER`; the number may have a minus sign.
///
/// # Errors
/// A message that says what is expected.
pub fn assignment(text: &str) -> Result<(String, u64), String> {
    let (name, value) =
        text.split_once('=').ok_or_else(|| format!("`{text}` is not a NAME=NUMBER, such as r0=0x10"))?;
    Ok((name.trim().to_owned(), word(value.trim())?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn places_ranges_and_arguments() {
        let symbol = |name: &str, distance| Place::Symbol(name.to_owned(), distance);
        assert_eq!(place("0x10"), Ok(Place::Address(16)));
        assert_eq!(place("table+0x10"), Ok(symbol("table", 16)));
        assert_eq!(range("main:8"), Ok(Range { place: symbol("main", 0), count: 8, unit: 1 }));
        assert_eq!(range("0x400:2w").map(|r| r.bytes()), Ok(8));
        assert_eq!(argument("-1"), Ok(Argument::Word(u64::MAX)));
        assert_eq!(argument("buffer"), Ok(Argument::Pointer(symbol("buffer", 0))));
        assert_eq!(load("0x400:a:b"), Ok((Place::Address(0x400), PathBuf::from("a:b"))));
        for wrong in ["0x100", "main", ":8", "main:", "main:x", "a b:3", "+4:3", "12z:3"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "0x400", "0x400:", ":f"] {
            assert!(load(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_and_seeds() {
        assert_eq!(duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("10m"), Ok(Duration::from_secs(600)));
        assert_eq!(duration("8h"), Ok(Duration::from_secs(8 * 3600)));
        for wrong in
            ["", "0", "0s", "m", "-1s", "1.5h", "10 m", "1d", "99999999999999999999h", "9999999999h", "é"]
        {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
        assert_eq!(seed("0x10"), Ok(Seed { value: 16, drawn: false }));
        let (one, other) = (seed("random").unwrap(), seed("random").unwrap());
        assert!(one.drawn && one.value != other.value);
        assert!(seed("Random").is_err());
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_again(symbol in "[a-z_.][a-z0-9_.]{0,8}", distance: u64, count: u64, words: bool) {
            let unit = if words { 4 } else { 1 };
            for place in [Place::Address(distance), Place::Symbol(symbol.clone(), distance)] {
                let written = Range { place, count, unit };
                prop_assert_eq!(range(&written.to_string()), Ok(written));
            }
        }

        #[test]
        fn any_text_is_answered(text in ".{0,20}") {
            let _ = (number(&text), word(&text), range(&text), load(&text), argument(&text), assignment(&text));
        }
    }
}
