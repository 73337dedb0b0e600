//! Sizes of the fundamental types (Table 8.1) and of the types that have no row there.

use super::Epiphany;
use crate::abi::data::{Basic, Scalars, Sign, least_for};
use crate::abi::rules::Rules;
use crosscall_model::names::epiphany::{CharSign, EnumWidth, PlainBitFieldSign, WideChar, clause};
use crosscall_model::{EnumType, Scalar, Type};

/// A row of Table 8.1, or EPIPHANY-S01 where there is none.
pub(super) fn scalar(scalar: Scalar) -> Basic {
    use Sign::{PlainChar, Signed, Unsigned};
    let integer = Basic::integer;
    let floating = Basic::floating;
    match scalar {
        Scalar::Bool => integer(1, Unsigned, clause::S01),
        Scalar::Char => integer(1, PlainChar, clause::TYPE_05),
        Scalar::SignedChar => integer(1, Signed, clause::TYPE_07),
        Scalar::UnsignedChar => integer(1, Unsigned, clause::TYPE_06),
        Scalar::Short => integer(2, Signed, clause::TYPE_08),
        Scalar::UnsignedShort => integer(2, Unsigned, clause::TYPE_09),
        Scalar::Int => integer(4, Signed, clause::TYPE_10),
        Scalar::UnsignedInt => integer(4, Unsigned, clause::TYPE_11),
        Scalar::Long => integer(4, Signed, clause::TYPE_12),
        Scalar::UnsignedLong => integer(4, Unsigned, clause::TYPE_13),
        Scalar::LongLong => integer(8, Signed, clause::TYPE_14),
        Scalar::UnsignedLongLong => integer(8, Unsigned, clause::TYPE_15),
        Scalar::Float => floating(4, clause::TYPE_16),
        Scalar::Double => floating(8, clause::TYPE_17),
        Scalar::LongDouble => floating(8, clause::S01),
        Scalar::Half => floating(2, clause::S01),
        Scalar::WideChar | Scalar::Size => integer(4, Unsigned, clause::S01),
        Scalar::PointerDifference => integer(4, Signed, clause::S01),
    }
}

impl Scalars for Epiphany {
    fn basic(&self, ty: &Type, rules: &mut Rules<'_>) -> Option<Basic> {
        match ty {
            Type::Scalar(Scalar::WideChar) => Some(match rules.ask() {
                WideChar::SignedWord => Basic::integer(4, Sign::Signed, clause::S01),
                WideChar::UnsignedHalfWord => Basic::integer(2, Sign::Unsigned, clause::S01),
                WideChar::UnsignedWord => scalar(Scalar::WideChar),
            }),
            Type::Scalar(s) => Some(scalar(*s)),
            Type::DataPointer | Type::FunctionPointer => Some(Basic::integer(4, Sign::Unsigned, clause::S01)),
            Type::Enum(e) => Some(enumeration(e, rules)),
            Type::Array(..) | Type::Record(_) | Type::Complex(_) | Type::Vector { .. } => None,
        }
    }

    fn is_plain_char_signed(&self, rules: &mut Rules<'_>) -> bool {
        !rules.is(CharSign::Unsigned)
    }

    /// EPIPHANY-S02.
    fn is_plain_field_unsigned(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(PlainBitFieldSign::Unsigned)
    }
}

fn enumeration(e: &EnumType, rules: &mut Rules<'_>) -> Basic {
    let (sign, needed) = least_for(e);
    let size = match needed {
        1 | 2 => match rules.ask() {
            EnumWidth::AsNeeded => needed,
            EnumWidth::Int => 4,
        },
        _ => needed,
    };
    Basic::integer(size, sign, clause::S01)
}
