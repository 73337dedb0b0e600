//! Rules of the stack: NYUZI-STACK and the silent points on its nature.

use crate::abi::call::{Call, UNSPECIFIED_STACK};
use crate::abi::rules::Rules;
use crosscall_clauses::nyuzi::{BelowStackPointer, ResultRoom, StackAlign, StackSlotOwner, clause};
use crosscall_model::plan::{Passed, StackRule, Transfer};

/// The width of a vector in bytes, to which the stack pointer is aligned.
const ALIGN: u64 = 64;

/// Rule of the stack as far as it is the same in every call: the stack pointer and the memory beyond it.
pub(super) fn constraints(rules: &mut Rules<'_>) -> StackRule {
    let always = if rules.is(StackAlign::AtCalls) { 1 } else { ALIGN };
    let kept_out = !rules.is(BelowStackPointer::Used);
    StackRule {
        align_always: (always, vec![clause::STACK_01]),
        no_access_beyond: kept_out.then(|| vec![clause::S19, clause::REG_09].into()),
        ..UNSPECIFIED_STACK
    }
}

/// The rules of the stack for a call.
pub(super) fn rule(call: &Call, stack: StackRule, rules: &mut Rules<'_>) -> StackRule {
    let mut owner_clauses = vec![clause::S11, clause::S19];
    let callee_may_write_arguments = call.stack > 0 && {
        owner_clauses.insert(0, clause::S10);
        rules.is(StackSlotOwner::Callee)
    };
    let in_memory = |result: &Passed| matches!(result.transfer, Transfer::ByReference { .. });
    let has_room = call.result.as_ref().is_some_and(in_memory);
    let in_frame = has_room && rules.is(ResultRoom::CallersFrame);
    StackRule {
        align_at_call: (ALIGN, vec![clause::STACK_01]),
        direction_clauses: vec![clause::S19],
        callee_area: call.area,
        argument_bytes: call.area.saturating_add(call.stack),
        argument_clauses: vec![clause::ARG_02, clause::S11],
        callee_may_write_arguments,
        owner_clauses,
        room_clauses: if in_frame { vec![clause::RET_03] } else { Vec::new() },
        limit_clauses: vec![clause::S19],
        restored_clauses: vec![clause::REG_09, clause::REG_06],
        ..stack
    }
}
