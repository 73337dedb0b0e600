//! Answers of compilers about what they can do, kept from one run to the next in the user's folder for caches.
//!
//! A compiler is asked again as soon as its program, its version, its options or the questions are other ones. A script is
//! asked each time, for nobody knows what it starts.

use super::Toolchain;
use crosscall_base::output::write_atomically;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// Most bytes of a program that are read; a larger one is known by its size and its time.
const MOST_BYTES: u64 = 64 << 20;

/// A place for the answers of one compiler to one list of questions.
pub(super) struct Place(PathBuf);

impl Place {
    /// The place, where there is a folder for caches and the compiler is a program that can be told from others.
    pub(super) fn of(toolchain: &Toolchain, questions: &[String]) -> Option<Place> {
        if toolchain.hook.is_some() || toolchain.version.is_empty() {
            return None;
        }
        let mut digest = Sha256::new();
        let mut add = |bytes: &[u8]| {
            digest.update((bytes.len() as u64).to_le_bytes());
            digest.update(bytes);
        };
        add(env!("CARGO_PKG_VERSION").as_bytes());
        add(toolchain.target.name().as_bytes());
        add(toolchain.version.as_bytes());
        for program in [toolchain.cc.first()?].into_iter().chain(toolchain.as_.first()) {
            add(&program_digest(Path::new(program))?);
        }
        let words = { words_of(toolchain) }.into_iter().chain(questions.iter().map(String::as_str));
        words.for_each(|word| add(word.as_bytes()));
        let name: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Some(Place(caches()?.join(name)))
    }

    /// Numbers of the questions that the compiler said yes to; `None` where it was not asked, or what is kept is damaged.
    pub(super) fn read(&self, questions: usize) -> Option<BTreeSet<usize>> {
        let text = std::fs::read_to_string(&self.0).ok()?;
        let numbers: Option<BTreeSet<usize>> = text
            .strip_suffix("\n")?
            .split(' ')
            .map(|word| word.parse().ok().filter(|n| *n < questions))
            .collect();
        numbers.filter(|numbers| !numbers.is_empty())
    }

    /// Keeps them; that it cannot be done only costs time.
    pub(super) fn keep(&self, yes: &BTreeSet<usize>) {
        let words: Vec<String> = yes.iter().map(usize::to_string).collect();
        let _ = write_atomically(&self.0, (words.join(" ") + "\n").as_bytes());
    }
}

/// Command and form of a compiler without its optimisation level, which says nothing about the language that it takes.
pub fn words_of(toolchain: &Toolchain) -> Vec<&str> {
    let is_level = |word: &&String| word.starts_with("-O");
    let words = toolchain.cc.iter().filter(|word| !is_level(word)).chain(&toolchain.as_);
    words.map(String::as_str).chain([toolchain.kind.name(), toolchain.emits.name()]).collect()
}

/// Folder of the answers.
fn caches() -> Option<PathBuf> {
    let folder = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = folder("XDG_CACHE_HOME").or_else(|| Some(folder("HOME")?.join(".cache")))?;
    Some(cache.join("crosscall").join("compilers"))
}

/// Digest of a program that is named by its path; `None` for a script.
fn program_digest(program: &Path) -> Option<Vec<u8>> {
    let file = program.canonicalize().ok().filter(|_| program.is_absolute())?;
    let facts = std::fs::metadata(&file).ok()?;
    let mut bytes = Vec::new();
    std::fs::File::open(&file).ok()?.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
    if bytes.starts_with(b"#!") {
        return None;
    }
    let time = facts.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    let mut digest = Sha256::new();
    digest.update(facts.len().to_le_bytes());
    // A driver is small and starts the compiler proper, which is installed together with it.
    digest.update(time.as_nanos().to_le_bytes());
    digest.update(&bytes);
    Some(digest.finalize().to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_as_they_were_kept_and_damaged_ones_are_none() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place(folder.path().join("caches/one"));
        assert_eq!(place.read(10), None);
        let yes: BTreeSet<usize> = [0, 3, 9].into();
        place.keep(&yes);
        assert_eq!(place.read(10), Some(yes));
        assert_eq!(place.read(9), None, "there is no such question");
        for damaged in ["", "\n", "0 3", "0 x\n", "0  3\n"] {
            std::fs::write(&place.0, damaged).unwrap();
            assert_eq!(place.read(10), None, "{damaged:?}");
        }
    }

    #[test]
    fn a_script_is_asked_each_time() {
        let folder = tempfile::tempdir().unwrap();
        let (script, program) = (folder.path().join("script"), folder.path().join("program"));
        std::fs::write(&script, "#!/bin/sh\nexec cc \"$@\"\n").unwrap();
        std::fs::write(&program, b"\x7fELF").unwrap();
        assert_eq!(program_digest(&script), None);
        let first = program_digest(&program).unwrap();
        std::fs::write(&program, b"\x7fELG").unwrap();
        assert_ne!(program_digest(&program).unwrap(), first);
        assert_eq!(program_digest(Path::new("program")), None, "not by its path");
    }
}
