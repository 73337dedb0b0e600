//! Registers that the code of a function changes: every instruction that it can reach is looked at, whichever way branches go.

use super::decode::{Instruction, decode};
use super::elf::flags as symbol_flags;
use super::fields::bits;
use super::formats::{InstructionKind, Vectors, source};
use super::isa::{flags, id};
use crate::object_file::{ObjectFile, Section, SymbolPlace};
use crate::register_changes::{Called, RegisterChanges, Written};
use std::collections::BTreeSet;

/// Most instructions of one function that are looked at.
const MOST: usize = 1 << 16;

/// Number of the stack pointer, as a register and as a base.
const SP: u8 = 31;

/// Operand type of whole general registers.
const INT64: u8 = 3;

/// Changes of registers by the code of a function; `None` where the symbol is at no code of the object.
pub(super) fn changes(object: &ObjectFile, symbol: usize) -> Option<RegisterChanges> {
    let start = object.symbols.get(symbol)?;
    let SymbolPlace::Section(number) = start.place else { return None };
    let section = object.sections.get(number)?;
    let mut walk = Walk::new(object, (number, section), start.value);
    walk.go_to(start.value);
    while let Some(at) = walk.open.pop() {
        if walk.seen.len() >= MOST {
            walk.unknown("more code than is looked at", at);
            break;
        }
        if walk.seen.insert(at) {
            walk.look(at);
        }
    }
    Some(walk.reported())
}

/// Code that is looked at.
struct Walk<'a> {
    object: &'a ObjectFile,
    /// Index of the section.
    number: usize,
    section: &'a Section,
    /// Byte offset of the function.
    start: u64,
    seen: BTreeSet<u64>,
    /// Offsets to go on at.
    open: Vec<u64>,
    /// First place at which each register is written.
    written: [[Option<u64>; 32]; 2],
    /// Registers that are stored on the stack and loaded from it.
    saved: [u32; 2],
    loaded: [u32; 2],
    calls: Vec<Called>,
    unknown: Vec<(&'static str, u64)>,
}

