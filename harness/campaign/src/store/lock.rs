//! One process writes a store. The lock belongs to the process: it ends with it, whatever ended it.

use super::files::{self, LOCK};
use super::nights::Run;
use super::printable;
use crosscall_base::error::Error;
use crosscall_base::output::describe;
use rustix::fs::{Mode, OFlags};
use std::fs::{File, TryLockError};
use std::io::{Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Largest part of a lock's text that is read, in bytes.
const LONGEST: u64 = 1024;

/// Time after which a lock is held by a process that goes on: one that looks, or has just been killed, is gone by then.
const PATIENCE: Duration = Duration::from_millis(200);

/// A lock that is held until this value is dropped.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
    /// Why it may not hold, where the file system has no locks.
    pub(super) warning: Option<String>,
}

impl Lock {
    /// Takes the lock of a folder and writes into it who has it.
    ///
    /// # Errors
    /// [`Error::Store`] that names the process which has the lock, or why there can be none.
    pub(super) fn take(folder: &Path, run: &Run) -> Result<Lock, Error> {
        let path = folder.join(LOCK);
        files::look(&path)?;
        // Nothing is followed and nothing is waited for, even if the file became another one since.
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::CLOEXEC | OFlags::NOFOLLOW | OFlags::NONBLOCK;
        let mode = Mode::from_raw_mode(0o666);
        let unwritable = |e: std::io::Error| Error::unwritable(&path, describe(&e));
        let mut file: File = rustix::fs::open(&path, flags, mode).map_err(|e| unwritable(e.into()))?.into();
        let warning = match try_lock(&file) {
            Ok(()) => None,
            Err(TryLockError::WouldBlock) => return Err(held(folder, &mut file)),
            Err(TryLockError::Error(error)) => Some(format!(
                "{}: cannot be locked ({error}); see that no other run uses this store",
                path.display()
            )),
        };
        let holder = format!("host {}\nprocess {}\nsince {}\n", run.host, run.process, run.started);
        file.set_len(0).and_then(|()| file.write_all(holder.as_bytes())).map_err(unwritable)?;
        Ok(Lock { file, warning })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Nobody reads the text of a lock that is free.
        let _ = self.file.set_len(0);
    }
}

/// Tries to lock a file until it is plain that somebody else has it.
fn try_lock(file: &File) -> Result<(), TryLockError> {
    let begin = Instant::now();
    loop {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) if begin.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(10));
            }
            done => return done,
        }
    }
}

/// The process that has the lock of a folder, in words that are safe for a terminal; none if nobody has it.
///
/// # Errors
/// When the lock's file is no plain one or cannot be read.
pub(super) fn holder(folder: &Path) -> Result<Option<String>, Error> {
    let path = folder.join(LOCK);
    if files::look(&path)?.is_none() {
        return Ok(None);
    }
    let mut file = File::open(&path).map_err(|e| Error::unreadable(&path, e))?;
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => Ok(Some(words(&mut file))),
        // The lock goes with the file at the end of this function.
        _ => Ok(None),
    }
}

/// The text in a lock, which is not trusted, as a part of a sentence.
fn words(file: &mut File) -> String {
    let mut text = String::new();
    let _ = file.take(LONGEST).read_to_string(&mut text);
    let word = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(printable);
    match (word("process "), word("host "), word("since ")) {
        (Some(process), Some(host), Some(since)) => {
            format!("process {process} on {host} has used it since {since}")
        }
        _ => "another process uses it".to_owned(),
    }
}

/// The error about a store that another process writes.
fn held(folder: &Path, file: &mut File) -> Error {
    Error::Store(format!(
        "{}: {}; wait for its end, name another folder with --store, or end it: what it has stored is kept",
        folder.display(),
        words(file)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(host: &str) -> Run {
        Run {
            host: host.to_owned(),
            process: 7,
            started: "2026-01-02T03:04:05Z".to_owned(),
            ..Run::default()
        }
    }

    #[test]
    fn the_second_one_learns_who_was_first_and_the_third_one_gets_it() {
        let folder = tempfile::tempdir().unwrap();
        let first = Lock::take(folder.path(), &run("alpha")).unwrap();
        assert_eq!(first.warning, None);
        let words = "process 7 on alpha has used it since 2026-01-02T03:04:05Z";
        assert_eq!(holder(folder.path()).unwrap().unwrap(), words);
        let error = Lock::take(folder.path(), &run("beta")).unwrap_err();
        assert_eq!(error.exit_code(), 3);
        let message = error.to_string();
        assert!(message.contains(&format!(": {words}; wait for its end")), "{message}");
        drop(first);
        assert_eq!(holder(folder.path()).unwrap(), None);
        assert!(Lock::take(folder.path(), &run("beta")).is_ok());
        assert_eq!(std::fs::read(folder.path().join(LOCK)).unwrap(), b"");
    }

    #[test]
    fn what_stands_in_a_lock_is_not_obeyed() {
        let folder = tempfile::tempdir().unwrap();
        let _first = Lock::take(folder.path(), &run("\u{1b}]0;title\u{7}")).unwrap();
        let message = Lock::take(folder.path(), &run("beta")).unwrap_err().to_string();
        assert!(message.contains("on \\u{1b}]0;title\\u{7} has"), "{message}");
        std::fs::write(folder.path().join(LOCK), b"\xff\x1b[2J").unwrap();
        let message = Lock::take(folder.path(), &run("beta")).unwrap_err().to_string();
        assert!(message.contains(": another process uses it;") && !message.contains('\u{1b}'), "{message}");
    }

    #[test]
    fn a_link_or_a_pipe_is_no_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(LOCK);
        std::os::unix::fs::symlink("/etc/passwd", &path).unwrap();
        let message = Lock::take(folder.path(), &run("alpha")).unwrap_err().to_string();
        assert!(message.contains("is a symbolic link"), "{message}");
        std::fs::remove_file(&path).unwrap();
        rustix::fs::mknodat(rustix::fs::CWD, &path, rustix::fs::FileType::Fifo, Mode::RUSR, 0).unwrap();
        let message = Lock::take(folder.path(), &run("alpha")).unwrap_err().to_string();
        assert!(message.contains("is not a plain file"), "{message}");
    }
}
