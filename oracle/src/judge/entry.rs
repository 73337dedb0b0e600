//! The state at the callee's first instruction, when the subject is the caller.

use super::Judgement;
use super::chance::is_certain;
use super::locate::{address, find_value, places};
use super::precedence::{self, Reason};
use super::{moved, within};
use crosscall_model::finding::{
    Address, Expected, Found, Mismatch, Observed, Spot, Topic, ValueId, Whereabouts,
};
use crosscall_model::layout::Image;
use crosscall_model::observation::{Event, Observation, Snapshot, number};
use crosscall_model::plan::{
    ClauseId, Extension, Link, Linkage, ParameterList, Passed, Piece, Place, Plan, Transfer,
};
use crosscall_model::target::Target;
use crosscall_model::{Scalar, Type, c};

pub(super) fn judge(plan: &Plan, seen: &Observation, judgement: &mut Judgement) {
    let Some(entry) = &seen.entry else { return };
    for passed in &plan.arguments {
        judge_argument(passed, plan, seen, entry, judgement);
    }
    blame_truth(plan, entry, judgement);
    moved::blame_empty(plan, judgement);
    if let Some(Passed { transfer: Transfer::ByReference { pointer, align, .. }, image, clauses, .. }) =
        &plan.result
    {
        judgement.exercise(clauses);
        judgement.exercise(&plan.stack.room_align_clauses);
        moved::blame_result(&places(pointer), clauses, judgement);
        let target = entry.pointer(pointer);
        let room = target.and_then(|p| entry.read(p, image.bytes.len()));
        if room.is_none() || target.is_some_and(|p| p % align != 0) {
            let expected =
                Expected::Room { pointer: places(pointer), bytes: image.bytes.len() as u64, align: *align };
            let observed = Observed::Pointer(target);
            let mismatch = judgement.contradict(clauses, Topic::ResultRoom, expected, observed);
            if room.is_some() {
                precedence::lead(mismatch, Reason::Misaligned(&plan.stack.room_align_clauses));
            }
        } else if let Some(target) = target {
            judge_room(target, image.bytes.len(), plan, seen, entry, judgement);
            judge_apart(target..target.saturating_add(image.bytes.len() as u64), plan, entry, judgement);
        }
    }
    if let Some(list) = &plan.list {
        judge_list(list, entry, judgement);
    }
    blame_address(plan, seen, entry, judgement);
    for linkage in &plan.linkage {
        judge_linkage(linkage, seen, entry, judgement);
    }
    judge_alignment(plan, seen, entry, judgement);
}

/// The stack pointer is aligned as arguments on the stack demand.
fn judge_alignment(plan: &Plan, seen: &Observation, entry: &Snapshot, judgement: &mut Judgement) {
    let (align, clauses) = &plan.stack.align_for_arguments;
    if *align <= 1 {
        return;
    }
    judgement.exercise(clauses);
    let before = entry.sp_before_call();
    if !before.is_multiple_of(*align) {
        let call = seen.events.iter().find_map(|event| match event {
            Event::Call { pc, return_address, .. } if seen.return_address == Some(*return_address) => {
                Some(*pc)
            }
            _ => None,
        });
        let by = address(seen, call.or(seen.return_address).unwrap_or(entry.pc));
        let expected = Expected::Aligned { to: *align, always: false };
        judgement.contradict(clauses, Topic::StackPointer, expected, Observed::AtCall(before, by));
    }
}

