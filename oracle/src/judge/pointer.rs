//! Origin of a stack pointer that is not as it has to be: out of a register that a call had destroyed, whoever
//! kept the pointer, or a size that it was moved by, there has lost it.

use super::Judgement;
use super::chance::is_certain;
use super::precedence::{self, Reason};
use crosscall_model::Pairing;
use crosscall_model::finding::{Found, Observed, Spot, Topic, Whereabouts};
use crosscall_model::observation::{Event, Observation, number};
use crosscall_model::plan::{ClauseId, Place, Plan, Preservation};
use crosscall_model::target::Register;

/// Farthest distance, in bytes, of a stack pointer from the address that it was computed from.
const FRAME: u64 = 64;

/// Greatest number of bytes by which a size is rounded up.
const ROUNDED: u64 = 16;

/// Sizes of elements, as powers of two, by whose number the stack pointer is moved.
const ELEMENTS: std::ops::RangeInclusive<u32> = 0..=3;

/// A register that a call has destroyed, what it left there, and the clauses by which it may.
struct Destroyed<'p> {
    register: Register,
    held: u64,
    clauses: &'p [ClauseId],
}

/// Puts the clauses of registers that calls destroy first where the stack pointer is wrong because something was kept
/// in one.
pub(super) fn restate(pairing: Pairing, plan: &Plan, seen: &Observation, judgement: &mut Judgement) {
    for mismatch in judgement.mismatches.iter_mut().filter(|m| m.topic == Topic::StackPointer) {
        let sp = match mismatch.observed {
            Observed::After(sp, _) | Observed::AtCall(sp, _) | Observed::StackPointer(sp, _) => sp,
            _ => continue,
        };
        if is_before_calls(seen, sp) {
            continue;
        }
        let Some((register, clauses)) = kept_in(pairing, plan, seen, sp) else { continue };
        precedence::lead(mismatch, Reason::KeptInScratch(clauses));
        if let (Some(register), None) = (register, &mismatch.found) {
            let place = Spot::Place(Place::Register { register, byte: 0 });
            mismatch.found = Some(Found::KeptIn(Whereabouts::Copies(vec![place])));
        }
    }
}

/// True if the stack pointer was so before the first call had come back: what no call has destroyed yet is not lost.
fn is_before_calls(seen: &Observation, sp: u64) -> bool {
    let is_call = |event: &Event| matches!(event, Event::Call { .. });
    let is_it = |event: &Event| match event {
        Event::StackPointer { sp: now, .. } | Event::Call { sp: now, .. } => *now == sp,
        _ => false,
    };
    let call = seen.events.iter().position(is_call);
    call.zip(seen.events.iter().position(is_it)).is_some_and(|(call, it)| it <= call)
}

/// The clauses of the registers from one of which a stack pointer was computed, with that register where it can be no
/// other; `None` where there is none, or clauses of different registers would fit.
fn kept_in<'p>(
    pairing: Pairing,
    plan: &'p Plan,
    seen: &Observation,
    sp: u64,
) -> Option<(Option<Register>, &'p [ClauseId])> {
    let size = seen.outer_entry.as_ref().or(seen.entry.as_ref())?.target.address_bytes();
    let mask = if size >= 8 { u64::MAX } else { (1 << (8 * size)) - 1 };
    let all = destroyed(pairing, plan, seen, mask);
    let before = before(pairing, seen, sp);
    // The shortest way first: the register's own content, one nearby, a size.
    let itself = |one: &Destroyed<'_>| one.held == sp;
    let nearby = |one: &Destroyed<'_>| {
        let distance = sp.abs_diff(one.held);
        distance <= FRAME && distance.is_multiple_of(size as u64)
    };
    let by_size = |one: &Destroyed<'_>| {
        let moved = before.map(|before| {
            let by = if plan.stack.grows_down { before.wrapping_sub(sp) } else { sp.wrapping_sub(before) };
            by & mask
        });
        let fits = |by: u64, n: u32| (by.wrapping_sub(one.held << n) & mask) <= ROUNDED;
        moved.is_some_and(|by| ELEMENTS.into_iter().any(|n| fits(by, n)))
    };
    let near_places = (2 * FRAME) as usize / size.max(1);
    let size_places = ELEMENTS.count() * ROUNDED as usize;
    let reported = |places: usize, fits: &dyn Fn(&Destroyed<'_>) -> bool| {
        let is_reported = |one: &&Destroyed<'_>| {
            let bytes = one.held.to_le_bytes();
            let bytes = bytes.get(..size.min(8)).unwrap_or(&bytes);
            is_certain(bytes, &vec![0xff; bytes.len()], all.len() * places) && fits(one)
        };
        let mut fitting = all.iter().filter(is_reported);
        let first = fitting.next()?;
        let others: Vec<_> = fitting.collect();
        let are_alike = others.iter().all(|other| other.clauses == first.clauses);
        are_alike.then_some((others.is_empty().then_some(first.register), first.clauses))
    };
    reported(1, &itself)
        .or_else(|| reported(near_places, &nearby))
        .or_else(|| reported(size_places, &by_size))
}

/// Contents that calls have left in the registers that they may destroy.
fn destroyed<'p>(pairing: Pairing, plan: &'p Plan, seen: &Observation, mask: u64) -> Vec<Destroyed<'p>> {
    let after = seen.exit.as_ref().filter(|_| pairing == Pairing::Caller);
    let rules = || {
        plan.registers
            .iter()
            .filter(|rule| rule.preservation == Preservation::Scratch && !rule.clauses.is_empty())
    };
    let of_probe = rules().filter_map(|rule| Some((rule, after?.register_value(rule.register))));
    let of_others = rules().filter_map(|rule| {
        let left = seen.ground.destroyed.iter().find(|(register, _)| *register == rule.register)?;
        Some((rule, number(&left.1)))
    });
    let mut all: Vec<Destroyed<'p>> = of_probe
        .chain(of_others)
        .map(|(rule, held)| Destroyed { register: rule.register, held: held & mask, clauses: rule.clauses })
        .collect();
    all.sort_by_key(|one| (one.register, one.held));
    all.dedup_by_key(|one| (one.register, one.held));
    all
}

/// The stack pointer that was moved to a wrong one: the value before it.
fn before(pairing: Pairing, seen: &Observation, sp: u64) -> Option<u64> {
    let entry = if pairing == Pairing::Callee { &seen.entry } else { &seen.outer_entry };
    let mut last = entry.as_ref()?.sp();
    for event in &seen.events {
        if let Event::StackPointer { sp: now, .. } = event {
            if *now == sp {
                return Some(last);
            }
            last = *now;
        }
    }
    None
}
