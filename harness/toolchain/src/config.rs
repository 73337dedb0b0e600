//! `crosscall.toml`: toolchains that a person names.
//!
//! ```toml
//! [[toolchain]]
//! name = "my-gcc"
//! target = "epiphany"
//! kind = "gcc"                          # gcc, clang, rustc, printer, forw, binutils or embedded
//! emits = "object"                      # object, assembly or package; for a package, `open` takes the object out
//! cc = ["epiphany-elf-gcc", "-g0"]      # looked up on PATH, or relative to this file when it has a slash
//! as = ["epiphany-elf-as"]
//! levels = ["-O0", "-O2"]               # a subject for each: my-gcc-O0, my-gcc-O2
//! support = ["lib/libtcc1.a"]           # functions of the compiler's own, as object files or libraries
//!
//! [[toolchain]]
//! name = "my-language"
//! target = "riscv64-lp64d"
//! kind = "printer"                      # given cases as data; docs/printers.md
//! printer = ["python3", "printer.py"]   # a file of this folder is found wherever it is started
//!
//! [[toolchain]]
//! name = "my-tools"
//! target = "epiphany"
//! kind = "binutils"                     # an assembler and a linker as subjects; one of them may be missing
//! as = ["epiphany-elf-as"]
//! ld = ["epiphany-elf-ld"]
//!
//! [[toolchain]]
//! name = "my-forw-emu"
//! target = "forwardcom"
//! kind = "forw"
//! as = ["forw"]                         # links as well, where `ld` names no other
//! emulator = ["forw"]                   # runs the code of values; without it, crosscall's own machine does
//! ```
//!
//! Before the first table `recorded = ["dpu-clang.recorded"]` names files with recorded compilers, relative to this file.

use super::discover::families;
use super::emits::Emits;
use super::{ByItself, Toolchain, ToolchainKind};
use crate::recorded::RecordedProducts;
use crate::waits::Waits;
use crosscall_base::error::{Error, read_text};
use crosscall_base::target_word::TargetWord;
use crosscall_model::Target;
use crosscall_reports::printable::visible;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// Name of the file that is looked for.
pub const FILE_NAME: &str = "crosscall.toml";

/// A configuration that was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Config {
    /// Its path; `None` when there is none.
    pub path: Option<PathBuf>,
    /// The toolchains in the order of the file; their versions are not asked yet.
    pub toolchains: Vec<Toolchain>,
    /// Files with recorded compilers.
    pub recorded: Vec<PathBuf>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    toolchain: Vec<Spanned<Entry>>,
    /// Files with recorded compilers, as paths that begin at the configuration's folder.
    #[serde(default)]
    recorded: Vec<PathBuf>,
    /// Options of `run` by the names of campaigns.
    #[serde(default)]
    campaign: BTreeMap<String, toml::Table>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: Spanned<String>,
    target: Spanned<String>,
    kind: Spanned<String>,
    #[serde(default)]
    cc: Vec<String>,
    printer: Option<Spanned<Vec<String>>>,
    #[serde(default, rename = "as")]
    as_: Vec<String>,
    #[serde(default)]
    ld: Vec<String>,
    emulator: Option<Spanned<Vec<String>>>,
    emits: Option<Spanned<String>>,
    open: Option<Spanned<Vec<String>>>,
    levels: Option<Spanned<Vec<String>>>,
    #[serde(default)]
    support: Vec<String>,
}

/// Reads the named configuration, or the nearest `crosscall.toml` in `folder` or above it, or none.
///
/// # Errors
/// [`Error::Input`] that names file and line; see [`find`].
pub fn load(named: Option<&Path>, folder: &Path) -> Result<Config, Error> {
    let Some(path) = find(named, folder)? else { return Ok(Config::default()) };
    parse(&read_text(&path)?, &path)
}

