//! Assembler directives. The default methods write those of the GNU assembler; a target whose assembler differs
//! overrides them in its own [`Directives`].

use std::fmt::Write;

/// Syntax of everything around instructions.
pub(crate) trait Directives {
    /// Text that begins a comment.
    fn comment_mark(&self) -> &'static str {
        "#"
    }

    /// Prefix of C's names in an object file.
    fn symbol_prefix(&self) -> &'static str {
        ""
    }

    /// Directive for numbers of 4 bytes.
    fn word(&self) -> &'static str {
        ".long"
    }

    /// Directive for addresses.
    fn address_directive(&self) -> &'static str {
        self.word()
    }

    /// Alignment of functions, in bytes.
    fn code_align(&self) -> u32 {
        4
    }

    /// Prefix of local labels.
    fn local_prefix(&self) -> &'static str {
        ".L"
    }

    /// Text before and after code, initialised objects, and objects that start as zero.
    fn sections(&self) -> [[&'static str; 2]; 3] {
        [["\t.text\n", ""], ["\t.data\n", ""], ["\t.bss\n", ""]]
    }

    /// Declares a function that is defined in another file.
    fn outside(&self, _text: &mut String, _name: &str) {}

    /// Writes objects that start as zero, which the code of a unit needs for itself.
    fn own_objects(&self, _text: &mut String) {}

    /// Writes the beginning of a function.
    fn begin_function(&self, text: &mut String, name: &str) {
        let _ = writeln!(text, "\t.balign {}", self.code_align());
        label(text, self.symbol_prefix(), name, true);
    }

    /// Writes the end of a function.
    fn end_function(&self, text: &mut String, name: &str) {
        let prefix = self.symbol_prefix();
        let _ = writeln!(text, "\t.size {prefix}{name}, .-{prefix}{name}");
    }

    /// Aligns the data that follow to a multiple of `bytes` bytes.
    fn align(&self, text: &mut String, bytes: u32) {
        let _ = writeln!(text, "\t.balign {bytes}");
    }

    /// Writes an initialised object, at a place that is aligned already.
    fn object(&self, text: &mut String, name: &str, contents: &[u8], align: u32) {
        let prefix = self.symbol_prefix();
        label(text, prefix, name, false);
        bytes(text, contents, align, self.word());
        let _ = writeln!(text, "\t.size {prefix}{name}, {}", contents.len());
    }

    /// Writes the beginning of an initialised object whose contents follow number by number.
    fn begin_object(&self, text: &mut String, name: &str) {
        label(text, self.symbol_prefix(), name, false);
    }

    /// Writes a number of `size` bytes among the contents of an object.
    fn number(&self, text: &mut String, value: u64, size: u32) {
        let _ = match size {
            8 => writeln!(text, "\t.long {:#x}, {:#x}", value & 0xffff_ffff, value >> 32),
            4 => writeln!(text, "\t.long {:#x}", value & 0xffff_ffff),
            2 => writeln!(text, "\t.short {:#x}", value & 0xffff),
            _ => writeln!(text, "\t.byte {:#x}", value & 0xff),
        };
    }

    /// Writes an object of bytes that only this unit uses.
    fn table(&self, text: &mut String, name: &str, contents: &[u8]) {
        let _ = writeln!(text, "{name}:");
        bytes(text, contents, 1, self.word());
    }

    /// Writes an object that holds the address of a function, at a place that is aligned already.
    fn pointer(&self, text: &mut String, name: &str, function: &str) {
        let prefix = self.symbol_prefix();
        label(text, prefix, name, false);
        let _ = writeln!(text, "\t{} {prefix}{function}", self.address_directive());
    }

    /// Writes an object of `size` zeros, at a place that is aligned already.
    fn zeros(&self, text: &mut String, name: &str, size: u64) {
        let prefix = self.symbol_prefix();
        label(text, prefix, name, false);
        let _ = writeln!(text, "\t.zero {size}\n\t.size {prefix}{name}, {size}");
    }
}

/// Appends the bytes of an object, as words (4 bytes, least significant byte first) where the object is
/// so aligned, the rest as bytes; long runs of zero as space.
fn bytes(text: &mut String, bytes: &[u8], align: u32, word: &str) {
    if bytes.is_empty() {
        return;
    }
    if bytes.iter().all(|b| *b == 0) {
        let _ = writeln!(text, "\t.zero {}", bytes.len());
        return;
    }
    let (words, rest) = if align >= 4 { bytes.as_chunks::<4>() } else { (&[][..], bytes) };
    list(text, word, words.iter().map(|w| u32::from_le_bytes(*w)));
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