/// A list of parameters that its callee may write holds its values again when the function is called for the second
/// time: nobody can count on what the first call has left there.
pub(super) fn judge_later(plan: &Plan, seen: &Observation, judgement: &mut Judgement) {
    let (Some(list), Some(later)) = (&plan.list, &seen.later_entry) else { return };
    if list.spent_clauses.is_empty() || !list.callee_may_write {
        return;
    }
    let is_listed = |place: Place| matches!(place, Place::Pointed { base, .. } if base == list.pointer);
    let mut again = Judgement::new(judgement.target);
    for passed in &plan.arguments {
        let (Transfer::Direct(pieces) | Transfer::ByReference { pointer: pieces, .. }) = &passed.transfer
        else {
            continue;
        };
        if !pieces.is_empty() && pieces.iter().all(|piece| is_listed(piece.place)) {
            judgement.exercise(&list.spent_clauses);
            judge_argument(passed, plan, seen, later, &mut again);
        }
    }
    for linkage in plan.linkage.iter().filter(|linkage| is_listed(linkage.place)) {
        judge_linkage(linkage, seen, later, &mut again);
    }
    // A contradiction of the first call is noted already, and comes first.
    let is_new = |m: &Mismatch| !judgement.mismatches.iter().any(|first| first.topic == m.topic);
    let mut new: Vec<Mismatch> = again.mismatches.into_iter().filter(is_new).collect();
    for mismatch in &mut new {
        precedence::lead(mismatch, Reason::SpentEntry(&list.spent_clauses));
        if let Some(value) = mismatch.topic.of_value() {
            mismatch.topic = Topic::SpentEntry(value);
        }
    }
    judgement.mismatches.extend(new);
}

/// The room for a result in memory is apart from what is passed by its address.
fn judge_apart(room: std::ops::Range<u64>, plan: &Plan, entry: &Snapshot, judgement: &mut Judgement) {
    let clauses = &plan.stack.apart_clauses;
    if clauses.is_empty() || room.is_empty() {
        return;
    }
    for passed in &plan.arguments {
        let Transfer::ByReference { pointer, .. } = &passed.transfer else { continue };
        let Some(at) = entry.pointer(pointer) else { continue };
        judgement.exercise(clauses);
        let end = at.saturating_add(passed.image.bytes.len() as u64);
        if at < room.end && room.start < end {
            let expected = Expected::Apart(passed.id, at);
            let observed = Observed::Pointer(Some(room.start));
            judgement.contradict(clauses, Topic::ResultRoom, expected, observed);
            return;
        }
    }
}

/// The `len` bytes of room for a result in memory are between the stack pointers with which the callee and the
/// caller were entered.
fn judge_room(
    target: u64,
    len: usize,
    plan: &Plan,
    seen: &Observation,
    entry: &Snapshot,
    judgement: &mut Judgement,
) {
    let clauses = &plan.stack.room_clauses;
    let Some(outer) = seen.outer_entry.as_ref().filter(|_| !clauses.is_empty() && len > 0) else { return };
    judgement.exercise(clauses);
    let (first, last) = (entry.sp().min(outer.sp()), entry.sp().max(outer.sp()));
    if target < first || target.saturating_add(len as u64) > last {
        let expected = Expected::InFrame(first, last);
        let observed = Observed::Pointer(Some(target));
        judgement.contradict(clauses, Topic::ResultRoom, expected, observed);
    }
}

/// If nothing is wrong but truth values in their places that are neither true nor false, they are
/// those of another type.
fn blame_truth(plan: &Plan, entry: &Snapshot, judgement: &mut Judgement) {
    let of = |topic: &Topic| {
        plan.arguments.iter().find(|passed| *topic == Topic::value(passed.id) && is_no_truth(passed, entry))
    };
    if judgement.mismatches.iter().all(|m| m.found.is_none() && of(&m.topic).is_some()) {
        for mismatch in &mut judgement.mismatches {
            mismatch.clauses = precedence::data_first(entry.target, &mismatch.clauses);
        }
    }
}

/// True if what is in the place of a truth value is neither true nor false, and a narrow number all the same.
pub(super) fn is_no_truth(passed: &Passed, at: &Snapshot) -> bool {
    let Transfer::Direct(pieces) = &passed.transfer else { return false };
    let [piece] = pieces.as_slice() else { return false };
    if passed.c_type != c::type_name(&Type::Scalar(Scalar::Bool)) {
        return false;
    }
    let Some(held) = at.bytes_at(piece.place, at.target.word().max(piece.len as usize)) else { return false };
    let (low, above) = held.split_at(piece.len as usize);
    let is_filled = |fill: u8| above.iter().all(|byte| *byte == fill);
    number(low) > 1 && (is_filled(0) || is_filled(0xff))
}

