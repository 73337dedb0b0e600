//! A `crosscall` in a world of its own, with no compilers but those that a test makes; and, for tests with real ones,
//! those that are installed.

pub(crate) mod settled;

use crosscall::toolchain::Toolchain;
use crosscall::toolchain::config::Config;
use crosscall::toolchain::discover::Places;
use crosscall::toolchain::select::Inventory;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The toolchains of this machine.
pub(crate) fn installed() -> Vec<Toolchain> {
    Inventory::take(&Config::default(), &Places::from_environment()).toolchains
}

/// One of them, by its name.
pub(crate) fn installed_as(name: &str) -> Option<Toolchain> {
    installed().into_iter().find(|toolchain| toolchain.name == name)
}

/// Whether one of them is there; a test that needs it and ends without says so.
pub(crate) fn is_installed(name: &str) -> bool {
    let is_there = installed_as(name).is_some();
    if !is_there {
        println!("skipped: {name} is not installed; see `crosscall doctor`");
    }
    is_there
}

/// A folder to work in, which is removed at the end.
pub(crate) struct World {
    folder: tempfile::TempDir,
}

impl World {
    pub(crate) fn new() -> World {
        World { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, contents).unwrap();
        path
    }

    /// An object file for the Epiphany that defines `name`, made of assembly text.
    pub(crate) fn object(&self, name: &str, text: &str) -> PathBuf {
        let tools = crosscall_machines::toolset::find("epiphany").unwrap();
        let object = tools.assemble(name, text).unwrap();
        self.write(name, tools.write_object(&object).unwrap())
    }

    /// A command that finds no compiler on this machine.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crosscall"));
        let nowhere = self.folder.path().join("nowhere");
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("PATH", "/usr/bin:/bin")
            .env("CROSSCALL_TOOLCHAINS", &nowhere)
            .env("XDG_CACHE_HOME", &nowhere)
            .env("TMPDIR", self.folder.path());
        for variable in ["COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        command
    }

    /// A command in this machine's own environment: where its toolchains are.
    pub(crate) fn at_home(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crosscall"));
        command.args(arguments).current_dir(self.folder.path());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Answer {
        Answer::of(self.command(arguments).output().unwrap(), self.folder.path())
    }

    /// Names of what is in the folder.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// What a command answered, without the folder's name.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Answer {
    pub(crate) fn of(output: Output, folder: &Path) -> Answer {
        let folder = folder.display().to_string();
        let folder = folder.trim_end_matches('/');
        let text = |bytes: &[u8]| {
            String::from_utf8_lossy(bytes).replace(&format!("{folder}/"), "").replace(folder, "(the world)")
        };
        Answer {
            code: output.status.code().unwrap_or(-1),
            out: text(&output.stdout),
            err: text(&output.stderr),
        }
    }

    /// Exit code and error output, as a snapshot.
    pub(crate) fn refusal(&self) -> String {
        format!("{}\n{}", self.code, self.err)
    }
}
