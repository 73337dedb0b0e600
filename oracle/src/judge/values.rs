//! The values that the subject's C code got, as it stored them itself.

use super::Judgement;
use super::chance::is_certain;
use super::locate::{find_bytes, places};
use super::moved;
use super::precedence::{self, Reason};
use super::within;
use crate::abi::{boolean_bits, byte_order, plain_char_is_signed};
use crosscall_model::finding::{Datum, Expected, Found, Observed, Spot, Taking, Topic, ValueId, Whereabouts};
use crosscall_model::leaf::{Leaf, leaves};
use crosscall_model::observation::{Event, Observation, Snapshot};
use crosscall_model::plan::{
    ClauseId, Extension, Passed, Piece, Place, Plan, Preservation, Transfer, add_clauses,
};
use crosscall_model::target::Register;
use crosscall_model::unit::{self, Holds};
use crosscall_model::{Case, Scalar, Target, Type, Value};

/// Values that the callee stored: leaves of the arguments, and what else its slots hold.
pub(super) fn judge_received(case: &Case, plan: &Plan, seen: &Observation, judgement: &mut Judgement) {
    // Arguments that were not received as they are, in the call itself or in that which it makes of itself.
    let mut astray: Vec<(bool, usize)> = Vec::new();
    for (slot, bytes) in unit::received_slots(case).iter().zip(&seen.received) {
        let at = if slot.inner { None } else { seen.entry.as_ref() };
        match &slot.holds {
            Holds::Argument { argument, leaf } => {
                let Some(passed) = plan.arguments.get(*argument) else { continue };
                judgement.exercise(&passed.clauses);
                let before = judgement.mismatches.len();
                judge_leaf((leaf, case.target), bytes, passed, slot.inner, (plan, at), judgement);
                blame_scratch(plan, seen, bytes, before, judgement);
                if judgement.mismatches.len() > before {
                    astray.push((slot.inner, *argument));
                } else {
                    let value = case.signature.arguments().nth(*argument).zip(case.arguments.get(*argument));
                    judge_sign(leaf, value, bytes, passed, slot.inner, judgement);
                }
            }
            Holds::Widened { argument, .. } | Holds::Compared { argument } | Holds::Used { argument, .. } => {
                if let Some(passed) = plan.arguments.get(*argument)
                    && !astray.contains(&(slot.inner, *argument))
                {
                    judge_narrow(&slot.holds, bytes, passed, (slot.inner, case.target), judgement);
                }
            }
            // The call of itself is the subject's own, on both sides.
            Holds::Result(leaf) => {
                if let Some(result) = &plan.result {
                    judge_leaf((leaf, case.target), bytes, result, true, (plan, None), judgement);
                }
            }
            holds => judge_other(holds, bytes, (plan, seen), None, judgement),
        }
    }
    blame_moved(plan, seen, judgement);
}

/// Arguments that are not where the callee has looked for them, because it has looked for something else before them. One that
/// has stored its result where it should knows where the address for it is.
fn blame_moved(plan: &Plan, seen: &Observation, judgement: &mut Judgement) {
    moved::blame_empty(plan, judgement);
    let is_of_result = |topic: &Topic| topic.of_value() == Some(ValueId::Result);
    let is_stored = seen.exit.is_some() && !judgement.mismatches.iter().any(|m| is_of_result(&m.topic));
    if let Some(Passed { transfer: Transfer::ByReference { pointer, .. }, clauses, .. }) = &plan.result
        && !is_stored
    {
        moved::blame_result(&places(pointer), clauses, judgement);
    }
}

/// Values that the caller stored: leaves of the result, the values kept alive, and what else its slots hold.
pub(super) fn judge_returned(case: &Case, plan: &Plan, seen: &Observation, judgement: &mut Judgement) {
    for (slot, bytes) in unit::returned_slots(case).iter().zip(&seen.returned) {
        match (&slot.holds, &plan.result) {
            (Holds::Result(leaf), Some(result)) => {
                judgement.exercise(&result.clauses);
                let origin = (plan, seen.exit.as_ref());
                let before = judgement.mismatches.len();
                judge_leaf((leaf, case.target), bytes, result, false, origin, judgement);
                let value = case.signature.result.as_ref().zip(case.result.as_ref());
                if judgement.mismatches.len() == before {
                    judge_sign(leaf, value, bytes, result, false, judgement);
                    continue;
                }
                let index = value.and_then(|(ty, value)| {
                    leaves(ty, value).iter().position(|other| other.path == leaf.path)
                });
                blame_area(plan, seen, (result, index), bytes, before, judgement);
            }
            (Holds::Result(_), None) => {}
            (holds, _) => judge_other(holds, bytes, (plan, seen), seen.exit.as_ref(), judgement),
        }
    }
}

