//! The programs of `docs/proofs/riscv`: two halves by two compilers, linked with GNU ld and run under qemu-user, show each finding
//! without anything of crosscall. A row whose compilers are not installed is skipped, and says so.

use crate::common::one_in;
use std::path::Path;
use std::process::Command;

const GCC: &str = "riscv64-unknown-elf-gcc";

/// A program, its ABI, the compilers of the caller and of the callee, and whether the document and they agree.
type Row = (&'static str, &'static str, &'static str, &'static str, bool);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("vector-alignment",     "lp64d",  "riscv64-unknown-elf-gcc -O1", "riscv64-unknown-elf-gcc -O1", false),
    ("vector-alignment",     "ilp32",  "clang-14 -O1",                "clang-14 -O1",                false),
    ("empty-union",          "lp64d",  "riscv64-unknown-elf-gcc -O2", "riscv64-unknown-elf-gcc -O2", true),
    ("empty-union",          "lp64d",  "clang-14 -O2",                "clang-14 -O2",                true),
    ("empty-union",          "lp64d",  "riscv64-unknown-elf-gcc -O2", "clang-14 -O2",                false),
    ("empty-union",          "ilp32d", "clang-14 -O2",                "riscv64-unknown-elf-gcc -O2", false),
    ("empty-elements",       "lp64d",  "clang-14 -O2",                "clang-14 -O2",                true),
    ("empty-elements",       "lp64d",  "riscv64-unknown-elf-gcc -O2", "clang-14 -O2",                false),
    ("empty-elements",       "ilp32f", "clang-14 -O2",                "riscv64-unknown-elf-gcc -O2", false),
    ("empty-aligned",        "lp64d",  "riscv64-unknown-elf-gcc -O2", "riscv64-unknown-elf-gcc -O2", true),
    ("empty-aligned",        "lp64d",  "clang-14 -O2",                "clang-14 -O2",                true),
    ("empty-aligned",        "lp64d",  "riscv64-unknown-elf-gcc -O2", "clang-14 -O2",                false),
    ("empty-aligned",        "ilp32",  "clang-14 -O2",                "riscv64-unknown-elf-gcc -O2", false),
    ("empty-aligned-variadic", "lp64", "riscv64-unknown-elf-gcc -O2", "riscv64-unknown-elf-gcc -O2", false),
    ("empty-aligned-variadic", "ilp32e", "riscv64-unknown-elf-gcc -O2", "riscv64-unknown-elf-gcc -O2", true),
    ("empty-aligned-variadic", "lp64", "clang-14 -O2",                "clang-14 -O2",                true),
    ("zero-bit-field",       "lp64d",  "clang-14 -O2",                "clang-14 -O2",                true),
    ("zero-bit-field",       "lp64d",  "riscv64-unknown-elf-gcc -O2", "clang-14 -O2",                false),
    ("zero-bit-field",       "ilp32f", "clang-14 -O2",                "riscv64-unknown-elf-gcc -O2", false),
    ("wide-bit-field",       "lp64d",  "riscv64-unknown-elf-gcc -O2", "riscv64-unknown-elf-gcc -O2", true),
    ("wide-bit-field",       "lp64d",  "clang-14 -O2",                "clang-14 -O2",                false),
    ("wide-bit-field",       "lp64d",  "clang-19 -O2",                "clang-19 -O2",                false),
    ("wide-bit-field-frame", "lp64d",  "riscv64-unknown-elf-gcc -O1", "riscv64-unknown-elf-gcc -O0", true),
    ("wide-bit-field-frame", "lp64d",  "riscv64-unknown-elf-gcc -O1", "clang-14 -O0",                false),
    ("half-and-float",       "lp64d",  "clang-14 -O2",                "riscv64-unknown-elf-gcc -O2", false),
    ("half-and-float",       "lp64d",  "clang-19 -O2",                "riscv64-unknown-elf-gcc -O2", true),
    ("narrow-on-stack",      "lp64d",  "riscv64-unknown-elf-gcc -O2", "riscv64-unknown-elf-gcc -O2", true),
    ("narrow-on-stack",      "lp64d",  "clang-14 -O2",                "riscv64-unknown-elf-gcc -O2", false),
    ("narrow-on-stack",      "lp64d",  "clang-19 -O2",                "riscv64-unknown-elf-gcc -O2", true),
    ("narrow-signed-on-stack", "lp64d", "riscv64-unknown-elf-gcc -O2", "riscv64-unknown-elf-gcc -O2", true),
    ("narrow-signed-on-stack", "lp64d", "clang-19 -O2",               "riscv64-unknown-elf-gcc -O2", true),
    ("narrow-signed-on-stack", "lp64d", "rustc -Copt-level=2",        "riscv64-unknown-elf-gcc -O2", false),
    ("narrow-signed-on-stack", "ilp32d", "rustc -Copt-level=2",       "riscv64-unknown-elf-gcc -O2", false),
    ("narrow-signed-on-stack", "ilp32e", "rustc -Copt-level=0",       "riscv64-unknown-elf-gcc -O2", false),
    ("narrow-signed-on-stack", "lp64d", "rustc -Copt-level=2",        "clang-19 -O2 -DTYPED",        false),
    ("narrow-signed-on-stack", "lp64d", "rustc -Copt-level=2",        "riscv64-unknown-elf-gcc -O2 -DTYPED", true),
    ("large-frame-floats",   "lp64d",  "riscv64-unknown-elf-gcc -O1", "riscv64-unknown-elf-gcc -O0", false),
    ("large-frame-floats",   "lp64d",  "riscv64-unknown-elf-gcc -O1", "riscv64-unknown-elf-gcc -O2", false),
    ("large-frame-floats",   "ilp32f", "riscv64-unknown-elf-gcc -O1", "riscv64-unknown-elf-gcc -O2", false),
    ("large-frame-floats",   "lp64d",  "riscv64-unknown-elf-gcc -O1", "clang-14 -O2",                true),
    ("large-frame-early",    "lp64d",  "riscv64-unknown-elf-gcc -O1", "riscv64-unknown-elf-gcc -O2", false),
    ("large-frame-early",    "ilp32",  "riscv64-unknown-elf-gcc -O1", "riscv64-unknown-elf-gcc -O2", false),
    ("large-frame-early",    "lp64",   "riscv64-unknown-elf-gcc -O1", "riscv64-unknown-elf-gcc -O1", true),
    ("large-frame-early",    "lp64",   "riscv64-unknown-elf-gcc -O1", "clang-14 -O2",                true),
    ("lowered-boundary",     "lp64d",  "riscv64-unknown-elf-gcc -O1", "riscv64-unknown-elf-gcc -O2", false),
    ("lowered-boundary",     "ilp32d", "riscv64-unknown-elf-gcc -O1", "riscv64-unknown-elf-gcc -O0", false),
    ("lowered-boundary",     "lp64d",  "riscv64-unknown-elf-gcc -O1", "clang-19 -O2",                true),
    ("complex-by-memcpy",    "ilp32e", "riscv64-unknown-elf-gcc -O1", "riscv64-unknown-elf-gcc -Os", false),
    ("complex-by-memcpy",    "ilp32d", "riscv64-unknown-elf-gcc -O1", "riscv64-unknown-elf-gcc -Os", false),
    ("complex-by-memcpy",    "lp64d",  "riscv64-unknown-elf-gcc -O1", "riscv64-unknown-elf-gcc -Os", false),
    ("complex-by-memcpy",    "lp64d",  "riscv64-unknown-elf-gcc -O1", "riscv64-unknown-elf-gcc -O2", true),
    ("complex-by-memcpy",    "lp64d",  "riscv64-unknown-elf-gcc -O1", "clang-14 -Os",                true),
    ("no-elements",          "lp64d",  "clang-14 -O1",                "clang-14 -O1",                true),
    ("no-elements",          "lp64d",  "riscv64-unknown-elf-gcc -O1", "clang-14 -O1",                false),
    ("no-elements",          "ilp32d", "clang-14 -O1",                "riscv64-unknown-elf-gcc -O1", false),
    ("no-elements-last",     "lp64d",  "riscv64-unknown-elf-gcc -O1", "riscv64-unknown-elf-gcc -O1", true),
    ("no-elements-last",     "lp64d",  "clang-14 -O1",                "clang-19 -O1",                true),
    ("no-elements-last",     "lp64d",  "riscv64-unknown-elf-gcc -O1", "clang-14 -O1",                false),
    ("no-elements-last",     "ilp32d", "clang-19 -O1",                "riscv64-unknown-elf-gcc -O1", false),
    ("complex-integer",      "lp64d",  "riscv64-unknown-elf-gcc -O1", "riscv64-unknown-elf-gcc -O1", true),
    ("complex-integer",      "lp64d",  "clang-14 -O1",                "riscv64-unknown-elf-gcc -O1", false),
    ("complex-integer",      "ilp32d", "clang-19 -O1",                "riscv64-unknown-elf-gcc -O1", false),
    ("narrow-behind-atomic", "lp64d",  "clang-14 -O1",                "riscv64-unknown-elf-gcc -O1", false),
    ("narrow-behind-atomic", "ilp32d", "clang-14 -O1",                "riscv64-unknown-elf-gcc -O1", false),
    ("narrow-behind-atomic", "lp64d",  "clang-19 -O1",                "riscv64-unknown-elf-gcc -O1", true),
    ("behind-half",          "lp64d",  "clang-14 -O1",                "riscv64-unknown-elf-gcc -O1", false),
    ("behind-half",          "ilp32d", "clang-19 -O1",                "riscv64-unknown-elf-gcc -O1", true),
    ("bit-int-member",       "lp64d",  "clang-14 -O1",                "riscv64-unknown-elf-gcc -O1", false),
    ("bit-int-member",       "ilp32d", "clang-19 -O1",                "riscv64-unknown-elf-gcc -O1", false),
    ("bit-int-and-real",     "lp64d",  "clang-14 -O2",                "riscv64-unknown-elf-gcc -O2", false),
    ("bit-int-and-real",     "lp64f",  "clang-19 -O2",                "riscv64-unknown-elf-gcc -O2", false),
    ("bit-int-and-real",     "lp64",   "clang-19 -O2",                "riscv64-unknown-elf-gcc -O2", true),
    ("bit-int-alignment",    "lp64d",  "clang-14 -O2",                "clang-14 -O2",                false),
    ("bit-int-alignment",    "lp64",   "clang-19 -O2",                "clang-19 -O2",                false),
    ("bit-int-variadic",     "lp64d",  "clang-14 -O2",                "clang-14 -O2",                false),
    ("bit-int-variadic",     "lp64d",  "clang-19 -O0",                "clang-19 -O0",                false),
    ("typedef-variadic",     "lp64d",  "riscv64-unknown-elf-gcc -O2", "riscv64-unknown-elf-gcc -O2", true),
    ("unnamed-bits-variadic", "lp64d", "clang-14 -O2",                "clang-14 -O2",                true),
    ("unnamed-bits-variadic", "ilp32", "clang-19 -O2",                "clang-19 -O2",                false),
    ("unnamed-bits-variadic", "lp64d", "riscv64-unknown-elf-gcc -O2", "riscv64-unknown-elf-gcc -O2", true),
    ("flexible-alone-variadic", "lp64d", "clang-14 -O2",              "clang-14 -O2",                false),
    ("flexible-alone-variadic", "lp64d", "clang-19 -O2",              "clang-19 -O2",                false),
    ("flexible-alone-variadic", "lp64d", "riscv64-unknown-elf-gcc -O2", "riscv64-unknown-elf-gcc -O2", true),
    ("typedef-variadic",     "lp64d",  "clang-14 -O2",                "clang-14 -O2",                false),
    ("typedef-variadic",     "ilp32d", "clang-19 -O0",                "clang-19 -O0",                false),
    ("typedef-variadic",     "ilp32e", "clang-19 -O2",                "clang-19 -O2",                true),
    ("typedef-variadic",     "lp64d",  "clang-19 -O2",                "riscv64-unknown-elf-gcc -O2", true),
    ("typedef-record",       "lp64d",  "riscv64-unknown-elf-gcc -O2", "riscv64-unknown-elf-gcc -O2", true),
    ("typedef-record",       "lp64d",  "clang-19 -O2",                "clang-19 -O2",                true),
    ("typedef-record",       "lp64d",  "clang-19 -O2",                "riscv64-unknown-elf-gcc -O2", false),
    ("typedef-record-variadic", "lp64d", "clang-19 -O2",              "clang-19 -O2",                false),
    ("typedef-record-variadic", "lp64d", "riscv64-unknown-elf-gcc -O2", "riscv64-unknown-elf-gcc -O2", true),
    ("typedef-record-variadic", "ilp32d", "riscv64-unknown-elf-gcc -O2 -DALIGN=16", "riscv64-unknown-elf-gcc -O2 -DALIGN=16", false),
    ("typedef-record-variadic", "lp64d", "riscv64-unknown-elf-gcc -O2 -DALIGN=16", "riscv64-unknown-elf-gcc -O2 -DALIGN=16", true),
    ("typedef-record-returned", "lp64d", "riscv64-unknown-elf-gcc -O2", "riscv64-unknown-elf-gcc -O2", false),
    ("typedef-record-returned", "lp64d", "clang-19 -O2",              "clang-19 -O2",                true),
    ("reals-behind-atomic",  "lp64d",  "clang-19 -O2",                "clang-19 -O2",                true),
    ("reals-behind-atomic",  "lp64d",  "riscv64-unknown-elf-gcc -O2", "clang-14 -O2",                false),
    ("reals-behind-atomic",  "lp64d",  "clang-19 -O2",                "riscv64-unknown-elf-gcc -O2", false),
    ("odd-vector",           "lp64d",  "clang-19 -O2",                "clang-19 -O2",                false),
    ("bit-int-memory",       "lp64d",  "clang-14 -O2",                "clang-14 -O2",                false),
    ("bit-int-memory",       "ilp32",  "clang-19 -O2",                "clang-19 -O2",                true),
    ("bit-int-on-stack",     "lp64d",  "clang-14 -O2",                "riscv64-unknown-elf-gcc -O2", false),
    ("bit-int-on-stack",     "lp64d",  "clang-19 -O2",                "riscv64-unknown-elf-gcc -O2", true),
    ("bit-int-upper-half",   "ilp32d", "clang-14 -O2",                "riscv64-unknown-elf-gcc -O2", false),
    ("bit-int-upper-half",   "ilp32d", "clang-19 -O2",                "riscv64-unknown-elf-gcc -O2", true),
    ("bit-int-result",       "lp64d",  "riscv64-unknown-elf-gcc -O2", "clang-19 -O0",                false),
    ("bit-int-result",       "lp64d",  "riscv64-unknown-elf-gcc -O2", "clang-19 -O2",                true),
    ("bit-int-extended",     "lp64d",  "clang-14 -O2",                "riscv64-unknown-elf-gcc -O2", false),
    ("bit-int-extended",     "lp64d",  "clang-19 -O2",                "riscv64-unknown-elf-gcc -O2", false),
    ("bit-int-extended",     "ilp32d", "clang-14 -O2",                "riscv64-unknown-elf-gcc -O2", true),
    ("atomic-narrow",        "lp64d",  "riscv64-unknown-elf-gcc -O2", "riscv64-unknown-elf-gcc -O2", true),
    ("atomic-narrow",        "lp64d",  "clang-14 -O2",                "riscv64-unknown-elf-gcc -O2", false),
    ("atomic-narrow",        "ilp32d", "clang-19 -O2",                "riscv64-unknown-elf-gcc -O2", false),
    ("atomic-member",        "lp64d",  "clang-14 -O2",                "clang-14 -O2",                true),
    ("atomic-member",        "lp64d",  "riscv64-unknown-elf-gcc -O2", "riscv64-unknown-elf-gcc -O2", true),
    ("atomic-member",        "lp64d",  "riscv64-unknown-elf-gcc -O2", "clang-14 -O2",                false),
    ("record-members-apart", "lp64d",  "riscv64-unknown-elf-gcc -O2", "riscv64-unknown-elf-gcc -O2", true),
    ("record-members-apart", "lp64d",  "zig build-obj -OReleaseFast", "riscv64-unknown-elf-gcc -O2", false),
    ("record-members-apart", "ilp32d", "zig build-obj -OReleaseFast", "riscv64-unknown-elf-gcc -O2", false),
    ("record-quad-result",   "lp64d",  "riscv64-unknown-elf-gcc -O2", "riscv64-unknown-elf-gcc -O2", true),
    ("record-quad-result",   "lp64d",  "zig build-obj -OReleaseFast", "riscv64-unknown-elf-gcc -O2", false),
    ("record-in-record",     "lp64d",  "riscv64-unknown-elf-gcc -O2", "riscv64-unknown-elf-gcc -O2", true),
    ("record-in-record",     "lp64d",  "zig build-obj -OReleaseFast", "riscv64-unknown-elf-gcc -O2", false),
    ("record-in-record",     "lp64f",  "zig build-obj -OReleaseFast", "riscv64-unknown-elf-gcc -O2", false),
    ("record-in-record",     "lp64",   "zig build-obj -OReleaseFast", "riscv64-unknown-elf-gcc -O2", true),
    ("record-of-two-registers", "ilp32", "riscv64-unknown-elf-gcc -O2", "riscv64-unknown-elf-gcc -O2", true),
    ("record-of-two-registers", "ilp32", "zig build-obj -OReleaseFast", "riscv64-unknown-elf-gcc -O2", false),
    ("record-of-two-registers", "lp64", "zig build-obj -OReleaseFast", "riscv64-unknown-elf-gcc -O2", true),
    ("record-packed-result", "lp64d",  "riscv64-unknown-elf-gcc -O2", "riscv64-unknown-elf-gcc -O2", true),
    ("record-packed-result", "ilp32d", "zig build-obj -OReleaseFast", "riscv64-unknown-elf-gcc -O2", false),
];

