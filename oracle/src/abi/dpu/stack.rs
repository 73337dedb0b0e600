//! Rules of the stack: DPU-STACK, and what a function that calls leaves on it (DPU-CALL).

use super::registers;
use super::slots::LINKS;
use crate::abi::call::{self, Call, UNSPECIFIED_STACK};
use crate::abi::rules::{Rules, joined};
use crosscall_clauses::dpu::{
    BeyondStackPointer, FramePicture, ReturnAddressSave, SavedPairOrder, SavedPairPlace, SavedPairTime,
    StackAlign, StackPointerSave, StackSlotOwner, clause,
};
use crosscall_model::Style;
use crosscall_model::plan::{BeyondRule, ClauseId, Link, Linkage, Place, StackRule, ThreadRule};

/// Alignment of the stack pointer in bytes (DPU-STACK-05).
const ALIGN: u64 = 8;

/// Greatest distance beyond the stack pointer at which something may be stored that it then moves over: the prologue
/// stores the pair at the end of a new frame (DPU-CALL-04), however large that is.
const FRAME: u64 = 1 << 16;

/// Rules for the stack pointer and the memory beyond it that are the same in every case, and the links left for a
/// callee.
pub(super) struct Constraints {
    align_always: (u64, Vec<ClauseId>),
    no_access_beyond: Option<BeyondRule>,
    saved_first: Vec<ClauseId>,
    /// Links that lead back to the caller.
    pub(super) linkage: Vec<Linkage>,
}

/// The constraints on the stack.
pub(super) fn constraints(style: &Style, rules: &mut Rules<'_>) -> Constraints {
    let always = if rules.is(StackAlign::AtCallsAndReturns) { 1 } else { ALIGN };
    let kept_out = rules.is(BeyondStackPointer::Unused);
    let mut linkage = vec![call::return_address(registers::LINK, vec![clause::REG_08, clause::S24])];
    let mut saved_first = Vec::new();
    // DPU-STACK-08.R2: nobody knows where the pair is.
    if rules.is(FramePicture::Mandatory) {
        if rules.is(SavedPairTime::BeforeStackMoves) {
            saved_first.push(clause::CALL_06);
        }
        linkage.extend(saved_words(style, rules));
    }
    Constraints {
        align_always: (always, vec![clause::STACK_05]),
        no_access_beyond: kept_out.then(|| vec![clause::S21, clause::CALL_07].into()),
        saved_first,
        linkage,
    }
}

/// The two words right below the stack pointer (DPU-STACK-09 and -10), or at the beginning of the frame
/// (DPU-CALL-04.R2).
fn saved_words(style: &Style, rules: &mut Rules<'_>) -> Vec<Linkage> {
    let saved = [
        (Link::CallersReturnAddress, clause::CALL_01, rules.is(ReturnAddressSave::InPicture)),
        (Link::CallersStackPointer, clause::CALL_03, rules.is(StackPointerSave::Saved)),
    ];
    if saved.iter().all(|(.., is_saved)| !is_saved) {
        return Vec::new();
    }
    let words_are_right = rules.is(SavedPairOrder::StackPointerLower);
    // DPU-CALL-05: wherever it is saved it is restored from.
    let at_beginning = rules.is(SavedPairPlace::FrameStart);
    // With an array of unknown size the stack pointer moves once more (DPU-S23).
    let again: &[ClauseId] = if style.dynamic > 0 { &[clause::S23] } else { &[] };
    let linkage = |(link, saved_by, _)| {
        let is_pointer = link == Link::CallersStackPointer;
        if at_beginning {
            let link = if is_pointer { Link::StackPointerInFrame } else { Link::ReturnAddressInFrame };
            // As a store of the pair leaves them, or as the words of the picture are.
            let offset = if is_pointer == words_are_right { 0 } else { 4 };
            let clauses = vec![clause::CALL_04, saved_by, clause::STACK_09, clause::CALL_05];
            return Linkage { link, place: Place::Stack { offset }, clauses };
        }
        let (offset, word) =
            if is_pointer == words_are_right { (-8, clause::STACK_09) } else { (-4, clause::STACK_10) };
        // Both words are a question of one clause.
        let asked = [clause::STACK_09, clause::STACK_08, clause::CALL_04, clause::CALL_05];
        let clauses = joined([&[word, saved_by], again, &asked]);
        Linkage { link, place: Place::Stack { offset }, clauses }
    };
    saved.into_iter().filter(|(.., is_saved)| *is_saved).map(linkage).collect()
}

/// State that each tasklet has for itself.
pub(super) fn threads() -> ThreadRule {
    ThreadRule {
        register_clauses: vec![clause::REG_01],
        stack_clauses: vec![clause::STACK_01],
        area_clauses: vec![clause::STACK_06, clause::STACK_01],
        foreign_clauses: vec![clause::STACK_07, clause::STACK_01],
    }
}

/// The rules of the stack for a call.
pub(super) fn rule(call: &Call, constraints: Constraints, rules: &mut Rules<'_>) -> StackRule {
    let mut owner_clauses = vec![clause::STACK_11, clause::STACK_08];
    let callee_may_write_arguments = call.stack > 0 && {
        owner_clauses.insert(0, clause::S16);
        rules.is(StackSlotOwner::Callee)
    };
    StackRule {
        align_always: constraints.align_always,
        align_at_call: (ALIGN, vec![clause::STACK_05]),
        grows_down: false,
        direction_clauses: vec![clause::STACK_04],
        argument_bytes: if call.stack > 0 { call.stack.saturating_add(LINKS) } else { 0 },
        link_bytes: if call.stack > 0 { LINKS } else { 0 },
        argument_clauses: vec![clause::ARG_06, clause::STACK_08],
        callee_may_write_arguments,
        owner_clauses,
        no_access_beyond: constraints.no_access_beyond,
        kept_beyond: FRAME,
        saved_first: constraints.saved_first,
        limit_clauses: vec![clause::STACK_07],
        restored_clauses: vec![clause::CALL_02, clause::REG_07, clause::STACK_03],
        ..UNSPECIFIED_STACK
    }
}
