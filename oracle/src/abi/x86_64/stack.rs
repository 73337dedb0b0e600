//! Rules of the stack: X86-STACK and the silent points on who owns what. Distances count from the stack pointer at the first
//! instruction of the function called, where the return address lies; demands on alignment are on the pointer before it is pushed.

use crate::abi::call::{Call, UNSPECIFIED_STACK};
use crate::abi::rules::Rules;
use crosscall_clauses::x86_64::{BelowRedZone, StackSlotOwner, clause};
use crosscall_model::plan::{BeyondRule, StackRule};

/// Bytes of the return address.
pub(super) const LINK: u64 = 8;

/// Alignment of the stack pointer in bytes at every call (X86-STACK-04).
pub(super) const ALIGN: u64 = 16;

/// Bytes of the red zone (X86-STACK-09).
const RED_ZONE: u64 = 128;

/// Rule of the stack as far as it is the same in every call: the stack pointer and the memory beyond it.
pub(super) fn constraints(rules: &mut Rules<'_>) -> StackRule {
    let may_write = rules.is(BelowRedZone::WrittenOnly);
    StackRule {
        align_at_call: (ALIGN, vec![clause::STACK_04]),
        // X86-CALL-02.
        align_at_local_call: false,
        no_access_beyond: Some(BeyondRule { clauses: vec![clause::STACK_09, clause::STACK_06], may_write }),
        red_zone: RED_ZONE,
        ..UNSPECIFIED_STACK
    }
}

/// The rules of the stack for a call, among whose stack arguments the greatest alignment is so many bytes.
pub(super) fn rule(call: &Call, stack: StackRule, align: u64, rules: &mut Rules<'_>) -> StackRule {
    let mut owner_clauses = vec![clause::STACK_02];
    let callee_may_write_arguments = call.stack > 0 && {
        owner_clauses.insert(0, clause::S25);
        rules.is(StackSlotOwner::Callee)
    };
    let align_for_arguments = match align > ALIGN {
        true => (align, vec![clause::STACK_05, clause::S04]),
        false => stack.align_for_arguments,
    };
    StackRule {
        align_for_arguments,
        direction_clauses: vec![clause::STACK_01, clause::STACK_02],
        argument_bytes: LINK.saturating_add(call.stack),
        link_bytes: LINK,
        argument_clauses: vec![clause::ARG_46, clause::STACK_02],
        callee_may_write_arguments,
        owner_clauses,
        room_align_clauses: vec![clause::S26],
        limit_clauses: vec![clause::STACK_01],
        restored_clauses: vec![clause::REG_06, clause::S32],
        ..stack
    }
}
