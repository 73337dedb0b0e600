//! Registers by their roles, and the fate of each across a call: RISCV-REG.

use super::Riscv;
use crate::abi::call::registers_of_files;
use crate::abi::rules::Rules;
use crosscall_clauses::riscv::{FixedRegisters, RoundingMode, clause};
use crosscall_model::plan::{ClauseId, Preservation, RegisterRule};
use crosscall_model::target::Register;

/// ra, x1. The registers of the target begin with it: x0 is none of them.
pub(super) const RETURN_ADDRESS: Register = integer(1);

/// s0, x8, which is the frame pointer if there is one.
pub(super) const FRAME_POINTER: Register = integer(8);

/// Number of a0, the first argument register, and of fa0, the first floating-point one.
const FIRST_ARGUMENT: u16 = 10;

/// An integer register by its number, which is not 0.
const fn integer(number: u16) -> Register {
    Register(number - 1)
}

impl Riscv {
    /// Number of f0 among the registers of the target.
    pub(super) fn first_floating(&self) -> u16 {
        let registers = self.target().registers();
        let position = registers.iter().position(|register| register.file == "f");
        position.and_then(|position| u16::try_from(position).ok()).unwrap_or(u16::MAX)
    }
}

/// An argument register: a0 for 0.
pub(super) fn argument(number: u8) -> Register {
    integer(FIRST_ARGUMENT.saturating_add(u16::from(number)))
}

/// A floating-point argument register, of a target whose f0 has the number `first`: fa0 for 0.
pub(super) fn float_argument(first: u16, number: u8) -> Register {
    Register(first.saturating_add(FIRST_ARGUMENT).saturating_add(u16::from(number)))
}

/// One rule for each register of the target, in its order.
pub(super) fn fates(of: &Riscv, rules: &mut Rules<'_>) -> Vec<RegisterRule> {
    let fixed = match rules.ask() {
        FixedRegisters::NeverWritten => Preservation::Reserved,
        FixedRegisters::SameAtReturn => Preservation::Fixed,
    };
    let modes = match rules.ask() {
        RoundingMode::Unchanged => Preservation::Preserved,
        RoundingMode::Free => Preservation::Scratch,
    };
    let first = of.first_floating();
    registers_of_files(of.target(), |file, number| match file {
        "x" => integer_fate(of, number.saturating_add(1), fixed),
        "f" => floating_fate(of, number.saturating_sub(first)),
        _ => (modes, &[clause::REG_21]),
    })
}

/// Preservation of an integer register by its number.
fn integer_fate(of: &Riscv, number: u16, fixed: Preservation) -> (Preservation, &'static [ClauseId]) {
    let embedded = of.facts().is_embedded;
    match number {
        // Whatever ra holds at return, it was jumped to.
        1 => (Preservation::Unspecified, &[clause::REG_02, clause::REG_29]),
        // The stack pointer has a rule of its own.
        2 => (Preservation::Unspecified, &[]),
        3 => (fixed, &[clause::REG_11, clause::REG_04]),
        4 => (fixed, &[clause::REG_11, clause::REG_05]),
        5..=7 if embedded => {
            (Preservation::Scratch, &[clause::REG_06, clause::REG_36, clause::REG_28, clause::REG_29])
        }
        5..=7 => (Preservation::Scratch, &[clause::REG_06, clause::REG_28, clause::REG_29]),
        8 if embedded => {
            (Preservation::Preserved, &[clause::REG_07, clause::REG_35, clause::REG_13, clause::REG_30])
        }
        9 if embedded => (Preservation::Preserved, &[clause::REG_07, clause::REG_35, clause::REG_30]),
        8 => (Preservation::Preserved, &[clause::REG_07, clause::REG_13, clause::REG_31, clause::REG_30]),
        9 => (Preservation::Preserved, &[clause::REG_07, clause::REG_31, clause::REG_30]),
        10..=17 => (Preservation::Scratch, &[clause::REG_08, clause::REG_29]),
        18..=27 => (Preservation::Preserved, &[clause::REG_09, clause::REG_31, clause::REG_30]),
        _ => (Preservation::Scratch, &[clause::REG_10, clause::REG_28, clause::REG_29]),
    }
}

/// Preservation of a floating-point register by its number.
fn floating_fate(of: &Riscv, number: u16) -> (Preservation, &'static [ClauseId]) {
    let bytes = of.target().register(Register(of.first_floating())).map_or(0, |info| info.bytes);
    let is_saved = matches!(number, 8..=9 | 18..=27);
    match of.facts().flen {
        0 if of.facts().is_embedded => {
            (Preservation::Scratch, &[clause::REG_37, clause::REG_20, clause::REG_32])
        }
        0 if is_saved => (Preservation::Scratch, &[clause::REG_20, clause::REG_32]),
        0 => (Preservation::Scratch, &[clause::REG_32]),
        // RISCV-REG-18: what is wider than the ABI's registers is not preserved.
        flen if is_saved => {
            let preservation =
                if flen < bytes { Preservation::PreservedLow(flen) } else { Preservation::Preserved };
            (preservation, &[clause::REG_18, clause::REG_33, clause::REG_30])
        }
        _ if (10..=17).contains(&number) => (Preservation::Scratch, &[clause::REG_19, clause::REG_29]),
        _ => (Preservation::Scratch, &[clause::REG_17, clause::REG_28, clause::REG_29]),
    }
}
