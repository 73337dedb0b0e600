//! Text to tokens, and tokens to lines.

use std::rc::Rc;

use super::kept;
use crate::asm::Encoding;
use crate::forwardcom::isa::names;
use rustc_hash::FxHashMap;

/// Kinds of operand types with the properties that a keyword gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Type {
    /// Type code, 0 to 7; float16 has 1.
    pub(super) code: u8,
    /// A floating-point type.
    pub(super) float: bool,
    /// An unsigned integer type.
    pub(super) unsigned: bool,
    /// Followed by `+`: a larger type will do.
    pub(super) plus: bool,
    /// Of assembly-time strings.
    pub(super) string: bool,
}

impl Type {
    pub(super) const fn int(code: u8) -> Self {
        Self { code, float: false, unsigned: false, plus: false, string: false }
    }
    pub(super) const fn float(code: u8) -> Self {
        Self { code, float: true, unsigned: false, plus: false, string: false }
    }
    /// float16, which the instructions take for int16.
    pub(super) fn is_half(self) -> bool {
        self.float && self.code == 1
    }
    /// Size in bytes.
    pub(super) fn size(self) -> u32 {
        crate::forwardcom::isa::type_size(self.code) as u32
    }
    /// Rank among all types, as the vendor's tools compare them.
    pub(super) fn rank(self) -> u8 {
        if self.is_half() { 4 } else { self.code }
    }
}

/// Files of registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum File {
    General,
    Vector,
    Special,
    Capability,
    Performance,
    System,
    /// `ip`, which no instruction reads or writes as a register.
    Other,
}

/// A register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Register {
    pub(super) file: File,
    pub(super) number: u8,
    /// The number as base of a memory operand.
    pub(super) base: u8,
}

