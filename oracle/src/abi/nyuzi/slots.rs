//! The allocation of argument registers and stack slots, one argument after the other. The state and
//! its step are also what [`super::automaton`] walks.

use super::data::VECTOR_BYTES;
use super::registers;
use crate::abi::area::Area;
use crate::abi::call::on_stack;
use crate::abi::passing::{ArgPart as _, ShapedPart};
use crate::abi::rules::Rules;
use crosscall_clauses::nyuzi::{
    BackFill, CompositeSplit, LongLongCount, LongLongSplit, LongLongStart, RegisterCount, ResultAddressCount,
    StackLongLongAlign, StackSlot, VariadicSlot, clause,
};
use crosscall_model::plan::{Extension, Piece, Place};
use crosscall_model::target::Register;

/// Number of arguments in registers: of each class, or of both together (NYUZI-ARG-01).
pub(super) const ARGUMENTS: u8 = 8;

/// Bytes of a scalar register.
pub(super) const WORD: u32 = 4;

/// Bytes that get a place of their own, with all that the document asks of them.
pub(in crate::abi) type ArgPart = ShapedPart<Shape>;

/// Shapes of arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::abi) enum Shape {
    /// A scalar of at most one word.
    #[default]
    Word,
    /// A scalar of two words, which has its own alignment on the stack where a typedef gives it one (NYUZI-S29.R2).
    Wide {
        /// True if it has.
        aligned: bool,
    },
    /// A composite, each of whose words is a scalar of its own.
    Words,
    /// At most what a vector register holds, in the room of a vector register even on the stack.
    Vector {
        /// Bytes of a lane, each of which has 32 bits to itself.
        lane: u32,
    },
    /// At most what a vector register holds, in no more room than its bytes take on the stack.
    Bytes,
    /// Bytes that always go to the stack.
    Memory,
}

/// Registers and stack slots given away so far.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(in crate::abi) struct CallState {
    /// Scalar registers that were looked at, but for one that does not count.
    pub(super) words: u8,
    /// Places among the eight that the scalars in registers count for.
    pub(super) counted: u8,
    /// Vector registers that were given away.
    pub(super) vectors: u8,
    /// 1 if s0 holds the address of a result that does not count, so that other scalars begin with s1.
    pub(super) shift: u8,
    /// Scalar registers that were skipped for an even one, as a bit set.
    pub(super) skipped: u32,
    /// Stack arguments.
    pub(super) stack: Area,
}

impl CallState {
    /// Places the address for a result: in s0, as the first scalar or before the first (NYUZI-RET-01 and -02).
    pub(super) fn address_in_register(&mut self, rules: &mut Rules<'_>) -> Vec<Piece> {
        rules.cite(clause::RET_01);
        if rules.is(ResultAddressCount::NotCounted) {
            self.shift = 1;
            return vec![in_register(registers::scalar(0), 0, &ArgPart::address())];
        }
        self.counted = 1;
        vec![self.next_word(0, &ArgPart::address(), rules)]
    }

    /// Places the next argument. The clause on places like the one that it gets is named first.
    pub(super) fn step(&mut self, parcel: &ArgPart, rules: &mut Rules<'_>) -> Vec<Piece> {
        let (pieces, cited) = rules.citing(|rules| match parcel.shape {
            Shape::Word => self.word(parcel, rules),
            Shape::Wide { .. } => self.wide(parcel, rules),
            Shape::Words => self.words(parcel, rules),
            Shape::Vector { .. } | Shape::Bytes => self.vector(parcel, rules),
            Shape::Memory => self.on_stack(parcel, rules),
        });
        let in_register = |piece: &Piece| matches!(piece.place, Place::Register { .. });
        rules.cite(match parcel.shape {
            _ if !pieces.iter().any(in_register) => clause::ARG_02,
            Shape::Wide { .. } => clause::ARG_03,
            _ => clause::ARG_01,
        });
        cited.into_iter().for_each(|clause| rules.cite(clause));
        pieces
    }

    /// Places an argument that a variadic function finds on the stack (NYUZI-VAR-01 and -S17).
    pub(super) fn variadic(&mut self, parcel: &ArgPart, rules: &mut Rules<'_>) -> Vec<Piece> {
        rules.cite(clause::VAR_01);
        rules.cite(clause::S17);
        if matches!(parcel.shape, Shape::Vector { .. }) || !rules.is(VariadicSlot::MultipleOfEight) {
            return self.on_stack(parcel, rules);
        }
        let len = u64::from(parcel.len).next_multiple_of(8);
        let offset = self.stack.take(len, parcel.align.max(8));
        vec![on_stack(0, parcel.len, offset, parcel.rest)]
    }

    fn word(&mut self, parcel: &ArgPart, rules: &mut Rules<'_>) -> Vec<Piece> {
        match self.scalar_register(parcel, 0, rules) {
            Some(piece) => vec![piece],
            None => self.on_stack(parcel, rules),
        }
    }