/// If a result needs no address, or has a register of its own for it, an address of the stack in front of arguments that are
/// all further on was passed for it all the same.
fn blame_address(plan: &Plan, seen: &Observation, entry: &Snapshot, judgement: &mut Judgement) {
    let Some(result) = plan.result.as_ref().filter(|result| !result.parts.is_empty()) else { return };
    let first = plan.arguments.iter().find_map(|passed| match &passed.transfer {
        Transfer::Nothing => None,
        Transfer::Direct(pieces) | Transfer::ByReference { pointer: pieces, .. } => Some((passed, pieces)),
    });
    let Some((passed, pieces)) = first else { return };
    let Some(piece) = pieces.first() else { return };
    let of_place = match &result.transfer {
        Transfer::Direct(_) => None,
        Transfer::ByReference { pointer, .. } if !moved::is_in_front(entry.target, pointer, piece.place) => {
            let both = precedence::of_places_of_both(entry.target, result, &passed.clauses);
            Some(both.into_iter().collect::<Vec<_>>())
        }
        _ => return,
    };
    let Ok(len) = u32::try_from(entry.target.address_bytes()) else { return };
    let held = entry.pointer(&[Piece { offset: 0, len, ..*piece }]);
    let moved = judgement
        .mismatches
        .iter_mut()
        .find(|m| m.topic == Topic::value(passed.id) && moved::is_further_on(entry.target, piece.place, m));
    if let Some(mismatch) = moved
        && held.is_some_and(|address| seen.ground.stack.contains(&address) && address != entry.sp())
    {
        precedence::lead(
            mismatch,
            match &of_place {
                None => Reason::NeedlessResultAddress(&result.clauses),
                Some(clauses) => Reason::InPlaceOfResultAddress(clauses),
            },
        );
    }
}

fn judge_argument(
    passed: &Passed,
    plan: &Plan,
    seen: &Observation,
    entry: &Snapshot,
    judgement: &mut Judgement,
) {
    match &passed.transfer {
        Transfer::Nothing => {}
        Transfer::Direct(pieces) => {
            judgement.exercise(&passed.clauses);
            for piece in pieces.iter().filter(|piece| is_right(&passed.image, piece, entry)) {
                judge_rest_of(passed.id, passed, piece, entry, judgement);
            }
            if pieces.iter().all(|piece| is_right(&passed.image, piece, entry)) {
                return;
            }
            let held = contents(pieces, entry);
            let found = find_value(&passed.image, entry, pieces, plan);
            let by = if found.is_none() { within::displacement(&passed.image, pieces, entry) } else { None };
            let displaced = by.is_some_and(|by| {
                by % entry.target.word() as i64 != 0
                    && !within::is_of_whole_pieces(by, pieces)
                    && !within::is_split(passed, pieces, entry)
            });
            let clauses = match is_address_of(passed, pieces, entry) {
                true => passed.clauses.clone(),
                false => precedence::of_value(entry.target, plan, passed, displaced, found.as_ref()),
            };
            let clauses = registers_first(passed, pieces, entry, found.as_ref(), clauses);
            let clauses = precedence::above_first(passed, &held, clauses);
            judgement
                .contradict(
                    &clauses,
                    Topic::value(passed.id),
                    Expected::Value { image: passed.image.clone(), places: places(pieces) },
                    Observed::Held(held),
                )
                .found = found.map(Found::In).or(by.map(Found::Displaced));
        }
        Transfer::ByReference { pointer, align, callee_may_write, .. } => {
            judgement.exercise(&passed.clauses);
            judgement.exercise(&plan.stack.copy_align_clauses);
            let target = entry.pointer(pointer);
            let held = target.and_then(|p| entry.read(p, passed.image.bytes.len()));
            let fits = held.is_some_and(|bytes| passed.image.matches(bytes));
            if fits && target.is_some_and(|p| p % align == 0) {
                if let Some(own) = target.and_then(|p| own_object(seen, p)).filter(|_| *callee_may_write) {
                    judge_copied(passed, own, entry.target, judgement);
                }
                return;
            }
            let mismatch = judgement.contradict(
                &precedence::above_first(passed, &[held.map(<[u8]>::to_vec)], passed.clauses.clone()),
                Topic::value(passed.id),
                Expected::Reference { pointer: places(pointer), image: passed.image.clone(), align: *align },
                Observed::Reference {
                    pointer: places(pointer),
                    to: target,
                    held: held.map(<[u8]>::to_vec),
                    misaligned: fits,
                },
            );
            mismatch.found = find_value(&passed.image, entry, pointer, plan).map(Found::In);
            if fits {
                precedence::lead(mismatch, Reason::Misaligned(&plan.stack.copy_align_clauses));
            }
        }
    }
}

