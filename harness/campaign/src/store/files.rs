//! Files of a store's folder, looked at before SQLite opens them: a folder may come from anywhere, and may be somebody's home.

use super::failures::damaged;
use crosscall_base::error::Error;
use crosscall_base::output::describe;
use std::fs::Metadata;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Name of the database.
pub const DATABASE: &str = "store.sqlite";

/// Name of the file that the process which writes the store has locked.
pub const LOCK: &str = "lock";

/// Name of a file beside the database for lines about the night that is going on.
pub const LOG: &str = "log";

/// Ends of the names of files that SQLite makes beside a database.
pub(super) const WAL: &str = "-wal";
pub(super) const JOURNAL: &str = "-journal";
const BESIDE: [&str; 3] = [WAL, "-shm", JOURNAL];

/// Makes the folder if there is none, and refuses one that holds other things and no store.
pub(super) fn prepare(folder: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(folder).map_err(|e| Error::unwritable(folder, describe(&e)))?;
    if look(&folder.join(DATABASE))?.is_some() {
        return Ok(());
    }
    let entries = std::fs::read_dir(folder).map_err(|e| Error::unreadable(folder, e))?;
    for entry in entries {
        let name = entry.map_err(|e| Error::unreadable(folder, e))?.file_name();
        if name != LOCK && name != LOG {
            let shown = super::printable(&name.to_string_lossy());
            return Err(Error::Input(format!(
                "{}: contains other files ({shown}) and no store; name a new or an empty folder with --store",
                folder.display()
            )));
        }
    }
    Ok(())
}

/// The database's path without links in it, once all files beside it are known to be plain ones.
pub(super) fn database(folder: &Path) -> Result<PathBuf, Error> {
    let folder = folder.canonicalize().map_err(|e| Error::unreadable(folder, e))?;
    let file = folder.join(DATABASE);
    for end in BESIDE {
        look(&beside(&file, end))?;
    }
    check_journal(&file)?;
    Ok(file)
}

/// Path of the file that SQLite keeps beside a database.
pub(super) fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// Data of a plain file; none if there is nothing. Anything else is refused: a link may lead to a file of somebody else, and
/// a pipe or a device does not end.
pub(super) fn look(path: &Path) -> Result<Option<Metadata>, Error> {
    match std::fs::symlink_metadata(path) {
        Ok(data) if data.is_file() => Ok(Some(data)),
        Ok(data) => {
            let kind = if data.is_symlink() { "a symbolic link" } else { "not a plain file" };
            Err(Error::Input(format!(
                "{}: is {kind}, which a store never holds; name another folder",
                path.display()
            )))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::unreadable(path, error)),
    }
}

/// Refuses a journal that names a file: SQLite would open it and could remove it. Stores are never written in a way that
/// makes such a journal.
fn check_journal(database: &Path) -> Result<(), Error> {
    /// Last bytes of a journal that names another one.
    const NAMES_A_FILE: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
    let path = beside(database, JOURNAL);
    let Some(data) = look(&path)? else { return Ok(()) };
    if data.len() < 8 {
        return Ok(());
    }
    let mut last = [0; 8];
    let read = std::fs::File::open(&path)
        .and_then(|mut file| file.seek(SeekFrom::End(-8)).and_then(|_| file.read_exact(&mut last)));
    read.map_err(|e| Error::unreadable(&path, e))?;
    if last == NAMES_A_FILE { Err(damaged(&path, "it names another file")) } else { Ok(()) }
}

/// File systems on which locks, or memory that processes share, do not hold between machines: the numbers of statfs(2).
const DOUBTFUL: [(u32, &str); 13] = [
    (0x0000_6969, "NFS"),
    (0x0000_517b, "SMB"),
    (0xff53_4d42, "CIFS"),
    (0xfe53_4d42, "SMB"),
    (0x0102_1997, "9P"),
    (0x6573_5546, "FUSE"),
    (0x5346_414f, "AFS"),
    (0x7375_7245, "Coda"),
    (0x00c3_6400, "Ceph"),
    (0x0bd0_0bd0, "Lustre"),
    (0x4750_4653, "GPFS"),
    (0x1983_0326, "BeeGFS"),
    (0x786f_4256, "VirtualBox's shared folders"),
];

/// Name of the folder's file system, if processes on several machines may use it at the same time.
pub(super) fn doubtful_file_system(folder: &Path) -> Option<&'static str> {
    let number = rustix::fs::statfs(folder).ok()?.f_type;
    doubtful(number)
}

/// Name of a file system by its number, of which C libraries widen 32 bits with or without the sign.
fn doubtful(number: impl TryInto<i64>) -> Option<&'static str> {
    let low = number.try_into().ok()? & 0xffff_ffff;
    DOUBTFUL.into_iter().find(|(magic, _)| i64::from(*magic) == low).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_systems_are_recognised_by_their_numbers() {
        assert_eq!(doubtful(0x6969_i64), Some("NFS"));
        assert_eq!(doubtful(0xff53_4d42_u32), Some("CIFS"));
        assert_eq!(doubtful(-11_317_950_i64), Some("CIFS"), "a number that was widened with its sign");
        assert_eq!(doubtful(0xef53_i64), None, "ext4");
        assert_eq!(doubtful_file_system(Path::new("/proc")), None);
        assert_eq!(doubtful_file_system(Path::new("/nothing here")), None);
    }

    #[test]
    fn a_journal_that_names_a_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let journal = folder.path().join("store.sqlite-journal");
        for harmless in ["", "short", "a journal of a transaction"] {
            std::fs::write(&journal, harmless).unwrap();
            assert!(database(folder.path()).is_ok());
        }
        std::fs::write(&journal, b"/home/somebody/thesis.tex\xd9\xd5\x05\xf9\x20\xa1\x63\xd7").unwrap();
        let message = database(folder.path()).unwrap_err().to_string();
        assert!(message.contains("names another file"), "{message}");
    }
}
