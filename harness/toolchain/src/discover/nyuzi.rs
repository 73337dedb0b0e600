//! The tools for the Nyuzi that are looked for.

use super::Family;
use crate::ToolchainKind;
use crosscall_model::Target;

pub(super) const FAMILIES: &[Family] = &[
    Family {
        name: "nyuzi-clang",
        compilers: CLANG,
        place: PLACE,
        options: &["--target=nyuzi-none-none"],
        proof: PROOF,
        remedy: REMEDY,
        ..Family::of(Target::Nyuzi, ToolchainKind::Clang)
    },
    Family {
        name: "nyuzi-llvm",
        // The assembler is inside the compiler.
        compilers: CLANG,
        linkers: &["ld.lld"],
        place: PLACE,
        options: &["--target=nyuzi-none-none", "-c"],
        proof: PROOF,
        remedy: REMEDY,
        ..Family::of(Target::Nyuzi, ToolchainKind::Binutils)
    },
];

const CLANG: &[&str] = &["nyuzi-clang", "clang"];

const PLACE: Option<&str> = Some("/usr/local/llvm-nyuzi/bin");

/// Most compilers that are called clang know nothing of this processor.
const PROOF: &[&str] = &["-x", "c", "-fsyntax-only", "/dev/null"];

const REMEDY: &str = "build the NyuziToolchain project, which installs it in /usr/local/llvm-nyuzi, or name its clang in \
                      crosscall.toml";