/// True if what was passed by value is behind the address that is in its first place.
fn is_address_of(passed: &Passed, pieces: &[Piece], at: &Snapshot) -> bool {
    let len = at.target.address_bytes();
    let (Some(first), Ok(bytes)) = (pieces.first(), u32::try_from(len)) else { return false };
    let address = at.pointer(&[Piece { offset: 0, len: bytes, ..*first }]);
    let Image { bytes, mask } = &passed.image;
    let held = address.and_then(|address| at.read(address, bytes.len()));
    is_certain(bytes, mask, 1) && held.is_some_and(|held| passed.image.matches(held))
}

/// The caller had to pass a copy and passed an object that others can see, too.
fn judge_copied(passed: &Passed, own: &str, target: Target, judgement: &mut Judgement) {
    let clauses = precedence::of_copy(target, passed);
    judgement.contradict(
        &clauses,
        Topic::value(passed.id),
        Expected::Copy,
        Observed::OwnObject(own.to_owned()),
    );
}

/// The object of a caller's unit (see [`crosscall_model::unit`]) that is at an address.
fn own_object(seen: &Observation, at: u64) -> Option<&str> {
    let symbols = &seen.ground.symbols;
    let from = symbols.partition_point(|(start, _)| *start < at);
    let here = symbols.get(from..)?.iter().take_while(|(start, _)| *start == at);
    let mut names = here.map(|(_, name)| name.as_str());
    names.find(|name| {
        let number = name.trim_start_matches('_').strip_prefix("arg").and_then(|n| n.split_once('_'));
        number.is_some_and(|(k, i)| k.parse::<usize>().is_ok() && i.parse::<usize>().is_ok())
    })
}

/// The bits above a narrow value, in whichever snapshot holds it.
pub(super) fn judge_rest_of(
    value: ValueId,
    passed: &Passed,
    piece: &Piece,
    at: &Snapshot,
    judgement: &mut Judgement,
) {
    let (filled, fill) = match piece.rest {
        _ if passed.rest_clauses.is_empty() => return,
        Extension::Unspecified => return,
        Extension::Length(bytes) => return judge_length(value, passed, piece, bytes, at, judgement),
        Extension::Zero(bytes) => (usize::from(bytes), Some(0)),
        Extension::Sign(bytes) => (usize::from(bytes), None),
        Extension::Ones(bytes) => (usize::from(bytes), Some(0xff)),
    };
    judgement.exercise(&passed.rest_clauses);
    let len = piece.len as usize;
    let Some(seen) = at.bytes_at(piece.place, filled) else { return };
    let top = len.checked_sub(1).and_then(|i| seen.get(i)).copied().unwrap_or(0);
    let sign = if top & 0x80 != 0 { 0xff } else { 0 };
    let above = fill.unwrap_or(sign);
    if seen.iter().skip(len).all(|b| *b == above) {
        return;
    }
    let mut expected: Vec<u8> = seen.iter().take(len).copied().collect();
    expected.resize(filled, above);
    let (bytes, place, c_type) = (expected, piece.place, passed.c_type.clone());
    let expected = match piece.rest {
        Extension::Ones(_) => Expected::Filled { bytes, place, c_type },
        _ => Expected::Extended { bytes, place, c_type, signed: fill.is_none() },
    };
    let observed = Observed::Held(vec![Some(seen.to_vec())]);
    judgement.contradict(&passed.rest_clauses, Topic::value(value), expected, observed);
}

