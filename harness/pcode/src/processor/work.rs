//! P-code in the form in which it is executed: every operand is resolved to where it is.

use super::lanes::Lanes;
use crate::arithmetic::mask;
use libsla::{FloatOp, OpCode};

/// Bytes of the space of registers, and behind it of temporaries.
pub(crate) const TEMPORARIES: u64 = 0x6000;
const CELLS: usize = 0x8000;

/// Cells of a simulator's own behind the temporaries.
pub(crate) const LAST: u64 = CELLS as u64 - 16;

/// Registers and temporaries, at the addresses that the specification gives them.
#[derive(Clone)]
pub(crate) struct Cells(Box<[u8; CELLS]>);

impl std::fmt::Debug for Cells {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Cells")
    }
}

impl Cells {
    pub(crate) fn new() -> Cells {
        Cells(Box::new([0; CELLS]))
    }

    /// Makes all registers below an address 0, and what a simulator has of its own.
    pub(crate) fn clear(&mut self, end: usize) {
        for part in [0..end, Self::LAST..CELLS] {
            self.0.get_mut(part).unwrap_or_default().fill(0);
        }
    }

    /// The last place at which 16 bytes lie.
    const LAST: usize = CELLS - 16;

    /// 8 bytes, of which those beyond the size of a cell do not count.
    #[inline(always)]
    pub(crate) fn word(&self, at: u64) -> u64 {
        let at = (at as usize).min(Self::LAST);
        let bytes = self.0.get(at..).and_then(|rest| rest.first_chunk());
        bytes.map_or(0, |bytes| u64::from_le_bytes(*bytes))
    }

    #[inline(always)]
    pub(crate) fn get(&self, at: u64, size: u8) -> u128 {
        let at = (at as usize).min(Self::LAST);
        let bytes = self.0.get(at..).and_then(|rest| rest.first_chunk());
        bytes.map_or(0, |bytes| u128::from_le_bytes(*bytes)) & mask(size)
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, at: u64, size: u8, value: u128) {
        let at = (at as usize).min(Self::LAST);
        let Some(place) = self.0.get_mut(at..at + 16) else { return };
        let bytes = value.to_le_bytes();
        match size {
            8 => place[..8].copy_from_slice(&bytes[..8]),
            4 => place[..4].copy_from_slice(&bytes[..4]),
            1 => place[0] = bytes[0],
            16 => place.copy_from_slice(&bytes),
            _ => place.iter_mut().zip(bytes).take(size.into()).for_each(|(to, from)| *to = from),
        }
    }
}

/// Where an operand is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// In the operation itself.
    Constant,
    /// In the operation, as a distance from the instruction's address.
    Relative,
    /// In the operation, as a distance from the beginning of the page of 4096 bytes in which the instruction lies.
    Paged,
    /// A register or a temporary.
    Cell,
}

/// An operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Operand {
    pub(crate) place: Place,
    /// Size in bytes.
    pub(crate) size: u8,
    /// A value, a distance, or the address of a cell.
    pub(crate) value: u64,
}

impl Operand {
    pub(crate) const NONE: Operand = Operand::constant(0, 8);

    #[inline(always)]
    pub(crate) const fn constant(value: u64, size: u8) -> Operand {
        Operand { place: Place::Constant, size, value }
    }

    #[inline(always)]
    pub(crate) const fn cell(at: u64, size: u8) -> Operand {
        Operand { place: Place::Cell, size, value: at }
    }

    /// True for two cells of which some bytes are the same.
    pub(crate) fn meets(self, other: Operand) -> bool {
        let is_cell = self.place == Place::Cell && other.place == Place::Cell;
        is_cell
            && self.value < other.value + u64::from(other.size)
            && other.value < self.value + u64::from(self.size)
    }
}

/// Work of an operation for which p-code is missing or wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Own {
    /// An exception of the processor, in words.
    Exception(&'static str),
    /// No instruction.
    Illegal,
    /// A call of the system, which the host does not have.
    System,
    /// An exception if the first operand, a divisor, is 0.
    Divisor,
    /// An exception if the first operand, a quotient, does not fit in half its size, with a sign or without.
    Quotient(bool),
    /// An exception if the first operand, the stack pointer, is not aligned.
    Stack,
    /// The x87 stack has grown or shrunk by one.
    Turn(bool),
    /// The register of the x87 stack with the number in the first operand has a value, or gets one.
    Full,
    Fill,
    /// The kind of the number at the top of the x87 stack.
    Examine,
    /// The condition bits of the x87.
    Conditions,
    /// The condition flags as the bits of a register, and back.
    Flags,
    SetFlags,
    /// A number as an integer and back, with a sign or without.
    ToInteger(bool),
    FromInteger(bool),
    /// A number rounded to an integer; whether it is told that this was not exact.
    Integral(bool),
    /// `a * b + c`, rounded once; whether the product and the sum are negated.
    MultiplyAdd([bool; 2]),
    /// Arm: from now on the bytes at the address in the first operand are reserved.
    Reserve,
    /// Whether the bytes at that address are reserved, which they are no longer then; of no address, that a store succeeded.
    Reserved,
    /// Something on the lanes of vectors.
    Lanes(Lanes),
}

/// Work of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    /// The first operand.
    Copy,
    /// On integers.
    Pure(OpCode),
    /// On floating-point numbers.
    Float(FloatOp),
    Own(Own),
    /// An access to memory, and whether its address has to be a multiple of its size.
    Load(bool),
    Store(bool),
    /// To the operation with the number in the first operand, if the second one is not 0.
    Skip,
    /// To the address in the first operand, if the second one is not 0.
    Leave,
    /// To an address, from the register with this number.
    Jump(u16),
    Call,
    /// As functions return, from the register with this number or from the stack.
    Return(Option<u16>),
}

/// The mode of a conversion to an extended double that is no operation of its own: NaNs stay as they are.
pub(crate) const KEPT: u8 = 8;

/// One operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Operation {
    pub(crate) work: Work,
    pub(crate) out: Operand,
    pub(crate) inputs: [Operand; 3],
    /// Rounding: a code of RISC-V's instructions, of which 7 is what the control register says.
    pub(crate) mode: u8,
    /// Comparisons are quiet.
    pub(crate) quiet: bool,
}

impl Operation {
    pub(crate) const fn new(work: Work, out: Operand, inputs: [Operand; 3]) -> Operation {
        Operation { work, out, inputs, mode: 7, quiet: false }
    }

    pub(crate) const fn own(own: Own, inputs: [Operand; 3], out: Operand) -> Operation {
        Operation::new(Work::Own(own), out, inputs)
    }
}
