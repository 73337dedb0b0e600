//! The state when control is back in the caller, when the subject was called.

use super::Judgement;
use super::chance::is_certain;
use super::entry::{contents, is_no_truth, is_right, judge_rest_of, registers_first};
use super::locate::{address, find_value, places};
use super::precedence::{self, Reason};
use super::values::of_callee;
use crosscall_model::Pairing;
use crosscall_model::finding::{
    Address, Expected, Found, Mismatch, Observed, Spot, Topic, ValueId, Whereabouts,
};
use crosscall_model::observation::{Event, Observation, Snapshot};
use crosscall_model::plan::{Passed, Piece, Place, Plan, Preservation, RegisterRule, Transfer, WayOut};
use crosscall_model::target::Register;

/// The subject is the callee of the call under test.
pub(super) fn judge_callee(pairing: Pairing, plan: &Plan, seen: &Observation, judgement: &mut Judgement) {
    let (Some(entry), Some(exit)) = (&seen.entry, &seen.exit) else { return };
    // A function that has no caller owes nothing to any.
    if plan.way_out == WayOut::Exit {
        return;
    }
    judge_state(plan, seen, (entry, exit), seen.ground.declared.as_deref(), seen.return_address, judgement);
    if pairing == Pairing::Callee {
        judge_return_address(plan, seen, exit, judgement);
        judge_result(plan, entry, exit, judgement);
        judge_callers_memory(plan, entry, exit, judgement);
    }
}

/// Duties of a function to its caller, whatever it computes: the state, the way back, the caller's memory, and the form
/// of a result whose value nobody knows.
pub(super) fn judge_conduct(plan: &Plan, seen: &Observation, judgement: &mut Judgement) {
    let (Some(entry), Some(exit)) = (&seen.entry, &seen.exit) else { return };
    if plan.way_out == WayOut::Exit {
        return;
    }
    judge_state(plan, seen, (entry, exit), seen.ground.declared.as_deref(), seen.return_address, judgement);
    judge_return_address(plan, seen, exit, judgement);
    judge_form_of_result(plan, entry, exit, judgement);
    judge_callers_memory(plan, entry, exit, judgement);
}

/// Control is back where the call wants it.
fn judge_return_address(plan: &Plan, seen: &Observation, exit: &Snapshot, judgement: &mut Judgement) {
    let Some(back) = seen.return_address else { return };
    judgement.exercise(&[plan.return_clause]);
    if exit.pc != back {
        let expected = Expected::BackAt(address(seen, back));
        let observed = Observed::ControlAt(address(seen, exit.pc));
        judgement.contradict(&[plan.return_clause], Topic::ReturnAddress, expected, observed);
    }
}

/// Memory that was lent to the function is as it was.
fn judge_callers_memory(plan: &Plan, entry: &Snapshot, exit: &Snapshot, judgement: &mut Judgement) {
    for passed in &plan.arguments {
        judge_callers_object(passed, entry, exit, judgement);
    }
    judge_callers_list(plan, entry, exit, judgement);
}

/// The bits above a result, and the address of one in memory, as far as they do not depend on its value.
fn judge_form_of_result(plan: &Plan, entry: &Snapshot, exit: &Snapshot, judgement: &mut Judgement) {
    let Some(result) = &plan.result else { return };
    match &result.transfer {
        Transfer::Nothing => {}
        Transfer::Direct(pieces) => {
            for piece in pieces {
                judge_rest_of(ValueId::Result, result, piece, exit, judgement);
            }
        }
        Transfer::ByReference { pointer, returned, .. } => {
            let (Some(target), Some(returned)) = (entry.pointer(pointer), returned) else { return };
            judgement.exercise(&result.clauses);
            judge_address_back(result, (target, returned), (entry, exit), judgement);
        }
    }
}

