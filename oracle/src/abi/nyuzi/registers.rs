//! Preservation of each register across a call: NYUZI-REG.

use crate::abi::call::registers;
use crate::abi::rules::Rules;
use crosscall_clauses::nyuzi::{GlobalPointer, LinkAtReturn, UnneededFramePointer, clause};
use crosscall_model::plan::{ClauseId, Preservation, RegisterRule};
use crosscall_model::target::Register;
use crosscall_model::{Style, Target};

/// The register of the return address, s31 (NYUZI-REG-10).
pub(super) const LINK: Register = Register(31);

/// The first vector register, v0, among the registers of the target: they follow the 32 scalar ones.
const FIRST_VECTOR: u16 = 32;

/// A scalar register by its number.
pub(super) fn scalar(number: u8) -> Register {
    Register(u16::from(number))
}

/// A vector register by its number.
pub(super) fn vector(number: u8) -> Register {
    Register(FIRST_VECTOR.saturating_add(u16::from(number)))
}

/// True if a register is one of the scalar ones.
pub(super) fn is_scalar(register: Register) -> bool {
    register.0 < FIRST_VECTOR
}

/// One rule for each register of the target, in its order, for code that is not position-independent.
pub(super) fn fates(style: &Style, rules: &mut Rules<'_>) -> Vec<RegisterRule> {
    let link = match rules.ask() {
        LinkAtReturn::Free => Preservation::Unspecified,
        LinkAtReturn::Restored => Preservation::Preserved,
    };
    let global = match rules.ask() {
        GlobalPointer::PositionIndependentOnly => Preservation::Unspecified,
        GlobalPointer::AlwaysPreserved => Preservation::Preserved,
    };
    let frame = frame_pointer(style, rules);
    let rule = |number: u16| -> (Preservation, &'static [ClauseId]) {
        match number {
            0..=23 => (Preservation::Scratch, &[clause::REG_06]),
            24..=27 => (Preservation::Preserved, &[clause::REG_01]),
            28 => (global, &[clause::REG_02, clause::REG_07]),
            29 if frame == Preservation::Reserved => {
                (frame, &[clause::REG_08, clause::STACK_02, clause::REG_03])
            }
            29 => (frame, &[clause::REG_03, clause::REG_08]),
            // The stack pointer has a rule of its own (NYUZI-REG-06.R1).
            30 => (Preservation::Unspecified, &[]),
            31 => (link, &[clause::REG_04]),
            32..=57 => (Preservation::Scratch, &[clause::REG_06]),
            _ => (Preservation::Preserved, &[clause::REG_05]),
        }
    };
    registers(Target::Nyuzi, rule)
}

/// fp, s29: NYUZI-REG-03 and -08. Of all that our programs do, only an array whose size is not known beforehand
/// asks for a frame pointer.
fn frame_pointer(style: &Style, rules: &mut Rules<'_>) -> Preservation {
    if style.dynamic > 0 || rules.is(UnneededFramePointer::Preserved) {
        return Preservation::Preserved;
    }
    Preservation::Reserved
}
