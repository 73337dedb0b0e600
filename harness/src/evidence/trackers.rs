//! Bug trackers of those who make compilers, assemblers and linkers: how a title begins there, and where a report is filed.

use crosscall_model::tool::Input;
use crosscall_model::{About, Target};
use crosscall_toolchain::{Toolchain, ToolchainKind};

/// A program with a tracker, or with a component of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Program {
    Clang,
    Gcc,
    Rustc,
    Lld,
    /// LLVM's assembler, inside clang or as llvm-mc.
    Mc,
    GnuLd,
    GnuAs,
}

/// A tracker's habits for one document.
struct Tracker {
    /// As [`Target::document`] has it.
    document: &'static str,
    program: Program,
    /// Beginning of a title.
    tag: &'static str,
    /// Where a report is filed: what the field is called, and what is entered.
    filed: (&'static str, &'static str),
}

/// LLVM's issues on GitHub have both orders of tags, as numbers 57261 and 149583 and pull request 130107 show, and labels that
/// anybody can read; those of rust-lang/rust have such labels, and no tags (issue 98151); GCC's and binutils' Bugzilla have components
/// (GCC bug 91229).
#[rustfmt::skip]
const TRACKERS: [Tracker; 7] = [
    row("riscv", Program::Clang, "[RISCV][clang] ", ("Labels", "`backend:RISC-V`, and `ABI` for another calling convention or layout")),
    row("riscv", Program::Gcc,   "[RISC-V] ",       ("Component", "`target`")),
    row("riscv", Program::Rustc, "",                ("Labels", "`A-ffi`, `C-bug`, `O-riscv`")),
    row("riscv", Program::Lld,   "[RISCV][LLD] ",   ("Labels", "`backend:RISC-V`, `lld:ELF`")),
    row("riscv", Program::Mc,    "[RISCV][MC] ",    ("Labels", "`backend:RISC-V`")),
    row("riscv", Program::GnuLd, "RISC-V: ",        ("Component", "`ld`")),
    row("riscv", Program::GnuAs, "RISC-V: ",        ("Component", "`gas`")),
];

const fn row(
    document: &'static str,
    program: Program,
    tag: &'static str,
    filed: (&'static str, &'static str),
) -> Tracker {
    Tracker { document, program, tag, filed }
}

/// Beginning of a title about a subject; a target without a row is named itself.
pub fn tag(subject: &Toolchain, case: &About) -> String {
    match tracker(subject, case) {
        Some(tracker) => tracker.tag.to_owned(),
        None => format!("[{}] ", case.target()),
    }
}

/// Field and entry for a report about a subject.
pub fn filed(subject: &Toolchain, case: &About) -> Option<(&'static str, &'static str)> {
    tracker(subject, case).map(|tracker| tracker.filed)
}

/// A target in the words of others: the processor, and the ABI where the processor has several.
pub fn target(target: Target) -> String {
    match target {
        Target::Riscv(abi) => format!("riscv{}, ABI {}", 8 * abi.facts().xlen, abi.facts().name),
        _ => target.to_string(),
    }
}

fn tracker(subject: &Toolchain, case: &About) -> Option<&'static Tracker> {
    let program = program(subject, case)?;
    let document = case.target().document();
    TRACKERS.iter().find(|tracker| tracker.document == document && tracker.program == program)
}

fn program(subject: &Toolchain, case: &About) -> Option<Program> {
    match (subject.kind, case) {
        (ToolchainKind::Clang, _) => Some(Program::Clang),
        (ToolchainKind::Gcc, _) => Some(Program::Gcc),
        (ToolchainKind::Rustc, _) => Some(Program::Rustc),
        // The name of a recorded compiler begins with its kind.
        (ToolchainKind::Recorded, _) => match subject.compiler.split(' ').next() {
            Some("clang") => Some(Program::Clang),
            Some("gcc") => Some(Program::Gcc),
            _ => None,
        },
        (ToolchainKind::Binutils, About::Tool(case)) => {
            let is = |command: &[String], names: &[&str]| {
                let name = command.first().and_then(|program| program.rsplit('/').next()).unwrap_or_default();
                names.iter().any(|part| name.contains(part))
            };
            Some(match case.input {
                Input::Statement(_) if is(&subject.as_, &["clang", "llvm"]) => Program::Mc,
                Input::Statement(_) => Program::GnuAs,
                Input::Link(_) if is(&subject.ld, &["lld"]) => Program::Lld,
                Input::Link(_) => Program::GnuLd,
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crosscall_campaign::archive;
    use crosscall_model::target::riscv::Abi;
    use crosscall_reports::sample;

    #[test]
    fn each_program_has_the_title_of_its_tracker() {
        let target = Target::Riscv(Abi::Lp64d);
        let tag_of = |id: &str, kind: ToolchainKind, command: &str| {
            let command = vec![command.to_owned()];
            let mut subject = Toolchain { kind, ..Toolchain::embedded(target) };
            (subject.cc, subject.as_, subject.ld) = (command.clone(), command.clone(), command);
            let case = archive::open(id.as_ref()).unwrap().file.case;
            (tag(&subject, &case), filed(&subject, &case).unwrap().1)
        };
        use ToolchainKind::{Binutils, Clang, Gcc};
        assert_eq!(tag_of("RISCV-CLANG-16", Clang, "/usr/bin/clang-19").0, "[RISCV][clang] ");
        assert_eq!(tag_of("RISCV-GCC-02", Gcc, "riscv64-unknown-elf-gcc"), ("[RISC-V] ".into(), "`target`"));
        assert_eq!(tag_of("RISCV-LLVM-02", Binutils, "/opt/clang/ld.lld-19").0, "[RISCV][LLD] ");
        assert_eq!(
            tag_of("RISCV-BINUTILS-02", Binutils, "riscv64-unknown-elf-ld"),
            ("RISC-V: ".into(), "`ld`")
        );
        // Another target keeps its name, whoever makes the compiler.
        let case = sample::finding().case;
        let gcc = Toolchain { kind: Gcc, ..Toolchain::embedded(case.target()) };
        assert_eq!((tag(&gcc, &case).as_str(), filed(&gcc, &case)), ("[epiphany] ", None));
    }

    #[test]
    fn the_abi_is_in_the_text() {
        assert_eq!(super::target(Target::Riscv(Abi::Ilp32e)), "riscv32, ABI ilp32e");
        assert_eq!(super::target(Target::Epiphany), "epiphany");
    }
}
