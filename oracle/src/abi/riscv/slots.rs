//! The allocation of argument registers and of places on the stack, one argument after the other. The state and its step
//! are also what [`super::automaton`] walks.

use super::Riscv;
use super::fields::{Field, Fields};
use super::registers::{argument, float_argument};
use crate::abi::call::on_stack;
use crate::abi::passing;
use crate::abi::rules::Rules;
use crosscall_clauses::riscv::{
    EmbeddedEvenPair, LastRegisterAggregate, LastRegisterScalar, NamedPair, NarrowInteger, clause,
};
use crosscall_model::plan::{Extension, Piece, Place};
use crosscall_model::target::Register;

/// Number of floating-point argument registers.
pub(super) const FLOATS: u8 = 8;

/// Bytes that get a place of their own, with all that the document asks of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::abi) struct ArgPart {
    /// Number of bytes.
    pub(super) len: u32,
    /// Alignment of the type in bytes.
    pub(super) align: u64,
    /// Its shape.
    pub(super) shape: Shape,
    /// Bits above a narrow value.
    pub(super) rest: Extension,
}

/// Shapes of arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::abi) enum Shape {
    /// An integer or a pointer.
    Scalar,
    /// Anything else that travels by the integer convention.
    Aggregate,
    /// An address, as wide as a register.
    Address,
    /// Fields with registers of their own, which are there.
    Fields(Fields),
}

impl passing::ArgPart for ArgPart {
    fn address() -> ArgPart {
        ArgPart { len: 0, align: 1, shape: Shape::Address, rest: Extension::Unspecified }
    }

    fn len(&self) -> u32 {
        self.len
    }
}

/// Registers and widths of an ABI, as far as allocation needs them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(in crate::abi) struct Machine {
    /// Bytes of an integer register.
    pub(super) xlen: u32,
    /// Bytes of the ABI's floating-point registers.
    pub(super) flen: u32,
    /// Number of integer argument registers.
    pub(super) integers: u8,
    /// Number of f0 among the registers of the target.
    first_floating: u16,
    /// Alignment of the stack in bytes.
    pub(super) stack_align: u64,
}

/// Registers and stack slots given away so far. By default there is no machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(in crate::abi) struct CallState {
    pub(super) machine: Machine,
    /// Integer registers that were given away or left out.
    pub(super) integers: u8,
    /// The same of floating-point registers.
    pub(super) floats: u8,
    /// Bytes of stack arguments.
    pub(super) stack: u64,
    /// True if named arguments travel by the integer convention, too (RISCV-VAR-05.R2).
    pub(super) integer_only: bool,
    /// True if all arguments travel like variadic ones (RISCV-S11.R2).
    pub(super) like_variadic: bool,
    /// True if a variadic argument has left registers behind, which no other gets (RISCV-VAR-04).
    pub(super) is_closed: bool,
}

impl CallState {
    /// The registers of an ABI, all free.
    pub(super) fn of(of: &Riscv) -> CallState {
        let machine = Machine {
            xlen: of.xlen(),
            flen: of.flen(),
            integers: of.differences().arguments,
            first_floating: of.first_floating(),
            stack_align: of.differences().stack_align,
        };
        CallState { machine, ..CallState::default() }
    }

    /// Integer registers that are left.
    pub(super) fn integers_left(&self) -> u8 {
        self.machine.integers.saturating_sub(self.integers)
    }

    /// Floating-point registers that are left.
    pub(super) fn floats_left(&self) -> u8 {
        FLOATS.saturating_sub(self.floats)
    }

    /// True if two integer registers are left of which the first has an even number.
    pub(super) fn has_pair(&self) -> bool {
        self.integers.next_multiple_of(2).saturating_add(2) <= self.machine.integers
    }

    /// Places a parcel.
    pub(super) fn step(&mut self, parcel: &ArgPart, unnamed: bool, rules: &mut Rules<'_>) -> Vec<Piece> {
        match parcel.shape {
            Shape::Fields(fields) => self.fields(&fields),
            Shape::Address => {
                let len = self.machine.xlen;
                self.integer(&ArgPart { len, align: len.into(), ..*parcel }, unnamed, rules)
            }
            Shape::Scalar | Shape::Aggregate => self.integer(parcel, unnamed, rules),
        }
    }

    /// Gives each field the next register of its kind.
    fn fields(&mut self, fields: &Fields) -> Vec<Piece> {
        let mut piece = |field: &Field| {
            let register = if field.floating {
                self.floats = self.floats.saturating_add(1);
                float_argument(self.machine.first_floating, self.floats.saturating_sub(1))
            } else {
                self.integers = self.integers.saturating_add(1);
                argument(self.integers.saturating_sub(1))
            };
            in_register(register, field.offset, field.len, field.rest)
        };
        fields.iter().map(&mut piece).collect()
    }