/// Use that a callee made of a narrow parameter that has arrived: if its own bits are right and this is not, the
/// callee took the bits above for the value's. Nothing is said where the plan says nothing of these bits.
fn judge_narrow(
    holds: &Holds<'_>,
    slot: &[u8],
    passed: &Passed,
    (inner, target): (bool, Target),
    judgement: &mut Judgement,
) {
    if passed.rest_clauses.is_empty() {
        return;
    }
    judgement.exercise(&passed.rest_clauses);
    let len = holds.bytes().unwrap_or(4);
    let Some(got) = slot.get(..len) else { return };
    let want = holds.expected(char_is_signed(passed, target)).to_le_bytes();
    let want = want.get(..len).unwrap_or_default();
    if got == want {
        return;
    }
    let taking = match holds {
        Holds::Widened { .. } => Taking::Widened,
        Holds::Compared { .. } => Taking::Compared,
        _ => Taking::Used,
    };
    let mut clauses = passed.rest_clauses.clone();
    clauses.extend(passed.clauses.iter().filter(|clause| !passed.rest_clauses.contains(clause)));
    let topic = Topic::Value(Datum { value: passed.id, path: String::new(), taking, inner });
    let (want, got) = (Expected::Bytes(want.to_vec()), Observed::Bytes(got.to_vec()));
    judgement.contradict(&clauses, topic, want, got);
}

/// True if a plain `char` is signed: what is above one that is extended shows it.
fn char_is_signed(passed: &Passed, target: Target) -> bool {
    let pieces: &[Piece] = if let Transfer::Direct(pieces) = &passed.transfer { pieces } else { &[] };
    match pieces.first().map(|piece| piece.rest) {
        Some(Extension::Sign(_)) => true,
        Some(Extension::Zero(_)) => false,
        _ => plain_char_is_signed(target),
    }
}

/// Values that code kept or computed for itself around its calls. `exit` is the state that the call under test has left.
fn judge_other(
    holds: &Holds<'_>,
    slot: &[u8],
    (plan, seen): (&Plan, &Observation),
    exit: Option<&Snapshot>,
    judgement: &mut Judgement,
) {
    let (clauses, topic) = match holds {
        Holds::Kept { index, .. } => (scratch_clauses(plan), Topic::Kept(*index)),
        Holds::Array(_) => (plan.stack.owner_clauses.clone(), Topic::LocalArray),
        Holds::Dynamic(_) => (plan.stack.owner_clauses.clone(), Topic::DynamicArray),
        Holds::Other(_) => (scratch_clauses(plan), Topic::OtherCalls),
        Holds::Ended => (vec![plan.return_clause], Topic::LastCall),
        _ => return,
    };
    judgement.exercise(&clauses);
    let want = (holds.expected(true) as u32).to_le_bytes();
    let got = slot.get(..4).unwrap_or_default();
    if got.is_empty() || got == want {
        return;
    }
    let kept = matches!(holds, Holds::Kept { .. } | Holds::Other(_));
    let left = destroyed(plan, seen, got).filter(|_| kept);
    let of_left = || left.map(|(_, clauses)| clauses.to_vec());
    let lost = if kept { lost_in(plan, got, exit).or_else(of_left) } else { None };
    let in_left = || left.map(|(register, _)| Spot::Place(Place::Register { register, byte: 0 }));
    let place = exit.and_then(|exit| find_bytes(got, exit));
    let place = place.or_else(|| in_left().map(|spot| Whereabouts::Copies(vec![spot])));
    // It was kept where the function called may keep something of its own.
    let owned = match place.as_ref().and_then(Whereabouts::first) {
        Some(Place::Stack { offset }) => of_callee(plan, offset).map(<[ClauseId]>::to_vec),
        _ => None,
    };
    let order = [byte_order(judgement.target)];
    let is_backwards = got.iter().eq(want.iter().rev()) && is_certain(&want, &[0xff; 4], 1);
    let mismatch = judgement.contradict(
        &precedence::of_kept(lost, owned, clauses),
        topic,
        Expected::StillAfterCall(want.to_vec()),
        Observed::Bytes(got.to_vec()),
    );
    mismatch.found = place.map(Found::KeptIn);
    if is_backwards {
        precedence::lead(mismatch, Reason::LaidOutOtherwise(&order));
    }
}

