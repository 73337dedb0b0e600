//! Sizes of the fundamental types: the list of section 14.1, and the tables of the guide that it names.

use super::Ipu;
use crate::abi::data::{Basic, Scalars, Sign, least_for};
use crate::abi::rules::Rules;
use crosscall_clauses::ipu::{DoubleAlign, EnumBitFieldSign, LargeEnumeration, WideChar, clause};
use crosscall_model::plan::ClauseId;
use crosscall_model::{EnumType, Scalar, Type};

/// Size, sign and clause of a scalar, by the first reading of what is open.
const fn row(scalar: Scalar) -> Basic {
    use Sign::{Signed, Unsigned};
    match scalar {
        // IPU-TYPE-02: plain char is a signed one.
        Scalar::Char => Basic::integer(1, Signed, clause::TYPE_02),
        Scalar::SignedChar => Basic::integer(1, Signed, clause::TYPE_01),
        Scalar::UnsignedChar => Basic::integer(1, Unsigned, clause::TYPE_01),
        Scalar::Short => Basic::integer(2, Signed, clause::TYPE_01),
        Scalar::UnsignedShort => Basic::integer(2, Unsigned, clause::TYPE_01),
        Scalar::Int => Basic::integer(4, Signed, clause::TYPE_01),
        Scalar::UnsignedInt => Basic::integer(4, Unsigned, clause::TYPE_01),
        Scalar::Long => Basic::integer(4, Signed, clause::TYPE_03),
        Scalar::UnsignedLong => Basic::integer(4, Unsigned, clause::TYPE_03),
        Scalar::LongLong => Basic::integer(8, Signed, clause::TYPE_08),
        Scalar::UnsignedLongLong => Basic::integer(8, Unsigned, clause::TYPE_08),
        Scalar::Float => Basic::floating(4, clause::TYPE_09),
        Scalar::Half | Scalar::BrainHalf => Basic::floating(2, clause::TYPE_09),
        // No case has them.
        Scalar::Int128 => Basic::integer(16, Signed, clause::TYPE_09),
        Scalar::UnsignedInt128 => Basic::integer(16, Unsigned, clause::TYPE_09),
        Scalar::Double => Basic::floating(8, clause::TYPE_01),
        Scalar::LongDouble => Basic::floating(8, clause::TYPE_04),
        Scalar::Bool => Basic::integer(1, Unsigned, clause::S02),
        Scalar::Size => Basic::integer(4, Unsigned, clause::S03),
        Scalar::WideChar | Scalar::PointerDifference => Basic::integer(4, Signed, clause::S03),
    }
}

impl Scalars for Ipu {
    fn scalar(&self, scalar: Scalar, rules: &mut Rules<'_>) -> Basic {
        match scalar {
            Scalar::Double | Scalar::LongDouble => match rules.ask() {
                DoubleAlign::Four => Basic { align: 4, ..row(scalar) },
                DoubleAlign::Eight => row(scalar),
            },
            Scalar::WideChar if rules.is(WideChar::Unsigned) => {
                Basic::integer(4, Sign::Unsigned, clause::S03)
            }
            _ => row(scalar),
        }
    }

    /// IPU-S27: as the type without the qualifier is.
    fn atomic_clause(&self) -> Option<ClauseId> {
        Some(clause::S27)
    }

    fn typedef_clause(&self) -> Option<ClauseId> {
        Some(clause::S28)
    }

    fn pointer(&self, to_function: bool) -> Basic {
        Basic::integer(4, Sign::Unsigned, if to_function { clause::TYPE_06 } else { clause::TYPE_01 })
    }

    /// IPU-TYPE-05.
    fn enumeration(&self, e: &EnumType, rules: &mut Rules<'_>) -> Basic {
        let wide = is_wide(e) && !rules.is(LargeEnumeration::AlwaysInt);
        Basic::integer(if wide { 8 } else { 4 }, Sign::Signed, clause::TYPE_05)
    }

    /// IPU-TYPE-02: no sign is left to the compiler.
    fn is_plain_char_signed(&self, _: &mut Rules<'_>) -> bool {
        true
    }

    /// IPU-LAYOUT-05 to -08.
    fn is_field_signed(&self, ty: &Type, bits: u8, rules: &mut Rules<'_>) -> Option<bool> {
        let Type::Enum(e) = ty else {
            rules.cite(clause::LAYOUT_08);
            let sign = self.basic(ty, rules)?.sign?;
            return Some(self.is_signed(sign, rules));
        };
        if least_for(e).0 == Sign::Signed {
            rules.cite(clause::LAYOUT_05);
            return Some(true);
        }
        let (whole, _) = rules.citing(|rules| self.enumeration(e, rules).size.saturating_mul(8));
        let (of_type, _) = rules.citing(|rules| rules.is(EnumBitFieldSign::ByUnderlyingType));
        let all_in = |width: u64| {
            let holds =
                |constant: &i64| constant.checked_shr(width.saturating_sub(1) as u32).unwrap_or(0) == 0;
            e.constants.iter().all(holds)
        };
        let narrow = all_in(bits.into());
        let signed = if of_type { all_in(whole) } else { narrow };
        // The sentence before does not speak of a field that is signed under every reading.
        let [first, second] = if narrow {
            [clause::LAYOUT_07, clause::LAYOUT_06]
        } else {
            [clause::LAYOUT_06, clause::LAYOUT_07]
        };
        rules.cite(first);
        rules.cite(second);
        Some(signed)
    }
}

/// True if no int holds a constant of an enumeration.
fn is_wide(e: &EnumType) -> bool {
    e.constants.iter().any(|constant| i32::try_from(*constant).is_err())
}
