//! Files from elsewhere: stores and recorded compilers.

use crate::recorded::file;
use crate::store::{DATABASE, Store};
use std::path::Path;

/// Treats bytes as a file with recorded compilers, and as what is behind the labels of one.
///
/// # Errors
/// None: it must not panic.
pub fn recorded(bytes: &[u8]) -> Result<(), String> {
    let _ = file::read(Path::new("fuzz.recorded"), bytes);
    let _ = file::read_answers(Path::new("fuzz.recorded"), bytes);
    Ok(())
}

/// Treats bytes as the database of a store, and reads all that a report needs.
///
/// # Errors
/// A folder that cannot be made.
pub fn store(bytes: &[u8]) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    std::fs::write(folder.path().join(DATABASE), bytes).map_err(|e| e.to_string())?;
    let Ok(store) = Store::read(folder.path()) else { return Ok(()) };
    let _ = store.check();
    let _ = store.identity();
    let _ = store.nights();
    let _ = store.transitions();
    for progress in store.progress(None).unwrap_or_default() {
        let _ = store.batches(&progress.target, &progress.matter, |_| Ok(()));
        let _ = store.examples(&progress.target, None, |_| Ok(()));
    }
    let _ = store.bucket_cases(|_| Ok(()));
    Ok(())
}
