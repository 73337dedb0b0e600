//! Failures of SQLite in plain words.

use super::printable;
use crosscall_base::error::Error;
use rusqlite::ErrorCode;
use std::path::Path;
use std::time::Duration;

/// Time that a transaction waits for a reader or writer that has locked the file.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

/// The error about a file that is not as it was written.
pub(super) fn damaged(file: &Path, reason: &str) -> Error {
    Error::Store(format!(
        "{}: the file is damaged: {}; take the copy of last night or remove the folder",
        file.display(),
        printable(reason)
    ))
}

/// The error about a file on which SQLite failed.
pub(super) fn failed(file: &Path, error: &rusqlite::Error) -> Error {
    let reason = match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => return damaged(file, &message(error)),
        // A value of another type than the column's, or of no number or text.
        None if is_misread(error) => return damaged(file, &message(error)),
        Some(ErrorCode::DiskFull) => {
            "cannot be written: the disk is full; make room and start again, what was stored is kept"
                .to_owned()
        }
        Some(ErrorCode::ReadOnly) => "cannot be written: it, or its folder, may only be read".to_owned(),
        Some(ErrorCode::PermissionDenied) => "cannot be read: the system does not permit it".to_owned(),
        Some(ErrorCode::CannotOpen) => {
            "cannot be opened: the file or its folder may not be read, or not be written beside it".to_owned()
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => format!(
            "cannot be used: another process has kept it locked for {} s; end it, it may be a browser of databases",
            PATIENCE.as_secs()
        ),
        Some(ErrorCode::SystemIoFailure) => {
            format!("cannot be read or written: the disk or its file system failed ({})", message(error))
        }
        _ => format!("cannot be used: {}", message(error)),
    };
    Error::Store(format!("{}: {reason}", file.display()))
}

/// True if a value was read and is not of the type that it has to be.
fn is_misread(error: &rusqlite::Error) -> bool {
    use rusqlite::Error as E;
    matches!(
        error,
        E::FromSqlConversionFailure(..)
            | E::IntegralValueOutOfRange(..)
            | E::InvalidColumnType(..)
            | E::Utf8Error(..)
            | E::QueryReturnedNoRows
    )
}

fn message(error: &rusqlite::Error) -> String {
    printable(&error.to_string())
}
