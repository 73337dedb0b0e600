//! A `crosscall` in a world of its own, with no compilers but those that a test makes; and, for tests with real ones,
//! those that are installed.

pub(crate) mod campaigns;
pub(crate) mod cases;
pub(crate) mod host;
pub(crate) mod settled;
pub(crate) mod units;

use crosscall_base::process::Limits;
use crosscall_model::Target;
use crosscall_model::target::riscv::Abi;
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::config::Config;
use crosscall_toolchain::discover::Places;
use crosscall_toolchain::select::Inventory;
use crosscall_toolchain::units::CompileContext;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

/// RISC-V as most processors of it are.
pub(crate) const RISCV: Target = Target::Riscv(Abi::Lp64d);

/// True if tests sweep through everything, as they do at night: `CROSSCALL_THOROUGH=1`. Otherwise those that take minutes
/// take a sample.
pub(crate) fn is_thorough() -> bool {
    std::env::var_os("CROSSCALL_THOROUGH").is_some_and(|value| !value.is_empty())
}

/// Step by which a test goes through what it takes one in `n` of; 1 where it [is thorough](is_thorough).
pub(crate) fn one_in(n: usize) -> usize {
    if is_thorough() { 1 } else { n }
}

/// Targets of a test that takes long with each: all where it [is thorough](is_thorough), otherwise two for RISC-V, whose ABIs
/// share their rules.
pub(crate) fn targets() -> impl Iterator<Item = Target> {
    let is_wanted = |target: &Target| match target {
        Target::Riscv(_) => is_thorough() || ["riscv64-lp64d", "riscv32-ilp32e"].contains(&target.name()),
        _ => true,
    };
    Target::built_in().filter(is_wanted)
}

/// The same for a test that takes long with each of many inputs: two targets of eight for each, in turn.
pub(crate) fn targets_in_turn(turn: usize) -> impl Iterator<Item = Target> {
    targets()
        .enumerate()
        .filter(move |(i, _)| is_thorough() || (i + turn).is_multiple_of(4))
        .map(|(_, target)| target)
}

/// The toolchains of this machine.
pub(crate) fn installed() -> Vec<Toolchain> {
    Inventory::take(&Config::default(), &Places::from_environment()).toolchains
}

/// The installed toolchain with this name.
pub(crate) fn installed_as(name: &str) -> Option<Toolchain> {
    installed().into_iter().find(|toolchain| toolchain.name == name)
}

/// True if the named toolchain is installed; otherwise prints that the test was skipped.
pub(crate) fn is_installed(name: &str) -> bool {
    let is_there = installed_as(name).is_some();
    if !is_there {
        println!("skipped: {name} is not installed; see `crosscall doctor`");
    }
    is_there
}

/// For compilations in the test's own process, in the folder for temporary files.
pub(crate) fn context() -> CompileContext<'static> {
    static CONTEXT: LazyLock<(PathBuf, Limits, AtomicBool)> =
        LazyLock::new(|| (std::env::temp_dir(), Limits::default(), AtomicBool::new(false)));
    let (work_dir, limits, stop) = &*CONTEXT;
    CompileContext { work_dir, limits, stop }
}

/// A folder to work in, which is removed at the end.
pub(crate) struct World {
    folder: tempfile::TempDir,
}

/// Shell text that reads a compiler's command line: `$source` is the C file, `$out` the object file to be written.
pub(crate) const READ_ARGUMENTS: &str = "out=; source=\n\
    while [ $# -gt 0 ]; do case \"$1\" in -o) out=$2; shift;; *.c) source=$1;; esac; shift; done\n";

/// Entry of a configuration for a toolchain, `command` being its compiler.
pub(crate) fn toolchain_entry(name: &str, target: &str, kind: &str, command: &[&str]) -> String {
    format!("[[toolchain]]\nname = {name:?}\ntarget = {target:?}\nkind = {kind:?}\ncc = {command:?}\n")
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

    /// Text of a file.
    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// A file that can be executed, in a folder that is made where it is missing.
    pub(crate) fn write_program(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        std::fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        let path = self.write(name, text);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// A configuration with one toolchain, `command` being its compiler.
    pub(crate) fn configure(&self, name: &str, target: &str, kind: &str, command: &[&str]) {
        self.write("crosscall.toml", toolchain_entry(name, target, kind, command));
    }

    /// An object file for the Epiphany, made of assembly text.
    pub(crate) fn object(&self, name: &str, text: &str) -> PathBuf {
        self.object_for(Target::Epiphany, name, text)
    }

    /// An object file, made of assembly text.
    pub(crate) fn object_for(&self, target: Target, name: &str, text: &str) -> PathBuf {
        let tools = crosscall_engine::machine::tools(target);
        let object = tools.assemble(name, text).unwrap_or_else(|e| panic!("{name}: {e}"));
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

    /// Answer to a command in this machine's own environment: where its toolchains are.
    pub(crate) fn run_at_home(&self, arguments: &[&str]) -> Answer {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crosscall"));
        self.answer(command.args(arguments).current_dir(self.folder.path()))
    }

    /// Answer to [`World::command`].
    pub(crate) fn run(&self, arguments: &[&str]) -> Answer {
        self.answer(&mut self.command(arguments))
    }

    /// Answer to [`World::command`] with a folder of the world at the head of the search path.
    pub(crate) fn run_with_path(&self, folder: &str, arguments: &[&str]) -> Answer {
        let path = format!("{}:/usr/bin:/bin", self.path(folder).display());
        self.answer(self.command(arguments).env("PATH", path))
    }

    /// Answer to a command.
    pub(crate) fn answer(&self, command: &mut Command) -> Answer {
        let arguments: Vec<_> = command.get_args().map(|word| word.to_string_lossy()).collect();
        let line = arguments.join(" ");
        Answer { line, ..Answer::of(command.output().unwrap(), self.folder.path()) }
    }

    /// Names of what is in the folder.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// Exit code and output of a command, in which the folder's path is left out.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The command's arguments; empty where they are not known.
    line: String,
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Answer {
    /// The answer of a command that ran in `folder`.
    pub(crate) fn of(output: Output, folder: &Path) -> Answer {
        let folder = folder.display().to_string();
        let folder = folder.trim_end_matches('/');
        let text = |bytes: &[u8]| {
            String::from_utf8_lossy(bytes).replace(&format!("{folder}/"), "").replace(folder, "(the world)")
        };
        Answer {
            line: String::new(),
            code: output.status.code().unwrap_or(-1),
            out: text(&output.stdout),
            err: text(&output.stderr),
        }
    }

    /// The same, of a command that had to end with this exit code.
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Answer {
        assert_eq!(self.code, code, "{}: {self:?}", self.line);
        self
    }

    /// The output, which is JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }

    /// Last line of the output.
    pub(crate) fn last_line(&self) -> &str {
        self.out.lines().last().unwrap_or_default()
    }

    /// Exit code and error output, as a snapshot.
    pub(crate) fn refusal(&self) -> String {
        format!("{}\n{}", self.code, self.err)
    }
}
