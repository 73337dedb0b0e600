//! Owners of memory: each write of the subject belongs to memory that is the subject's for this call,
//! or it is somebody else's.

use super::Judgement;
use super::locate::address;
use super::precedence;
use crosscall_model::Pairing;
use crosscall_model::finding::{self, Address, Area, Expected, Observed, Topic};
use crosscall_model::observation::{End, Event, Observation, Snapshot};
use crosscall_model::plan::{Passed, Plan, Transfer};
use std::ops::Range;

/// Memory that compiled code must not write at all.
pub(super) fn judge_reserved(plan: &Plan, seen: &Observation, judgement: &mut Judgement) {
    for (range, clause) in &plan.forbidden {
        judgement.exercise(&[clause]);
        let hit = writes(seen).find(|write| write.start() < range.end && write.end() > range.start);
        if let Some(write) = hit {
            let expected = Expected::NoWrite(Area::Reserved(range.start, range.end - 1));
            let observed = write.observed(Address::bare(write.at), None, seen);
            judgement.contradict(&[clause], Topic::Write, expected, observed);
        }
    }
}

/// The subject must not write the part of the stack that belongs to its caller.
pub(super) fn judge_stack(pairing: Pairing, plan: &Plan, seen: &Observation, judgement: &mut Judgement) {
    if plan.stack.owner_clauses.is_empty() {
        return;
    }
    // The writes of two subjects are not distinguished: the frame is that of both.
    let frame = if pairing == Pairing::Callee { &seen.entry } else { &seen.outer_entry };
    let Some(entry) = frame else { return };
    let stack = &seen.ground.stack;
    let sp = entry.sp();
    let mut own: Vec<Range<u64>> = Vec::new();
    if plan.stack.grows_down {
        own.push(stack.start..sp + plan.stack.callee_area);
    } else {
        own.push(sp.saturating_sub(plan.stack.callee_area)..stack.end);
    }
    if pairing == Pairing::Callee {
        own.extend(argument_slots(plan, sp));
        own.extend(given(plan, entry));
    }
    judgement.exercise(&plan.stack.owner_clauses);
    let is_own = |byte: u64| !stack.contains(&byte) || own.iter().any(|r| r.contains(&byte));
    let is_own = in_reach(entry, is_own);
    if let Some(write) = writes(seen).find(|write| !write.all(&is_own)) {
        let expected = Expected::NoWrite(Area::CallersStack);
        let observed = write.observed(Address::bare(write.at), Some(write.at.wrapping_sub(sp) as i64), seen);
        judgement.contradict(&plan.stack.owner_clauses, Topic::Write, expected, observed);
    }
}

/// Outside the stack the subject writes the slots of its case, what it was given the address of to write, and
/// what its compiler made for itself: no other byte.
pub(super) fn judge_elsewhere(pairing: Pairing, plan: &Plan, seen: &Observation, judgement: &mut Judgement) {
    if judge_other_stacks(plan, seen, judgement) || plan.foreign_clauses.is_empty() {
        return;
    }
    judgement.exercise(&plan.foreign_clauses);
    let entry = seen.entry.as_ref().filter(|_| pairing != Pairing::Caller);
    let mut allowed = seen.ground.own_data.clone();
    allowed.push(seen.ground.stack.clone());
    allowed.extend(plan.forbidden.iter().map(|(range, _)| range.clone()));
    allowed.extend(entry.into_iter().flat_map(|entry| given(plan, entry)));
    let is_allowed = |byte: u64| allowed.iter().any(|range| range.contains(&byte));
    let Some(any) = seen.entry.as_ref().or(seen.outer_entry.as_ref()) else { return };
    let is_allowed = in_reach(any, is_allowed);
    // A write that has ended the run is reported by the end.
    let end = match &seen.end {
        End::Fault { pc, .. } => Some(*pc),
        _ => None,
    };
    let mut all = writes(seen).filter(|write| end != Some(write.pc));
    let Some(write) = all.find(|write| !write.all(&is_allowed)) else { return };
    let lent = entry.and_then(|entry| lent(plan, entry, &write));
    let what = write.observed(address(seen, write.at), None, seen);
    match lent {
        None => {
            let expected = Expected::NoWrite(Area::Elsewhere);
            judgement.contradict(&plan.foreign_clauses, Topic::Write, expected, what);
        }
        Some((passed, entry)) => {
            let topic = Topic::CallersObject(passed.id);
            // That its bytes have changed says as much.
            if judgement.mismatches.iter().any(|m| m.topic == topic) {
                return;
            }
            let clauses = precedence::of_copy(entry.target, passed);
            judgement.contradict(&clauses, topic, Expected::NoWrite(Area::Lent), what);
        }
    }
}

