//! Rules of the stack: AARCH64-STACK, and who owns what.

use super::registers::FRAME_POINTER;
use crate::abi::call::{Call, UNSPECIFIED_STACK};
use crate::abi::rules::{Rules, joined};
use crosscall_clauses::aarch64::{
    BelowStackPointer, FrameChain, ResultRoom, StackAlign, StackSlotOwner, clause,
};
use crosscall_model::plan::{ClauseId, Link, Linkage, Passed, Place, StackRule, Transfer, has_clause};

/// Alignment of the stack pointer in bytes.
const ALIGN: u64 = 16;

/// Distance in bytes of the caller's return address from the beginning of a frame record.
const RETURN_ADDRESS: i64 = 8;

/// Rule of the stack as far as it is the same in every call: the stack pointer and the memory below it.
pub(super) fn constraints(rules: &mut Rules<'_>) -> StackRule {
    let always = match rules.ask() {
        StackAlign::AtAccesses => 1,
        StackAlign::AtAllTimes => ALIGN,
    };
    let is_unused = rules.is(BelowStackPointer::Unused);
    StackRule {
        align_always: (always, vec![clause::STACK_05, clause::STACK_07]),
        align_at_call: (ALIGN, vec![clause::STACK_06]),
        no_access_beyond: is_unused.then(|| vec![clause::STACK_03].into()),
        ..UNSPECIFIED_STACK
    }
}

/// The frame record to which x29 leads when a function is called (AARCH64-STACK-09): the caller's x29 of its own entry, and
/// above it the caller's return address.
pub(super) fn frame_record(rules: &mut Rules<'_>) -> Vec<Linkage> {
    let all = |first: &[ClauseId]| joined([first, &[clause::STACK_14, clause::STACK_08]]);
    let linkage = |link, place, first: &[ClauseId]| Linkage { link, place, clauses: all(first) };
    let in_record = |offset: i64| Place::Pointed { base: FRAME_POINTER, offset };
    let leads = || {
        let in_x29 = Place::Register { register: FRAME_POINTER, byte: 0 };
        linkage(Link::FrameRecord, in_x29, &[clause::STACK_09])
    };
    match rules.ask() {
        FrameChain::None => Vec::new(),
        FrameChain::AddressAlwaysValid => vec![leads()],
        FrameChain::AllButLeaves => vec![
            leads(),
            linkage(Link::CallersFramePointer, in_record(0), &[clause::STACK_09]),
            linkage(Link::CallersReturnAddress, in_record(RETURN_ADDRESS), &[clause::STACK_09]),
        ],
    }
}

/// Clauses on the places of arguments on the stack, of which those count that a call's arguments are placed by.
const PLACES: [ClauseId; 8] = [
    clause::ARG_32,
    clause::ARG_33,
    clause::ARG_31,
    clause::ARG_20,
    clause::ARG_21,
    clause::ARG_18,
    clause::ARG_19,
    clause::ARG_30,
];

/// The rules of the stack for a call.
pub(super) fn rule(call: &Call, stack: StackRule, rules: &mut Rules<'_>) -> StackRule {
    let callee_may_write_arguments = call.stack > 0 && rules.is(StackSlotOwner::Callee);
    let is_used = |place: &ClauseId| call.arguments.iter().any(|passed| has_clause(&passed.clauses, place));
    let in_memory = |result: &Passed| matches!(result.transfer, Transfer::ByReference { .. });
    let has_room = call.result.as_ref().is_some_and(in_memory);
    let by_address = has_room && call.arguments.iter().any(in_memory);
    let is_own = by_address && rules.is(ResultRoom::OwnRoom);
    StackRule {
        direction_clauses: vec![clause::STACK_01],
        argument_bytes: call.stack.next_multiple_of(super::slots::DOUBLE_WORD),
        argument_clauses: PLACES.into_iter().filter(is_used).chain([clause::ARG_04]).collect(),
        callee_may_write_arguments,
        owner_clauses: vec![clause::ARG_05],
        apart_clauses: if is_own { vec![clause::RET_05] } else { Vec::new() },
        copy_align_clauses: vec![clause::S14],
        room_align_clauses: vec![clause::RET_03],
        limit_clauses: vec![clause::STACK_01],
        restored_clauses: vec![clause::REG_11],
        ..stack
    }
}
