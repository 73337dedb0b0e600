//! Identity of a compiler, whatever name it was given: `gcc 12.2.0 epiphany-elf`. Lists of known findings
//! name compilers in this way.

use super::{ToolchainKind, discover};

/// A subject as lists of known findings describe one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subject<'a> {
    /// Its name, such as `epiphany-elf-gcc-O2`.
    pub name: &'a str,
    /// Name, version and machine of its compiler, such as `gcc 12.2.0 epiphany-elf`; empty when it was not asked.
    pub compiler: &'a str,
    /// Words of its command behind the compiler's name; empty where it has none.
    pub options: &'a [String],
    /// True for the embedded code generator.
    pub is_embedded: bool,
}

/// Family, version and machine of a compiler, with one space between them. `version` is the first line of its
/// answer to `--version`; the machine is asked for. What it does not report is `?`.
pub fn ask(kind: ToolchainKind, command: &[String], version: &str) -> String {
    let family = family(kind, version);
    let machine = match kind {
        // It is for one machine, and knows no question about it.
        ToolchainKind::Forw => "forwardcom".to_owned(),
        // It compiles for many, and says only which one it runs on.
        ToolchainKind::Rustc => target_of(command),
        // It may stand for any.
        ToolchainKind::Printer => "printer".to_owned(),
        _ if family == ToolchainKind::Binutils.name() => configured_for(command),
        _ => machine(command),
    };
    format!("{family} {} {machine}", number(version))
}

/// Suffix of the identity of a toolchain whose code runs in an emulator of its own: that can be wrong besides.
pub fn emulated(compiler: &str) -> String {
    format!("{compiler} emulator")
}

/// GCC prints the name under which it was started, Clang and LLVM their own, and what stands behind a printer is the first
/// word that it says.
fn family(kind: ToolchainKind, version: &str) -> &str {
    let first = version.split_whitespace().next().filter(|_| kind == ToolchainKind::Printer);
    if let Some(first) = first {
        return first;
    }
    match version {
        // Graphcore's popc names the SDK first.
        _ if version.starts_with("rustc ") => "rustc",
        _ if version.contains("POPLAR") => "popc",
        _ if version.contains("clang") => "clang",
        _ if version.contains("LLVM") => "llvm",
        _ => kind.name(),
    }
}

/// The number after `version`, or the last word that looks like one.
fn number(version: &str) -> &str {
    let is_number = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.') && !word.contains(['/', ':'])
    };
    let after =
        version.split_once("version ").or_else(|| version.split_once("rustc ")).map_or("", |(_, rest)| rest);
    let first = after.split_whitespace().next().filter(is_number);
    first.or_else(|| version.split_whitespace().rfind(is_number)).unwrap_or("?")
}

/// The first two numbers of the release in a first line about a version; zero where there is none.
pub(super) fn release(version: &str) -> [u32; 2] {
    let mut parts = number(version).split('.').map(|part| part.parse().unwrap_or_default());
    [parts.next().unwrap_or_default(), parts.next().unwrap_or_default()]
}

fn machine(command: &[String]) -> String {
    let one_word = |line: &str| {
        let line = line.trim();
        (!line.is_empty() && !line.contains(char::is_whitespace)).then(|| line.chars().take(80).collect())
    };
    let answer = discover::ask_of(command, "-dumpmachine").unwrap_or_default();
    // A wrapper that knows no such question may pass on one that is usually asked by people.
    let reported = || {
        let (out, err) = discover::ask_aloud(command, "-v").ok()?;
        let line = out.lines().chain(err.lines()).find_map(|line| line.trim().strip_prefix("Target:"));
        one_word(line?)
    };
    answer.lines().next().and_then(one_word).or_else(reported).unwrap_or_else(|| "?".to_owned())
}

/// Family and version of a compiler that did not report its machine, so that no list of known findings that names one is
/// about it.
pub fn without_machine(compiler: &str) -> Option<&str> {
    compiler.strip_suffix(" ?").filter(|rest| !rest.ends_with('?'))
}

/// The target that a command names.
fn target_of(command: &[String]) -> String {
    let joined = command.iter().find_map(|word| word.strip_prefix("--target="));
    let apart = command.iter().position(|word| word == "--target").and_then(|at| command.get(at + 1));
    joined.or(apart.map(String::as_str)).unwrap_or("?").to_owned()
}

/// The machine that an assembler says it was configured for.
fn configured_for(command: &[String]) -> String {
    let answer = discover::ask(command, "--version").unwrap_or_default();
    let reported = answer.split_once("target of `").and_then(|(_, rest)| rest.split_once('\''));
    reported.map_or("?", |(machine, _)| machine).chars().take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_the_program_does_not_matter() {
        let reported = |version| format!("{} {}", family(ToolchainKind::Gcc, version), number(version));
        for version in
            ["epiphany-elf-gcc (GCC) 12.2.0", "mine (GCC) 12.2.0", "e 9.9 (Debian 12.2.0-14+deb12u1) 12.2.0"]
        {
            assert_eq!(reported(version), "gcc 12.2.0");
        }
        assert_eq!(reported("rustc 1.95.0 (59807616e 2026-04-14), LLVM 22.1.2"), "rustc 1.95.0");
        assert_eq!((release("rustc 1.95.0 (59807616e 2026-04-14)"), release("rubbish")), ([1, 95], [0, 0]));
        let clang = "clang version 9.0.0 (https://github.com/x/y 0123456789)";
        assert_eq!(reported(clang), "clang 9.0.0");
        assert_eq!(reported("LLVM version 9.0.0svn"), "llvm 9.0.0svn");
        assert_eq!(reported("POPLAR version 3.3.0 (de1f8de2a7)"), "popc 3.3.0");
        assert_eq!(reported("rubbish"), "gcc ?");
    }
}
