//! Instructions in the form the simulator executes.

use super::float::{Arithmetic, Integer, Relation};
use super::isa::{Instruction, Op};
use crate::predecoded::{self, Sentinel};

/// A format of floating-point numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Width {
    Half,
    Single,
    Double,
}

/// Work of an instruction on floating-point numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Work {
    Load,
    Store,
    Arithmetic(Arithmetic),
    /// A product and a sum; which of them are negated.
    MultiplyAdd([bool; 2]),
    SquareRoot,
    /// The sign of the second operand: as it is, negated, multiplied.
    Sign,
    SignNegated,
    SignProduct,
    /// The lesser, or the greater with `true`.
    Extreme(bool),
    Compare(Relation),
    Classify,
    ToInteger(Integer),
    FromInteger(Integer),
    /// Bits to a general register, and from one.
    BitsOut,
    BitsIn,
    /// From a number of this format.
    Convert(Width),
    /// A constant by its number.
    Constant,
    /// The lesser, or the greater with `true`; no number if one operand is none.
    ExtremeOfNumbers(bool),
    /// The nearest integer in the same format; with `true` a result that is not exact is told.
    Integral(bool),
    /// The lowest 32 bits of an integer.
    ToModularWord,
    /// The upper half of the bits to a general register.
    UpperBitsOut,
    /// Both halves of the bits from general registers.
    HalvesIn,
}

/// Work of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Code {
    /// No instruction: the number of a runtime function, or the word, in `imm`.
    Sentinel(Sentinel),
    /// An instruction.
    Op(Op),
    /// An instruction on floating-point numbers.
    Float(Work, Width),
}

/// One decoded instruction.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    pub(super) code: Code,
    /// Length in bytes.
    pub(super) size: u8,
    pub(super) rd: u8,
    pub(super) rs1: u8,
    pub(super) rs2: u8,
    pub(super) rs3: u8,
    pub(super) mode: u8,
    /// Constant as in [`Instruction::imm`], or the word at fault.
    pub(super) imm: i32,
}

impl Entry {
    pub(super) const fn plain(code: Code, imm: i32) -> Self {
        Self { code, size: 0, rd: 0, rs1: 0, rs2: 0, rs3: 0, mode: 0, imm }
    }

    pub(super) fn of(instruction: &Instruction) -> Self {
        let i = instruction;
        let code = float_work(i.op).map_or(Code::Op(i.op), |(work, width)| Code::Float(work, width));
        Self {
            code,
            size: i.size() as u8,
            rd: i.rd & 31,
            rs1: i.rs1 & 31,
            rs2: i.rs2 & 31,
            rs3: i.rs3 & 31,
            mode: i.mode,
            imm: i.imm,
        }
    }
}

const fn integer(bits: u32, signed: bool) -> Integer {
    Integer { bits, signed }
}

/// Makes the table of operations on floating-point numbers: the work, and its operations on halves, singles and doubles.
macro_rules! works {
    ($op:ident; $($work:expr => $half:ident $single:ident $double:ident;)*) => {
        match $op {
            $(
                Op::$half => Some(($work, Width::Half)),
                Op::$single => Some(($work, Width::Single)),
                Op::$double => Some(($work, Width::Double)),
            )*
            Op::FcvtSD => Some((Work::Convert(Width::Double), Width::Single)),
            Op::FcvtDS => Some((Work::Convert(Width::Single), Width::Double)),
            Op::FcvtSH => Some((Work::Convert(Width::Half), Width::Single)),
            Op::FcvtHS => Some((Work::Convert(Width::Single), Width::Half)),
            Op::FcvtDH => Some((Work::Convert(Width::Half), Width::Double)),
            Op::FcvtHD => Some((Work::Convert(Width::Double), Width::Half)),
            Op::FcvtmodWD => Some((Work::ToModularWord, Width::Double)),
            Op::FmvhXD => Some((Work::UpperBitsOut, Width::Double)),
            Op::FmvpDX => Some((Work::HalvesIn, Width::Double)),
            _ => None,
        }
    };
}

