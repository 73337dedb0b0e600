//! Sizes of the fundamental types (RISCV-TYPE), and of those of which the document says nothing.

use super::Riscv;
use crate::abi::data::{Basic, Scalars, Sign, least_for};
use crate::abi::rules::Rules;
use crosscall_clauses::riscv::{
    BitIntUnused, CharSign, Enumeration, LongBitIntAlign, PlainBitFieldSign, WideChar, clause,
};
use crosscall_model::plan::ClauseId;
use crosscall_model::{BitInt, EnumType, Scalar, Type};

/// Bytes of an `int`.
const INT: u64 = 4;

impl Riscv {
    /// A row of the tables. What is open stands as its first reading has it.
    fn row(&self, scalar: Scalar) -> Basic {
        use Sign::{PlainChar, Signed, Unsigned};
        let long = u64::from(self.xlen());
        match scalar {
            Scalar::Bool => Basic::integer(1, Unsigned, clause::TYPE_01),
            Scalar::Char => Basic::integer(1, PlainChar, clause::TYPE_02),
            Scalar::SignedChar => Basic::integer(1, Signed, clause::TYPE_02),
            Scalar::UnsignedChar => Basic::integer(1, Unsigned, clause::TYPE_02),
            Scalar::Short => Basic::integer(2, Signed, clause::TYPE_03),
            Scalar::UnsignedShort => Basic::integer(2, Unsigned, clause::TYPE_03),
            Scalar::Int => Basic::integer(INT, Signed, clause::TYPE_04),
            Scalar::UnsignedInt => Basic::integer(INT, Unsigned, clause::TYPE_04),
            Scalar::Long => Basic::integer(long, Signed, self.differences().long),
            Scalar::UnsignedLong => Basic::integer(long, Unsigned, self.differences().long),
            Scalar::LongLong => Basic::integer(8, Signed, clause::TYPE_07),
            Scalar::UnsignedLongLong => Basic::integer(8, Unsigned, clause::TYPE_07),
            Scalar::Half => Basic::floating(2, clause::TYPE_13),
            Scalar::Float => Basic::floating(4, clause::TYPE_14),
            Scalar::Double => Basic::floating(8, clause::TYPE_15),
            Scalar::LongDouble => Basic::floating(16, clause::TYPE_16),
            Scalar::Size => Basic::integer(long, Unsigned, clause::TYPE_33),
            Scalar::PointerDifference => Basic::integer(long, Signed, clause::TYPE_34),
            Scalar::WideChar => Basic::integer(INT, Signed, clause::S03),
            Scalar::Int128 => Basic::integer(16, Signed, clause::TYPE_09),
            Scalar::UnsignedInt128 => Basic::integer(16, Unsigned, clause::TYPE_09),
            Scalar::BrainHalf => Basic::floating(2, clause::TYPE_12),
        }
    }
}

/// The value of a bit-precise integer with all bits of its storage, which are copies of its sign or zeros.
fn extended(BitInt { bits, unsigned }: BitInt, value: u128) -> u128 {
    let above = u128::MAX.checked_shl(bits.into()).unwrap_or(0);
    let is_negative = !unsigned && value >> (bits.max(1) - 1) & 1 == 1;
    if is_negative { value | above } else { value }
}

impl Scalars for Riscv {
    fn scalar(&self, scalar: Scalar, rules: &mut Rules<'_>) -> Basic {
        match scalar {
            Scalar::WideChar => match rules.ask() {
                WideChar::UnsignedInt => Basic::integer(INT, Sign::Unsigned, clause::S03),
                WideChar::UnsignedShort => Basic::integer(2, Sign::Unsigned, clause::S03),
                WideChar::Int => self.row(scalar),
            },
            _ => self.row(scalar),
        }
    }

    fn pointer(&self, _to_function: bool) -> Basic {
        Basic::integer(self.xlen().into(), Sign::Unsigned, self.differences().pointer)
    }

    /// RISCV-TYPE-20 to -22.
    fn bit_int(&self, BitInt { bits, unsigned }: BitInt, rules: &mut Rules<'_>) -> Option<Basic> {
        let sign = if unsigned { Sign::Unsigned } else { Sign::Signed };
        let bits = u64::from(bits);
        Some(match bits {
            ..=64 => Basic::integer(bits.div_ceil(8).next_power_of_two(), sign, clause::TYPE_20),
            _ => {
                let unit = 2 * u64::from(self.xlen());
                let size = bits.div_ceil(8).next_multiple_of(unit);
                let is_lower = unit > 8 && rules.is(LongBitIntAlign::Eight);
                let align = if is_lower { 8 } else { unit };
                Basic { size, align, sign: Some(sign), clause: self.differences().long_bit_int }
            }
        })
    }

    /// RISCV-S01: of at most 16 bytes, an atomic type is aligned to its size, as every scalar is.
    fn atomic(&self, scalar: Scalar, rules: &mut Rules<'_>) -> Basic {
        let basic = self.scalar(scalar, rules);
        Basic { align: basic.size, clause: clause::S01, ..basic }
    }

    fn typedef_clause(&self) -> Option<ClauseId> {
        Some(clause::S15)
    }

    /// RISCV-LAYOUT-08.
    fn stored(&self, ty: &Type, size: u64, value: u128, rules: &mut Rules<'_>) -> (u64, u128) {
        match ty {
            Type::BitInt(integer) if u64::from(integer.bits) < size * 8 => match rules.ask() {
                BitIntUnused::Extended => (size * 8, extended(*integer, value)),
                BitIntUnused::Unspecified => (integer.bits.into(), value),
            },
            _ => (size.saturating_mul(8), value),
        }
    }

    /// RISCV-ARG-06, -10 and -12: what is passed is extended, whatever lies in memory.
    fn sent(&self, ty: &Type, size: u64, value: u128) -> Option<(u64, u128, ClauseId)> {
        match ty {
            Type::BitInt(integer) => Some((size * 8, extended(*integer, value), clause::LAYOUT_08)),
            _ => None,
        }
    }

    /// RISCV-S02. What needs more than 32 bits has 64 under every reading.
    fn enumeration(&self, e: &EnumType, rules: &mut Rules<'_>) -> Basic {
        let (sign, needed) = least_for(e);
        if needed > INT {
            return Basic::integer(needed, sign, clause::S02);
        }
        let fits_int = e.constants.iter().all(|constant| i32::try_from(*constant).is_ok());
        match rules.ask() {
            Enumeration::AlwaysInt if fits_int => Basic::integer(INT, Sign::Signed, clause::S02),
            Enumeration::AsNeeded => Basic::integer(needed, sign, clause::S02),
            Enumeration::UnsignedIntOrInt | Enumeration::AlwaysInt => Basic::integer(INT, sign, clause::S02),
        }
    }

    /// RISCV-TYPE-27.
    fn is_plain_char_signed(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(CharSign::Signed)
    }

    /// RISCV-S04.
    fn is_plain_field_unsigned(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(PlainBitFieldSign::Unsigned)
    }
}
