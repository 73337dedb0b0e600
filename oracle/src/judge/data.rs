//! True if a value went wrong because two sides disagree on how it lies in memory, and on what of it: then the
//! clauses about that come before those about its way from one side to the other.

use super::Judgement;
use super::chance::{SPARE_BITS, is_certain, log};
use super::precedence::{self, Reason};
use super::within;
use crosscall_model::finding::{Datum, Mismatch, Observed, Taking, Topic};
use crosscall_model::layout::Image;
use crosscall_model::observation::{Observation, Snapshot, number};
use crosscall_model::plan::{ClauseId, Part, Passed, Piece, Plan, Transfer};
use crosscall_model::{Case, Pairing, Target, unit};

/// Bits that have to be right before it is believed that a value has come to its place.
const ENOUGH_RIGHT: u64 = 8;

/// Puts the clauses about the layout of values first where that is what went wrong.
pub(super) fn restate(
    case: &Case,
    pairing: Pairing,
    plan: &Plan,
    seen: &Observation,
    judgement: &mut Judgement,
) {
    if judgement.mismatches.is_empty() {
        return;
    }
    for (i, passed) in plan.arguments.iter().enumerate() {
        let parts = match (pairing, &seen.entry) {
            (Pairing::Caller, Some(entry)) if is_split(passed, entry) => continue,
            (Pairing::Caller, Some(entry)) => in_snapshot(passed, entry, entry),
            (Pairing::Caller, None) => Vec::new(),
            _ => {
                let leaves = unit::argument_leaves(case).into_iter().zip(&seen.received);
                as_numbers(passed, leaves.filter(|((of, _), _)| *of == i).map(|(_, slot)| slot.as_slice()))
            }
        };
        restate_value(case.target, passed, &parts, judgement);
    }
    if let Some(result) = &plan.result {
        let parts = match (pairing, &seen.entry, &seen.exit) {
            (Pairing::Callee, Some(entry), Some(exit)) => in_snapshot(result, entry, exit),
            (Pairing::Callee, ..) => Vec::new(),
            _ => as_numbers(result, seen.returned.iter().map(Vec::as_slice)),
        };
        restate_value(case.target, result, &parts, judgement);
    }
}

/// True if a member of a value that is passed by itself is elsewhere.
fn is_split(passed: &Passed, at: &Snapshot) -> bool {
    match &passed.transfer {
        Transfer::Direct(pieces) => {
            pieces.iter().any(|piece| !super::entry::is_right(&passed.image, piece, at))
                && within::is_split(passed, pieces, at)
        }
        _ => false,
    }
}

fn restate_value(target: Target, passed: &Passed, parts: &[Seen<'_>], judgement: &mut Judgement) {
    if let (Some(order), true) = (passed.byte_order, passed.parts.is_empty()) {
        restate_scalar(passed, order, judgement);
    }
    let exchanged = !passed.order_clauses.is_empty() && are_exchanged(parts);
    let first = if exchanged { Some(passed.order_clauses.clone()) } else { clauses(target, passed, parts) };
    let Some(first) = first else { return };
    let reason = if exchanged { Reason::MembersExchanged(&first) } else { Reason::LaidOutOtherwise(&first) };
    let is_about = |topic: &Topic| match topic {
        Topic::Value(Datum { value, path, taking, inner }) => {
            *value == passed.id && *taking == Taking::Plain && (!inner || !path.is_empty())
        }
        _ => false,
    };
    for mismatch in judgement.mismatches.iter_mut().filter(|m| is_about(&m.topic)) {
        precedence::lead(mismatch, reason);
    }
}

/// Puts the clause on the order of bytes first where a value of one part has come to its place with its bytes from the last to
/// the first.
fn restate_scalar(passed: &Passed, order: ClauseId, judgement: &mut Judgement) {
    let Image { bytes, mask } = &passed.image;
    let backwards =
        Image { bytes: bytes.iter().rev().copied().collect(), mask: mask.iter().rev().copied().collect() };
    if !is_certain(bytes, mask, 1) {
        return;
    }
    let is_backwards = |mismatch: &Mismatch| match &mismatch.observed {
        Observed::Held(held) => {
            backwards.matches(&held.iter().flatten().flatten().copied().collect::<Vec<u8>>())
        }
        Observed::Bits(got, bits) => {
            let got = got.to_le_bytes();
            *bits as usize == 8 * bytes.len()
                && got.get(..bytes.len()).is_some_and(|got| backwards.matches(got))
        }
        _ => false,
    };
    let is_of_it = |topic: &Topic| matches!(topic, Topic::Value(datum) if datum.value == passed.id);
    for mismatch in judgement.mismatches.iter_mut().filter(|m| is_of_it(&m.topic) && is_backwards(m)) {
        precedence::lead(mismatch, Reason::LaidOutOtherwise(&[order]));
    }
}

/// True if two members are in each other's places, as far as both have bits.
fn are_exchanged(parts: &[Seen<'_>]) -> bool {
    let [first, second] = parts else { return false };
    let common = mask(first.part.bits.min(second.part.bits));
    let is_other = |one: &Seen<'_>, other: &Seen<'_>| one.got & common == other.expected & common;
    !first.is_right() && !second.is_right() && is_other(first, second) && is_other(second, first)
}

/// A part of a composite value and what was there for it.
pub(super) struct Seen<'a> {
    part: &'a Part,
    expected: u64,
    got: u64,
}

impl Seen<'_> {
    fn is_right(&self) -> bool {
        self.expected == self.got
    }

    /// True if its bytes, half-words or words are there from the last to the first.
    fn is_reversed(&self) -> bool {
        let bits = self.part.bits;
        if self.part.bit_field || !bits.is_multiple_of(8) || !(16..=64).contains(&bits) || self.is_right() {
            return false;
        }
        let len = (bits / 8) as usize;
        let bytes = self.expected.to_le_bytes();
        let got = self.got.to_le_bytes();
        let (Some(bytes), Some(got)) = (bytes.get(..len), got.get(..len)) else { return false };
        orders(bytes).any(|other| other == got)
    }

    /// Bits of it that say something: of a special value, such as 1 or the least, those of few bytes do.
    fn information(&self) -> u64 {
        if self.got == 0 || self.got == mask(self.part.bits) {
            return 0;
        }
        let bytes = self.got.to_le_bytes();
        let all = bytes.get(..self.part.bits.div_ceil(8).min(8) as usize).unwrap_or_default();
        let common = all.iter().filter(|byte| matches!(byte, 0 | 0xff)).count() as u64;
        self.part.bits.saturating_sub(8 * common).max(1)
    }
}

