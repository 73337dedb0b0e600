//! Arguments that are one place further on, or one place too early, because of something that takes a place before them.

use super::Judgement;
use super::precedence::{self, Reason};
use crosscall_model::finding::{Datum, Found, Mismatch, Spot, Taking, Topic, ValueId, Whereabouts};
use crosscall_model::plan::{ClauseId, Passed, Piece, Place, Plan, Transfer};
use crosscall_model::target::Target;

/// If the first argument that is not in its place is further on than it should be, and some before it do not travel, one of
/// these has taken a place.
pub(super) fn blame_empty(plan: &Plan, judgement: &mut Judgement) {
    let target = judgement.target;
    let Some((index, mismatch)) = first_astray(plan, judgement) else { return };
    let before = plan.arguments.get(..index).unwrap_or_default();
    let is_empty = |passed: &&Passed| passed.transfer == Transfer::Nothing && !passed.clauses.is_empty();
    let empties = before.iter().filter(is_empty).count();
    let Some(empty) = before.iter().rfind(is_empty) else { return };
    let own = plan.arguments.get(index).and_then(|passed| pieces(passed).first());
    let found = place(mismatch).and_then(Whereabouts::first);
    if let (Some(own), Some(found)) = (own, found)
        && is_further(target, own.place, found, empties)
    {
        precedence::lead(mismatch, Reason::EmptyTookPlace(&empty.clauses));
    }
}

/// An argument where the address of the result should be is there because that address is not.
pub(super) fn blame_result(pointer: &[Place], clauses: &[ClauseId], judgement: &mut Judgement) {
    let is_there = |m: &&mut Mismatch| place(m).is_some_and(|found| found.is_at(pointer));
    for mismatch in judgement.mismatches.iter_mut().filter(is_there) {
        if is_argument(&mismatch.topic) {
            precedence::lead(mismatch, Reason::InPlaceOfResultAddress(clauses));
        }
    }
}

/// A function that used what is in the place of its first argument as an address, although its result, a composite, needs none,
/// looks for the arguments further on.
pub(super) fn blame_needless_address(plan: &Plan, used: Place, judgement: &mut Judgement) {
    let target = judgement.target;
    let needs_none =
        |result: &&Passed| matches!(result.transfer, Transfer::Direct(_)) && !result.parts.is_empty();
    let (Some(result), Some((index, mismatch))) =
        (plan.result.as_ref().filter(needs_none), first_astray(plan, judgement))
    else {
        return;
    };
    let own = plan.arguments.get(index).and_then(|passed| pieces(passed).first());
    if own.is_some_and(|own| own.place == used && is_further_on(target, own.place, mismatch)) {
        precedence::lead(mismatch, Reason::NeedlessResultAddress(&result.clauses));
    }
}

/// Registers by which an argument is further on, at most, behind something that takes a place which it should not: that place,
/// and one that is left out where pairs of registers begin with an even one.
const BEHIND_ADDRESS: usize = 2;

/// True if the first argument was found, itself or by its address, where an address in its place would have moved it to. An
/// object of the caller that has the same value is no such place.
pub(super) fn is_further_on(target: Target, own: Place, mismatch: &Mismatch) -> bool {
    let found = place(mismatch).and_then(|found| match found.spots().first() {
        Some(Spot::Behind(place)) => Some(*place),
        _ => found.first(),
    });
    found.is_some_and(|found| is_further(target, own, found, BEHIND_ADDRESS))
}

/// True if an address for a result is in a register that comes before a place of its file.
pub(super) fn is_in_front(target: Target, pointer: &[Piece], place: Place) -> bool {
    pointer.first().is_none_or(|piece| match (piece.place, place) {
        (Place::Register { register, .. }, Place::Register { register: other, .. }) => {
            piece.place.file(target) != place.file(target) || register < other
        }
        _ => true,
    })
}

/// True if an argument travels by its address, and a place is one where that would be if something before it took more room.
pub(super) fn is_behind_address(target: Target, argument: &Passed, place: Place) -> bool {
    let Transfer::ByReference { pointer, .. } = &argument.transfer else { return false };
    pointer.first().is_some_and(|own| is_further(target, own.place, place, BEHIND_ADDRESS))
}

/// The composite that travels by itself and elsewhere, and whose address would be in a register, if it were passed by address: before
/// the value of one part that is there, or the last one where none is.
pub(super) fn composite_before<'p>(
    target: Target,
    plan: &'p Plan,
    value: Option<&Passed>,
    register: Place,
) -> Option<&'p Passed> {
    let file = register.file(target).filter(|_| value.is_none_or(|value| value.parts.is_empty()))?;
    let position = |value: &Passed| plan.arguments.iter().position(|passed| passed.id == value.id);
    let end = value.map_or(Some(plan.arguments.len()), position)?;
    let takes = |passed: &&Passed| pieces(passed).iter().any(|piece| piece.place.file(target) == Some(file));
    let is_meant =
        |passed: &&Passed| matches!(passed.transfer, Transfer::Direct(_)) && !passed.parts.is_empty();
    plan.arguments.get(..end)?.iter().rev().take_while(|passed| !takes(passed)).filter(is_meant).last()
}

/// The first contradiction, if it is about the place of an argument, with the argument's index. One of which a part has arrived
/// is in its place.
fn first_astray<'j>(plan: &Plan, judgement: &'j mut Judgement) -> Option<(usize, &'j mut Mismatch)> {
    let first = judgement.mismatches.first().and_then(plainly)?;
    let index = plan.arguments.iter().position(|passed| passed.id == first.value)?;
    let wrong = judgement.mismatches.iter().filter_map(plainly).filter(|datum| datum.value == first.value);
    let parts = plan.arguments.get(index).map_or(0, |passed| passed.parts.len());
    if !first.path.is_empty() && wrong.count() < parts {
        return None;
    }
    judgement.mismatches.first_mut().map(|mismatch| (index, mismatch))
}

/// The value that a contradiction is about, if that was taken as it is, and not in the function's call of itself.
fn plainly(mismatch: &Mismatch) -> Option<&Datum> {
    match &mismatch.topic {
        Topic::Value(datum) if datum.taking == Taking::Plain && !datum.inner => Some(datum),
        _ => None,
    }
}

fn is_argument(topic: &Topic) -> bool {
    matches!(topic, Topic::Value(datum) if datum.value != ValueId::Result && !datum.inner)
}

/// The place in which a value was found, or from which it was read.
fn place(mismatch: &Mismatch) -> Option<&Whereabouts> {
    match &mismatch.found {
        Some(Found::In(place) | Found::ReadFrom { place: Some(place), inside: None }) => Some(place),
        _ => None,
    }
}

fn pieces(passed: &Passed) -> &[Piece] {
    match &passed.transfer {
        Transfer::Nothing => &[],
        Transfer::Direct(pieces) | Transfer::ByReference { pointer: pieces, .. } => pieces,
    }
}

/// True if a place is behind another one, among registers by at most `most` of them.
fn is_further(target: Target, own: Place, found: Place, most: usize) -> bool {
    match (own, found) {
        (Place::Register { register: own, .. }, Place::Register { register, .. }) => {
            let file = |place: Place| place.file(target);
            let by = register.0.checked_sub(own.0).map_or(0, usize::from);
            file(Place::Register { register: own, byte: 0 }) == file(found) && (1..=most).contains(&by)
        }
        (Place::Register { .. }, Place::Stack { offset }) => offset >= 0,
        (Place::Stack { offset: own }, Place::Stack { offset }) => offset > own,
        _ => false,
    }
}
