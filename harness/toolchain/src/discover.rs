//! Finds the compilers, assemblers and linkers that a machine has.
//!
//! A compiler is looked for on PATH, then where crosscall's own scripts install it
//! (`$CROSSCALL_TOOLCHAINS/FOLDER/bin`, else `${XDG_CACHE_HOME:-~/.cache}/crosscall/toolchains/FOLDER/bin`), and then
//! where its own project does.

mod aarch64;
mod common;
mod dpu;
mod epiphany;
mod forwardcom;
mod ipu;
mod nyuzi;
mod riscv;
mod x86_64;

use super::emits::Emits;
use super::{ByItself, Toolchain, ToolchainKind, identity};
use crate::recorded::RecordedProducts;
use crate::waits::Waits;
use crosscall_base::interrupt;
use crosscall_base::process::folder::WorkFolder;
use crosscall_base::process::{self, End, Limits};
use crosscall_model::Target;
use std::env;
use std::path::{Path, PathBuf};

/// A compiler that crosscall knows how to find: one of [`families`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Family {
    /// Its target.
    pub target: Target,
    /// Its kind: the command line that it understands.
    pub kind: ToolchainKind,
    /// Its name, with which the names of its subjects begin.
    pub name: &'static str,
    /// Second part of these names, where one compiler serves several targets: the ABI.
    pub variant: &'static str,
    /// File names of the program that is looked for and asked for its version, the most telling first: the compiler, or
    /// the assembler where there is none.
    pub compilers: &'static [&'static str],
    /// File names of compilers that are looked for by themselves: a link to one of them is none of this family.
    pub but: &'static [&'static str],
    /// True for a version of a compiler whose name has no version: nobody misses it.
    pub is_version: bool,
    /// File name of the assembler beside it; where there is none, the compiler takes assembly text itself.
    pub assembler: Option<&'static str>,
    /// File names of the linker beside it, the most telling first.
    pub linkers: &'static [&'static str],
    /// Folder in which its own project installs it.
    pub place: Option<&'static str>,
    /// Variable of the environment that names the folder of the kit that it is part of: it is looked for in `bin` there.
    pub home: Option<&'static str>,
    /// Options that it is always called with.
    pub options: &'static [&'static str],
    /// Options that the linker is always called with.
    pub linker_options: &'static [&'static str],
    /// Arguments that only a compiler for the target accepts, where compilers for others have the same file name.
    pub proof: &'static [&'static str],
    /// The oldest release that counts, where older ones are of no use: its first two numbers.
    pub least: Option<[u32; 2]>,
    /// A word of its answer to `--version`, where programs of another kind have the same file name.
    pub says: Option<&'static str>,
    /// Command that takes an object file out of the compiler's output: the file name of a program beside it, and arguments; none
    /// where it writes object files.
    pub opener: &'static [&'static str],
    /// The subjects: what is added to the name, and the flags.
    pub subjects: &'static [(&'static str, &'static [&'static str])],
    /// Suffix of the name of one more subject, whose code runs in the emulator that the program that is looked for
    /// is as well; none where it is no emulator.
    pub emulator: Option<&'static str>,
    /// Way to get it.
    pub remedy: &'static str,
    /// The same as a command, as [`LeftOut::install`](crosscall_reports::run::LeftOut::install) has it.
    pub install: &'static str,
}

/// The optimisation levels, each a subject of its own.
const LEVELS: &[(&str, &[&str])] =
    &[("-O0", &["-O0"]), ("-O1", &["-O1"]), ("-O2", &["-O2"]), ("-O3", &["-O3"]), ("-Os", &["-Os"])];

/// The optimisation levels of rustc.
const RUST_LEVELS: &[(&str, &[&str])] = &[
    ("-O0", &["-Copt-level=0"]),
    ("-O1", &["-Copt-level=1"]),
    ("-O2", &["-Copt-level=2"]),
    ("-O3", &["-Copt-level=3"]),
    ("-Os", &["-Copt-level=s"]),
];

