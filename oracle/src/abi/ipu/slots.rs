//! The allocation of argument registers and stack slots, one argument after the other. The state and
//! its step are also what [`super::automaton`] walks.

use super::registers::File;
use crate::abi::call;
use crate::abi::passing;
use crate::abi::rules::Rules;
use crosscall_clauses::ipu::{
    AfterStackArgument, BackFill, LastRegisterPair, PairOrder, PairStart, PassedOverRegisters,
    QuadStackAlign, RegisterCount, StackSlot, clause,
};
use crosscall_model::plan::{Extension, Piece, Place};
use crosscall_model::target::Register;

/// Bytes of a register.
pub(super) const WORD: u32 = 4;

/// Bytes that get a place of their own, with all that the document asks of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::abi) struct ArgPart {
    /// Number of bytes.
    pub(super) len: u32,
    /// Registers that it takes: one, an aligned pair, an aligned quad; none for what always goes to the stack.
    pub(super) registers: u8,
    /// Their file.
    pub(super) file: File,
    /// Alignment in bytes on the stack of what always goes there, and of what a typedef aligns (IPU-S28.R2).
    pub(super) align: Option<u64>,
    /// True if it is a vector, of which IPU-ARG-05 `slot` makes something else on the stack.
    pub(super) vector: bool,
    /// True if it is a vector of bytes, which may travel otherwise than it lies in memory (IPU-S04 `bytes`).
    pub(super) bytes: bool,
    /// Bits above a narrow value.
    pub(super) upper: Upper,
}

/// Bytes of a lane to which a byte is widened (IPU-S04.R8).
const LANE: u32 = 2;

/// Most lanes of that kind that one vector has: those of a pair.
const MOST_LANES: u32 = 4;

/// A vector of bytes that does not travel as it lies in memory (IPU-S04.R8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Widened {
    /// As a vector of wider lanes.
    Lanes(ArgPart),
    /// Each byte by itself.
    Each(ArgPart),
}

impl Widened {
    /// The pieces of a vector of so many bytes; `place` gives those of what travels, one after the other.
    pub(super) fn pieces(&self, count: u32, mut place: impl FnMut(&ArgPart) -> Vec<Piece>) -> Vec<Piece> {
        match self {
            Widened::Lanes(wide) => {
                let pieces = place(wide);
                (0..count).filter_map(|lane| low_byte(&pieces, lane)).collect()
            }
            Widened::Each(one) => call::in_parts(count, 1, |_| place(one)),
        }
    }
}

/// The byte in a lane of a widened vector.
fn low_byte(wide: &[Piece], lane: u32) -> Option<Piece> {
    let at = lane.saturating_mul(LANE);
    let piece =
        wide.iter().find(|piece| (piece.offset..piece.offset.saturating_add(piece.len)).contains(&at))?;
    let by = at - piece.offset;
    let place = match piece.place {
        Place::Register { register, byte } => {
            Place::Register { register, byte: byte.saturating_add(u16::try_from(by).ok()?) }
        }
        Place::Stack { offset } => Place::Stack { offset: offset.saturating_add(by.into()) },
        pointed @ Place::Pointed { .. } => pointed,
    };
    Some(Piece { offset: lane, len: 1, place, rest: Extension::Unspecified })
}

/// Bits above a value that is narrower than a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Upper {
    /// As the rule for it says.
    Extension(Extension),
    /// The value once more (IPU-S05.R2).
    Again,
}

impl ArgPart {
    /// A value of up to 128 bits.
    pub(super) fn new(len: u32, file: File, upper: Upper) -> ArgPart {
        let registers = match len {
            0..=4 => 1,
            5..=8 => 2,
            _ => 4,
        };
        ArgPart { len, registers, file, align: None, vector: false, bytes: false, upper }
    }

    /// The same of a vector.
    pub(super) fn vector(len: u32, file: File) -> ArgPart {
        ArgPart { vector: true, ..ArgPart::new(len, file, Upper::Extension(Extension::Unspecified)) }
    }

    /// Form of a vector of bytes that is widened (IPU-S04.R8).
    pub(super) fn widened(&self) -> Widened {
        match self.len {
            0..=MOST_LANES => Widened::Lanes(ArgPart::vector(self.len.saturating_mul(LANE), self.file)),
            _ => Widened::Each(ArgPart::new(1, self.file, Upper::Extension(Extension::Unspecified))),
        }
    }

    /// Bytes that are in memory only (IPU-S18.R2).
    pub(super) fn in_memory(len: u32, align: u64) -> ArgPart {
        let upper = Upper::Extension(Extension::Unspecified);
        ArgPart { len, registers: 0, file: File::M, align: Some(align), vector: false, bytes: false, upper }
    }
}

impl passing::ArgPart for ArgPart {
    fn address() -> ArgPart {
        ArgPart::new(WORD, File::M, Upper::Extension(Extension::Unspecified))
    }

