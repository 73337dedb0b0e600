//! Errors as the person at the command line sees them, with their exit codes.

use crosscall_reports::outcome::{EXIT_INPUT, EXIT_TOOL};
use crosscall_reports::printable::visible;
use std::fmt::Display;
use std::io::Read;
use std::path::Path;

/// Why a command did not do what it was asked. Messages say where and name the way out.
///
/// Names, paths and texts in a message come from anywhere: it is displayed with everything visible that a terminal would obey.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The command line, a configuration or a case file is wrong.
    #[error("{}", visible(.0))]
    Input(String),
    /// A toolchain or a machine could not do its part.
    #[error("{}", visible(.0))]
    Tool(String),
    /// A result could not be written.
    #[error("{}", visible(.0))]
    Store(String),
    /// Subjects do something else than a store has of them, though their versions are the same.
    #[error("{}", visible(.0))]
    Changed(String),
}

impl Error {
    /// The exit code of the process.
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::Input(_) => EXIT_INPUT,
            Error::Tool(_) | Error::Store(_) | Error::Changed(_) => EXIT_TOOL,
        }
    }

    /// A mistake in the text of a file, at a byte of it.
    pub fn in_text(path: &Path, text: &str, at: usize, message: impl Display) -> Error {
        Error::Input(format!("{}:{}: {message}", path.display(), line_of(text, at)))
    }

    /// A file that was named on the command line and cannot be read.
    pub fn unreadable(path: &Path, reason: impl Display) -> Error {
        Error::Input(format!("{}: cannot be read: {reason}", path.display()))
    }

    /// A file that cannot be written.
    pub fn unwritable(path: &Path, reason: impl Display) -> Error {
        Error::Store(format!("{}: cannot be written: {reason}", path.display()))
    }
}

/// Largest text file that is read, in bytes: far above any case or configuration.
const TEXT_LIMIT: u64 = 16 << 20;

/// Number of the line of a text that a byte is in, from 1.
pub fn line_of(text: &str, at: usize) -> usize {
    1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count()
}

/// Reads a text file that a person named.
///
/// # Errors
/// When it cannot be read, is too large, or is no UTF-8.
pub fn read_text(path: &Path) -> Result<String, Error> {
    let bytes = read_bytes(path, TEXT_LIMIT)?;
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        Error::Input(format!("{}: is not valid UTF-8 at byte {at}", path.display()))
    })
}

/// Reads a file that a person named, of at most `limit` bytes.
///
/// # Errors
/// When it cannot be read or is too large.
pub fn read_bytes(path: &Path, limit: u64) -> Result<Vec<u8>, Error> {
    let file = std::fs::File::open(path).map_err(|e| Error::unreadable(path, e))?;
    read_at_most(limit, file, &path.display())
}

/// Reads the standard input, which messages call `name`, of at most `limit` bytes.
///
/// # Errors
/// When it cannot be read or is too large.
pub fn read_stdin(name: &str, limit: u64) -> Result<Vec<u8>, Error> {
    read_at_most(limit, std::io::stdin().lock(), &name)
}

fn read_at_most(limit: u64, from: impl Read, name: &dyn Display) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let read = from.take(limit + 1).read_to_end(&mut bytes);
    read.map_err(|e| Error::Input(format!("{name}: cannot be read: {e}")))?;
    if bytes.len() as u64 > limit {
        return Err(Error::Input(format!("{name}: is larger than {limit} bytes")));
    }
    Ok(bytes)
}
