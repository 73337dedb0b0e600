//! What the tests share: finding and running `forw`.
#![allow(dead_code, reason = "every test file uses its own part")]

use std::path::{Path, PathBuf};
use std::process::Command;

use crosscall_machines::forwardcom::elf::{kind, section_flags};
use crosscall_machines::object_file::{ObjectFile, Section};

/// The vendor's program: named by FORW, in the directory named by CROSSCALL_TOOLCHAINS, at the default
/// place, or on PATH. Says so and gives `None` when it is missing.
pub(crate) fn forw() -> Option<PathBuf> {
    let named = std::env::var_os("FORW").map(PathBuf::from);
    let toolchains = std::env::var_os("CROSSCALL_TOOLCHAINS").map(PathBuf::from);
    let default = std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache/crosscall/toolchains"));
    let in_toolchains =
        [toolchains, default].into_iter().flatten().map(|place| place.join("forwardcom/bin/forw"));
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    let on_path: Vec<PathBuf> = std::env::split_paths(&on_path).map(|place| place.join("forw")).collect();
    let found = named.into_iter().chain(in_toolchains).chain(on_path).find(|path| path.is_file());
    if found.is_none() {
        println!("skipped: forw is not installed");
    }
    found
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

/// A generator of numbers for tests that must be the same in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        (self.next() >> 16) % limit.max(1)
    }
}

#[test]
fn raw_kinds_are_the_vendors() {
    assert_eq!((kind::PROGBITS, kind::NOBITS), (0x11, 0x12));
}
