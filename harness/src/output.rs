//! Writing to the terminal or a pipe.

use crate::error::Error;
use std::io::{ErrorKind, Write};

/// Writes a text to the standard output. A reader that went away is no error: it has seen enough.
///
/// # Errors
/// [`Error::Store`] for anything else, such as a full disk behind a redirection.
pub fn print(text: &str) -> Result<(), Error> {
    print_bytes(text.as_bytes())
}

/// Like [`print()`], for bytes.
///
/// # Errors
/// See [`print()`].
pub fn print_bytes(bytes: &[u8]) -> Result<(), Error> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Error::Store(format!("the standard output cannot be written: {error}")))
        }
        _ => Ok(()),
    }
}

/// Writes a line to the error stream, without its colours where that has none; what cannot be written is lost.
pub fn note(text: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}
