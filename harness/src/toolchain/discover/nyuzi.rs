//! The tools for the Nyuzi that are looked for.

use super::{Family, LEVELS};
use crate::toolchain::Kind;
use crosscall_model::Target;

pub(super) const FAMILIES: &[Family] = &[Family {
    target: Target::Nyuzi,
    kind: Kind::Clang,
    name: "nyuzi-clang",
    compilers: &["nyuzi-clang", "clang"],
    assembler: None,
    linker: None,
    folder: "nyuzi",
    place: Some("/usr/local/llvm-nyuzi/bin"),
    options: &["--target=nyuzi-none-none"],
    // Most compilers that are called clang know nothing of this processor.
    proof: &["-x", "c", "-fsyntax-only", "/dev/null"],
    subjects: LEVELS,
    remedy: "build the NyuziToolchain project, which installs it in /usr/local/llvm-nyuzi, or name its clang in \
             crosscall.toml",
}];