/// The clauses by which the byte of the stack at a distance from the stack pointer at entry is the called function's to write:
/// those on the owner of what is there, or on what is beyond the stack pointer; `None` where it is not.
pub(super) fn of_callee(plan: &Plan, offset: i64) -> Option<&[ClauseId]> {
    let stack = &plan.stack;
    let own = if stack.callee_may_write_arguments { stack.argument_bytes } else { stack.callee_area };
    let own = i64::try_from(own.max(stack.callee_area)).unwrap_or(i64::MAX);
    let (is_own, is_beyond) = match stack.grows_down {
        true => ((0..own).contains(&offset), offset < 0),
        false => ((-own..0).contains(&offset), offset >= 0),
    };
    let of_beyond = stack.no_access_beyond.as_ref().map_or(&stack.owner_clauses, |rule| &rule.clauses);
    let clauses = if is_beyond { of_beyond } else { &stack.owner_clauses };
    (is_own || is_beyond).then_some(clauses.as_slice()).filter(|clauses| !clauses.is_empty())
}

/// If a caller has taken a result in memory from the room that it offered, which no longer holds the result
/// since that room is the called function's own, who owns what says more than where results are.
fn blame_area(
    plan: &Plan,
    seen: &Observation,
    (result, index): (&Passed, Option<usize>),
    got: &[u8],
    before: usize,
    judgement: &mut Judgement,
) {
    let (Some(mismatch), Some(entry), Some(exit)) =
        (judgement.mismatches.get_mut(before), &seen.entry, &seen.exit)
    else {
        return;
    };
    let Transfer::ByReference { pointer, .. } = &result.transfer else { return };
    let part = index.and_then(|index| result.parts.get(index));
    if part.is_some_and(|part| part.bit_field) {
        return;
    }
    let offset = part.map_or(0, |part| part.bit_offset / 8);
    let Some(at) = entry.pointer(pointer).map(|room| room.wrapping_add(offset)) else { return };
    let from_sp = at.wrapping_sub(entry.sp()).cast_signed();
    let owned = (0..got.len()).zip(from_sp..).find_map(|(_, offset)| of_callee(plan, offset));
    if let Some(clauses) = owned.filter(|_| exit.read(at, got.len()) == Some(got)) {
        precedence::lead(mismatch, Reason::KeptInCalleesStack(clauses));
    }
}

/// The bits above a bit-field that was converted to a wider integer: its sign, or zeros.
fn judge_sign(
    leaf: &Leaf<'_>,
    value: Option<(&Type, &Value)>,
    slot: &[u8],
    passed: &Passed,
    inner: bool,
    judgement: &mut Judgement,
) {
    let (Some(width), Some((ty, value))) = (leaf.bits.filter(|bits| (1..64).contains(bits)), value) else {
        return;
    };
    let place = leaves(ty, value).iter().position(|other| other.path == leaf.path);
    let part = place.and_then(|place| passed.parts.get(place));
    let Some((signed, clauses)) = part.and_then(|part| part.sign.as_ref()) else { return };
    if slot.len() < 8 || clauses.is_empty() {
        return;
    }
    judgement.exercise(clauses);
    let unused = 64 - u32::from(width);
    let shifted = (leaf.value as u64) << unused;
    let want = if *signed { (shifted.cast_signed() >> unused).cast_unsigned() } else { shifted >> unused };
    let got = crosscall_model::observation::number(slot);
    let (got, want) = (u128::from(got), u128::from(want));
    if got != want {
        let topic =
            Topic::Value(Datum { value: passed.id, path: leaf.path.clone(), taking: Taking::Widened, inner });
        judgement.contradict(
            clauses,
            topic,
            Expected::Bits(want, 64, passed.place()),
            Observed::Bits(got, 64),
        );
    }
}

