//! Running one case of a program.

use super::beside::Beside;
use super::play::{self, Calling, Counterpart, Function, go_on};
use super::program::{Program, SLOT_FILLER};
use super::start::{self, Start};
use super::watch::{Grounds, Watch};
use crate::machine::TrialError;
use crosscall_generator::probe::play::Call;
use crosscall_machines::machine::{Machine, Stop};
use crosscall_model::layout::Image;
use crosscall_model::observation::{End, Ground, Observation, Snapshot};
use crosscall_model::plan::{Piece, Place, Plan, Transfer, WayOut};
use crosscall_model::target::Register;
use crosscall_model::{Pairing, unit};
use std::ops::Range;

/// Instructions that a case may take.
pub const BUDGET: u64 = 1_000_000;

/// Bytes of stack beyond the stack pointer that a snapshot holds.
pub(super) const BEYOND: u64 = 64;

/// Starts the function of case `k` as the loader does, without a probe; otherwise like [`run`] in the
/// pairing `callee`. `None` where the document has no loader, or it has no way to pass what the plan passes.
///
/// # Errors
/// When this harness cannot start it, or the program lacks something.
pub(crate) fn run_started(
    program: &mut Program,
    k: usize,
    plan: &Plan,
    leaf_sizes: &LeafSizes,
    played: Option<&Counterpart>,
) -> Result<Option<(Observation, Start)>, TrialError> {
    if !start::is_possible(program.target) {
        return Ok(None);
    }
    program.reset()?;
    let Some(start) = start::load(program, k, plan)? else { return Ok(None) };
    let callee = program.defined(&unit::callee(k))?;
    let modes = crosscall_generator::poison::MODES;
    poison(program, modes);
    let exits = plan.way_out == WayOut::Exit;
    let function = played.map(|played| Function::of(program, k, played)).transpose()?.flatten();
    let way = Way { exits, function, ..Way::between(callee, Some(start.back), start.back) };
    program.machine.set_pc(start.entry);
    let seen = observe(program, k, Pairing::Callee, plan, leaf_sizes, way)?;
    Ok(Some((seen, start)))
}

/// Runs case `k` of a program and returns what was seen.
///
/// `leaf_sizes` are the sizes in bytes of what lies in the slots of the callee and of the caller.
///
/// # Errors
/// When the program lacks a function that the pairing needs.
pub fn run(
    program: &mut Program,
    k: usize,
    pairing: Pairing,
    plan: &Plan,
    leaf_sizes: &LeafSizes,
) -> Result<Observation, TrialError> {
    begin(program, k, pairing, plan, leaf_sizes, 0, None)
}

/// Like [`run`], with the callee on the way out that has this number, and with the other side played where it is given: the
/// program has its [stubs](super::play::stubs) then in place of a probe. `None` where the callee has no such way out.
///
/// # Errors
/// When it cannot be played, or the program lacks a function that the pairing needs.
pub fn run_way(
    program: &mut Program,
    k: usize,
    pairing: Pairing,
    plan: &Plan,
    leaf_sizes: &LeafSizes,
    (way, played): (u8, Option<&Counterpart>),
) -> Result<Option<Observation>, TrialError> {
    if way > 0 && program.address_of(&unit::way(k)).is_none() {
        return Ok(None);
    }
    begin(program, k, pairing, plan, leaf_sizes, way, played).map(Some)
}

