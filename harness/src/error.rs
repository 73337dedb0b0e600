//! What can go wrong, as the person at the command line sees it, and the exit code that it means.

use std::fmt::Display;
use std::io::Read;
use std::path::Path;

/// Exit code: nothing new was found.
pub const EXIT_CLEAN: u8 = 0;
/// Exit code: violations that are not in the list of known ones.
pub const EXIT_VIOLATIONS: u8 = 1;
/// Exit code: the command line, a configuration or a case file is wrong.
pub const EXIT_INPUT: u8 = 2;
/// Exit code: a toolchain, a machine or the disk could not do its part, or nothing was tested.
pub const EXIT_TOOL: u8 = 3;
/// Exit code of a process that a signal asked to end, less the signal's number.
pub const EXIT_SIGNAL: u8 = 128;

/// Exit code of `repro --bisect`: this state cannot be tested, so that `git bisect run` tries another one.
pub const EXIT_SKIP: u8 = 125;
/// Exit code of `repro --bisect`: nothing can be tested, so that `git bisect run` ends.
pub const EXIT_ABORT: u8 = 255;

/// Why a command did not do what it was asked. Messages say where and name the way out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The command line, a configuration or a case file is wrong.
    #[error("{0}")]
    Input(String),
    /// A toolchain or a machine could not do its part.
    #[error("{0}")]
    Tool(String),
    /// A result could not be written.
    #[error("{0}")]
    Store(String),
}

impl Error {
    /// The exit code of the process.
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::Input(_) => EXIT_INPUT,
            Error::Tool(_) | Error::Store(_) => EXIT_TOOL,
        }
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

/// Reads a text file that a person named.
///
/// # Errors
/// When it cannot be read, is too large, or is no UTF-8.
pub fn read_text(path: &Path) -> Result<String, Error> {
    let bytes = read_bytes(path, TEXT_LIMIT)?;
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        Error::Input(format!("{}: is no text: byte {at} is not UTF-8", path.display()))
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

/// The known name that is most like `name`, for "did you mean".
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let ratio = |other: &str| similar::TextDiff::from_chars(name, other).ratio();
    known
        .into_iter()
        .map(|other| (ratio(other), other))
        .filter(|(ratio, _)| *ratio > 0.6)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, other)| other)
}
