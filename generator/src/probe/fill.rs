//! What a probe puts into registers and stack: poison, and over it the bytes of values and addresses.

use crosscall_model::Target;
use crosscall_model::plan::{Fate, Passed, Piece, Place, Plan, Rest, Transfer};
use crosscall_model::target::Register;

use super::loader::Moment;
use crate::poison::Kind;

/// One byte to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cell {
    /// Whatever is there now.
    Keep,
    /// Poison.
    Poison(u8),
    /// Belongs to a value.
    Value(u8),
    /// This byte of the address of a label.
    Address(String, usize),
}

/// Four bytes to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Word {
    Number(u32),
    Address(String),
}

/// A register to be filled.
#[derive(Debug, Clone)]
pub(super) struct Filled {
    pub(super) register: Register,
    /// Its contents, lowest bits first.
    pub(super) words: Vec<Word>,
    /// What it carries; empty for poison and nothing else.
    pub(super) note: String,
}

/// Longest argument area that a probe can make, in bytes.
const MAX_STACK: usize = 1 << 14;

/// Registers and stack of a call or a return.
pub(super) struct Filling {
    registers: Vec<Vec<Cell>>,
    /// From the stack pointer at the callee's first instruction upwards.
    stack: Vec<Cell>,
    /// Comments: place and name of each piece.
    notes: Vec<(Place, String)>,
    /// What cannot be done.
    pub(super) problems: Vec<String>,
}

impl Filling {
    /// Every register kept as it is, a stack of some bytes of poison.
    pub(super) fn new(target: Target, stack_bytes: u64, stack_poison: fn(u64) -> u32) -> Filling {
        let mut problems = Vec::new();
        let bytes = usize::try_from(stack_bytes).unwrap_or(usize::MAX);
        if bytes > MAX_STACK {
            problems.push(format!("{stack_bytes} bytes of stack arguments"));
        }
        let stack =
            (0..bytes.min(MAX_STACK) as u64).map(|i| Cell::Poison(crate::poison::byte(stack_poison, i)));
        Filling {
            registers: target.registers().iter().map(|r| vec![Cell::Keep; r.bytes.into()]).collect(),
            stack: stack.collect(),
            notes: Vec::new(),
            problems,
        }
    }

    /// Poisons a register.
    pub(super) fn poison(&mut self, register: Register, kind: Kind) {
        if let Some(cells) = self.registers.get_mut(usize::from(register.0)) {
            for (cell, byte) in cells.iter_mut().zip(crate::poison::bytes(kind, register)) {
                *cell = Cell::Poison(byte);
            }
        }
    }

    /// Places a value that travels itself.
    pub(super) fn value(&mut self, passed: &Passed, pieces: &[Piece]) {
        let cells: Vec<Cell> = passed.image.bytes.iter().map(|b| Cell::Value(*b)).collect();
        self.pieces(&passed.name, pieces, &cells);
    }

    /// Places the address of a label.
    pub(super) fn address(&mut self, name: &str, label: &str, bytes: usize, pieces: &[Piece]) {
        let cells: Vec<Cell> = (0..bytes).map(|i| Cell::Address(label.to_owned(), i)).collect();
        self.pieces(&format!("address of {name}"), pieces, &cells);
    }

    fn pieces(&mut self, name: &str, pieces: &[Piece], cells: &[Cell]) {
        for piece in pieces {
            let (from, len) = (piece.offset as usize, piece.len as usize);
            let Some(part) = cells.get(from..from.saturating_add(len)) else {
                self.problems.push(format!("a piece of {name} outside of it"));
                continue;
            };
            let mut part = part.to_vec();
            let (until, filler) = match piece.rest {
                Rest::Unspecified => (0, 0),
                Rest::Zero(until) => (usize::from(until), 0),
                Rest::Sign(until) => {
                    let negative = matches!(part.last(), Some(Cell::Value(b)) if b & 0x80 != 0);
                    (usize::from(until), if negative { 0xff } else { 0 })
                }
            };
            part.resize(until.max(len), Cell::Value(filler));
            let whole = len == cells.len();
            let note =
                if whole { name.to_owned() } else { format!("{name} bytes {from} to {}", from + len - 1) };
            self.place(&note, piece.place, part);
        }
    }

    fn place(&mut self, note: &str, place: Place, part: Vec<Cell>) {
        let room = match place {
            Place::Register { register, byte } => {
                let cells = self.registers.get_mut(usize::from(register.0));
                cells.and_then(|cells| cells.get_mut(usize::from(byte)..)?.get_mut(..part.len()))
            }
            Place::Stack { offset } => usize::try_from(offset).ok().and_then(|offset| {
                let end = offset.checked_add(part.len()).filter(|end| *end <= MAX_STACK)?;
                if self.stack.len() < end {
                    let more = self.stack.len() as u64..end as u64;
                    let poison = |i| Cell::Poison(crate::poison::byte(crate::poison::stack_word, i));
                    self.stack.extend(more.map(poison));
                }
                self.stack.get_mut(offset..end)
            }),
        };
        match room {
            Some(room) => room.clone_from_slice(&part),
            None => self.problems.push(format!("{note} at a place that does not exist")),
        }
        self.notes.push((place, note.to_owned()));
    }

