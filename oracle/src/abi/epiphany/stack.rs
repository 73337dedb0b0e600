//! Rules of the stack: EPIPHANY-STACK.

use super::questions as q;
use crate::abi::call::Call;
use crate::abi::rules::Rules;
use crate::choose::R;
use crosscall_model::plan::{ClauseId, StackRule};

/// What holds for the stack pointer and the memory beyond it in every case.
pub(super) struct Constraints {
    align_always: (u64, Vec<ClauseId>),
    align_at_call: (u64, Vec<ClauseId>),
    kept_beyond: u64,
}

/// The constraints on the stack pointer.
pub(super) fn constraints(rules: &mut Rules<'_, '_>) -> Constraints {
    let word = || (4, vec![q::STACK_08, q::STACK_01]);
    let double = || (8, vec![q::STACK_09, q::STACK_08, q::STACK_01]);
    let (align_always, align_at_call) = match rules.ask(q::STACK_ALIGN) {
        R(1) => (word(), word()),
        R(2) => (double(), double()),
        _ => (word(), double()),
    };
    let kept_beyond = if rules.ask(q::BELOW_STACK) == R(3) { 4 } else { 0 };
    Constraints { align_always, align_at_call, kept_beyond }
}

/// The rules of the stack for a call.
pub(super) fn rule(call: &Call, constraints: Constraints, rules: &mut Rules<'_, '_>) -> StackRule {
    let mut owner_clauses = vec![q::STACK_03, q::ARG_06, q::S09];
    let callee_may_write_arguments = call.stack > 0 && {
        owner_clauses.push(q::S10);
        rules.ask(q::SLOT_OWNER) == R(3)
    };
    StackRule {
        align_always: constraints.align_always,
        align_at_call: constraints.align_at_call,
        grows_down: true,
        direction_clauses: vec![q::STACK_03, q::STACK_02],
        callee_area: call.area,
        argument_bytes: call.area + call.stack,
        link_bytes: 0,
        argument_clauses: vec![q::ARG_06, q::S09],
        callee_may_write_arguments,
        owner_clauses,
        no_access_beyond: Some(vec![q::STACK_10, q::STACK_04]),
        kept_beyond: constraints.kept_beyond,
        room_clauses: Vec::new(),
        apart_clauses: Vec::new(),
        saved_first: Vec::new(),
        limit_clauses: vec![q::STACK_07, q::STACK_01],
        restored_clauses: vec![q::REG_09],
    }
}
