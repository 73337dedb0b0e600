//! Room for a result in memory that a caller does not have: memory of its own caller, or where it keeps what it has
//! to give back. The called function destroys that, and what is lost says less than where the room was.

use super::Judgement;
use super::chance::is_certain;
use crosscall_model::finding::{Expected, Observed, Topic};
use crosscall_model::observation::{Observation, Snapshot};
use crosscall_model::plan::{Passed, Plan, Preservation, Transfer};
use std::ops::Range;

/// Compares the room that a caller offers for a result with what is not free to be written.
pub(super) fn judge(plan: &Plan, seen: &Observation, judgement: &mut Judgement) {
    let (Some(entry), Some(outer), Some(result)) = (&seen.entry, &seen.outer_entry, &plan.result) else {
        return;
    };
    let Transfer::ByReference { pointer, .. } = &result.transfer else { return };
    let Some(target) = entry.pointer(pointer) else { return };
    let room = target..target.saturating_add(result.image.bytes.len() as u64);
    if room.is_empty() || judgement.mismatches.iter().any(|m| m.topic == Topic::ResultRoom) {
        return;
    }
    let frame = frame(plan, outer, &seen.ground.stack);
    let is_on_stack = seen.ground.stack.contains(&room.start);
    if is_on_stack && (room.start < frame.start || room.end > frame.end) {
        let expected = Expected::InFrame(frame.start, frame.end);
        let observed = Observed::Pointer(Some(target));
        judgement.contradict(&result.clauses, Topic::ResultRoom, expected, observed);
        return;
    }
    judge_kept(plan, (result, &room), (entry, outer), seen, judgement);
}

/// The part of the stack that is not the caller's caller's.
fn frame(plan: &Plan, outer: &Snapshot, stack: &Range<u64>) -> Range<u64> {
    let area = plan.stack.callee_area;
    match plan.stack.grows_down {
        true => stack.start..outer.sp().saturating_add(area),
        false => outer.sp().saturating_sub(area)..stack.end,
    }
}

/// Notes that a word which the caller had to give back is lost, and lay in the room before the call.
fn judge_kept(
    plan: &Plan,
    (result, room): (&Passed, &Range<u64>),
    (entry, outer): (&Snapshot, &Snapshot),
    seen: &Observation,
    judgement: &mut Judgement,
) {
    let size = entry.target.address_bytes();
    let back = seen.outer_return_address.filter(|_| seen.outer_exit.is_none());
    let back = back.map(|back| entry.target.code_pointer(back).to_le_bytes());
    let back = back.and_then(|bytes| bytes.get(..size).map(<[u8]>::to_vec));
    let is_lost = |after: Option<&[u8]>, before: &[u8]| after != Some(before);
    let registers =
        plan.registers.iter().filter(|rule| rule.preservation == Preservation::Preserved).filter_map(
            |rule| {
                let before = outer.register(rule.register);
                let after = seen.outer_exit.as_ref().map(|exit| exit.register(rule.register));
                is_lost(after, before).then(|| before.to_vec())
            },
        );
    let lost: Vec<Vec<u8>> = back.into_iter().chain(registers).filter(|bytes| !bytes.is_empty()).collect();
    let step = entry.target.word().max(1) as u64;
    let words = || (room.start / step * step..room.end).step_by(step as usize);
    let kept = words().find_map(|at| {
        let holds = |bytes: &&Vec<u8>| entry.read(at, bytes.len()) == Some(bytes.as_slice());
        let is_sure = |bytes: &&Vec<u8>| is_certain(bytes, &vec![0xff; bytes.len()], lost.len());
        lost.iter().filter(is_sure).find(holds).map(|bytes| (at, bytes.clone()))
    });
    let Some((at, bytes)) = kept else { return };
    let after = seen.exit.as_ref().and_then(|exit| exit.read(at, bytes.len())).map(<[u8]>::to_vec);
    if after.as_ref() == Some(&bytes) {
        return;
    }
    let expected = Expected::Unchanged(bytes, at);
    judgement.contradict(&result.clauses, Topic::ResultRoom, expected, Observed::Held(vec![after]));
}
