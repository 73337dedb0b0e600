//! Types of one part: sizes that the document gives, and what is usual where it has no name for a type.

use super::ForwardCom;
use crate::abi::data::{Basic, Scalars, Sign, least_for};
use crate::abi::rules::Rules;
use crosscall_clauses::forwardcom::{
    BoolSize, CharSign, EnumSize, LongSize, PlainBitFieldSign, WideChar, clause,
};
use crosscall_model::plan::ClauseId;
use crosscall_model::{EnumType, Scalar, Type};

/// Types by FORWARDCOM-TYPE-02 and -05. What is open stands as its first reading has it.
const fn row(scalar: Scalar) -> Basic {
    use Sign::{PlainChar, Signed, Unsigned};
    match scalar {
        Scalar::Bool => Basic::integer(1, Unsigned, clause::TYPE_14),
        Scalar::Char => Basic::integer(1, PlainChar, clause::TYPE_02),
        Scalar::SignedChar => Basic::integer(1, Signed, clause::TYPE_02),
        Scalar::UnsignedChar => Basic::integer(1, Unsigned, clause::TYPE_02),
        Scalar::Short => Basic::integer(2, Signed, clause::TYPE_02),
        Scalar::UnsignedShort => Basic::integer(2, Unsigned, clause::TYPE_02),
        Scalar::Int => Basic::integer(4, Signed, clause::TYPE_02),
        Scalar::UnsignedInt => Basic::integer(4, Unsigned, clause::TYPE_02),
        Scalar::Long | Scalar::LongLong => Basic::integer(8, Signed, clause::TYPE_02),
        Scalar::UnsignedLong | Scalar::UnsignedLongLong => Basic::integer(8, Unsigned, clause::TYPE_02),
        Scalar::Half | Scalar::BrainHalf => Basic::floating(2, clause::TYPE_05),
        // No case has them.
        Scalar::Int128 => Basic::integer(16, Signed, clause::TYPE_05),
        Scalar::UnsignedInt128 => Basic::integer(16, Unsigned, clause::TYPE_05),
        Scalar::Float => Basic::floating(4, clause::TYPE_05),
        Scalar::Double | Scalar::LongDouble => Basic::floating(8, clause::TYPE_05),
        Scalar::WideChar => Basic::integer(4, Signed, clause::S01),
        Scalar::Size => Basic::integer(8, Unsigned, clause::S01),
        Scalar::PointerDifference => Basic::integer(8, Signed, clause::S01),
    }
}

impl Scalars for ForwardCom {
    fn scalar(&self, scalar: Scalar, rules: &mut Rules<'_>) -> Basic {
        match scalar {
            Scalar::Long | Scalar::UnsignedLong => match rules.ask() {
                LongSize::Four => Basic { size: 4, align: 4, ..row(scalar) },
                LongSize::Eight => row(scalar),
            },
            Scalar::Bool => match rules.ask() {
                BoolSize::Four => Basic::integer(4, Sign::Unsigned, clause::TYPE_14),
                BoolSize::One => row(scalar),
            },
            Scalar::WideChar => match rules.ask() {
                WideChar::UnsignedFour => Basic::integer(4, Sign::Unsigned, clause::S01),
                WideChar::UnsignedTwo => Basic::integer(2, Sign::Unsigned, clause::S01),
                WideChar::SignedFour => row(scalar),
            },
            _ => row(scalar),
        }
    }

    /// FORWARDCOM-S28: as the type without the qualifier is.
    fn atomic_clause(&self) -> Option<ClauseId> {
        Some(clause::S28)
    }

    fn typedef_clause(&self) -> Option<ClauseId> {
        Some(clause::S29)
    }

    fn pointer(&self, to_function: bool) -> Basic {
        Basic::integer(8, Sign::Unsigned, if to_function { clause::S14 } else { clause::S01 })
    }

    fn enumeration(&self, e: &EnumType, rules: &mut Rules<'_>) -> Basic {
        let (sign, needed) = least_for(e);
        let widened = needed < 4 && rules.is(EnumSize::IntAtLeast);
        Basic::integer(if widened { 4 } else { needed }, sign, clause::S01)
    }

    fn is_plain_char_signed(&self, rules: &mut Rules<'_>) -> bool {
        !rules.is(CharSign::Unsigned)
    }

    /// FORWARDCOM-S03.
    fn is_plain_field_unsigned(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(PlainBitFieldSign::Unsigned)
    }

    /// FORWARDCOM-TYPE-15.
    fn value_bits(&self, ty: &Type, size: u64, _: &mut Rules<'_>) -> u64 {
        if ty.scalar() == Some(Scalar::Bool) { 1 } else { size.saturating_mul(8) }
    }
}
