//! The compilers for the IPU that are looked for.

use super::{Family, LEVELS};
use crate::toolchain::Kind;
use crosscall_model::Target;

pub(super) const FAMILIES: &[Family] = &[Family {
    target: Target::Ipu,
    kind: Kind::Clang,
    name: "colossus-clang",
    compilers: &["colossus-clang", "clang"],
    assembler: None,
    linker: None,
    folder: "ipu",
    place: Some("/opt/poplar/bin"),
    home: Some("POPLAR_SDK_ENABLED"),
    options: &["--target=colossus", "-march=ipu2"],
    proof: PROOF,
    opener: &[],
    subjects: LEVELS,
    remedy: REMEDY,
}];

/// Most compilers that are called clang know nothing of this processor.
const PROOF: &[&str] = &["-x", "c", "-fsyntax-only", "/dev/null"];

const REMEDY: &str = "install the Poplar SDK and enable it in the shell, which puts its compilers on PATH, or name a clang for \
                      the target colossus in crosscall.toml";