    /// The integer convention.
    fn integer(&mut self, parcel: &ArgPart, unnamed: bool, rules: &mut Rules<'_>) -> Vec<Piece> {
        let xlen = self.machine.xlen;
        let is_wide = parcel.len > xlen;
        let variadic = unnamed || self.like_variadic;
        let left = self.integers_left();
        cite_place(parcel, is_wide, left, rules);
        if variadic {
            rules.cite(clause::VAR_01);
        }
        // RISCV-VAR-02 does not ask for more than a register's bytes: under RISCV-S15.R2 an int may be aligned so.
        if left > 0 && (is_wide || variadic) && self.wants_even(parcel, variadic, rules) {
            self.integers = self.integers.saturating_add(1);
        }
        let pieces = match (self.integers_left(), is_wide) {
            (0, _) => self.on_stack(parcel, rules),
            (1, true) => match may_split(parcel, rules) {
                true => {
                    let low = self.next_register(0, xlen, parcel.rest);
                    let high =
                        ArgPart { len: parcel.len.saturating_sub(xlen), align: xlen.into(), ..*parcel };
                    let high = self.on_stack(&high, rules);
                    let high = high.into_iter().map(|piece| Piece { offset: xlen, ..piece });
                    std::iter::once(low).chain(high).collect()
                }
                false => self.on_stack(parcel, rules),
            },
            (_, true) => {
                let low = self.next_register(0, xlen, parcel.rest);
                vec![low, self.next_register(xlen, parcel.len.saturating_sub(xlen), parcel.rest)]
            }
            (_, false) => vec![self.next_register(0, parcel.len, parcel.rest)],
        };
        let is_on_stack =
            |piece: Option<&Piece>| piece.is_some_and(|p| matches!(p.place, Place::Stack { .. }));
        if is_on_stack(pieces.last()) {
            // What was left stays unused: RISCV-VAR-04, and of a named argument the deviations alone leave something.
            self.is_closed |= unnamed && left > 0 && is_on_stack(pieces.first());
            self.integers = self.machine.integers;
        }
        if unnamed {
            cite_list(&pieces, parcel, xlen, rules);
        }
        pieces
    }

    /// True if the next register has an odd number and must not be the first of a pair.
    fn wants_even(&self, parcel: &ArgPart, variadic: bool, rules: &mut Rules<'_>) -> bool {
        let pair = u64::from(self.machine.xlen) * 2;
        let is_odd = self.integers % 2 == 1;
        if !variadic {
            return is_odd && parcel.shape == Shape::Scalar && rules.is(NamedPair::EvenRegister);
        }
        // A typedef that counts (RISCV-S15) may ask for more than the stack has: the same holds then.
        if parcel.align < pair {
            return false;
        }
        rules.cite(clause::VAR_02);
        // RISCV-S16: where the stack is aligned to less, nobody could find what was skipped.
        is_odd && (self.machine.stack_align >= pair || rules.is(EmbeddedEvenPair::EvenRegister))
    }

    /// Leaves the next register unused, or else a word of the stack.
    pub(super) fn skip(&mut self) {
        match self.integers_left() {
            0 => self.stack = self.stack.saturating_add(self.machine.xlen.into()),
            _ => self.integers = self.integers.saturating_add(1),
        }
    }

    fn next_register(&mut self, offset: u32, len: u32, rest: Extension) -> Piece {
        self.integers = self.integers.saturating_add(1);
        in_register(argument(self.integers.saturating_sub(1)), offset, len, rest)
    }

    /// RISCV-ARG-20.
    fn on_stack(&mut self, parcel: &ArgPart, rules: &mut Rules<'_>) -> Vec<Piece> {
        let word = u64::from(self.machine.xlen).max(1);
        let align = parcel.align.max(word).min(self.machine.stack_align.max(word));
        let at = self.stack.next_multiple_of(align);
        if at == 0 {
            rules.cite(clause::STACK_09);
        }
        rules.cite(clause::ARG_20);
        self.stack = at.saturating_add(u64::from(parcel.len).next_multiple_of(word));
        let is_extended = parcel.rest != Extension::Unspecified && !rules.is(NarrowInteger::RegistersOnly);
        let rest = if is_extended { parcel.rest } else { Extension::Unspecified };
        vec![on_stack(0, parcel.len, at, rest)]
    }
}

/// True if a parcel is split between the last register and the stack.
fn may_split(parcel: &ArgPart, rules: &mut Rules<'_>) -> bool {
    match parcel.shape {
        Shape::Scalar => rules.is(LastRegisterScalar::Split),
        _ => rules.is(LastRegisterAggregate::Split),
    }
}

/// Names the clause on the place of a parcel by the integer convention, with so many registers left.
fn cite_place(parcel: &ArgPart, is_wide: bool, left: u8, rules: &mut Rules<'_>) {
    let in_turn = |rules: &mut Rules<'_>, of_registers, of_stack| {
        let (first, second) = if left > 0 { (of_registers, of_stack) } else { (of_stack, of_registers) };
        rules.cite(first);
        rules.cite(second);
    };
    match (parcel.shape, is_wide) {
        (Shape::Scalar, true) => {
            if left == 1 {
                rules.cite(clause::ARG_15);
            }
            in_turn(rules, clause::ARG_13, clause::ARG_14);
        }
        (Shape::Scalar | Shape::Address, _) => in_turn(rules, clause::ARG_02, clause::ARG_03),
        (_, true) => rules.cite(clause::ARG_18),
        (_, false) => rules.cite(clause::ARG_17),
    }
}

/// Names the clauses by which a variadic argument is found where it is.
fn cite_list(pieces: &[Piece], parcel: &ArgPart, xlen: u32, rules: &mut Rules<'_>) {
    if pieces.iter().all(|piece| matches!(piece.place, Place::Stack { .. })) {
        rules.cite(clause::VAR_03);
        rules.cite(clause::VAR_04);
        rules.cite(clause::VAR_10);
    } else {
        rules.cite(clause::VAR_11);
    }
    if parcel.align > u64::from(xlen) {
        rules.cite(clause::VAR_07);
    }
    rules.cite(clause::VAR_09);
    rules.cite(clause::VAR_12);
}

fn in_register(register: Register, offset: u32, len: u32, rest: Extension) -> Piece {
    Piece { offset, len, place: Place::Register { register, byte: 0 }, rest }
}