/// The address of a result in memory is given back.
fn judge_address_back(
    result: &Passed,
    (target, returned): (u64, &[Piece]),
    (entry, exit): (&Snapshot, &Snapshot),
    judgement: &mut Judgement,
) {
    let again = exit.pointer(returned);
    if again != Some(target) {
        judgement.contradict(
            &precedence::left_behind_first(entry.target, &result.clauses),
            Topic::ResultAddress,
            Expected::AddressBack(target, places(returned)),
            Observed::Link(again.map(Address::bare)),
        );
    }
}

/// The subject is the caller; its own function was called by the start-up code.
pub(super) fn judge_outer(pairing: Pairing, plan: &Plan, seen: &Observation, judgement: &mut Judgement) {
    if let (Some(entry), Some(exit)) = (&seen.outer_entry, &seen.outer_exit) {
        let before = judgement.mismatches.len();
        judge_state(plan, seen, (entry, exit), seen.ground.declared_by_caller.as_deref(), None, judgement);
        let new = judgement.mismatches.get_mut(before..).unwrap_or_default();
        if let (Some(back), Pairing::Caller) = (&seen.exit, pairing) {
            new.iter_mut().for_each(|mismatch| blame_area(plan, back, mismatch));
        }
    }
}

/// Distance from the stack pointer up to which bytes beyond it are looked at.
const BEYOND: i64 = 64;

/// A register with the contents that the function called had left in the bytes of the stack that are its own was
/// saved there: who owns them comes first. `back` is the state when the call had returned.
fn blame_area(plan: &Plan, back: &Snapshot, mismatch: &mut Mismatch) {
    let (Topic::Register(register), Observed::Left(left)) = (&mismatch.topic, &mismatch.observed) else {
        return;
    };
    let len = back.target.word().min(left.len());
    let step = i64::try_from(len.max(1)).unwrap_or(4);
    let reach = i64::try_from(plan.stack.callee_area).unwrap_or(0).max(BEYOND);
    let offsets = || (-reach..reach).filter(|offset| offset % step == 0);
    let Some(left) = left.get(..len).filter(|left| is_certain(left, &vec![0xff; len], offsets().count()))
    else {
        return;
    };
    let here = |offset: i64| {
        let at_entry = back.sp().wrapping_sub(back.target.facts().call_pushes.into());
        let held = back.read(at_entry.wrapping_add_signed(offset), len);
        of_callee(plan, offset).filter(|_| held == Some(left)).map(|clauses| (offset, clauses))
    };
    if let (Some((offset, clauses)), true) = (offsets().find_map(here), back.target.is_general(*register)) {
        precedence::lead(mismatch, Reason::KeptInCalleesStack(clauses));
        let place = Spot::Place(Place::Stack { offset });
        mismatch.found = Some(Found::KeptIn(Whereabouts::Copies(vec![place])));
    }
}

