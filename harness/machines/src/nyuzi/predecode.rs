//! Instructions in the form the simulator executes.

use super::isa::{Instruction, Op, Shape};
use crate::predecoded::{self, Sentinel};

/// Work of an entry: the kinds of the operands, where the operation itself is in [`Entry::op`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Code {
    /// No instruction: the number of a runtime function, or the word, in `imm`.
    Sentinel(Sentinel),
    /// Scalar = scalar op scalar.
    Scalar,
    /// Scalar = scalar op immediate.
    ScalarImmediate,
    /// Scalar = immediate, shifted already.
    Constant,
    /// Addition of scalars, the most frequent of all.
    Add,
    /// Addition of an immediate.
    AddImmediate,
    /// Copy of a scalar.
    Copy,
    /// Scalar = mask of scalar op scalar.
    Compare,
    /// Scalar = mask of scalar op immediate.
    CompareImmediate,
    /// Vector = vector op scalar.
    VectorScalar,
    /// Vector = vector op vector.
    Vector,
    /// Vector = vector op immediate.
    VectorImmediate,
    /// Scalar = mask of vector op scalar.
    CompareVectorScalar,
    /// Scalar = mask of vector op vector.
    CompareVector,
    /// Scalar = mask of vector op immediate.
    CompareVectorImmediate,
    /// Scalar = a lane; the number in a register.
    Getlane,
    /// Scalar = a lane; the number in `imm`.
    GetlaneImmediate,
    /// Vector = lanes of a vector, in the order of another.
    Shuffle,
    /// An operation whose operands always have the same kinds.
    Op(Op),
}

/// [`Entry::m`] of an instruction without mask.
pub(super) const NO_MASK: u8 = u8::MAX;

/// One decoded instruction.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    pub(super) code: Code,
    pub(super) op: Op,
    pub(super) d: u8,
    pub(super) a: u8,
    pub(super) b: u8,
    /// Mask register, or [`NO_MASK`].
    pub(super) m: u8,
    /// Immediate as in [`Instruction::imm`]; the word at fault.
    pub(super) imm: u32,
}

impl Entry {
    pub(super) const fn plain(code: Code, imm: u32) -> Self {
        Self { code, op: Op::Nop, d: 0, a: 0, b: 0, m: NO_MASK, imm }
    }

    /// Translates an instruction.
    pub(super) fn of(instruction: &Instruction) -> Self {
        let i = instruction;
        let m = if i.shape.is_masked() { i.m & 31 } else { NO_MASK };
        let imm = if i.op == Op::Movehi { (i.imm as u32) << 13 } else { i.imm as u32 };
        Self { code: code_of(i), op: i.op, d: i.d & 31, a: i.a & 31, b: i.b & 31, m, imm }
    }
}

/// Returns whether the operation compares.
pub(super) const fn is_compare(op: Op) -> bool {
    op as u8 >= Op::CmpEqI as u8 && op as u8 <= Op::CmpNeF as u8
}

fn code_of(instruction: &Instruction) -> Code {
    let op = instruction.op;
    let compares = is_compare(op);
    let pick = |arithmetic, compare| if compares { compare } else { arithmetic };
    match instruction.shape {
        Shape::SSS if op == Op::AddI => Code::Add,
        Shape::SSI if op == Op::AddI => Code::AddImmediate,
        Shape::SS if op == Op::Move => Code::Copy,
        Shape::SSS | Shape::SS => pick(Code::Scalar, Code::Compare),
        Shape::SSI => pick(Code::ScalarImmediate, Code::CompareImmediate),
        Shape::SI | Shape::High => Code::Constant,
        Shape::VVV | Shape::MVVV if op == Op::Shuffle => Code::Shuffle,
        Shape::VVS | Shape::MVVS | Shape::VS | Shape::MVS => Code::VectorScalar,
        Shape::VVV | Shape::MVVV | Shape::VV | Shape::MVV => Code::Vector,
        Shape::VVI | Shape::MVVI | Shape::VI | Shape::MVI => Code::VectorImmediate,
        Shape::SVS => pick(Code::Getlane, Code::CompareVectorScalar),
        Shape::SVV => Code::CompareVector,
        Shape::SVI => pick(Code::GetlaneImmediate, Code::CompareVectorImmediate),
        _ => Code::Op(op),
    }
}

impl predecoded::Entry for Entry {
    type Detail = ();
    const SHIFT: u32 = 2;
    const LONGEST: u32 = 4;

    #[inline(always)]
    fn sentinel(work: Sentinel, number: u32) -> Self {
        Self::plain(Code::Sentinel(work), number)
    }

    #[inline(always)]
    fn as_sentinel(self) -> Option<Sentinel> {
        if let Code::Sentinel(work) = self.code { Some(work) } else { None }
    }
}
