//! Preservation of each register across a call: IPU-REG.

use crate::abi::call::registers;
use crate::abi::rules::Rules;
use crosscall_clauses::ipu::{BasePointer, FramePointer, clause};
use crosscall_model::Target;
use crosscall_model::plan::{ClauseId, Preservation, RegisterRule};
use crosscall_model::target::Register;

/// The register of the return address, $m10 (IPU-REG-09).
pub(super) const LINK: Register = Register(10);

/// $a0 among the registers of the target: the a file follows the sixteen of the m file.
const FIRST_A: u16 = 16;

/// The registers that carry words of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum File {
    /// Integers and addresses.
    M,
    /// Floating point.
    A,
}

impl File {
    /// Registers for arguments: $m0 to $m3, or $a0 to $a5 (IPU-ARG-03 and -04).
    pub(super) fn arguments(self) -> u8 {
        match self {
            File::M => 4,
            File::A => 6,
        }
    }

    /// A register by its number.
    pub(super) fn register(self, number: u8) -> Register {
        match self {
            File::M => Register(number.into()),
            File::A => Register(FIRST_A.saturating_add(number.into())),
        }
    }

    /// The clause on arguments in this file.
    pub(super) fn clause(self) -> ClauseId {
        match self {
            File::M => clause::ARG_03,
            File::A => clause::ARG_04,
        }
    }
}

/// One rule for each register of the target, in its order. A vertex has nobody to preserve a register for
/// (IPU-REG-03); what the functions that it calls may destroy is the same.
pub(super) fn fates(vertex: bool, rules: &mut Rules<'_>) -> Vec<RegisterRule> {
    registers(Target::Ipu, |number| match of_function(number, rules) {
        (Preservation::Preserved, _) if vertex => (Preservation::Unspecified, &[]),
        row => row,
    })
}

/// The rows of Tables 14.1 and 14.2. A register that survives a call is [`Preservation::Preserved`].
fn of_function(number: u16, rules: &mut Rules<'_>) -> (Preservation, &'static [ClauseId]) {
    let kept = |scratch: bool| if scratch { Preservation::Unspecified } else { Preservation::Preserved };
    match number {
        // $m0 to $m3 carry arguments and results, and no function preserves them.
        0..=3 => (Preservation::Scratch, &[clause::REG_04]),
        // $m4 to $m6 are preserved by no function.
        4..=6 => (Preservation::Scratch, &[clause::REG_05]),
        // A function preserves $m7.
        7 => (Preservation::Preserved, &[clause::REG_06]),
        // It preserves $m8, which may be the base pointer, and $m9, which may be the frame pointer; a row calls each of
        // them scratch besides.
        8 => (kept(rules.is(BasePointer::Scratch)), &[clause::REG_07]),
        9 => (kept(rules.is(FramePointer::Scratch)), &[clause::REG_08]),
        // $m10 is the link register, which the caller saves.
        10 => (Preservation::Scratch, &[clause::REG_09]),
        // $a0 to $a5 carry arguments and results, and no function preserves them.
        16..=21 => (Preservation::Scratch, &[clause::REG_11]),
        // A function preserves $a6 and $a7.
        22 | 23 => (Preservation::Preserved, &[clause::REG_12]),
        // The stack pointer has a rule of its own (IPU-REG-10); the others are read-only, absent, or in no row
        // (IPU-S10).
        _ => (Preservation::Unspecified, &[]),
    }
}
