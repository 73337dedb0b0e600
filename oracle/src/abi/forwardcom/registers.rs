//! Preservation of each register across a call: FORWARDCOM-REG.

use crate::abi::call::registers_of_files;
use crosscall_clauses::forwardcom::clause;
use crosscall_model::plan::{ClauseId, Preservation, RegisterRule};
use crosscall_model::{Style, Target};

/// One rule for each register of the target, in its order.
pub(super) fn fates() -> Vec<RegisterRule> {
    registers_of_files(Target::ForwardCom, |file, number| match (file, number % 32) {
        // The stack pointer has a rule of its own (FORWARDCOM-S05).
        ("r", 31) => (Preservation::Unspecified, &[]),
        // A function preserves r16 to r31, and saves those that it takes.
        ("r", 16..) => (Preservation::Preserved, &[clause::REG_02, clause::REG_04, clause::REG_01]),
        // It preserves v16 to v31 with whatever length they have.
        ("v", 16..) => (Preservation::Preserved, &[clause::REG_06, clause::REG_02, clause::S06]),
        // It may leave anything in r0 to r15 and v0 to v15, and a caller that knows nothing of it has to go by that.
        ("r" | "v", _) => (Preservation::Scratch, &[clause::REG_03, clause::REG_09]),
        // It preserves special registers unless it is there to change them.
        _ => (Preservation::Preserved, &[clause::REG_05, clause::S07]),
    })
}

/// The clauses by which a function changes no more than its object file lists: FORWARDCOM-REG-07. Of a function that
/// calls others it is reported under what those change.
pub(super) fn declared(style: &Style) -> Vec<ClauseId> {
    let calls = style.calls || style.others || style.recursive;
    let first: &[ClauseId] = match (calls, style.pointer) {
        (true, true) => &[clause::S23, clause::OBJ_05],
        (true, false) => &[clause::OBJ_05],
        (false, _) => &[],
    };
    [first, &[clause::OBJ_03, clause::OBJ_02, clause::OBJ_04, clause::REG_07]].concat()
}
