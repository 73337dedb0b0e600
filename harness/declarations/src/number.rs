//! Literals: integers, characters and strings.

use crate::error::ParseError;
use crate::token::TokenKind;

/// Integer or character literal. Its type depends on the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Literal {
    pub(crate) value: u64,
    /// True if it has the suffix `u`.
    pub(crate) unsigned: bool,
    /// Number of `l` in its suffix.
    pub(crate) longs: u8,
    /// True if it is decimal, and so never unsigned without a suffix.
    pub(crate) decimal: bool,
    /// True for a plain character constant, whose value is a `char` before it becomes an `int`.
    pub(crate) character: bool,
}

/// Number at the start of `rest`.
pub(crate) fn number<'a>(text: &str, at: usize, rest: &'a str) -> Result<(TokenKind<'a>, usize), ParseError> {
    let len = length(rest);
    let word = rest.get(..len).unwrap_or_default();
    if is_floating(word) {
        return Ok((TokenKind::Floating, len));
    }
    let message = || format!("`{word}` is not an integer constant of at most 64 bits");
    let literal = integer(word).ok_or_else(|| ParseError::new(text, at, len, message()))?;
    Ok((TokenKind::Number(literal), len))
}

/// Length in bytes of a preprocessing number.
fn length(rest: &str) -> usize {
    let mut before = ' ';
    for (i, c) in rest.char_indices() {
        let sign = matches!(c, '+' | '-') && matches!(before, 'e' | 'E' | 'p' | 'P');
        let hex = rest.starts_with("0x") || rest.starts_with("0X");
        let sign = sign && !(hex && matches!(before, 'e' | 'E'));
        if !(c.is_ascii_alphanumeric() || c == '_' || c == '.' || sign) {
            return i;
        }
        before = c;
    }
    rest.len()
}

fn is_floating(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    match lower.strip_prefix("0x") {
        Some(hex) => hex.contains(['.', 'p']),
        None => lower.contains(['.', 'e']),
    }
}

/// Value of an integer constant with its prefix and suffix.
fn integer(word: &str) -> Option<Literal> {
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
    Some(Literal {
        value: u64::from_str_radix(end, radix).ok()?,
        unsigned: suffix.contains('u'),
        longs: u8::try_from(suffix.matches('l').count()).unwrap_or(2),
        decimal: radix == 10,
        character: false,
    })
}

/// Character constant or string literal at the start of `rest`, after its prefix.
pub(crate) fn quoted<'a>(
    text: &str,
    at: usize,
    rest: &'a str,
    prefix: &str,
) -> Result<(TokenKind<'a>, usize), ParseError> {
    let quote = rest.get(prefix.len()..).and_then(|r| r.chars().next()).unwrap_or('"');
    let body = rest.get(prefix.len() + 1..).unwrap_or_default();
    let mut units = Vec::new();
    let mut place = 0;
    loop {
        let Some(c) = body.get(place..).and_then(|b| b.chars().next()).filter(|c| *c != '\n') else {
            let message = format!("this has no end; expected `{quote}`");
            return Err(ParseError::new(text, at, prefix.len() + 1, message));
        };
        if c == quote {
            break;
        }
        let (value, len) = if c == '\\' {
            escape(body.get(place + 1..).unwrap_or_default()).map(|(v, n)| (v, n + 1)).ok_or_else(|| {
                ParseError::new(text, at + prefix.len() + 1 + place, 2, "C has no such escape")
            })?
        } else {
            (u64::from(u32::from(c)), c.len_utf8())
        };
        units.push(value);
        place += len;
    }
    let len = prefix.len() + 1 + place + 1;
    if quote == '"' {
        return Ok((TokenKind::Text(units.len() as u64), len));
    }
    let value = match units.as_slice() {
        [one] => *one,
        [] => return Err(ParseError::new(text, at, len, "a character is missing here")),
        // The value of several characters in one constant is implementation-defined; all known compilers do this.
        several => several.iter().fold(0, |value, unit| value << 8 | unit & 0xff) & 0xffff_ffff,
    };
    let character = prefix.is_empty() && units.len() == 1;
    Ok((TokenKind::Number(Literal { value, unsigned: false, longs: 0, decimal: true, character }), len))
}

/// Value and length of an escape sequence, after its `\`.
fn escape(rest: &str) -> Option<(u64, usize)> {
    let c = rest.chars().next()?;
    let simple = |value: u8| Some((u64::from(value), 1));
    match c {
        'n' => simple(b'\n'),
        't' => simple(b'\t'),
        'r' => simple(b'\r'),
        'a' => simple(7),
        'b' => simple(8),
        'f' => simple(12),
        'v' => simple(11),
        'e' => simple(27),
        '\\' | '\'' | '"' | '?' | '\n' => simple(c as u8),
        '0'..='7' => {
            let len = rest.bytes().take(3).take_while(|b| matches!(b, b'0'..=b'7')).count();
            Some((u64::from_str_radix(rest.get(..len)?, 8).ok()?, len))
        }
        'x' | 'u' | 'U' => {
            let most = if c == 'u' { 4 } else { 8 };
            let len = rest.bytes().skip(1).take(most).take_while(u8::is_ascii_hexdigit).count();
            Some((u64::from_str_radix(rest.get(1..=len)?, 16).ok()?, len + 1))
        }
        _ => None,
    }
}
