//! The state in which a function is entered: values where the plan has them, and poison in everything else that may carry
//! one.

use super::draw::{Drawn, GUARD};
use super::poison::{Lair, Poison};
use crosscall_engine::machine::TrialError;
use crosscall_engine::trial::entered::Stage;
use crosscall_machines::machine::Machine;
use crosscall_model::Target;
use crosscall_model::observation::Snapshot;
use crosscall_model::plan::{Extension, Passed, Piece, Place, Plan, Preservation, Transfer};
use crosscall_model::target::Register;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Places of a function's first instruction that hold poison under a plan, and with an input.
pub(super) fn lairs(plan: &Plan, drawn: &Drawn) -> Vec<Lair> {
    let filled = filled(plan);
    let mut all: Vec<Lair> = filled.iter().map(|register| Lair::Register(*register)).collect();
    for passed in &plan.arguments {
        let carried = direct(passed).iter().filter_map(|piece| piece.place.register());
        all.extend(carried.map(Lair::Above));
        all.push(Lair::Padding(passed.id));
    }
    all.extend(drawn.objects.iter().map(|object| Lair::Object(object.parameter)));
    let destroyed = plan.registers.iter().filter(|rule| rule.preservation == Preservation::Scratch);
    all.extend(destroyed.map(|rule| Lair::Left(rule.register)));
    all.extend([Lair::Slots, Lair::Beyond, Lair::Callers, Lair::Room, Lair::Around, Lair::Served]);
    all.sort();
    all.dedup();
    all
}

/// Registers in which an argument has unspecified bits above it.
pub(super) fn open_above(target: Target, plan: &Plan) -> Vec<Register> {
    let is_open = |piece: &&Piece| {
        let until = match piece.rest {
            Extension::Length(_) => return false,
            Extension::Unspecified => 0,
            Extension::Zero(until) | Extension::Ones(until) | Extension::Sign(until) => u64::from(until),
        };
        let Place::Register { register, byte } = piece.place else { return false };
        let end = u64::from(byte) + until.max(u64::from(piece.len));
        target.register(register).is_some_and(|info| end < u64::from(info.bytes))
    };
    let pieces = plan.arguments.iter().flat_map(direct).filter(is_open);
    let mut registers: Vec<Register> = pieces.filter_map(|piece| piece.place.register()).collect();
    registers.sort();
    registers.dedup();
    registers
}

fn direct(passed: &Passed) -> &[Piece] {
    match &passed.transfer {
        Transfer::Direct(pieces) => pieces,
        Transfer::Nothing | Transfer::ByReference { .. } => &[],
    }
}

/// Pieces that carry the address of a value in memory.
fn pointers(plan: &Plan) -> impl Iterator<Item = &Piece> {
    plan.arguments.iter().chain(&plan.result).flat_map(|passed| match &passed.transfer {
        Transfer::ByReference { pointer, .. } => pointer.as_slice(),
        Transfer::Direct(_) | Transfer::Nothing => &[],
    })
}

/// Registers that hold poison all over.
pub(super) fn filled(plan: &Plan) -> BTreeSet<Register> {
    let wanted = plan.registers.iter().filter(|rule| {
        rule.preservation.is_preserved()
            || matches!(rule.preservation, Preservation::Scratch | Preservation::Declared)
    });
    let mut filled: BTreeSet<Register> = wanted.map(|rule| rule.register).collect();
    let of_links = plan.linkage.iter().filter_map(|linkage| linkage.place.register());
    let of_list = plan.list.iter().map(|list| list.pointer);
    let of_values = plan.arguments.iter().flat_map(direct).filter_map(|piece| piece.place.register());
    let of_pointers = pointers(plan).filter_map(|piece| piece.place.register());
    for carrier in of_links.chain(of_list).chain(of_values).chain(of_pointers) {
        filled.remove(&carrier);
    }
    filled
}