    /// A register for a scalar of one word: one that was skipped before (NYUZI-ARG-03), or the next one.
    fn scalar_register(&mut self, parcel: &ArgPart, offset: u32, rules: &mut Rules<'_>) -> Option<Piece> {
        let left = self.scalars_left(rules);
        let skipped = self.skipped.trailing_zeros() as u8;
        if self.skipped != 0 && self.may_back_fill(left, rules) {
            self.skipped &= self.skipped - 1;
            return Some(in_register(registers::scalar(skipped), offset, parcel));
        }
        if left == 0 {
            return None;
        }
        self.counted = self.counted.saturating_add(1);
        Some(self.next_word(offset, parcel, rules))
    }

    /// True if the next scalar takes a register that was skipped. Where arguments are counted, not registers, it
    /// counts as any other does.
    fn may_back_fill(&mut self, left: u8, rules: &mut Rules<'_>) -> bool {
        if !rules.is(BackFill::LaterScalar) {
            return false;
        }
        if !self.wide_counts_once(rules) {
            return true;
        }
        self.counted = self.counted.saturating_add(u8::from(left > 0));
        left > 0
    }

    /// NYUZI-ARG-03.
    fn wide(&mut self, parcel: &ArgPart, rules: &mut Rules<'_>) -> Vec<Piece> {
        let once = self.wide_counts_once(rules);
        if self.scalars_left(rules) == 0 {
            return self.on_stack(parcel, rules);
        }
        let odd = self.next_number(rules) % 2 == 1;
        if odd && rules.is(LongLongStart::EvenRegister) {
            self.skip(rules);
        }
        match self.scalars_left(rules) {
            0 => self.on_stack(parcel, rules),
            1 if !once => self.split(parcel, rules),
            _ => {
                self.counted = self.counted.saturating_add(if once { 1 } else { 2 });
                vec![self.next_word(0, parcel, rules), self.next_word(WORD, parcel, rules)]
            }
        }
    }

    /// A 64-bit value for which one register is left.
    fn split(&mut self, parcel: &ArgPart, rules: &mut Rules<'_>) -> Vec<Piece> {
        if rules.is(LongLongSplit::WholeOnStack) {
            self.close(rules);
            return self.on_stack(parcel, rules);
        }
        self.counted = self.counted.saturating_add(1);
        let low = self.next_word(0, parcel, rules);
        rules.cite(clause::ARG_02);
        let offset = self.stack.take(u64::from(WORD), u64::from(WORD));
        vec![low, on_stack(WORD, parcel.len.saturating_sub(WORD), offset, Extension::Unspecified)]
    }

    /// The words of a composite: NYUZI-S09.R3.
    fn words(&mut self, parcel: &ArgPart, rules: &mut Rules<'_>) -> Vec<Piece> {
        let words = parcel.len.div_ceil(WORD);
        let before = self.clone();
        let mut pieces = Vec::new();
        for word in 0..words {
            let from = word * WORD;
            match self.scalar_register(parcel, from, rules) {
                Some(piece) => pieces.push(piece),
                None if word == 0 => return self.on_stack(parcel, rules),
                None if rules.is(CompositeSplit::WholeOnStack) => {
                    *self = before;
                    self.close(rules);
                    return self.on_stack(parcel, rules);
                }
                None => {
                    rules.cite(clause::ARG_02);
                    let len = u64::from((words - word) * WORD);
                    let offset = self.stack.take(len, u64::from(WORD));
                    pieces.push(on_stack(from, parcel.len - from, offset, Extension::Unspecified));
                    break;
                }
            }
        }
        pieces
    }

    /// NYUZI-ARG-01: the first eight vectors are in v0 to v7. NYUZI-ARG-02: each later one is on the stack, aligned to 64.
    fn vector(&mut self, parcel: &ArgPart, rules: &mut Rules<'_>) -> Vec<Piece> {
        if self.vectors_left(rules) == 0 {
            return self.on_stack(parcel, rules);
        }
        let of_places = self.counted > 0 && rules.is(RegisterCount::SharedPlaces);
        let number = self.vectors.saturating_add(if of_places { self.counted } else { 0 });
        self.vectors = self.vectors.saturating_add(1);
        in_vector(number, parcel)
    }

    /// Scalars that still go to registers.
    fn scalars_left(&self, rules: &mut Rules<'_>) -> u8 {
        let vectors = if self.vectors > 0 && !rules.is(RegisterCount::TwoCounts) { self.vectors } else { 0 };
        ARGUMENTS.saturating_sub(self.counted).saturating_sub(vectors)
    }