/// The work of an operation on floating-point numbers, and their format; `None` for all others.
fn float_work(op: Op) -> Option<(Work, Width)> {
    works! { op;
        Work::Load => Flh Flw Fld;
        Work::Store => Fsh Fsw Fsd;
        Work::MultiplyAdd([false, false]) => FmaddH FmaddS FmaddD;
        Work::MultiplyAdd([false, true]) => FmsubH FmsubS FmsubD;
        Work::MultiplyAdd([true, false]) => FnmsubH FnmsubS FnmsubD;
        Work::MultiplyAdd([true, true]) => FnmaddH FnmaddS FnmaddD;
        Work::Arithmetic(Arithmetic::Add) => FaddH FaddS FaddD;
        Work::Arithmetic(Arithmetic::Subtract) => FsubH FsubS FsubD;
        Work::Arithmetic(Arithmetic::Multiply) => FmulH FmulS FmulD;
        Work::Arithmetic(Arithmetic::Divide) => FdivH FdivS FdivD;
        Work::SquareRoot => FsqrtH FsqrtS FsqrtD;
        Work::Sign => FsgnjH FsgnjS FsgnjD;
        Work::SignNegated => FsgnjnH FsgnjnS FsgnjnD;
        Work::SignProduct => FsgnjxH FsgnjxS FsgnjxD;
        Work::Extreme(false) => FminH FminS FminD;
        Work::Extreme(true) => FmaxH FmaxS FmaxD;
        Work::Compare(Relation::Equal) => FeqH FeqS FeqD;
        Work::Compare(Relation::Less) => FltH FltS FltD;
        Work::Compare(Relation::LessOrEqual) => FleH FleS FleD;
        Work::Compare(Relation::QuietLess) => FltqH FltqS FltqD;
        Work::Compare(Relation::QuietLessOrEqual) => FleqH FleqS FleqD;
        Work::Constant => FliH FliS FliD;
        Work::ExtremeOfNumbers(false) => FminmH FminmS FminmD;
        Work::ExtremeOfNumbers(true) => FmaxmH FmaxmS FmaxmD;
        Work::Integral(false) => FroundH FroundS FroundD;
        Work::Integral(true) => FroundnxH FroundnxS FroundnxD;
        Work::Classify => FclassH FclassS FclassD;
        Work::ToInteger(integer(32, true)) => FcvtWH FcvtWS FcvtWD;
        Work::ToInteger(integer(32, false)) => FcvtWuH FcvtWuS FcvtWuD;
        Work::ToInteger(integer(64, true)) => FcvtLH FcvtLS FcvtLD;
        Work::ToInteger(integer(64, false)) => FcvtLuH FcvtLuS FcvtLuD;
        Work::FromInteger(integer(32, true)) => FcvtHW FcvtSW FcvtDW;
        Work::FromInteger(integer(32, false)) => FcvtHWu FcvtSWu FcvtDWu;
        Work::FromInteger(integer(64, true)) => FcvtHL FcvtSL FcvtDL;
        Work::FromInteger(integer(64, false)) => FcvtHLu FcvtSLu FcvtDLu;
        Work::BitsOut => FmvXH FmvXW FmvXD;
        Work::BitsIn => FmvHX FmvWX FmvDX;
    }
}

impl predecoded::Entry for Entry {
    type Detail = ();
    const SHIFT: u32 = 1;
    const LONGEST: u32 = 4;

    #[inline(always)]
    fn sentinel(work: Sentinel, number: u32) -> Self {
        Self::plain(Code::Sentinel(work), number as i32)
    }

    #[inline(always)]
    fn as_sentinel(self) -> Option<Sentinel> {
        if let Code::Sentinel(work) = self.code { Some(work) } else { None }
    }
}
