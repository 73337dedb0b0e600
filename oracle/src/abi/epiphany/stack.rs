//! Rules of the stack: EPIPHANY-STACK.

use crate::abi::call::{Call, UNSPECIFIED_STACK};
use crate::abi::rules::Rules;
use crosscall_clauses::epiphany::{BelowStackPointer, StackAlign, StackSlotOwner, clause};
use crosscall_model::plan::StackRule;

/// Rule of the stack as far as it is the same in every call: the stack pointer and the memory beyond it.
pub(super) fn constraints(rules: &mut Rules<'_>) -> StackRule {
    let word = || (4, vec![clause::STACK_08, clause::STACK_01]);
    let double = || (8, vec![clause::STACK_09, clause::STACK_08, clause::STACK_01]);
    let (align_always, align_at_call) = match rules.ask() {
        StackAlign::AlwaysFour => (word(), word()),
        StackAlign::AlwaysEight => (double(), double()),
        StackAlign::EightAtCalls => (word(), double()),
    };
    let kept_beyond = if rules.is(BelowStackPointer::SavedRegister) { 4 } else { 0 };
    StackRule { align_always, align_at_call, kept_beyond, ..UNSPECIFIED_STACK }
}

/// The rules of the stack for a call.
pub(super) fn rule(call: &Call, stack: StackRule, rules: &mut Rules<'_>) -> StackRule {
    let mut owner_clauses = vec![clause::STACK_03, clause::ARG_06, clause::S09];
    let callee_may_write_arguments = call.stack > 0 && {
        owner_clauses.push(clause::S10);
        rules.is(StackSlotOwner::Callee)
    };
    StackRule {
        direction_clauses: vec![clause::STACK_03, clause::STACK_02],
        callee_area: call.area,
        argument_bytes: call.area + call.stack,
        argument_clauses: vec![clause::ARG_06, clause::S09],
        callee_may_write_arguments,
        owner_clauses,
        no_access_beyond: Some(vec![clause::STACK_10, clause::STACK_04].into()),
        limit_clauses: vec![clause::STACK_07, clause::STACK_01],
        restored_clauses: vec![clause::REG_09],
        ..stack
    }
}
