//! The compilers for RISC-V that are looked for: GCC for bare metal and for Linux, and clang, also in every version that has a
//! name of its own on PATH, such as `clang-19` and `riscv64-linux-gnu-gcc-16`, each with the architecture that an ABI needs; and
//! their assemblers and linkers: GNU binutils, the assembler inside clang with the linker of its version, and llvm-mc, which is
//! an assembler alone.

use super::Family;
use crate::ToolchainKind;
use crosscall_model::Target;
use crosscall_model::target::riscv::Abi;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The families for an ABI.
pub(super) fn of(abi: Abi) -> &'static [Family] {
    FAMILIES.get(abi as usize).map_or(&[], Vec::as_slice)
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
    /// Option of rustc, which has a target for each ABI but lp64f.
    rustc: Option<[&'static str; 1]>,
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
    let rustc = match abi {
        Abi::Ilp32e => Some(["--target=riscv32e-unknown-none-elf"]),
        Abi::Ilp32 => Some(["--target=riscv32imac-unknown-none-elf"]),
        Abi::Ilp32f => Some(["--target=riscv32imafc-unknown-none-elf"]),
        Abi::Ilp32d => Some(["--target=riscv32gc-unknown-linux-gnu"]),
        Abi::Lp64 => Some(["--target=riscv64imac-unknown-none-elf"]),
        Abi::Lp64f => None,
        Abi::Lp64d => Some(["--target=riscv64gc-unknown-none-elf"]),
    };
    let llvm_mc = [triple, mattr, target_abi, "-filetype=obj"];
    let llvm = [target, march, mabi, "-c"];
    Words { abi, variant, gcc: [march, mabi], clang: [target, march, mabi], llvm, llvm_mc, ld: [ld], rustc }
}

/// Versions of clang that are known by name wherever they are missing.
const CLANGS: std::ops::RangeInclusive<u32> = 14..=24;

/// Numbers behind a dash with which programs on PATH continue these names, such as the 16 of `riscv64-linux-gnu-gcc-16`.
fn versions_on_path(stems: &[&str]) -> BTreeSet<u32> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let files = std::env::split_paths(&path).filter_map(|folder| std::fs::read_dir(folder).ok()).flatten();
    let names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
    let version = |name: String| {
        let mut rest = stems.iter().filter_map(|stem| name.strip_prefix(stem)?.strip_prefix('-'));
        rest.find_map(|number| number.parse().ok())
    };
    names.filter_map(version).collect()
}

/// Versions of compilers with a name of their own.
struct Versions {
    /// Of GCC for bare metal and for Linux.
    gcc: [BTreeSet<u32>; 2],
    /// Of clang, and of what comes with it.
    clang: BTreeSet<u32>,
}

