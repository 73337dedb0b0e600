//! Rules of the stack: IPU-STACK and the silent points on its nature.

use super::questions as q;
use crate::abi::call::Call;
use crate::abi::rules::Rules;
use crate::choose::R;
use crosscall_model::plan::{ClauseId, StackRule};

/// 64 bits, to which the stack pointer is aligned (IPU-STACK-01).
pub(super) const ALIGN: u64 = 8;

/// What holds for the stack pointer and the memory beyond it in every case.
pub(super) struct Constraints {
    align_always: (u64, Vec<ClauseId>),
    no_access_beyond: Option<Vec<ClauseId>>,
}

/// The constraints on the stack pointer.
pub(super) fn constraints(rules: &mut Rules<'_, '_>) -> Constraints {
    let always = if rules.ask(q::STACK_ALIGN) == R(1) { 1 } else { ALIGN };
    let kept_out = rules.ask(q::BELOW_STACK) != R(2);
    Constraints {
        align_always: (always, vec![q::STACK_01]),
        no_access_beyond: kept_out.then(|| vec![q::S19, q::STACK_02]),
    }
}

/// The rules of the stack for a call. A vertex has nobody's frame above its own: who started it gives it all of the
/// stack (IPU-STACK-05).
pub(super) fn rule(
    call: &Call,
    constraints: Constraints,
    vertex: bool,
    rules: &mut Rules<'_, '_>,
) -> StackRule {
    let mut owner_clauses = vec![q::STACK_07, q::STACK_02];
    let callee_may_write_arguments = call.stack > 0 && {
        owner_clauses.insert(0, q::STACK_08);
        rules.ask(q::SLOT_OWNER) == R(1)
    };
    StackRule {
        align_always: constraints.align_always,
        align_at_call: (ALIGN, vec![q::STACK_01]),
        grows_down: true,
        direction_clauses: vec![q::STACK_03],
        callee_area: call.area,
        argument_bytes: call.area.saturating_add(call.stack),
        link_bytes: 0,
        argument_clauses: vec![q::STACK_04, q::STACK_06, q::ARG_05, q::S12],
        callee_may_write_arguments,
        owner_clauses: if vertex { Vec::new() } else { owner_clauses },
        no_access_beyond: constraints.no_access_beyond,
        kept_beyond: 0,
        room_clauses: Vec::new(),
        apart_clauses: vec![q::RET_07],
        saved_first: Vec::new(),
        limit_clauses: vec![q::STACK_05, q::STACK_03],
        restored_clauses: vec![q::CALL_04, q::REG_10],
    }
}
