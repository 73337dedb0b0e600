//! The machine at a call boundary as text, twice: as a plan wants it and as it was. Everything that the
//! plan says nothing of is the same in both, so that only contradictions differ.

use super::entry::{link_value, part};
use crosscall_model::Pairing;
use crosscall_model::finding::words::stack;
use crosscall_model::layout::Image;
use crosscall_model::observation::{Observation, Snapshot};
use crosscall_model::plan::{Extension, Passed, Piece, Place, Plan, Preservation, Transfer};
use std::fmt::Write;

/// The state of the machine at the moment that a pairing is judged by, one line for each register, each
/// word of the stack from the stack pointer upwards and each value in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct States {
    /// The moment, in words.
    pub moment: &'static str,
    /// As the plan wants it.
    pub expected: String,
    /// As it was.
    pub observed: String,
}

/// Bytes of stack that are shown beyond those that hold arguments.
const MORE_STACK: u64 = 16;
/// Most bytes of stack that are shown.
const MOST_STACK: u64 = 256;

/// Both states; `None` when no moment was reached or nothing in the state contradicts the plan.
///
/// A subject that calls is judged twice: when the function that it calls is entered, and when it comes home
/// itself. The first of the two that shows a contradiction is given.
pub fn states(pairing: Pairing, plan: &Plan, seen: &Observation) -> Option<States> {
    match pairing {
        Pairing::Caller => at_call(plan, seen).or_else(|| {
            let moment = "when the caller itself returns";
            at_return(moment, plan, seen.outer_entry.as_ref()?, seen.outer_exit.as_ref()?, None)
        }),
        Pairing::Callee | Pairing::Cross => {
            let result = plan.result.as_ref().filter(|_| pairing == Pairing::Callee);
            at_return("when control is back", plan, seen.entry.as_ref()?, seen.exit.as_ref()?, result)
        }
        Pairing::Layout | Pairing::Object | Pairing::Tool | Pairing::Value => None,
    }
}

/// The state at the first instruction of the function called.
fn at_call(plan: &Plan, seen: &Observation) -> Option<States> {
    let at = seen.entry.as_ref()?;
    let mut expected = MachineState::of(at, plan);
    for passed in &plan.arguments {
        expected.transfer(passed, at, at);
    }
    // A word in the caller's frame has no place from the stack pointer on.
    for linkage in plan.linkage.iter().filter(|linkage| !linkage.link.is_in_frame()) {
        let Some(value) = link_value(linkage, seen, at) else { continue };
        let bytes = value.to_le_bytes();
        expected.put(linkage.place, bytes.get(..linkage.link.bytes(at.target)).unwrap_or(&bytes), &[]);
    }
    expected.against("at the first instruction of the function called", plan)
}

/// The state when control is back in the caller.
fn at_return(
    moment: &'static str,
    plan: &Plan,
    entry: &Snapshot,
    exit: &Snapshot,
    result: Option<&Passed>,
) -> Option<States> {
    let mut expected = MachineState::of(exit, plan);
    expected.survivors(plan, entry);
    if let Some(result) = result {
        expected.transfer(result, entry, exit);
    }
    expected.against(moment, plan)
}

/// Registers, some stack and the values in memory that a plan speaks of.
struct MachineState<'a> {
    at: &'a Snapshot,
    registers: Vec<Vec<u8>>,
    /// Offset from the stack pointer of the first byte of `stack`.
    base: i64,
    stack: Vec<u8>,
    /// Name, address and bytes.
    objects: Vec<(String, u64, Vec<u8>)>,
}