/// Sets the machine, which has arrived at the function's first instruction, as `before` shows it.
///
/// # Errors
/// When memory is missing, or a value has no place.
pub(super) fn enter(
    machine: &mut dyn Machine,
    stage: &StageFacts,
    (plan, drawn): (&Plan, &Drawn),
    before: &Snapshot,
    poison: Poison<'_>,
) -> Result<(), TrialError> {
    let target = before.target;
    let sp = before.sp();
    let mut entrance = Entrance { machine, before, poison, registers: BTreeMap::new(), sp };
    for register in filled(plan).into_iter().filter(|register| target.is_general(*register)) {
        let bytes = before.length(register).map_or(before.register(register).len(), usize::from);
        // A register of variable length is as long as the probe has made it.
        let bytes = poison.bytes(Lair::Register(register), 0, bytes);
        entrance.registers.insert(register, bytes);
    }
    entrance.stack(plan, &stage.stack, stage.reach)?;
    if let Some(list) = &plan.list {
        let address = before.register_value(list.pointer);
        entrance.fill(address..address.saturating_add(list.bytes), Lair::Slots)?;
    }
    for passed in &plan.arguments {
        entrance.argument(passed)?;
    }
    if let Some(result) = &plan.result
        && let Transfer::ByReference { pointer, .. } = &result.transfer
    {
        let address = entrance.address(pointer)?;
        entrance.fill(address..address.saturating_add(result.image.bytes.len() as u64), Lair::Room)?;
    }
    // What was overwritten above and has to be as the probe left it.
    for piece in pointers(plan) {
        entrance.restore(piece.place, piece.len as usize)?;
    }
    for linkage in plan.linkage.iter().filter(|linkage| !linkage.link.is_in_frame()) {
        entrance.restore(linkage.place, target.address_bytes())?;
    }
    entrance.objects(drawn, &stage.arena)?;
    let Entrance { machine, registers, .. } = entrance;
    for (register, bytes) in registers {
        let number = stage.numbers.get(usize::from(register.0)).copied().unwrap_or(u16::MAX);
        machine.set_register_bytes(number, &bytes);
    }
    Ok(())
}

/// Bytes beyond the stack pointer that hold poison, of a function that uses little of the stack.
const USUAL_REACH: u64 = 1 << 11;

/// Facts about a program.
#[derive(Debug, Clone)]
pub(super) struct StageFacts {
    /// The machine's numbers of the registers.
    pub(super) numbers: Vec<u16>,
    /// The stack.
    pub(super) stack: Range<u64>,
    /// Memory for objects.
    pub(super) arena: Range<u64>,
    /// Bytes beyond the stack pointer that hold poison.
    pub(super) reach: u64,
}

impl StageFacts {
    /// The facts of a program with memory for objects.
    pub(super) fn of(stage: &Stage, arena: Range<u64>) -> StageFacts {
        let count = u16::try_from(stage.target().registers().len()).unwrap_or(u16::MAX);
        let numbers = (0..count).map(|number| stage.number_of(Register(number))).collect();
        StageFacts { numbers, stack: stage.stack(), arena, reach: USUAL_REACH }
    }
}

/// A state that is being made.
struct Entrance<'a> {
    machine: &'a mut dyn Machine,
    before: &'a Snapshot,
    poison: Poison<'a>,
    registers: BTreeMap<Register, Vec<u8>>,
    sp: u64,
}