    /// Vectors that still go to registers: of eight of their own, or of eight that scalars count for, too.
    fn vectors_left(&self, rules: &mut Rules<'_>) -> u8 {
        let scalars = if self.counted > 0 && !rules.is(RegisterCount::TwoCounts) { self.counted } else { 0 };
        ARGUMENTS.saturating_sub(self.vectors).saturating_sub(scalars)
    }

    /// True if a 64-bit value counts as one argument (NYUZI-ARG-01). Of counted places it takes two.
    fn wide_counts_once(&self, rules: &mut Rules<'_>) -> bool {
        !rules.is(RegisterCount::SharedPlaces) && rules.is(LongLongCount::OneArgument)
    }

    /// Number of the next scalar register.
    fn next_number(&self, rules: &mut Rules<'_>) -> u8 {
        let vectors =
            if self.vectors > 0 && rules.is(RegisterCount::SharedPlaces) { self.vectors } else { 0 };
        self.words.saturating_add(self.shift).saturating_add(vectors)
    }

    /// Gives the next scalar register to the word of a parcel that begins at byte `offset`.
    fn next_word(&mut self, offset: u32, parcel: &ArgPart, rules: &mut Rules<'_>) -> Piece {
        let register = registers::scalar(self.next_number(rules));
        self.words = self.words.saturating_add(1);
        in_register(register, offset, parcel)
    }

    /// Leaves out the next scalar register, which has an odd number; where registers are counted it counts.
    fn skip(&mut self, rules: &mut Rules<'_>) {
        let number = self.next_number(rules);
        self.skipped |= 1_u32.checked_shl(u32::from(number)).unwrap_or(0);
        self.words = self.words.saturating_add(1);
        if !self.wide_counts_once(rules) {
            self.counted = self.counted.saturating_add(1);
        }
    }

    /// After an argument for which too few registers were left: a later scalar takes what is left all the same, or
    /// none does.
    fn close(&mut self, rules: &mut Rules<'_>) {
        if !rules.is(BackFill::LaterScalar) {
            self.counted = self.counted.saturating_add(self.scalars_left(rules));
        }
    }

    /// NYUZI-ARG-02: an argument without a register is on the stack, aligned by its size, a vector to 64 bytes.
    fn on_stack(&mut self, parcel: &ArgPart, rules: &mut Rules<'_>) -> Vec<Piece> {
        rules.cite(clause::ARG_02);
        if let Shape::Vector { lane } = parcel.shape {
            let offset = self.stack.take(VECTOR_BYTES, VECTOR_BYTES);
            let lanes = lanes(parcel, lane);
            let piece = |(from, len, byte): (u32, u32, u32)| {
                on_stack(from, len, offset.saturating_add(u64::from(byte)), Extension::Unspecified)
            };
            return lanes.map(piece).collect();
        }
        let mut len = u64::from(parcel.len);
        let mut align = parcel.align.clamp(1, VECTOR_BYTES);
        let mut rest = parcel.rest;
        let word = u64::from(WORD);
        match parcel.shape {
            Shape::Wide { aligned: true } => align = align.max(word),
            Shape::Wide { aligned: false } => {
                align = if rules.is(StackLongLongAlign::Eight) { 2 * word } else { word }
            }
            _ if len.is_multiple_of(word) && align >= word => {}
            _ if rules.is(StackSlot::NaturalSize) => rest = Extension::Unspecified,
            _ => (len, align) = (len.next_multiple_of(word), align.max(word)),
        }
        let offset = self.stack.take(len, align);
        vec![on_stack(0, parcel.len, offset, rest)]
    }
}

/// A parcel in a vector register.
pub(super) fn in_vector(number: u8, parcel: &ArgPart) -> Vec<Piece> {
    let register = registers::vector(number);
    let lane = if let Shape::Vector { lane } = parcel.shape { lane } else { WORD };
    let piece = |(offset, len, byte): (u32, u32, u32)| {
        let place = Place::Register { register, byte: u16::try_from(byte).unwrap_or(u16::MAX) };
        Piece { offset, len, place, rest: Extension::Unspecified }
    };
    lanes(parcel, lane).map(piece).collect()
}

/// The runs of bytes of a parcel in a vector: first byte, number, and first byte in the vector. Lanes of 32 bits
/// are one run.
fn lanes(parcel: &ArgPart, lane: u32) -> impl Iterator<Item = (u32, u32, u32)> {
    let len = parcel.len;
    let run = if lane == WORD { len.max(1) } else { lane.max(1) };
    (0..len.div_ceil(run)).map(move |i| (i * run, run.min(len - i * run), i * WORD))
}

/// The word of a parcel that begins at byte `offset`, or what there is of it, in a register.
pub(super) fn in_register(register: Register, offset: u32, parcel: &ArgPart) -> Piece {
    let place = Place::Register { register, byte: 0 };
    Piece { offset, len: parcel.len.saturating_sub(offset).min(WORD), place, rest: parcel.rest }
}