fn judge_leaf(
    (leaf, target): (&Leaf<'_>, Target),
    slot: &[u8],
    passed: &Passed,
    inner: bool,
    (plan, origin): (&Plan, Option<&Snapshot>),
    judgement: &mut Judgement,
) {
    // Nothing is there when the run ended before, and a case cannot hold the value of a wider type.
    if slot.is_empty() || slot.len() > size_of_val(&leaf.value) {
        return;
    }
    // A slot is as long as its leaf; only the width of a bit-field and of a bit-precise integer counts, and of a truth
    // value what the document says.
    let of_type = match leaf.ty {
        Type::BitInt(integer) => Some(integer.bits.into()),
        ty if ty.scalar() == Some(Scalar::Bool) => boolean_bits(target),
        // A number of x87 has fewer bits than its memory.
        ty => ty.scalar().and_then(|scalar| target.padded_float_bits(scalar)),
    };
    let width = leaf.bits.map(u32::from).or(of_type);
    let bits = width.unwrap_or(slot.len() as u32 * 8).min(128);
    let mask = if bits >= 128 { u128::MAX } else { (1 << bits) - 1 };
    let got = crosscall_model::observation::wide_number(slot) & mask;
    if got == leaf.value & mask {
        return;
    }
    let place = origin.and_then(|snapshot| find_bytes(slot, snapshot));
    let member = !leaf.path.is_empty() && leaf.bits.is_none();
    let word = origin.map_or(1, |at| at.target.word());
    let own = leaf.value.to_le_bytes();
    let taken = match own.get(..slot.len()).filter(|_| member) {
        Some(own) => within::taken(slot, own, passed, word),
        None => None,
    };
    let inside_words = taken.as_ref().is_some_and(|taken| taken.inside_words);
    let displaced = origin.is_some() && inside_words && !is_astray(passed, judgement);
    let is_layout = displaced || is_cut_short(leaf, slot);
    let clauses = precedence::of_value(target, plan, passed, is_layout, place.as_ref());
    let pieces = if let Transfer::Direct(pieces) = &passed.transfer { pieces.len() } else { 0 };
    let place_of_piece = place.as_ref().filter(|_| passed.parts.len() <= pieces);
    let clauses = precedence::registers_first(target, passed, place_of_piece, clauses);
    judgement
        .contradict(
            &clauses,
            Topic::Value(Datum { value: passed.id, path: leaf.path.clone(), taking: Taking::Plain, inner }),
            Expected::Bits(leaf.value & mask, bits, passed.place()),
            Observed::Bits(got, bits),
        )
        .found = match (place, taken.map(|taken| taken.place)) {
        (None, None) => None,
        (place, inside) => Some(Found::ReadFrom { place, inside }),
    };
}

/// True if another part of the value was read from outside of it: then it went astray on its way, and is laid out as it should be.
fn is_astray(passed: &Passed, judgement: &Judgement) -> bool {
    judgement.mismatches.iter().any(|mismatch| {
        let is_of_it = matches!(&mismatch.topic, Topic::Value(datum) if datum.value == passed.id);
        is_of_it && matches!(mismatch.found, Some(Found::ReadFrom { place: Some(_), inside: None }))
    })
}

/// True if only the low bytes of an enumeration were stored, and those above hold what was there before, which is no
/// number's sign: the subject takes the enumeration for a smaller type.
fn is_cut_short(leaf: &Leaf<'_>, slot: &[u8]) -> bool {
    let own = leaf.value.to_le_bytes();
    let stored = slot.iter().zip(own).take_while(|(got, own)| **got == *own).count();
    let Some((first, others)) = slot.get(stored..).and_then(<[u8]>::split_first) else { return false };
    matches!(leaf.ty, Type::Enum(_))
        && leaf.bits.is_none()
        && stored > 0
        && !matches!(first, 0 | 0xff)
        && others.iter().all(|byte| byte == first)
}

/// A value for which the subject took the contents of a register that a call may destroy was kept there.
fn blame_scratch(plan: &Plan, seen: &Observation, got: &[u8], before: usize, judgement: &mut Judgement) {
    let (Some(mismatch), Some(entry)) = (judgement.mismatches.get_mut(before), &seen.entry) else { return };
    let mut words = got.chunks(entry.target.word());
    // What was there at entry as well can have been read then, as few bytes of two fillings are the same.
    let left_by_a_call = |word: &[u8]| {
        let (register, clauses) = destroyed(plan, seen, word)?;
        (!entry.register(register).starts_with(word)).then_some((register, clauses))
    };
    let left = words.find_map(left_by_a_call).or_else(|| kept_in(plan, seen, entry, got));
    let Some((register, clauses)) = left else { return };
    let here = Place::Register { register, byte: 0 };
    let is_there = |found: &Found| match found {
        Found::ReadFrom { place: Some(place), inside: None } => place.is_at(&[here]),
        _ => false,
    };
    if mismatch.found.as_ref().is_none_or(is_there) {
        precedence::lead(mismatch, Reason::KeptInScratch(clauses));
        mismatch.found = Some(Found::KeptIn(Whereabouts::Copies(vec![Spot::Place(here)])));
    }
}

/// The only register whose bytes these are both at entry and behind a call of the subject's, where it is one of a kind in which
/// nothing travels: nobody looks for an argument there, and a value kept there across the call is lost.
fn kept_in<'p>(
    plan: &'p Plan,
    seen: &Observation,
    entry: &Snapshot,
    got: &[u8],
) -> Option<(Register, &'p [ClauseId])> {
    let has_called = seen.events.iter().any(|event| matches!(event, Event::Call { .. }));
    let (register, clauses) = destroyed(plan, seen, got).filter(|_| has_called)?;
    let of = |register: Register| plan.registers.iter().find(|rule| rule.register == register);
    let carriers = plan.arguments.iter().chain(&plan.result).flat_map(|passed| match &passed.transfer {
        Transfer::Direct(pieces) | Transfer::ByReference { pointer: pieces, .. } => pieces.as_slice(),
        Transfer::Nothing => &[],
    });
    let mut carrying = carriers.filter_map(|piece| of(piece.place.register()?)).peekable();
    let is_sure = carrying.peek().is_some() && carrying.all(|rule| rule.clauses.first() != clauses.first());
    (is_sure && entry.register(register).starts_with(got)).then_some((register, clauses))
}

