//! Rules of the stack: RISCV-STACK and the silent points on who owns what.

use super::Riscv;
use super::registers::FRAME_POINTER;
use crate::abi::call::{Call, UNSPECIFIED_STACK};
use crate::abi::rules::{Rules, joined};
use crosscall_clauses::riscv::{
    BelowStackPointer, EmbeddedStackAlign, FrameChain, ResultRoom, StackAlign, StackSlotOwner, clause,
};
use crosscall_model::plan::{BeyondRule, ClauseId, Link, Linkage, Passed, Place, StackRule, Transfer};

/// The stack's alignment in bytes under RISCV-STACK-15.R2.
const EIGHT: u64 = 8;

/// Rule of the stack as far as it is the same in every call: the stack pointer and the memory beyond it.
pub(super) fn constraints(of: &Riscv, rules: &mut Rules<'_>) -> StackRule {
    let mut align = of.differences().stack_align;
    if of.facts().is_embedded && rules.is(EmbeddedStackAlign::Eight) {
        align = EIGHT;
    }
    let always = if rules.is(StackAlign::AtCalls) { 1 } else { align };
    let may_write = rules.is(BelowStackPointer::WrittenOnly);
    StackRule {
        align_always: (always, joined([&[clause::STACK_10], of.differences().stack])),
        align_at_call: (align, of.differences().stack.to_vec()),
        no_access_beyond: Some(BeyondRule { clauses: vec![clause::STACK_14], may_write }),
        ..UNSPECIFIED_STACK
    }
}

/// The links of a frame record that a caller leaves (RISCV-STACK-06): s0 holds what the stack pointer was at the caller's
/// entry, and below that are the caller's return address and what s0 held before.
pub(super) fn frame_record(of: &Riscv, rules: &mut Rules<'_>) -> Vec<Linkage> {
    let in_s0 = Place::Register { register: FRAME_POINTER, byte: 0 };
    let pointer = i64::from(of.xlen());
    let below = |offset: i64| Place::Pointed { base: FRAME_POINTER, offset };
    let all = |first: &[ClauseId]| joined([first, &[clause::STACK_06, clause::STACK_01]]);
    let linkage = |link, place, first: &[ClauseId]| Linkage { link, place, clauses: all(first) };
    match rules.ask() {
        FrameChain::None => Vec::new(),
        FrameChain::AddressAlwaysValid => {
            vec![linkage(Link::FramePointer, in_s0, &[clause::STACK_04, clause::REG_12])]
        }
        FrameChain::AllButLeaves => vec![
            linkage(Link::CallersStackPointer, in_s0, &[clause::STACK_04, clause::REG_12]),
            linkage(Link::CallersReturnAddress, below(-pointer), &[clause::STACK_05, clause::STACK_02]),
            linkage(Link::CallersFramePointer, below(-2 * pointer), &[clause::STACK_05, clause::STACK_02]),
        ],
    }
}

/// The rules of the stack for a call.
pub(super) fn rule(call: &Call, stack: StackRule, rules: &mut Rules<'_>) -> StackRule {
    let mut owner_clauses = vec![clause::STACK_09];
    let callee_may_write_arguments = call.stack > 0 && {
        owner_clauses.insert(0, clause::S14);
        rules.is(StackSlotOwner::Callee)
    };
    let in_memory = |result: &Passed| matches!(result.transfer, Transfer::ByReference { .. });
    let has_room = call.result.as_ref().is_some_and(in_memory);
    let by_address = has_room && call.arguments.iter().any(in_memory);
    let is_own = by_address && rules.is(ResultRoom::OwnRoom);
    StackRule {
        direction_clauses: vec![clause::STACK_07, clause::STACK_09],
        argument_bytes: call.stack,
        argument_clauses: vec![clause::STACK_09, clause::ARG_20],
        callee_may_write_arguments,
        owner_clauses,
        apart_clauses: if is_own { vec![clause::S13] } else { Vec::new() },
        copy_align_clauses: vec![clause::S12],
        room_align_clauses: vec![clause::S12],
        limit_clauses: vec![clause::STACK_07],
        restored_clauses: vec![clause::REG_03, clause::REG_30],
        ..stack
    }
}
