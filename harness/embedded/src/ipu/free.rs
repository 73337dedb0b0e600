//! Registers and stack slots that are free while arguments are assigned their places.

use crosscall_clauses::ipu as names;

use super::Dialect;
use super::registers::{FIRST_A, FIRST_M};
use crate::emit::Reg;
use crate::places::{Part, Spot};

/// Register file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum File {
    M,
    A,
}

/// Demand of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Wants {
    /// File of its registers.
    pub(super) file: File,
    /// Number of bytes.
    pub(super) size: u32,
    /// True for a vector.
    pub(super) vector: bool,
    /// True for a vector of bytes that are widened, except on the stack of a variadic function (S04 bytes).
    pub(super) widened: bool,
    /// Alignment on the stack in bytes that a typedef demands, where that counts (S28).
    pub(super) align: Option<u32>,
}

/// Greatest number of bytes of a vector that are widened to lanes; of a longer one, each byte is passed separately
/// (S04 bytes).
pub(super) const MOST_WIDENED: u32 = 4;

/// Number of bytes of a lane that contains a byte.
const LANE: u32 = 2;

impl Wants {
    /// Number of registers, which is also the alignment of the first one's number.
    fn registers(&self) -> usize {
        match self.size {
            0..=4 => 1,
            // ARG-06: 64 bits are in a pair of registers, the first of which has an even number.
            5..=8 => 2,
            // ARG-07: 128 bits are in a quad of registers, the first of which has a number that 4 divides.
            _ => 4,
        }
    }
}

/// State of a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RegisterState {
    /// Unused.
    Free,
    /// Skipped for an aligned value.
    LeftOut,
    /// In use, or unavailable.
    Gone,
}

/// Free registers and stack slots.
pub(super) struct Free<'d> {
    dialect: &'d Dialect,
    /// States of $m0 to $m3 (ARG-03).
    m: [RegisterState; 4],
    /// States of $a0 to $a5 (ARG-04).
    a: [RegisterState; 6],
    /// Number of bytes of the stack so far.
    stack: u32,
    /// True if all further arguments go to the stack.
    pub(super) stack_only: bool,
}

