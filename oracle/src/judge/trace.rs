//! Events in the subject's code between entry and return.

use super::Judgement;
use super::locate::address;
use super::memory;
use crosscall_model::Pairing;
use crosscall_model::finding::{Expected, Observed, Topic};
use crosscall_model::observation::{Event, Observation, Sight};
use crosscall_model::plan::{BeyondRule, ClauseId, Plan, Preservation};

/// A rule is asked about only where all events are observed from whose presence or absence it concludes.
pub(super) fn judge(pairing: Pairing, plan: &Plan, seen: &Observation, judgement: &mut Judgement) {
    let Sight { registers, reads, writes, calls, .. } = seen.sight;
    if registers {
        judge_alignment(plan, seen, judgement);
        judge_limits(plan, seen, judgement);
    }
    if registers && reads && writes {
        judge_beyond(plan, seen, judgement);
    }
    if registers && writes && calls {
        judge_saved_first(pairing, plan, seen, judgement);
    }
    if writes {
        memory::judge_reserved(plan, seen, judgement);
    }
    if registers {
        judge_reserved(plan, seen, judgement);
    }
    if registers && calls {
        judge_fixed(plan, seen, judgement);
    }
    if writes {
        memory::judge_stack(pairing, plan, seen, judgement);
        memory::judge_elsewhere(pairing, plan, seen, judgement);
    }
}

fn stack_pointers(seen: &Observation) -> impl Iterator<Item = (u64, u64)> + '_ {
    seen.events.iter().filter_map(|event| match event {
        Event::StackPointer { pc, sp } => Some((*pc, *sp)),
        _ => None,
    })
}

fn judge_alignment(plan: &Plan, seen: &Observation, judgement: &mut Judgement) {
    let (always, clauses) = &plan.stack.align_always;
    if stack_pointers(seen).next().is_some() {
        judgement.exercise(clauses);
    }
    if let Some((pc, sp)) = stack_pointers(seen).find(|(_, sp)| sp % always.max(&1) != 0) {
        let expected = Expected::Aligned { to: *always, always: true };
        let observed = Observed::After(sp, address(seen, pc));
        judgement.contradict(clauses, Topic::StackPointer, expected, observed);
        return;
    }
    let pushed = pushed(seen);
    let (at_call, clauses) = &plan.stack.align_at_call;
    let mut calls = seen.events.iter().filter_map(|event| match event {
        // As it was before the return address was pushed.
        Event::Call { pc, sp, target, .. } => Some((*pc, sp.wrapping_add(pushed), *target)),
        _ => None,
    });
    let is_bound = |target: u64| plan.stack.private_calls.is_none() || !is_local(seen, target);
    let is_off = |(_, sp, target): &(u64, u64, u64)| sp % at_call.max(&1) != 0 && is_bound(*target);
    let first = calls.next();
    if first.is_some() {
        judgement.exercise(clauses);
    }
    if let Some((pc, sp, _)) = first.into_iter().chain(calls).find(is_off) {
        let expected = Expected::Aligned { to: *at_call, always: false };
        let observed = Observed::AtCall(sp, address(seen, pc));
        judgement.contradict(clauses, Topic::StackPointer, expected, observed);
    }
}

/// True for a function of the subject that other units cannot call: one without a global name.
fn is_local(seen: &Observation, function: u64) -> bool {
    let is_subjects = seen.ground.subject_code.iter().any(|code| code.contains(&function));
    is_subjects && seen.ground.symbols.binary_search_by_key(&function, |(at, _)| *at).is_err()
}

/// Number of bytes that a call pushes.
fn pushed(seen: &Observation) -> u64 {
    let any = seen.entry.as_ref().or(seen.outer_entry.as_ref());
    any.map_or(0, |snapshot| snapshot.target.facts().call_pushes.into())
}