impl<'a> MachineState<'a> {
    fn of(at: &'a Snapshot, plan: &Plan) -> MachineState<'a> {
        let infos = at.target.registers();
        let registers = (0..infos.len()).filter_map(|i| u16::try_from(i).ok());
        let registers = registers.map(|i| at.register(crosscall_model::target::Register(i)).to_vec());
        let wanted = (plan.stack.argument_bytes + MORE_STACK).min(MOST_STACK);
        let readable = (0..=wanted).rev().find_map(|len| {
            let from = if plan.stack.grows_down { at.sp() } else { at.sp().checked_sub(len)? };
            at.read(from, usize::try_from(len).ok()?)
        });
        let stack = readable.unwrap_or_default().to_vec();
        let len = i64::try_from(stack.len()).unwrap_or(0);
        MachineState {
            at,
            registers: registers.collect(),
            base: if plan.stack.grows_down { 0 } else { -len },
            stack,
            objects: Vec::new(),
        }
    }

    /// Registers that must have at return what they had at entry.
    fn survivors(&mut self, plan: &Plan, entry: &Snapshot) {
        for rule in &plan.registers {
            if (rule.preservation.is_preserved() || rule.preservation == Preservation::Reserved)
                && !rule.clauses.is_empty()
                && let Some(held) = self.registers.get_mut(usize::from(rule.register.0))
            {
                let modes = entry.target.mode_bits(rule.register).to_le_bytes();
                let is_whole =
                    entry.target.is_general(rule.register) || entry.target.loop_end(rule.register).is_some();
                let mask: &[u8] = if is_whole { &[] } else { &modes };
                let before = entry.register(rule.register);
                let demanded = rule.preservation.demanded_bytes(before.len());
                overlay(held, before.get(..demanded).unwrap_or(before), mask);
            }
        }
        let pointer = entry.target.stack_pointer();
        if let Some(held) = self.registers.get_mut(usize::from(pointer.0)) {
            *held = entry.register(pointer).to_vec();
        }
    }

    /// A value where it has to be. The address of one in memory was given at `entry`.
    fn transfer(&mut self, passed: &Passed, entry: &Snapshot, at: &Snapshot) {
        match &passed.transfer {
            Transfer::Nothing => {}
            Transfer::Direct(pieces) => {
                for piece in pieces {
                    self.piece(piece, &passed.image);
                }
            }
            Transfer::ByReference { pointer, .. } => {
                let Some(address) = entry.pointer(pointer) else { return };
                let Some(held) = at.read(address, passed.image.bytes.len()) else { return };
                let mut bytes = held.to_vec();
                overlay(&mut bytes, &passed.image.bytes, &passed.image.mask);
                self.objects.push((passed.name.clone(), address, bytes));
            }
        }
    }

    fn piece(&mut self, piece: &Piece, image: &Image) {
        let (bytes, mask) = part(image, piece);
        let (mut bytes, mut mask) = (bytes.to_vec(), mask.to_vec());
        let is_negative = bytes.last().is_some_and(|top| top & 0x80 != 0);
        let (filled, ones) = match piece.rest {
            Extension::Unspecified | Extension::Length(_) => (bytes.len(), false),
            Extension::Zero(filled) => (usize::from(filled), false),
            Extension::Sign(filled) => (usize::from(filled), is_negative),
            Extension::Ones(filled) => (usize::from(filled), true),
        };
        bytes.resize(filled.max(bytes.len()), if ones { 0xff } else { 0 });
        mask.resize(bytes.len(), 0xff);
        self.put(piece.place, &bytes, &mask);
    }

    /// Puts bytes where the mask has ones; an empty mask stands for all ones.
    fn put(&mut self, place: Place, bytes: &[u8], mask: &[u8]) {
        let (held, from) = match place {
            Place::Register { register, byte } => {
                (self.registers.get_mut(usize::from(register.0)), usize::from(byte))
            }
            Place::Pointed { base, offset } => {
                let at = self.at.register_value(base).wrapping_add_signed(offset);
                let object = self.objects.iter_mut().find_map(|(_, start, held)| {
                    let from = usize::try_from(at.checked_sub(*start)?).ok()?;
                    (from + bytes.len() <= held.len()).then_some((held, from))
                });
                let Some((held, from)) = object else { return };
                (Some(held), from)
            }
            Place::Stack { offset } => match usize::try_from(offset.wrapping_sub(self.base)) {
                Ok(from) => (Some(&mut self.stack), from),
                Err(_) => return,
            },
        };
        if let Some(held) = held.and_then(|held| held.get_mut(from..)) {
            overlay(held, bytes, mask);
        }
    }

    /// The objects as they are in memory.
    fn objects_seen(&self, at: &Snapshot) -> Vec<(String, u64, Vec<u8>)> {
        let seen = |(name, address, bytes): &(String, u64, Vec<u8>)| {
            let held = at.read(*address, bytes.len()).unwrap_or_default();
            (name.clone(), *address, held.to_vec())
        };
        self.objects.iter().map(seen).collect()
    }

    /// This state and the one that was there, unless they are equal.
    fn against(&self, moment: &'static str, plan: &Plan) -> Option<States> {
        let observed =
            MachineState { objects: self.objects_seen(self.at), ..MachineState::of(self.at, plan) };
        let (expected, observed) = (self.text(), observed.text());
        (expected != observed).then_some(States { moment, expected, observed })
    }

    fn text(&self) -> String {
        let mut out = String::new();
        let names = self.at.target.registers().iter().map(|info| info.name);
        for (name, bytes) in names.zip(&self.registers) {
            let _ = writeln!(out, "{name:<8} {}", digits(bytes));
        }
        let word = self.at.target.word();
        for (number, bytes) in self.stack.chunks(word).enumerate() {
            let place = stack(self.base.saturating_add_unsigned((number * word) as u64));
            let _ = writeln!(out, "{place:<8} {}", digits(bytes));
        }
        for (name, address, bytes) in &self.objects {
            for (number, row) in bytes.chunks(16).enumerate() {
                let bytes: Vec<String> = row.iter().map(|b| format!("{b:02x}")).collect();
                let _ = writeln!(out, "{name} at {:#x}: {}", address + 16 * number as u64, bytes.join(" "));
            }
        }
        out
    }
}

/// Replaces the bits that the mask has; an empty mask has all.
fn overlay(held: &mut [u8], bytes: &[u8], mask: &[u8]) {
    for (i, (held, byte)) in held.iter_mut().zip(bytes).enumerate() {
        let mask = mask.get(i).copied().unwrap_or(0xff);
        *held = *held & !mask | byte & mask;
    }
}

/// A register's or word's bytes, the most significant first.
fn digits(bytes: &[u8]) -> String {
    bytes.iter().rev().map(|b| format!("{b:02x}")).collect()
}
