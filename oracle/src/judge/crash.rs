//! Origin of the address at which a fault has ended a run.

use super::chance::is_certain;
use super::locate::places;
use super::moved;
use super::values::{destroyed, of_callee};
use crosscall_model::Pairing;
use crosscall_model::finding::{Found, Moment};
use crosscall_model::observation::{End, Observation, Snapshot};
use crosscall_model::plan::{ClauseId, Passed, Place, Plan, Preservation, Transfer};
use crosscall_model::target::Register;

/// Reach of an instruction from the address in its register, in bytes.
const REACH: u64 = 0x4000;

/// Distance from a value in memory up to which an access is taken for one that was meant for it, in bytes.
const BESIDE: u64 = 16;

/// Origin of an address that led nowhere.
pub(super) struct Origin<'a> {
    /// The address and the place that it is from.
    pub(super) found: Found,
    /// The value of the call that it has to do with: one that travels by itself and was taken for an address, or
    /// one in memory that was missed.
    pub(super) value: Option<&'a Passed>,
    /// The clauses by which what the subject still counted on did not survive a call.
    pub(super) lost: Option<&'a [ClauseId]>,
}

/// Origin of the address at which the run has ended, if the subject's own code has ended it there.
pub(super) fn origin<'a>(pairing: Pairing, plan: &'a Plan, seen: &Observation) -> Option<Origin<'a>> {
    let End::Fault { pc, .. } = &seen.end else { return None };
    let (address, at) = seen.fault.as_ref()?;
    let in_code = |pc: &u64| seen.ground.subject_code.iter().any(|code| code.contains(pc));
    // A wild jump has no address of its own.
    if !in_code(pc) && pc != address {
        return None;
    }
    let (from, moment, values): (_, _, Vec<&Passed>) = match (pairing, &seen.entry, &seen.exit) {
        (Pairing::Callee, Some(entry), None) => (entry, Moment::Entry, plan.arguments.iter().collect()),
        (Pairing::Caller, _, Some(exit)) => (exit, Moment::Returned, plan.result.iter().collect()),
        (Pairing::Caller, None, _) => (seen.outer_entry.as_ref()?, Moment::Entry, Vec::new()),
        _ => return None,
    };
    let near = |passed: &&Passed| {
        let Transfer::ByReference { pointer, .. } = &passed.transfer else { return false };
        let len = passed.image.bytes.len() as u64;
        let start = from.pointer(pointer).filter(|_| pairing == Pairing::Callee);
        start.is_some_and(|p| (p.saturating_sub(BESIDE)..p.saturating_add(len + BESIDE)).contains(address))
    };
    if let Some(passed) = plan.arguments.iter().chain(&plan.result).find(near)
        && let Transfer::ByReference { pointer, .. } = &passed.transfer
    {
        let start = from.pointer(pointer)?;
        let distance = address.wrapping_sub(start).cast_signed();
        let found =
            Found::NearValue { address: *address, distance, value: passed.id, pointer: places(pointer) };
        return Some(Origin { found, value: Some(passed), lost: None });
    }
    let registers = || (0..at.target.registers().len()).filter_map(|i| u16::try_from(i).ok()).map(Register);
    let pointers = || registers().filter(|r| at.target.is_general(*r) && *r != at.target.stack_pointer());
    let mut bases: Vec<u64> = pointers().map(|r| at.register_value(r)).collect();
    bases.retain(|base| address.abs_diff(*base) <= REACH);
    // Members and saved registers lie whole addresses away from the address beside them.
    let whole = at.target.address_bytes().max(1) as u64;
    bases.sort_by_key(|base| {
        let distance = address.abs_diff(*base);
        (!distance.is_multiple_of(whole), distance)
    });
    bases.dedup();
    let mut origins = bases.into_iter().filter_map(|base| match place_of(base, from, plan) {
        Some(place) => Some((base, place, moment)),
        // Functions that the subject called have left it there.
        None => Some((base, left_in(base, at, plan, seen)?, Moment::Returned)),
    });
    let (base, place, when) = origins.next()?;
    let found = Found::UsedAsAddress { address: base, place, moment: when };
    let holds = |passed: &&Passed| match &passed.transfer {
        Transfer::Direct(pieces) => pieces.iter().any(|piece| piece.place == place),
        _ => false,
    };
    let rule = plan.registers.iter().find(|rule| {
        let here = matches!(place, Place::Register { register, .. } if register == rule.register);
        here && when == Moment::Returned
            && rule.preservation == Preservation::Scratch
            && !rule.clauses.is_empty()
    });
    // A caller kept it where the function called may keep something of its own.
    let area = match place {
        Place::Stack { offset } if pairing == Pairing::Caller && when == Moment::Returned => {
            of_callee(plan, offset)
        }
        _ => None,
    };
    let lost = rule.map(|rule| rule.clauses).or(area);
    let passed = values.into_iter().find(holds).filter(|_| lost.is_none() || when == moment);
    let is_called = pairing == Pairing::Callee && in_code(pc);
    // Nobody takes the first argument for an address, but for that of a result whose address is elsewhere, or which needs none.
    let is_first = plan.arguments.first().is_some_and(|first| holds(&first));
    let for_result = is_called && is_first && plan.result.as_ref().is_some_and(has_address_elsewhere(place));
    let passed = passed.filter(|passed| !(for_result && passed.parts.is_empty()));
    // Nor another one, but for that of a composite which travels by itself.
    let in_register = matches!(place, Place::Register { .. });
    let composite = || moved::composite_before(at.target, plan, passed, place);
    let instead = if is_called && in_register { composite() } else { None };
    // Without a value there, an argument's address may have been looked for behind its place, or that of the result.
    let sought = plan
        .arguments
        .iter()
        .rev()
        .find(|argument| is_called && moved::is_behind_address(at.target, argument, place));
    let passed = passed.and(instead).or(passed).or(sought);
    let by_address = plan.result.as_ref().filter(|r| is_called && passed.is_none() && !r.parts.is_empty());
    let result = by_address.filter(|result| for_result || matches!(result.transfer, Transfer::Direct(_)));
    Some(Origin { found, value: passed.or(result).or(instead), lost })
}