fn judge_limits(plan: &Plan, seen: &Observation, judgement: &mut Judgement) {
    let stack = &seen.ground.stack;
    if stack.is_empty() || plan.stack.limit_clauses.is_empty() || stack_pointers(seen).next().is_none() {
        return;
    }
    let area: &[ClauseId] = plan.threads.as_ref().map_or(&[], |rule| &rule.area_clauses);
    judgement.exercise(&plan.stack.limit_clauses);
    judgement.exercise(area);
    let down = plan.stack.grows_down;
    // At the end from which it grows nothing is on the stack; at the other end nothing more fits.
    let inside = |sp: u64| if down { sp > stack.start && sp <= stack.end } else { stack.contains(&sp) };
    if let Some((pc, sp)) = stack_pointers(seen).find(|(_, sp)| !inside(*sp)) {
        // Too much is used at the end towards which it grows; elsewhere there is another area.
        let is_elsewhere = if down { sp > stack.end } else { sp < stack.start };
        let is_other_area = is_elsewhere && !area.is_empty();
        judgement.contradict(
            if is_other_area { area } else { &plan.stack.limit_clauses },
            Topic::StackPointer,
            Expected::Limits { start: stack.start, end: stack.end, down },
            Observed::After(sp, address(seen, pc)),
        );
    }
}

fn judge_beyond(plan: &Plan, seen: &Observation, judgement: &mut Judgement) {
    let Some(BeyondRule { clauses, may_write }) = &plan.stack.no_access_beyond else { return };
    let stack = &seen.ground.stack;
    for (i, event) in seen.events.iter().enumerate() {
        let (written, pc, at, len, sp) = match event {
            Event::Write { pc, address, len, sp } => (true, *pc, *address, *len, *sp),
            Event::Read { pc, address, len, sp } => (false, *pc, *address, *len, *sp),
            _ => continue,
        };
        if !stack.contains(&at) {
            continue;
        }
        judgement.exercise(clauses);
        let beyond = is_beyond(plan, (at, len, sp));
        // A read that is not beyond is of what was written there when it was.
        let is_wrong = match may_write {
            true => !written && (beyond || was_beyond(plan, &seen.events, i, (at, len))),
            false => beyond && !is_kept(plan, &seen.events, i, (at, len, sp)),
        };
        let is_lost = !written && !beyond && is_lost(plan, seen, i, (at, len, sp));
        if is_wrong || is_lost {
            let expected =
                if *may_write || is_lost { Expected::NothingKeptBeyond } else { Expected::NothingBeyond };
            let observed = Observed::Access { bytes: len, at, written, by: address(seen, pc), sp };
            judgement.contradict(clauses, Topic::Stack, expected, observed);
            return;
        }
    }
}

/// True if an access is beyond the stack pointer and the bytes next to it that are as good as those before it.
fn is_beyond(plan: &Plan, (at, len, sp): (u64, u32, u64)) -> bool {
    match plan.stack.grows_down {
        true => at < sp.saturating_sub(plan.stack.red_zone),
        false => at.saturating_add(len.into()) > sp.saturating_add(plan.stack.red_zone),
    }
}

/// True if what an event reads from memory before the stack pointer was written there when that was beyond it.
fn was_beyond(plan: &Plan, events: &[Event], i: usize, (at, len): (u64, u32)) -> bool {
    if plan.stack.red_zone == 0 {
        return true;
    }
    let end = at.saturating_add(len.into());
    let last = events.get(..i).unwrap_or_default().iter().rev().find_map(|event| match event {
        Event::Write { address, len, sp, .. }
            if *address < end && at < address.saturating_add((*len).into()) =>
        {
            Some((*address, *len, *sp))
        }
        _ => None,
    });
    last.is_none_or(|write| is_beyond(plan, write))
}

/// True if what an event reads next to the stack pointer, beyond it, was written there before a call, which may destroy it.
fn is_lost(plan: &Plan, seen: &Observation, i: usize, (at, len, sp): (u64, u32, u64)) -> bool {
    let end = at.saturating_add(len.into());
    let is_past = |sp: u64| if plan.stack.grows_down { at < sp } else { end > sp };
    if plan.stack.red_zone == 0 || !is_past(sp) {
        return false;
    }
    let mut call = None;
    for event in seen.events.get(..i).unwrap_or_default().iter().rev() {
        match event {
            Event::Write { address, len, .. }
                if *address < end && at < address.saturating_add((*len).into()) =>
            {
                return call.is_some();
            }
            Event::Call { pc, sp, .. } if is_past(sp.wrapping_add(pushed(seen))) => call = Some(*pc),
            // From here on it was before the pointer for a while, where not every store is an event.
            Event::StackPointer { pc, sp } if !is_past(*sp) && call != Some(*pc) => return false,
            _ => {}
        }
    }
    false
}

