//! What becomes of each register across a call: Table 8.2.

use super::questions as q;
use crate::abi::rules::Rules;
use crate::choose::R;
use crosscall_model::Target;
use crosscall_model::plan::{ClauseId, Fate, RegisterRule};
use crosscall_model::target::Register;

/// The link register, r14 (EPIPHANY-REG-10).
pub(super) const LINK: Register = Register(14);

/// One rule for each register of the target, in its order.
pub(super) fn fates(rules: &mut Rules<'_, '_>) -> Vec<RegisterRule> {
    let link = if rules.ask(q::LINK_AT_RETURN) == R(2) { Fate::Unspecified } else { Fate::Preserved };
    let constants = if rules.ask(q::CONSTANTS) == R(2) { Fate::Scratch } else { Fate::Reserved };
    let (locals, high, high_clauses): (_, _, &'static [ClauseId]) = match rules.ask(q::HIGH_REGISTERS) {
        R(2) => (Fate::Preserved, Fate::Scratch, &[q::REG_14, q::REG_05]),
        R(3) => (Fate::Reserved, Fate::Reserved, &[q::REG_14]),
        _ => (Fate::Scratch, Fate::Scratch, &[q::REG_14]),
    };
    let modes = if rules.ask(q::MODES) == R(2) { Fate::Scratch } else { Fate::Preserved };
    let count = u16::try_from(Target::Epiphany.registers().len()).unwrap_or(u16::MAX);
    let loop_ends: Vec<_> = (0..count).map(|n| Target::Epiphany.loop_end(Register(n))).collect();
    let rule = |number: u16| -> (Fate, &'static [ClauseId]) {
        match number {
            0..=3 => (Fate::Scratch, &[q::REG_03]),
            4..=11 => (Fate::Preserved, &[q::REG_06, q::REG_02]),
            12 => (Fate::Scratch, &[q::REG_08]),
            // The stack pointer has a rule of its own.
            13 => (Fate::Unspecified, &[]),
            14 => (link, &[q::REG_07, q::REG_02]),
            15 => (Fate::Preserved, &[q::REG_07, q::REG_11, q::REG_02]),
            16..=27 => (Fate::Scratch, &[q::REG_12]),
            28..=31 => (constants, &[q::REG_13]),
            32..=43 => (locals, high_clauses),
            44..=63 => (high, &[q::REG_14]),
            // LE: where a loop ends matters while one is armed.
            _ if loop_ends.contains(&Some(Register(number))) => (Fate::Scratch, &[q::S04]),
            // CONFIG, STATUS, IMASK and LC; the flags are scratch in any case.
            _ => (modes, &[q::S04]),
        }
    };
    (0..count)
        .map(|number| {
            let (fate, clauses) = rule(number);
            RegisterRule { register: Register(number), fate, clauses }
        })
        .collect()
}
