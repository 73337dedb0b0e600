//! The folder of a run's results: a report, the cases, and a line for each finding that is written as soon
//! as it is found.
//!
//! ```text
//! FOLDER/report.json          the whole run, written at its end
//! FOLDER/findings.jsonl       one finding a line, written when it is found
//! FOLDER/cases/TARGET/HASH.toml
//! ```
//!
//! Case files are named by their content and appear by one rename, so that several writers do not
//! disturb each other and nothing half-written is ever seen.

use crosscall_base::digest::content_name;
use crosscall_base::error::Error;
use crosscall_base::output::{describe, write_atomically};
use crosscall_toolchain::case_file::CaseFile;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Name of the file with one finding a line.
pub const LOG: &str = "findings.jsonl";

/// Name of the file with the whole report.
pub const REPORT: &str = "report.json";

/// A folder that is being written to.
#[derive(Debug)]
pub struct ReportFolder {
    root: PathBuf,
    log: Mutex<File>,
}

impl ReportFolder {
    /// Opens a folder in which no run has left anything, so that of several runs that begin at the same time one has it.
    ///
    /// # Errors
    /// [`Error::Input`] when it is used, [`Error::Store`] when it cannot be made or written.
    pub fn create(root: &Path) -> Result<ReportFolder, Error> {
        ReportFolder::check_unused(root)?;
        std::fs::create_dir_all(root).map_err(|e| Error::unwritable(root, describe(&e)))?;
        let path = root.join(LOG);
        match OpenOptions::new().create_new(true).append(true).open(&path) {
            Ok(log) => Ok(ReportFolder { root: root.to_owned(), log: Mutex::new(log) }),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(used(root, LOG)),
            Err(error) => Err(Error::unwritable(&path, describe(&error))),
        }
    }

    /// Refuses a folder in which a run has left something: what is in it would be mixed with what is new.
    ///
    /// # Errors
    /// [`Error::Input`] that names what is there.
    pub fn check_unused(root: &Path) -> Result<(), Error> {
        match [REPORT, LOG, "cases"].into_iter().find(|name| root.join(name).exists()) {
            None => Ok(()),
            Some(name) => Err(used(root, name)),
        }
    }

    /// Writes a case under the name that its content gives it, unless it is there already; returns where.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn put_case(&self, file: &CaseFile) -> Result<PathBuf, Error> {
        let folder = self.root.join("cases").join(file.case.target().name());
        put_case(&folder, file)
    }

    /// Adds a finding, a line of JSON, to the log.
    ///
    /// # Errors
    /// [`Error::Store`]; what was written before is still there.
    pub fn record(&self, finding: &str) -> Result<(), Error> {
        let path = self.root.join(LOG);
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        log.write_all(format!("{finding}\n").as_bytes()).and_then(|()| log.flush()).map_err(|e| {
            Error::unwritable(&path, format!("{}; earlier findings in it are kept", describe(&e)))
        })
    }
}

/// The error about a folder with results of another run.
fn used(root: &Path, name: &str) -> Error {
    Error::Input(format!(
        "{}: holds the report of an earlier run ({name}); name another folder with --report, or remove this one",
        root.display()
    ))
}

/// Writes a case into a folder under the name that its content gives it, unless it is there already;
/// returns where.
///
/// # Errors
/// [`Error::Store`].
pub fn put_case(folder: &Path, file: &CaseFile) -> Result<PathBuf, Error> {
    let path = folder.join(format!("{}.toml", content_name(&CaseFile::identity(&file.case))));
    if !path.exists() {
        write_atomically(&path, file.to_text().as_bytes())?;
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_reports::{json, sample};

    #[test]
    fn a_case_is_written_once_and_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let store = ReportFolder::create(folder.path()).unwrap();
        let file = CaseFile { case: sample::finding().case, found: None };
        let path = store.put_case(&file).unwrap();
        assert_eq!(store.put_case(&file).unwrap(), path);
        assert_eq!(CaseFile::read(&path).unwrap(), file);
        let left = std::fs::read_dir(path.parent().unwrap()).unwrap().count();
        assert_eq!(left, 1, "no temporary file is left");
    }

    #[test]
    fn a_folder_with_a_report_is_not_used_again() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(ReportFolder::check_unused(&folder.path().join("new")), Ok(()));
        std::fs::write(folder.path().join("notes.txt"), "").unwrap();
        assert_eq!(ReportFolder::check_unused(folder.path()), Ok(()));
        ReportFolder::create(folder.path()).unwrap();
        assert_eq!(ReportFolder::create(folder.path()).unwrap_err().exit_code(), 2);
        let error = ReportFolder::check_unused(folder.path()).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        assert!(error.to_string().contains("(findings.jsonl)"), "{error}");
    }

    #[test]
    fn findings_are_appended() {
        let folder = tempfile::tempdir().unwrap();
        let store = ReportFolder::create(folder.path()).unwrap();
        for _ in 0..2 {
            store.record(&json::finding_line(&sample::finding())).unwrap();
        }
        let text = std::fs::read_to_string(folder.path().join(LOG)).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 2);
        let value: serde_json::Value = serde_json::from_str(lines[1]).unwrap();
        assert_eq!(value["clause"], "EPIPHANY-RET-06");
    }

    #[test]
    fn a_full_disk_is_said_and_ends_with_code_3() {
        let folder = tempfile::tempdir().unwrap();
        let log = OpenOptions::new().append(true).open("/dev/full").unwrap();
        let store = ReportFolder { root: folder.path().to_owned(), log: Mutex::new(log) };
        let error = store.record(&json::finding_line(&sample::finding())).unwrap_err();
        assert_eq!(error.exit_code(), 3);
        assert!(error.to_string().contains("the disk is full"), "{error}");
    }

    #[test]
    fn a_place_that_cannot_be_written_is_named() {
        let error = ReportFolder::create(Path::new("/proc/nothing/here")).unwrap_err();
        assert_eq!(error.exit_code(), 3);
        assert!(error.to_string().contains("/proc/nothing/here"), "{error}");
    }
}