/// The only register that a call has left these bytes in, with the clauses by which it may.
pub(super) fn destroyed<'p>(
    plan: &'p Plan,
    seen: &Observation,
    got: &[u8],
) -> Option<(Register, &'p [ClauseId])> {
    let rules = plan.registers.iter().filter(|rule| rule.preservation == Preservation::Scratch);
    let left = |register: Register| seen.ground.destroyed.iter().find(|(one, _)| *one == register);
    let all: Vec<_> = rules.filter_map(|rule| Some((rule, &left(rule.register)?.1))).collect();
    if !is_certain(got, &vec![0xff; got.len()], all.len()) {
        return None;
    }
    let mut holding = all.iter().filter(|(_, left)| left.starts_with(got));
    let (rule, _) = holding.next().filter(|_| holding.next().is_none())?;
    (!rule.clauses.is_empty()).then_some((rule.register, rule.clauses))
}

/// The clauses of the scratch register in which a value was kept across a call, if one now holds what
/// was taken for that value.
fn lost_in(plan: &Plan, got: &[u8], exit: Option<&Snapshot>) -> Option<Vec<ClauseId>> {
    let exit = exit.filter(|_| !got.is_empty())?;
    let scratch = plan
        .registers
        .iter()
        .filter(|rule| rule.preservation == Preservation::Scratch && !rule.clauses.is_empty());
    let mut holding = scratch.filter(|rule| exit.register(rule.register).starts_with(got));
    holding.next().map(|rule| rule.clauses.to_vec())
}

/// The clauses by which a register that can hold values does not survive a call.
fn scratch_clauses(plan: &Plan) -> Vec<ClauseId> {
    let mut clauses = Vec::new();
    let mut added: &[ClauseId] = &[];
    for rule in plan.registers.iter().filter(|r| r.preservation == Preservation::Scratch) {
        if !std::ptr::eq(added, rule.clauses) {
            add_clauses(&mut clauses, rule.clauses);
            added = rule.clauses;
        }
    }
    if clauses.is_empty() {
        clauses.push(plan.return_clause);
    }
    clauses
}