/// The same for programs that stop a compiler: the last word says whether both halves compile.
#[rustfmt::skip]
const STOPS: &[Row] = &[
    ("lowered-stops",        "ilp32e", "riscv64-unknown-elf-gcc -O1", "riscv64-unknown-elf-gcc -O0", false),
    ("lowered-stops",        "ilp32e", "riscv64-unknown-elf-gcc -O1", "riscv64-unknown-elf-gcc -O1", true),
    ("lowered-stops",        "ilp32d", "riscv64-unknown-elf-gcc -O1", "riscv64-unknown-elf-gcc -O0", true),
    ("odd-vector",           "lp64d",  "riscv64-unknown-elf-gcc -O1", "riscv64-unknown-elf-gcc -O1", false),
    ("vector-of-one-float",  "lp64",   "riscv64-unknown-elf-gcc -O1", "clang-14 -O1",                false),
    ("vector-of-one-float",  "lp64",   "riscv64-unknown-elf-gcc -O1", "clang-14 -O0",                true),
    ("vector-of-one-float",  "lp64",   "riscv64-unknown-elf-gcc -O1", "clang-19 -O1",                true),
];

fn is_there(program: &str) -> bool {
    let version = if program == "zig" { "version" } else { "--version" };
    Command::new(program).arg(version).output().is_ok_and(|answer| answer.status.success())
}

