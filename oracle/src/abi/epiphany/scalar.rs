//! Sizes of the fundamental types (Table 8.1) and of the types that have no row there.

use super::Epiphany;
use crate::abi::data::{Basic, Scalars, Sign, least_for};
use crate::abi::rules::Rules;
use crosscall_clauses::epiphany::{CharSign, EnumWidth, PlainBitFieldSign, WideChar, clause};
use crosscall_model::plan::ClauseId;
use crosscall_model::{EnumType, Scalar};

/// A row of Table 8.1, or EPIPHANY-S01 where there is none.
pub(super) const fn row(scalar: Scalar) -> Basic {
    use Sign::{PlainChar, Signed, Unsigned};
    match scalar {
        Scalar::Bool => Basic::integer(1, Unsigned, clause::S01),
        Scalar::Char => Basic::integer(1, PlainChar, clause::TYPE_05),
        Scalar::SignedChar => Basic::integer(1, Signed, clause::TYPE_07),
        Scalar::UnsignedChar => Basic::integer(1, Unsigned, clause::TYPE_06),
        Scalar::Short => Basic::integer(2, Signed, clause::TYPE_08),
        Scalar::UnsignedShort => Basic::integer(2, Unsigned, clause::TYPE_09),
        Scalar::Int => Basic::integer(4, Signed, clause::TYPE_10),
        Scalar::UnsignedInt => Basic::integer(4, Unsigned, clause::TYPE_11),
        Scalar::Long => Basic::integer(4, Signed, clause::TYPE_12),
        Scalar::UnsignedLong => Basic::integer(4, Unsigned, clause::TYPE_13),
        Scalar::LongLong => Basic::integer(8, Signed, clause::TYPE_14),
        Scalar::UnsignedLongLong => Basic::integer(8, Unsigned, clause::TYPE_15),
        Scalar::Float => Basic::floating(4, clause::TYPE_16),
        Scalar::Double => Basic::floating(8, clause::TYPE_17),
        Scalar::LongDouble => Basic::floating(8, clause::S01),
        Scalar::Half | Scalar::BrainHalf => Basic::floating(2, clause::S01),
        // No case has them.
        Scalar::Int128 => Basic::integer(16, Signed, clause::S01),
        Scalar::UnsignedInt128 => Basic::integer(16, Unsigned, clause::S01),
        Scalar::WideChar | Scalar::Size => Basic::integer(4, Unsigned, clause::S01),
        Scalar::PointerDifference => Basic::integer(4, Signed, clause::S01),
    }
}

impl Scalars for Epiphany {
    fn scalar(&self, scalar: Scalar, rules: &mut Rules<'_>) -> Basic {
        match scalar {
            Scalar::WideChar => match rules.ask() {
                WideChar::SignedWord => Basic::integer(4, Sign::Signed, clause::S01),
                WideChar::UnsignedHalfWord => Basic::integer(2, Sign::Unsigned, clause::S01),
                WideChar::UnsignedWord => row(scalar),
            },
            _ => row(scalar),
        }
    }

    /// EPIPHANY-S27: as the type without the qualifier is.
    fn atomic_clause(&self) -> Option<ClauseId> {
        Some(clause::S27)
    }

    fn typedef_clause(&self) -> Option<ClauseId> {
        Some(clause::S28)
    }

    fn pointer(&self, _to_function: bool) -> Basic {
        Basic::integer(4, Sign::Unsigned, clause::S01)
    }

    fn enumeration(&self, e: &EnumType, rules: &mut Rules<'_>) -> Basic {
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

    fn is_plain_char_signed(&self, rules: &mut Rules<'_>) -> bool {
        !rules.is(CharSign::Unsigned)
    }

    /// EPIPHANY-S02.
    fn is_plain_field_unsigned(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(PlainBitFieldSign::Unsigned)
    }
}
