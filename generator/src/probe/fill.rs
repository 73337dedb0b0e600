//! Contents that a probe puts into registers and the stack: poison, overwritten by the bytes of values and addresses.

use std::collections::VecDeque;
use std::ops::Range;
use std::rc::Rc;

use crosscall_model::observation::number;
use crosscall_model::plan::{Extension, Link, Linkage, Passed, Piece, Place, Plan, Preservation, Transfer};
use crosscall_model::target::{Facts, Register};

use super::loader::Moment;
use crate::poison::PoisonKind;

/// Planned content of a byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cell {
    /// Present content.
    Keep,
    /// Poison.
    Poison(u8),
    /// Byte of a value.
    Value(u8),
    /// Byte of the address of a label, by its index.
    Address(Rc<str>, usize),
}

/// Planned content of a word of the target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Word {
    /// A number.
    Number(u64),
    /// Address of a C name.
    Address(String),
}

impl Word {
    /// Word with the number that little-endian bytes represent.
    pub(super) fn number(bytes: &[u8]) -> Word {
        Word::Number(number(bytes))
    }
}

/// Register with its planned contents.
#[derive(Debug, Clone)]
pub(super) struct Filled {
    pub(super) register: Register,
    /// Its contents, lowest bits first.
    pub(super) words: Vec<Word>,
    /// Number of bytes in `words`.
    pub(super) bytes: usize,
    /// Comment with what the register carries.
    pub(super) note: String,
}

/// Planned contents of a register. Most registers hold only poison, which a routine loads.
#[derive(Debug, Clone)]
enum Held {
    /// Present contents.
    Kept,
    /// Poison of this kind in the whole register.
    Poison(PoisonKind),
    /// Bytes, the lowest first, of which some belong to a value.
    Cells(Vec<Cell>),
}

impl Held {
    /// Bytes of a register with `bytes` bytes.
    fn cells(&self, register: Register, bytes: usize) -> Vec<Cell> {
        match self {
            Held::Kept => vec![Cell::Keep; bytes],
            Held::Poison(kind) => {
                crate::poison::bytes(*kind, register).take(bytes).map(Cell::Poison).collect()
            }
            Held::Cells(cells) => cells.clone(),
        }
    }
}

/// Longest argument area that a probe can make, in bytes.
const MAX_STACK: usize = 1 << 14;

/// Contents of registers and stack at a call or a return.
pub(super) struct Filling {
    facts: &'static Facts,
    registers: Vec<Held>,
    stack: Stack,
    /// Space for a result, where it has to be in the caller's frame.
    pub(super) room: Option<Object>,
    /// List of parameters in memory, with the register that holds its address.
    list: Option<(Register, Vec<Cell>)>,
    /// Comments: place and name of each piece.
    notes: Vec<(Place, String)>,
    /// Demands of the plan that the probe cannot fulfil.
    pub(super) problems: Vec<String>,
}

/// Stack bytes next to the stack pointer at the callee's first instruction, on the caller's side.
struct Stack {
    /// True if they are above the stack pointer.
    above: bool,
    /// Bytes in the order of their addresses.
    cells: VecDeque<Cell>,
}

impl Stack {
    /// Distance of the first byte from the stack pointer, in bytes.
    fn lowest(&self) -> i64 {
        if self.above { 0 } else { -(self.cells.len() as i64) }
    }

    /// Extends the bytes to a range of distances on the caller's side; new bytes are poison.
    fn reach(&mut self, offsets: &Range<i64>, poison: fn(u64) -> u32) -> Option<()> {
        let (within, far) = if self.above {
            (offsets.start >= 0, offsets.end)
        } else {
            (offsets.end <= 0, offsets.start.checked_neg()?)
        };
        let far = usize::try_from(far).ok().filter(|far| within && *far <= MAX_STACK)?;
        while self.cells.len() < far {
            let cell = |offset: i64| Cell::Poison(crate::poison::byte(poison, offset.cast_unsigned()));
            if self.above {
                self.cells.push_back(cell(self.cells.len() as i64));
            } else {
                self.cells.push_front(cell(self.lowest() - 1));
            }
        }
        Some(())
    }

    /// Writes cells at a distance from the stack pointer.
    fn place(&mut self, offset: i64, part: &[Cell]) -> Option<()> {
        let offsets = offset..offset.checked_add(i64::try_from(part.len()).ok()?)?;
        self.reach(&offsets, crate::poison::stack_word)?;
        let first = usize::try_from(offset - self.lowest()).ok()?;
        for (cell, new) in self.cells.range_mut(first..first + part.len()).zip(part) {
            new.clone_into(cell);
        }
        Some(())
    }
}

