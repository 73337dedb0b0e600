//! The tools for the Epiphany that are looked for.

use super::{Family, LEVELS, ONE};
use crate::toolchain::Kind;
use crosscall_model::Target;

pub(super) const FAMILIES: &[Family] = &[
    Family {
        target: Target::Epiphany,
        kind: Kind::Gcc,
        name: "epiphany-elf-gcc",
        compilers: &["epiphany-elf-gcc"],
        assembler: Some("epiphany-elf-as"),
        linkers: &["epiphany-elf-ld"],
        folder: "epiphany",
        place: None,
        home: None,
        options: &[],
        proof: &[],
        says: None,
        opener: &[],
        subjects: LEVELS,
        emulator: None,
        remedy: REMEDY,
    },
    Family {
        target: Target::Epiphany,
        kind: Kind::Binutils,
        name: "epiphany-elf-binutils",
        compilers: &["epiphany-elf-as"],
        assembler: Some("epiphany-elf-as"),
        linkers: &["epiphany-elf-ld"],
        folder: "epiphany",
        place: None,
        home: None,
        options: &[],
        proof: &[],
        says: None,
        opener: &[],
        subjects: ONE,
        emulator: None,
        remedy: REMEDY,
    },
];

const REMEDY: &str =
    "scripts/install-epiphany-toolchain builds it from Debian's sources (about five minutes)";