/// A family with a single subject.
const ONE: &[(&str, &[&str])] = &[("", &[])];

/// The compilers that are looked for.
pub fn families(target: Target) -> &'static [Family] {
    match target {
        Target::Epiphany => epiphany::FAMILIES,
        Target::Nyuzi => nyuzi::FAMILIES,
        Target::Dpu => dpu::FAMILIES,
        Target::Ipu => ipu::FAMILIES,
        Target::ForwardCom => forwardcom::FAMILIES,
        Target::Riscv(abi) => riscv::of(abi),
        Target::X86_64 => &x86_64::FAMILIES,
        Target::Aarch64 => &aarch64::FAMILIES,
        #[cfg(feature = "invented")]
        Target::Invented => &[],
    }
}

impl Family {
    /// A family without anything special: a compiler is a subject at each of its levels, an assembler with its linker is one.
    const fn of(target: Target, kind: ToolchainKind) -> Family {
        Family {
            target,
            kind,
            name: "",
            variant: "",
            compilers: &[],
            but: &[],
            is_version: false,
            assembler: None,
            linkers: &[],
            place: None,
            home: None,
            options: &[],
            linker_options: &[],
            proof: &[],
            least: None,
            says: None,
            opener: &[],
            subjects: match kind {
                ToolchainKind::Gcc | ToolchainKind::Clang => LEVELS,
                ToolchainKind::Rustc => RUST_LEVELS,
                _ => ONE,
            },
            emulator: None,
            remedy: "",
            install: "",
        }
    }

    /// Folder under the toolchains' folder in which it is installed.
    fn folder(&self) -> &'static str {
        self.target.document()
    }

    /// Names of its subjects.
    pub fn names(&self) -> impl Iterator<Item = String> {
        let suffixes = self.subjects.iter().map(|(suffix, _)| *suffix).chain(self.emulator);
        suffixes.map(|suffix| self.subject(suffix))
    }

    /// Name of a subject.
    fn subject(&self, suffix: &str) -> String {
        format!("{}{}{suffix}", self.name, self.variant)
    }

    /// A compiler with what it is always called with.
    fn command(&self, compiler: &Path) -> Vec<String> {
        let options = self.options.iter().map(|option| (*option).to_owned());
        std::iter::once(compiler.to_string_lossy().into_owned()).chain(options).collect()
    }

    /// Form of the output of a compiler of this family.
    fn emits(&self, compiler: &Path) -> Emits {
        let Some((program, arguments)) = self.opener.split_first() else { return Emits::Object };
        let program = compiler.with_file_name(program).to_string_lossy().into_owned();
        let arguments = arguments.iter().map(|argument| (*argument).to_owned());
        Emits::Package(std::iter::once(program).chain(arguments).collect())
    }

    /// True for a link to a compiler that is looked for by itself.
    fn is_another(&self, compiler: &Path) -> bool {
        let file = |compiler: &Path| compiler.canonicalize().ok();
        let of_all = file(compiler);
        self.but.iter().any(|name| of_all.is_some() && file(&compiler.with_file_name(name)) == of_all)
    }

    /// True if a compiler of the right file name is one for the target.
    fn is_meant(&self, compiler: &Path) -> bool {
        if self.is_another(compiler) {
            return false;
        }
        if self.least.is_some() || self.says.is_some() {
            let Ok(answer) = ask(&[compiler.to_string_lossy().into_owned()], "--version") else {
                return false;
            };
            let is_recent = |least: [u32; 2]| identity::release(answer.trim()) >= least;
            if !self.least.is_none_or(is_recent) || !self.says.is_none_or(|word| answer.contains(word)) {
                return false;
            }
        }
        let Some((last, others)) = self.proof.split_last() else { return true };
        let mut command = self.command(compiler);
        command.extend(others.iter().map(|argument| (*argument).to_owned()));
        ask(&command, last).is_ok()
    }
}