fn begin(
    program: &mut Program,
    k: usize,
    pairing: Pairing,
    plan: &Plan,
    leaf_sizes: &LeafSizes,
    way: u8,
    played: Option<&Counterpart>,
) -> Result<Observation, TrialError> {
    let find = |name: String| program.defined(&name);
    let call = find(unit::caller(k))?;
    let callee = find(unit::callee(k))?;
    let back = if pairing == Pairing::Callee { Some(find(unit::back(k))?) } else { None };

    program.reset()?;
    if let Some(address) = program.address_of(&unit::way(k)).filter(|_| way > 0) {
        let written = program.machine.write(address, &u32::from(way).to_le_bytes());
        written.map_err(|_| TrialError::Failed(format!("`{}` is outside the memory", unit::way(k))))?;
    }
    // A probe that calls leaves the modes as they are at the start; a subject that calls has to cope with others.
    let modes = if pairing == Pairing::Callee { 0 } else { crosscall_generator::poison::ONE_MODE };
    poison(program, modes);
    let home = program.machine.begin_call(call);
    let again = (pairing == Pairing::Caller).then_some(plan);
    let function = played.map(|played| Function::of(program, k, played)).transpose()?.flatten();
    let call = match played {
        Some(Counterpart::Caller(call, _)) => Some(&**call),
        Some(Counterpart::Callee(_)) | None => None,
    };
    let exits = plan.way_out == WayOut::Exit;
    let path = Way { exits, again, call, function, ..Way::between(callee, back, home) };
    let mut seen = observe(program, k, pairing, plan, leaf_sizes, path)?;
    seen.way = way;
    Ok(seen)
}

/// Runs a machine that is ready to go.
///
/// # Errors
/// [`TrialError::Unserved`] where a subject executes an instruction that the machine lacks.
pub(super) fn observe(
    program: &mut Program,
    k: usize,
    pairing: Pairing,
    plan: &Plan,
    leaf_sizes: &LeafSizes,
    mut way: Way<'_>,
) -> Result<Observation, TrialError> {
    let sp_number = number_of(&program.registers, program.target.stack_pointer());
    let sp = program.begin_stack(plan.stack.grows_down, way.home)?;

    let eyes = Eyes {
        target: program.target,
        registers: &program.registers,
        writable: &program.writable,
        stack: program.stack.clone(),
        grows_down: plan.stack.grows_down,
    };
    let own_data = program.data_of(k, leaf_sizes.arguments.len(), leaf_sizes.result.len());
    let ground = Ground {
        other_stacks: way.beside.iter().map(|beside| beside.other.clone()).collect(),
        ..program.ground(k, &own_data)
    };
    let grounds = Grounds {
        code: &program.subject_code,
        host: program.host(),
        stack: program.stack.clone(),
        own_data: &own_data,
        grows_down: plan.stack.grows_down,
    };
    let mut watch = Watch::new(grounds, sp_number, program.reserved(plan), &program.modes, sp);
    watch.steps = program.steps.take();
    let counted = match pairing {
        _ if way.beside.is_some() => None,
        _ if way.call.is_some() && way.function.is_none() => None,
        Pairing::Caller => Some(way.callee),
        Pairing::Callee => program.address_of(&unit::clobber(k)),
        _ => None,
    };
    watch.counted = counted.filter(|_| program.machine.sight().steps).map(|first| (first, 0));
    let area = way.call.map(|call| Ok((call, play::area(program)?))).transpose()?;
    let machine = &mut *program.machine;
    if let Some((call, area)) = area {
        let registers = &program.registers;
        let calling = Calling { target: program.target, registers, area, home: way.home };
        play::enter_call(machine, &mut watch, &calling, plan, call)?;
    }
    let mut seen = Observation::new(End::Returned, ground);
    seen.outer_return_address = (pairing != Pairing::Callee).then_some(way.home);
    if pairing != Pairing::Callee {
        seen.outer_entry = Some(eyes.snapshot(machine));
    }
    seen.end = travel(machine, &mut watch, &eyes, &mut seen, &mut way);
    if let Some(reason) = way.function.as_mut().and_then(|function| function.failure.take()) {
        return Err(TrialError::Failed(reason));
    }
    seen.sight = machine.sight();
    seen.events = std::mem::take(&mut watch.events);
    seen.events_dropped = watch.dropped;
    seen.calls = watch.counted.map(|(_, runs)| runs);
    program.steps = watch.steps.take();
    if let End::Fault { pc, reason } = &seen.end
        && let Some(lacking) = program.lacking(*pc, reason)
    {
        return Err(lacking);
    }
    let returned = matches!(seen.end, End::Returned | End::Exited);
    if pairing != Pairing::Caller {
        seen.received = read_slots(program, &unit::received(k), &leaf_sizes.arguments, returned);
    }
    if pairing != Pairing::Callee && seen.outer_exit.is_some() {
        seen.returned = read_slots(program, &unit::returned(k), &leaf_sizes.result, returned);
    }
    Ok(seen)
}

