//! Errors of the parser, with the place in the text.

use crate::lines::Lines;

/// Error about C text that is not understood. Its `Display` shows the line with a mark under the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// Line of the place, from 1.
    pub line: usize,
    /// Column of the place in characters, from 1.
    pub column: usize,
    /// Description of what was expected, or of the error.
    pub message: String,
    /// Text of the line.
    pub source: String,
    /// Number of characters to mark, at least 1.
    pub width: usize,
    /// File and line of the original source, where the text went through a preprocessor.
    pub origin: Option<(String, usize)>,
    /// Unknown names in the place of types, the one at this place first.
    pub unknown: Box<[String]>,
}

impl ParseError {
    /// Error about `len` bytes at byte offset `at` of `text`.
    pub(crate) fn new(text: &str, at: usize, len: usize, message: impl Into<String>) -> ParseError {
        ParseError::placed(text, &Lines::of(text), (at, len), message)
    }

    /// The same with the lines of the text, which are worked out once for all errors.
    pub(crate) fn placed(
        text: &str,
        lines: &Lines,
        (at, len): (usize, usize),
        message: impl Into<String>,
    ) -> ParseError {
        let (line, start) = lines.line(at);
        let source = text.get(start..).unwrap_or_default().lines().next().unwrap_or_default();
        let marked = text.get(at..at.saturating_add(len)).unwrap_or_default();
        ParseError {
            line: line + 1,
            column: text.get(start..at).unwrap_or_default().chars().count() + 1,
            message: message.into(),
            source: source.to_owned(),
            width: marked.lines().next().unwrap_or_default().chars().count().max(1),
            origin: lines.origin(line).map(|(file, line)| (file.to_owned(), line)),
            unknown: Box::default(),
        }
    }

    /// Error about names that are not known as types.
    pub(crate) fn of_unknown(self, names: Vec<String>) -> ParseError {
        let [first, others @ ..] = names.as_slice() else { return self };
        let message = match others {
            [] => format!(
                "expected a type, but `{first}` is not known as one; declare it with `typedef` before"
            ),
            _ => {
                let others: Vec<String> = others.iter().map(|name| format!("`{name}`")).collect();
                let others = others.join(", ");
                format!(
                    "expected a type, but `{first}` is not known as one, nor is what follows: {others}; declare them \
                     with `typedef` before"
                )
            }
        };
        ParseError { message, unknown: names.into(), ..self }
    }

    /// First of several errors; if it is about an unknown name, the unknown names of the others are added.
    pub fn together<'e>(errors: impl IntoIterator<Item = &'e ParseError>) -> Option<ParseError> {
        let mut errors = errors.into_iter();
        let first = errors.next()?.clone();
        let mut names = first.unknown.to_vec();
        for name in errors.flat_map(|error| &error.unknown) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        Some(if first.unknown.is_empty() { first } else { first.of_unknown(names) })
    }
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        /// Characters of the line to show on each side of the place.
        const CONTEXT: usize = 60;
        let message = harmless(&self.message);
        match &self.origin {
            Some((file, line)) => write!(f, "{}:{line}, column {}: {message}", harmless(file), self.column)?,
            None => write!(f, "line {}, column {}: {message}", self.line, self.column)?,
        }
        if self.source.trim().is_empty() {
            return Ok(());
        }
        let place = self.column.saturating_sub(1);
        let skip = place.saturating_sub(CONTEXT);
        let shown: String = self.source.chars().skip(skip).take(2 * CONTEXT).map(printable).collect();
        let marks = self.width.min((2 * CONTEXT).saturating_sub(place - skip)).max(1);
        write!(f, "\n  {}\n  {}{}", shown.trim_end(), " ".repeat(place - skip), "^".repeat(marks))
    }
}

/// A message, which may quote what was found, with escapes for characters that nobody sees.
pub(crate) fn harmless(message: &str) -> String {
    let mut shown = String::with_capacity(message.len());
    for c in message.chars() {
        if c == '\n' || is_shown(c) { shown.push(c) } else { shown.extend(c.escape_debug()) }
    }
    shown
}

/// Replacement for characters that would move the mark away from its place.
fn printable(c: char) -> char {
    match c {
        '\t' => ' ',
        c if is_shown(c) => c,
        _ => '?',
    }
}

/// False for control characters, marks of direction, and what has no width of its own.
pub(crate) fn is_shown(c: char) -> bool {
    matches!(c, ' '..='~') || !c.is_ascii() && c.escape_debug().count() == 1
}

impl std::error::Error for ParseError {}