/// Places in which toolchains are looked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    /// Folders of PATH.
    pub path: Vec<PathBuf>,
    /// The folder in which scripts install toolchains, each in a folder of its own.
    pub toolchains: Vec<PathBuf>,
    /// True if the places count where projects install their own toolchains.
    pub projects: bool,
    /// Folders of development kits, by the variables of the environment that name them.
    pub homes: Vec<(&'static str, PathBuf)>,
}

impl Places {
    /// The places that this process's environment names.
    pub fn from_environment() -> Places {
        let path = env::var_os("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default();
        let folder = |name| env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        let own = folder("CROSSCALL_TOOLCHAINS");
        let cache = folder("XDG_CACHE_HOME").or_else(|| Some(folder("HOME")?.join(".cache")));
        let cache = cache.map(|cache| cache.join("crosscall").join("toolchains"));
        let toolchains = own.into_iter().chain(cache).collect();
        let known = Target::ALL.into_iter().flat_map(families).filter_map(|family| family.home);
        let homes = known.filter_map(|name| Some((name, folder(name)?))).collect();
        Places { path, toolchains, projects: true, homes }
    }

    /// The first program of this name: on PATH, else in `FOLDER/bin` of a folder of toolchains.
    pub fn program(&self, folder: &str, name: &str) -> Option<PathBuf> {
        let installed = self.toolchains.iter().map(|toolchains| toolchains.join(folder).join("bin"));
        let candidates = self.path.iter().cloned().chain(installed);
        candidates.map(|folder| folder.join(name)).find(|file| is_program(file))
    }
}

impl Places {
    /// Folders beside PATH in which a family's compiler may be.
    pub fn folders(&self, family: &Family) -> Vec<PathBuf> {
        let installed = self.toolchains.iter().map(|toolchains| toolchains.join(family.folder()).join("bin"));
        let homes = self.homes.iter().filter(|(name, _)| family.home == Some(name));
        let own = homes.map(|(_, home)| home.join("bin"));
        own.chain(installed).chain(family.place.filter(|_| self.projects).map(PathBuf::from)).collect()
    }

    /// Every program that may be a family's compiler, in the order in which they count.
    fn candidates(&self, family: &Family) -> Vec<PathBuf> {
        let folders: Vec<PathBuf> = self.path.iter().cloned().chain(self.folders(family)).collect();
        let named = |name: &&str| folders.iter().map(|folder| folder.join(name)).collect::<Vec<_>>();
        family.compilers.iter().flat_map(named).filter(|file| is_program(file)).collect()
    }

    /// Names the programs of a toolchain by their files, where that makes a difference: forw looks for its table of
    /// instructions in the folder that it is started with.
    pub(super) fn locate(&self, toolchain: &mut Toolchain) {
        let Toolchain { kind: ToolchainKind::Forw, as_, ld, emulator, .. } = toolchain else { return };
        for command in [as_, ld, emulator] {
            let Some(program) = command.first_mut().filter(|program| !program.contains('/')) else {
                continue;
            };
            let files = self.path.iter().map(|folder| folder.join(&*program));
            if let Some(file) = files.into_iter().find(|file| is_program(file)) {
                *program = file.to_string_lossy().into_owned();
            }
        }
    }
}

fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(file).is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

/// Result of looking for a family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// A compiler that answers.
    Working {
        /// Its path.
        compiler: PathBuf,
        /// First line of what it says about its version.
        version: String,
        /// Its identity, whatever its name; see [`super::identity`].
        identity: String,
    },
    /// A compiler that does not answer as one.
    Broken {
        /// Its path.
        compiler: PathBuf,
        /// The contradictions.
        reason: String,
    },
    /// Nothing.
    Missing,
}