impl<'d> Free<'d> {
    pub(super) fn new(dialect: &'d Dialect) -> Free<'d> {
        Free {
            dialect,
            m: [RegisterState::Free; 4],
            a: [RegisterState::Free; 6],
            stack: 0,
            stack_only: false,
        }
    }

    /// Makes the first register of each file unavailable.
    pub(super) fn shift(&mut self) {
        for file in [File::M, File::A] {
            if let Some(first) = self.file(file).first_mut() {
                *first = RegisterState::Gone;
            }
        }
    }

    fn file(&mut self, file: File) -> &mut [RegisterState] {
        match file {
            File::M => &mut self.m,
            File::A => &mut self.a,
        }
    }

    /// Number of the first register after all that are used or skipped.
    fn next(&mut self, file: File) -> usize {
        let behind = |states: &[RegisterState]| {
            states.iter().rposition(|s| *s != RegisterState::Free).map_or(0, |last| last + 1)
        };
        // ARG-04 count: the registers of the two files are counted separately, or positions number both.
        let other = if self.dialect.is(names::RegisterCount::Shared) {
            behind(&self.m).max(behind(&self.a))
        } else {
            0
        };
        behind(self.file(file)).max(other)
    }

    /// Place of an address.
    pub(super) fn address(&mut self) -> Spot {
        let wants = Wants { file: File::M, size: 4, vector: false, widened: false, align: None };
        // An address has one part.
        self.value(&wants).first().map_or(Spot::Stack(0), |part| part.spot)
    }

    /// Places of a value.
    pub(super) fn value(&mut self, wants: &Wants) -> Vec<Part> {
        // ARG-05 after: behind a stack argument, an argument may be in registers, or all are on the stack.
        let closed = self.dialect.is(names::AfterStackArgument::StackOnly) && self.stack > 0;
        if self.stack_only || closed && !wants.widened {
            return self.on_stack(wants);
        }
        // S04 bytes: bytes of a vector lie as in memory, or two or four of them are widened to 16 bits each.
        if wants.widened {
            return self.bytes(wants);
        }
        let count = wants.registers();
        // ARG-06 pair: a pair begins with an even number, or the words of a scalar are passed separately.
        if count == 2 && !wants.vector && self.dialect.is(names::PairStart::WordsByThemselves) {
            let word = Wants { size: 4, align: None, ..*wants };
            let mut parts: Vec<Part> = Vec::new();
            for offset in self.words() {
                parts.extend(self.value(&word).into_iter().map(|part| Part { offset, ..part }));
            }
            parts.sort_by_key(|part| part.offset);
            return parts;
        }
        // ARG-08 back-fill: a register that was left out stays unused, or a later argument takes it.
        if count == 1 && self.dialect.is(names::BackFill::LaterArgument) {
            let left = self.file(wants.file).iter().position(|s| *s == RegisterState::LeftOut);
            if let Some(number) = left {
                self.take(wants.file, number..number + 1);
                return self.parts(wants, number);
            }
        }
        let next = self.next(wants.file);
        let first = next.next_multiple_of(count);
        let all = self.file(wants.file).len();
        if first + count <= all {
            // ARG-08: arguments after one in a pair or a quad take only registers behind it.
            for number in next..first {
                self.mark(wants.file, number, RegisterState::LeftOut);
            }
            self.take(wants.file, first..first + count);
            return self.parts(wants, first);
        }
        if next >= all {
            return self.on_stack(wants);
        }
        // ARG-06 short: without a pair, a value is on the stack, or one register takes its first word.
        if self.dialect.is(names::LastRegisterPair::SplitWithStack) && count == 2 && next + 1 == all {
            self.take(wants.file, next..all);
            let [one, two] = self.words();
            let rest = self.slot(4, 4);
            return vec![
                Part::new(one, 4, Spot::Register(register(wants.file, next))),
                Part::new(two, 4, rest),
            ];
        }
        // ARG-08 passed: registers that were too few stay unused, or are taken later.
        if !self.dialect.is(names::AfterStackArgument::StackOnly)
            && self.dialect.is(names::PassedOverRegisters::Unused)
        {
            self.take(wants.file, next..all);
        }
        self.on_stack(wants)
    }

    /// Places of bytes that are not passed as they are in memory: two in a register, or one.
    fn bytes(&mut self, wants: &Wants) -> Vec<Part> {
        let lanes = wants.size <= MOST_WIDENED;
        let own = match lanes {
            true => Wants { size: wants.size * LANE, widened: false, ..*wants },
            false => Wants { size: 1, vector: false, widened: false, ..*wants },
        };
        if !lanes {
            let byte = |offset| self.value(&own).into_iter().map(move |part| Part { offset, ..part });
            return (0..wants.size).flat_map(byte).collect();
        }
        self.value(&own).iter().flat_map(close).collect()
    }

    fn take(&mut self, file: File, numbers: std::ops::Range<usize>) {
        for number in numbers {
            self.mark(file, number, RegisterState::Gone);
        }
    }

    fn mark(&mut self, file: File, number: usize, as_: RegisterState) {
        if let Some(state) = self.file(file).get_mut(number) {
            *state = as_;
        }
    }

    /// Offsets of the words in the even and in the odd register (ARG-06 order).
    fn words(&self) -> [u32; 2] {
        if self.dialect.is(names::PairOrder::LowerAddressInOdd) { [4, 0] } else { [0, 4] }
    }

    /// Pieces of a value in consecutive registers, in the order of its bytes.
    fn parts(&self, wants: &Wants, first: usize) -> Vec<Part> {
        let spot = |i: usize| Spot::Register(register(wants.file, first + i));
        match wants.registers() {
            1 => vec![Part::new(0, wants.size, spot(0))],
            2 => {
                let [even, odd] = self.words();
                let part = |offset: u32, i| Part::new(offset, (wants.size - offset).min(4), spot(i));
                let mut parts = vec![part(even, 0), part(odd, 1)];
                parts.sort_by_key(|part| part.offset);
                parts
            }
            count => (0..count).map(|i| Part::new(4 * i as u32, 4, spot(i))).collect(),
        }
    }

    /// Place on the stack (ARG-05, S12).
    fn on_stack(&mut self, wants: &Wants) -> Vec<Part> {
        let spot = match wants.registers() {
            1 => self.slot(4, wants.align.unwrap_or(4).clamp(4, 8)),
            // ARG-05 slot: places on the stack have 4 bytes, those of 64 bits 8 or two of 4, or all have multiples of
            // 8.
            2 => {
                let usual = match self.dialect.of() {
                    names::StackSlot::TwoWordsForAll => 4,
                    names::StackSlot::TwoWordsForScalars if !wants.vector => 4,
                    _ => 8,
                };
                self.slot(8, wants.align.map_or(usual, |align| align.clamp(4, 8)))
            }
            // ARG-07 stack: 128 bits are aligned to 16 on the stack, to 8 or to 4.
            _ => {
                let align = match self.dialect.of() {
                    names::QuadStackAlign::Four => 4,
                    names::QuadStackAlign::Eight => 8,
                    names::QuadStackAlign::Sixteen => 16,
                };
                self.slot(16, align)
            }
        };
        vec![Part::new(0, wants.size, spot)]
    }

    /// Stack location of a value that is passed in memory only (S18).
    pub(super) fn memory(&mut self, size: u32, align: u32) -> Spot {
        self.slot(size.next_multiple_of(4), align.clamp(4, 8))
    }

    fn slot(&mut self, size: u32, align: u32) -> Spot {
        // ARG-05 slot: places on the stack have 4 bytes, those of 64 bits 8 or two of 4, or all have multiples of 8.
        let least = if self.dialect.is(names::StackSlot::MultipleOfEight) { 8 } else { 4 };
        let at = self.stack.next_multiple_of(align.max(least));
        self.stack = at + size.next_multiple_of(least);
        Spot::Stack(i32::try_from(at).unwrap_or(i32::MAX))
    }

    /// Number of bytes of the stack so far.
    pub(super) fn end(&self) -> u32 {
        self.stack
    }
}

/// Pieces for the bytes of a piece with wider lanes: on the stack, each byte is separate.
fn close(part: &Part) -> Vec<Part> {
    let (first, count) = (part.offset / LANE, part.len / LANE);
    match part.spot {
        Spot::Stack(at) => {
            let lane = |i: u32| Part::new(first + i, 1, Spot::Stack(at.saturating_add_unsigned(i * LANE)));
            (0..count).map(lane).collect()
        }
        spot => vec![in_lanes(first, count, spot)],
    }
}

/// Piece of bytes that share a register, each in a lane of its own.
pub(super) fn in_lanes(offset: u32, count: u32, spot: Spot) -> Part {
    Part { spread: Some(1), ..Part::new(offset, count, spot) }
}

fn register(file: File, number: usize) -> Reg {
    let first = match file {
        File::M => FIRST_M,
        File::A => FIRST_A,
    };
    Reg(first.0 + number as u16)
}
