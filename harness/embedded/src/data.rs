//! Assembler directives for objects, in the syntax that the GNU assembler has on every target.

use std::fmt::Write;

/// Appends the bytes of an object, as words (4 bytes, least significant byte first) where the object is
/// so aligned, the rest as bytes; long runs of zero as space.
pub(crate) fn bytes(text: &mut String, bytes: &[u8], align: u32) {
    if bytes.is_empty() {
        return;
    }
    if bytes.iter().all(|b| *b == 0) {
        let _ = writeln!(text, "\t.zero {}", bytes.len());
        return;
    }
    let (words, rest) = if align >= 4 { bytes.as_chunks::<4>() } else { (&[][..], bytes) };
    let mut items = words.iter().map(|w| u32::from_le_bytes(*w));
    list(text, ".word", &mut items);
    list(text, ".byte", &mut rest.iter().map(|b| u32::from(*b)));
}

/// Appends numbers after a directive, eight in a line, in hexadecimal.
pub(crate) fn list(text: &mut String, directive: &str, items: &mut dyn Iterator<Item = u32>) {
    for (i, item) in items.enumerate() {
        if i % 8 == 0 {
            if i > 0 {
                text.push('\n');
            }
            text.push('\t');
            text.push_str(directive);
            text.push(' ');
        } else {
            text.push(',');
        }
        let _ = write!(text, "{item:#x}");
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
}

/// Appends the directives that make a symbol visible and give it a type, and the label itself.
pub(crate) fn label(text: &mut String, symbol: &str, function: bool) {
    let kind = if function { "function" } else { "object" };
    let _ = writeln!(text, "\t.global {symbol}\n\t.type {symbol}, @{kind}\n{symbol}:");
}
