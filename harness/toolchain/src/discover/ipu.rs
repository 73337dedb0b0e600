//! The tools for the Graphcore IPU that are looked for: those of the vendor's Poplar SDK.
//!
//! `popc` compiles C for a target such as `ipu2` into a package of its own, out of which `pop-objdump extract` prints the
//! object file (as ipu-stack's `ipu-elf` does it). The SDK's `enable` script sets `POPLAR_SDK_ENABLED` and puts its `bin`
//! on PATH (Graphcore's examples). A clang for `colossus` is what Graphcore's fork of LLVM makes; its driver takes
//! `-march=ipu2` (`clang/lib/Driver/ToolChains/Colossus.cpp`).

use super::Family;
use crate::ToolchainKind;
use crosscall_model::Target;

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "ipu-popc",
        compilers: &["popc"],
        place: PLACE,
        home: HOME,
        options: &["--target", "ipu2"],
        // Other programs have that name, too; Graphcore's names its SDK first.
        says: Some("POPLAR"),
        opener: &["pop-objdump", "extract", "ipu2"],
        remedy: "unpack Graphcore's Poplar SDK and source its enable script, or name its popc in crosscall.toml",
        ..Family::of(Target::Ipu, ToolchainKind::Clang)
    },
    Family {
        name: "colossus-clang",
        compilers: CLANG,
        place: PLACE,
        home: HOME,
        options: &["--target=colossus", "-march=ipu2"],
        proof: PROOF,
        remedy: REMEDY,
        ..Family::of(Target::Ipu, ToolchainKind::Clang)
    },
    Family {
        name: "colossus-llvm",
        // The assembler is inside the compiler.
        compilers: CLANG,
        linkers: &["gc-ld.lld", "ld.lld"],
        place: PLACE,
        home: HOME,
        options: &["--target=colossus", "-march=ipu2", "-c"],
        proof: PROOF,
        remedy: REMEDY,
        ..Family::of(Target::Ipu, ToolchainKind::Binutils)
    },
];

/// `gc-clang` and `gc-ld.lld` are the names in Graphcore's fork (`clang/lib/Driver/ToolChains/Colossus.cpp` starts the
/// latter).
const CLANG: &[&str] = &["gc-clang", "colossus-clang", "clang"];

/// Most compilers that are called clang know nothing of this processor.
const PROOF: &[&str] = &["-x", "c", "-fsyntax-only", "/dev/null"];

const REMEDY: &str =
    "build the clang of Graphcore's fork of LLVM and put it on PATH, or name its gc-clang in crosscall.toml";

/// Place of the SDK in the vendor's containers.
const PLACE: Option<&str> = Some("/opt/poplar/bin");

const HOME: Option<&str> = Some("POPLAR_SDK_ENABLED");