/// The number of bytes that a register says it holds.
fn judge_length(
    value: ValueId,
    passed: &Passed,
    piece: &Piece,
    bytes: u16,
    at: &Snapshot,
    judgement: &mut Judgement,
) {
    let Place::Register { register, .. } = piece.place else { return };
    judgement.exercise(&passed.rest_clauses);
    let Some(held) = at.length(register).filter(|held| *held != bytes) else { return };
    let expected = Expected::Length(register, bytes);
    let observed = Observed::Length(held);
    judgement.contradict(&passed.rest_clauses, Topic::value(value), expected, observed);
}

/// The list of parameters is where the plan has it.
fn judge_list(list: &ParameterList, entry: &Snapshot, judgement: &mut Judgement) {
    judgement.exercise(&list.clauses);
    let address = entry.register_value(list.pointer);
    // The address of an empty list is that of some memory all the same.
    let is_there = usize::try_from(list.bytes.max(1)).is_ok_and(|bytes| entry.read(address, bytes).is_some());
    if is_there && address.is_multiple_of(list.align.max(1)) {
        return;
    }
    let expected = Expected::List { pointer: list.pointer, bytes: list.bytes, align: list.align };
    let observed = Observed::Pointer(Some(address));
    judgement.contradict(&list.clauses, Topic::ParameterList, expected, observed);
}

/// A link that the caller leaves for the way back is in its place and has its value.
fn judge_linkage(linkage: &Linkage, seen: &Observation, entry: &Snapshot, judgement: &mut Judgement) {
    let Some(expected) = link_value(linkage, seen, entry) else { return };
    judgement.exercise(&linkage.clauses);
    let len = u32::try_from(linkage.link.bytes(entry.target)).unwrap_or(4);
    let piece = Piece { offset: 0, len, place: linkage.place, rest: Extension::Unspecified };
    let held = match (linkage.link.is_in_frame(), linkage.place) {
        (true, Place::Stack { offset }) => read_in_frame(offset, seen, entry),
        _ => entry.pointer(std::slice::from_ref(&piece)),
    };
    if held == Some(expected) {
        return;
    }
    // An address of code that counts instructions has no name of its own.
    let is_named = linkage.link == Link::ReturnAddress && seen.return_address == Some(expected);
    let show = |value| if is_named { address(seen, value) } else { Address::bare(value) };
    let expected = Expected::Link(show(expected), linkage.place);
    let observed = Observed::Link(held.map(show));
    judgement.contradict(&linkage.clauses, Topic::Link(linkage.link), expected, observed);
}

/// The word at a distance from the stack pointer that the caller was entered with, as it is when it calls.
fn read_in_frame(offset: i64, seen: &Observation, entry: &Snapshot) -> Option<u64> {
    let at = seen.outer_entry.as_ref()?.sp().wrapping_add_signed(offset);
    let bytes = entry.read(at, entry.target.address_bytes())?;
    let mut word = [0; 8];
    word.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    Some(u64::from_le_bytes(word))
}

