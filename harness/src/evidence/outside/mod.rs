//! A script that compiles, links and runs the standalone program without crosscall: with the compilers of the finding, a linker
//! for the target, and the processor itself or qemu's emulator of user programs.

use super::Scene;
use super::issue::plain;
use super::standalone::Program;
use crosscall_model::finding::Mismatch;
use crosscall_model::{About, Pairing, Target};
use crosscall_reports::shell;
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::compile::Product;
use crosscall_toolchain::language::Language;
use crosscall_toolchain::worker::program;
use std::ffi::OsStr;
use std::path::Path;

/// Name of the script among the program's files.
pub const SCRIPT: &str = "run";

/// The start of the program, compiled for each.
const START: &str = include_str!("start.c");

/// The part of the script that is the same for each.
const BODY: &str = include_str!("run.sh");

/// What the result of the program's `main` counts or names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Bits: arguments, result.
    Call,
    /// Things that were compared.
    Watched,
    /// Bytes of objects.
    Layout,
    /// Bytes of a value.
    Value,
}

/// Names and texts of kinds, in their order: the name in the script, what is expected, and the meaning of another result.
#[rustfmt::skip]
const KINDS: [(&str, &str, &str); 4] = [
    ("call", "main returns 0: caller and called function understand each other",
     "case $1 in\n\t1) echo 'the arguments do not arrive' ;;\n\t2) echo 'the result does not arrive' ;;\n\t\
      3) echo 'neither the arguments nor the result arrive' ;;\n\t*) echo 'no result that it has' ;;\n\tesac"),
    ("watched", "main returns 0: everything is where the document has it",
     "echo \"not as the document has them: $1 of the things that are compared\""),
    ("layout", "main returns 0: every byte of the objects is where the document has it",
     "echo \"not as the document has them: $1 bytes of the objects\""),
    ("value", "main returns 0: every byte of the value is as the document has it",
     "echo \"not as the document has them: $1 bytes of the value\""),
];

/// A processor for which Linux runs programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Platform {
    target: Target,
    /// Name of the processor in qemu's and in `uname -m`.
    machine: &'static str,
    /// Name in texts.
    name: &'static str,
    /// Emulation of the linker.
    emulation: &'static str,
    /// Prefix of Debian's tools for it.
    prefix: &'static str,
}

impl Platform {
    /// Platform of a target, if it has one.
    fn of(target: Target) -> Option<Platform> {
        let row =
            |machine, name, emulation, prefix| Some(Platform { target, machine, name, emulation, prefix });
        match target {
            Target::Riscv(abi) if abi.facts().xlen == 4 => {
                row("riscv32", "RISC-V", "elf32lriscv", "riscv64-unknown-elf-")
            }
            Target::Riscv(_) => row("riscv64", "RISC-V", "elf64lriscv", "riscv64-unknown-elf-"),
            Target::X86_64 => row("x86_64", "x86-64", "elf_x86_64", "x86_64-linux-gnu-"),
            Target::Aarch64 => row("aarch64", "AArch64", "aarch64linux", "aarch64-linux-gnu-"),
            _ => None,
        }
    }

    /// Options by which GCC and clang compile for it.
    fn options(self) -> [String; 2] {
        let Target::Riscv(abi) = self.target else {
            return [String::new(), format!("--target={}", self.prefix.trim_end_matches('-'))];
        };
        let facts = abi.facts();
        let floats = match facts.flen {
            0 => "",
            4 => "f",
            _ => "fd",
        };
        let (bits, base) = (8 * facts.xlen, if facts.is_embedded { "e" } else { "i" });
        let of_gcc = format!("-march=rv{bits}{base}ma{floats}c -mabi={}", facts.name);
        [of_gcc.clone(), format!("--target=riscv{bits} {of_gcc}")]
    }

    /// Options of the assembler. The assembly text of RISC-V has the floating-point registers under every ABI.
    fn assembler(self) -> String {
        match self.target {
            Target::Riscv(abi) if !abi.facts().is_embedded => {
                format!("-march=rv{}imafdc", 8 * abi.facts().xlen)
            }
            _ => String::new(),
        }
    }

    /// Options of the linker. On RISC-V some objects have the document's fillers in gp while they run: nothing may be addressed
    /// by it.
    fn linking(self) -> String {
        let relax = if matches!(self.target, Target::Riscv(_)) { " --no-relax" } else { "" };
        format!("-m {}{relax}", self.emulation)
    }

    /// Place in which a program runs, in a text.
    fn place(self) -> String {
        match self.target {
            Target::Riscv(_) => format!("under `qemu-{}`", self.machine),
            _ => format!("on the processor itself, or under `qemu-{}`", self.machine),
        }
    }
}

/// Script and start for a program, with their names; none for another processor, and for a subject that is no compiler of C.
pub fn files(scene: &Scene<'_>, program: &Program) -> Vec<(&'static str, String)> {
    let Some(platform) = platform(scene) else { return Vec::new() };
    vec![(SCRIPT, script(scene, program, platform)), ("start.c", START.to_owned())]
}

/// The processor of the program, if there are files for it.
fn platform(scene: &Scene<'_>) -> Option<Platform> {
    let platform = Platform::of(scene.first.target)?;
    let compiles = |subject: &Toolchain| subject.kind.is_compiler() && !subject.cc.is_empty();
    (scene.subjects().all(compiles) && scene.compiler("main.c", None).is_ok()).then_some(platform)
}

