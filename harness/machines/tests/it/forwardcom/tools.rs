//! Parts that the tests share: finding and running `forw`.
#![allow(dead_code, reason = "every test file uses its own part")]

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::process::installed_or_on_path;
use crosscall_machines::forwardcom::elf::{kind, section_flags};
use crosscall_machines::object_file::{ObjectFile, Section};

/// The vendor's program: named by FORW, or as [`installed_or_on_path`]. Says so and gives `None` when it is
/// missing.
pub(crate) fn forw() -> Option<PathBuf> {
    let named = std::env::var_os("FORW").map(PathBuf::from).filter(|path| path.is_file());
    named.or_else(|| installed_or_on_path("forwardcom", "forw"))
}

/// The files with an extension in the folders that FORW_SOURCES lists, by name.
pub(crate) fn files(extension: &str) -> Vec<PathBuf> {
    let folders = std::env::var_os("FORW_SOURCES").unwrap_or_default();
    let folders = std::env::split_paths(&folders).filter_map(|folder| std::fs::read_dir(folder).ok());
    let mut files: Vec<PathBuf> = folders.flatten().flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    files.sort();
    files
}

/// Runs `forw` in a folder; gives what it prints, whatever its exit status.
pub(crate) fn run(forw: &Path, folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(forw).args(arguments).current_dir(folder).output().expect("forw runs");
    let both = [output.stdout, output.stderr].concat();
    String::from_utf8_lossy(&both).into_owned()
}

/// An object with one section of code.
pub(crate) fn code_object(code: &[u8]) -> ObjectFile {
    let size = code.len() as u64;
    ObjectFile {
        name: "code".to_owned(),
        sections: vec![Section {
            name: "code".to_owned(),
            kind: 1,
            flags: section_flags(0x1101),
            align: 4,
            data: code.to_vec(),
            size,
            relocations: Vec::new(),
        }],
        ..ObjectFile::default()
    }
}

#[test]
fn raw_kinds_are_the_vendors() {
    assert_eq!((kind::PROGBITS, kind::NOBITS), (0x11, 0x12));
}
