//! Sizes and alignments: the document's clauses on types and layout.

use crosscall_model::{EnumType, Scalar};

use super::Dialect;
use crate::convention::{Layout, RecordRules, is_signed_in_c};
use crate::laid::Laid;

/// Greatest alignment of vectors and complex values, in bytes (TYPE-03).
const MOST_ALIGN: u32 = 16;

impl Layout for Dialect {
    /// TYPE-01, TYPE-02
    fn size(&self, ty: Scalar) -> u32 {
        match ty {
            Scalar::Bool | Scalar::Char | Scalar::SignedChar | Scalar::UnsignedChar => 1,
            Scalar::Short | Scalar::UnsignedShort | Scalar::Half | Scalar::BrainHalf => 2,
            Scalar::Int128 | Scalar::UnsignedInt128 => 16,
            Scalar::Int | Scalar::UnsignedInt | Scalar::WideChar => 4,
            Scalar::Float | Scalar::Double | Scalar::LongDouble => 4,
            _ => 8,
        }
    }

    fn is_signed(&self, ty: Scalar) -> bool {
        // TYPE-01: plain `char` is unsigned.
        ty == Scalar::WideChar || is_signed_in_c(ty)
    }

    fn pointer(&self, _function: bool) -> u32 {
        // TYPE-01: pointers have 8 bytes.
        8
    }

    fn enumeration(&self, ty: &EnumType) -> Laid {
        // TYPE-01: an enumeration has 4 bytes, or 8 where its constants need them.
        let int = ty.constants.iter().all(|value| (-0x8000_0000..=0x7fff_ffff).contains(value));
        Laid::integer(if int { 4 } else { 8 }, true)
    }

    fn complex_align(&self, part: &Laid) -> u32 {
        // TYPE-03: vectors and complex values are aligned to their size, up to 16.
        (part.size * 2).min(MOST_ALIGN)
    }

    fn vector_align(&self, _lane: &Laid, size: u32) -> u32 {
        // TYPE-03: vectors and complex values are aligned to their size, up to 16.
        size.clamp(1, MOST_ALIGN)
    }

    fn records(&self) -> RecordRules {
        RecordRules::USUAL
    }
}