impl Entrance<'_> {
    fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TrialError> {
        if bytes.is_empty() {
            return Ok(());
        }
        let written = self.machine.write(address, bytes);
        written.map_err(|e| TrialError::Failed(format!("nothing can be written at {address:#x}: {e:?}")))
    }

    fn fill(&mut self, range: Range<u64>, lair: Lair) -> Result<(), TrialError> {
        let count = usize::try_from(range.end.saturating_sub(range.start)).unwrap_or(0);
        // By the address, so that it is the same wherever the range begins.
        let bytes = self.poison.bytes(lair, range.start, count);
        self.write(range.start, &bytes)
    }

    /// The stack: arguments' bytes, what is beyond the stack pointer, and what is the caller's.
    fn stack(&mut self, plan: &Plan, stack: &Range<u64>, reach: u64) -> Result<(), TrialError> {
        let (sp, bytes) = (self.sp, plan.stack.argument_bytes);
        let clamp = |at: u64| at.clamp(stack.start, stack.end);
        let in_frame = plan.linkage.iter().any(|linkage| linkage.link.is_in_frame());
        let (beyond, slots, callers) = if plan.stack.grows_down {
            let behind = clamp(sp.saturating_add(bytes));
            (clamp(sp.saturating_sub(reach))..clamp(sp), clamp(sp)..behind, behind..stack.end)
        } else {
            let behind = clamp(sp.saturating_sub(bytes));
            (clamp(sp)..clamp(sp.saturating_add(reach)), behind..clamp(sp), stack.start..behind)
        };
        self.fill(beyond, Lair::Beyond)?;
        self.fill(slots, Lair::Slots)?;
        // Where links lie in the caller's frame, that is left as it is.
        if in_frame { Ok(()) } else { self.fill(callers, Lair::Callers) }
    }

    fn argument(&mut self, passed: &Passed) -> Result<(), TrialError> {
        match &passed.transfer {
            Transfer::Nothing => Ok(()),
            Transfer::Direct(pieces) => {
                for piece in pieces {
                    self.piece(passed, piece)?;
                }
                Ok(())
            }
            Transfer::ByReference { pointer, .. } => {
                let address = self.address(pointer)?;
                let bytes = self.padded(passed);
                self.write(address, &bytes)
            }
        }
    }

    /// The bytes of a value, with poison in its padding.
    fn padded(&self, passed: &Passed) -> Vec<u8> {
        self.poison.around(Lair::Padding(passed.id), (&passed.image.bytes, &passed.image.mask))
    }

    fn piece(&mut self, passed: &Passed, piece: &Piece) -> Result<(), TrialError> {
        let nowhere = || TrialError::Failed(format!("`{}` has no place", passed.name));
        let bytes = self.padded(passed);
        let (from, len) = (piece.offset as usize, piece.len as usize);
        let mut part = bytes.get(from..from.saturating_add(len)).ok_or_else(nowhere)?.to_vec();
        let negative = part.last().is_some_and(|top| top & 0x80 != 0);
        let (until, filler) = match piece.rest {
            Extension::Unspecified | Extension::Length(_) => (0, 0),
            Extension::Zero(until) => (until, 0),
            Extension::Ones(until) => (until, 0xff),
            Extension::Sign(until) => (until, if negative { 0xff } else { 0 }),
        };
        part.resize(usize::from(until).max(part.len()), filler);
        match piece.place {
            Place::Register { register, byte } => {
                let (before, poison) = (self.before, self.poison);
                let length = before.length(register).map_or(before.register(register).len(), usize::from);
                let fresh = || poison.above(register, part.last(), length);
                let held = self.registers.entry(register).or_insert_with(fresh);
                let at = usize::from(byte);
                let to = held.get_mut(at..at.saturating_add(part.len())).ok_or_else(nowhere)?;
                to.copy_from_slice(&part);
                Ok(())
            }
            Place::Stack { offset } => self.write(self.sp.wrapping_add_signed(offset), &part),
            Place::Pointed { base, offset } => {
                let address = self.before.register_value(base).wrapping_add_signed(offset);
                self.write(address, &part)
            }
        }
    }

    /// The address that pieces held when the probe called.
    fn address(&self, pointer: &[Piece]) -> Result<u64, TrialError> {
        let address = self.before.pointer(pointer);
        address.ok_or_else(|| TrialError::Failed("an address has no place".to_owned()))
    }

    /// Puts back what the probe has left in a place of memory; registers that carry such things were left alone.
    fn restore(&mut self, place: Place, len: usize) -> Result<(), TrialError> {
        let address = match place {
            Place::Register { .. } => return Ok(()),
            Place::Stack { offset } => self.sp.wrapping_add_signed(offset),
            Place::Pointed { base, offset } => self.before.register_value(base).wrapping_add_signed(offset),
        };
        let before = self.before;
        before.read(address, len).map_or(Ok(()), |bytes| self.write(address, bytes))
    }

    /// Objects whose addresses are passed, and poison around them.
    fn objects(&mut self, drawn: &Drawn, arena: &Range<u64>) -> Result<(), TrialError> {
        if drawn.objects.is_empty() {
            return Ok(());
        }
        self.fill(arena.start..drawn.end.saturating_add(GUARD).min(arena.end), Lair::Around)?;
        for object in &drawn.objects {
            let lair = Lair::Object(object.parameter);
            let bytes = self.poison.around(lair, (&object.bytes, &object.mask));
            self.write(object.range.start, &bytes)?;
        }
        Ok(())
    }
}
