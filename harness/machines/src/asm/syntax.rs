//! Lexical differences between the targets' assembly languages, as plain data.

/// The lexical rules of one target.
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
}
