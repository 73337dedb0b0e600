//! The allocation of argument registers and stack slots, one argument after the other. The state and
//! its step are also what [`super::automaton`] walks.

use crate::abi::passing::ShapedPart;
use crate::abi::rules::Rules;
use crosscall_clauses::epiphany::{
    BackFill, CompositeSplit, DoubleOrder, DoubleSplit, DoubleStart, FloatArguments, StackDouble, StackSlot,
    UnnamedArguments, VectorSplit, clause,
};
use crosscall_model::plan::{Extension, Piece, Place};
use crosscall_model::target::Register;

/// Number of argument registers, r0 to r3.
pub(super) const REGISTERS: u8 = 4;

/// Bytes that get a place of their own, with all that the document asks of them.
pub(in crate::abi) type ArgPart = ShapedPart<Shape>;

/// Shapes of arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::abi) enum Shape {
    /// At most one word.
    #[default]
    Word,
    /// A double word; `ordered` where the order of its words is a question.
    Double {
        /// True for a fundamental type; a composite keeps the order of its bytes.
        ordered: bool,
    },
    /// Consecutive words.
    Block {
        /// Rule that decides on a split between registers and the stack (EPIPHANY-S08).
        split: Split,
    },
}

/// The rule by which consecutive words are split between registers and the stack (EPIPHANY-S08).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::abi) enum Split {
    /// That for composites.
    Composite,
    /// That for vectors.
    Vector,
    /// They are split wherever registers end.
    Always,
    /// They are not split.
    Never,
}

/// Registers and stack slots given away so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(in crate::abi) struct CallState {
    /// The next register that was never looked at, 0 to 4.
    pub(super) next: u8,
    /// Registers that were skipped, as a bit set.
    pub(super) skipped: u8,
    /// Bytes of stack arguments so far, counted from the first one's place.
    pub(super) stack: u64,
}

/// Places of a parcel: offsets of stack places count from the place of the first stack argument.
pub(super) type Pieces = Vec<Piece>;

impl CallState {
    /// Places the next argument.
    pub(super) fn step(&mut self, parcel: &ArgPart, unnamed: bool, rules: &mut Rules<'_>) -> Pieces {
        if unnamed && rules.is(UnnamedArguments::OnStack) {
            return self.on_stack(parcel, 0, rules);
        }
        if parcel.floating && rules.is(FloatArguments::OnStack) {
            return self.on_stack(parcel, 0, rules);
        }
        match parcel.shape {
            Shape::Word => self.word(parcel, rules),
            Shape::Double { ordered } => self.double(parcel, ordered, rules),
            Shape::Block { split } => self.block(parcel, split, rules),
        }
    }

    fn word(&mut self, parcel: &ArgPart, rules: &mut Rules<'_>) -> Pieces {
        // EPIPHANY-S28.R2
        let pair = parcel.align >= 8;
        if pair {
            self.skip_to_even(rules);
        }
        if self.skipped != 0 && !pair && rules.is(BackFill::NextWord) {
            let register = self.skipped.trailing_zeros() as u8;
            self.skipped &= self.skipped - 1;
            return vec![in_register(register, 0, parcel)];
        }
        if self.next < REGISTERS {
            rules.cite(clause::ARG_01);
            self.next += 1;
            return vec![in_register(self.next - 1, 0, parcel)];
        }
        self.on_stack(parcel, 0, rules)
    }

    fn double(&mut self, parcel: &ArgPart, ordered: bool, rules: &mut Rules<'_>) -> Pieces {
        if self.next == REGISTERS {
            return self.on_stack(parcel, 0, rules);
        }
        rules.cite(clause::ARG_03);
        rules.cite(clause::ARG_02);
        // Not of one that is aligned to less (EPIPHANY-S28.R2).
        if parcel.align >= 8 {
            self.skip_to_even(rules);
        }
        match REGISTERS - self.next {
            0 => self.on_stack(parcel, 0, rules),
            1 => {
                if rules.is(DoubleSplit::LastRegisterAndStack) {
                    let low_first = !ordered || !rules.is(DoubleOrder::HighWordFirst);
                    let (first, second) = if low_first { (0, 4) } else { (4, 0) };
                    self.next += 1;
                    let mut pieces = vec![in_register(self.next - 1, first, parcel)];
                    pieces.extend(self.on_stack_from(parcel, second, 4, rules));
                    pieces.sort_by_key(|p| p.offset);
                    return pieces;
                }
                self.skip_rest();
                self.on_stack(parcel, 0, rules)
            }
            _ => {
                let low_first = !ordered || !rules.is(DoubleOrder::HighWordFirst);
                let (low, high) = if low_first { (0, 1) } else { (1, 0) };
                let first = self.next;
                self.next += 2;
                vec![in_register(first + low, 0, parcel), in_register(first + high, 4, parcel)]
            }
        }
    }

