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

    /// What begins the names of local labels.
    fn local_prefix(&self) -> &'static str {
        ".L"
    }

    /// What stands before and behind code, initialised objects, and objects that start as zero.
    fn sections(&self) -> [[&'static str; 2]; 3] {
        [["\t.text\n", ""], ["\t.data\n", ""], ["\t.bss\n", ""]]
    }

    /// What a file says of a function that is defined in another one.
    fn outside(&self, _text: &mut String, _name: &str) {}

    /// Objects that start as zero, which code of a unit needs for itself.
    fn own_objects(&self, _text: &mut String) {}

    /// The beginning of a function.
    fn begin_function(&self, text: &mut String, name: &str) {
        let _ = writeln!(text, "\t.balign {}", self.code_align());
        label(text, self.symbol_prefix(), name, true);
    }

    /// Its end.
    fn end_function(&self, text: &mut String, name: &str) {
        let prefix = self.symbol_prefix();
        let _ = writeln!(text, "\t.size {prefix}{name}, .-{prefix}{name}");
    }

    /// Data from here on at a multiple of so many bytes.
    fn align(&self, text: &mut String, bytes: u32) {
        let _ = writeln!(text, "\t.balign {bytes}");
    }

    /// An initialised object, whose place is aligned.
    fn object(&self, text: &mut String, name: &str, contents: &[u8], align: u32) {
        let prefix = self.symbol_prefix();
        label(text, prefix, name, false);
        bytes(text, contents, align, self.word());
        let _ = writeln!(text, "\t.size {prefix}{name}, {}", contents.len());
    }

    /// The beginning of an initialised object whose contents follow number by number.
    fn begin_object(&self, text: &mut String, name: &str) {
        label(text, self.symbol_prefix(), name, false);
    }

    /// A number of so many bytes among the contents of an object.
    fn number(&self, text: &mut String, value: u64, size: u32) {
        let _ = match size {
            8 => writeln!(text, "\t.long {:#x}, {:#x}", value & 0xffff_ffff, value >> 32),
            4 => writeln!(text, "\t.long {:#x}", value & 0xffff_ffff),
            2 => writeln!(text, "\t.short {:#x}", value & 0xffff),
            _ => writeln!(text, "\t.byte {:#x}", value & 0xff),
        };
    }

    /// An object of a unit's own that holds bytes.
    fn table(&self, text: &mut String, name: &str, contents: &[u8]) {
        let _ = writeln!(text, "{name}:");
        bytes(text, contents, 1, self.word());
    }

    /// An object that holds the address of a function, whose place is aligned.
    fn pointer(&self, text: &mut String, name: &str, function: &str) {
        let prefix = self.symbol_prefix();
        label(text, prefix, name, false);
        let _ = writeln!(text, "\t{} {prefix}{function}", self.address_directive());
    }

    /// An object of so many zeros, whose place is aligned.
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
