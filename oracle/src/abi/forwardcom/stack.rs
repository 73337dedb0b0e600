//! Rules of the stack, most of which are in other chapters: FORWARDCOM-S05, FORWARDCOM-S19.

use crate::abi::call::UNSPECIFIED_STACK;
use crate::abi::rules::Rules;
use crosscall_clauses::forwardcom::{BelowStackPointer, clause};
use crosscall_model::plan::StackRule;

/// Bytes of a word of the stack.
const WORD: u64 = 8;

/// The rules of the stack for any call: nothing is ever passed on it.
pub(super) fn rule(rules: &mut Rules<'_>) -> StackRule {
    let kept_out = !rules.is(BelowStackPointer::Used);
    StackRule {
        align_always: (WORD, vec![clause::S19]),
        align_at_call: (WORD, vec![clause::S19]),
        direction_clauses: vec![clause::S19],
        owner_clauses: vec![clause::S19],
        no_access_beyond: kept_out.then(|| vec![clause::S19].into()),
        limit_clauses: vec![clause::S19],
        restored_clauses: vec![clause::S05, clause::CALL_01],
        ..UNSPECIFIED_STACK
    }
}
