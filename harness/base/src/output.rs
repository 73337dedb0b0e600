//! Writing to the terminal, a pipe or a file.

use crate::error::Error;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

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

/// Writes a file beside its place and moves it there, making folders as needed. A link to a file stays, and the file that it
/// leads to is another one then. What is no file, such as a pipe or `/dev/null`, is written to.
///
/// # Errors
/// [`Error::Store`]; an older file of that name is then as it was.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let wrong = |e: std::io::Error| Error::unwritable(path, describe(&e));
    let Some((place, mut file)) = begin(path).map_err(wrong)? else {
        return write_to(path, bytes).map_err(wrong);
    };
    file.write_all(bytes).and_then(|()| file.as_file().sync_data()).map_err(wrong)?;
    file.persist(place).map_err(|e| wrong(e.error))?;
    Ok(())
}

/// Makes sure that [`write_atomically`] has a place to write to, making folders as needed and leaving the file as it is.
///
/// # Errors
/// [`Error::Store`].
pub fn check_writable(path: &Path) -> Result<(), Error> {
    begin(path).map(drop).map_err(|e| Error::unwritable(path, describe(&e)))
}

/// The place of a file, and a new file beside it; none for what is no file and is written to as it is.
fn begin(path: &Path) -> std::io::Result<Option<(PathBuf, NamedTempFile)>> {
    use std::os::unix::fs::PermissionsExt;
    let place = match std::fs::metadata(path) {
        Ok(there) if !there.is_file() && !there.is_dir() => return Ok(None),
        Ok(_) => std::fs::canonicalize(path)?,
        Err(_) => path.to_owned(),
    };
    let folder = match place.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    std::fs::create_dir_all(folder)?;
    // Others may read it, as far as the user's umask allows.
    let mode = std::fs::Permissions::from_mode(0o666);
    let file = tempfile::Builder::new().prefix(".new-").permissions(mode).tempfile_in(folder)?;
    Ok(Some((place, file)))
}

/// Writes to a pipe or a device.
fn write_to(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    std::fs::OpenOptions::new().write(true).open(path)?.write_all(bytes)
}

/// The reason why something cannot be written, with the way out where there is one.
pub fn describe(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            "the disk is full; make room or name another folder".to_owned()
        }
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{read, symlink_metadata, write};
    use std::os::unix::fs::{FileTypeExt, symlink};

    #[test]
    fn a_link_stays_and_its_file_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        write(&file, "old").unwrap();
        symlink("file", &link).unwrap();
        write_atomically(&link, b"new").unwrap();
        assert!(symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(read(&file).unwrap(), b"new");
    }

    #[test]
    fn a_pipe_is_written_to() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        std::thread::scope(|scope| {
            let reader = scope.spawn(|| read(&pipe).unwrap());
            write_atomically(&pipe, b"a report").unwrap();
            assert_eq!(reader.join().unwrap(), b"a report");
        });
        assert!(symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    }
}