/// A text for the whole run.
fn text(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

/// Texts for the whole run.
fn texts(texts: Vec<&'static str>) -> &'static [&'static str] {
    Box::leak(texts.into_boxed_slice())
}

/// The families for each of [`Abi::ALL`].
static FAMILIES: LazyLock<Vec<Vec<Family>>> = LazyLock::new(|| {
    let mut clang = versions_on_path(&["clang", "llvm-mc"]);
    clang.extend(CLANGS);
    let gcc = GCCS.map(|(_, file)| versions_on_path(&[file]));
    let versions = Versions { gcc, clang };
    WORDS.iter().map(|words| families(words, &versions)).collect()
});

/// GCC for bare metal and for Linux: names of subjects, and the file.
const GCCS: [(&str, &str); 2] =
    [("riscv64-gcc", "riscv64-unknown-elf-gcc"), ("riscv64-linux-gcc", "riscv64-linux-gnu-gcc")];

/// The families for an ABI, of each kind the newest first. The one without a version is the last of its kind: whether it is missed
/// depends on the others. GCC without a version comes first, and is the one that counts where it is another's file.
fn families(words: &'static Words, versions: &Versions) -> Vec<Family> {
    let target = Target::Riscv(words.abi);
    let of = |kind| Family { variant: words.variant, proof: PROOF, ..Family::of(target, kind) };
    let gcc = Family {
        options: &words.gcc,
        remedy: "Debian's package gcc-riscv64-unknown-elf has it, or name a GCC in crosscall.toml",
        install: "debian gcc-riscv64-unknown-elf",
        ..of(ToolchainKind::Gcc)
    };
    let clang = Family {
        options: &words.clang,
        remedy: "Debian's package clang has it, from version 18 on for ilp32e, too; or name a clang in crosscall.toml",
        install: "debian clang",
        ..of(ToolchainKind::Clang)
    };
    let binutils = Family {
        options: &words.gcc,
        linker_options: &words.ld,
        proof: AS_PROOF,
        remedy: "Debian's package binutils-riscv64-unknown-elf has them, or name an assembler and a linker in crosscall.toml",
        install: "debian binutils-riscv64-unknown-elf",
        ..of(ToolchainKind::Binutils)
    };
    let llvm = Family {
        // The assembler is inside the compiler.
        options: &words.llvm,
        remedy: "Debian's packages clang and lld have them, from version 18 on for ilp32e, too; or name them in crosscall.toml",
        install: "debian clang lld",
        ..of(ToolchainKind::Binutils)
    };
    let llvm_mc = Family {
        options: &words.llvm_mc,
        proof: AS_PROOF,
        remedy: "Debian's package llvm has it, from version 18 on for ilp32e, too; or name an assembler in crosscall.toml",
        install: "debian llvm",
        ..of(ToolchainKind::Binutils)
    };
    let mut all = Vec::new();
    for ((name, file), versions) in GCCS.into_iter().zip(&versions.gcc) {
        let is_version = name != GCCS[0].0;
        all.push(Family { name, compilers: texts(vec![file]), is_version, ..gcc });
        let of_version = |version: &u32| Family {
            name: text(format!("{name}-{version}")),
            compilers: texts(vec![text(format!("{file}-{version}"))]),
            but: texts(vec![file]),
            is_version: true,
            ..gcc
        };
        all.extend(versions.iter().rev().map(of_version));
    }
    let stems = |stem: &str| -> &'static [&'static str] {
        texts(versions.clang.iter().rev().map(|version| text(format!("{stem}-{version}"))).collect())
    };
    // Each version by itself, and then what has no version in its name and is none of them.
    let each = |stem: &'static str| {
        let versions = stems(stem);
        let with = versions.iter().map(|name| (*name, true, &[][..]));
        with.chain([(stem, false, versions)])
    };
    let of_llvm = |family: Family, names: &'static str, files: &'static str| {
        each(names).zip(each(files)).map(move |((name, is_version, _), (file, _, but))| Family {
            name,
            compilers: texts(vec![file]),
            but,
            is_version,
            ..family
        })
    };
    all.extend(of_llvm(clang, "clang", "clang"));
    all.extend(words.rustc.as_ref().map(|options| Family {
        name: "rustc",
        compilers: &["rustc"],
        options,
        proof: RUST_PROOF,
        // What a unit has of its own for the language is for this one and its successors.
        least: Some([1, 90]),
        remedy: "rustup has it, in version 1.90 or newer",
        ..of(ToolchainKind::Rustc)
    }));
    all.push(Family {
        name: "riscv64-binutils",
        compilers: &["riscv64-unknown-elf-as"],
        linkers: &["riscv64-unknown-elf-ld"],
        ..binutils
    });
    all.push(Family {
        name: "riscv64-linux-binutils",
        compilers: &["riscv64-linux-gnu-as"],
        linkers: &["riscv64-linux-gnu-ld"],
        is_version: true,
        ..binutils
    });
    let linkers = each("ld.lld").map(|(file, ..)| texts(vec![file]));
    all.extend(
        of_llvm(llvm, "llvm", "clang").zip(linkers).map(|(family, linkers)| Family { linkers, ..family }),
    );
    all.extend(of_llvm(llvm_mc, "llvm-mc", "llvm-mc"));
    all
}

/// Arguments that only an assembler for the target with this ABI accepts.
const AS_PROOF: &[&str] = &["-o", "/dev/null", "/dev/null"];

/// Arguments that only a rustc that knows the target accepts.
const RUST_PROOF: &[&str] = &["--print", "cfg"];

/// Arguments that only a compiler for the target with this ABI accepts.
const PROOF: &[&str] = &["-x", "c", "-fsyntax-only", "/dev/null"];
