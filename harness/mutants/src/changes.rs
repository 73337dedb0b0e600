//! Changes that edits of several compilers make.

use crosscall_model::{Member, Record, RecordKind, Scalar, Type};

/// Writes an attribute behind the keyword of each definition of a record at the beginning of a line.
pub(crate) fn with_attribute(c_text: &str, keyword: &str, attribute: &str) -> Option<String> {
    let mut any = false;
    let lines = c_text.lines().map(|line| {
        let rest = line.strip_prefix(keyword).and_then(|rest| rest.strip_prefix(' '));
        match rest.filter(|rest| rest.starts_with('t') && rest.ends_with('{')) {
            Some(rest) => {
                any = true;
                format!("{keyword} __attribute__(({attribute})) {rest}\n")
            }
            None => format!("{line}\n"),
        }
    });
    let text = lines.collect();
    any.then_some(text)
}

/// Reads from a `va_list` that are preceded by that of a register, for types whose names are given.
pub(crate) fn va_arg_behind_a_register(c_text: &str, types: &[&str]) -> Option<String> {
    va_arg(c_text, types, |list, ty| {
        format!("((void)__builtin_va_arg({list}, long), __builtin_va_arg({list}, {ty}))")
    })
}

/// Reads of two registers from a `va_list`, whatever the place of the first, for types whose names are given.
pub(crate) fn va_arg_of_any_pair(c_text: &str, types: &[&str]) -> Option<String> {
    va_arg(c_text, types, |list, ty| {
        let word = format!("__builtin_va_arg({list}, long)");
        format!(
            "({{ union {{ long words[2]; {ty} value; }} pair; pair.words[0] = {word}; pair.words[1] = {word}; pair.value; }})"
        )
    })
}

/// Replaces each `va_arg` for types whose names are given.
fn va_arg(c_text: &str, types: &[&str], other: impl Fn(&str, &str) -> String) -> Option<String> {
    const READ: &str = " = __builtin_va_arg(";
    let mut any = false;
    let lines = c_text.lines().map(|line| {
        let read = line.split_once(READ).and_then(|(to, rest)| Some((to, rest.strip_suffix(");")?)));
        let read = read.and_then(|(to, rest)| Some((to, rest.split_once(", ")?)));
        match read.filter(|(_, (_, ty))| types.contains(ty)) {
            Some((to, (list, ty))) => {
                any = true;
                format!("{to} = {};\n", other(list, ty))
            }
            None => format!("{line}\n"),
        }
    });
    let text = lines.collect();
    any.then_some(text)
}

/// Leaves out bit-fields of width zero.
pub(crate) fn without_zero_bit_fields(c_text: &str) -> Option<String> {
    let is_one = |line: &str| line.starts_with(['\t', ' ']) && line.ends_with(" : 0;") && !line.contains('?');
    let any = c_text.lines().any(is_one);
    let rest = c_text.lines().filter(|line| !is_one(line)).map(|line| format!("{line}\n"));
    any.then(|| rest.collect())
}

/// The directive by which the symbol of a function under test is not global; `None` for another symbol.
pub(crate) fn made_local(symbol: &str) -> Option<String> {
    let number = symbol.trim_start_matches('_').strip_prefix('f')?;
    number.parse::<usize>().ok().map(|_| format!("\t.local\t{symbol}"))
}

/// Types of bit-fields that may be as wide as a word of 32 bits.
const WORDS: &[Scalar] = &[Scalar::Int, Scalar::UnsignedInt, Scalar::Long, Scalar::UnsignedLong];

/// Takes the bit-fields of a word from bit 0 up and lays them down again from bit 31 down.
pub(crate) fn reverse_bit_fields(ty: &Type, bytes: &mut [u8]) {
    let word = |ty: &Type| matches!(ty, Type::Scalar(scalar) if WORDS.contains(scalar));
    let is_one =
        |record: &&Record| record.kind == RecordKind::Struct && !record.packed && record.members.len() > 1;
    let width =
        |m: &Member| m.bits.filter(|bits| *bits > 0 && m.align.is_none() && word(&m.ty)).map(u32::from);
    let widths = ty.record().filter(is_one).and_then(|record| record.members.iter().map(width).collect());
    let Some(widths) = widths.filter(|widths: &Vec<u32>| widths.iter().sum::<u32>() <= 32) else { return };
    let Ok(old) = <[u8; 4]>::try_from(&*bytes) else { return };
    let (mut rest, mut new, mut top) = (u64::from(u32::from_le_bytes(old)), 0_u64, 32);
    for width in widths {
        top -= width;
        new |= (rest & ((1 << width) - 1)) << top;
        rest >>= width;
    }
    bytes.iter_mut().zip(new.to_le_bytes()).for_each(|(byte, new)| *byte = new);
}
