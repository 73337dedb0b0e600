//! Differences between the targets' assembly languages, as plain data.

use crate::fixup::FixupKind;

/// The rules of one target's assembly language, and of the object files made from it.
#[derive(Debug, Clone, Copy)]
pub struct Syntax {
    /// Starts of comments that run to the end of the line, anywhere in a line.
    pub comments: &'static [&'static str],
    /// Starts of comments only as the first thing in a line.
    pub line_comments: &'static [&'static str],
    /// True if `/* */` is a comment.
    pub block_comments: bool,
    /// Characters that end a statement like a new line does.
    pub separators: &'static [u8],
    /// Brackets inside which a new line or a separator does not end the statement, such as the braces
    /// of an instruction bundle.
    pub bundle: Option<(u8, u8)>,
    /// A character that may stand before an operand and means nothing, such as `#`.
    pub immediate_prefix: Option<u8>,
    /// `$10` is hexadecimal and `%101` binary, as GNU as reads them for some targets.
    pub dollar_hex: bool,
    /// `.align n` means 2^n bytes; otherwise n bytes.
    pub align_is_power: bool,
    /// Bytes of `.word`.
    pub word_bytes: u8,
    /// Alignment in bytes that the directive `.text` asks for.
    pub text_align: u64,
    /// Section sizes are rounded up to the section's alignment, as GNU as does.
    pub pad_sections: bool,
    /// The meaning of every relocation number, and of fixups that only the assembler knows.
    pub fixup_kinds: &'static [FixupKind],
    /// A distance to a global symbol of the same section is settled by the assembler, as LLVM does it. GNU as leaves it to
    /// the linker, so that another definition can take the symbol's place.
    pub settles_globals: bool,
    /// The size of a symbol that the object file does not have is not looked at, as LLVM does it.
    pub ignores_sizes_of_unused_symbols: bool,
    /// Names in a list of symbols may begin with `@`, as LLVM reads them.
    pub at_begins_names: bool,
    /// A datum has to fit as a number with a sign or as one without, as LLVM has it. GNU as takes numbers below zero that
    /// have one bit more.
    pub data_fit: bool,
    /// The relocations of relaxable instructions stand behind all others of the section, as GNU as puts them; otherwise
    /// all stand in order of offset.
    pub relaxed_relocations_last: bool,
    /// The addend of a relocation for `symbol - place` is counted from the start of the section and not from the
    /// relocation's own offset (an oddity of one tool).
    pub distance_from_section_start: bool,
    /// Values of symbols have 64 bits; otherwise those below zero become numbers of 32 bits.
    pub wide_symbols: bool,
    /// `e_flags` of the object file.
    pub flags: u32,
}

impl Syntax {
    /// The rules that most targets have, with these kinds of fixups.
    pub const fn with_fixups(fixup_kinds: &'static [FixupKind]) -> Self {
        Self {
            comments: &["#", "//"],
            line_comments: &[],
            block_comments: true,
            separators: b";",
            bundle: None,
            immediate_prefix: None,
            dollar_hex: false,
            align_is_power: false,
            word_bytes: 4,
            text_align: 4,
            pad_sections: false,
            fixup_kinds,
            settles_globals: false,
            ignores_sizes_of_unused_symbols: false,
            at_begins_names: false,
            data_fit: false,
            relaxed_relocations_last: false,
            distance_from_section_start: false,
            wide_symbols: false,
            flags: 0,
        }
    }
}
