//! Sections and data as they are written in the texts that GNU as and LLVM's assemblers read.

use std::fmt::Write;

use crate::object_file::Section;

/// Raw `sh_type` of a section with contents.
const PROGBITS: u32 = 1;
/// Raw `sh_type` of a section without contents.
const NOBITS: u32 = 8;
/// Section flags and their letters.
const LETTERS: [(u64, char); 5] = [(2, 'a'), (1, 'w'), (4, 'x'), (0x10, 'M'), (0x20, 'S')];
/// The sections that every text has, with their kinds and flags.
const STANDARD: [(&str, u32, u64); 3] = [(".text", PROGBITS, 6), (".data", PROGBITS, 3), (".bss", NOBITS, 3)];

/// The directives that begin a section.
pub(crate) fn section(name: &str, section: &Section) -> String {
    let known: u64 = LETTERS.iter().map(|(flag, _)| flag).sum();
    let flags = section.flags & known;
    let is_other = |&(standard, kind, usual): &(&str, u32, u64)| {
        standard == name && (kind, usual) != (section.kind, flags)
    };
    // Such a section cannot be made a second time with other flags.
    let suffix = if STANDARD.iter().any(is_other) { ".other" } else { "" };
    let letters = LETTERS.iter().filter(|(flag, _)| flags & flag != 0).map(|(_, letter)| letter);
    let letters: String = letters.collect();
    let kind = match section.kind {
        PROGBITS => "progbits".to_owned(),
        NOBITS => "nobits".to_owned(),
        number => number.to_string(),
    };
    let mut out = format!("\t.section \"{name}{suffix}\",\"{letters}\",@{kind}\n");
    if section.align > 1 {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "\t.balign {}", section.align);
    }
    out
}

/// Bytes in one directive.
pub(crate) fn data(bytes: &[u8]) -> String {
    let list: Vec<String> = bytes.iter().map(|byte| format!("{byte:#04x}")).collect();
    format!(".byte {}", list.join(", "))
}
