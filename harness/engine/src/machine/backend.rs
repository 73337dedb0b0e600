//! Choice of the simulators that execute programs: those that are built in, or one of which SLEIGH p-code says what instructions do.

use super::{TrialError, sleigh};
use crosscall_machines::machine::Machine;
use crosscall_model::Target;
use std::sync::OnceLock;

/// Simulator that executes programs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Backend {
    /// The target's own simulator.
    #[default]
    BuiltIn,
    /// The interpreter of p-code.
    Pcode,
}

/// Way to a program with the interpreter of p-code.
pub const REMEDY: &str = "install a C++ compiler, and build crosscall with its default features";

/// Why no programs for a target can be executed, in words; `None` where they can.
pub fn lacking(target: Target) -> Option<String> {
    let lacks = cfg!(not(feature = "pcode")) && sleigh::is_of(target);
    lacks.then(|| {
        format!("programs for {target} are executed by the p-code backend, without which crosscall was built")
    })
}

/// True if programs for a target are executed by descriptions of its instructions alone, and by no simulator of our own.
pub fn is_described(target: Target) -> bool {
    sleigh::is_of(target)
}

static CHOSEN: OnceLock<Backend> = OnceLock::new();

/// Chooses who executes the programs of these targets, for as long as this process runs.
///
/// # Errors
/// The reason for which it cannot be chosen, in words.
pub fn choose(backend: Backend, targets: &[Target]) -> Result<(), String> {
    let of_pcode = |target: Target| matches!(target, Target::Riscv(_)) || sleigh::is_of(target);
    let other = targets.iter().find(|target| !of_pcode(**target));
    if let Some(reason) = targets.iter().find_map(|target| lacking(*target)) {
        return Err(reason);
    }
    match (backend, other) {
        (Backend::Pcode, _) if cfg!(not(feature = "pcode")) => {
            Err(format!("this program was built without the p-code backend; {REMEDY}"))
        }
        (Backend::Pcode, Some(other)) => Err(format!(
            "the p-code backend executes RISC-V, x86-64 and AArch64, and not {other}: name targets with --target"
        )),
        _ if *CHOSEN.get_or_init(|| backend) == backend => Ok(()),
        _ => Err("another backend was chosen before".to_owned()),
    }
}

/// A new simulator of the backend that was chosen; `None` for the one that is built in.
pub(super) fn machine(target: Target) -> Option<Result<Box<dyn Machine + Send>, TrialError>> {
    match (CHOSEN.get(), target) {
        #[cfg(feature = "pcode")]
        (Some(Backend::Pcode), Target::Riscv(abi)) => {
            let machine = crosscall_pcode::machine(super::riscv::xlen(abi));
            Some(machine.map_err(|e| TrialError::Failed(e.to_string())))
        }
        _ => None,
    }
}

/// True if programs are executed by the simulator that is built in.
pub(crate) fn is_built_in() -> bool {
    CHOSEN.get().is_none_or(|chosen| *chosen != Backend::Pcode)
}

/// Beginning of the text of a fault at an instruction that the interpreter of p-code does not execute; none without it.
#[cfg(feature = "pcode")]
const REFUSAL: Option<&str> = Some(crosscall_pcode::REFUSAL);
#[cfg(not(feature = "pcode"))]
const REFUSAL: Option<&str> = None;

/// True if the text of a fault says that the backend does not execute an instruction, which the built-in one might.
pub fn refuses(text: &str) -> bool {
    REFUSAL.is_some_and(|refusal| text.starts_with(refusal))
}
