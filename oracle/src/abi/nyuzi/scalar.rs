//! Sizes of the fundamental types (the type table) and of the types that have no row there.

use super::Nyuzi;
use crate::abi::data::{Basic, Scalars, Sign, least_for};
use crate::abi::rules::Rules;
use crosscall_clauses::nyuzi::{
    CharSign, EnumWidth, LongDouble, LongLongAlign, PlainBitFieldSign, WideChar, clause,
};
use crosscall_model::plan::ClauseId;
use crosscall_model::{EnumType, Scalar};

/// A row of the table, or NYUZI-S03 where there is none. What is open stands as its first reading has it.
const fn row(scalar: Scalar) -> Basic {
    use Sign::{PlainChar, Signed, Unsigned};
    match scalar {
        Scalar::Char => Basic::integer(1, PlainChar, clause::TYPE_01),
        Scalar::SignedChar => Basic::integer(1, Signed, clause::TYPE_01),
        Scalar::UnsignedChar => Basic::integer(1, Unsigned, clause::TYPE_01),
        Scalar::Short => Basic::integer(2, Signed, clause::TYPE_02),
        Scalar::UnsignedShort => Basic::integer(2, Unsigned, clause::TYPE_02),
        Scalar::Int => Basic::integer(4, Signed, clause::TYPE_03),
        Scalar::UnsignedInt => Basic::integer(4, Unsigned, clause::TYPE_03),
        Scalar::Long => Basic::integer(4, Signed, clause::TYPE_04),
        Scalar::UnsignedLong => Basic::integer(4, Unsigned, clause::TYPE_04),
        Scalar::LongLong => Basic::integer(8, Signed, clause::TYPE_05),
        Scalar::UnsignedLongLong => Basic::integer(8, Unsigned, clause::TYPE_05),
        Scalar::Float => Basic::floating(4, clause::TYPE_07),
        Scalar::Double => Basic::floating(4, clause::TYPE_08),
        Scalar::LongDouble => Basic::floating(4, clause::TYPE_09),
        Scalar::Half | Scalar::BrainHalf => Basic::floating(2, clause::S03),
        // No case has them.
        Scalar::Int128 => Basic::integer(16, Signed, clause::S03),
        Scalar::UnsignedInt128 => Basic::integer(16, Unsigned, clause::S03),
        Scalar::Bool => Basic::integer(1, Unsigned, clause::S03),
        Scalar::Size => Basic::integer(4, Unsigned, clause::S03),
        Scalar::WideChar | Scalar::PointerDifference => Basic::integer(4, Signed, clause::S03),
    }
}

impl Scalars for Nyuzi {
    fn scalar(&self, scalar: Scalar, rules: &mut Rules<'_>) -> Basic {
        let basic = match scalar {
            Scalar::LongDouble => match rules.ask() {
                LongDouble::DoublePrecision => Basic::floating(8, clause::TYPE_09),
                LongDouble::SinglePrecision => row(scalar),
            },
            Scalar::WideChar => match rules.ask() {
                WideChar::UnsignedWord => Basic::integer(4, Sign::Unsigned, clause::S03),
                WideChar::UnsignedHalfWord => Basic::integer(2, Sign::Unsigned, clause::S03),
                WideChar::SignedWord => row(scalar),
            },
            _ => row(scalar),
        };
        aligned(basic, rules)
    }

    /// NYUZI-S28: as the type without the qualifier is.
    fn atomic_clause(&self) -> Option<ClauseId> {
        Some(clause::S28)
    }

    fn typedef_clause(&self) -> Option<ClauseId> {
        Some(clause::S29)
    }

    fn pointer(&self, _to_function: bool) -> Basic {
        Basic::integer(4, Sign::Unsigned, clause::TYPE_06)
    }

    fn enumeration(&self, e: &EnumType, rules: &mut Rules<'_>) -> Basic {
        let (sign, needed) = least_for(e);
        let widened = needed < 4 && rules.is(EnumWidth::IntOrEightBytes);
        Basic::integer(if widened { 4 } else { needed }, sign, clause::S03)
    }

    fn is_plain_char_signed(&self, rules: &mut Rules<'_>) -> bool {
        rules.cite(clause::S01);
        !rules.is(CharSign::Unsigned)
    }

    /// NYUZI-S05.
    fn is_plain_field_unsigned(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(PlainBitFieldSign::Unsigned)
    }
}

/// NYUZI-TYPE-05 speaks of long long; what else has 8 bytes is aligned as that is (NYUZI-S02).
fn aligned(basic: Basic, rules: &mut Rules<'_>) -> Basic {
    let narrow = basic.size == 8 && rules.is(LongLongAlign::Four);
    if narrow { Basic { align: 4, ..basic } } else { basic }
}
