//! The directives that every target has: the table of names, and those for data and space. The others
//! are in `section_directives`, `symbol_directives` and `macros`.

use rustc_hash::FxHashMap;
use std::sync::LazyLock;

use super::assembler::{Assembler, MOST_SPACE};
use super::cursor::Cursor;
use super::diagnostics::Diagnostic;
use super::expr::Expr;
use super::frames;
use super::lower_case;
use super::macros;
use super::section_directives as sections;
use super::sections::{Filling, Fixup, Fragment, NOBITS};
use super::symbol_directives as symbols;

/// Does what a directive says. The number comes from the table.
type Handler = fn(&mut Assembler<'_>, &mut Cursor<'_>, u32) -> Result<(), Diagnostic>;

/// Directives by name: what does the work, and a number for it.
#[rustfmt::skip]
static TABLE: &[(&str, Handler, u32)] = &[
    ("2byte", data, 2), ("4byte", data, 4), ("8byte", data, 8), ("addrsig", ignored, 0),
    ("addrsig_sym", ignored, 0), ("align", align, ALIGN_TARGET), ("ascii", ascii, 0), ("asciz", ascii, 1),
    ("balign", align, ALIGN_BYTES), ("balignl", align, ALIGN_BYTES | 4), ("balignw", align, ALIGN_BYTES | 2),
    ("bss", sections::simple, 2), ("byte", data, 1), ("comm", symbols::common, 0), ("data", sections::simple, 1),
    ("double", float, 8), ("else", macros::otherwise, 0), ("elseif", macros::otherwise_if, 0),
    ("end", end, 0), ("endfunc", ignored, 0), ("endif", macros::end_if, 0), ("endm", macros::stray, 0),
    ("endr", macros::stray, 0), ("equ", symbols::set, 0), ("equiv", symbols::set, 1), ("err", user_error, 0),
    ("error", user_error, 1), ("exitm", macros::leave, 0), ("extern", ignored, 0), ("file", symbols::file, 0), ("fill", fill, 0),
    ("float", float, 4), ("func", ignored, 0), ("global", symbols::bind, symbols::GLOBAL),
    ("globl", symbols::bind, symbols::GLOBAL), ("hidden", symbols::visibility, 0), ("hword", data, 2),
    ("ident", sections::ident, 0), ("if", macros::condition, macros::NE), ("ifb", macros::blank, 1),
    ("ifc", macros::same_text, 1),
    ("ifdef", macros::defined, 1), ("ifeq", macros::condition, macros::EQ), ("ifeqs", macros::same_string, 1),
    ("ifge", macros::condition, macros::GE), ("ifgt", macros::condition, macros::GT),
    ("ifle", macros::condition, macros::LE), ("iflt", macros::condition, macros::LT),
    ("ifnb", macros::blank, 0), ("ifnc", macros::same_text, 0),
    ("ifndef", macros::defined, 0), ("ifne", macros::condition, macros::NE),
    ("ifnes", macros::same_string, 0),
    ("ifnotdef", macros::defined, 0), ("int", data, 4), ("internal", symbols::visibility, 0),
    ("irp", macros::repeat_for, 0), ("irpc", macros::repeat_for, 1), ("lcomm", symbols::common, 1),
    ("loc", ignored, 0), ("local", symbols::bind, symbols::LOCAL), ("long", data, 4),
    ("macro", macros::define, 0), ("org", org, 0), ("p2align", align, ALIGN_POWER),
    ("p2alignl", align, ALIGN_POWER | 4), ("p2alignw", align, ALIGN_POWER | 2),
    ("popsection", sections::pop, 0), ("previous", sections::previous, 0), ("print", ignored, 0),
    ("protected", symbols::visibility, 0), ("purgem", macros::forget, 0),
    ("pushsection", sections::section, 1), ("quad", data, 8), ("rept", macros::repeat, 0),
    ("rodata", sections::rodata, 0), ("section", sections::section, 0), ("set", symbols::set, 0),
    ("short", data, 2), ("single", float, 4), ("size", symbols::size, 0), ("skip", space, 0),
    ("sleb128", leb, 1), ("space", space, 0), ("string", ascii, 1),
    ("subsection", sections::subsection, 0), ("text", sections::simple, 0),
    ("type", symbols::kind, 0), ("uleb128", leb, 0), ("warning", ignored, 0),
    ("weak", symbols::bind, symbols::WEAK), ("word", data, 0), ("zero", space, 0),
];