impl<'a> Walk<'a> {
    fn new(object: &'a ObjectFile, (number, section): (usize, &'a Section), start: u64) -> Walk<'a> {
        Walk {
            object,
            number,
            section,
            start,
            seen: BTreeSet::new(),
            open: Vec::new(),
            written: [[None; 32]; 2],
            saved: [0; 2],
            loaded: [0; 2],
            calls: Vec::new(),
            unknown: Vec::new(),
        }
    }

    fn go_to(&mut self, at: u64) {
        if !self.seen.contains(&at) {
            self.open.push(at);
        }
    }

    fn unknown(&mut self, what: &'static str, at: u64) {
        if self.unknown.iter().all(|(known, _)| *known != what) {
            self.unknown.push((what, at));
        }
    }

    fn write(&mut self, file: usize, number: u8, at: u64) {
        if file == 0 && number == SP {
            return;
        }
        if let Some(place) = self.written.get_mut(file).and_then(|file| file.get_mut(usize::from(number))) {
            *place = Some(place.map_or(at, |known| known.min(at)));
        }
    }

    fn look(&mut self, at: u64) {
        let bytes = usize::try_from(at).ok().and_then(|at| self.section.data.get(at..));
        let Some(Ok(i)) = bytes.map(decode) else {
            return self.unknown("code that is no instruction", at);
        };
        let next = at + i.size() as u64;
        if i.format.kind == InstructionKind::Jump {
            return self.jump(&i, at, next);
        }
        let is_vector = i.format.vectors != Vectors::No;
        match i.form.id {
            id::PUSH => self.stack(&i, is_vector, at, true),
            id::POP => self.stack(&i, is_vector, at, false),
            id::STORE if is_whole_on_stack(&i) => mark(&mut self.saved, 0, i.register(source::RD)),
            _ => {
                let is_plain = !i.is(flags::BARE | flags::NO_DEST | flags::POINTER | flags::TO_MEMORY);
                if is_plain && i.form.special_destination().is_none() {
                    let rd = i.register(source::RD);
                    self.write(usize::from(is_vector && !i.is(flags::GP_DEST)), rd, at);
                    if i.form.id == id::MOVE && is_whole_on_stack(&i) {
                        mark(&mut self.loaded, 0, rd);
                    }
                }
            }
        }
        self.go_to(next);
    }

    /// `push` and `pop`: registers RS to IM1.
    fn stack(&mut self, i: &Instruction, is_vector: bool, at: u64, is_push: bool) {
        let file = usize::from(is_vector);
        let is_whole = is_vector || i.operand_type == INT64;
        let pointer = i.register(source::RD);
        self.write(0, pointer, at);
        let on_stack = pointer == SP;
        for number in i.register(source::RS)..=(i.words.get(bits::IM1) as u8 & 31) {
            if !is_push {
                self.write(file, number, at);
            }
            if is_whole && on_stack {
                mark(if is_push { &mut self.saved } else { &mut self.loaded }, file, number);
            }
        }
    }

    fn jump(&mut self, i: &Instruction, at: u64, next: u64) {
        match i.form.name {
            "return" | "sys_return" | "trap" | "filler" | "breakpoint" => return,
            "sys_call" => {
                self.unknown("a call of the system", at);
                return self.go_to(next);
            }
            "compare_trap_uabove" => return self.go_to(next),
            "jump" | "call" | "jump_relative" | "call_relative" => {
                let is_call = i.form.name.starts_with("call");
                match self.target(i, at, next) {
                    Some(target) => self.enter(target, at),
                    None if is_call => self.unknown("a call by address", at),
                    None => self.unknown("a jump by address", at),
                }
                if is_call {
                    self.go_to(next);
                }
                return;
            }
            _ => {}
        }
        // Arithmetic with a jump.
        if i.form.sources > 1 && !i.is(flags::BARE | flags::NO_DEST | flags::POINTER) {
            self.write(usize::from(i.operand_type & 4 != 0), i.register(source::RD), at);
        }
        match self.target(i, at, next) {
            Some(target) => self.enter(target, at),
            None => self.unknown("a jump by address", at),
        }
        self.go_to(next);
    }

    /// The target of a jump in an instruction: a symbol, or an offset in the section.
    fn target(&self, i: &Instruction, at: u64, next: u64) -> Option<Target> {
        let distance = i.jump_distance()?;
        let of_jump = |offset: u64| (at..next).contains(&offset);
        match self.section.relocations.iter().find(|relocation| of_jump(relocation.offset)) {
            Some(relocation) => relocation.symbol.map(Target::Symbol),
            None => Some(Target::Offset(next.wrapping_add_signed(distance))),
        }
    }

    /// Goes on at a target, unless that is another function of which something is said.
    fn enter(&mut self, target: Target, at: u64) {
        let (symbol, offset) = match target {
            Target::Offset(offset) => (self.function_at(offset), Some(offset)),
            Target::Symbol(symbol) => {
                let Some(found) = self.object.symbols.get(symbol) else { return };
                let here = (found.place == SymbolPlace::Section(self.number)).then_some(found.value);
                match here {
                    Some(offset) => (self.function_at(offset), Some(offset)),
                    None => (Some(symbol), None),
                }
            }
        };
        match (symbol, offset) {
            (_, Some(offset)) if offset == self.start => {}
            (Some(symbol), _) => {
                if self.calls.iter().all(|known| known.symbol != symbol) {
                    self.calls.push(Called { symbol, at });
                }
            }
            (None, Some(offset)) => self.go_to(offset),
            (None, None) => {}
        }
    }

    /// A symbol at an offset of this section for which the file has words.
    fn function_at(&self, offset: u64) -> Option<usize> {
        let symbols = self.object.symbols.iter().enumerate();
        let mut here = symbols.filter(|(_, symbol)| {
            symbol.place == SymbolPlace::Section(self.number) && symbol.value == offset
        });
        here.find(|(index, _)| {
            let note = self.object.annotations.symbols.get(index);
            note.is_some_and(|note| note.attributes & symbol_flags::REGISTER_USE != 0)
        })
        .map(|(index, _)| index)
    }

    fn reported(self) -> RegisterChanges {
        let mut reported =
            RegisterChanges { calls: self.calls, unknown: self.unknown, ..RegisterChanges::default() };
        for (file, places) in self.written.iter().enumerate() {
            let both = |words: &[u32; 2]| words.get(file).copied().unwrap_or_default();
            let given_back = both(&self.saved) & both(&self.loaded);
            for (number, at) in (0u8..).zip(places).filter_map(|(number, at)| Some((number, (*at)?))) {
                if given_back & 1 << number != 0 {
                    mark(&mut reported.restored, file, number);
                } else {
                    reported.written.push(Written { file, number, at });
                }
            }
        }
        reported
    }
}

/// Destination of a jump or a call.
#[derive(Debug, Clone, Copy)]
enum Target {
    /// To a symbol of the object, by its index.
    Symbol(usize),
    /// To an offset in the section.
    Offset(u64),
}

/// True if an instruction moves a whole general register to or from a place that it counts from the stack pointer.
fn is_whole_on_stack(i: &Instruction) -> bool {
    i.format.has_memory()
        && i.format.vectors == Vectors::No
        && i.operand_type == INT64
        && i.mask().is_none()
        && i.register(source::RS) == SP
}

fn mark(words: &mut [u32; 2], file: usize, number: u8) {
    if let Some(word) = words.get_mut(file) {
        *word |= 1 << (number & 31);
    }
}