/// True for a result that needs no address, and for one whose address is not in a place.
fn has_address_elsewhere(place: Place) -> impl Fn(&Passed) -> bool {
    move |result| match &result.transfer {
        Transfer::Direct(_) => !result.parts.is_empty(),
        Transfer::ByReference { pointer, .. } => pointer.iter().all(|piece| piece.place != place),
        Transfer::Nothing => false,
    }
}

/// The only register that calls may destroy in which functions of the harness have left a word.
fn left_in(word: u64, at: &Snapshot, plan: &Plan, seen: &Observation) -> Option<Place> {
    let bytes = word.to_le_bytes();
    let (register, _) = destroyed(plan, seen, bytes.get(..at.target.address_bytes())?)?;
    Some(Place::Register { register, byte: 0 })
}

/// The clauses on the alignment of the stack pointer, where a run has ended at an address of the stack that is no more
/// aligned than the stack pointer was, and that was not as it has to be at calls.
pub(super) fn misaligned(plan: &Plan, seen: &Observation) -> Option<Vec<ClauseId>> {
    let (address, at) = seen.fault.as_ref()?;
    let (align, clauses) = &plan.stack.align_at_call;
    let off = |value: u64| !value.is_multiple_of((*align).max(1));
    let blamed = seen.ground.stack.contains(address) && off(*address) && off(at.sp());
    (blamed && !clauses.is_empty()).then(|| clauses.clone())
}

/// The only place of a state that holds a word: a register, or a word of the stack where arguments are.
fn place_of(word: u64, at: &Snapshot, plan: &Plan) -> Option<Place> {
    let numbers = (0..at.target.registers().len()).filter_map(|i| u16::try_from(i).ok()).map(Register);
    let general = numbers.filter(|r| at.target.is_general(*r) && *r != at.target.stack_pointer());
    let size = at.target.address_bytes();
    let mut places: Vec<Place> = general.map(|register| Place::Register { register, byte: 0 }).collect();
    let all = i64::try_from(plan.stack.argument_bytes).unwrap_or(0);
    let slots = if plan.stack.grows_down { 0..all } else { -all..0 };
    places.extend(slots.step_by(size).map(|offset| Place::Stack { offset }));
    let bytes = word.to_le_bytes();
    let bytes = bytes.get(..size.min(8))?;
    let holds = |place: &Place| match *place {
        Place::Register { register, .. } => at.register(register) == bytes,
        Place::Pointed { base, offset } => {
            at.read(at.register_value(base).wrapping_add_signed(offset), size) == Some(bytes)
        }
        Place::Stack { offset } => at.read(at.sp().wrapping_add_signed(offset), size) == Some(bytes),
    };
    let certain = is_certain(bytes, &vec![0xff; bytes.len()], places.len());
    let mut found = places.into_iter().filter(holds);
    match (found.next(), found.next()) {
        (Some(place), None) if certain => Some(place),
        _ => None,
    }
}
