//! The allocation of argument registers and stack places, one argument after the other. The state and its step are
//! also what [`super::automaton`] walks.

use crate::abi::area::Area;
use crate::abi::call::on_stack;
use crate::abi::passing::ShapedPart;
use crate::abi::rules::Rules;
use crosscall_clauses::dpu::{BackFill, FloatArguments, LastRegisterDouble, clause};
use crosscall_model::plan::{Extension, Piece, Place};
use crosscall_model::target::Register;

/// Number of argument registers, r0 to r7.
pub(super) const REGISTERS: u8 = 8;

/// Bytes of a register.
pub(super) const WORD: u32 = 4;

/// Bytes of the two saved words right below the stack pointer, below which arguments end (DPU-ARG-06).
pub(super) const LINKS: u64 = 8;

/// Number of bytes that divides the area of stack arguments, as it does the stack pointer (DPU-STACK-05).
const AREA_ALIGN: u64 = 8;

/// Bytes that get a place of their own, with all that the document asks of them.
pub(in crate::abi) type ArgPart = ShapedPart<Shape>;

/// Shapes of arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::abi) enum Shape {
    /// At most a word.
    #[default]
    Word,
    /// A double word.
    Double,
    /// A composite, which always goes to the stack.
    Bytes,
    /// The same in a whole number of words.
    Words,
}

/// Registers and stack slots given away so far.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(in crate::abi) struct CallState {
    /// The next register that was never looked at, 0 to 8.
    pub(super) next: u8,
    /// Registers that were skipped, as a bit set.
    pub(super) skipped: u8,
    /// True if everything goes to the stack from here on (DPU-ARG-04.R4).
    pub(super) closed: bool,
    /// Stack arguments.
    pub(super) stack: Area,
}

/// Bytes of the stack arguments, and where each imagined place is from the stack pointer: with the first argument
/// nearest to that (`descending`) or farthest from it, and counted from the upper end of the area (`from_above`) or
/// from its lower one. The area is a multiple of 8 bytes (DPU-STACK-05) and ends below the two saved words
/// (DPU-ARG-06).
pub(super) fn settled(area: &Area, descending: bool, from_above: bool) -> (u64, impl Fn(i64) -> i64) {
    let (end, laid) = area.laid_out(descending != from_above, from_above);
    let total = end.next_multiple_of(AREA_ALIGN);
    let place = move |old: i64| match laid(old) {
        Some((within, new)) => {
            let below = if from_above { new } else { total - new };
            within.saturating_sub_unsigned(below.saturating_add(LINKS))
        }
        None => old,
    };
    (total, place)
}

impl CallState {
    /// Places the next argument. The clause on places like the one that it gets is named first.
    pub(super) fn step(&mut self, parcel: &ArgPart, rules: &mut Rules<'_>) -> Vec<Piece> {
        let (pieces, cited) = rules.citing(|rules| {
            let floating = parcel.floating && rules.is(FloatArguments::OnStack); // DPU-S14.R2
            match parcel.shape {
                _ if self.closed || floating => self.on_stack(parcel),
                Shape::Word => self.word(parcel, rules),
                Shape::Double => self.double(parcel, rules),
                Shape::Bytes | Shape::Words => self.on_stack(parcel),
            }
        });
        let in_register = |piece: &Piece| matches!(piece.place, Place::Register { .. });
        match parcel.shape {
            _ if !pieces.iter().any(in_register) => rules.cite(clause::ARG_06),
            Shape::Double => [clause::ARG_04, clause::REG_19, clause::REG_18]
                .into_iter()
                .for_each(|clause| rules.cite(clause)),
            // Which of the registers it is says the table.
            _ => [clause::ARG_01, clause::ARG_03].into_iter().for_each(|clause| rules.cite(clause)),
        }
        cited.into_iter().for_each(|clause| rules.cite(clause));
        pieces
    }