/// The entry of [`TABLE`] for a name.
static BY_NAME: LazyLock<FxHashMap<&str, (Handler, u32)>> =
    LazyLock::new(|| TABLE.iter().map(|(name, handler, number)| (*name, (*handler, *number))).collect());

const ALIGN_BYTES: u32 = 0x100;
const ALIGN_POWER: u32 = 0x200;
const ALIGN_TARGET: u32 = 0x300;

/// Runs the directive `name`; the cursor is behind it. `start` is where its dot stands.
pub(super) fn run(
    asm: &mut Assembler<'_>,
    name: &str,
    cursor: &mut Cursor<'_>,
    start: usize,
) -> Result<(), Diagnostic> {
    let name = &*lower_case(name);
    if let Some((handler, number)) = BY_NAME.get(name) {
        return handler(asm, cursor, *number);
    }
    if let Some(name) = name.strip_prefix("cfi_") {
        return frames::run(asm, name, cursor);
    }
    cursor.seek(start);
    Err(cursor.error(format!("there is no directive `.{name}`")))
}

fn ignored(_: &mut Assembler<'_>, _: &mut Cursor<'_>, _: u32) -> Result<(), Diagnostic> {
    Ok(())
}

fn end(asm: &mut Assembler<'_>, _: &mut Cursor<'_>, _: u32) -> Result<(), Diagnostic> {
    asm.ended = true;
    asm.conditionals.clear();
    Ok(())
}

fn user_error(_: &mut Assembler<'_>, cursor: &mut Cursor<'_>, _: u32) -> Result<(), Diagnostic> {
    let text = cursor.rest().trim_ascii().trim_matches('"').to_owned();
    Err(cursor.error(if text.is_empty() { "the text asks for this error".to_owned() } else { text }))
}

