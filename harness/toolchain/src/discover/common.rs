//! GCC, clang and rustc for a target that all of them know, with their assemblers and linkers: each also in every version that has
//! a name of its own on PATH, such as `clang-19` and `riscv64-linux-gnu-gcc-16`.

use super::Family;
use crate::ToolchainKind;
use crosscall_model::Target;
use std::collections::BTreeSet;

/// Words by which compilers know a target.
pub(super) struct Words {
    pub(super) target: Target,
    /// Second part of the names of subjects.
    pub(super) variant: &'static str,
    /// GCC for one system and for others: names of subjects, and its file names, the most telling first. The first one is missed
    /// where it is not there.
    pub(super) gccs: &'static [(&'static str, &'static [&'static str])],
    /// Options of GCC.
    pub(super) gcc: &'static [&'static str],
    /// Ways to get it, and the command.
    pub(super) gcc_from: [&'static str; 2],
    /// Options of clang.
    pub(super) clang: &'static [&'static str],
    /// Ways to get it.
    pub(super) clang_from: &'static str,
    /// Options of rustc; none where it has no target of this kind.
    pub(super) rustc: Option<&'static [&'static str]>,
    /// The tools, where the document is about them.
    pub(super) tools: Option<ToolWords>,
}

/// Words by which assemblers and linkers know a target.
pub(super) struct ToolWords {
    /// GNU binutils, as [`Words::gccs`]: names of subjects, the assembler and the linker.
    pub(super) binutils: &'static [(&'static str, &'static str, &'static str)],
    /// Options of clang as an assembler.
    pub(super) llvm: &'static [&'static str],
    /// Options of llvm-mc.
    pub(super) llvm_mc: &'static [&'static str],
    /// Options of GNU ld.
    pub(super) ld: &'static [&'static str],
    /// Way to get binutils, and the command.
    pub(super) binutils_from: [&'static str; 2],
    /// Ways to get clang with its linker, and llvm-mc.
    pub(super) llvm_from: [&'static str; 2],
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
pub(super) struct Versions {
    /// Of each GCC.
    gcc: Vec<BTreeSet<u32>>,
    /// Of clang, and of what comes with it.
    clang: BTreeSet<u32>,
}

impl Versions {
    /// Those that are on PATH, and those of clang that everybody knows.
    pub(super) fn of(gccs: &[(&str, &[&str])]) -> Versions {
        let mut clang = versions_on_path(&["clang", "llvm-mc"]);
        clang.extend(CLANGS);
        Versions { gcc: gccs.iter().map(|(_, files)| versions_on_path(files)).collect(), clang }
    }
}

/// A text for the whole run.
fn text(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

/// Texts for the whole run.
pub(super) fn texts(texts: Vec<&'static str>) -> &'static [&'static str] {
    Box::leak(texts.into_boxed_slice())
}

/// The families for a target, of each kind the newest first. The one without a version is the last of its kind: whether it is missed
/// depends on the others. GCC without a version comes first, and is the one that counts where it is another's file.
pub(super) fn families(words: &Words, versions: &Versions) -> Vec<Family> {
    let of = |kind| Family { variant: words.variant, proof: PROOF, ..Family::of(words.target, kind) };
    let [remedy, install] = words.gcc_from;
    let gcc = Family { options: words.gcc, remedy, install, ..of(ToolchainKind::Gcc) };
    let clang = Family {
        options: words.clang,
        remedy: words.clang_from,
        install: "debian clang",
        ..of(ToolchainKind::Clang)
    };
    let mut all = Vec::new();
    for (place, ((name, files), versions)) in words.gccs.iter().zip(&versions.gcc).enumerate() {
        let is_version = place > 0;
        all.push(Family { name, compilers: files, is_version, ..gcc });
        let of_version = |version: &u32| Family {
            name: text(format!("{name}-{version}")),
            compilers: texts(files.iter().map(|file| text(format!("{file}-{version}"))).collect()),
            but: files,
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
    all.extend(words.rustc.map(|options| Family {
        name: "rustc",
        compilers: &["rustc"],
        options,
        proof: RUST_PROOF,
        // What a unit has of its own for the language is for this one and its successors.
        least: Some([1, 90]),
        remedy: "rustup has it, in version 1.90 or newer",
        ..of(ToolchainKind::Rustc)
    }));
    let Some(tools) = &words.tools else { return all };
    let tool = |options, proof, remedy, install| Family {
        options,
        proof,
        remedy,
        install,
        ..of(ToolchainKind::Binutils)
    };
    for (place, (name, assembler, linker)) in tools.binutils.iter().enumerate() {
        let [remedy, install] = tools.binutils_from;
        all.push(Family {
            name,
            compilers: texts(vec![assembler]),
            linkers: texts(vec![linker]),
            linker_options: tools.ld,
            is_version: place > 0,
            ..tool(words.gcc, AS_PROOF, remedy, install)
        });
    }
    let [llvm, llvm_mc] = tools.llvm_from;
    // The assembler is inside the compiler.
    let llvm = tool(tools.llvm, PROOF, llvm, "debian clang lld");
    let llvm_mc = tool(tools.llvm_mc, AS_PROOF, llvm_mc, "debian llvm");
    let linkers = each("ld.lld").map(|(file, ..)| texts(vec![file]));
    all.extend(
        of_llvm(llvm, "llvm", "clang").zip(linkers).map(|(family, linkers)| Family { linkers, ..family }),
    );
    all.extend(of_llvm(llvm_mc, "llvm-mc", "llvm-mc"));
    all
}

/// Arguments that only an assembler for the target accepts.
const AS_PROOF: &[&str] = &["-o", "/dev/null", "/dev/null"];

/// Arguments that only a rustc that knows the target accepts.
const RUST_PROOF: &[&str] = &["--print", "cfg"];

/// Arguments that only a compiler for the target accepts.
const PROOF: &[&str] = &["-x", "c", "-fsyntax-only", "/dev/null"];