/// Value of a link, where the harness knows it.
pub(super) fn link_value(linkage: &Linkage, seen: &Observation, entry: &Snapshot) -> Option<u64> {
    let Linkage { link, place, .. } = linkage;
    match *link {
        Link::ReturnAddress => Some(entry.target.code_pointer(seen.return_address?)),
        Link::CallersReturnAddress | Link::ReturnAddressInFrame => {
            Some(entry.target.code_pointer(seen.outer_return_address?))
        }
        Link::CallersStackPointer | Link::StackPointerInFrame => Some(seen.outer_entry.as_ref()?.sp()),
        Link::FramePointer => {
            let (outer, register) = (seen.outer_entry.as_ref()?, place.register()?);
            let kept = outer.register_value(register);
            Some(if entry.register_value(register) == kept { kept } else { outer.sp() })
        }
        Link::FrameRecord => {
            let register = place.register()?;
            let kept = seen.outer_entry.as_ref()?.register_value(register);
            let len = u32::try_from(entry.target.address_bytes()).unwrap_or(4);
            let first = Place::Pointed { base: register, offset: 0 };
            let piece = Piece { offset: 0, len, place: first, rest: Extension::Unspecified };
            let leads = entry.pointer(std::slice::from_ref(&piece)) == Some(kept);
            Some(if leads { entry.register_value(register) } else { kept })
        }
        Link::CallersFramePointer => Some(seen.outer_entry.as_ref()?.register_value(place.register()?)),
        Link::Length(bytes) => Some(bytes),
        // What is there, if it may be; else the nearest that may.
        Link::Count(least, most) => {
            let held = entry.bytes_at(*place, 1).and_then(<[u8]>::first).copied().unwrap_or_default();
            Some(held.min(most).max(least).into())
        }
    }
}

/// The bytes of a value that a piece carries, with their mask.
pub(super) fn part<'a>(image: &'a Image, piece: &Piece) -> (&'a [u8], &'a [u8]) {
    let range = piece.offset as usize..(piece.offset + piece.len) as usize;
    (image.bytes.get(range.clone()).unwrap_or_default(), image.mask.get(range).unwrap_or_default())
}

/// True if a piece of a value holds its bytes of the image.
pub(super) fn is_right(image: &Image, piece: &Piece, at: &Snapshot) -> bool {
    let (bytes, mask) = part(image, piece);
    let expected = Image { bytes: bytes.to_vec(), mask: mask.to_vec() };
    at.bytes_at(piece.place, piece.len as usize).is_some_and(|seen| expected.matches(seen))
}

/// The clauses of a value whose pieces are not all right: those on the order of registers first, where a piece or the whole value was
/// found in others of the right file.
pub(super) fn registers_first(
    passed: &Passed,
    pieces: &[Piece],
    at: &Snapshot,
    found: Option<&Whereabouts>,
    clauses: Vec<ClauseId>,
) -> Vec<ClauseId> {
    let moved = moved_piece(&passed.image, pieces, at);
    precedence::registers_first(at.target, passed, moved.as_ref().or(found), clauses)
}

/// The place of another piece that holds what belongs in one that is wrong.
fn moved_piece(image: &Image, pieces: &[Piece], at: &Snapshot) -> Option<Whereabouts> {
    let holding = |piece: &Piece| {
        let (bytes, mask) = part(image, piece);
        let is_there = |other: &&Piece| {
            other.place != piece.place && is_right(image, &Piece { place: other.place, ..*piece }, at)
        };
        pieces.iter().find(is_there).filter(|_| is_certain(bytes, mask, pieces.len()))
    };
    let mut wrong = pieces.iter().filter(|piece| !is_right(image, piece, at));
    wrong.find_map(holding).map(|other| Whereabouts::Words(vec![Spot::Place(other.place)]))
}

/// Bytes in the places of pieces; `None` for one that was not captured.
pub(super) fn contents(pieces: &[Piece], at: &Snapshot) -> Vec<Option<Vec<u8>>> {
    let one = |piece: &Piece| at.bytes_at(piece.place, piece.len as usize).map(<[u8]>::to_vec);
    pieces.iter().map(one).collect()
}
