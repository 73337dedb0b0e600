//! The compilers for RISC-V that are looked for: GCC for bare metal and for Linux, and clang in every version that Debian and
//! Ubuntu give a name of its own, each with the architecture that an ABI needs; and their assemblers and linkers: GNU binutils,
//! the assembler inside clang with the linker of its version, and llvm-mc, which is an assembler alone.

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
    /// Options of clang as an assembler.
    llvm: [&'static str; 4],
    /// Options of llvm-mc.
    llvm_mc: [&'static str; 4],
    /// Option of GNU ld.
    ld: [&'static str; 1],
}

/// One row for each of [`Abi::ALL`].
#[rustfmt::skip]
static WORDS: [Words; 7] = [
    words(Abi::Ilp32e, "-ilp32e", "--target=riscv32", "-march=rv32emac",   "-mabi=ilp32e", "-mattr=+e,+m,+a,+c", "-target-abi=ilp32e"),
    words(Abi::Ilp32,  "-ilp32",  "--target=riscv32", "-march=rv32imac",   "-mabi=ilp32", "-mattr=+m,+a,+c", "-target-abi=ilp32"),
    words(Abi::Ilp32f, "-ilp32f", "--target=riscv32", "-march=rv32imafc",  "-mabi=ilp32f", "-mattr=+m,+a,+f,+c", "-target-abi=ilp32f"),
    words(Abi::Ilp32d, "-ilp32d", "--target=riscv32", "-march=rv32imafdc", "-mabi=ilp32d", "-mattr=+m,+a,+f,+d,+c", "-target-abi=ilp32d"),
    words(Abi::Lp64,   "-lp64",   "--target=riscv64", "-march=rv64imac",   "-mabi=lp64", "-mattr=+m,+a,+c", "-target-abi=lp64"),
    words(Abi::Lp64f,  "-lp64f",  "--target=riscv64", "-march=rv64imafc",  "-mabi=lp64f", "-mattr=+m,+a,+f,+c", "-target-abi=lp64f"),
    words(Abi::Lp64d,  "-lp64d",  "--target=riscv64", "-march=rv64imafdc", "-mabi=lp64d", "-mattr=+m,+a,+f,+d,+c", "-target-abi=lp64d"),
];

const fn words(
    abi: Abi,
    variant: &'static str,
    target: &'static str,
    march: &'static str,
    mabi: &'static str,
    mattr: &'static str,
    target_abi: &'static str,
) -> Words {
    let (ld, triple) = match abi.facts().xlen {
        4 => ("-melf32lriscv", "-triple=riscv32"),
        _ => ("-melf64lriscv", "-triple=riscv64"),
    };
    let llvm_mc = [triple, mattr, target_abi, "-filetype=obj"];
    let llvm = [target, march, mabi, "-c"];
    Words { abi, variant, gcc: [march, mabi], clang: [target, march, mabi], llvm, llvm_mc, ld: [ld] }
}

/// Versions of clang with a name of their own.
#[rustfmt::skip]
const CLANGS: &[&str] = &[
    "clang-14", "clang-15", "clang-16", "clang-17", "clang-18", "clang-19", "clang-20", "clang-21", "clang-22", "clang-23",
];

/// The linkers beside them, the one without a version last.
#[rustfmt::skip]
const LINKERS: [&[&str]; 11] = [
    &["ld.lld-14"], &["ld.lld-15"], &["ld.lld-16"], &["ld.lld-17"], &["ld.lld-18"], &["ld.lld-19"], &["ld.lld-20"],
    &["ld.lld-21"], &["ld.lld-22"], &["ld.lld-23"], &["ld.lld"],
];

/// Names of the subjects that are assemblers and linkers of LLVM, in the same order.
#[rustfmt::skip]
const LLVMS: [&str; 11] = [
    "llvm-14", "llvm-15", "llvm-16", "llvm-17", "llvm-18", "llvm-19", "llvm-20", "llvm-21", "llvm-22", "llvm-23", "llvm",
];

/// llvm-mc in these versions, the one without a version last.
#[rustfmt::skip]
const LLVM_MCS: &[&str; 11] = &[
    "llvm-mc-14", "llvm-mc-15", "llvm-mc-16", "llvm-mc-17", "llvm-mc-18", "llvm-mc-19", "llvm-mc-20", "llvm-mc-21", "llvm-mc-22",
    "llvm-mc-23", "llvm-mc",
];

/// Number of families for an ABI: two of GCC, clang, and its versions; of each the assembler and the linker; and LLVM's assemblers.
const COUNT: usize = 2 * (3 + CLANGS.len()) + LLVM_MCS.len();

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
        install: "debian gcc-riscv64-unknown-elf",
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
        install: "debian clang",
        ..Family::of(Target::Riscv(words.abi), ToolchainKind::Clang)
    };
    let binutils = Family {
        variant: words.variant,
        options: &words.gcc,
        linker_options: &words.ld,
        proof: AS_PROOF,
        remedy: "Debian's package binutils-riscv64-unknown-elf has them, or name an assembler and a linker in crosscall.toml",
        install: "debian binutils-riscv64-unknown-elf",
        ..Family::of(Target::Riscv(words.abi), ToolchainKind::Binutils)
    };
    let llvm = Family {
        variant: words.variant,
        // The assembler is inside the compiler.
        options: &words.llvm,
        proof: PROOF,
        remedy: "Debian's packages clang and lld have them, from version 18 on for ilp32e, too; or name them in crosscall.toml",
        install: "debian clang lld",
        ..Family::of(Target::Riscv(words.abi), ToolchainKind::Binutils)
    };
    let llvm_mc = Family {
        variant: words.variant,
        options: &words.llvm_mc,
        proof: AS_PROOF,
        remedy: "Debian's package llvm has it, from version 18 on for ilp32e, too; or name an assembler in crosscall.toml",
        install: "debian llvm",
        ..Family::of(Target::Riscv(words.abi), ToolchainKind::Binutils)
    };
    // The one without a version is the last of its kind: whether it is missed depends on the others.
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
    let first = 3 + CLANGS.len();
    all[first] = Family {
        name: "riscv64-binutils",
        compilers: &["riscv64-unknown-elf-as"],
        linkers: &["riscv64-unknown-elf-ld"],
        ..binutils
    };
    all[first + 1] = Family {
        name: "riscv64-linux-binutils",
        compilers: &["riscv64-linux-gnu-as"],
        linkers: &["riscv64-linux-gnu-ld"],
        is_version: true,
        ..binutils
    };
    let mut at = 0;
    while at <= CLANGS.len() {
        let is_version = at < CLANGS.len();
        let compilers: &[&str] = if is_version { CLANGS.split_at(at).1.split_at(1).0 } else { &["clang"] };
        let but = if is_version { &[] } else { CLANGS };
        all[first + 2 + at] =
            Family { name: LLVMS[at], compilers, linkers: LINKERS[at], but, is_version, ..llvm };
        at += 1;
    }
    let first = first + 2 + LLVMS.len();
    let mut at = 0;
    while at < LLVM_MCS.len() {
        let compilers = LLVM_MCS.split_at(at).1.split_at(1).0;
        let is_version = at + 1 < LLVM_MCS.len();
        let but = if is_version { &[] } else { LLVM_MCS.split_at(at).0 };
        all[first + at] = Family { name: LLVM_MCS[at], compilers, but, is_version, ..llvm_mc };
        at += 1;
    }
    all
}

/// Arguments that only an assembler for the target with this ABI accepts.
const AS_PROOF: &[&str] = &["-o", "/dev/null", "/dev/null"];

/// Arguments that only a compiler for the target with this ABI accepts.
const PROOF: &[&str] = &["-x", "c", "-fsyntax-only", "/dev/null"];