/// The subject must not write the stack of another thread; says whether it does.
fn judge_other_stacks(plan: &Plan, seen: &Observation, judgement: &mut Judgement) -> bool {
    let Some(rule) = &plan.threads else { return false };
    let is_other = |byte: u64| seen.ground.other_stacks.iter().any(|stack| stack.contains(&byte));
    let Some(write) = writes(seen).find(|write| (write.start()..write.end()).any(is_other)) else {
        return false;
    };
    let expected = Expected::NoWrite(Area::OtherStack);
    let observed = write.observed(Address::bare(write.at), None, seen);
    judgement.contradict(&rule.foreign_clauses, Topic::Write, expected, observed);
    true
}

/// True if a byte may be written: where the smallest store has several bytes, those around one that may be, too.
fn in_reach(at: &Snapshot, may: impl Fn(u64) -> bool) -> impl Fn(u64) -> bool {
    let unit = u64::from(at.target.facts().least_store).max(1);
    move |byte| {
        let first = byte / unit * unit;
        (first..first.saturating_add(unit)).any(&may)
    }
}

/// The stack bytes of arguments, if the callee may write them.
fn argument_slots(plan: &Plan, sp: u64) -> Option<Range<u64>> {
    if !plan.stack.callee_may_write_arguments {
        return None;
    }
    Some(if plan.stack.grows_down {
        sp + plan.stack.link_bytes..sp + plan.stack.argument_bytes
    } else {
        sp.saturating_sub(plan.stack.argument_bytes)..sp.saturating_sub(plan.stack.link_bytes)
    })
}

/// Values in memory.
fn in_memory<'a>(plan: &'a Plan, entry: &Snapshot, writable: bool) -> Vec<(&'a Passed, Range<u64>)> {
    let place = |passed: &'a Passed| {
        let Transfer::ByReference { pointer, callee_may_write, .. } = &passed.transfer else { return None };
        let at = entry.pointer(pointer).filter(|_| *callee_may_write == writable)?;
        Some((passed, at..at.saturating_add(passed.image.bytes.len() as u64)))
    };
    plan.arguments.iter().chain(&plan.result).filter_map(place).collect()
}

/// Memory whose address the callee got, to write.
fn given(plan: &Plan, entry: &Snapshot) -> Vec<Range<u64>> {
    let list = plan.list.as_ref().filter(|list| list.callee_may_write).map(|list| {
        let at = entry.register_value(list.pointer);
        at..at.saturating_add(list.bytes)
    });
    in_memory(plan, entry, true).into_iter().map(|(_, range)| range).chain(list).collect()
}

/// The argument into whose bytes a write goes, which the callee got only to read.
fn lent<'a>(plan: &'a Plan, entry: &'a Snapshot, write: &Write) -> Option<(&'a Passed, &'a Snapshot)> {
    let mut all = in_memory(plan, entry, false).into_iter();
    all.find(|(_, range)| write.at < range.end && write.end() > range.start)
        .map(|(passed, _)| (passed, entry))
}

/// A write of the subject's.
struct Write {
    pc: u64,
    at: u64,
    len: u32,
}

impl Write {
    fn start(&self) -> u64 {
        self.at
    }

    fn end(&self) -> u64 {
        self.at.saturating_add(self.len.into())
    }

    fn all(&self, is: impl Fn(u64) -> bool) -> bool {
        (self.at..self.end()).all(is)
    }

    /// The store as findings have it; `by` an instruction, or a runtime function for the subject.
    fn observed(&self, at: Address, from_sp: Option<i64>, seen: &Observation) -> Observed {
        Observed::Write(finding::Write { bytes: self.len, at, from_sp, by: address(seen, self.pc) })
    }
}

fn writes(seen: &Observation) -> impl Iterator<Item = Write> + '_ {
    seen.events.iter().filter_map(|event| match event {
        Event::Write { pc, address, len, .. } => Some(Write { pc: *pc, at: *address, len: *len }),
        _ => None,
    })
}