    fn len(&self) -> u32 {
        self.len
    }
}

/// Registers of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Used {
    /// Number of registers that were looked at.
    pub(super) next: u8,
    /// Registers that were left out for an even one, as a bit set.
    pub(super) skipped: u8,
}

/// Registers and stack slots given away so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(in crate::abi) struct CallState {
    /// Of the m file.
    pub(super) m: Used,
    /// Of the a file.
    pub(super) a: Used,
    /// Bytes of stack arguments, counted from the first one's place.
    pub(super) stack: u64,
}

impl CallState {
    fn used(&mut self, file: File) -> &mut Used {
        match file {
            File::M => &mut self.m,
            File::A => &mut self.a,
        }
    }

    /// Places the next argument. The clause on places like the one that it gets is named first.
    pub(super) fn step(&mut self, parcel: &ArgPart, rules: &mut Rules<'_>) -> Vec<Piece> {
        let (placed, cited) = rules.citing(|rules| self.place(parcel, rules));
        let in_registers = |piece: &Piece| matches!(piece.place, Place::Register { .. });
        rules.cite(match parcel.registers {
            _ if !placed.iter().any(in_registers) => clause::ARG_05,
            2 => clause::ARG_06,
            4 => clause::ARG_07,
            _ => parcel.file.clause(),
        });
        rules.cite(parcel.file.clause());
        if parcel.registers == 2 {
            rules.cite(clause::S13);
        }
        cited.into_iter().for_each(|clause| rules.cite(clause));
        placed
    }

    fn place(&mut self, parcel: &ArgPart, rules: &mut Rules<'_>) -> Vec<Piece> {
        let closed = self.stack > 0 && rules.is(AfterStackArgument::StackOnly);
        if parcel.registers == 0 || closed {
            return self.on_stack(parcel, rules);
        }
        if parcel.registers == 2 && !parcel.vector && rules.is(PairStart::WordsByThemselves) {
            return self.words(parcel, rules);
        }
        if let Some(number) = self.skipped(parcel, rules) {
            return in_registers(parcel, number, rules);
        }
        let shared = self.m.next != self.a.next && rules.is(RegisterCount::Shared);
        let next = if shared { self.m.next.max(self.a.next) } else { self.used(parcel.file).next };
        let most = parcel.file.arguments();
        let first = next.next_multiple_of(parcel.registers);
        if first.saturating_add(parcel.registers) <= most {
            self.leave_out(parcel.file, next..first);
            self.pass(parcel.file, first.saturating_add(parcel.registers), rules);
            return in_registers(parcel, first, rules);
        }
        if next < most {
            return self.too_few(parcel, next, rules);
        }
        self.on_stack(parcel, rules)
    }

    /// The two words of a scalar, each as a value of its own (IPU-ARG-06.R6).
    fn words(&mut self, parcel: &ArgPart, rules: &mut Rules<'_>) -> Vec<Piece> {
        let one = ArgPart { len: WORD, registers: 1, align: None, ..*parcel };
        let (first, second) = halves(rules);
        let mut pieces = Vec::new();
        for offset in [first, second] {
            pieces.extend(self.place(&one, rules).into_iter().map(|piece| Piece { offset, ..piece }));
        }
        pieces.sort_by_key(|piece| piece.offset);
        pieces
    }

    /// A register that was left out before, for a value that takes one (IPU-ARG-08).
    fn skipped(&mut self, parcel: &ArgPart, rules: &mut Rules<'_>) -> Option<u8> {
        let used = self.used(parcel.file);
        if parcel.registers != 1 || used.skipped == 0 || !rules.is(BackFill::LaterArgument) {
            return None;
        }
        let number = used.skipped.trailing_zeros() as u8;
        used.skipped &= used.skipped.wrapping_sub(1);
        Some(number)
    }

    /// Notes registers that an aligned value has left out.
    fn leave_out(&mut self, file: File, numbers: std::ops::Range<u8>) {
        for number in numbers {
            self.used(file).skipped |= 1_u8.checked_shl(number.into()).unwrap_or(0);
        }
    }

    /// Goes on behind a register: in the other file, too, where positions are counted (IPU-ARG-04).
    fn pass(&mut self, file: File, next: u8, rules: &mut Rules<'_>) {
        self.used(file).next = next;
        if rules.is(RegisterCount::Shared) {
            (self.m.next, self.a.next) = (next, next);
        }
    }

    /// A value for which there are registers, but too few.
    fn too_few(&mut self, parcel: &ArgPart, next: u8, rules: &mut Rules<'_>) -> Vec<Piece> {
        let most = parcel.file.arguments();
        let left = most.saturating_sub(next);
        if parcel.registers == 2 && left == 1 && rules.is(LastRegisterPair::SplitWithStack) {
            self.pass(parcel.file, most, rules);
            rules.cite(clause::ARG_05);
            let (low, high) = halves(rules);
            let at = self.take(u64::from(WORD), u64::from(WORD), rules);
            let register = Place::Register { register: parcel.file.register(next), byte: 0 };
            return vec![word(low, register), word(high, stack_place(at))];
        }
        let at = self.on_stack(parcel, rules);
        // The question does not arise where everything later is on the stack anyway.
        if !rules.is(AfterStackArgument::StackOnly) && rules.is(PassedOverRegisters::Unused) {
            self.pass(parcel.file, most, rules);
        }
        at
    }

