//! Sizes of the fundamental types (X86-TYPE), and of those of which the document says nothing.

use super::X86_64;
use crate::abi::data::{Basic, Scalars, Sign, least_for};
use crate::abi::rules::Rules;
use crosscall_clauses::x86_64::{
    BitIntAlign, BitIntUnused, CharSign, Enumeration, PlainBitFieldSign, WideChar, clause,
};
use crosscall_model::plan::ClauseId;
use crosscall_model::{BitInt, EnumType, Scalar, Type};

/// Bytes of an `int`.
pub(super) const INT: u64 = 4;

/// Bits of a `long double` (X86-TYPE-27).
const LONG_DOUBLE_BITS: u64 = 80;

/// A row of the figure of scalar types. What is open stands as its first reading has it.
fn row(scalar: Scalar) -> Basic {
    use Sign::{PlainChar, Signed, Unsigned};
    match scalar {
        Scalar::Bool => Basic::integer(1, Unsigned, clause::TYPE_02),
        Scalar::Char => Basic::integer(1, PlainChar, clause::TYPE_03),
        Scalar::SignedChar => Basic::integer(1, Signed, clause::TYPE_04),
        Scalar::UnsignedChar => Basic::integer(1, Unsigned, clause::TYPE_04),
        Scalar::Short => Basic::integer(2, Signed, clause::TYPE_05),
        Scalar::UnsignedShort => Basic::integer(2, Unsigned, clause::TYPE_05),
        Scalar::Int => Basic::integer(INT, Signed, clause::TYPE_06),
        Scalar::UnsignedInt => Basic::integer(INT, Unsigned, clause::TYPE_06),
        Scalar::Long => Basic::integer(8, Signed, clause::TYPE_08),
        Scalar::UnsignedLong => Basic::integer(8, Unsigned, clause::TYPE_08),
        Scalar::LongLong => Basic::integer(8, Signed, clause::TYPE_09),
        Scalar::UnsignedLongLong => Basic::integer(8, Unsigned, clause::TYPE_09),
        Scalar::Int128 => Basic::integer(16, Signed, clause::TYPE_10),
        Scalar::UnsignedInt128 => Basic::integer(16, Unsigned, clause::TYPE_10),
        Scalar::Float => Basic::floating(4, clause::TYPE_12),
        Scalar::Double => Basic::floating(8, clause::TYPE_13),
        Scalar::LongDouble => Basic::floating(16, clause::TYPE_14),
        Scalar::Half | Scalar::BrainHalf => Basic::floating(2, clause::S18),
        Scalar::Size => Basic::integer(8, Unsigned, clause::TYPE_31),
        Scalar::PointerDifference => Basic::integer(8, Signed, clause::S21),
        Scalar::WideChar => Basic::integer(INT, Signed, clause::S21),
    }
}

/// The value of a bit-precise integer with all bits of its storage, which are copies of its sign or zeros.
pub(super) fn extended(BitInt { bits, unsigned }: BitInt, value: u128) -> u128 {
    let above = u128::MAX.checked_shl(bits.into()).unwrap_or(0);
    let is_negative = !unsigned && value >> (bits.max(1) - 1) & 1 == 1;
    if is_negative { value | above } else { value }
}

impl Scalars for X86_64 {
    fn scalar(&self, scalar: Scalar, rules: &mut Rules<'_>) -> Basic {
        match scalar {
            Scalar::WideChar => match rules.ask() {
                WideChar::Int => row(scalar),
                WideChar::UnsignedInt => Basic::integer(INT, Sign::Unsigned, clause::S21),
                WideChar::UnsignedShort => Basic::integer(2, Sign::Unsigned, clause::S21),
            },
            _ => row(scalar),
        }
    }

    fn pointer(&self, _to_function: bool) -> Basic {
        Basic::integer(8, Sign::Unsigned, clause::TYPE_11)
    }

    /// X86-S19.
    fn bit_int(&self, BitInt { bits, unsigned }: BitInt, rules: &mut Rules<'_>) -> Option<Basic> {
        let sign = if unsigned { Sign::Unsigned } else { Sign::Signed };
        let bytes = u64::from(bits).div_ceil(8);
        if bytes <= 8 {
            return Some(Basic::integer(bytes.next_power_of_two(), sign, clause::S19));
        }
        let align = match rules.ask() {
            BitIntAlign::Eight => 8,
            BitIntAlign::Sixteen => 16,
        };
        Some(Basic {
            align,
            ..Basic::integer(bytes.next_multiple_of(8).next_multiple_of(align), sign, clause::S19)
        })
    }

    fn atomic_clause(&self) -> Option<ClauseId> {
        Some(clause::S14)
    }

    fn typedef_clause(&self) -> Option<ClauseId> {
        Some(clause::S05)
    }

    /// X86-TYPE-27.
    fn value_bits(&self, ty: &Type, size: u64, _: &mut Rules<'_>) -> u64 {
        match ty.scalar() {
            Some(Scalar::LongDouble) => LONG_DOUBLE_BITS,
            _ => size.saturating_mul(8),
        }
    }

    /// X86-S19.
    fn stored(&self, ty: &Type, size: u64, value: u128, rules: &mut Rules<'_>) -> (u64, u128) {
        match ty {
            Type::BitInt(integer) if u64::from(integer.bits) < size * 8 => match rules.ask() {
                BitIntUnused::Unspecified => (integer.bits.into(), value),
                BitIntUnused::Extended => (size * 8, extended(*integer, value)),
            },
            _ => (self.value_bits(ty, size, rules), value),
        }
    }

    /// X86-TYPE-07.
    fn enumeration(&self, e: &EnumType, rules: &mut Rules<'_>) -> Basic {
        let (least_sign, least) = least_for(e);
        let fits_int = e.constants.iter().all(|constant| i32::try_from(*constant).is_ok());
        let (size, sign) = match rules.ask() {
            Enumeration::IntFirst if fits_int => (INT, Sign::Signed),
            Enumeration::IntFirst if least <= INT && least_sign == Sign::Unsigned => (INT, Sign::Unsigned),
            Enumeration::IntFirst => (8, Sign::Signed),
            Enumeration::UnsignedIntFirst => (least.max(INT), least_sign),
            Enumeration::AsNeeded => (least, least_sign),
        };
        Basic::integer(size, sign, clause::TYPE_07)
    }

    /// X86-TYPE-03.
    fn is_plain_char_signed(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(CharSign::Signed)
    }

    /// X86-LAYOUT-07.
    fn is_plain_field_unsigned(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(PlainBitFieldSign::Unsigned)
    }
}