/// How the script is used, in a text for those who have the files.
pub fn usage(scene: &Scene<'_>, program: &Program) -> Option<String> {
    let platform = platform(scene)?;
    let names = match kind(scene, program) {
        Kind::Layout | Kind::Value => "Another compiler, with its options, is tried by `CALLER_CC`",
        _ => "Other compilers, with their options, are tried by `CALLER_CC` and `CALLEE_CC`",
    };
    let Platform { prefix, .. } = platform;
    Some(format!(
        "`standalone/{SCRIPT}` compiles these files, links them with the compiler's own linker (`ld.lld` or GNU `ld`) and runs \
         them {}, without a library and without crosscall. It says what was expected and what was seen, \
         and ends with 0 where that is the same, with 1 where it is not, and with 77 where a program is missing. {names}, as in \
         `CALLER_CC='{prefix}gcc -O2' standalone/{SCRIPT}`.",
        platform.place()
    ))
}

fn kind(scene: &Scene<'_>, program: &Program) -> Kind {
    let has = |wanted: &str| program.files.iter().any(|(name, _)| *name == wanted);
    match (&scene.finding.case, scene.finding.pairing) {
        (About::Value(_), _) => Kind::Value,
        (_, Pairing::Layout) => Kind::Layout,
        _ if has("main.c") => Kind::Watched,
        _ => Kind::Call,
    }
}

/// The side of a call that a file is compiled for.
fn side(scene: &Scene<'_>, name: &str) -> &'static str {
    match (name.split('.').next().unwrap_or(name), scene.finding.pairing) {
        ("caller" | "call" | "standalone", _) => "caller",
        ("callee", _) => "callee",
        ("case", Pairing::Callee) => "callee",
        ("case", _) => "caller",
        // What is not judged: the side that the unit of the case is not on.
        (_, Pairing::Callee) => "caller",
        _ => "callee",
    }
}

/// True if a program is found by its name alone.
fn is_on_path(path: &str) -> bool {
    let name = Path::new(path).file_name().and_then(OsStr::to_str);
    name.is_some_and(|name| program(name).is_some())
}

/// A compiler with its own options.
fn command(subject: &Toolchain) -> String {
    let words = subject.cc.clone();
    let words = if words.first().is_some_and(|program| is_on_path(program)) { plain(words) } else { words };
    let before = subject.kind.written_in().before().iter().map(|word| (*word).to_owned());
    shell::command(before.chain(words))
}

/// Options that every text of a language is compiled with, to an object file.
fn flags(language: Language) -> String {
    shell::command(language.flags(Product::Object).map(str::to_owned))
}

/// The compiler of a side of the call.
fn compiler_of<'a>(scene: &'a Scene<'_>, program: &'a Program, wanted: &str) -> &'a Toolchain {
    let files = program.files.iter().map(|(name, _)| *name).filter(|name| !name.ends_with(".s"));
    let mut own = files.filter(|name| side(scene, name) == wanted);
    let found = own.next().and_then(|name| scene.compiler(name, program.companion.as_ref()).ok());
    found.unwrap_or(if wanted == "callee" { scene.partner.unwrap_or(scene.first) } else { scene.first })
}

fn script(scene: &Scene<'_>, program: &Program, platform: Platform) -> String {
    let kind = kind(scene, program);
    let (name, expected, meaning) = KINDS.get(kind as usize).copied().unwrap_or_default();
    let [caller, callee] = ["caller", "callee"].map(|side| command(compiler_of(scene, program, side)));
    let [of_gcc, of_clang] = platform.options();
    let embedded = match platform.target {
        Target::Riscv(abi) if abi.facts().is_embedded => "yes",
        _ => "",
    };
    let files: Vec<String> =
        program.files.iter().map(|(file, _)| format!("{}:{file}", side(scene, file))).collect();
    let defines = match kind {
        Kind::Watched => format!("-DITEMS={}", program.items),
        _ => String::new(),
    };
    let reported = match kind {
        Kind::Call => reported(scene),
        _ => String::new(),
    };
    let variables = [
        ("machine", platform.machine.to_owned()),
        ("platform", platform.name.to_owned()),
        ("prefix", platform.prefix.to_owned()),
        ("of_gcc", of_gcc),
        ("of_clang", of_clang),
        ("linking", platform.linking()),
        ("few_registers", embedded.to_owned()),
        ("kind", name.to_owned()),
        ("caller", caller),
        ("callee", callee),
        ("flags", flags(Language::C)),
        ("rust_flags", flags(Language::Rust)),
        ("assembler", platform.assembler()),
        ("files", files.join(" ")),
        ("defines", defines),
        ("expected", expected.to_owned()),
        ("told", reported),
    ];
    let variables: String =
        variables.into_iter().map(|(name, text)| format!("{name}={}\n", shell::quoted(&text))).collect();
    format!(
        "#!/bin/sh\n\
         # Compiles the program of this folder, links it, runs it, and says what was expected and what was seen.\n\
         # Ends with 0 where it is right, with 1 where it is wrong, with 2 where it cannot be compiled or linked, and with 77 where a\n\
         # program is missing. CALLER_CC and CALLEE_CC are other compilers with their options, LD and QEMU another linker and emulator.\n\
         set -u\n{variables}meaning() {{\n\t{meaning}\n}}\n{BODY}"
    )
}

/// What the finding says of the places of values, a line for each.
fn reported(scene: &Scene<'_>) -> String {
    let words = scene.finding.mismatches.iter().map(Mismatch::words);
    let lines: Vec<String> = words
        .map(|words| {
            super::issue::in_plain_words(
                scene,
                &format!("{}: expected {}; observed {}", words.subject, words.expected, words.seen()),
            )
        })
        .collect();
    lines.join("\n")
}