    /// A parcel on the stack: IPU-ARG-05 and -07, IPU-S12.
    pub(super) fn on_stack(&mut self, parcel: &ArgPart, rules: &mut Rules<'_>) -> Vec<Piece> {
        rules.cite(clause::ARG_05);
        let (len, align) = match parcel.registers {
            0 => (u64::from(parcel.len).next_multiple_of(4), parcel.align.unwrap_or(4).clamp(4, 8)),
            1 => (4, parcel.align.unwrap_or(4).clamp(4, 8)),
            2 => match parcel.align {
                Some(align) => (8, align.clamp(4, 8)),
                None => (8, self.pair_align(parcel, rules)),
            },
            _ => match rules.ask() {
                QuadStackAlign::Eight => (16, 8),
                QuadStackAlign::Four => (16, 4),
                QuadStackAlign::Sixteen => (16, 16),
            },
        };
        let at = self.take(len, align, rules);
        match parcel.upper {
            Upper::Extension(rest) => {
                vec![Piece { offset: 0, len: parcel.len, place: stack_place(at), rest }]
            }
            Upper::Again => {
                let piece = |by: u64| Piece {
                    offset: 0,
                    len: parcel.len,
                    place: stack_place(at.saturating_add(by)),
                    rest: Extension::Unspecified,
                };
                vec![piece(0), piece(parcel.len.into())]
            }
        }
    }

    /// Alignment of a value of 64 bits on the stack, in bytes (IPU-ARG-05 `slot`).
    fn pair_align(&self, parcel: &ArgPart, rules: &mut Rules<'_>) -> u64 {
        match rules.ask() {
            StackSlot::TwoWordsForScalars if !parcel.vector => WORD.into(),
            StackSlot::TwoWordsForAll => WORD.into(),
            StackSlot::NaturalSize | StackSlot::TwoWordsForScalars | StackSlot::MultipleOfEight => 8,
        }
    }

    /// Gives away room on the stack; returns its distance from the place of the first stack argument.
    fn take(&mut self, len: u64, align: u64, rules: &mut Rules<'_>) -> u64 {
        // With places of 8 bytes each, only what is smaller differs.
        let large = rules.is(StackSlot::MultipleOfEight);
        let (len, align) = if large { (len.next_multiple_of(8), align.max(8)) } else { (len, align) };
        let at = self.stack.next_multiple_of(align.max(1));
        self.stack = at.saturating_add(len);
        at
    }
}

/// The offsets of the two words of 64 bits: that of the even register first (IPU-ARG-06).
fn halves(rules: &mut Rules<'_>) -> (u32, u32) {
    if rules.is(PairOrder::LowerAddressInOdd) { (WORD, 0) } else { (0, WORD) }
}

/// A parcel in registers from one on.
pub(super) fn in_registers(parcel: &ArgPart, first: u8, rules: &mut Rules<'_>) -> Vec<Piece> {
    let place = |number: u8, byte: u16| Place::Register {
        register: parcel.file.register(first.saturating_add(number)),
        byte,
    };
    match (parcel.registers, parcel.upper) {
        (2, _) => {
            let (even, odd) = halves(rules);
            let last = |offset: u32| parcel.len.saturating_sub(offset).min(WORD);
            vec![
                Piece { len: last(even), ..word(even, place(0, 0)) },
                Piece { len: last(odd), ..word(odd, place(1, 0)) },
            ]
        }
        (1, Upper::Extension(rest)) => vec![Piece { offset: 0, len: parcel.len, place: place(0, 0), rest }],
        (1, Upper::Again) => {
            let again = u16::try_from(parcel.len).unwrap_or(0);
            let piece = |byte| Piece {
                offset: 0,
                len: parcel.len,
                place: place(0, byte),
                rest: Extension::Unspecified,
            };
            vec![piece(0), piece(again)]
        }
        (count, _) => (0..count).map(|i| word(u32::from(i) * WORD, place(i, 0))).collect(),
    }
}

/// A word of a value, which begins at a byte of it.
fn word(offset: u32, place: Place) -> Piece {
    Piece { offset, len: WORD, place, rest: Extension::Unspecified }
}

/// A word that holds an address, in a register.
pub(super) fn address_in(register: Register) -> Piece {
    word(0, Place::Register { register, byte: 0 })
}

fn stack_place(at: u64) -> Place {
    Place::Stack { offset: i64::try_from(at).unwrap_or(i64::MAX) }
}
