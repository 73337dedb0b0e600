//! Whole programs in assembly, whose results were worked out beforehand: the first line of each says them,
//! `// expect NAME=VALUE NAME=VALUE`, or with `#` where that begins a comment. A name is a register's, or
//! `exit` for the status with which the program ends itself.

use std::path::{Path, PathBuf};

use crosscall_machines::machine::{Machine, Stop};

/// A program and what it says it leaves.
pub(crate) struct Program {
    pub(crate) name: String,
    pub(crate) text: String,
    expected: Vec<(String, u64)>,
}

/// The programs of a target.
pub(crate) fn folder(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(target)
}

/// Every program of a target, by name.
pub(crate) fn all(target: &str) -> Vec<Program> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder(target))
        .expect("the folder of programs")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let program = |path: PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a text");
        Program::parse(&name, &text).unwrap_or_else(|error| panic!("{error}"))
    };
    paths.into_iter().map(program).collect()
}

impl Program {
    pub(crate) fn parse(name: &str, text: &str) -> Result<Self, String> {
        let first = text.lines().next().unwrap_or("").trim_start_matches(['/', '#']);
        let items = first.strip_prefix(" expect ").ok_or(format!("{name}: the first line says nothing"))?;
        let pair = |item: &str| {
            let (what, value) = item.split_once('=')?;
            let value = match value.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16),
                None => value.parse(),
            };
            Some((what.to_owned(), value.ok()?))
        };
        let expected = items
            .split_whitespace()
            .map(|item| pair(item).ok_or(format!("{name}: `{item}` is not NAME=VALUE")))
            .collect::<Result<Vec<_>, _>>()?;
        if expected.is_empty() {
            return Err(format!("{name}: nothing is expected"));
        }
        Ok(Self { name: name.to_owned(), text: text.to_owned(), expected })
    }

    /// The value that is expected under a name.
    pub(crate) fn expected(&self, name: &str) -> Option<u64> {
        self.expected.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
    }

    /// Compares the end of a run with what is expected; `back` is where the program has to come back to,
    /// unless it ends itself.
    pub(crate) fn check(
        &self,
        machine: &(impl Machine + ?Sized),
        stop: &Stop,
        back: u64,
    ) -> Result<(), String> {
        let name = &self.name;
        let end = self.expected("exit").map_or(Stop::Breakpoint(back), |status| Stop::Exit(status as i32));
        if *stop != end {
            return Err(format!("{name}: ended with {stop:?}, expected {end:?}"));
        }
        for (what, value) in self.expected.iter().filter(|(what, _)| what != "exit") {
            let index = machine.registers().iter().position(|info| info.name == what);
            let index = index.ok_or(format!("{name}: there is no register {what}"))?;
            let found = machine.register(index as u16);
            if found != *value {
                return Err(format!("{name}: {what} is {found:#x}, expected {value:#x}"));
            }
        }
        Ok(())
    }
}

/// The C sources that compilers are tried with, sorted by name.
pub(crate) fn c_sources() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c");
    let entries = std::fs::read_dir(folder).expect("the sources are there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}