/// True if an access beyond the stack pointer is one that the plan allows: near to it, and the pointer moves
/// past that place next, or came back from beyond it last.
fn is_kept(plan: &Plan, events: &[Event], i: usize, (at, len, sp): (u64, u32, u64)) -> bool {
    let end = at + u64::from(len);
    let distance = if plan.stack.grows_down { sp.saturating_sub(at) } else { end.saturating_sub(sp) };
    if distance > plan.stack.kept_beyond {
        return false;
    }
    let covers = |sp: u64| if plan.stack.grows_down { sp <= at } else { sp >= end };
    let (before, after) = (events.get(..i).unwrap_or_default(), events.get(i + 1..).unwrap_or_default());
    match events.get(i) {
        Some(Event::Write { .. }) => after
            .iter()
            .find_map(|event| match event {
                Event::StackPointer { sp, .. } => Some(covers(*sp)),
                Event::Call { .. } => Some(false),
                _ => None,
            })
            .unwrap_or(false),
        _ => {
            let mut pointers = before.iter().rev().filter_map(|event| match event {
                Event::StackPointer { sp, .. } => Some(*sp),
                _ => None,
            });
            pointers.nth(1).is_some_and(covers)
        }
    }
}

/// The function that was entered first stores something beyond the stack pointer that it got before it moves that
/// pointer, if it calls others.
fn judge_saved_first(pairing: Pairing, plan: &Plan, seen: &Observation, judgement: &mut Judgement) {
    let clauses = &plan.stack.saved_first;
    let entry = if pairing == Pairing::Callee { &seen.entry } else { &seen.outer_entry };
    let calls = seen.events.iter().any(|event| matches!(event, Event::Call { .. }));
    let (Some(entry), true) = (entry, calls && !clauses.is_empty()) else { return };
    let moves = |event: &&Event| matches!(event, Event::StackPointer { .. });
    let Some(Event::StackPointer { pc, sp: moved }) = seen.events.iter().find(moves) else { return };
    judgement.exercise(clauses);
    let sp = entry.sp();
    let is_beyond = |at: u64| if plan.stack.grows_down { at < sp } else { at >= sp };
    let saves = |event: &Event| matches!(event, Event::Write { address, .. } if seen.ground.stack.contains(address) && is_beyond(*address));
    if !seen.events.iter().take_while(|event| !moves(event)).any(saves) {
        let expected = Expected::SavedFirst;
        let observed = Observed::NothingSaved(*moved, address(seen, *pc));
        judgement.contradict(clauses, Topic::StackPointer, expected, observed);
    }
}

fn judge_reserved(plan: &Plan, seen: &Observation, judgement: &mut Judgement) {
    for rule in
        plan.registers.iter().filter(|r| r.preservation == Preservation::Reserved && !r.clauses.is_empty())
    {
        judgement.exercise(rule.clauses);
        let write = seen.events.iter().find_map(|event| match event {
            Event::ReservedWrite { pc, register } if *register == rule.register => Some(*pc),
            _ => None,
        });
        let began = seen.entry.is_some() || seen.outer_entry.is_some();
        if let Some(pc) = write.filter(|_| began) {
            let topic = Topic::Register(rule.register);
            if !judgement.mismatches.iter().any(|m| m.topic == topic) {
                let observed = Observed::WrittenBy(address(seen, pc));
                judgement.contradict(rule.clauses, topic, Expected::NeverWritten, observed);
            }
        }
    }
}

/// A register that may be another one for a while is itself again whenever a function is called.
fn judge_fixed(plan: &Plan, seen: &Observation, judgement: &mut Judgement) {
    for rule in plan
        .registers
        .iter()
        .filter(|rule| rule.preservation == Preservation::Fixed && !rule.clauses.is_empty())
    {
        judgement.exercise(rule.clauses);
        let at_call = seen.events.iter().find_map(|event| match event {
            Event::ReservedAtCall { pc, register, value } if *register == rule.register => {
                Some((*pc, *value))
            }
            _ => None,
        });
        if let Some((pc, value)) = at_call {
            let observed = Observed::AtCall(value, address(seen, pc));
            let topic = Topic::Register(rule.register);
            judgement.contradict(rule.clauses, topic, Expected::SameAtCalls, observed);
        }
    }
}
