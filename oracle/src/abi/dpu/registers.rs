//! Fate of each register across a call: DPU-REG.

use crate::abi::call::registers;
use crate::abi::rules::Rules;
use crosscall_clauses::dpu::{LinkAtReturn, clause};
use crosscall_model::Target;
use crosscall_model::plan::{ClauseId, Fate, RegisterRule};
use crosscall_model::target::Register;

/// The register of the return address, r23 (DPU-REG-08).
pub(super) const LINK: Register = Register(23);

/// One rule for each register of the target, in its order.
pub(super) fn fates(rules: &mut Rules<'_>) -> Vec<RegisterRule> {
    let link = match rules.ask() {
        LinkAtReturn::Free => Fate::Unspecified,
        LinkAtReturn::ReturnAddress => Fate::Preserved,
    };
    let rule = |number: u16| -> (Fate, &'static [ClauseId]) {
        match number {
            0 => (Fate::Scratch, &[clause::REG_02]),
            1 => (Fate::Scratch, &[clause::REG_03]),
            2..=7 => (Fate::Scratch, &[clause::REG_04]),
            8..=13 => (Fate::Scratch, &[clause::REG_05]),
            14..=21 => (Fate::Preserved, &[clause::REG_06]),
            // The stack pointer has a rule of its own.
            22 => (Fate::Unspecified, &[]),
            23 => (link, &[clause::REG_08]),
            // The flags (DPU-S11).
            _ => (Fate::Scratch, &[]),
        }
    };
    registers(Target::Dpu, rule)
}
