//! The tools for the Epiphany that are looked for.

use super::Family;
use crate::ToolchainKind;
use crosscall_model::Target;

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "epiphany-elf-gcc",
        compilers: &["epiphany-elf-gcc"],
        assembler: Some("epiphany-elf-as"),
        linkers: &["epiphany-elf-ld"],
        remedy: REMEDY,
        install: SCRIPT,
        ..Family::of(Target::Epiphany, ToolchainKind::Gcc)
    },
    Family {
        name: "epiphany-elf-binutils",
        compilers: &["epiphany-elf-as"],
        assembler: Some("epiphany-elf-as"),
        linkers: &["epiphany-elf-ld"],
        remedy: REMEDY,
        install: SCRIPT,
        ..Family::of(Target::Epiphany, ToolchainKind::Binutils)
    },
];

const SCRIPT: &str = "scripts/install-epiphany-toolchain";

const REMEDY: &str =
    "scripts/install-epiphany-toolchain builds it from Debian's sources (about five minutes)";
