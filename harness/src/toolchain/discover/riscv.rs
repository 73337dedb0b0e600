//! The compilers for RISC-V that are looked for: GCC for bare metal and for Linux, and clang in every version that Debian and
//! Ubuntu give a name of its own, each with the architecture that an ABI needs.

use super::Family;
use crate::toolchain::ToolchainKind;
use crosscall_model::Target;
use crosscall_model::target::riscv::Abi;

/// The families for an ABI.
pub(super) fn of(abi: Abi) -> &'static [Family] {
    FAMILIES.get(abi as usize).map_or(&[], <[Family; COUNT]>::as_slice)
}

/// Words by which compilers know an ABI.
struct Words {
    abi: Abi,
    /// Second part of the names of subjects.
    variant: &'static str,
    /// Options of GCC. The architecture's floating-point registers are as wide as the ABI's.
    gcc: [&'static str; 2],
    /// Options of clang.
    clang: [&'static str; 3],
}

/// One row for each of [`Abi::ALL`].
#[rustfmt::skip]
static WORDS: [Words; 7] = [
    words(Abi::Ilp32e, "-ilp32e", "--target=riscv32", "-march=rv32emac",   "-mabi=ilp32e"),
    words(Abi::Ilp32,  "-ilp32",  "--target=riscv32", "-march=rv32imac",   "-mabi=ilp32"),
    words(Abi::Ilp32f, "-ilp32f", "--target=riscv32", "-march=rv32imafc",  "-mabi=ilp32f"),
    words(Abi::Ilp32d, "-ilp32d", "--target=riscv32", "-march=rv32imafdc", "-mabi=ilp32d"),
    words(Abi::Lp64,   "-lp64",   "--target=riscv64", "-march=rv64imac",   "-mabi=lp64"),
    words(Abi::Lp64f,  "-lp64f",  "--target=riscv64", "-march=rv64imafc",  "-mabi=lp64f"),
    words(Abi::Lp64d,  "-lp64d",  "--target=riscv64", "-march=rv64imafdc", "-mabi=lp64d"),
];

const fn words(
    abi: Abi,
    variant: &'static str,
    target: &'static str,
    march: &'static str,
    mabi: &'static str,
) -> Words {
    Words { abi, variant, gcc: [march, mabi], clang: [target, march, mabi] }
}

/// Versions of clang with a name of their own.
#[rustfmt::skip]
const CLANGS: &[&str] = &[
    "clang-14", "clang-15", "clang-16", "clang-17", "clang-18", "clang-19", "clang-20", "clang-21", "clang-22", "clang-23",
];

/// Number of families for an ABI: two of GCC, clang, and its versions.
const COUNT: usize = 3 + CLANGS.len();

static FAMILIES: [[Family; COUNT]; 7] = [
    families(&WORDS[0]),
    families(&WORDS[1]),
    families(&WORDS[2]),
    families(&WORDS[3]),
    families(&WORDS[4]),
    families(&WORDS[5]),
    families(&WORDS[6]),
];

const fn families(words: &'static Words) -> [Family; COUNT] {
    let gcc = Family {
        variant: words.variant,
        options: &words.gcc,
        proof: PROOF,
        remedy: "Debian's package gcc-riscv64-unknown-elf has it, or name a GCC in crosscall.toml",
        ..Family::of(Target::Riscv(words.abi), ToolchainKind::Gcc)
    };
    let clang = Family {
        name: "clang",
        variant: words.variant,
        compilers: &["clang"],
        but: CLANGS,
        options: &words.clang,
        proof: PROOF,
        remedy: "Debian's package clang has it, from version 18 on for ilp32e, too; or name a clang in crosscall.toml",
        ..Family::of(Target::Riscv(words.abi), ToolchainKind::Clang)
    };
    // The one without a version is the last: whether it is missed depends on the others.
    let mut all = [clang; COUNT];
    all[0] = Family { name: "riscv64-gcc", compilers: &["riscv64-unknown-elf-gcc"], ..gcc };
    all[1] =
        Family { name: "riscv64-linux-gcc", compilers: &["riscv64-linux-gnu-gcc"], is_version: true, ..gcc };
    let mut at = 0;
    while at < CLANGS.len() {
        let compilers = CLANGS.split_at(at).1.split_at(1).0;
        all[2 + at] = Family { name: CLANGS[at], compilers, but: &[], is_version: true, ..clang };
        at += 1;
    }
    all
}

/// What only a compiler for the target with this ABI accepts.
const PROOF: &[&str] = &["-x", "c", "-fsyntax-only", "/dev/null"];
