//! Sizes and alignments: the document's tables of types and its section on composite types, with readings for the
//! rest.

use crosscall_clauses::dpu as names;
use crosscall_model::{EnumType, Scalar};

use super::Dialect;
use crate::convention::{Layout, RecordRules, is_signed_in_c};
use crate::laid::{Laid, Shape};

impl Layout for Dialect {
    fn largest(&self) -> u64 {
        // The working memory has 64 KiB, which is shared with other data.
        1 << 14
    }

    /// Table of types, and the types that it lacks (S01 to S05).
    fn size(&self, ty: Scalar) -> u32 {
        match ty {
            // S01: `_Bool` has 1 byte, or 4.
            Scalar::Bool if self.is(names::BoolSize::Word) => 4,
            Scalar::Bool | Scalar::Char | Scalar::SignedChar | Scalar::UnsignedChar => 1,
            Scalar::Short | Scalar::UnsignedShort | Scalar::Half | Scalar::BrainHalf => 2,
            Scalar::Int128 | Scalar::UnsignedInt128 => 16,
            Scalar::Int | Scalar::UnsignedInt | Scalar::Float => 4,
            // TYPE-07, TYPE-08: `long` as well.
            Scalar::Long | Scalar::UnsignedLong | Scalar::LongLong | Scalar::UnsignedLongLong => 8,
            Scalar::Double | Scalar::LongDouble => 8,
            // S04 size: `size_t` and `ptrdiff_t` have 4 bytes, or 8.
            Scalar::Size | Scalar::PointerDifference => match self.of() {
                names::SizeWidth::SixtyFour => 8,
                names::SizeWidth::ThirtyTwo => 4,
            },
            // S04 wchar: `wchar_t` is a word with or without a sign, or an unsigned byte.
            Scalar::WideChar if self.is(names::WideChar::UnsignedChar) => 1,
            Scalar::WideChar => 4,
        }
    }

    fn is_signed(&self, ty: Scalar) -> bool {
        match ty {
            // TYPE-02: plain `char` is signed, or unsigned.
            Scalar::Char => self.is(names::CharSign::Signed),
            // S04 wchar: `wchar_t` is a word with or without a sign, or an unsigned byte.
            Scalar::WideChar => self.is(names::WideChar::Int),
            _ => is_signed_in_c(ty),
        }
    }

    fn enumeration(&self, ty: &EnumType) -> Laid {
        // S02: an enumeration is an unsigned int unless a constant is negative, an int, or as few bytes as it needs.
        match self.of() {
            names::Enumeration::AsNeeded => Laid::enumeration(ty, 1),
            names::Enumeration::UnsignedIntOrInt => Laid::enumeration(ty, 4),
            names::Enumeration::AlwaysInt => {
                let laid = Laid::enumeration(ty, 4);
                let int = ty.constants.iter().all(|c| *c <= i64::from(i32::MAX));
                if int { Laid::integer(laid.size, true) } else { laid }
            }
        }
    }

    fn vector_align(&self, _lane: &Laid, size: u32) -> u32 {
        size
    }

    fn object_align(&self, laid: &Laid) -> u32 {
        // TYPE-14: a scalar that is no member is aligned to a word, or as its type has to be.
        let preferred = self.is(names::LoneObjectAlign::Word) && matches!(laid.shape, Shape::Scalar { .. });
        if preferred { laid.align.max(4) } else { laid.align }
    }

    fn records(&self) -> RecordRules {
        RecordRules {
            // S08: a bit-field stays within a container of its declared type, or follows the one before without a
            // gap.
            fields_cross: self.is(names::BitFieldPlacement::WithoutGaps),
            // S08: bit-fields without a name align their record as well, or do not.
            unnamed_fields_align: self.is(names::BitFieldPlacement::WithinDeclaredTypeUnnamedAlign),
            // S08 sign: a bit-field of a plain type is signed as the type is, or unsigned.
            plain_fields_unsigned: self.is(names::PlainBitFieldSign::Unsigned),
            // S09: an empty record has no bytes, or one.
            empty_size: if self.is(names::EmptyRecordSize::One) { 1 } else { 0 },
            ..RecordRules::USUAL
        }
    }
}