impl Register {
    pub(super) const fn new(file: File, number: u8) -> Self {
        Self { file, number, base: number }
    }
    pub(super) fn is_vector(self) -> bool {
        self.file == File::Vector
    }
    pub(super) fn is_general(self) -> bool {
        self.file == File::General
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Directive {
    Section,
    Function,
    End,
    Public,
    Extern,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Attribute {
    /// A flag of a section.
    Flag(u32),
    Align,
    Weak,
    RegisterUse,
    Constant,
    Uninitialized,
    Communal,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Setting {
    Mask,
    Fallback,
    Length,
    Broadcast,
    Limit,
    Scalar,
    Options,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Block {
    If,
    Else,
    Switch,
    Case,
    For,
    In,
    While,
    Do,
    Break,
    Continue,
    True,
    False,
    Push,
    Pop,
}

/// Kind of a token, with its value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum TokenKind {
    /// A name without a meaning so far.
    Name,
    /// A symbol, by index.
    Symbol(usize),
    /// An assembly-time value that a name stands for here.
    Value(Rc<super::expression::Expression>),
    Number(u64),
    Float(f64),
    /// A string in double quotes.
    Text(Rc<[u8]>),
    Directive(Directive),
    Attribute(Attribute),
    Type(Type),
    Setting(Setting),
    Register(Register),
    /// An instruction or part of one, by its number.
    Instruction(u32),
    Block(Block),
    Operator(&'static str),
    /// A whole line that was assembled before.
    Known(Encoding),
}

/// A piece of the text.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// First byte in the text.
    pub(super) at: usize,
    /// Length in bytes.
    pub(super) length: usize,
}

impl Token {
    pub(super) fn is(&self, operator: &str) -> bool {
        // Operators are too short for a comparison that is called.
        matches!(self.kind, TokenKind::Operator(one) if one.len() == operator.len() && one.bytes().eq(operator.bytes()))
    }
    pub(super) fn operator(&self) -> Option<&'static str> {
        if let TokenKind::Operator(one) = self.kind { Some(one) } else { None }
    }
}

/// One statement: a range of tokens. Braces are statements of their own.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Line {
    pub(super) first: usize,
    pub(super) count: usize,
}

/// A mistake in the text: a sentence, and the byte at which it starts.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) message: String,
}

/// Operators, longer ones before those that they start with, and those of every line first.
const OPERATORS: [&str; 50] = [
    ",", "[", "]", "(", ")", ":", "==", "=", "++", "+=", "+", "--", "-=", "-", "//", "/*", "/=", "/", "{",
    "}", ";", "*/", "*=", "*", ">>>=", ">>>", ">>=", ">>", ">=", ">", "<<=", "<<", "<=", "<", "!=", "!",
    "&&", "&=", "&", "||", "|=", "|", "^^", "^=", "^", "%=", "%", ".", "~", "?",
];

/// The words of the language.
#[rustfmt::skip]
const KEYWORDS: &[(&str, TokenKind)] = &[
    ("section", TokenKind::Directive(Directive::Section)), ("function", TokenKind::Directive(Directive::Function)),
    ("end", TokenKind::Directive(Directive::End)), ("public", TokenKind::Directive(Directive::Public)),
    ("extern", TokenKind::Directive(Directive::Extern)),
    ("read", TokenKind::Attribute(Attribute::Flag(4))), ("write", TokenKind::Attribute(Attribute::Flag(2))),
    ("execute", TokenKind::Attribute(Attribute::Flag(1))), ("align", TokenKind::Attribute(Attribute::Align)),
    ("weak", TokenKind::Attribute(Attribute::Weak)), ("reguse", TokenKind::Attribute(Attribute::RegisterUse)),
    ("constant", TokenKind::Attribute(Attribute::Constant)),
    ("uninitialized", TokenKind::Attribute(Attribute::Uninitialized)),
    ("communal", TokenKind::Attribute(Attribute::Communal)),
    ("exception_hand", TokenKind::Attribute(Attribute::Flag(0x20_0000))),
    ("event_hand", TokenKind::Attribute(Attribute::Flag(0x10_0000))),
    ("debug_info", TokenKind::Attribute(Attribute::Flag(0x40_0000))),
    ("comment_info", TokenKind::Attribute(Attribute::Flag(0x80_0000))),
    ("int8", int(0, false)), ("int16", int(1, false)), ("int32", int(2, false)), ("int64", int(3, false)), ("int128", int(4, false)), ("int", int(2, false)),
    ("uint8", int(0, true)), ("uint16", int(1, true)), ("uint32", int(2, true)), ("uint64", int(3, true)), ("uint128", int(4, true)),
    ("uint", int(2, true)),
    ("float", TokenKind::Type(Type::float(5))), ("double", TokenKind::Type(Type::float(6))),
    ("float16", TokenKind::Type(Type::float(1))), ("float32", TokenKind::Type(Type::float(5))),
    ("float64", TokenKind::Type(Type::float(6))), ("float128", TokenKind::Type(Type::float(7))),
    ("string", TokenKind::Type(Type { string: true, ..Type::int(0) })),
    ("mask", TokenKind::Setting(Setting::Mask)), ("fallback", TokenKind::Setting(Setting::Fallback)),
    ("length", TokenKind::Setting(Setting::Length)), ("broadcast", TokenKind::Setting(Setting::Broadcast)),
    ("limit", TokenKind::Setting(Setting::Limit)), ("scalar", TokenKind::Setting(Setting::Scalar)),
    ("options", TokenKind::Setting(Setting::Options)), ("option", TokenKind::Setting(Setting::Options)),
    ("numcontr", TokenKind::Register(Register::new(File::Special, 0))),
    ("threadp", TokenKind::Register(Register { file: File::Special, number: 1, base: 28 })),
    ("datap", TokenKind::Register(Register { file: File::Special, number: 2, base: 29 })),
    ("ip", TokenKind::Register(Register { file: File::Other, number: 0, base: 30 })),
    ("sp", TokenKind::Register(Register::new(File::General, 31))),
    ("if", TokenKind::Block(Block::If)), ("else", TokenKind::Block(Block::Else)), ("switch", TokenKind::Block(Block::Switch)),
    ("case", TokenKind::Block(Block::Case)), ("for", TokenKind::Block(Block::For)), ("in", TokenKind::Block(Block::In)),
    ("while", TokenKind::Block(Block::While)), ("do", TokenKind::Block(Block::Do)), ("break", TokenKind::Block(Block::Break)),
    ("continue", TokenKind::Block(Block::Continue)), ("true", TokenKind::Block(Block::True)),
    ("false", TokenKind::Block(Block::False)), ("push", TokenKind::Block(Block::Push)), ("pop", TokenKind::Block(Block::Pop)),
];

/// The keyword of an integer type.
const fn int(code: u8, unsigned: bool) -> TokenKind {
    TokenKind::Type(Type { unsigned, ..Type::int(code) })
}

fn starts_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte >= 0x80 || matches!(byte, b'_' | b'$' | b'@')
}

