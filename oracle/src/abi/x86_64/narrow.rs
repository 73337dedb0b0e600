//! Bits above values that do not fill their register or their eightbyte of the stack: X86-ARG-43, X86-TYPE-33 and the silent
//! points X86-S01 to -S03, -S18 and -S19.

use super::X86_64;
use super::scalar::{INT, extended};
use crate::abi::PADDING;
use crate::abi::data::{Basic, Scalars, Sign};
use crate::abi::rules::{Rules, joined};
use crosscall_clauses::x86_64::{
    AtomicExtension, BitIntRegister, BoolArgument, BoolResult, HalfTail, NarrowArgument, NarrowResult,
    VectorTail, clause,
};
use crosscall_model::layout::Image;
use crosscall_model::plan::{ClauseId, Extension, Passed};
use crosscall_model::{BitInt, Scalar, Type, Value};

/// Bytes of a general register, and of a vector register.
const REGISTER: u16 = 8;
const VECTOR: u16 = 16;

/// Bytes of an `int`.
const INT_BYTES: u16 = INT as u16;

/// Bits above a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::abi) struct Above {
    /// In a general register.
    pub(super) integer: Extension,
    /// In a vector register.
    pub(super) vector: Extension,
    /// On the stack.
    pub(super) stack: Extension,
}

impl Above {
    /// Bits that nothing is said of.
    pub(super) const UNSPECIFIED: Above = Above {
        integer: Extension::Unspecified,
        vector: Extension::Unspecified,
        stack: Extension::Unspecified,
    };
}

/// How far integers that are narrower than a register are extended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    Nowhere,
    Int,
    Register,
}

/// How far narrow integers are extended as arguments, or as results.
fn reach(is_result: bool, rules: &mut Rules<'_>) -> Reach {
    match is_result {
        true => match rules.ask() {
            NarrowResult::Unspecified => Reach::Nowhere,
            NarrowResult::ThirtyTwoBits => Reach::Int,
            NarrowResult::Eightbyte => Reach::Register,
        },
        false => match rules.ask() {
            NarrowArgument::Unspecified => Reach::Nowhere,
            NarrowArgument::ThirtyTwoBits => Reach::Int,
            NarrowArgument::Eightbyte => Reach::Register,
        },
    }
}

impl X86_64 {
    /// The bits above a value in general registers and on the stack, with their clauses.
    pub(super) fn above(&self, ty: &Type, is_result: bool, rules: &mut Rules<'_>) -> (Above, Vec<ClauseId>) {
        let (basic, _) = rules.citing(|rules| self.basic(ty, rules));
        let narrow = basic.filter(|basic| basic.sign.is_some() && basic.size < REGISTER.into());
        let (integer, clauses) = match (narrow, ty) {
            (Some(_), ty) if ty.scalar() == Some(Scalar::Bool) => return above_bool(is_result, rules),
            (Some(basic), _) => rules.citing(|rules| self.extension(ty, &basic, is_result, rules)),
            (None, Type::BitInt(integer)) if integer.bits % 64 != 0 => {
                (Extension::Unspecified, vec![clause::S19])
            }
            (None, _) => return (Above::UNSPECIFIED, Vec::new()),
        };
        let of_enumeration: &[ClauseId] = if matches!(ty, Type::Enum(_)) { &[clause::S20] } else { &[] };
        let above = Above { integer, stack: integer, ..Above::UNSPECIFIED };
        (above, joined([&clauses, of_enumeration]))
    }

    /// X86-S01, -S02, -S14 and -S19.
    fn extension(&self, ty: &Type, basic: &Basic, is_result: bool, rules: &mut Rules<'_>) -> Extension {
        let reach = match ty {
            Type::BitInt(_) => match rules.ask() {
                BitIntRegister::Unspecified => Reach::Nowhere,
                BitIntRegister::Extended => reach(is_result, rules),
                BitIntRegister::ThirtyTwoBits => Reach::Int,
            },
            _ => reach(is_result, rules),
        };
        let is_bare =
            |rules: &mut Rules<'_>| matches!(ty, Type::Atomic(_)) && rules.is(AtomicExtension::Unspecified);
        let to = match reach {
            Reach::Int if basic.size < INT => INT_BYTES,
            Reach::Register => REGISTER,
            Reach::Nowhere | Reach::Int => return Extension::Unspecified,
        };
        let is_signed = basic.sign.is_some_and(|sign: Sign| self.is_signed(sign, rules));
        match is_bare(rules) {
            true => Extension::Unspecified,
            false if is_signed => Extension::Sign(to),
            false => Extension::Zero(to),
        }
    }

    /// The bits above a value in its last vector register, with their clauses: X86-S03 and -S18.
    pub(super) fn above_in_vector(ty: &Type, rules: &mut Rules<'_>) -> (Extension, Vec<ClauseId>) {
        let is_half = matches!(ty.scalar(), Some(Scalar::Half | Scalar::BrainHalf));
        rules.citing(|rules| match rules.is(VectorTail::Zeros) {
            true => Extension::Zero(VECTOR),
            false if is_half && rules.is(HalfTail::Zeros) => Extension::Zero(INT_BYTES),
            false => Extension::Unspecified,
        })
    }
}

/// The bits above a truth value.
fn above_bool(is_result: bool, rules: &mut Rules<'_>) -> (Above, Vec<ClauseId>) {
    rules.cite(clause::TYPE_32);
    let to = match is_result {
        true => rules.is(BoolResult::WholeRegister).then_some(REGISTER),
        false => rules.is(BoolArgument::ThirtyTwoBits).then_some(INT_BYTES),
    };
    let integer = to.map_or(Extension::Unspecified, Extension::Zero);
    let clauses = if is_result { vec![clause::TYPE_33, clause::RET_10] } else { vec![clause::ARG_43] };
    (Above { integer, ..Above::UNSPECIFIED }, clauses)
}

/// Gives a bit-precise integer that is passed by itself the bits that its type does not use (X86-S19).
pub(super) fn fill(ty: &Type, value: Option<&Value>, passed: &mut Passed, rules: &mut Rules<'_>) {
    let (Type::BitInt(integer), Some(Value::Bits(value))) = (ty, value) else { return };
    let (BitInt { bits, .. }, size) = (*integer, passed.image.bytes.len());
    if usize::from(bits) >= 8 * size {
        return;
    }
    let is_extended = match rules.ask() {
        BitIntRegister::Unspecified => false,
        BitIntRegister::Extended => true,
        BitIntRegister::ThirtyTwoBits => u64::from(bits) < 8 * INT,
    };
    passed.image = Image::padding(size, PADDING);
    match is_extended {
        true => passed.image.put(0, 8 * size as u64, extended(*integer, *value)),
        false => passed.image.put(0, bits.into(), *value),
    }
}
