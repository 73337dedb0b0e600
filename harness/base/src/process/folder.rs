//! The temporary folder in which a compiler works: made, and removed whatever the compiler did to it.
//!
//! A process that is killed leaves its folders behind. The name of a folder names the process, so that a later one can see
//! that it is gone (`sweep`): `crosscall-KERNEL-PROCESS-START-RANDOM`, where KERNEL stands for this start of the machine's
//! system with the numbering of processes in use, and START is the time of the process's start in ticks. No folder of
//! another machine, of another container or of an earlier start of this machine has the same KERNEL, and none is touched.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};
use tempfile::TempDir;

/// Beginning of every folder's name.
const PREFIX: &str = "crosscall-";

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
pub struct WorkFolder {
    folder: Option<TempDir>,
}

impl WorkFolder {
    /// A new folder in `place`.
    ///
    /// # Errors
    /// Why the place cannot be used, and the way out.
    pub fn new(place: &Path) -> Result<WorkFolder, String> {
        let mut live = LIVE.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(live) = live.as_mut() else { return Err("this process is about to end".to_owned()) };
        let made = tempfile::Builder::new().prefix(&prefix()).tempdir_in(place);
        let folder = made.map_err(|e| unusable(place, &e))?;
        live.insert(folder.path().to_owned());
        Ok(WorkFolder { folder: Some(folder) })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        self.folder.as_ref().map_or(Path::new(""), TempDir::path)
    }

    /// Leaves it where it is for good.
    pub fn leave(mut self) {
        if let Some(folder) = self.folder.take() {
            forget(folder.path());
            let _ = folder.keep();
        }
    }

    /// Reason for which nothing more can be written there, with the way out; `None` if there is room.
    pub fn full(&self) -> Option<String> {
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

/// Beginning of the names of this process's folders.
fn prefix() -> String {
    static OWN: OnceLock<Option<Owner>> = OnceLock::new();
    match OWN.get_or_init(Owner::this) {
        Some(Owner { kernel, process, start }) => format!("{PREFIX}{kernel}-{process}-{start}-"),
        // Nobody can see whether this process is gone.
        None => PREFIX.to_owned(),
    }
}

/// The process to which a folder belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Owner {
    /// A name for the machine since its start, with the numbering of its processes and the counting of its time.
    kernel: String,
    process: u32,
    /// When it was started, in ticks.
    start: u64,
}

impl Owner {
    /// This process; none where the system does not report enough about it.
    fn this() -> Option<Owner> {
        let process = std::process::id();
        Some(Owner { kernel: kernel()?, process, start: start_of(process).ok()?? })
    }

    /// The owner that a folder's name gives.
    fn of(name: &str) -> Option<Owner> {
        let mut parts = name.strip_prefix(PREFIX)?.split('-');
        let (kernel, process, start) = (parts.next()?.to_owned(), parts.next()?.parse().ok()?, parts.next()?);
        let owner = Owner { kernel, process, start: start.parse().ok()? };
        (parts.next().is_some() && parts.next().is_none()).then_some(owner)
    }