fn continues_name(byte: u8) -> bool {
    starts_name(byte) || byte.is_ascii_digit()
}

/// Prefixes of the names of registers.
const FILES: [(&str, File); 6] = [
    ("r", File::General),
    ("v", File::Vector),
    ("spec", File::Special),
    ("capab", File::Capability),
    ("perf", File::Performance),
    ("sys", File::System),
];

/// A register such as `r12`, whatever the case.
fn register(name: &str) -> Option<Register> {
    let digits = name.find(|letter: char| letter.is_ascii_digit())?;
    let (prefix, digits) = name.split_at_checked(digits)?;
    let &(_, file) = FILES.iter().find(|(of, _)| of.eq_ignore_ascii_case(prefix))?;
    if digits.len() > 2 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let number: u8 = digits.parse().ok().filter(|&number| number < 32)?;
    let base = if file == File::Special {
        [0, 28, 29].get(usize::from(number)).copied().unwrap_or(0)
    } else {
        number
    };
    Some(Register { file, number, base })
}

thread_local! {
    /// Keywords and the names of instructions, in small letters.
    static WORDS: FxHashMap<String, TokenKind> = {
        let instructions = names().map(|(name, id)| (name, TokenKind::Instruction(id)));
        let mut words = FxHashMap::default();
        for (name, kind) in KEYWORDS.iter().map(|(word, kind)| ((*word).to_owned(), kind.clone())).chain(instructions) {
            words.entry(name).or_insert(kind);
        }
        words
    };
}

/// Bytes of the longest keyword or instruction, and a few more.
const LONGEST_WORD: usize = 32;

fn word(name: &str) -> TokenKind {
    if let Some(register) = register(name) {
        return TokenKind::Register(register);
    }
    let mut small = [0; LONGEST_WORD];
    let Some(small) = small.get_mut(..name.len()) else { return TokenKind::Name };
    small.copy_from_slice(name.as_bytes());
    small.make_ascii_lowercase();
    let known = std::str::from_utf8(small).ok();
    known.and_then(|name| WORDS.with(|words| words.get(name).cloned())).unwrap_or(TokenKind::Name)
}

/// Length of the number at the start of some text, and whether it is a floating-point number.
fn number_length(bytes: &[u8]) -> Option<(usize, bool)> {
    let first = *bytes.first()?;
    if !first.is_ascii_digit() && (first != b'.' || !bytes.get(1)?.is_ascii_digit()) {
        return None;
    }
    let lower = |at: usize| bytes.get(at).map_or(0, |byte| byte | 0x20);
    if first == b'0' && matches!(lower(1), b'x' | b'b' | b'o') {
        let hex = lower(1) == b'x';
        let digits =
            bytes.iter().skip(2).take_while(|byte| byte.is_ascii_digit() || hex && byte.is_ascii_hexdigit());
        return Some((2 + digits.count(), false));
    }
    let (mut at, mut float, mut exponent) = (0, false, false);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'0'..=b'9' => {}
            b'.' if !float => float = true,
            b'e' | b'E' if !exponent => {
                (float, exponent) = (true, true);
                if matches!(bytes.get(at + 1), Some(b'+' | b'-')) {
                    at += 1;
                }
            }
            _ => break,
        }
        at += 1;
    }
    Some((at, float))
}

