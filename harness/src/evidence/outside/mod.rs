//! A script that compiles, links and runs the standalone program without crosscall: with the compilers of the finding, a linker
//! for RISC-V and qemu's emulator of user programs.

use super::Scene;
use super::issue::plain;
use super::standalone::Program;
use crosscall_model::finding::Mismatch;
use crosscall_model::target::riscv::Abi;
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

/// Script and start for a program, with their names; none for another processor, and for a subject that is no compiler of C.
pub fn files(scene: &Scene<'_>, program: &Program) -> Vec<(&'static str, String)> {
    let Some(abi) = abi(scene) else { return Vec::new() };
    vec![(SCRIPT, script(scene, program, abi)), ("start.c", START.to_owned())]
}

/// The ABI of the program, if there are files for it.
fn abi(scene: &Scene<'_>) -> Option<Abi> {
    let Target::Riscv(abi) = scene.first.target else { return None };
    let compiles = |subject: &Toolchain| subject.kind.is_compiler() && !subject.cc.is_empty();
    (scene.subjects().all(compiles) && scene.compiler("main.c", None).is_ok()).then_some(abi)
}

/// How the script is used, in a text for those who have the files.
pub fn usage(scene: &Scene<'_>, program: &Program) -> Option<String> {
    let bits = 8 * abi(scene)?.facts().xlen;
    let names = match kind(scene, program) {
        Kind::Layout | Kind::Value => "Another compiler, with its options, is tried by `CALLER_CC`",
        _ => "Other compilers, with their options, are tried by `CALLER_CC` and `CALLEE_CC`",
    };
    Some(format!(
        "`standalone/{SCRIPT}` compiles these files, links them with the compiler's own linker (`ld.lld` or GNU `ld`) and runs \
         them under `qemu-riscv{bits}`, without a library and without crosscall. It says what was expected and what was seen, \
         and ends with 0 where that is the same, with 1 where it is not, and with 77 where a program is missing. {names}, as in \
         `CALLER_CC='riscv64-unknown-elf-gcc -O2' standalone/{SCRIPT}`."
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

fn script(scene: &Scene<'_>, program: &Program, abi: Abi) -> String {
    let facts = abi.facts();
    let bits = 8 * facts.xlen;
    let kind = kind(scene, program);
    let (name, expected, meaning) = KINDS.get(kind as usize).copied().unwrap_or_default();
    let [caller, callee] = ["caller", "callee"].map(|side| command(compiler_of(scene, program, side)));
    let floats = match facts.flen {
        0 => "",
        4 => "f",
        _ => "fd",
    };
    let base = if facts.is_embedded { "e" } else { "i" };
    let march = format!("rv{bits}{base}ma{floats}c");
    // The assembly text has the floating-point registers under every ABI.
    let assembler = if facts.is_embedded { String::new() } else { format!("-march=rv{bits}imafdc") };
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
        ("bits", bits.to_string()),
        ("march", march),
        ("abi", facts.name.to_owned()),
        ("kind", name.to_owned()),
        ("caller", caller),
        ("callee", callee),
        ("flags", flags(Language::C)),
        ("rust_flags", flags(Language::Rust)),
        ("assembler", assembler),
        ("files", files.join(" ")),
        ("defines", defines),
        ("expected", expected.to_owned()),
        ("told", reported),
    ];
    let variables: String =
        variables.into_iter().map(|(name, text)| format!("{name}={}\n", shell::quoted(&text))).collect();
    format!(
        "#!/bin/sh\n\
         # Compiles the program of this folder, links it, runs it under qemu-riscv{bits}, and says what was expected and what was seen.\n\
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