/// The stack pointer, and registers that must survive from one moment to the other: of those whose fate an object file
/// declares, all but the ones that it says are changed. Control goes `back` to an address, where that may be in a subject's code.
fn judge_state(
    plan: &Plan,
    seen: &Observation,
    (entry, exit): (&Snapshot, &Snapshot),
    declared: Option<&Vec<Register>>,
    back: Option<u64>,
    judgement: &mut Judgement,
) {
    // A function that has lost its stack pointer restores registers from wrong places.
    judgement.exercise(&plan.stack.restored_clauses);
    let wanted = entry.sp_before_call();
    if wanted != exit.sp() {
        let expected = Expected::StackPointer(wanted);
        let observed = Observed::StackPointer(exit.sp(), exit.sp().wrapping_sub(wanted) as i32);
        judgement.contradict(&plan.stack.restored_clauses, Topic::StackPointer, expected, observed);
    }
    // A register that is listed shows no less than one that is not: it could have been changed without that.
    if declared.is_some() {
        judgement.exercise(&plan.declared_clauses);
    }
    let mut exercised: &[crosscall_model::plan::ClauseId] = &[];
    for rule in &plan.registers {
        let clauses = match rule.preservation {
            Preservation::Scratch if declared.is_some_and(|changed| !changed.contains(&rule.register)) => {
                plan.declared_clauses.as_slice()
            }
            _ if is_kept(rule, declared) => rule.clauses,
            _ => continue,
        };
        if clauses.is_empty() {
            continue;
        }
        // Most registers have their clauses from the same words as the one before.
        if !std::ptr::eq(exercised, clauses) {
            judgement.exercise(clauses);
            exercised = clauses;
        }
        let (before, after) = (held(rule, entry), held(rule, exit));
        let leaves_loop = leaves_loop(rule.register, seen, (entry, exit), back);
        let is_kept = match leaves_loop {
            Some(armed) => !armed,
            None => same_modes(rule.register, entry, exit).unwrap_or(before == after),
        };
        if !is_kept {
            // Of a register that is reserved, that it was not given back says more than that it was written.
            let clauses = match rule.preservation {
                Preservation::Reserved => precedence::left_behind_first(entry.target, clauses),
                _ => clauses.to_vec(),
            };
            judgement
                .contradict(
                    &clauses,
                    Topic::Register(rule.register),
                    Expected::Kept(before.to_vec()),
                    Observed::Left(after.to_vec()),
                )
                .found = mode_writer(rule.register, seen);
        }
    }
}

/// True if a function has to leave a register as it was. One whose fate its object file declares has to where the
/// file does not say otherwise; where the file says nothing at all, nothing is held against anybody.
fn is_kept(rule: &RegisterRule, declared: Option<&Vec<Register>>) -> bool {
    match (rule.preservation, declared) {
        (preservation, _) if preservation.is_preserved() || preservation == Preservation::Reserved => true,
        (Preservation::Declared, Some(changed)) => !changed.contains(&rule.register),
        _ => false,
    }
}

/// The bytes of a register that its rule is about: of one that knows how many it holds, those.
fn held<'s>(rule: &RegisterRule, at: &'s Snapshot) -> &'s [u8] {
    let bytes = at.register(rule.register);
    let length = at.length(rule.register).map_or(bytes.len(), usize::from);
    let length = rule.preservation.demanded_bytes(length);
    bytes.get(..length).unwrap_or(bytes)
}

/// True if a register that holds modes holds the same ones; `None` for a register that holds none.
fn same_modes(register: Register, before: &Snapshot, after: &Snapshot) -> Option<bool> {
    let modes = before.target.mode_bits(register);
    let differing = before.register_value(register) ^ after.register_value(register);
    (modes != 0).then_some(differing & modes == 0)
}

/// True if a register that counts the rounds of a hardware loop shows that the subject has left one armed over code
/// that is not its own; `None` for any other register. One over its own code, as where a function returns from the
/// middle of a loop, does nothing to its caller. The function that control goes `back` to is none of its own.
fn leaves_loop(
    register: Register,
    seen: &Observation,
    (before, after): (&Snapshot, &Snapshot),
    back: Option<u64>,
) -> Option<bool> {
    let last = after.target.loop_end(register)?;
    let armed = |at: &Snapshot| (at.register_value(register), at.register_value(last));
    let (rounds, end) = armed(after);
    let function = |at: u64| address(seen, at).symbol.map(|(name, _)| name);
    let is_callers = || back.is_some_and(|back| function(back).is_some() && function(back) == function(end));
    let is_own = || !is_callers() && seen.ground.subject_code.iter().any(|code| code.contains(&end));
    Some(rounds != 0 && armed(before) != (rounds, end) && !is_own())
}

/// Which instruction of the subject has left a register of modes as it is.
fn mode_writer(register: Register, seen: &Observation) -> Option<Found> {
    let last = seen.events.iter().rev().find_map(|event| match event {
        Event::ModeWrite { pc, register: written, .. } if *written == register => Some(*pc),
        _ => None,
    });
    last.map(|pc| Found::LastWritten(address(seen, pc)))
}