/// Sizes in bytes of what lies in the slots.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeafSizes {
    /// Slots that a callee stores.
    pub arguments: Vec<usize>,
    /// Slots that a caller stores.
    pub result: Vec<usize>,
}

/// The addresses that a run passes.
pub(super) struct Way<'a> {
    /// The function that is called.
    pub(super) callee: u64,
    /// Address at which the probe expects control back; unknown when a subject calls.
    pub(super) back: Option<u64>,
    /// Address at which control ends.
    pub(super) home: u64,
    /// True if the function ends by ending the program.
    pub(super) exits: bool,
    /// The plan of a subject's call of a probe: its list of parameters is destroyed, so that a second call has to write it
    /// again, and so is the stack beyond its stack pointer.
    pub(super) again: Option<&'a Plan>,
    /// Another thread that comes between.
    pub(super) beside: Option<Beside>,
    /// The caller, where it is played; then nothing after the call is looked at.
    pub(super) call: Option<&'a Call>,
    /// The function that the subject calls, where it is played.
    pub(super) function: Option<Function<'a>>,
}

impl Way<'_> {
    /// The way between these addresses of a program that has everything.
    pub(super) fn between(callee: u64, back: Option<u64>, home: u64) -> Self {
        Way { callee, back, home, exits: false, again: None, beside: None, call: None, function: None }
    }
}

/// Lets the machine run from call to callee to return to home, taking snapshots on the way.
fn travel(
    machine: &mut dyn Machine,
    watch: &mut Watch<'_>,
    eyes: &Eyes<'_>,
    seen: &mut Observation,
    way: &mut Way<'_>,
) -> End {
    match go_on(machine, BUDGET, watch, way.function.as_mut(), &[way.callee]) {
        Stop::Breakpoint(at) if at == way.callee => {}
        Stop::Breakpoint(at) => {
            return End::Fault { pc: at, reason: "came back without having called the function".to_owned() };
        }
        stop => return ended(stop, machine, eyes, seen),
    }
    let entry = eyes.snapshot(machine);
    let spent = way.again.is_some_and(|plan| spend_list(plan, &entry, machine));
    if way.again.is_some() {
        destroy_beyond(machine, eyes, entry.sp());
    }
    seen.entry = Some(entry);
    // A call by a branch that is not a call (a tail call) goes home from the callee.
    let called = watch.return_address();
    seen.return_address = way.back.or(called).or(Some(way.home));
    let back = seen.return_address.unwrap_or(way.home);
    if way.again.is_some()
        && let Some(function) = &mut way.function
    {
        function.enter(machine, watch);
    }
    match to_return(machine, watch, seen, way, back) {
        Stop::Breakpoint(at) if at == back => {}
        Stop::Breakpoint(at) => {
            return End::Fault {
                pc: at,
                reason: "came back to another address than it was called from".to_owned(),
            };
        }
        Stop::Exit(_) if way.exits => {
            seen.exit = Some(eyes.snapshot(machine));
            return End::Exited;
        }
        stop => return ended(stop, machine, eyes, seen),
    }
    seen.exit = Some(eyes.snapshot(machine));
    if back != way.home && way.call.is_none() {
        let stops = if spent { std::slice::from_ref(&way.callee) } else { &[] };
        let mut stop = go_on(machine, BUDGET, watch, way.function.as_mut(), stops);
        if spent && stop == Stop::Breakpoint(way.callee) {
            seen.later_entry = Some(eyes.snapshot(machine));
            if let Some(function) = &mut way.function {
                function.enter(machine, watch);
            }
            stop = go_on(machine, BUDGET, watch, way.function.as_mut(), &[]);
        }
        match stop {
            Stop::Breakpoint(at) if at == way.home => {}
            stop => return ended(stop, machine, eyes, seen),
        }
    }
    // Nothing after a probe's call is looked at.
    seen.outer_exit = way.back.is_none().then(|| eyes.snapshot(machine));
    End::Returned
}