    /// Places an argument that a variadic function finds on the stack (DPU-VAR-02).
    pub(super) fn variadic(&mut self, parcel: &ArgPart, rules: &mut Rules<'_>) -> Vec<Piece> {
        rules.cite(clause::VAR_02);
        self.on_stack(parcel)
    }

    /// DPU-ARG-03: each word takes the lowest of r0 to r7 that is free, from left to right.
    fn word(&mut self, parcel: &ArgPart, rules: &mut Rules<'_>) -> Vec<Piece> {
        let skipped = self.skipped.trailing_zeros() as u8;
        if self.skipped != 0 && rules.is(BackFill::NextWord) {
            self.skipped &= self.skipped - 1;
            return vec![in_register(skipped, 0, parcel)];
        }
        if self.next < REGISTERS {
            self.next += 1;
            return vec![in_register(self.next - 1, 0, parcel)];
        }
        self.on_stack(parcel)
    }

    /// DPU-ARG-04: each double word takes the lowest of d0, d2, d4 and d6 that is free, and skips an odd register before it.
    /// DPU-REG-19: the even register of the pair holds the most significant half.
    fn double(&mut self, parcel: &ArgPart, rules: &mut Rules<'_>) -> Vec<Piece> {
        if self.next + 1 == REGISTERS {
            return self.last_register(parcel, rules);
        }
        if self.next == REGISTERS {
            return self.on_stack(parcel);
        }
        if self.next % 2 == 1 {
            self.skip();
        }
        let even = self.next;
        self.next += 2;
        vec![in_register(even + 1, 0, parcel), in_register(even, WORD, parcel)]
    }

    /// A double word for which only r7 is left. DPU-ARG-04 does not say what becomes of the two.
    fn last_register(&mut self, parcel: &ArgPart, rules: &mut Rules<'_>) -> Vec<Piece> {
        match rules.ask() {
            // The least significant half in r7, the other one on the stack (DPU-ARG-06).
            LastRegisterDouble::SplitWithStack => {
                self.next = REGISTERS;
                rules.cite(clause::ARG_06);
                let offset = self.stack.take(WORD.into(), WORD.into());
                let high = on_stack(WORD, parcel.len.saturating_sub(WORD), offset, Extension::Unspecified);
                vec![in_register(REGISTERS - 1, 0, parcel), high]
            }
            // The double word and all arguments behind it on the stack.
            LastRegisterDouble::RestOnStack => {
                self.closed = true;
                self.on_stack(parcel)
            }
            // The double word on the stack; a later word may take r7 (DPU-ARG-03).
            LastRegisterDouble::SkippedLikeAnyOther => {
                self.skip();
                self.on_stack(parcel)
            }
        }
    }

    /// Leaves out the next register, which has an odd number.
    fn skip(&mut self) {
        self.skipped |= 1 << self.next;
        self.next += 1;
    }

    /// A parcel on the stack.
    fn on_stack(&mut self, parcel: &ArgPart) -> Vec<Piece> {
        // Bytes and half-words are words there.
        let word = u64::from(WORD);
        let (len, align) = match parcel.shape {
            Shape::Word => (word, parcel.align.clamp(word, AREA_ALIGN)),
            Shape::Double => (parcel.len.into(), parcel.align.clamp(word, AREA_ALIGN)),
            Shape::Bytes => (parcel.len.into(), parcel.align.clamp(1, AREA_ALIGN)),
            Shape::Words => {
                (u64::from(parcel.len).next_multiple_of(word), parcel.align.clamp(word, AREA_ALIGN))
            }
        };
        if len == 0 {
            return Vec::new();
        }
        let offset = self.stack.take(len, align);
        vec![on_stack(0, parcel.len, offset, parcel.rest)]
    }
}

/// The word of a parcel that begins at byte `offset`, or what there is of it, in a register.
pub(super) fn in_register(register: u8, offset: u32, parcel: &ArgPart) -> Piece {
    let place = Place::Register { register: Register(u16::from(register)), byte: 0 };
    Piece { offset, len: parcel.len.saturating_sub(offset).min(WORD), place, rest: parcel.rest }
}
