//! Reading one statement from left to right.

use std::sync::Arc;

use super::diagnostics::{Diagnostic, Position};

/// A place in one statement. Reading never goes past the statement's end.
#[derive(Debug, Clone)]
pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
    file: &'a Arc<str>,
    line: u32,
    /// Column of the first byte of `text`, from 0.
    column: usize,
    /// Mistakes get no words, which nobody will read: see [`Cursor::hush`].
    hushed: bool,
}

/// Returns whether a byte may start a name.
pub(super) fn starts_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'.' || byte >= 0x80
}

/// Returns whether a byte may go on in a name.
pub(super) fn goes_on_in_name(byte: u8) -> bool {
    starts_name(byte) || byte.is_ascii_digit() || byte == b'$'
}

impl<'a> Cursor<'a> {
    /// A cursor at the start of `text`, whose first byte is at offset `column` (from 0) of `line`.
    pub fn new(text: &'a str, file: &'a Arc<str>, line: u32, column: usize) -> Cursor<'a> {
        Cursor { text, at: 0, file, line, column, hushed: false }
    }

    /// Position of the cursor.
    pub fn position(&self) -> Position {
        self.position_at(self.at)
    }

    /// Position of the word that the cursor stands behind.
    pub fn position_of(&self, word: &str) -> Position {
        self.position_at(self.at.saturating_sub(word.len()))
    }

    /// Position of byte `at` of the statement.
    fn position_at(&self, at: usize) -> Position {
        let before = &self.text.as_bytes()[..at];
        let newlines = before.iter().filter(|&&byte| byte == b'\n').count();
        let column = match before.iter().rposition(|&byte| byte == b'\n') {
            Some(newline) => at - newline,
            None => at + self.column + 1,
        };
        let line = self.line.saturating_add(u32::try_from(newlines).unwrap_or(u32::MAX));
        Position { file: self.file.clone(), line, column: u32::try_from(column).unwrap_or(u32::MAX) }
    }

    /// Leaves away the words of mistakes, or no longer: for a reader that tries one form after another and
    /// would throw them away.
    pub fn hush(&mut self, hushed: bool) {
        self.hushed = hushed;
    }

    /// A mistake at the cursor.
    pub fn error(&self, message: impl Into<String>) -> Diagnostic {
        if self.hushed {
            let position = Position { file: self.file.clone(), line: self.line, column: 0 };
            return Diagnostic { position, message: String::new() };
        }
        Diagnostic { position: self.position(), message: message.into() }
    }

    /// A mistake at the cursor that says what was expected and what is there.
    pub fn expected(&self, what: &str) -> Diagnostic {
        if self.hushed {
            return self.error("");
        }
        let rest = self.rest().trim_ascii();
        let found = rest.split([',', ' ', '\t']).next().unwrap_or("");
        let found: String = found.chars().take(40).collect();
        match (found.is_empty(), rest.is_empty()) {
            (true, true) => self.error(format!("expected {what}, found the end of the statement")),
            (true, false) => self.error(format!("expected {what}, found `,`")),
            (false, _) => self.error(format!("expected {what}, found `{found}`")),
        }
    }

    /// Byte offset from the start of the statement, for [`Cursor::seek`].
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Goes back (or forth) to an offset that [`Cursor::offset`] gave.
    pub fn seek(&mut self, offset: usize) {
        if self.text.is_char_boundary(offset) {
            self.at = offset;
        }
    }

    /// The rest of the statement.
    pub fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// The next byte, without skipping blanks.
    pub fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The byte `ahead` bytes after the next one.
    pub fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    /// Skips blanks, then returns the next byte.
    pub fn next_byte(&mut self) -> Option<u8> {
        self.skip_blanks();
        self.peek()
    }

    /// Skips spaces, tabs and (inside a bundle) newlines.
    pub fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Moves over one byte, which must be ASCII.
    pub fn bump(&mut self) {
        if self.text.is_char_boundary(self.at + 1) {
            self.at += 1;
        }
    }

    /// Skips blanks and `byte`, if it is next.
    pub fn eat(&mut self, byte: u8) -> bool {
        let found = self.next_byte() == Some(byte);
        if found {
            self.bump();
        }
        found
    }

    /// Skips blanks and `text`, if it is next.
    pub fn eat_str(&mut self, text: &str) -> bool {
        self.skip_blanks();
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Skips blanks and `byte`, which must be next.
    pub fn expect(&mut self, byte: u8) -> Result<(), Diagnostic> {
        match self.eat(byte) {
            true => Ok(()),
            false if self.hushed => Err(self.error("")),
            false => Err(self.expected(&format!("`{}`", byte as char))),
        }
    }

    /// Returns whether only blanks are left.
    pub fn at_end(&mut self) -> bool {
        self.next_byte().is_none()
    }

    /// Nothing but blanks may be left.
    pub fn expect_end(&mut self) -> Result<(), Diagnostic> {
        if self.at_end() { Ok(()) } else { Err(self.expected("the end of the statement")) }
    }

    /// Skips blanks and takes the longest run of bytes that `goes_on` accepts; empty when none is.
    pub fn take_while(&mut self, mut goes_on: impl FnMut(u8) -> bool) -> &'a str {
        self.skip_blanks();
        let rest = self.rest();
        let mut length = rest.bytes().position(|byte| !goes_on(byte)).unwrap_or(rest.len());
        while !rest.is_char_boundary(length) {
            length += 1;
        }
        self.at += length;
        &rest[..length]
    }

    /// A name: letters, digits, `_`, `.`, `$`; not starting with a digit or `$`.
    pub fn name(&mut self) -> Option<&'a str> {
        if self.next_byte().is_some_and(starts_name) { Some(self.take_while(goes_on_in_name)) } else { None }
    }

    /// A name, or a quoted string used as a name.
    pub fn symbol_name(&mut self) -> Result<String, Diagnostic> {
        if self.next_byte() == Some(b'"') {
            let bytes = self.string()?;
            return String::from_utf8(bytes).map_err(|_| self.error("a symbol name must be UTF-8"));
        }
        self.name().map(str::to_owned).ok_or_else(|| self.expected("a symbol name"))
    }

    /// A quoted string with the escapes of GNU as: `\b \f \n \r \t \\ \"`, octal, `\x` hexadecimal.
    pub fn string(&mut self) -> Result<Vec<u8>, Diagnostic> {
        if self.next_byte() != Some(b'"') {
            return Err(self.expected("a string in double quotes"));
        }
        let bytes = self.text.as_bytes();
        let mut out = Vec::new();
        let mut at = self.at + 1;
        loop {
            match bytes.get(at) {
                None | Some(b'\n') => return Err(self.error("the string has no closing quote")),
                Some(b'"') => break,
                Some(b'\\') => at += 1 + escape(bytes.get(at + 1..).unwrap_or(&[]), &mut out),
                Some(&byte) => {
                    out.push(byte);
                    at += 1;
                }
            }
        }
        self.at = at + 1;
        Ok(out)
    }

    /// A character constant after its opening quote has been seen: `'a`, `'a'`, `'\n`, `'\n'`.
    pub(super) fn character(&mut self) -> Result<u8, Diagnostic> {
        let rest = &self.text.as_bytes()[self.at..];
        let mut out = Vec::new();
        let length = match rest.get(1) {
            None | Some(b'\n') => return Err(self.expected("a character after `'`")),
            Some(b'\\') => 2 + escape(rest.get(2..).unwrap_or(&[]), &mut out),
            Some(&byte) => {
                out.push(byte);
                2
            }
        };
        let closing = usize::from(rest.get(length) == Some(&b'\''));
        let at = self.at + length + closing;
        if !self.text.is_char_boundary(at) {
            return Err(self.error("a character constant must be one ASCII character"));
        }
        self.at = at;
        out.first().copied().ok_or_else(|| self.expected("a character after `'`"))
    }
}

