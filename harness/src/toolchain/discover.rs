//! Finds the compilers that a machine has.
//!
//! A compiler is looked for on PATH, then where crosscall's own scripts install it:
//! `$CROSSCALL_TOOLCHAINS/FOLDER/bin`, else `${XDG_CACHE_HOME:-~/.cache}/crosscall/toolchains/FOLDER/bin`.

use super::folder::WorkFolder;
use super::process::{self, End, Limits};
use super::{Kind, Toolchain, identity};
use crate::interrupt;
use crosscall_model::Target;
use std::env;
use std::path::{Path, PathBuf};

/// A compiler that crosscall knows how to find: one of [`families`].
#[derive(Debug, PartialEq, Eq)]
pub struct Family {
    /// What it compiles for.
    pub target: Target,
    /// How it is driven.
    pub kind: Kind,
    /// File name of the compiler.
    pub compiler: &'static str,
    /// File name of the assembler beside it.
    pub assembler: &'static str,
    /// Folder under the toolchains' folder in which its script installs it.
    pub folder: &'static str,
    /// The subjects: what is added to the compiler's name, and the flags.
    pub subjects: &'static [(&'static str, &'static [&'static str])],
    /// How a person gets it.
    pub remedy: &'static str,
}

/// The optimisation levels, each a subject of its own.
const LEVELS: &[(&str, &[&str])] =
    &[("-O0", &["-O0"]), ("-O1", &["-O1"]), ("-O2", &["-O2"]), ("-O3", &["-O3"]), ("-Os", &["-Os"])];

const EPIPHANY: &[Family] = &[Family {
    target: Target::Epiphany,
    kind: Kind::Gcc,
    compiler: "epiphany-elf-gcc",
    assembler: "epiphany-elf-as",
    folder: "epiphany",
    subjects: LEVELS,
    remedy: "scripts/install-epiphany-toolchain builds it from Debian's sources (about five minutes)",
}];

/// The compilers that are looked for.
pub fn families(target: Target) -> &'static [Family] {
    match target {
        Target::Epiphany => EPIPHANY,
    }
}

impl Family {
    /// Names of its subjects.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.subjects.iter().map(|(suffix, _)| format!("{}{suffix}", self.compiler))
    }
}

/// Where to look.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// Folders of PATH.
    pub path: Vec<PathBuf>,
    /// The folder in which scripts install toolchains, each in a folder of its own.
    pub toolchains: Vec<PathBuf>,
}

impl Places {
    /// The places that this process's environment names.
    pub fn from_environment() -> Places {
        let path = env::var_os("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default();
        let folder = |name| env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        let own = folder("CROSSCALL_TOOLCHAINS");
        let cache = folder("XDG_CACHE_HOME").or_else(|| Some(folder("HOME")?.join(".cache")));
        let cache = cache.map(|cache| cache.join("crosscall").join("toolchains"));
        Places { path, toolchains: own.into_iter().chain(cache).collect() }
    }

    /// The first program of this name: on PATH, else in `FOLDER/bin` of a folder of toolchains.
    pub fn program(&self, folder: &str, name: &str) -> Option<PathBuf> {
        let installed = self.toolchains.iter().map(|toolchains| toolchains.join(folder).join("bin"));
        let candidates = self.path.iter().cloned().chain(installed);
        candidates.map(|folder| folder.join(name)).find(|file| is_program(file))
    }
}

fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(file).is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

/// What was found of a family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// A compiler that answers.
    Working {
        /// Where it is.
        compiler: PathBuf,
        /// First line of what it says about its version.
        version: String,
        /// What it is, whatever its name; see [`super::identity`].
        identity: String,
    },
    /// A compiler that does not answer as one.
    Broken {
        /// Where it is.
        compiler: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// Nothing.
    Missing,
}

/// Looks for a family's compiler and asks it for its version.
pub fn look(family: &Family, places: &Places) -> Found {
    let Some(compiler) = places.program(family.folder, family.compiler) else { return Found::Missing };
    match ask_version(&[compiler.to_string_lossy().into_owned()]) {
        Ok(version) => {
            let identity = identity::ask(family.kind, &[compiler.to_string_lossy().into_owned()], &version);
            Found::Working { compiler, version, identity }
        }
        Err(reason) => Found::Broken { compiler, reason },
    }
}

/// The subjects of a compiler that was found.
pub fn subjects(family: &Family, compiler: &Path, version: &str, identity: &str) -> Vec<Toolchain> {
    let program = compiler.to_string_lossy().into_owned();
    let beside = compiler.with_file_name(family.assembler);
    let assembler =
        if is_program(&beside) { vec![beside.to_string_lossy().into_owned()] } else { Vec::new() };
    let subject = |(suffix, flags): &(&str, &[&str])| Toolchain {
        name: format!("{}{suffix}", family.compiler),
        target: family.target,
        kind: family.kind,
        cc: std::iter::once(program.clone()).chain(flags.iter().map(|f| (*f).to_owned())).collect(),
        as_: assembler.clone(),
        version: version.to_owned(),
        mutation: None,
        compiler: identity.to_owned(),
    };
    family.subjects.iter().map(subject).collect()
}

/// Asks a compiler for its version: the first line of its answer.
///
/// # Errors
/// What is wrong with it, in words.
pub fn ask_version(command: &[String]) -> Result<String, String> {
    let answer = ask(command, "--version")?;
    match answer.lines().map(str::trim).find(|line| !line.is_empty()) {
        Some(line) => Ok(line.chars().filter(|c| !c.is_control()).take(200).collect()),
        None => Err("`--version` printed nothing".to_owned()),
    }
}

/// Asks a compiler a question: what it prints when it is started with one more argument.
///
/// # Errors
/// What is wrong with it, in words.
pub(super) fn ask(command: &[String], question: &str) -> Result<String, String> {
    let mut command = command.to_vec();
    command.push(question.to_owned());
    let limits = Limits { output: 4096, memory: None, ..Limits::default() };
    // Whatever it writes, though it should not, goes with the folder. It may still answer where there is no
    // folder for temporary files.
    let folder = WorkFolder::new(&env::temp_dir()).ok();
    let place = folder.as_ref().map_or(Path::new("/"), WorkFolder::path);
    let ran =
        process::run(&command, place, &limits, &interrupt::present_flag()).map_err(|e| e.to_string())?;
    match ran.end {
        End::Code(0) => Ok(String::from_utf8_lossy(&ran.stdout).into_owned()),
        End::Code(code) => Err(format!("`{question}` ended with status {code}")),
        End::Signal(number) => Err(format!("`{question}` was killed by signal {number}")),
        End::TimedOut => Err(format!("`{question}` did not end in {} s", limits.time.as_secs())),
        End::Interrupted => Err("interrupted".to_owned()),
    }
}