/// The parts of a value as they lie in the bytes that were seen of it; those that do not lie there whole are
/// left out.
pub(super) fn in_bytes<'a>(parts: &'a [Part], image: &Image, seen: &[u8]) -> Vec<Seen<'a>> {
    let taken = |part: &'a Part| {
        let expected = bits_at(&image.bytes, part.bit_offset, part.bits)?;
        Some(Seen { part, expected, got: bits_at(seen, part.bit_offset, part.bits)? })
    };
    parts.iter().filter_map(taken).collect()
}

/// The parts of a value as they are in its places in a snapshot; the address of one in memory was given at
/// `entry`.
fn in_snapshot<'a>(passed: &'a Passed, entry: &Snapshot, at: &Snapshot) -> Vec<Seen<'a>> {
    let bytes = at.value(passed, entry);
    bytes.map(|bytes| in_bytes(&passed.parts, &passed.image, &bytes)).unwrap_or_default()
}

/// The parts of a value with the numbers that code took for them, one slot for each; slots that were not
/// reached are empty.
fn as_numbers<'a, 's>(passed: &'a Passed, slots: impl Iterator<Item = &'s [u8]>) -> Vec<Seen<'a>> {
    let taken = |(part, slot): (&'a Part, &[u8])| {
        let expected = bits_at(&passed.image.bytes, part.bit_offset, part.bits)?;
        let got = number(slot) & mask(part.bits);
        (!slot.is_empty()).then_some(Seen { part, expected, got })
    };
    passed.parts.iter().zip(slots).filter_map(taken).collect()
}

/// The clauses under which to report a disagreement about a value's layout; `None` where its way is what went wrong.
fn clauses(target: Target, passed: &Passed, seen: &[Seen<'_>]) -> Option<Vec<ClauseId>> {
    let wrong: Vec<&Seen<'_>> = seen.iter().filter(|part| !part.is_right()).collect();
    if wrong.is_empty() {
        return None;
    }
    if let (Some(order), true) = (passed.byte_order, wrong.iter().all(|part| part.is_reversed())) {
        return Some(vec![order]);
    }
    // A part in a word of its own can be right although its neighbour went astray.
    let word = target.word() as u64 * 8;
    let by_words = matches!(passed.transfer, Transfer::Direct(_));
    let members = member_by_member(target, &passed.transfer);
    let apart = |bit: u64| match members {
        Some(pieces) => pieces.iter().position(|piece| bit / 8 < u64::from(piece.offset + piece.len)),
        None => usize::try_from(bit / word).ok(),
    };
    let beside_wrong =
        |part: &Seen<'_>| wrong.iter().any(|w| apart(w.part.bit_offset) == apart(part.part.bit_offset));
    // A composite of which nothing but bit-fields is wrong has come to its place, if it travels as a whole.
    let only_bits = members.is_none() && wrong.iter().all(|part| part.part.bit_field);
    let proves = |part: &&Seen<'_>| {
        part.is_right() && (!by_words || beside_wrong(part) || only_bits && !part.part.bit_field)
    };
    let right: u64 = seen.iter().filter(proves).map(|part| part.information()).sum();
    if right < ENOUGH_RIGHT && !all_inside(passed, &wrong, word) {
        return None;
    }
    if wrong.iter().all(|part| is_foreign(part, &passed.image)) {
        return None;
    }
    let reported = wrong.iter().find(|part| !part.part.clauses.is_empty());
    Some(
        reported.map_or_else(
            || precedence::data_first(target, &passed.clauses),
            |part| part.part.clauses.clone(),
        ),
    )
}

