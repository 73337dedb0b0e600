//! Rules of the stack: IPU-STACK and the silent points on its nature.

use crate::abi::call::{Call, UNSPECIFIED_STACK};
use crate::abi::rules::Rules;
use crosscall_clauses::ipu::{BelowStackPointer, StackAlign, StackSlotOwner, clause};
use crosscall_model::plan::StackRule;

/// 64 bits, to which the stack pointer is aligned (IPU-STACK-01).
pub(super) const ALIGN: u64 = 8;

/// Rule of the stack as far as it is the same in every call: the stack pointer and the memory beyond it.
pub(super) fn constraints(rules: &mut Rules<'_>) -> StackRule {
    let always = if rules.is(StackAlign::AtCalls) { 1 } else { ALIGN };
    let kept_out = !rules.is(BelowStackPointer::Used);
    StackRule {
        align_always: (always, vec![clause::STACK_01]),
        no_access_beyond: kept_out.then(|| vec![clause::S19, clause::STACK_02].into()),
        ..UNSPECIFIED_STACK
    }
}

/// The rules of the stack for a call. A vertex has nobody's frame above its own: who started it gives it all of the
/// stack (IPU-STACK-05).
pub(super) fn rule(call: &Call, stack: StackRule, vertex: bool, rules: &mut Rules<'_>) -> StackRule {
    let mut owner_clauses = vec![clause::STACK_07, clause::STACK_02];
    let callee_may_write_arguments = call.stack > 0 && {
        owner_clauses.insert(0, clause::STACK_08);
        rules.is(StackSlotOwner::Callee)
    };
    StackRule {
        align_at_call: (ALIGN, vec![clause::STACK_01]),
        direction_clauses: vec![clause::STACK_03],
        callee_area: call.area,
        argument_bytes: call.area.saturating_add(call.stack),
        argument_clauses: vec![clause::STACK_04, clause::STACK_06, clause::ARG_05, clause::S12],
        callee_may_write_arguments,
        owner_clauses: if vertex { Vec::new() } else { owner_clauses },
        apart_clauses: vec![clause::RET_07],
        limit_clauses: vec![clause::STACK_05, clause::STACK_03],
        restored_clauses: vec![clause::CALL_04, clause::REG_10],
        ..stack
    }
}
