//! The tools for the Nyuzi that are looked for.

use super::{Family, LEVELS, ONE};
use crate::toolchain::Kind;
use crosscall_model::Target;

pub(super) const FAMILIES: &[Family] = &[
    Family {
        target: Target::Nyuzi,
        kind: Kind::Clang,
        name: "nyuzi-clang",
        compilers: CLANG,
        assembler: None,
        linkers: &[],
        folder: "nyuzi",
        place: PLACE,
        home: None,
        options: &["--target=nyuzi-none-none"],
        proof: PROOF,
        says: None,
        opener: &[],
        subjects: LEVELS,
        emulator: None,
        remedy: REMEDY,
    },
    Family {
        target: Target::Nyuzi,
        kind: Kind::Binutils,
        name: "nyuzi-llvm",
        // The assembler is inside the compiler.
        compilers: CLANG,
        assembler: None,
        linkers: &["ld.lld"],
        folder: "nyuzi",
        place: PLACE,
        home: None,
        options: &["--target=nyuzi-none-none", "-c"],
        proof: PROOF,
        says: None,
        opener: &[],
        subjects: ONE,
        emulator: None,
        remedy: REMEDY,
    },
];

const CLANG: &[&str] = &["nyuzi-clang", "clang"];

const PLACE: Option<&str> = Some("/usr/local/llvm-nyuzi/bin");

/// Most compilers that are called clang know nothing of this processor.
const PROOF: &[&str] = &["-x", "c", "-fsyntax-only", "/dev/null"];

const REMEDY: &str = "build the NyuziToolchain project, which installs it in /usr/local/llvm-nyuzi, or name its clang in \
                      crosscall.toml";