#[test]
fn two_compilers_and_qemu_show_each_finding() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/proofs/riscv/run");
    let mut missing = vec![GCC, "riscv64-unknown-elf-ld", "qemu-riscv32", "qemu-riscv64"];
    missing.retain(|program| !is_there(program));
    if !missing.is_empty() {
        println!("skipped: {} are not there", missing.join(", "));
        return;
    }
    let compared = ROWS.iter().map(|row| (row, 1));
    for ((program, abi, caller, callee, agrees), otherwise) in
        compared.chain(STOPS.iter().map(|row| (row, 3))).step_by(one_in(3))
    {
        let words = || [caller, callee].into_iter().filter_map(|command| command.split(' ').next());
        if let Some(missing) = words().find(|compiler| !is_there(compiler)) {
            println!("skipped: {missing} is not there for {program}");
            continue;
        }
        let ran = Command::new(&script).args([program, abi, caller, callee]).output().expect("it runs");
        let said = String::from_utf8_lossy(&ran.stdout);
        let expected = if *agrees { 0 } else { otherwise };
        assert_eq!(
            ran.status.code(),
            Some(expected),
            "{program} {abi}, {caller}, {callee}: {said}{}",
            String::from_utf8_lossy(&ran.stderr)
        );
        let is_told = said.contains(": expected 0x") || said.contains(": ended with ");
        assert!(expected == 3 || is_told, "{program}: {said}");
    }
}

/// Each program of the folder is in a row.
#[test]
fn every_program_is_tried() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/proofs/riscv");
    for file in std::fs::read_dir(folder).expect("the programs are there") {
        let name = file.expect("a file").file_name().into_string().expect("an ASCII name");
        if let Some(program) = name.strip_suffix(".c") {
            assert!(ROWS.iter().chain(STOPS).any(|row| row.0 == program), "{program}");
        }
    }
}
