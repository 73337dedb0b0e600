//! Sizes of the fundamental types (AARCH64-TYPE), and of those of which the document says nothing.

use super::Aarch64;
use crate::abi::data::{Basic, Scalars, Sign, least_for};
use crate::abi::rules::Rules;
use crosscall_clauses::aarch64::{
    BitIntUnused, BoolByte, CharSign, Enumeration, LongBitIntAlign, PlainBitFieldSign, WideChar, clause,
};
use crosscall_model::plan::ClauseId;
use crosscall_model::{BitInt, EnumType, Scalar, Type};

/// Bytes of an `int`.
const INT: u64 = 4;

/// A row of Tables 3 to 5. What is open stands as its first reading has it.
const fn row(scalar: Scalar) -> Basic {
    use Sign::{PlainChar, Signed, Unsigned};
    match scalar {
        Scalar::Bool => Basic::integer(1, Unsigned, clause::TYPE_01),
        Scalar::Char => Basic::integer(1, PlainChar, clause::TYPE_03),
        Scalar::SignedChar => Basic::integer(1, Signed, clause::TYPE_03),
        Scalar::UnsignedChar => Basic::integer(1, Unsigned, clause::TYPE_03),
        Scalar::Short => Basic::integer(2, Signed, clause::TYPE_05),
        Scalar::UnsignedShort => Basic::integer(2, Unsigned, clause::TYPE_05),
        Scalar::Int => Basic::integer(INT, Signed, clause::TYPE_06),
        Scalar::UnsignedInt => Basic::integer(INT, Unsigned, clause::TYPE_06),
        Scalar::Long => Basic::integer(8, Signed, clause::TYPE_07),
        Scalar::UnsignedLong => Basic::integer(8, Unsigned, clause::TYPE_07),
        Scalar::LongLong => Basic::integer(8, Signed, clause::TYPE_08),
        Scalar::UnsignedLongLong => Basic::integer(8, Unsigned, clause::TYPE_08),
        Scalar::Int128 => Basic::integer(16, Signed, clause::TYPE_09),
        Scalar::UnsignedInt128 => Basic::integer(16, Unsigned, clause::TYPE_09),
        Scalar::Half => Basic::floating(2, clause::S01),
        Scalar::BrainHalf => Basic::floating(2, clause::TYPE_17),
        Scalar::Float => Basic::floating(4, clause::TYPE_18),
        Scalar::Double => Basic::floating(8, clause::TYPE_19),
        Scalar::LongDouble => Basic::floating(16, clause::TYPE_20),
        Scalar::WideChar => Basic::integer(INT, Unsigned, clause::TYPE_34),
        Scalar::Size => Basic::integer(8, Unsigned, clause::TYPE_35),
        Scalar::PointerDifference => Basic::integer(8, Signed, clause::TYPE_36),
    }
}

/// The value of a bit-precise integer with all bits of its storage, which are copies of its sign or zeros.
fn extended(BitInt { bits, unsigned }: BitInt, value: u128) -> u128 {
    let above = u128::MAX.checked_shl(bits.into()).unwrap_or(0);
    let is_negative = !unsigned && value >> (bits.max(1) - 1) & 1 == 1;
    if is_negative { value | above } else { value }
}

impl Scalars for Aarch64 {
    fn scalar(&self, scalar: Scalar, rules: &mut Rules<'_>) -> Basic {
        match scalar {
            Scalar::WideChar => match rules.ask() {
                WideChar::UnsignedInt => row(scalar),
                WideChar::UnsignedShort => Basic::integer(2, Sign::Unsigned, clause::TYPE_34),
                WideChar::Int => Basic::integer(INT, Sign::Signed, clause::TYPE_34),
            },
            _ => row(scalar),
        }
    }

    fn pointer(&self, _to_function: bool) -> Basic {
        Basic::integer(8, Sign::Unsigned, clause::TYPE_10)
    }

    /// AARCH64-TYPE-30 and -31. What needs more than 32 bits has 64 under every reading.
    fn enumeration(&self, e: &EnumType, rules: &mut Rules<'_>) -> Basic {
        let (sign, needed) = least_for(e);
        if needed > INT {
            return Basic::integer(needed, sign, clause::TYPE_31);
        }
        let fits_int = e.constants.iter().all(|constant| i32::try_from(*constant).is_ok());
        match rules.ask() {
            Enumeration::AlwaysInt if fits_int => Basic::integer(INT, Sign::Signed, clause::TYPE_30),
            Enumeration::AsNeeded => Basic::integer(needed, sign, clause::TYPE_30),
            Enumeration::UnsignedIntOrInt | Enumeration::AlwaysInt => {
                Basic::integer(INT, sign, clause::TYPE_30)
            }
        }
    }

    /// AARCH64-TYPE-37.
    fn bit_int(&self, BitInt { bits, unsigned }: BitInt, rules: &mut Rules<'_>) -> Option<Basic> {
        let sign = if unsigned { Sign::Unsigned } else { Sign::Signed };
        let size = u64::from(bits).div_ceil(8).next_power_of_two();
        let is_lower = size > 8 && rules.is(LongBitIntAlign::Eight);
        let align = if is_lower { 8 } else { size };
        Some(Basic { align, ..Basic::integer(size, sign, clause::TYPE_37) })
    }

    fn atomic_clause(&self) -> Option<ClauseId> {
        Some(clause::S02)
    }

    fn typedef_clause(&self) -> Option<ClauseId> {
        Some(clause::S06)
    }

    /// AARCH64-TYPE-02 and -39.
    fn stored(&self, ty: &Type, size: u64, value: u128, rules: &mut Rules<'_>) -> (u64, u128) {
        match ty {
            Type::BitInt(integer) if u64::from(integer.bits) < size * 8 => match rules.ask() {
                BitIntUnused::Unspecified => (integer.bits.into(), value),
                BitIntUnused::Extended => (size * 8, extended(*integer, value)),
            },
            ty if ty.scalar() == Some(Scalar::Bool) && rules.is(BoolByte::LowestBit) => (1, value),
            _ => (size.saturating_mul(8), value),
        }
    }

    /// AARCH64-TYPE-04.
    fn is_plain_char_signed(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(CharSign::Signed)
    }

    /// AARCH64-S03.
    fn is_plain_field_unsigned(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(PlainBitFieldSign::Unsigned)
    }
}