/// Path of the named configuration, or of the nearest `crosscall.toml` in `folder` or above it.
///
/// # Errors
/// [`Error::Input`] for one that nobody has named and that another user may have written: it says which programs are started.
pub fn find(named: Option<&Path>, folder: &Path) -> Result<Option<PathBuf>, Error> {
    if let Some(path) = named {
        return Ok(Some(path.to_owned()));
    }
    let Some(path) = folder.ancestors().map(|f| f.join(FILE_NAME)).find(|path| path.is_file()) else {
        return Ok(None);
    };
    // Programs are looked for beside a link, and so its owner counts, too.
    let both = [std::fs::symlink_metadata(&path), std::fs::metadata(&path)];
    for metadata in both {
        let metadata = metadata.map_err(|e| Error::unreadable(&path, e))?;
        if let Some(why) = distrust(&metadata, rustix::process::geteuid().as_raw()) {
            let path = path.display();
            return Err(Error::Input(format!(
                "{path}: {why}; if you trust it, name it with --config {path}, and where you do not, name another one, or none with \
                 --config /dev/null"
            )));
        }
    }
    Ok(Some(path))
}

/// Why a user does not obey a file that was not named: others than this user and root can have written it.
fn distrust(file: &Metadata, user: u32) -> Option<String> {
    const BY_EVERYBODY: u32 = 0o002;
    match file.uid() {
        owner if owner != user && owner != 0 => Some(format!("belongs to another user ({owner})")),
        _ if file.is_file() && file.mode() & BY_EVERYBODY != 0 => {
            Some("can be written by every user".to_owned())
        }
        _ => None,
    }
}

/// The options of `run` that a configuration has for a campaign.
///
/// # Errors
/// [`Error::Input`] that names the file, and the campaigns that there are.
pub fn campaign(path: &Path, name: &str) -> Result<toml::Table, Error> {
    let text = read_text(path)?;
    let mut file = file(&text, path)?;
    file.campaign.remove(name).ok_or_else(|| {
        let names: Vec<&str> = file.campaign.keys().map(String::as_str).collect();
        let others = match names.as_slice() {
            [] => "it has none, such as [campaign.nightly]".to_owned(),
            names => format!("it has {}", names.join(", ")),
        };
        Error::Input(format!("{}: has no campaign `{name}`; {others}", path.display()))
    })
}

fn file(text: &str, path: &Path) -> Result<File, Error> {
    toml::from_str(text).map_err(|e| {
        let at = e.span().map_or(0, |span| span.start);
        Error::in_text(path, text, at, e.message())
    })
}