/// Destroys stack memory beyond the stack pointer that a subject calls with, as the frame of a called function would. The probe
/// has none.
fn destroy_beyond(machine: &mut dyn Machine, eyes: &Eyes<'_>, sp: u64) {
    let stack = &eyes.stack;
    if !(stack.start..=stack.end).contains(&sp) {
        return;
    }
    let beyond = match eyes.grows_down {
        true => sp.saturating_sub(BEYOND).max(stack.start)..sp,
        false => sp..sp.saturating_add(BEYOND).min(stack.end),
    };
    let poison = |at: u64| {
        let word = crosscall_generator::poison::callee_area_word;
        crosscall_generator::poison::byte(word, at.wrapping_sub(sp))
    };
    let bytes: Vec<u8> = beyond.clone().map(poison).collect();
    // Where nothing can be written nobody has kept anything.
    let _ = machine.write(beyond.start, &bytes);
}

/// Destroys the list of parameters that a subject has passed, where it belongs to the function called; says whether there
/// was one. That is not done by the probe: where the list is not where the plan has it, or does not hold what it should,
/// nothing is written, for its address may be anything.
fn spend_list(plan: &Plan, entry: &Snapshot, machine: &mut dyn Machine) -> bool {
    let Some(list) = plan.list.as_ref().filter(|list| list.callee_may_write && list.bytes > 0) else {
        return false;
    };
    let address = entry.register_value(list.pointer);
    let Ok(bytes) = usize::try_from(list.bytes) else { return false };
    let Some(held) = entry.read(address, bytes) else { return false };
    let is_right = |image: &Image, piece: &Piece| {
        let Place::Pointed { base, offset } = piece.place else { return true };
        let Ok(from) = usize::try_from(offset) else { return false };
        let (first, len) = (piece.offset as usize, piece.len as usize);
        let part = |all: &[u8]| all.get(first..first.saturating_add(len)).map(<[u8]>::to_vec);
        let (Some(bytes), Some(mask)) = (part(&image.bytes), part(&image.mask)) else { return false };
        let seen = held.get(from..from.saturating_add(len));
        base == list.pointer && seen.is_some_and(|seen| Image { bytes, mask }.matches(seen))
    };
    let all_right = plan.arguments.iter().all(|passed| match &passed.transfer {
        Transfer::Direct(pieces) => pieces.iter().all(|piece| is_right(&passed.image, piece)),
        Transfer::Nothing | Transfer::ByReference { .. } => true,
    });
    let poison = |i| crosscall_generator::poison::byte(crosscall_generator::poison::callee_area_word, i);
    let poison: Vec<u8> = (0..list.bytes).map(poison).collect();
    address.is_multiple_of(list.align.max(1)) && all_right && machine.write(address, &poison).is_ok()
}

/// Runs from the first instruction of the function that is called to its end. If another thread is to come between, it
/// does so while the subject is at work: in the function, where that is the subject's, else while it waits for it.
fn to_return(
    machine: &mut dyn Machine,
    watch: &mut Watch<'_>,
    seen: &Observation,
    way: &mut Way<'_>,
    back: u64,
) -> Stop {
    let (Some(beside), Some(entry)) = (&way.beside, &seen.entry) else {
        return go_on(machine, BUDGET, watch, way.function.as_mut(), &[back]);
    };
    machine.set_breakpoints(&[back]);
    match &seen.outer_entry {
        None => beside
            .go_on(machine, (way.callee, entry), back, |machine, turn| machine.run_observed(turn, watch)),
        Some(outer) => {
            beside.take_turn(machine, (outer.pc, outer), way.home);
            machine.set_breakpoints(&[back]);
            machine.run_observed(BUDGET, watch)
        }
    }
}