/// Reads what a comma-separated list has, item by item; an empty list is allowed.
pub(super) fn list(
    cursor: &mut Cursor<'_>,
    mut item: impl FnMut(&mut Cursor<'_>) -> Result<(), Diagnostic>,
) -> Result<(), Diagnostic> {
    if cursor.at_end() {
        return Ok(());
    }
    loop {
        item(cursor)?;
        if !cursor.eat(b',') {
            return cursor.expect_end();
        }
    }
}

/// `.byte .hword .word .quad ...`: `bytes` each, 0 for the target's word.
fn data(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, bytes: u32) -> Result<(), Diagnostic> {
    let bytes = if bytes == 0 { asm.target.syntax().word_bytes } else { bytes as u8 };
    list(cursor, |cursor| {
        cursor.skip_blanks();
        let at = cursor.clone();
        let value = asm.expression(cursor)?;
        let modifier = asm.target.data_modifier(cursor, bytes).transpose()?;
        match (value, modifier) {
            (Expr::Constant(value), None) => datum(asm, &at, value, bytes),
            (value, modifier) => {
                let kind = modifier.or_else(|| asm.target.data_fixup(bytes, false));
                let kind = kind.unwrap_or(u32::MAX - u32::from(bytes));
                let zeros = [0; 8];
                let zeros = &zeros[..usize::from(bytes)];
                asm.emit(&at, zeros, &[Fixup { offset: 0, kind, value }])
            }
        }
    })
}

/// Bytes of a datum for which the target has no relocation, so that the assembler must settle the value.
/// Such a fixup has a number counted down from the largest instead of a relocation number.
pub(super) fn plain_bytes(kind: u32) -> Option<u8> {
    u8::try_from(u32::MAX - kind).ok().filter(|bytes| matches!(bytes, 1 | 2 | 4 | 8))
}

/// Appends a number of 1, 2, 4 or 8 bytes, low byte first.
fn datum(asm: &mut Assembler<'_>, at: &Cursor<'_>, value: i64, bytes: u8) -> Result<(), Diagnostic> {
    let bits = 8 * u32::from(bytes);
    let below_zero = if asm.target.syntax().data_fit { bits - 1 } else { bits };
    if bits < 64 && !(-(1i64 << below_zero)..1i64 << bits).contains(&value) {
        return Err(at.error(format!("expected a value of {bits} bits, found {value:#x}")));
    }
    asm.emit(at, &value.to_le_bytes()[..usize::from(bytes)], &[])
}

/// `.float` (4 bytes) and `.double` (8 bytes).
fn float(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, bytes: u32) -> Result<(), Diagnostic> {
    list(cursor, |cursor| {
        let at = cursor.clone();
        let text = cursor.take_while(|byte| byte != b',' && !byte.is_ascii_whitespace());
        let digits = match text.as_bytes() {
            [b'0', b'a'..=b'z' | b'A'..=b'Z', ..] => &text[2..],
            _ => text,
        };
        let wrong = |_| at.expected("a floating-point number");
        if bytes == 4 {
            let value: f32 = digits.parse().map_err(wrong)?;
            // GNU as and LLVM have a NaN in which every bit of the fraction is set.
            let bits = value.to_bits() | if value.is_nan() { 0x7fff_ffff } else { 0 };
            asm.emit(cursor, &bits.to_le_bytes(), &[])
        } else {
            let value: f64 = digits.parse().map_err(wrong)?;
            let bits = value.to_bits() | if value.is_nan() { i64::MAX as u64 } else { 0 };
            asm.emit(cursor, &bits.to_le_bytes(), &[])
        }
    })
}

/// `.ascii` and, with `zeros` 1, `.asciz` and `.string`. Strings side by side are one string.
fn ascii(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, zeros: u32) -> Result<(), Diagnostic> {
    list(cursor, |cursor| {
        let at = cursor.clone();
        let mut bytes = cursor.string()?;
        while cursor.next_byte() == Some(b'"') {
            bytes.extend(cursor.string()?);
        }
        bytes.resize(bytes.len() + zeros as usize, 0);
        asm.emit(&at, &bytes, &[])
    })
}

/// A size that is not negative and not absurd.
fn amount(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>) -> Result<u64, Diagnostic> {
    cursor.skip_blanks();
    let at = cursor.clone();
    let value = asm.constant(cursor)?;
    match u64::try_from(value) {
        Ok(value) if value <= MOST_SPACE => Ok(value),
        _ => Err(at.error(format!("expected a size of 0 to {MOST_SPACE:#x}, found {value}"))),
    }
}

/// `.space size [, fill]`, `.skip`, `.zero`.
fn space(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, _: u32) -> Result<(), Diagnostic> {
    let at = cursor.clone();
    let size = amount(asm, cursor)?;
    let fill = if cursor.eat(b',') { asm.constant(cursor)? } else { 0 };
    cursor.expect_end()?;
    asm.fill(&at, size, &[fill as u8])
}

/// `.fill repeat [, size [, value]]`: size is at most 8, and only the low 4 bytes come from the value.
fn fill(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, _: u32) -> Result<(), Diagnostic> {
    let at = cursor.clone();
    let count = amount(asm, cursor)?;
    let size = if cursor.eat(b',') { amount(asm, cursor)?.min(8) } else { 1 };
    let value = if cursor.eat(b',') { asm.constant(cursor)? } else { 0 };
    cursor.expect_end()?;
    let value = u64::from(value as u32).to_le_bytes();
    asm.fill(&at, count, &value[..size as usize])
}

/// `.align`, `.balign`, `.p2align` and their `w` and `l` forms: `[alignment [, [fill] [, most]]]`.
fn align(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, number: u32) -> Result<(), Diagnostic> {
    let is_power = match number & 0x300 {
        ALIGN_BYTES => false,
        ALIGN_POWER => true,
        _ => asm.target.syntax().align_is_power,
    };
    let width = (number & 0xff).max(1) as usize;
    let at = cursor.clone();
    let value = if cursor.at_end() { 0 } else { amount(asm, cursor)? };
    let align = if is_power { 1u64.checked_shl(value as u32).unwrap_or(0) } else { value.max(1) };
    if !align.is_power_of_two() || align > MOST_SPACE {
        return Err(at.error("expected an alignment that is a power of two, at most 2^32"));
    }
    let mut filling = if asm.in_code() { Filling::Code } else { Filling::Pattern(Vec::new()) };
    let mut most = u64::MAX;
    if cursor.eat(b',') {
        if cursor.next_byte() != Some(b',') && !cursor.at_end() {
            let pattern = asm.constant(cursor)?;
            filling = Filling::Pattern(pattern.to_le_bytes()[..width].to_vec());
        }
        if cursor.eat(b',') {
            most = amount(asm, cursor)?;
        }
    }
    cursor.expect_end()?;
    if most == 0 {
        most = u64::MAX;
    }
    asm.align_with(align, filling, most);
    Ok(())
}

/// `.org offset [, fill]`.
fn org(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, _: u32) -> Result<(), Diagnostic> {
    let at = cursor.clone();
    let target = asm.expression(cursor)?;
    let fill = if cursor.eat(b',') { asm.constant(cursor)? as u8 } else { 0 };
    cursor.expect_end()?;
    asm.set_location(&at, target, fill)
}

/// `.uleb128` and, with `signed` 1, `.sleb128`.
fn leb(asm: &mut Assembler<'_>, cursor: &mut Cursor<'_>, signed: u32) -> Result<(), Diagnostic> {
    list(cursor, |cursor| {
        let at = cursor.clone();
        let value = asm.expression(cursor)?;
        if let Expr::Constant(value) = value {
            let mut bytes = Vec::new();
            write_leb(&mut bytes, value, signed != 0);
            return asm.emit(&at, &bytes, &[]);
        }
        asm.charge(&at, 10)?;
        if asm.section().kind == NOBITS {
            return Err(at.error("this section can hold no contents"));
        }
        let origin = asm.origin;
        asm.section().push(Fragment::Leb { value, signed: signed != 0, size: 1, origin });
        Ok(())
    })
}

/// Appends the shortest LEB128 form of a number; unsigned reads it as 64 bits without sign.
pub(super) fn write_leb(out: &mut Vec<u8>, mut value: i64, signed: bool) {
    loop {
        let low = (value & 0x7f) as u8;
        let rest = if signed { value >> 7 } else { (value as u64 >> 7) as i64 };
        let done = if signed { rest == -i64::from(low >> 6 & 1) } else { rest == 0 };
        out.push(if done { low } else { low | 0x80 });
        if done {
            return;
        }
        value = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_once_in_order() {
        assert!(TABLE.is_sorted_by(|(one, ..), (next, ..)| one < next));
    }

    #[test]
    fn leb() {
        let write = |value, signed| {
            let mut out = Vec::new();
            write_leb(&mut out, value, signed);
            out
        };
        assert_eq!(write(624_485, false), [0xe5, 0x8e, 0x26]);
        assert_eq!(write(-123_456, true), [0xc0, 0xbb, 0x78]);
        assert_eq!(write(-1, false).len(), 10);
        assert_eq!(write(64, true), [0xc0, 0]);
    }
}
