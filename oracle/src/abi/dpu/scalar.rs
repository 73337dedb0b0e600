//! Sizes of the fundamental types (the table of data types) and of the types that have no row there.

use super::Dpu;
use crate::abi::data::{Basic, Scalars, Sign, least_for};
use crate::abi::rules::Rules;
use crosscall_clauses::dpu::{
    BoolSize, CharSign, Enumeration, PlainBitFieldSign, SizeWidth, WideChar, clause,
};
use crosscall_model::plan::ClauseId;
use crosscall_model::{EnumType, Scalar};

/// A row of the table, or the silent point where there is none. What is open stands as its first reading has it.
const fn row(scalar: Scalar) -> Basic {
    use Sign::{PlainChar, Signed, Unsigned};
    match scalar {
        Scalar::Bool => Basic::integer(1, Unsigned, clause::S01),
        Scalar::Char => Basic::integer(1, PlainChar, clause::TYPE_02),
        Scalar::SignedChar => Basic::integer(1, Signed, clause::TYPE_02),
        Scalar::UnsignedChar => Basic::integer(1, Unsigned, clause::TYPE_01),
        Scalar::Short => Basic::integer(2, Signed, clause::TYPE_04),
        Scalar::UnsignedShort => Basic::integer(2, Unsigned, clause::TYPE_03),
        Scalar::Int => Basic::integer(4, Signed, clause::TYPE_06),
        Scalar::UnsignedInt => Basic::integer(4, Unsigned, clause::TYPE_05),
        Scalar::Long | Scalar::LongLong => Basic::integer(8, Signed, clause::TYPE_08),
        Scalar::UnsignedLong | Scalar::UnsignedLongLong => Basic::integer(8, Unsigned, clause::TYPE_07),
        Scalar::Float => Basic::floating(4, clause::TYPE_09),
        Scalar::Double => Basic::floating(8, clause::TYPE_10),
        Scalar::LongDouble => Basic::floating(8, clause::S03),
        Scalar::Half | Scalar::BrainHalf => Basic::floating(2, clause::S05),
        // No case has them.
        Scalar::Int128 => Basic::integer(16, Signed, clause::S05),
        Scalar::UnsignedInt128 => Basic::integer(16, Unsigned, clause::S05),
        Scalar::Size | Scalar::WideChar => Basic::integer(4, Unsigned, clause::S04),
        Scalar::PointerDifference => Basic::integer(4, Signed, clause::S04),
    }
}

impl Scalars for Dpu {
    fn scalar(&self, scalar: Scalar, rules: &mut Rules<'_>) -> Basic {
        let basic = row(scalar);
        let sized = |size: u64| Basic { size, align: size, ..basic };
        match scalar {
            Scalar::Bool if rules.is(BoolSize::Word) => sized(4),
            Scalar::Size | Scalar::PointerDifference if rules.is(SizeWidth::SixtyFour) => sized(8),
            Scalar::WideChar => match rules.ask() {
                WideChar::Int => Basic { sign: Some(Sign::Signed), ..basic },
                WideChar::UnsignedChar => sized(1),
                WideChar::UnsignedInt => basic,
            },
            _ => basic,
        }
    }

    /// DPU-S33: as the type without the qualifier is.
    fn atomic_clause(&self) -> Option<ClauseId> {
        Some(clause::S33)
    }

    fn typedef_clause(&self) -> Option<ClauseId> {
        Some(clause::S34)
    }

    fn pointer(&self, to_function: bool) -> Basic {
        Basic::integer(4, Sign::Unsigned, if to_function { clause::TYPE_12 } else { clause::TYPE_11 })
    }

    /// DPU-S02. Constants that no word holds make an enumeration of 8 bytes under every reading.
    fn enumeration(&self, e: &EnumType, rules: &mut Rules<'_>) -> Basic {
        let (sign, needed) = least_for(e);
        let large = sign == Sign::Unsigned && e.constants.iter().any(|c| i32::try_from(*c).is_err());
        match rules.ask() {
            Enumeration::AsNeeded => Basic::integer(needed, sign, clause::S02),
            // A constant that no int holds needs the smallest of the greater types: an unsigned int is one for some.
            Enumeration::AlwaysInt if !large => Basic::integer(needed.max(4), Sign::Signed, clause::S02),
            Enumeration::UnsignedIntOrInt | Enumeration::AlwaysInt => {
                Basic::integer(needed.max(4), sign, clause::S02)
            }
        }
    }

    fn is_plain_char_signed(&self, rules: &mut Rules<'_>) -> bool {
        !rules.is(CharSign::Unsigned)
    }

    /// DPU-S08.
    fn is_plain_field_unsigned(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(PlainBitFieldSign::Unsigned)
    }
}