pub(super) fn ended(stop: Stop, machine: &dyn Machine, eyes: &Eyes<'_>, seen: &mut Observation) -> End {
    match stop {
        Stop::Budget => End::Budget,
        Stop::Fault(fault) => {
            seen.fault = Some((fault.address, eyes.snapshot(machine)));
            End::Fault { pc: fault.pc, reason: fault.text }
        }
        Stop::Exit(status) => {
            End::Fault { pc: 0, reason: format!("the program ended itself with status {status}") }
        }
        Stop::Breakpoint(pc) => End::Fault { pc, reason: "stopped at an unexpected place".to_owned() },
    }
}

/// Takes snapshots.
pub(super) struct Eyes<'a> {
    pub(super) target: crosscall_model::Target,
    pub(super) registers: &'a [u16],
    pub(super) writable: &'a [Range<u64>],
    pub(super) stack: Range<u64>,
    pub(super) grows_down: bool,
}

impl Eyes<'_> {
    pub(super) fn snapshot(&self, machine: &dyn Machine) -> Snapshot {
        let infos = self.target.registers();
        let mut registers = vec![0; infos.iter().map(|info| usize::from(info.bytes)).sum()];
        let mut lengths = Vec::new();
        let mut rest = registers.as_mut_slice();
        for (info, number) in infos.iter().zip(self.registers) {
            let Some((out, after)) = rest.split_at_mut_checked(usize::from(info.bytes)) else { break };
            let held = machine.register_bytes(*number, out);
            if info.variable {
                lengths.push(u16::try_from(held).unwrap_or(u16::MAX));
            }
            rest = after;
        }
        let sp = machine.register(number_of(self.registers, self.target.stack_pointer()));
        let seen = if self.grows_down {
            sp.saturating_sub(BEYOND).clamp(self.stack.start, self.stack.end)..self.stack.end
        } else {
            self.stack.start..sp.saturating_add(BEYOND).clamp(self.stack.start, self.stack.end)
        };
        let mut memory = Vec::with_capacity(self.writable.len() + 1);
        for range in self.writable.iter().chain([&seen]) {
            let length = usize::try_from(range.end - range.start).unwrap_or(0);
            memory.extend(machine.bytes(range.start, length).map(|bytes| (range.start, bytes.to_vec())));
        }
        memory.sort_by_key(|(start, _)| *start);
        Snapshot { target: self.target, pc: machine.pc(), registers, lengths, memory }
    }
}

pub(super) fn number_of(registers: &[u16], register: Register) -> u16 {
    registers.get(usize::from(register.0)).copied().unwrap_or(u16::MAX)
}

/// Gives every general register a value of its own, and switches on some of the modes; what else is in special
/// registers keeps its start value.
pub(super) fn poison(program: &mut Program, modes: u64) {
    let machine = &mut *program.machine;
    for (register, bytes) in program.before.iter().filter(|(r, _)| *r != program.target.stack_pointer()) {
        machine.set_register_bytes(number_of(&program.registers, *register), bytes);
    }
    for (i, number) in (0u16..).zip(&*program.registers) {
        let modes = modes & program.target.mode_bits(Register(i));
        if modes != 0 {
            machine.set_register(*number, machine.register(*number) | modes);
        }
    }
}

/// Contents of slots. If the function did not come back, a slot that it did not get to is empty.
fn read_slots(program: &Program, symbol: &str, sizes: &[usize], returned: bool) -> Vec<Vec<u8>> {
    let Some(start) = program.address_of(symbol) else { return Vec::new() };
    let slot = |(i, size): (usize, &usize)| {
        let bytes = program.read(start + i as u64 * unit::SLOT_BYTES, *size).unwrap_or_default();
        let untouched = !returned && bytes.iter().all(|b| *b == SLOT_FILLER);
        if untouched { Vec::new() } else { bytes }
    };
    sizes.iter().enumerate().map(slot).collect()
}
