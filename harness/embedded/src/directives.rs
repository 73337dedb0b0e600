//! Assembler directives. What every target takes as the GNU assembler does is written here once; a target
//! whose assembler speaks otherwise says so in its own [`Directives`].

use std::fmt::Write;

/// How the things around instructions are written.
pub(crate) trait Directives {
    /// What begins a comment.
    fn comment_mark(&self) -> &'static str;

    /// What stands before a name of C in an object file.
    fn symbol_prefix(&self) -> &'static str;

    /// What begins numbers of 4 bytes.
    fn word(&self) -> &'static str {
        ".word"
    }

    /// What begins addresses.
    fn address_directive(&self) -> &'static str {
        self.word()
    }

    /// What functions are aligned to, in bytes.
    fn code_align(&self) -> u32 {
        4
    }
}

/// Appends the bytes of an object, as words (4 bytes, least significant byte first) where the object is
/// so aligned, the rest as bytes; long runs of zero as space.
pub(crate) fn bytes(text: &mut String, bytes: &[u8], align: u32, with: &dyn Directives) {
    if bytes.is_empty() {
        return;
    }
    if bytes.iter().all(|b| *b == 0) {
        let _ = writeln!(text, "\t.zero {}", bytes.len());
        return;
    }
    let (words, rest) = if align >= 4 { bytes.as_chunks::<4>() } else { (&[][..], bytes) };
    list(text, with.word(), words.iter().map(|w| u32::from_le_bytes(*w)));
    list(text, ".byte", rest.iter().map(|b| u32::from(*b)));
}

/// Appends numbers after a directive, eight in a line, in hexadecimal.
fn list(text: &mut String, directive: &str, items: impl Iterator<Item = u32>) {
    let mut count = 0;
    for item in items {
        if count % 8 == 0 {
            text.push_str(if count > 0 { "\n\t" } else { "\t" });
            text.push_str(directive);
            text.push(' ');
        } else {
            text.push(',');
        }
        hexadecimal(text, item);
        count += 1;
    }
    if count > 0 {
        text.push('\n');
    }
}

fn hexadecimal(text: &mut String, number: u32) {
    text.push_str("0x");
    let digits = (32 - number.leading_zeros()).div_ceil(4).max(1);
    for digit in (0..digits).rev() {
        let value = (number >> (4 * digit)) as u8 & 0xf;
        text.push(char::from(if value < 10 { b'0' + value } else { b'a' + value - 10 }));
    }
}

/// Appends the directives that make a symbol visible and give it a type, and the label itself.
pub(crate) fn label(text: &mut String, prefix: &str, name: &str, function: bool) {
    let kind = if function { "function" } else { "object" };
    for part in
        ["\t.global ", prefix, name, "\n\t.type ", prefix, name, ", @", kind, "\n", prefix, name, ":\n"]
    {
        text.push_str(part);
    }
}
