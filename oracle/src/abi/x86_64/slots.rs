//! The allocation of registers and of places on the stack, one argument after the other. The state and its step are also what
//! [`super::automaton`] walks.

use super::classes::{Class, EIGHTBYTE};
use super::narrow::Above;
use super::registers::{INTEGER_ARGUMENTS, VECTOR_ARGUMENTS, vector};
use crate::abi::call::on_stack;
use crate::abi::passing;
use crate::abi::rules::Rules;
use crosscall_clauses::x86_64::{
    BitIntStackAlign, Int128Split, Int128StackAlign, RevertedRegister, StackArgumentAlign, VaArgAlign, clause,
};
use crosscall_model::plan::{Extension, Piece, Place};
use crosscall_model::target::Register;

/// Alignment of the stack in bytes that needs nothing special.
const USUAL_ALIGN: u64 = super::stack::ALIGN;

/// A value, with all that the document asks of its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::abi) struct ArgPart {
    /// Number of bytes.
    pub(super) len: u32,
    /// Alignment of the type in bytes.
    pub(super) align: u64,
    /// What decides its alignment on the stack.
    pub(super) kind: Kind,
    /// The classes of its eightbytes; none if it travels on the stack in any case.
    pub(super) classes: Vec<Class>,
    /// Bits above it.
    pub(super) above: Above,
}

/// Kinds of values by their alignment on the stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::abi) enum Kind {
    /// As the type is.
    Plain,
    /// A structure or union, or what a typedef aligns.
    Record,
    /// `__int128`.
    Int128,
    /// `_BitInt` of more than 64 bits.
    LongBitInt,
    /// A vector.
    Vector,
    /// `long double`, or a complex one.
    LongDouble,
}

impl ArgPart {
    /// Numbers of general registers and of vector registers that it takes.
    pub(super) fn registers(&self) -> (u8, u8) {
        let count = |wanted: Class| self.classes.iter().filter(|class| **class == wanted).count() as u8;
        (count(Class::Integer), count(Class::Sse))
    }

    /// The pieces of it in the next registers of both kinds.
    pub(super) fn pieces(
        &self,
        mut integers: impl Iterator<Item = Register>,
        mut vectors: impl Iterator<Item = Register>,
    ) -> Vec<Piece> {
        let mut pieces: Vec<Piece> = Vec::new();
        for (class, offset) in self.classes.iter().zip((0..).step_by(EIGHTBYTE as usize)) {
            let len = self.len.saturating_sub(offset).min(EIGHTBYTE as u32);
            let (register, rest) = match (class, pieces.last_mut()) {
                (Class::Integer, _) => (integers.next(), self.above.integer),
                (Class::Sse, _) => (vectors.next(), self.above.vector),
                (Class::SseUp, Some(last)) => {
                    last.len = last.len.saturating_add(len);
                    continue;
                }
                _ => continue,
            };
            let place = register.map(|register| Place::Register { register, byte: 0 });
            pieces.extend(place.map(|place| Piece { offset, len, place, rest }));
        }
        // What fills its register has nothing above it.
        let is_full = |piece: &Piece| matches!(piece.rest, Extension::Zero(to) if u32::from(to) <= piece.len);
        pieces
            .iter_mut()
            .filter(|piece| is_full(piece))
            .for_each(|piece| piece.rest = Extension::Unspecified);
        pieces
    }
}

impl passing::ArgPart for ArgPart {
    fn address() -> ArgPart {
        ArgPart {
            len: EIGHTBYTE as u32,
            align: EIGHTBYTE,
            kind: Kind::Plain,
            classes: vec![Class::Integer],
            above: Above::UNSPECIFIED,
        }
    }

    fn len(&self) -> u32 {
        self.len
    }
}

/// Registers and eightbytes of the stack given away so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(in crate::abi) struct CallState {
    /// General registers.
    pub(super) integers: u8,
    /// Vector registers.
    pub(super) vectors: u8,
    /// Bytes of stack arguments.
    pub(super) stack: u64,
    /// The greatest alignment of a stack argument in bytes.
    pub(super) align: u64,
    /// True if an argument that lies on the stack gave back general registers, and if one gave back vector registers.
    pub(super) reverted: [bool; 2],
}

impl CallState {
    /// General registers that are left.
    fn integers_left(&self) -> u8 {
        (INTEGER_ARGUMENTS.len() as u8).saturating_sub(self.integers)
    }

    /// Vector registers that are left.
    fn vectors_left(&self) -> u8 {
        VECTOR_ARGUMENTS.saturating_sub(self.vectors)
    }

    /// True for a value that travels in registers, if enough of them are left.
    pub(super) fn fits(&self, part: &ArgPart) -> bool {
        let (integers, vectors) = part.registers();
        !part.classes.is_empty() && integers <= self.integers_left() && vectors <= self.vectors_left()
    }