/// Reads the text of a configuration; `path` is for messages and for programs named relative to it.
///
/// # Errors
/// [`Error::Input`] that names file and line.
pub fn parse(text: &str, path: &Path) -> Result<Config, Error> {
    let wrong = |at: usize, message: &str| Error::in_text(path, text, at, message);
    let file = file(text, path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut toolchains: Vec<Toolchain> = Vec::new();
    for spanned in file.toolchain {
        let start = spanned.span().start;
        let entry = spanned.into_inner();
        let target =
            TargetWord::of(entry.target.get_ref()).map_err(|e| wrong(entry.target.span().start, &e))?.said();
        let kind: ToolchainKind =
            entry.kind.get_ref().parse().map_err(|e: String| wrong(entry.kind.span().start, &e))?;
        let name = entry.name.get_ref().clone();
        let name_at = entry.name.span().start;
        check_name(&name).map_err(|what| wrong(name_at, what))?;
        let levels = levels(entry.levels, kind).map_err(|(at, what)| wrong(at, &what))?;
        let emits = emits(&entry.emits, &entry.open).map_err(|(at, what)| wrong(at, &what))?;
        if let Some(what) = of_others(kind, &entry.printer, !entry.cc.is_empty(), &emits) {
            return Err(wrong(start, &what));
        }
        let is_missing = |command: &[String]| command.first().is_none_or(String::is_empty);
        let family = families(target).iter().find(|family| family.kind == kind);
        let example = match kind {
            ToolchainKind::Embedded => None,
            ToolchainKind::Binutils if is_missing(&entry.as_) && is_missing(&entry.ld) => {
                let (assembler, linker) = family.map_or(("as", "ld"), |f| {
                    (f.assembler.unwrap_or("as"), f.linkers.first().copied().unwrap_or("ld"))
                });
                Some(format!("as = [\"{assembler}\"] and ld = [\"{linker}\"]"))
            }
            ToolchainKind::Forw if is_missing(&entry.as_) => Some("as = [\"forw\"]".to_owned()),
            ToolchainKind::Binutils | ToolchainKind::Forw => None,
            ToolchainKind::Printer => {
                let command = entry.printer.as_ref().map_or(&[][..], |command| command.get_ref());
                is_missing(command).then(|| "printer = [\"python3\", \"printer.py\"]".to_owned())
            }
            _ if !is_missing(&entry.cc) => None,
            _ => {
                let compiler = families(target).first().map_or("cc", |family| family.name);
                Some(format!("cc = [\"{compiler}\", \"-O2\"]"))
            }
        };
        if let Some(example) = example {
            return Err(wrong(start, &format!("toolchain `{name}` needs its command, such as {example}")));
        }
        let emulator = emulator(entry.emulator, kind, target).map_err(|(at, what)| wrong(at, &what))?;
        let mut toolchain = Toolchain {
            name,
            target,
            kind,
            cc: entry.printer.map_or(entry.cc, Spanned::into_inner),
            as_: entry.as_.clone(),
            // One program assembles and links.
            ld: if kind == ToolchainKind::Forw && entry.ld.is_empty() { entry.as_ } else { entry.ld },
            emulator,
            emits,
            support: entry
                .support
                .iter()
                .map(|file| folder.join(file).to_string_lossy().into_owned())
                .collect(),
            found: ByItself(false),
            version: String::new(),
            hook: None,
            waits: Waits::default(),
            recorded: RecordedProducts::default(),
            compiler: String::new(),
        };
        resolve(&mut toolchain.cc, folder);
        if kind == ToolchainKind::Printer {
            resolve_files(&mut toolchain.cc, folder);
        }
        resolve(&mut toolchain.as_, folder);
        resolve(&mut toolchain.ld, folder);
        resolve(&mut toolchain.emulator, folder);
        if let Emits::Package(open) = &mut toolchain.emits {
            resolve(open, folder);
        }
        for level in levels {
            let subject = Toolchain {
                name: format!("{}{level}", toolchain.name),
                cc: toolchain.cc.iter().cloned().chain(Some(level).filter(|l| !l.is_empty())).collect(),
                ..toolchain.clone()
            };
            if toolchains.iter().any(|other| other.name == subject.name) {
                let what = format!("two toolchains are called `{}`; rename one", subject.name);
                return Err(wrong(name_at, &what));
            }
            toolchains.push(subject);
        }
    }
    let recorded = file.recorded.iter().map(|name| folder.join(name)).collect();
    Ok(Config { path: Some(path.to_owned()), toolchains, recorded })
}

/// The flags, each of which makes a subject of its own, by a toolchain's entry: none but the empty one where it gives none. Where
/// they make no sense, the place and why.
fn levels(levels: Option<Spanned<Vec<String>>>, kind: ToolchainKind) -> Result<Vec<String>, (usize, String)> {
    let Some(levels) = levels else { return Ok(vec![String::new()]) };
    let at = levels.span().start;
    let levels = levels.into_inner();
    let is_flag = |level: &String| level.starts_with('-') && check_name(level).is_ok();
    match levels.iter().find(|level| !is_flag(level)) {
        _ if !kind.is_compiler() => {
            Err((at, format!("`levels` is for compilers, not for kind {}", kind.name())))
        }
        _ if levels.is_empty() => {
            Err((at, "`levels` names no level, such as levels = [\"-O0\", \"-O2\"]".to_owned()))
        }
        Some(other) => Err((at, format!("`{other}` in `levels` is no flag such as -O2"))),
        None => Ok(levels),
    }
}

/// A toolchain's emulator, by its entry; where that makes no sense, the place and why.
fn emulator(
    emulator: Option<Spanned<Vec<String>>>,
    kind: ToolchainKind,
    target: Target,
) -> Result<Vec<String>, (usize, String)> {
    let Some(emulator) = emulator else { return Ok(Vec::new()) };
    let at = emulator.span().start;
    let emulator = emulator.into_inner();
    if kind != ToolchainKind::Forw || target != Target::ForwardCom {
        let what = "`emulator` is for target forwardcom and kind forw; leave it out, and crosscall's own machine runs what the \
                    toolchain makes";
        return Err((at, what.to_owned()));
    }
    match emulator.first().is_none_or(String::is_empty) {
        true => Err((at, "`emulator` names no program, such as emulator = [\"forw\"]".to_owned())),
        false => Ok(emulator),
    }
}

/// Form of a toolchain's output, by its entry; where that makes no sense, the place and the reason.
fn emits(
    emits: &Option<Spanned<String>>,
    open: &Option<Spanned<Vec<String>>>,
) -> Result<Emits, (usize, String)> {
    let kind = emits.as_ref().map_or("object", |kind| kind.get_ref().as_str());
    let at = emits.as_ref().map_or(0, |kind| kind.span().start);
    match (kind, open) {
        ("package", Some(open)) if open.get_ref().first().is_some_and(|program| !program.is_empty()) => {
            Ok(Emits::Package(open.get_ref().clone()))
        }
        ("package", _) => {
            let example = "open = [\"pop-objdump\", \"extract\", \"ipu2\"]";
            Err((at, format!("what takes the object file out of the package is missing, such as {example}")))
        }
        (_, Some(open)) => {
            let what = "`open` is for what `emits = \"package\"`; leave it out";
            Err((open.span().start, what.to_owned()))
        }
        ("object", None) => Ok(Emits::Object),
        ("assembly", None) => Ok(Emits::Assembly),
        _ => Err((at, format!("`emits` is one of {}, not `{kind}`", Emits::NAMES.join(", ")))),
    }
}

/// True if a toolchain may have this name, which stands in every report.
pub(super) fn check_name(name: &str) -> Result<(), &'static str> {
    let separates = |c: char| c.is_whitespace() || c == ',' || c == '*';
    match name.is_empty() || name.contains(separates) || visible(name) != name {
        true => Err("a toolchain's name is not empty and has no blanks, commas, `*` or invisible characters"),
        false => Ok(()),
    }
}