/// Reads an escape sequence behind its backslash; gives the number of bytes read.
fn escape(rest: &[u8], out: &mut Vec<u8>) -> usize {
    let digits = |from: usize, most: usize, radix: u32| {
        let run = rest.iter().skip(from).take(most);
        run.take_while(|&&byte| (byte as char).is_digit(radix)).count()
    };
    let value = |from: usize, count: usize, radix: u32| {
        rest[from..from + count].iter().fold(0u8, |value, &byte| {
            let digit = (byte as char).to_digit(radix).unwrap_or(0) as u8;
            value.wrapping_mul(radix as u8).wrapping_add(digit)
        })
    };
    match rest.first() {
        None => 0,
        Some(b'x' | b'X') => {
            let count = digits(1, usize::MAX, 16);
            out.push(value(1, count, 16));
            1 + count
        }
        Some(b'0'..=b'7') => {
            let count = digits(0, 3, 8);
            out.push(value(0, count, 8));
            count
        }
        Some(&byte) => {
            out.push(match byte {
                b'b' => 8,
                b'f' => 12,
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'v' => 11,
                other => other,
            });
            1
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_and_characters() {
        let file: Arc<str> = "t".into();
        let mut cursor = Cursor::new(r#" "a\n\101\x42\"" 'x '\n' "open"#, &file, 3, 0);
        assert_eq!(cursor.string().as_deref(), Ok(b"a\nAB\"".as_slice()));
        cursor.skip_blanks();
        assert_eq!(cursor.character(), Ok(b'x'));
        cursor.skip_blanks();
        assert_eq!(cursor.character(), Ok(b'\n'));
        let error = cursor.string().expect_err("no closing quote");
        assert_eq!(error.to_string(), "t:3:26: the string has no closing quote");
    }

    #[test]
    fn expected_says_what_is_there() {
        let file: Arc<str> = "t".into();
        let mut cursor = Cursor::new("foo bar", &file, 1, 4);
        assert_eq!(cursor.name(), Some("foo"));
        let error = cursor.expect(b',').expect_err("no comma");
        assert_eq!(error.to_string(), "t:1:9: expected `,`, found `bar`");
    }
}