    /// Places a value.
    pub(super) fn step(&mut self, part: &ArgPart, unnamed: bool, rules: &mut Rules<'_>) -> Vec<Piece> {
        let pieces = match part.classes.is_empty() {
            true => self.on_stack(part, unnamed, rules),
            false if self.fits(part) => self.in_registers(part, rules),
            false => self.without_registers(part, unnamed, rules),
        };
        rules.cite(clause::ARG_36);
        pieces
    }

    fn in_registers(&mut self, part: &ArgPart, rules: &mut Rules<'_>) -> Vec<Piece> {
        let (integers, vectors) = part.registers();
        if integers > 0 && self.reverted[0] || vectors > 0 && self.reverted[1] {
            rules.cite(clause::ARG_45);
        }
        for class in &part.classes {
            match class {
                Class::Integer => [clause::ARG_38, clause::ARG_39].into_iter().for_each(|c| rules.cite(c)),
                Class::Sse => [clause::ARG_40, clause::ARG_03].into_iter().for_each(|c| rules.cite(c)),
                Class::SseUp => [clause::ARG_41, clause::REG_02].into_iter().for_each(|c| rules.cite(c)),
                _ => {}
            }
        }
        if self.stack > 0 {
            rules.cite(clause::ARG_47);
        }
        let next = (self.integers.into(), self.vectors);
        self.integers = self.integers.saturating_add(integers);
        self.vectors = self.vectors.saturating_add(vectors);
        part.pieces(INTEGER_ARGUMENTS.into_iter().skip(next.0), (next.1..).map(vector))
    }

    /// A value for whose eightbytes there are not enough registers.
    fn without_registers(&mut self, part: &ArgPart, unnamed: bool, rules: &mut Rules<'_>) -> Vec<Piece> {
        let (integers, vectors) = part.registers();
        let is_half = part.kind == Kind::Int128 && self.integers_left() == 1;
        if is_half && rules.is(Int128Split::Split) {
            let low = ArgPart { len: EIGHTBYTE as u32, classes: vec![Class::Integer], ..part.clone() };
            let high = ArgPart { align: EIGHTBYTE, kind: Kind::Plain, ..low.clone() };
            let mut pieces = self.in_registers(&low, rules);
            let high = self.on_stack(&high, unnamed, rules).into_iter();
            pieces.extend(high.map(|piece| Piece { offset: EIGHTBYTE as u32, ..piece }));
            return pieces;
        }
        rules.cite(clause::ARG_44);
        let reverts = [integers > 0 && self.integers_left() > 0, vectors > 0 && self.vectors_left() > 0];
        if reverts.contains(&true) {
            rules.cite(clause::ARG_45);
        }
        self.reverted = [self.reverted[0] || reverts[0], self.reverted[1] || reverts[1]];
        let pieces = self.on_stack(part, unnamed, rules);
        if is_half && rules.is(RevertedRegister::UnusedAfterInt128) {
            self.integers = INTEGER_ARGUMENTS.len() as u8;
        }
        pieces
    }

    /// X86-ARG-46: behind the arguments before, at the next multiple of its alignment.
    fn on_stack(&mut self, part: &ArgPart, unnamed: bool, rules: &mut Rules<'_>) -> Vec<Piece> {
        let align = stack_align(part, unnamed, rules);
        let at = self.stack.next_multiple_of(align);
        self.stack = at.saturating_add(u64::from(part.len).next_multiple_of(EIGHTBYTE));
        self.align = self.align.max(align);
        [clause::ARG_46, clause::STACK_02, clause::ARG_07, clause::S28]
            .into_iter()
            .for_each(|c| rules.cite(c));
        vec![on_stack(0, part.len, at, part.above.stack)]
    }
}

/// Alignment of a value on the stack, in bytes.
fn stack_align(part: &ArgPart, unnamed: bool, rules: &mut Rules<'_>) -> u64 {
    let align = match part.kind {
        Kind::Int128 => match rules.ask() {
            Int128StackAlign::Sixteen => part.align,
            Int128StackAlign::Eight => EIGHTBYTE,
        },
        Kind::LongBitInt if part.align < 16 => match rules.ask() {
            BitIntStackAlign::AsMemory => part.align,
            BitIntStackAlign::Sixteen => 16,
        },
        Kind::Record if part.align > USUAL_ALIGN => match rules.ask() {
            StackArgumentAlign::AsType => part.align,
            StackArgumentAlign::SixteenAtMost => USUAL_ALIGN,
        },
        Kind::Vector => {
            rules.cite(clause::TYPE_34);
            rules.cite(clause::S04);
            part.align
        }
        Kind::LongDouble => {
            rules.cite(clause::S04);
            part.align
        }
        Kind::Plain | Kind::Record | Kind::LongBitInt => part.align,
    };
    match align.max(EIGHTBYTE) {
        wide if wide > USUAL_ALIGN && unnamed => match rules.ask() {
            VaArgAlign::AsType => wide,
            VaArgAlign::Sixteen => USUAL_ALIGN,
        },
        align => align,
    }
}
