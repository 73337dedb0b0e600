//! Preservation of each register across a call: DPU-REG.

use crate::abi::call::registers;
use crate::abi::rules::Rules;
use crosscall_clauses::dpu::{LinkAtReturn, clause};
use crosscall_model::Target;
use crosscall_model::plan::{ClauseId, Preservation, RegisterRule};
use crosscall_model::target::Register;

/// The register of the return address, r23 (DPU-REG-08).
pub(super) const LINK: Register = Register(23);

/// One rule for each register of the target, in its order.
pub(super) fn fates(rules: &mut Rules<'_>) -> Vec<RegisterRule> {
    let link = match rules.ask() {
        LinkAtReturn::Free => Preservation::Unspecified,
        LinkAtReturn::ReturnAddress => Preservation::Preserved,
    };
    let rule = |number: u16| -> (Preservation, &'static [ClauseId]) {
        match number {
            0 => (Preservation::Scratch, &[clause::REG_02]),
            1 => (Preservation::Scratch, &[clause::REG_03]),
            2..=7 => (Preservation::Scratch, &[clause::REG_04]),
            8..=13 => (Preservation::Scratch, &[clause::REG_05]),
            14..=21 => (Preservation::Preserved, &[clause::REG_06]),
            // The stack pointer has a rule of its own.
            22 => (Preservation::Unspecified, &[]),
            23 => (link, &[clause::REG_08]),
            // The flags (DPU-S11).
            _ => (Preservation::Scratch, &[]),
        }
    };
    registers(Target::Dpu, rule)
}
