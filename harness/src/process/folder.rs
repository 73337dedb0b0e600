//! The temporary folder in which a compiler works: made, and removed whatever the compiler did to it.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::TempDir;

/// The folders that are there now; nothing once this process is about to end, when no more are made.
static LIVE: Mutex<Option<BTreeSet<PathBuf>>> = Mutex::new(Some(BTreeSet::new()));

/// Removes all folders, whoever works in them; for a process that is about to end at once.
pub(crate) fn remove_all() {
    let live = LIVE.lock().unwrap_or_else(PoisonError::into_inner).take();
    for path in live.into_iter().flatten() {
        // A program that is being killed may still write a last file.
        for _ in 0..5 {
            open_up(&path);
            if std::fs::remove_dir_all(&path).is_ok() || !path.exists() {
                break;
            }
        }
    }
}

/// A folder of its own, removed with all that is in it when this is dropped.
#[derive(Debug)]
pub(crate) struct WorkFolder {
    folder: Option<TempDir>,
}

impl WorkFolder {
    /// A new folder in `place`.
    ///
    /// # Errors
    /// Why the place cannot be used, and the way out.
    pub(crate) fn new(place: &Path) -> Result<WorkFolder, String> {
        let mut live = LIVE.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(live) = live.as_mut() else { return Err("this process is about to end".to_owned()) };
        let made = tempfile::Builder::new().prefix("crosscall-").tempdir_in(place);
        let folder = made.map_err(|e| unusable(place, &e))?;
        live.insert(folder.path().to_owned());
        Ok(WorkFolder { folder: Some(folder) })
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        self.folder.as_ref().map_or(Path::new(""), TempDir::path)
    }

    /// Leaves it where it is for good.
    pub(crate) fn leave(mut self) {
        if let Some(folder) = self.folder.take() {
            forget(folder.path());
            let _ = folder.keep();
        }
    }

    /// Reason for which nothing more can be written there, with the way out; `None` if there is room.
    pub(crate) fn full(&self) -> Option<String> {
        // Small files may still find room where large ones do not.
        let probe = self.path().join("crosscall-room");
        let written = std::fs::write(&probe, [0u8; 64 << 10]);
        let _ = std::fs::remove_file(&probe);
        match written {
            Err(error) if is_full(error.kind()) => Some(no_room(self.path().parent().unwrap_or(self.path()))),
            _ => None,
        }
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        let Some(folder) = self.folder.take() else { return };
        let path = folder.path().to_owned();
        if folder.close().is_err() {
            // A folder that its owner may not write to keeps its files.
            open_up(&path);
            let _ = std::fs::remove_dir_all(&path);
        }
        forget(&path);
    }
}

fn forget(path: &Path) {
    if let Some(live) = LIVE.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
        live.remove(path);
    }
}

/// Lets the owner do everything with a folder and the folders in it.
fn open_up(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let is_folder = std::fs::symlink_metadata(path).is_ok_and(|m| m.is_dir());
    if !is_folder {
        return;
    }
    let _ = std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o700));
    for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
        open_up(&entry.path());
    }
}

fn is_full(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
}

/// Message for a full disk.
pub(crate) fn no_room(place: &Path) -> String {
    format!(
        "there is no room left in {}: make some, or let TMPDIR name a folder on another disk",
        place.display()
    )
}

/// Message for a folder that cannot be used.
pub(crate) fn unusable(place: &Path, error: &std::io::Error) -> String {
    if is_full(error.kind()) {
        return no_room(place);
    }
    // The path of the new folder in it says nothing.
    let reason = match error.kind() {
        ErrorKind::NotFound => "there is no such folder".to_owned(),
        ErrorKind::NotADirectory => "it is no folder".to_owned(),
        ErrorKind::PermissionDenied => "it must not be written to".to_owned(),
        _ => error.to_string(),
    };
    format!(
        "the folder for temporary files, {}, cannot be used ({reason}): let TMPDIR name one that can be written to",
        place.display()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_closed_folder_is_removed_all_the_same() {
        let place = tempfile::tempdir().unwrap();
        let folder = WorkFolder::new(place.path()).unwrap();
        let inner = folder.path().join("a/b");
        std::fs::create_dir_all(&inner).unwrap();
        std::fs::write(inner.join("file"), "x").unwrap();
        for closed in [inner.as_path(), inner.parent().unwrap(), folder.path()] {
            std::fs::set_permissions(closed, std::fs::Permissions::from_mode(0o000)).unwrap();
        }
        drop(folder);
        assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_place_that_is_not_there_is_named() {
        let place = tempfile::tempdir().unwrap().path().join("none");
        let message = WorkFolder::new(&place).unwrap_err();
        assert!(message.contains("none") && message.contains("TMPDIR"), "{message}");
    }
}