/// Value of an integer constant.
fn integer(text: &str) -> Option<u64> {
    let (radix, digits) = match text.as_bytes() {
        [b'0', b'x' | b'X', digits @ ..] => (16, digits),
        [b'0', b'b' | b'B', digits @ ..] => (2, digits),
        [b'0', b'o' | b'O', digits @ ..] => (8, digits),
        digits => (10, digits),
    };
    let mut value = 0u64;
    for digit in digits {
        let digit = char::from(*digit).to_digit(radix)?;
        value = value.wrapping_mul(radix.into()).wrapping_add(digit.into());
    }
    Some(value)
}

/// The bytes of a quoted text, with escapes replaced.
fn unescape(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut escaped = false;
    for &byte in text {
        if byte == b'\\' && !escaped {
            escaped = true;
            continue;
        }
        out.push(match byte {
            b'n' if escaped => b'\n',
            b'r' if escaped => b'\r',
            b't' if escaped => b'\t',
            b'0' if escaped => 0,
            other => other,
        });
        escaped = false;
    }
    out
}

/// Cuts a text into tokens and lines.
pub(super) struct Lexer<'a> {
    bytes: &'a [u8],
    text: &'a str,
    pub(super) tokens: Vec<Token>,
    pub(super) lines: Vec<Line>,
    pub(super) faults: Vec<Fault>,
    line_start: usize,
    /// True if lines that were assembled before are known again. Not in texts with options, which change encodings, and with
    /// control structures, which look at the instruction before them.
    pub(super) knows_lines: bool,
}

impl<'a> Lexer<'a> {
    /// Reads `text` into lists that are empty yet.
    pub(super) fn new(text: &'a str, mut tokens: Vec<Token>, lines: Vec<Line>) -> Self {
        // Few tokens are shorter with the blanks around them.
        tokens.reserve(text.len() / 4);
        Self {
            bytes: text.as_bytes(),
            text,
            tokens,
            lines,
            faults: Vec::new(),
            line_start: 0,
            knows_lines: true,
        }
    }

    fn end_line(&mut self) {
        let count = self.tokens.len() - self.line_start;
        if count > 0 {
            self.lines.push(Line { first: self.line_start, count });
        }
        self.line_start = self.tokens.len();
    }

    fn fault(&mut self, at: usize, message: &str) {
        self.faults.push(Fault { at, message: message.to_owned() });
    }

    fn push(&mut self, kind: TokenKind, at: usize, length: usize) {
        self.tokens.push(Token { kind, at, length });
    }