    /// The registers that are to be filled, in order.
    pub(super) fn registers(&mut self) -> Vec<Filled> {
        let mut filled = Vec::new();
        for (i, cells) in self.registers.iter().enumerate() {
            if cells.iter().all(|cell| *cell == Cell::Keep) {
                continue;
            }
            let register = Register(u16::try_from(i).unwrap_or(u16::MAX));
            let inside =
                |place: &Place| matches!(place, Place::Register { register: r, .. } if *r == register);
            match words(cells) {
                Some(words) => filled.push(Filled { register, words, note: notes(&self.notes, inside) }),
                None => self.problems.push(format!("a mixture in register {i} that has no address")),
            }
        }
        filled
    }

    /// The stack in words from the stack pointer upwards, with comments.
    pub(super) fn stack(&mut self) -> Vec<(Word, String)> {
        let mut filled = Vec::new();
        for (i, cells) in self.stack.chunks(4).enumerate() {
            let mut cells = cells.to_vec();
            cells.resize(4, Cell::Poison(crate::poison::PADDING));
            let range = i as i64 * 4..i as i64 * 4 + 4;
            let inside = |place: &Place| matches!(place, Place::Stack { offset } if range.contains(offset));
            match words(&cells).and_then(|words| words.into_iter().next()) {
                Some(word) => filled.push((word, notes(&self.notes, inside))),
                None => {
                    self.problems.push(format!("a mixture at stack offset {} that has no address", i * 4))
                }
            }
        }
        filled
    }
}

fn notes(all: &[(Place, String)], inside: impl Fn(&Place) -> bool) -> String {
    let found: Vec<&str> =
        all.iter().filter(|(place, _)| inside(place)).map(|(_, note)| note.as_str()).collect();
    found.join(", ")
}

/// Cells in words; `None` where bytes of an address are mixed with others. A kept byte beside others
/// becomes zero.
fn words(cells: &[Cell]) -> Option<Vec<Word>> {
    cells
        .chunks(4)
        .map(|cells| {
            if let [Cell::Address(label, 0), Cell::Address(_, 1), Cell::Address(_, 2), Cell::Address(_, 3)] =
                cells
            {
                return Some(Word::Address(label.clone()));
            }
            let mut bytes = [0u8; 4];
            for (byte, cell) in bytes.iter_mut().zip(cells) {
                *byte = match cell {
                    Cell::Keep => 0,
                    Cell::Poison(b) | Cell::Value(b) => *b,
                    Cell::Address(..) => return None,
                };
            }
            Some(Word::Number(u32::from_le_bytes(bytes)))
        })
        .collect()
}

/// What a caller's probe sets up, with the objects that travel by their addresses.
pub(super) fn call(k: usize, target: Target, plan: &Plan, address_bytes: usize) -> (Filling, Vec<Object>) {
    let mut filling = Filling::new(target, plan.stack.argument_bytes, crate::poison::stack_word);
    for rule in &plan.registers {
        if matches!(rule.fate, Fate::Preserved | Fate::Scratch) {
            filling.poison(rule.register, Moment::Call.kind());
        }
    }
    let mut objects = Vec::new();
    for (i, passed) in plan.arguments.iter().enumerate() {
        match &passed.transfer {
            Transfer::Nothing => {}
            Transfer::Direct(pieces) => filling.value(passed, pieces),
            Transfer::ByReference { pointer, align, .. } => {
                let label = format!("object{k}_{i}");
                filling.address(&passed.name, &label, address_bytes, pointer);
                let bytes = passed.image.bytes.clone();
                objects.push(Object { label, bytes, align: *align, note: passed.name.clone() });
            }
        }
    }
    if let Some(result) = &plan.result
        && let Transfer::ByReference { pointer, align, .. } = &result.transfer
    {
        let label = format!("room{k}");
        filling.address(&result.name, &label, address_bytes, pointer);
        let size = result.image.bytes.len() as u64;
        let bytes = (0..size).map(|i| crate::poison::byte(crate::poison::room_word, i)).collect();
        objects.push(Object { label, bytes, align: *align, note: format!("room for {}", result.name) });
    }
    (filling, objects)
}

/// What a callee's probe leaves: destroyed registers, and the result when it travels itself.
pub(super) fn comeback(target: Target, plan: &Plan) -> Filling {
    let mut filling = Filling::new(target, 0, crate::poison::callee_area_word);
    for rule in &plan.registers {
        if rule.fate == Fate::Scratch {
            filling.poison(rule.register, Moment::Return.kind());
        }
    }
    if let Some(result) = &plan.result
        && let Transfer::Direct(pieces) = &result.transfer
    {
        filling.value(result, pieces);
    }
    filling
}

/// The registers that a callee may destroy, with poison in them.
pub(super) fn destroyed(target: Target, plan: &Plan) -> Filling {
    comeback(target, &Plan { result: None, ..plan.clone() })
}

/// Bytes in memory of a probe whose address is passed.
pub(super) struct Object {
    /// Name as C would see it.
    pub(super) label: String,
    pub(super) bytes: Vec<u8>,
    /// Alignment in bytes.
    pub(super) align: u64,
    pub(super) note: String,
}