/// Looks for a family's compiler and asks it for its version. Of several that may be it, the first one counts that is
/// for the target; where none is, the first that is where only such a compiler should be.
pub fn look(family: &Family, places: &Places) -> Found {
    let candidates = places.candidates(family);
    let folders = places.folders(family);
    let Some(compiler) = candidates.iter().find(|compiler| family.is_meant(compiler)) else {
        let expected =
            |compiler: &&PathBuf| compiler.parent().is_some_and(|at| folders.iter().any(|f| f == at));
        return match candidates.iter().find(expected) {
            Some(compiler) => {
                let reason = format!("it does not compile for {}", family.target);
                Found::Broken { compiler: compiler.clone(), reason }
            }
            None => Found::Missing,
        };
    };
    let (command, compiler) = (family.command(compiler), compiler.clone());
    match ask_version(&command) {
        Ok(version) => {
            let identity = identity::ask(family.kind, &command, &version);
            Found::Working { compiler, version, identity }
        }
        Err(reason) => Found::Broken { compiler, reason },
    }
}

/// The subjects of a compiler that was found.
pub fn subjects(family: &Family, compiler: &Path, version: &str, identity: &str) -> Vec<Toolchain> {
    let command = family.command(compiler);
    let beside = |names: &[&str]| -> Vec<String> {
        let file = names.iter().map(|name| compiler.with_file_name(name)).find(|file| is_program(file));
        file.iter().map(|file| file.to_string_lossy().into_owned()).collect()
    };
    let (assembler, linker) = (beside(family.assembler.as_slice()), beside(family.linkers));
    let subject = |(suffix, flags): &(&str, &[&str])| Toolchain {
        name: family.subject(suffix),
        target: family.target,
        kind: family.kind,
        cc: match family.kind.is_compiler() {
            true => command.iter().cloned().chain(flags.iter().map(|f| (*f).to_owned())).collect(),
            false => Vec::new(),
        },
        as_: if family.kind.is_compiler() { assembler.clone() } else { command.clone() },
        // The same program links.
        ld: match (family.kind, linker.as_slice()) {
            (ToolchainKind::Forw, _) => command.clone(),
            (_, []) => Vec::new(),
            _ => {
                let options = family.linker_options.iter().map(|option| (*option).to_owned());
                linker.iter().cloned().chain(options).collect()
            }
        },
        emulator: Vec::new(),
        emits: family.emits(compiler),
        support: Vec::new(),
        found: ByItself(true),
        version: version.to_owned(),
        hook: None,
        waits: Waits::default(),
        recorded: RecordedProducts::default(),
        compiler: identity.to_owned(),
    };
    let emulated = |suffix| Toolchain {
        emulator: command.clone(),
        compiler: identity::emulated(identity),
        ..subject(&(suffix, &[]))
    };
    family.subjects.iter().map(subject).chain(family.emulator.map(emulated)).collect()
}

/// Asks a compiler for its version: the first line of its answer with a number.
///
/// # Errors
/// The fault of the compiler, in words.
pub fn ask_version(command: &[String]) -> Result<String, String> {
    let answer = ask_of(command, "--version")?;
    let lines = || answer.lines().map(str::trim).filter(|line| !line.is_empty());
    // Some programs begin with a name alone.
    let has_number = |line: &&str| line.contains(|c: char| c.is_ascii_digit());
    match lines().find(has_number).or_else(|| lines().next()) {
        Some(line) if line.starts_with("rustc ") => Ok(with_llvm(command, line)),
        Some(line) => Ok(line.chars().take(200).collect()),
        None => Err("`--version` printed nothing".to_owned()),
    }
}

/// The version of rustc with that of the LLVM inside it, on which its code depends as much.
fn with_llvm(command: &[String], version: &str) -> String {
    let answer = ask_of(command, "-vV").unwrap_or_default();
    let llvm = answer.lines().find_map(|line| line.strip_prefix("LLVM version: "));
    llvm.map_or_else(|| version.to_owned(), |llvm| format!("{version}, LLVM {llvm}"))
}

