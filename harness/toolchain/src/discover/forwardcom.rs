//! The tools for ForwardCom that are looked for: there is no compiler, but an assembler that is
//! a linker and an emulator as well.

use super::Family;
use crate::ToolchainKind;
use crosscall_model::Target;

pub(super) const FAMILIES: &[Family] = &[Family {
    name: "forw",
    compilers: &["forw"],
    emulator: Some("-emu"),
    remedy: "build the binary tools of the ForwardCom project and put forw on PATH, or name it in crosscall.toml",
    ..Family::of(Target::ForwardCom, ToolchainKind::Forw)
}];