    /// End of the line that holds a byte.
    fn line_end(&self, at: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        at + rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len())
    }

    /// The end of the comment that starts at a byte; comments nest.
    fn comment(&mut self, start: usize) -> usize {
        let mut depth = 0usize;
        let mut at = start;
        while at < self.bytes.len() {
            match self.bytes.get(at..at + 2) {
                Some(b"/*") => (depth, at) = (depth + 1, at + 2),
                Some(b"*/") => (depth, at) = (depth - 1, at + 2),
                _ => at += 1,
            }
            if depth == 0 {
                return at;
            }
        }
        self.fault(start, "this comment has no end");
        self.bytes.len()
    }

    pub(super) fn run(&mut self) {
        let knew_lines = self.knows_lines;
        self.read();
        if knew_lines && !self.knows_lines {
            self.tokens.clear();
            self.lines.clear();
            self.faults.clear();
            self.line_start = 0;
            self.read();
        }
    }

    fn read(&mut self) {
        let mut at = if self.bytes.starts_with(&[0xEF, 0xBB, 0xBF]) { 3 } else { 0 };
        while let Some(&byte) = self.bytes.get(at) {
            match byte {
                b' ' | b'\t' => at += 1,
                b'\n' | b'\r' => {
                    self.end_line();
                    at += 1;
                }
                0..=0x1f => {
                    self.fault(at, "control character");
                    at = self.line_end(at);
                }
                b'"' | b'\'' => at = self.quoted(at, byte),
                _ if starts_name(byte) => {
                    if let Some(end) = self.known_line(at) {
                        at = end;
                        continue;
                    }
                    let rest = self.bytes.get(at..).unwrap_or_default();
                    let length = rest.iter().take_while(|&&byte| continues_name(byte)).count();
                    let kind = self.text.get(at..at + length).map_or(TokenKind::Name, word);
                    let is_first = self.tokens.len() == self.line_start;
                    self.knows_lines &= !(is_first && kind == TokenKind::Setting(Setting::Options));
                    self.push(kind, at, length);
                    at += length;
                }
                _ => at = self.other(at),
            }
        }
        self.end_line();
    }

    /// The end of the line that begins at a byte, if it is an instruction that was assembled before.
    fn known_line(&mut self, at: usize) -> Option<usize> {
        if !self.knows_lines || self.tokens.len() > self.line_start {
            return None;
        }
        let end = self.line_end(at);
        let text = self.text.get(at..end)?;
        let encoding = kept::known(text)?;
        self.push(TokenKind::Known(encoding), at, text.len());
        Some(end)
    }

    fn quoted(&mut self, start: usize, quote: u8) -> usize {
        let mut at = start + 1;
        loop {
            match self.bytes.get(at) {
                None | Some(b'\n' | b'\r') => {
                    self.fault(start, "this quote has no end");
                    return at;
                }
                Some(&byte) if byte == quote && self.bytes.get(at - 1) != Some(&b'\\') => break,
                _ => at += 1,
            }
        }
        let text = unescape(self.bytes.get(start + 1..at).unwrap_or_default());
        let kind = if quote == b'"' {
            TokenKind::Text(text.into())
        } else {
            // Characters are a number, the first one lowest.
            TokenKind::Number(text.iter().take(8).rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte)))
        };
        self.push(kind, start, at + 1 - start);
        at + 1
    }

    /// A number, an operator or a comment.
    fn other(&mut self, at: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        if let Some((length, float)) = number_length(rest) {
            let text = self.text.get(at..at + length).unwrap_or_default();
            let kind = if float {
                text.parse().ok().map(TokenKind::Float)
            } else {
                integer(text).map(TokenKind::Number)
            };
            match kind {
                Some(kind) => self.push(kind, at, length),
                None => self.fault(at, "this is not a number"),
            }
            return at + length;
        }
        let Some(first) = rest.first() else { return at + 1 };
        let operators = OPERATORS.iter().filter(|operator| operator.as_bytes().first() == Some(first));
        let found = { operators }.find(|operator| rest.starts_with(operator.as_bytes()));
        let Some(&operator) = found else {
            self.fault(at, "this character has no meaning");
            return self.line_end(at);
        };
        match operator {
            "//" => return self.line_end(at),
            "/*" => return self.comment(at),
            "*/" => {
                self.fault(at, "no comment ends here");
                return self.line_end(at);
            }
            "{" | "}" => {
                self.knows_lines = false;
                self.end_line();
                self.push(TokenKind::Operator(operator), at, 1);
                self.end_line();
            }
            ";" => {
                self.push(TokenKind::Operator(operator), at, 1);
                self.end_line();
            }
            _ => self.push(TokenKind::Operator(operator), at, operator.len()),
        }
        at + operator.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_strings_and_comments() {
        let mut lexer = Lexer::new(
            "a: int8 \"x\\n\", 'AB', 0x1F /* b /* c */ d */ 1.5e3; r31 }\n// e\n 0b11 .5",
            Vec::new(),
            Vec::new(),
        );
        lexer.run();
        assert!(lexer.faults.is_empty());
        let kinds: Vec<&TokenKind> = lexer.tokens.iter().map(|token| &token.kind).collect();
        assert!(kinds.contains(&&TokenKind::Number(0x4241)) && kinds.contains(&&TokenKind::Float(1500.0)));
        assert!(kinds.contains(&&TokenKind::Number(3)) && kinds.contains(&&TokenKind::Float(0.5)));
        assert_eq!(lexer.lines.len(), 4);
        for text in ["/* /*", "'", "\"a", "0x", "\u{1}", "*/", "`"] {
            let mut lexer = Lexer::new(text, Vec::new(), Vec::new());
            lexer.run();
            assert!(text == "0x" || !lexer.faults.is_empty(), "{text}");
        }
    }
}
