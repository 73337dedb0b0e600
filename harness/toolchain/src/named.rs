//! A compiler that the command line describes, without a configuration: `--subject mine --cc 'mycc -O2'`.

use super::discover::ask_version;
use super::emits::Emits;
use super::{ByItself, Toolchain, ToolchainKind, config};
use crate::recorded::RecordedProducts;
use crate::waits::Waits;
use crosscall_base::error::Error;
use crosscall_model::Target;
use crosscall_reports::run::Started;
use crosscall_reports::shell;
use std::path::{Path, PathBuf};

/// Options of the command line that describe a compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named<'a> {
    /// Its name in reports.
    pub name: &'a str,
    /// Its target.
    pub target: Target,
    /// Its command, as a shell would read it.
    pub cc: &'a str,
    /// Its kind; found out by asking it where none is given.
    pub kind: Option<ToolchainKind>,
    /// An assembler for its texts, as a shell would read it.
    pub assembler: Option<&'a str>,
    /// Form of its output.
    pub emits: Emits,
    /// Object files and libraries with functions of its own.
    pub support: &'a [PathBuf],
}

impl Named<'_> {
    /// The subject, not asked for its version yet. A program with a slash is looked for in `folder`.
    ///
    /// # Errors
    /// [`Error::Input`] for what cannot be a name or a command.
    pub fn toolchain(&self, folder: &Path) -> Result<Toolchain, Error> {
        config::check_name(self.name).map_err(|what| Error::Input(format!("--subject: {what}")))?;
        let mut cc = command("--cc", self.cc, folder)?;
        let kind = self.kind.unwrap_or_else(|| kind_of(&cc));
        if kind == ToolchainKind::Printer {
            config::resolve_files(&mut cc, folder);
        }
        let as_ = self.assembler.map(|text| command("--as", text, folder)).transpose()?.unwrap_or_default();
        Ok(Toolchain {
            name: self.name.to_owned(),
            target: self.target,
            kind,
            cc,
            as_,
            ld: Vec::new(),
            emulator: Vec::new(),
            emits: self.emits.clone(),
            support: self
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
        })
    }
}

/// A subject as a report describes it to somebody who has the same compiler and no configuration.
pub fn started(toolchain: &Toolchain) -> Started {
    let Toolchain { name, cc, as_, ld, version, .. } = toolchain;
    let described = described(toolchain);
    let commands = [cc, as_, ld].into_iter().filter(|_| toolchain.hook.is_none());
    let mut command = commands.into_iter().find(|command| !command.is_empty()).cloned().unwrap_or_default();
    // Nobody else has the folder in which it was found.
    if let (None, Some(program)) = (&described, command.first_mut()) {
        *program = program.rsplit('/').next().unwrap_or_default().to_owned();
    }
    Started { subject: name.clone(), version: version.clone(), command, described }
}

/// The options that describe a compiler beside its name and its command; none where its name alone is enough, or where no option
/// says what it is.
fn described(toolchain: &Toolchain) -> Option<Vec<String>> {
    let Toolchain { kind, as_, ld, emulator, emits, support, found, version, .. } = toolchain;
    let is_plain = ld.is_empty() && emulator.is_empty() && toolchain.hook.is_none();
    if found.0 || !kind.is_compiler() || !is_plain || matches!(emits, Emits::Package(_)) {
        return None;
    }
    let mut options = Vec::new();
    let mut add = |option: &str, value: String| options.extend([option.to_owned(), value]);
    if kind_by(version) != *kind {
        add("--kind", kind.name().to_owned());
    }
    if !as_.is_empty() {
        add("--as", shell::command(as_));
    }
    if *emits != Emits::Object {
        add("--emits", emits.name().to_owned());
    }
    support.iter().for_each(|file| add("--support", file.clone()));
    Some(options)
}

/// rustc and clang where they say so, else GCC: what else there is takes most of GCC's options.
fn kind_of(cc: &[String]) -> ToolchainKind {
    kind_by(&ask_version(cc).unwrap_or_default())
}

/// The same, by its answer to `--version`.
fn kind_by(version: &str) -> ToolchainKind {
    if version.starts_with("rustc ") {
        ToolchainKind::Rustc
    } else if ["clang", "LLVM"].iter().any(|word| version.contains(word)) {
        ToolchainKind::Clang
    } else {
        ToolchainKind::Gcc
    }
}

/// The words of an option's text, as a shell would read it.
///
/// # Errors
/// [`Error::Input`] for a quotation mark without its other half.
pub fn words(option: &str, text: &str) -> Result<Vec<String>, Error> {
    shlex::split(text).ok_or_else(|| {
        Error::Input(format!("{option}: `{text}` has a quotation mark without its other half"))
    })
}

fn command(option: &str, text: &str, folder: &Path) -> Result<Vec<String>, Error> {
    let mut words = words(option, text)?;
    if words.first().is_none_or(String::is_empty) {
        return Err(Error::Input(format!("{option}: a command is missing, such as {option} 'mycc -O2'")));
    }
    config::resolve(&mut words, folder);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named<'a>(name: &'a str, cc: &'a str) -> Named<'a> {
        let emits = Emits::Object;
        let kind = Some(ToolchainKind::Gcc);
        Named { name, target: Target::Epiphany, cc, kind, assembler: None, emits, support: &[] }
    }

    #[test]
    fn commands_are_read_as_by_a_shell() {
        let toolchain = named("mine", "bin/cc -O2 '-DX=a b'").toolchain(Path::new("/here")).unwrap();
        assert_eq!(toolchain.cc, ["/here/bin/cc", "-O2", "-DX=a b"]);
        assert_eq!(toolchain.kind, ToolchainKind::Gcc);
        let asked = Named { kind: None, ..named("mine", "nothing-of-this-name") };
        assert_eq!(asked.toolchain(Path::new("/")).unwrap().kind, ToolchainKind::Gcc);
    }

    /// A compiler can be described again by what a report says of it.
    #[test]
    fn a_compiler_in_a_report_is_the_same_again() {
        let compiler = Named {
            emits: Emits::Assembly,
            assembler: Some("bin/as '-a b'"),
            kind: Some(ToolchainKind::Clang),
            support: &["own.a".into()],
            ..named("mine", "bin/cc -O2 '-DX=a b'")
        };
        let toolchain = compiler.toolchain(Path::new("/here")).unwrap();
        let Started { subject, command, described, .. } = started(&toolchain);
        let described = described.unwrap();
        assert_eq!(
            described,
            [
                "--kind",
                "clang",
                "--as",
                "/here/bin/as '-a b'",
                "--emits",
                "assembly",
                "--support",
                "/here/own.a"
            ]
        );
        let again = Named {
            name: &subject,
            cc: &shell::command(&command),
            assembler: Some(&described[3]),
            support: &["/here/own.a".into()],
            ..compiler
        };
        assert_eq!(again.toolchain(Path::new("/elsewhere")).unwrap(), toolchain);
        let found = Toolchain { found: ByItself(true), ..toolchain };
        assert_eq!(started(&found).command, ["cc", "-O2", "-DX=a b"], "its folder is nobody's business");
        assert_eq!(started(&found).described, None);
    }

    #[test]
    fn what_is_no_name_or_command_is_refused() {
        for (name, cc) in [("a b", "cc"), ("", "cc"), ("a*", "cc"), ("a", ""), ("a", "'cc"), ("a", "'' x")] {
            let error = named(name, cc).toolchain(Path::new("/")).unwrap_err();
            assert_eq!(error.exit_code(), 2, "{error}");
        }
    }
}