    /// True if it was a process of this machine and has ended for sure.
    fn is_gone(&self, kernel: &str) -> bool {
        self.kernel == kernel && start_of(self.process).is_ok_and(|start| start != Some(self.start))
    }
}

/// A name for this start of the machine's system, with the numbering of processes and the counting of time in use.
fn kernel() -> Option<String> {
    let start = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    let numbering = |kind: &str| std::fs::read_link(format!("/proc/self/ns/{kind}"));
    // Old kernels count the same time for everybody.
    let time = numbering("time").unwrap_or_default();
    // Another build may give another name; then it takes the folders for those of another machine.
    let mut name = DefaultHasher::new();
    (start, numbering("pid").ok()?, time).hash(&mut name);
    Some(format!("{:016x}", name.finish()))
}

/// When a process was started, in ticks; none if there is no process with this number.
///
/// # Errors
/// When that cannot be found out.
fn start_of(process: u32) -> std::io::Result<Option<u64>> {
    // Where this process is not seen, nothing is known of others.
    std::fs::metadata("/proc/self/stat")?;
    let stat = match std::fs::read_to_string(format!("/proc/{process}/stat")) {
        Ok(stat) => stat,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    // The name of the program, in parentheses, may hold anything.
    let field =
        stat.rsplit_once(')').and_then(|(_, fields)| fields.split_ascii_whitespace().nth(19)?.parse().ok());
    field.map(Some).ok_or_else(|| std::io::Error::from(ErrorKind::InvalidData))
}

/// Removes the folders in `place` that belong to this user and to processes of this machine that are gone. Nothing is
/// followed, and what cannot be removed stays. Returns the number of folders that were removed.
pub fn sweep(place: &Path) -> usize {
    use std::os::unix::fs::MetadataExt;
    let Some(kernel) = kernel() else { return 0 };
    let user = rustix::process::geteuid().as_raw();
    // Where others may exchange folders of this user, nothing can be relied on.
    let is_safe = std::fs::metadata(place).is_ok_and(|m| m.mode() & 0o022 == 0 || m.mode() & 0o1000 != 0);
    let entries = std::fs::read_dir(place).into_iter().flatten().flatten();
    let is_left = |path: &Path| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.and_then(Owner::of).is_some_and(|owner| owner.is_gone(&kernel))
            && std::fs::symlink_metadata(path).is_ok_and(|m| m.is_dir() && m.uid() == user)
    };
    let left = entries.map(|entry| entry.path()).filter(|path| is_safe && is_left(path));
    left.filter(|path| {
        open_up(path);
        std::fs::remove_dir_all(path).is_ok()
    })
    .count()
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
pub fn no_room(place: &Path) -> String {
    format!(
        "there is no room left in {}: make some, or let TMPDIR name a folder on another disk",
        place.display()
    )
}

/// Message for a folder that cannot be used.
pub fn unusable(place: &Path, error: &std::io::Error) -> String {
    if is_full(error.kind()) {
        return no_room(place);
    }
    // The path of the new folder in it says nothing.
    let reason = match error.kind() {
        ErrorKind::NotFound => "there is no such folder".to_owned(),
        ErrorKind::NotADirectory => "it is not a folder".to_owned(),
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

    /// The name of a folder of a process.
    fn name(kernel: &str, process: u32, start: u64) -> String {
        format!("{PREFIX}{kernel}-{process}-{start}-abcdef")
    }

    /// The number of a process that has ended.
    fn ended() -> u32 {
        let mut child = std::process::Command::new("true").spawn().unwrap();
        child.wait().unwrap();
        child.id()
    }

    #[test]
    fn folders_of_processes_that_are_gone_are_removed_and_no_others() {
        let place = tempfile::tempdir().unwrap();
        let own = Owner::this().unwrap();
        let live = WorkFolder::new(place.path()).unwrap();
        let name_of_live = live.path().file_name().unwrap().to_str().unwrap().to_owned();
        assert_eq!(Owner::of(&name_of_live), Some(own.clone()));
        let gone = [name(&own.kernel, ended(), own.start), name(&own.kernel, own.process, own.start + 1)];
        for name in &gone {
            std::fs::create_dir_all(place.path().join(name).join("a/b")).unwrap();
            std::fs::set_permissions(
                place.path().join(name).join("a"),
                std::fs::Permissions::from_mode(0o000),
            )
            .unwrap();
        }
        let outside = tempfile::tempdir().unwrap();
        std::fs::write(outside.path().join("file"), "kept").unwrap();
        std::os::unix::fs::symlink(outside.path(), place.path().join(&gone[0]).join("link")).unwrap();
        let kept = [
            name("of-another", ended(), own.start),
            name("0123456789abcdef", ended(), own.start),
            name(&own.kernel, own.process, own.start),
            format!("{PREFIX}abcdef"),
            format!("{PREFIX}findings"),
            format!("other-{}-{}-1-abcdef", own.kernel, ended()),
            format!("{PREFIX}{}-{}-1", own.kernel, ended()),
        ];
        for name in &kept {
            std::fs::create_dir(place.path().join(name)).unwrap();
        }
        let (link, file) = (name(&own.kernel, ended(), 2), name(&own.kernel, ended(), 3));
        std::os::unix::fs::symlink(outside.path(), place.path().join(&link)).unwrap();
        std::fs::write(place.path().join(&file), "kept").unwrap();
        assert_eq!(sweep(place.path()), gone.len());
        let left =
            std::fs::read_dir(place.path()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
        let mut expected: Vec<String> = kept.to_vec();
        expected.extend([link, file, name_of_live]);
        assert_eq!(left.collect::<BTreeSet<_>>(), expected.into_iter().collect::<BTreeSet<_>>());
        assert!(outside.path().join("file").exists());
    }

    #[test]
    fn a_place_where_others_may_exchange_folders_is_not_swept() {
        let place = tempfile::tempdir().unwrap();
        let own = Owner::this().unwrap();
        std::fs::create_dir(place.path().join(name(&own.kernel, ended(), own.start))).unwrap();
        for (mode, removed) in [(0o777, 0), (0o1777, 1)] {
            std::fs::set_permissions(place.path(), std::fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(sweep(place.path()), removed);
        }
        assert_eq!(sweep(&place.path().join("none")), 0);
    }
}