impl Filling {
    /// Filling that leaves every register unchanged and has no stack.
    pub(super) fn new(facts: &'static Facts) -> Filling {
        Filling {
            facts,
            registers: vec![Held::Kept; facts.registers.len()],
            stack: Stack { above: true, cells: VecDeque::new() },
            room: None,
            list: None,
            notes: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// Filling with the plan's stack arguments as poison.
    fn with_stack(mut self, plan: &Plan) -> Filling {
        self.stack.above = plan.stack.grows_down;
        let bytes = plan.stack.argument_bytes;
        let most = i64::try_from(bytes.min(MAX_STACK as u64)).unwrap_or(0);
        let offsets = if self.stack.above { 0..most } else { -most..0 };
        if bytes > MAX_STACK as u64 || self.stack.reach(&offsets, crate::poison::stack_word).is_none() {
            self.problems.push(format!("{bytes} bytes of stack arguments"));
        }
        self
    }

    /// Filling with the plan's list of parameters as poison. An empty list gets one word, so that its address is that
    /// of an object.
    fn with_list(mut self, plan: &Plan) -> Filling {
        let Some(list) = &plan.list else { return self };
        match usize::try_from(list.bytes).ok().filter(|bytes| *bytes <= MAX_STACK) {
            Some(bytes) => {
                let cell = |i| Cell::Poison(crate::poison::byte(crate::poison::stack_word, i as u64));
                let bytes = bytes.max(self.facts.word.into());
                self.list = Some((list.pointer, (0..bytes).map(cell).collect()));
            }
            None => self.problems.push(format!("a list of {} bytes of parameters", list.bytes)),
        }
        self
    }

    /// Words of the list of parameters; `None` where there is none.
    fn list_words(&mut self) -> Option<Vec<Word>> {
        let (_, cells) = self.list.as_ref()?;
        let words = self.words(cells);
        if words.is_none() {
            self.problems.push("a mixture in the list of parameters that has no address".to_owned());
        }
        words
    }

    /// Fills a register with poison.
    pub(super) fn poison(&mut self, register: Register, kind: PoisonKind) {
        if let Some(held) = self.registers.get_mut(usize::from(register.0)) {
            *held = Held::Poison(kind);
        }
    }

    /// Writes a value that is passed directly.
    pub(super) fn value(&mut self, passed: &Passed, pieces: &[Piece]) {
        let cells: Vec<Cell> = passed.image.bytes.iter().map(|b| Cell::Value(*b)).collect();
        self.pieces(&passed.name, pieces, &cells);
    }

    /// Writes the address of a label.
    pub(super) fn address(&mut self, name: &str, label: &str, bytes: usize, pieces: &[Piece]) {
        let label: Rc<str> = label.into();
        let cells: Vec<Cell> = (0..bytes).map(|i| Cell::Address(label.clone(), i)).collect();
        self.pieces(&format!("address of {name}"), pieces, &cells);
    }

    /// Writes a link that is a known number, or reserves stack space for one that is stored later.
    fn link(&mut self, linkage: &Linkage) {
        if let Link::Length(bytes) = linkage.link {
            let number = bytes.to_le_bytes().into_iter().take(self.facts.word.into()).map(Cell::Value);
            return self.place(linkage.link.words(), linkage.place, number.collect());
        }
        if let Link::Count(least, _) = linkage.link {
            return self.place(linkage.link.words(), linkage.place, vec![Cell::Value(least)]);
        }
        let Place::Stack { offset } = linkage.place else { return };
        let offsets = offset..offset.saturating_add(self.facts.word.into());
        match self.stack.reach(&offsets, crate::poison::stack_word) {
            Some(()) => self.notes.push((linkage.place, linkage.link.words().to_owned())),
            None => {
                self.problems.push(format!("the {} at a place that does not exist", linkage.link.words()))
            }
        }
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
                Extension::Unspecified | Extension::Length(_) => (0, 0),
                Extension::Zero(until) => (usize::from(until), 0),
                Extension::Ones(until) => (usize::from(until), 0xff),
                Extension::Sign(until) => {
                    let negative = matches!(part.last(), Some(Cell::Value(b)) if b & 0x80 != 0);
                    (usize::from(until), if negative { 0xff } else { 0 })
                }
            };
            part.resize(until.max(len), Cell::Value(filler));
            let whole = len == cells.len();
            let note = if whole {
                name.to_owned()
            } else {
                format!("{name} bytes {from} to {}", (from + len).saturating_sub(1))
            };
            self.place(&note, piece.place, part);
        }
    }

