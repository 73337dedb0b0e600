//! Rules of the stack: EPIPHANY-STACK.

use crate::abi::call::Call;
use crate::abi::rules::Rules;
use crosscall_model::names::epiphany::{BelowStackPointer, StackAlign, StackSlotOwner, clause};
use crosscall_model::plan::{ClauseId, StackRule};

/// What holds for the stack pointer and the memory beyond it in every case.
pub(super) struct Constraints {
    align_always: (u64, Vec<ClauseId>),
    align_at_call: (u64, Vec<ClauseId>),
    kept_beyond: u64,
}

/// The constraints on the stack pointer.
pub(super) fn constraints(rules: &mut Rules<'_, '_>) -> Constraints {
    let word = || (4, vec![clause::STACK_08, clause::STACK_01]);
    let double = || (8, vec![clause::STACK_09, clause::STACK_08, clause::STACK_01]);
    let (align_always, align_at_call) = match rules.ask() {
        StackAlign::AlwaysFour => (word(), word()),
        StackAlign::AlwaysEight => (double(), double()),
        StackAlign::EightAtCalls => (word(), double()),
    };
    let kept_beyond = if rules.is(BelowStackPointer::SavedRegister) { 4 } else { 0 };
    Constraints { align_always, align_at_call, kept_beyond }
}

/// The rules of the stack for a call.
pub(super) fn rule(call: &Call, constraints: Constraints, rules: &mut Rules<'_, '_>) -> StackRule {
    let mut owner_clauses = vec![clause::STACK_03, clause::ARG_06, clause::S09];
    let callee_may_write_arguments = call.stack > 0 && {
        owner_clauses.push(clause::S10);
        rules.is(StackSlotOwner::Callee)
    };
    StackRule {
        align_always: constraints.align_always,
        align_at_call: constraints.align_at_call,
        grows_down: true,
        direction_clauses: vec![clause::STACK_03, clause::STACK_02],
        callee_area: call.area,
        argument_bytes: call.area + call.stack,
        link_bytes: 0,
        argument_clauses: vec![clause::ARG_06, clause::S09],
        callee_may_write_arguments,
        owner_clauses,
        no_access_beyond: Some(vec![clause::STACK_10, clause::STACK_04]),
        kept_beyond: constraints.kept_beyond,
        room_clauses: Vec::new(),
        apart_clauses: Vec::new(),
        saved_first: Vec::new(),
        limit_clauses: vec![clause::STACK_07, clause::STACK_01],
        restored_clauses: vec![clause::REG_09],
    }
}