/// Makes a program with a slash relative to the file's folder; one without is left to PATH.
pub fn resolve(command: &mut [String], folder: &Path) {
    if let Some(program) = command.first_mut()
        && program.contains('/')
    {
        let joined = folder.join(&*program);
        let absolute = std::path::absolute(&joined).unwrap_or(joined);
        *program = absolute.to_string_lossy().into_owned();
    }
}

/// Makes each argument that names a file of a folder its full path: a printer is started elsewhere.
pub(super) fn resolve_files(command: &mut [String], folder: &Path) {
    for word in command.iter_mut().skip(1) {
        let file = folder.join(&*word);
        if file.is_file() {
            *word = std::path::absolute(&file).unwrap_or(file).to_string_lossy().into_owned();
        }
    }
}

/// Fault of an entry of a kind that has a key of another kind's.
fn of_others(
    kind: ToolchainKind,
    printer: &Option<Spanned<Vec<String>>>,
    has_cc: bool,
    emits: &Emits,
) -> Option<String> {
    match kind == ToolchainKind::Printer {
        true if has_cc => Some("kind printer has its command in `printer`, not in `cc`".to_owned()),
        true if *emits != Emits::Object => {
            Some("`emits` is not for kind printer: what it writes is seen by its first bytes".to_owned())
        }
        false if printer.is_some() => {
            Some(format!("`printer` is for kind printer, not for kind {}", kind.name()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_model::Pairing;
    use expect_test::{Expect, expect};

    fn refused(text: &str, expected: &Expect) {
        let error = parse(text, Path::new("crosscall.toml")).unwrap_err();
        assert_eq!(error.exit_code(), 2);
        expected.assert_eq(&error.to_string());
    }

    #[test]
    fn files_with_recorded_compilers_begin_at_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        std::fs::write(&path, "recorded = [\"a/b.recorded\", \"/c.recorded\"]\n").unwrap();
        let config = load(None, folder.path()).unwrap();
        assert_eq!(config.recorded, [folder.path().join("a/b.recorded"), "/c.recorded".into()]);
    }

    #[test]
    fn a_good_file() {
        let text = r#"
            [[toolchain]]
            name = "mine"
            target = "epiphany"
            kind = "gcc"
            cc = ["bin/gcc", "-O2"]
            as = ["epiphany-elf-as"]
        "#;
        let toolchains = parse(text, Path::new("/some/where/crosscall.toml")).unwrap().toolchains;
        let [toolchain] = &toolchains[..] else { panic!("{toolchains:?}") };
        assert_eq!(toolchain.cc, ["/some/where/bin/gcc", "-O2"]);
        assert_eq!(toolchain.as_, ["epiphany-elf-as"]);
        assert_eq!(parse("", Path::new("x")).unwrap().toolchains, []);
    }

    #[test]
    fn what_a_compiler_writes() {
        let head = "[[toolchain]]\nname = \"a\"\ntarget = \"epiphany\"\nkind = \"clang\"\ncc = [\"cc\"]\n";
        let emits = |rest: &str| {
            let toolchains =
                parse(&format!("{head}{rest}"), Path::new("/here/crosscall.toml")).unwrap().toolchains;
            toolchains.into_iter().next().unwrap().emits
        };
        assert_eq!(emits(""), Emits::Object);
        assert_eq!(emits("emits = \"object\""), Emits::Object);
        assert_eq!(emits("emits = \"assembly\""), Emits::Assembly);
        let package = emits("emits = \"package\"\nopen = [\"bin/open\", \"-x\"]");
        assert_eq!(package, Emits::Package(vec!["/here/bin/open".to_owned(), "-x".to_owned()]));
        let wrong = |rest: &str, expected: Expect| refused(&format!("{head}{rest}"), &expected);
        wrong(
            "emits = \"text\"",
            expect!["crosscall.toml:6: `emits` is one of object, assembly, package, not `text`"],
        );
        wrong(
            "emits = \"package\"",
            expect![[
                r#"crosscall.toml:6: what takes the object file out of the package is missing, such as open = ["pop-objdump", "extract", "ipu2"]"#
            ]],
        );
        wrong(
            "open = [\"x\"]",
            expect![[r#"crosscall.toml:6: `open` is for what `emits = "package"`; leave it out"#]],
        );
    }

    #[test]
    fn levels_are_subjects_of_their_own() {
        let entry = |kind: &str, rest: &str| {
            format!(
                "[[toolchain]]\nname = \"a\"\ntarget = \"epiphany\"\nkind = \"{kind}\"\ncc = [\"x\", \"-g0\"]\nas = [\"x\"]\n{rest}"
            )
        };
        let text = entry("gcc", "levels = [\"-O0\", \"-Os\"]\nsupport = [\"lib/own.a\"]");
        let toolchains = parse(&text, Path::new("/here/crosscall.toml")).unwrap().toolchains;
        let found: Vec<String> =
            toolchains.iter().map(|t| format!("{}: {}", t.name, t.cc.join(" "))).collect();
        assert_eq!(found, ["a-O0: x -g0 -O0", "a-Os: x -g0 -Os"]);
        assert!(toolchains.iter().all(|toolchain| toolchain.support == ["/here/lib/own.a"]));
        refused(
            &entry("gcc", "levels = []"),
            &expect![[r#"crosscall.toml:7: `levels` names no level, such as levels = ["-O0", "-O2"]"#]],
        );
        refused(
            &entry("gcc", "levels = [\"O2\"]"),
            &expect!["crosscall.toml:7: `O2` in `levels` is no flag such as -O2"],
        );
        refused(
            &entry("gcc", "levels = [\"-O2\", \"-O2\"]"),
            &expect!["crosscall.toml:2: two toolchains are called `a-O2`; rename one"],
        );
        refused(
            &entry("binutils", "levels = [\"-O2\"]"),
            &expect!["crosscall.toml:7: `levels` is for compilers, not for kind binutils"],
        );
    }

    #[test]
    fn an_emulator() {
        let entry = |kind: &str, target: &str, rest: &str| {
            format!(
                "[[toolchain]]\nname = \"a\"\ntarget = \"{target}\"\nkind = \"{kind}\"\ncc = [\"x\"]\nas = [\"x\"]\n{rest}"
            )
        };
        let good = entry("forw", "forwardcom", "emulator = [\"bin/forw\", \"-x\"]");
        let [toolchain] = &parse(&good, Path::new("/here/crosscall.toml")).unwrap().toolchains[..] else {
            panic!("one")
        };
        assert_eq!(toolchain.emulator, ["/here/bin/forw", "-x"]);
        let taken: Vec<Pairing> = Pairing::ALL.into_iter().filter(|p| toolchain.takes_part(*p)).collect();
        assert_eq!(taken, [Pairing::Value]);
        refused(
            &entry("forw", "forwardcom", "emulator = []"),
            &expect![[r#"crosscall.toml:7: `emulator` names no program, such as emulator = ["forw"]"#]],
        );
        let other = expect![
            "crosscall.toml:7: `emulator` is for target forwardcom and kind forw; leave it out, and crosscall's own machine runs what the toolchain makes"
        ];
        refused(&entry("gcc", "epiphany", "emulator = [\"e-run\"]"), &other);
        refused(&entry("forw", "epiphany", "emulator = [\"forw\"]"), &other);
    }

    #[test]
    fn errors_name_file_and_line() {
        refused(
            "[[toolchain]]\nname = 3\n",
            &expect!["crosscall.toml:2: invalid type: integer `3`, expected a string"],
        );
        refused(
            "[[toolchain]]\nname = \"a\"\ntarget = \"z80\"\nkind = \"gcc\"",
            &expect![
                "crosscall.toml:3: unknown target `z80`; known: epiphany, nyuzi, dpu, ipu, forwardcom, riscv32-ilp32e, riscv32-ilp32, riscv32-ilp32f, riscv32-ilp32d, riscv64-lp64, riscv64-lp64f, riscv64-lp64d, x86_64, aarch64"
            ],
        );
        refused(
            "[[toolchain]]\nname = \"a\"\ntarget = \"epiphany\"\nkind = \"tcc\"",
            &expect![
                "crosscall.toml:4: unknown kind `tcc`; known: gcc, clang, rustc, printer, forw, binutils, embedded"
            ],
        );
        refused(
            "\n[[toolchain]]\nname = \"a\"\ntarget = \"epiphany\"\nkind = \"gcc\"",
            &expect![[
                r#"crosscall.toml:2: toolchain `a` needs its command, such as cc = ["epiphany-elf-gcc", "-O2"]"#
            ]],
        );
        refused("[[toolchain]\n", &expect![[r#"crosscall.toml:1: unclosed array table, expected `]`"#]]);
        refused(
            "compiler = 1\n",
            &expect![
                "crosscall.toml:1: unknown field `compiler`, expected one of `toolchain`, `recorded`, `campaign`"
            ],
        );
    }

    #[test]
    fn two_of_one_name_are_refused() {
        let one = "[[toolchain]]\nname = \"a\"\ntarget = \"epiphany\"\nkind = \"embedded\"\n";
        refused(
            &format!("{one}{one}"),
            &expect!["crosscall.toml:6: two toolchains are called `a`; rename one"],
        );
    }

    #[test]
    fn the_nearest_file_upwards_is_taken() {
        let root = tempfile::tempdir().unwrap();
        let inner = root.path().join("a/b");
        std::fs::create_dir_all(&inner).unwrap();
        std::fs::write(root.path().join(FILE_NAME), "").unwrap();
        assert_eq!(load(None, &inner).unwrap().path, Some(root.path().join(FILE_NAME)));
        let missing = root.path().join("none.toml");
        assert_eq!(load(Some(&missing), &inner).unwrap_err().exit_code(), 2);
    }
}