/// The pieces of a value that travels member by member: in registers of more than one file.
fn member_by_member(target: Target, transfer: &Transfer) -> Option<&[Piece]> {
    let Transfer::Direct(pieces) = transfer else { return None };
    let mut files = pieces.iter().filter_map(|piece| piece.place.file(target));
    let first = files.next();
    files.any(|other| Some(other) != first).then_some(pieces)
}

/// True if what was there for a part says something, and is found nowhere in the value: then it was destroyed, not
/// laid out otherwise.
fn is_foreign(part: &Seen<'_>, image: &Image) -> bool {
    let bits = part.part.bits;
    let last = (image.bytes.len() as u64 * 8).saturating_sub(bits);
    let inside = (0..=last).step_by(8).any(|at| bits_at(&image.bytes, at, bits) == Some(part.got));
    !part.part.bit_field && part.information() > 0 && !inside
}

/// True if all that is wrong was taken from other places inside the value, though not all by whole words, or by whole
/// pieces that travel in places of their own.
fn all_inside(passed: &Passed, wrong: &[&Seen<'_>], word: u64) -> bool {
    let image = &passed.image;
    let by_words = matches!(passed.transfer, Transfer::Direct(_));
    let begins = |bit: u64| bit.is_multiple_of(8) && within::begins_piece(passed, bit / 8);
    let size = image.bytes.len() as u64 * 8;
    let (mut proven, mut needed, mut moved) = (0, 0, false);
    for part in wrong {
        let (bits, step) = (part.part.bits, if part.part.bit_field { 1 } else { 8 });
        let places = (0..(size + 1).saturating_sub(bits)).step_by(step);
        needed += u64::from(log(places.clone().count()));
        proven += part.information();
        let mut found = places.filter(|at| bits_at(&image.bytes, *at, bits) == Some(part.got)).peekable();
        if found.peek().is_none() {
            return false;
        }
        let own = part.part.bit_offset;
        moved |= found.all(|at| !(at.abs_diff(own).is_multiple_of(word) || begins(at) && begins(own)));
    }
    (moved || !by_words && wrong.len() == 1) && proven >= needed + u64::from(SPARE_BITS)
}

/// The clauses of an initialised object that is not as it should be, the most telling first.
pub(super) fn of_image(expected: &crate::abi::ExpectedImage, seen: &[u8]) -> Vec<ClauseId> {
    let parts = in_bytes(&expected.parts, &expected.image, seen);
    let wrong: Vec<&Seen<'_>> = parts.iter().filter(|part| !part.is_right()).collect();
    let reversed = match wrong.is_empty() {
        true => is_reversed(&expected.image, seen),
        false => wrong.iter().all(|part| part.is_reversed()),
    };
    let part = wrong.iter().find(|part| !part.part.clauses.is_empty()).map(|part| part.part);
    precedence::of_image(expected, reversed, part)
}

/// True if bytes, half-words or words are there from the last to the first, and that is no chance.
fn is_reversed(image: &Image, seen: &[u8]) -> bool {
    let held = seen.get(..image.bytes.len()).unwrap_or_default();
    is_certain(&image.bytes, &image.mask, 1) && orders(held).any(|other| image.matches(&other))
}

/// Bytes with their units from the last to the first, for units of one byte, two and four.
fn orders(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    let units = [1, 2, 4].into_iter().filter(|unit| bytes.len() > *unit && bytes.len().is_multiple_of(*unit));
    units.map(|unit| bytes.chunks(unit).rev().flatten().copied().collect())
}

/// Bits from a bit on, right aligned.
fn bits_at(bytes: &[u8], from: u64, bits: u64) -> Option<u64> {
    let mut number = 0;
    for i in 0..bits.min(64) {
        let byte = bytes.get(usize::try_from((from + i) / 8).ok()?)?;
        number |= u64::from(byte >> ((from + i) % 8) & 1) << i;
    }
    Some(number)
}

fn mask(bits: u64) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

#[cfg(test)]
mod tests;