/// Asks a compiler a question about itself; one that does not answer it with its flags is asked without them.
///
/// # Errors
/// The fault of the compiler with its flags, in words.
pub(super) fn ask_of(command: &[String], question: &str) -> Result<String, String> {
    let program = command.iter().take_while(|word| !word.starts_with('-')).count();
    let alone = command.get(..program).filter(|alone| !alone.is_empty() && alone.len() < command.len());
    ask(command, question).or_else(|reason| alone.and_then(|alone| ask(alone, question).ok()).ok_or(reason))
}

/// Asks a compiler a question: what it prints when it is started with one more argument.
///
/// # Errors
/// The fault of the compiler, in words.
pub(super) fn ask(command: &[String], question: &str) -> Result<String, String> {
    ask_aloud(command, question).map(|(answer, _)| answer)
}

/// The same, with what it prints on its error stream.
///
/// # Errors
/// The fault of the compiler, in words.
pub(super) fn ask_aloud(command: &[String], question: &str) -> Result<(String, String), String> {
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
        End::Code(0) => Ok((ran.stdout.text(), ran.stderr.text())),
        End::Code(code) => Err(format!("`{question}` ended with status {code}")),
        End::Signal(number) => Err(format!("`{question}` was killed by signal {number}")),
        End::TimedOut => Err(format!("`{question}` did not end in {} s", limits.time.as_secs())),
        End::Interrupted => Err("interrupted".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// A folder with a program that does what a shell script says.
    fn with_program(name: &str, script: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(name);
        std::fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        folder
    }

    fn places(folders: &[&tempfile::TempDir]) -> Places {
        Places { path: folders.iter().map(|f| f.path().to_owned()).collect(), ..Places::default() }
    }

    const FOREIGN: &str = "case \"$*\" in *-fsyntax-only*) exit 1;; *) echo clang version 14.0.6;; esac";
    const MEANT: &str = "case \"$*\" in \"--target=nyuzi-none-none -x c -fsyntax-only /dev/null\") exit 0;; \
                         *--version) echo clang version 9.0.0;; *-dumpmachine) echo nyuzi-none-none;; *) exit 1;; esac";

    #[test]
    fn a_compiler_of_the_same_name_for_another_target_is_passed_over() {
        let [family, _] = families(Target::Nyuzi) else { panic!("two families") };
        let (foreign, meant) = (with_program("clang", FOREIGN), with_program("clang", MEANT));
        assert_eq!(look(family, &places(&[&foreign])), Found::Missing);
        let found = look(family, &places(&[&foreign, &meant]));
        let Found::Working { compiler, version, identity } = found else { panic!("{found:?}") };
        assert_eq!(compiler, meant.path().join("clang"));
        assert_eq!(identity, "clang 9.0.0 nyuzi-none-none");
        let subjects = subjects(family, &compiler, &version, &identity);
        let names: Vec<&str> = subjects.iter().map(|subject| subject.name.as_str()).collect();
        assert_eq!(
            names,
            ["nyuzi-clang-O0", "nyuzi-clang-O1", "nyuzi-clang-O2", "nyuzi-clang-O3", "nyuzi-clang-Os"]
        );
        assert_eq!(subjects[2].cc[1..], ["--target=nyuzi-none-none", "-O2"]);
        assert!(subjects[2].as_.is_empty());
    }

    #[test]
    fn a_clang_is_an_assembler_too() {
        let [_, family] = families(Target::Nyuzi) else { panic!("two families") };
        let folder = with_program("clang", &MEANT.replace("nyuzi-none-none -x", "nyuzi-none-none -c -x"));
        let Found::Working { compiler, version, identity } = look(family, &places(&[&folder])) else {
            panic!("it is one")
        };
        assert_eq!(identity, "clang 9.0.0 nyuzi-none-none");
        let subjects = subjects(family, &compiler, &version, &identity);
        let [subject] = subjects.as_slice() else { panic!("{subjects:?}") };
        assert_eq!(subject.as_[1..], ["--target=nyuzi-none-none", "-c"]);
        assert!(subject.cc.is_empty() && subject.ld.is_empty(), "no linker is beside it");
    }

    #[test]
    fn the_tools_of_graphcores_fork_have_names_of_their_own() {
        let [popc, _, family] = families(Target::Ipu) else { panic!("three families") };
        let meant = MEANT.replace("nyuzi-none-none -x", "colossus -march=ipu2 -c -x");
        let folder = with_program("gc-clang", &meant);
        let linker = folder.path().join("gc-ld.lld");
        std::fs::copy(folder.path().join("gc-clang"), &linker).unwrap();
        let Found::Working { compiler, version, identity } = look(family, &places(&[&folder])) else {
            panic!("it is one")
        };
        let subjects = subjects(family, &compiler, &version, &identity);
        let [subject] = subjects.as_slice() else { panic!("{subjects:?}") };
        assert_eq!(subject.ld, [linker.to_string_lossy()]);
        assert_eq!(subject.as_[1..], ["--target=colossus", "-march=ipu2", "-c"]);
        // A program that does not say that it is of the kit is none.
        for (version, is_one) in [("popc 3.1", false), ("POPLAR version 3.3.0 (de1f8de2a7)", true)] {
            let folder = with_program("popc", &format!("echo '{version}'"));
            assert_eq!(look(popc, &places(&[&folder])) != Found::Missing, is_one, "{version}");
        }
    }

    #[test]
    fn a_compiler_that_answers_without_flags_alone() {
        let folder = with_program("tcc", "case $# in 1) echo tcc version 0.9.28;; *) exit 1;; esac");
        let command = [folder.path().join("tcc").display().to_string(), "-O2".to_owned()];
        assert_eq!(ask_version(&command).as_deref(), Ok("tcc version 0.9.28"));
        let silent = with_program("tcc", "exit 3");
        let command = [silent.path().join("tcc").display().to_string(), "-O2".to_owned()];
        assert_eq!(ask_version(&command), Err("`--version` ended with status 3".to_owned()));
    }

    #[test]
    fn a_compiler_of_several_abis_is_a_subject_of_each_that_it_has() {
        use crosscall_model::target::riscv::Abi;
        let script = "case \"$*\" in *-mabi=ilp32e*) exit 1;; *--version) echo clang version 14.0.6;; *) exit 0;; esac";
        let folder = with_program("clang-14", script);
        std::os::unix::fs::symlink("clang-14", folder.path().join("clang")).unwrap();
        let found = |abi: Abi| {
            let all = families(Target::Riscv(abi)).iter();
            let found = all.filter(|family| look(family, &places(&[&folder])) != Found::Missing);
            found.flat_map(Family::names).collect::<Vec<_>>()
        };
        assert!(found(Abi::Ilp32e).is_empty());
        // The one without a number is the same program. Its assembler is a subject of its own, without a linker.
        let levels = ["O0", "O1", "O2", "O3", "Os"].map(|level| format!("clang-14-lp64d-{level}"));
        let (found, assembler) = (found(Abi::Lp64d), "llvm-14-lp64d".to_owned());
        assert_eq!(found, levels.into_iter().chain([assembler]).collect::<Vec<_>>());
    }

    #[test]
    fn a_compiler_that_is_not_what_its_place_says_is_broken() {
        let [family, _] = families(Target::Nyuzi) else { panic!("two families") };
        let toolchains = tempfile::tempdir().unwrap();
        let bin = toolchains.path().join("nyuzi/bin");
        std::fs::create_dir_all(&bin).unwrap();
        let foreign = with_program("clang", FOREIGN);
        std::fs::copy(foreign.path().join("clang"), bin.join("clang")).unwrap();
        let places = Places { toolchains: vec![toolchains.path().to_owned()], ..Places::default() };
        let found = look(family, &places);
        let Found::Broken { reason, .. } = found else { panic!("{found:?}") };
        assert_eq!(reason, "it does not compile for nyuzi");
    }
}
