//! The tools for ForwardCom that are looked for: there is no compiler, but an assembler that is
//! a linker and an emulator as well.

use super::{Family, ONE};
use crate::toolchain::Kind;
use crosscall_model::Target;

pub(super) const FAMILIES: &[Family] = &[Family {
    target: Target::ForwardCom,
    kind: Kind::Forw,
    name: "forw",
    compilers: &["forw"],
    assembler: None,
    linkers: &[],
    folder: "forwardcom",
    place: None,
    home: None,
    options: &[],
    proof: &[],
    says: None,
    opener: &[],
    subjects: ONE,
    emulator: Some("-emu"),
    remedy: "build the binary tools of the ForwardCom project and put forw on PATH, or name it in crosscall.toml",
}];
