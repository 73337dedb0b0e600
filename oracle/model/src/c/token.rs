//! Tokens of C, as far as declarations need them.

use super::error::ParseError;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    /// Keyword or name.
    Word(&'a str),
    /// Integer constant.
    Number(u64),
    /// Punctuation: one character, or `...`.
    Punct(&'a str),
    /// End of the text.
    End,
}

/// A token with its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind<'a>,
    /// Byte offset in the text.
    pub(super) at: usize,
    /// Length in bytes.
    pub(super) len: usize,
}

/// Longest text that is taken, in bytes.
const MAX_TEXT: usize = 1 << 16;

/// Splits a text into tokens; the last one is [`Kind::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, ParseError> {
    if text.len() > MAX_TEXT {
        return Err(ParseError::new(text, 0, 1, format!("the text is longer than {MAX_TEXT} bytes")));
    }
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let skipped = skip(text, at, rest)?;
        if skipped > 0 {
            at += skipped;
            continue;
        }
        let (kind, len) = one(text, at, rest)?;
        found.push(Token { kind, at, len });
        at += len;
    }
    // Behind the last token, where whatever is missing should stand.
    let end = found.last().map_or(0, |last: &Token<'_>| last.at + last.len);
    found.push(Token { kind: Kind::End, at: end, len: 0 });
    Ok(found)
}

/// Bytes of white space or of a comment at the start of `rest`.
fn skip(text: &str, at: usize, rest: &str) -> Result<usize, ParseError> {
    if rest.starts_with("//") {
        return Ok(rest.find('\n').unwrap_or(rest.len()));
    }
    if let Some(comment) = rest.strip_prefix("/*") {
        let end = comment.find("*/");
        return end.map(|i| i + 4).ok_or_else(|| {
            ParseError::new(text, at, 2, "this comment has no end; expected `*/`".to_owned())
        });
    }
    Ok(rest.len() - rest.trim_start().len())
}

fn one<'a>(text: &str, at: usize, rest: &'a str) -> Result<(Kind<'a>, usize), ParseError> {
    let word_len = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
    let word = rest.get(..word_len).unwrap_or_default();
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        let message = || format!("`{word}` is not an integer constant of at most 64 bits");
        let value = number(word).ok_or_else(|| ParseError::new(text, at, word_len, message()))?;
        return Ok((Kind::Number(value), word_len));
    }
    if !word.is_empty() {
        return Ok((Kind::Word(word), word_len));
    }
    for punct in ["...", "(", ")", "{", "}", "[", "]", ",", ";", ":", "*", "=", "-"] {
        if let Some(found) = rest.get(..punct.len()).filter(|start| *start == punct) {
            return Ok((Kind::Punct(found), punct.len()));
        }
    }
    let c = rest.chars().next().unwrap_or_default();
    let message = match c {
        '#' => "preprocessor lines are not understood; give the declarations themselves".to_owned(),
        c if c.is_control() => format!("a declaration has no character {:#x}", u32::from(c)),
        c => format!("a declaration has no `{c}`"),
    };
    Err(ParseError::new(text, at, c.len_utf8(), message))
}

/// The value of an integer constant with its prefix and suffix.
fn number(word: &str) -> Option<u64> {
    let lower = word.to_ascii_lowercase();
    let (radix, digits) = match lower.strip_prefix("0x") {
        Some(hex) => (16, hex),
        None => match lower.strip_prefix("0b") {
            Some(binary) => (2, binary),
            None if lower.len() > 1 && lower.starts_with('0') => (8, lower.as_str()),
            None => (10, lower.as_str()),
        },
    };
    let end = digits.trim_end_matches(['u', 'l']);
    let suffix = digits.get(end.len()..)?;
    if !["", "u", "l", "ul", "lu", "ll", "ull", "llu"].contains(&suffix) {
        return None;
    }
    u64::from_str_radix(end, radix).ok()
}