    fn place(&mut self, note: &str, place: Place, part: Vec<Cell>) {
        let placed = match place {
            Place::Register { register, byte } => self.in_register(register, byte, &part),
            Place::Pointed { base, offset } => self.in_list(base, offset, &part),
            Place::Stack { offset } => self.stack.place(offset, &part),
        };
        if placed.is_none() {
            self.problems.push(format!("{note} at a place that does not exist"));
        }
        self.notes.push((place, note.to_owned()));
    }

    /// Writes cells into the list of parameters.
    fn in_list(&mut self, base: Register, offset: i64, part: &[Cell]) -> Option<()> {
        let (_, cells) = self.list.as_mut().filter(|(pointer, _)| *pointer == base)?;
        let from = usize::try_from(offset).ok()?;
        cells.get_mut(from..from.checked_add(part.len())?)?.clone_from_slice(part);
        Some(())
    }

    /// Writes cells into a register. The length of a register of variable length becomes as much as its values need.
    fn in_register(&mut self, register: Register, byte: u16, part: &[Cell]) -> Option<()> {
        let info = self.facts.registers.get(usize::from(register.0))?;
        let held = self.registers.get_mut(usize::from(register.0))?;
        let mut cells = held.cells(register, info.bytes.into());
        let (from, to) = (usize::from(byte), usize::from(byte) + part.len());
        if info.variable && to <= info.bytes.into() {
            let holds_value = cells.iter().any(|cell| matches!(cell, Cell::Value(_) | Cell::Address(..)));
            let bytes = if holds_value { cells.len().max(to) } else { to };
            cells.resize(bytes, Cell::Keep);
        }
        cells.get_mut(from..to)?.clone_from_slice(part);
        *held = Held::Cells(cells);
        Some(())
    }

    /// Registers that hold only poison, in ascending order.
    pub(super) fn poisoned(&self) -> impl Iterator<Item = Register> {
        let all = (0u16..).map(Register).zip(&self.registers);
        all.filter(|(_, held)| matches!(held, Held::Poison(_))).map(|(register, _)| register)
    }

    /// Registers that carry values, in ascending order.
    pub(super) fn registers(&mut self) -> Vec<Filled> {
        let mut filled = Vec::new();
        for (i, held) in self.registers.iter().enumerate() {
            let Held::Cells(cells) = held else { continue };
            let register = Register(u16::try_from(i).unwrap_or(u16::MAX));
            let inside =
                |place: &Place| matches!(place, Place::Register { register: r, .. } if *r == register);
            match self.words(cells) {
                Some(words) => {
                    let (bytes, note) = (cells.len(), notes(&self.notes, inside));
                    filled.push(Filled { register, words, bytes, note })
                }
                None => self.problems.push(format!("a mixture in register {i} that has no address")),
            }
        }
        filled
    }

    /// Words of the stack in the order of their addresses, with comments, after the distance of the first one from
    /// the stack pointer in bytes.
    pub(super) fn stack(&mut self) -> (i64, Vec<(Word, String)>) {
        let word = usize::from(self.facts.word);
        let missing = (self.stack.cells.len().next_multiple_of(word) - self.stack.cells.len()) as i64;
        if missing > 0 {
            // Padding after the last argument.
            let padding = vec![Cell::Poison(crate::poison::PADDING); missing as usize];
            let len = self.stack.cells.len() as i64;
            let offset = if self.stack.above { len } else { -len - missing };
            let _ = self.stack.place(offset, &padding);
        }
        let lowest = self.stack.lowest();
        let cells: Vec<Cell> = self.stack.cells.iter().cloned().collect();
        let mut filled = Vec::new();
        for (i, cells) in cells.chunks(word).enumerate() {
            let start = lowest + (i * word) as i64;
            let range = start..start + word as i64;
            let inside = |place: &Place| matches!(place, Place::Stack { offset } if range.contains(offset));
            match self.words(cells).and_then(|words| words.into_iter().next()) {
                Some(word) => filled.push((word, notes(&self.notes, inside))),
                None => self.problems.push(format!("a mixture at stack offset {start} that has no address")),
            }
        }
        (lowest, filled)
    }

    /// Words that cells form; `None` where bytes of an address are mixed with others. A cell that keeps its content
    /// becomes zero in a word with others.
    fn words(&self, cells: &[Cell]) -> Option<Vec<Word>> {
        cells.chunks(self.facts.word.into()).map(|cells| word(cells, self.facts.address.into())).collect()
    }
}

/// Word that cells form.
fn word(cells: &[Cell], address_bytes: usize) -> Option<Word> {
    if let Some(Cell::Address(label, 0)) = cells.first() {
        let whole =
            |(i, cell): (usize, &Cell)| matches!(cell, Cell::Address(of, n) if of == label && *n == i);
        let is_whole = cells.len() == address_bytes && cells.iter().enumerate().all(whole);
        return is_whole.then(|| Word::Address(label.to_string()));
    }
    let byte = |cell: &Cell| match cell {
        Cell::Keep => Some(0),
        Cell::Poison(b) | Cell::Value(b) => Some(*b),
        Cell::Address(..) => None,
    };
    let bytes: Option<Vec<u8>> = cells.iter().map(byte).collect();
    bytes.map(|bytes| Word::number(&bytes))
}

