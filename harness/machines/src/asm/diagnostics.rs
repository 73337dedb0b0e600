//! Mistakes in an assembly text, with their places.

use std::fmt;
use std::sync::Arc;

/// Number of mistakes that are reported before the assembler gives up on a text.
pub(super) const MOST_DIAGNOSTICS: usize = 100;

/// A place in a source text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// Name of the text: a path, a description such as `probe`, or the name of a macro.
    pub file: Arc<str>,
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// One mistake in an assembly text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{position}: {message}")]
pub struct Diagnostic {
    /// Its place.
    pub position: Position,
    /// The mistake and, if known, what was expected instead. One sentence without a full stop.
    pub message: String,
}

/// Every mistake found in one text, in the order of the text; never empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl Diagnostics {
    /// A mistake of the text as a whole.
    pub(crate) fn whole(name: &str, message: &str) -> Diagnostics {
        let position = Position { file: name.into(), line: 1, column: 1 };
        Diagnostics(vec![Diagnostic { position, message: message.to_owned() }])
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, diagnostic) in self.0.iter().enumerate() {
            write!(f, "{}{diagnostic}", if i > 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}
