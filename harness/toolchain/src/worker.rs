//! The program that does a compiler's work, behind drivers and wrappers: it can change while its version stays.

use super::{Toolchain, ToolchainKind, discover};
use crosscall_base::digest::Digest;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Digests of files that were read already.
#[derive(Debug, Default)]
pub struct Workers(BTreeMap<PathBuf, Option<String>>);

impl Workers {
    /// A digest of the program that does the work of a subject: what its driver says that it starts, or else the program
    /// of its command; none for the embedded code generator, and where that cannot be read.
    pub fn digest(&mut self, toolchain: &Toolchain) -> Option<String> {
        if let Some(recorded) = &toolchain.recorded.0 {
            return Some(recorded.digest.clone());
        }
        let path = worker(toolchain)?;
        let path = path.canonicalize().unwrap_or(path);
        self.0.entry(path).or_insert_with_key(|path| digest(path)).clone()
    }
}

fn worker(toolchain: &Toolchain) -> Option<PathBuf> {
    let (_, command) = toolchain.asked();
    let name = match toolchain.kind {
        ToolchainKind::Gcc => Some("cc1"),
        ToolchainKind::Clang => Some("clang"),
        _ => None,
    };
    // The program may be the interpreter of the file that does the work.
    let script = command.iter().skip(1).map(PathBuf::from).find(|path| path.is_file());
    if let Some(script) = script.filter(|_| toolchain.kind == ToolchainKind::Printer) {
        return Some(script);
    }
    let reported = name.and_then(|name| discover::ask(command, &format!("-print-prog-name={name}")).ok());
    let reported = reported.map(|answer| PathBuf::from(answer.trim()));
    reported.filter(|path| path.is_absolute() && path.is_file()).or_else(|| program(command.first()?))
}

/// The file that a command starts.
pub fn program(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return Some(PathBuf::from(name));
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// A digest of the file that a command starts; none where it cannot be read.
pub fn program_digest(name: &str) -> Option<String> {
    digest(&program(name)?)
}

/// A digest of a file; none where it cannot be read.
pub fn digest(path: &Path) -> Option<String> {
    let mut file = File::open(path).ok()?;
    let (mut digest, mut part) = (Digest::default(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut part).ok()? {
            0 => return Some(digest.text()),
            count => digest.add(part.get(..count)?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_model::Target;
    use std::os::unix::fs::PermissionsExt;

    fn script(folder: &Path, name: &str, text: &str) -> String {
        let path = folder.join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path.display().to_string()
    }

    #[test]
    fn the_compiler_behind_a_wrapper_counts() {
        let folder = tempfile::tempdir().unwrap();
        let cc1 = script(folder.path(), "cc1", ": one");
        let wrapper = script(folder.path(), "gcc", &format!("echo {cc1}"));
        let gcc = |command: &str| Toolchain {
            kind: ToolchainKind::Gcc,
            cc: vec![command.to_owned()],
            ..Toolchain::embedded(Target::Epiphany)
        };
        let before = Workers::default().digest(&gcc(&wrapper)).unwrap();
        assert_eq!(Workers::default().digest(&gcc(&wrapper)), Some(before.clone()));
        script(folder.path(), "cc1", ": two");
        let after = Workers::default().digest(&gcc(&wrapper)).unwrap();
        assert_ne!(before, after);
        // One that does not say what it starts is taken for the compiler itself.
        let silent = script(folder.path(), "silent", "exit 1");
        assert!(Workers::default().digest(&gcc(&silent)).is_some_and(|own| own != after));
        assert_eq!(Workers::default().digest(&Toolchain::embedded(Target::Epiphany)), None);
    }
}
