//! C tokens, as far as declarations, constants and skipped bodies need them.

use crate::error::{ParseError, is_shown};
use crate::lines::{self, Pack};
use crate::number::{self, Literal};

/// Kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind<'a> {
    /// Keyword or name.
    Word(&'a str),
    /// Integer or character constant.
    Number(Literal),
    /// Floating constant.
    Floating,
    /// String literal: the number of its characters, and of bits of each.
    Text(u64),
    /// Punctuation.
    Punct(&'a str),
    /// `#pragma pack`.
    Pack(Pack),
    /// Character that C does not have.
    Stray(char),
    /// End of the text.
    End,
}

/// Token with its place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token<'a> {
    pub(crate) kind: TokenKind<'a>,
    /// Byte offset in the text.
    pub(crate) at: usize,
    /// Length in bytes.
    pub(crate) len: usize,
}

/// Greatest length of a typed text, in bytes.
const MAX_TYPED: usize = 1 << 16;
/// Greatest length of a file, in bytes: all headers of the C library together have about two million.
const MAX_FILE: usize = 1 << 24;

/// Punctuation, the longest first.
const PUNCTUATION: &[&str] = &[
    "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=",
    "/=", "%=", "&=", "|=", "^=", "::", "##", "(", ")", "{", "}", "[", "]", ",", ";", ":", "*", "=", "-",
    "+", "/", "%", "&", "|", "^", "!", "~", "<", ">", "?", ".",
];

/// Splits a text into tokens; the last one is [`TokenKind::End`]. Preprocessor lines are accepted only in a file.
pub(crate) fn tokens(text: &str, file: bool) -> Result<Vec<Token<'_>>, ParseError> {
    let longest = if file { MAX_FILE } else { MAX_TYPED };
    if text.len() > longest {
        return Err(ParseError::new(text, 0, 1, format!("the text is longer than {longest} bytes")));
    }
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let skipped = skip(text, at, rest)?;
        if skipped > 0 {
            at += skipped;
            continue;
        }
        if file && rest.starts_with('#') && starts_line(text, at) {
            let (pack, len) = lines::line(text, at, rest)?;
            if let Some(pack) = pack {
                found.push(Token { kind: TokenKind::Pack(pack), at, len });
            }
            at += len;
            continue;
        }
        let (kind, len) = one(text, at, rest)?;
        found.push(Token { kind, at, len });
        at += len;
    }
    // The end is right after the last token, where a missing token should be.
    let end = found.last().map_or(0, |last: &Token<'_>| last.at + last.len);
    found.push(Token { kind: TokenKind::End, at: end, len: 0 });
    Ok(found)
}

/// True if only white space precedes a place in its line.
fn starts_line(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    before.rsplit('\n').next().unwrap_or_default().trim().is_empty()
}

/// Number of bytes of white space or of a comment at the start of `rest`.
fn skip(text: &str, at: usize, rest: &str) -> Result<usize, ParseError> {
    if rest.starts_with("//") {
        return Ok(rest.find('\n').unwrap_or(rest.len()));
    }
    if let Some(comment) = rest.strip_prefix("/*") {
        let end = comment.find("*/");
        return end
            .map(|i| i + 4)
            .ok_or_else(|| ParseError::new(text, at, 2, "this comment has no end; expected `*/`"));
    }
    if rest.starts_with("\\\n") {
        return Ok(2);
    }
    Ok(rest.len() - rest.trim_start().len())
}

fn one<'a>(text: &str, at: usize, rest: &'a str) -> Result<(TokenKind<'a>, usize), ParseError> {
    let word_len = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
    let word = rest.get(..word_len).unwrap_or_default();
    if word.starts_with(|c: char| c.is_ascii_digit()) || starts_fraction(rest) {
        return number::number(text, at, rest);
    }
    let behind = rest.get(word_len..).unwrap_or_default();
    if behind.starts_with(['"', '\'']) && ["", "L", "u", "U", "u8"].contains(&word) {
        return number::quoted(text, at, rest, word);
    }
    if !word.is_empty() {
        return Ok((TokenKind::Word(word), word_len));
    }
    for punct in PUNCTUATION {
        if let Some(found) = rest.get(..punct.len()).filter(|start| start == punct) {
            return Ok((TokenKind::Punct(found), punct.len()));
        }
    }
    let c = rest.chars().next().unwrap_or_default();
    Ok((TokenKind::Stray(c), c.len_utf8()))
}

fn starts_fraction(rest: &str) -> bool {
    rest.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Message about a character that C does not have.
pub(crate) fn stray(c: char) -> String {
    match c {
        '#' => "preprocessor lines are not understood; give the declarations themselves, or the text after \
                the preprocessor (`cc -E FILE | crosscall explain --function NAME … -`)"
            .to_owned(),
        c if is_shown(c) => format!("a declaration has no `{c}`"),
        c => format!("a declaration has no character {:#x}", u32::from(c)),
    }
}