    fn block(&mut self, parcel: &ArgPart, split: Split, rules: &mut Rules<'_>) -> Pieces {
        let words = parcel.len.div_ceil(4);
        if parcel.align >= 8 {
            self.skip_to_even(rules);
        }
        let left = u32::from(REGISTERS - self.next);
        let taken = if words <= left {
            words
        } else if left == 0 || !may_split(parcel, split, rules) {
            self.skip_rest();
            0
        } else {
            left
        };
        let mut pieces = Vec::new();
        for word in 0..taken {
            pieces.push(in_register(self.next, word * 4, parcel));
            self.next += 1;
        }
        if taken < words {
            pieces.extend(self.on_stack(parcel, taken * 4, rules));
        }
        pieces
    }

    /// Leaves out a register with an odd number, where the reading in force demands an even one.
    fn skip_to_even(&mut self, rules: &mut Rules<'_>) {
        if self.next % 2 == 1 {
            rules.cite(clause::S07);
            if rules.is(DoubleStart::EvenRegister) {
                self.skipped |= 1 << self.next;
                self.next += 1;
            }
        }
    }

    /// Leaves out the registers that remain.
    fn skip_rest(&mut self) {
        while self.next < REGISTERS {
            self.skipped |= 1 << self.next;
            self.next += 1;
        }
    }

    /// The bytes of a parcel from `from` on, on the stack.
    fn on_stack(&mut self, parcel: &ArgPart, from: u32, rules: &mut Rules<'_>) -> Pieces {
        self.on_stack_from(parcel, from, parcel.len - from.min(parcel.len), rules)
    }

    fn on_stack_from(&mut self, parcel: &ArgPart, from: u32, len: u32, rules: &mut Rules<'_>) -> Pieces {
        rules.cite(clause::ARG_06);
        if from == 0 {
            rules.cite(clause::ARG_01);
        }
        let whole = from == 0 && len == parcel.len;
        let by_size = !len.is_multiple_of(4) && whole && rules.is(StackSlot::NaturalSize);
        let align = if by_size { parcel.align.min(4) } else { 4 };
        let mut offset = self.stack.next_multiple_of(align.max(1));
        if whole && parcel.align >= 8 && !offset.is_multiple_of(8) && !rules.is(StackDouble::AlignedToFour) {
            offset = offset.next_multiple_of(8);
        }
        self.stack = offset + if by_size { u64::from(len) } else { u64::from(len).next_multiple_of(4) };
        let place = Place::Stack { offset: i64::try_from(offset).unwrap_or(i64::MAX) };
        let rest = if by_size { Extension::Unspecified } else { parcel.rest };
        vec![Piece { offset: from, len, place, rest }]
    }
}

/// True if a block that does not fit may be split (EPIPHANY-S08).
fn may_split(parcel: &ArgPart, split: Split, rules: &mut Rules<'_>) -> bool {
    if !matches!(split, Split::Always | Split::Never) {
        rules.cite(clause::S08);
    }
    match split {
        Split::Composite => match rules.ask() {
            CompositeSplit::Never => false,
            CompositeSplit::OfWords => parcel.align >= 4,
            CompositeSplit::Always => true,
        },
        Split::Vector => rules.is(VectorSplit::Split),
        Split::Always => true,
        Split::Never => false,
    }
}

/// The word of a parcel that begins at byte `offset`, or what there is of it, in a register.
fn in_register(register: u8, offset: u32, parcel: &ArgPart) -> Piece {
    let place = Place::Register { register: Register(u16::from(register)), byte: 0 };
    Piece { offset, len: parcel.len.saturating_sub(offset).min(4), place, rest: parcel.rest }
}