fn notes(all: &[(Place, String)], inside: impl Fn(&Place) -> bool) -> String {
    let found: Vec<&str> =
        all.iter().filter(|(place, _)| inside(place)).map(|(_, note)| note.as_str()).collect();
    found.join(", ")
}

/// Filling of a caller's probe, with the objects that are passed by address.
pub(super) fn call(k: usize, facts: &'static Facts, plan: &Plan) -> (Filling, Vec<Object>) {
    let mut filling = Filling::new(facts).with_stack(plan).with_list(plan);
    let address_bytes = usize::from(facts.address);
    for rule in &plan.registers {
        if rule.preservation.is_preserved()
            || matches!(rule.preservation, Preservation::Scratch | Preservation::Declared)
        {
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
                let contents = Contents::Bytes(passed.image.bytes.clone());
                objects.push(Object { label, contents, align: *align, note: passed.name.clone() });
            }
        }
    }
    if let Some(result) = &plan.result
        && let Transfer::ByReference { pointer, align, .. } = &result.transfer
    {
        let label = format!("room{k}");
        filling.address(&result.name, &label, address_bytes, pointer);
        let size = result.image.bytes.len() as u64;
        let poison = (0..size).map(|i| crate::poison::byte(crate::poison::room_word, i));
        let (contents, note) = (Contents::Bytes(poison.collect()), format!("room for {}", result.name));
        let room = Object { label, contents, align: *align, note };
        if plan.stack.room_clauses.is_empty() {
            objects.push(room);
        } else {
            filling.room = Some(room);
        }
    }
    let is_left = |linkage: &&Linkage| linkage.link != Link::ReturnAddress && !linkage.link.is_in_frame();
    for linkage in plan.linkage.iter().filter(is_left) {
        filling.link(linkage);
    }
    if let (Some(list), Some(words)) = (&plan.list, filling.list_words()) {
        let label = format!("list{k}");
        let place = Place::Register { register: list.pointer, byte: 0 };
        let pointer = Piece { offset: 0, len: facts.address.into(), place, rest: Extension::Unspecified };
        filling.address("the parameters", &label, address_bytes, &[pointer]);
        let (contents, note) = (Contents::Words(words), "parameters".to_owned());
        objects.push(Object { label, contents, align: list.align, note });
    }
    (filling, objects)
}

/// Filling that a callee's probe leaves at its return: destroyed registers, and a result that is returned directly.
pub(super) fn at_return(facts: &'static Facts, plan: &Plan) -> Filling {
    let mut filling = destroyed(facts, plan);
    if let Some(result) = &plan.result
        && let Transfer::Direct(pieces) = &result.transfer
    {
        filling.value(result, pieces);
    }
    filling
}

/// Filling of the registers that a callee may destroy, with poison.
pub(super) fn destroyed(facts: &'static Facts, plan: &Plan) -> Filling {
    let mut filling = Filling::new(facts);
    for rule in &plan.registers {
        if rule.preservation == Preservation::Scratch {
            filling.poison(rule.register, Moment::Return.kind());
        }
    }
    filling
}

/// Object in a probe's memory whose address is passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    /// Name of the object in C.
    pub label: String,
    /// Contents of the object.
    pub contents: Contents,
    /// Alignment in bytes.
    pub align: u64,
    /// Comment that says what the object carries.
    pub note: String,
}

impl Object {
    /// Bytes of poison behind an object.
    pub const BEHIND: u64 = 16;

    /// Least multiple, in bytes, at which something is placed.
    const LEAST: u64 = 8;

    /// The number of bytes at a multiple of which an object's surroundings begin, and that of bytes of poison between there and
    /// the object, which is aligned to its alignment and not to twice that.
    pub fn place(&self) -> (u64, u64) {
        let align = self.align.clamp(1, 4096);
        let before = if align < Object::LEAST { align + Object::LEAST } else { align };
        ((align * 2).max(Object::LEAST), before)
    }
}

/// Contents of such an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contents {
    /// Bytes.
    Bytes(Vec<u8>),
    /// Words of the target.
    Words(Vec<Word>),
}

impl Contents {
    /// Number of bytes, or of words.
    pub(super) fn len(&self) -> u64 {
        match self {
            Contents::Bytes(bytes) => bytes.len() as u64,
            Contents::Words(words) => words.len() as u64,
        }
    }
}

#[cfg(test)]
mod tests;