/// An object of the caller's whose address was passed is still what it was, unless the callee may write it.
fn judge_callers_object(passed: &Passed, entry: &Snapshot, exit: &Snapshot, judgement: &mut Judgement) {
    let Transfer::ByReference { pointer, callee_may_write: false, .. } = &passed.transfer else { return };
    let Some(target) = entry.pointer(pointer) else { return };
    let len = passed.image.bytes.len();
    let (Some(before), Some(after)) = (entry.read(target, len), exit.read(target, len)) else { return };
    judgement.exercise(&precedence::about_afterwards(entry.target, &passed.clauses));
    if before != after {
        let clauses = precedence::of_copy(entry.target, passed);
        let expected = Expected::Unchanged(before.to_vec(), target);
        let observed = Observed::Held(vec![Some(after.to_vec())]);
        judgement.contradict(&clauses, Topic::CallersObject(passed.id), expected, observed);
    }
}

/// The list of parameters is still what it was, unless the callee may write it.
fn judge_callers_list(plan: &Plan, entry: &Snapshot, exit: &Snapshot, judgement: &mut Judgement) {
    let Some(list) = plan.list.as_ref().filter(|list| !list.callee_may_write) else { return };
    let (address, bytes) = (entry.register_value(list.pointer), usize::try_from(list.bytes).unwrap_or(0));
    let (Some(before), Some(after)) = (entry.read(address, bytes), exit.read(address, bytes)) else { return };
    judgement.exercise(&list.clauses);
    if before != after {
        let expected = Expected::Unchanged(before.to_vec(), address);
        let observed = Observed::Held(vec![Some(after.to_vec())]);
        judgement.contradict(&list.clauses, Topic::CallersList, expected, observed);
    }
}

fn judge_result(plan: &Plan, entry: &Snapshot, exit: &Snapshot, judgement: &mut Judgement) {
    let Some(result) = &plan.result else { return };
    match &result.transfer {
        Transfer::Nothing => {}
        Transfer::Direct(pieces) => {
            judgement.exercise(&result.clauses);
            if pieces.iter().all(|piece| is_right(&result.image, piece, exit)) {
                for piece in pieces {
                    judge_rest_of(ValueId::Result, result, piece, exit, judgement);
                }
                return;
            }
            let held = contents(pieces, exit);
            let found = find_value(&result.image, exit, pieces, plan);
            let clauses = match &found {
                None if is_no_truth(result, exit) => precedence::data_first(exit.target, &result.clauses),
                _ => {
                    let clauses = result.clauses.clone();
                    let clauses = registers_first(result, pieces, exit, found.as_ref(), clauses);
                    precedence::above_first(result, &held, clauses)
                }
            };
            let expected = Expected::Value { image: result.image.clone(), places: places(pieces) };
            let observed = Observed::Held(held);
            judgement.contradict(&clauses, Topic::value(ValueId::Result), expected, observed).found =
                found.map(Found::In);
        }
        Transfer::ByReference { pointer, returned, .. } => {
            judgement.exercise(&result.clauses);
            let Some(target) = entry.pointer(pointer) else { return };
            let held = exit.read(target, result.image.bytes.len());
            if !held.is_some_and(|bytes| result.image.matches(bytes)) {
                let bytes = held.map(<[u8]>::to_vec);
                judgement
                    .contradict(
                        &precedence::above_first(result, &[bytes], result.clauses.clone()),
                        Topic::value(ValueId::Result),
                        Expected::InMemory {
                            image: result.image.clone(),
                            at: target,
                            pointer: places(pointer),
                        },
                        match held {
                            Some(bytes) => Observed::Held(vec![Some(bytes.to_vec())]),
                            None => Observed::NoMemory,
                        },
                    )
                    .found = find_value(&result.image, exit, &[], plan).map(Found::In);
            } else if let Some(returned) = returned {
                judge_address_back(result, (target, returned), (entry, exit), judgement);
            }
        }
    }
}
