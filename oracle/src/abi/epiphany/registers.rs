//! Preservation of each register across a call: Table 8.2.

use crate::abi::call::registers;
use crate::abi::rules::Rules;
use crosscall_clauses::epiphany::{ConstantRegisters, HighRegisters, LinkAtReturn, ModesAtReturn, clause};
use crosscall_model::Target;
use crosscall_model::plan::{ClauseId, Preservation, RegisterRule};
use crosscall_model::target::Register;

/// The link register, r14 (EPIPHANY-REG-10).
pub(super) const LINK: Register = Register(14);

/// One rule for each register of the target, in its order.
pub(super) fn fates(rules: &mut Rules<'_>) -> Vec<RegisterRule> {
    let link = if rules.is(LinkAtReturn::Free) { Preservation::Unspecified } else { Preservation::Preserved };
    let constants =
        if rules.is(ConstantRegisters::Scratch) { Preservation::Scratch } else { Preservation::Reserved };
    let (locals, high, high_clauses): (_, _, &'static [ClauseId]) = match rules.ask() {
        HighRegisters::FirstTwelveCalleeSaved => {
            (Preservation::Preserved, Preservation::Scratch, &[clause::REG_14, clause::REG_05])
        }
        HighRegisters::NeverWritten => (Preservation::Reserved, Preservation::Reserved, &[clause::REG_14]),
        HighRegisters::CallerSaved => (Preservation::Scratch, Preservation::Scratch, &[clause::REG_14]),
    };
    let modes =
        if rules.is(ModesAtReturn::Scratch) { Preservation::Scratch } else { Preservation::Preserved };
    let count = u16::try_from(Target::Epiphany.registers().len()).unwrap_or(u16::MAX);
    let loop_ends: Vec<_> = (0..count).map(|n| Target::Epiphany.loop_end(Register(n))).collect();
    let rule = |number: u16| -> (Preservation, &'static [ClauseId]) {
        match number {
            0..=3 => (Preservation::Scratch, &[clause::REG_03]),
            4..=11 => (Preservation::Preserved, &[clause::REG_06, clause::REG_02]),
            12 => (Preservation::Scratch, &[clause::REG_08]),
            // The stack pointer has a rule of its own.
            13 => (Preservation::Unspecified, &[]),
            14 => (link, &[clause::REG_07, clause::REG_02]),
            15 => (Preservation::Preserved, &[clause::REG_07, clause::REG_11, clause::REG_02]),
            16..=27 => (Preservation::Scratch, &[clause::REG_12]),
            28..=31 => (constants, &[clause::REG_13]),
            32..=43 => (locals, high_clauses),
            44..=63 => (high, &[clause::REG_14]),
            // LE: where a loop ends matters while one is armed.
            _ if loop_ends.contains(&Some(Register(number))) => (Preservation::Scratch, &[clause::S04]),
            // CONFIG, STATUS, IMASK and LC; the flags are scratch in any case.
            _ => (modes, &[clause::S04]),
        }
    };
    registers(Target::Epiphany, rule)
}
