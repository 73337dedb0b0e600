//! Files from elsewhere: stores and recorded compilers.

use crosscall_campaign::known::Known;
use crosscall_campaign::merge;
use crosscall_campaign::store::{DATABASE, Store};
use crosscall_toolchain::recorded::file;
use std::path::Path;

/// Beginning of every database.
const DATABASE_MAGIC: &[u8] = b"SQLite format 3\0";

/// Treats bytes as a file with recorded compilers, as what is behind the digest of one, which is made right, and as what is
/// behind its labels.
///
/// # Errors
/// None: it must not panic.
pub fn recorded(bytes: &[u8]) -> Result<(), String> {
    let path = Path::new("fuzz.recorded");
    let _ = file::read(path, bytes);
    let _ = file::read(path, &file::with_digest(bytes));
    let _ = file::read_answers(path, bytes, 1);
    Ok(())
}

/// Treats bytes as the database of a store, and makes the report; bytes that are no database are those of one row.
///
/// # Errors
/// A folder that cannot be made.
pub fn store(bytes: &[u8]) -> Result<(), String> {
    if !bytes.starts_with(DATABASE_MAGIC) {
        return super::bodies::body(bytes);
    }
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
    let known = Known::built_in().map_err(|e| e.to_string())?;
    let _ = merge::report(&[&store], known.clone(), true);
    Ok(())
}
