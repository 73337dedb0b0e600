//! Sizes and alignments: the document's tables of types and its section on composite types, with readings for the
//! rest.

use crosscall_model::names::dpu::{Enumeration, WideChar};
use crosscall_model::{EnumType, Record, RecordKind, Scalar, Type};

use super::dialect::Dialect;
use crate::convention::Layout;
use crate::laid::{Laid, Shape, is_plain};

impl Layout for Dialect {
    fn largest(&self) -> u64 {
        // The working memory has 64 KiB, which is shared with other data.
        1 << 14
    }

    /// Layout by the table of types, and for the types that it lacks (S01 to S05).
    fn native(&self, ty: Scalar) -> Laid {
        let (size, signed) = match ty {
            Scalar::Bool => (self.bool_size, false),
            Scalar::UnsignedChar => (1, false),
            // TYPE-02
            Scalar::Char => (1, self.char_signed),
            Scalar::SignedChar => (1, true),
            Scalar::Short => (2, true),
            Scalar::UnsignedShort | Scalar::Half => (2, false),
            Scalar::Int => (4, true),
            Scalar::UnsignedInt | Scalar::Float => (4, false),
            // TYPE-07, TYPE-08: `long` as well.
            Scalar::Long | Scalar::LongLong => (8, true),
            Scalar::UnsignedLong | Scalar::UnsignedLongLong => (8, false),
            Scalar::Double | Scalar::LongDouble => (8, false),
            // S04
            Scalar::Size => (self.size_size, false),
            Scalar::PointerDifference => (self.size_size, true),
            Scalar::WideChar => match self.wide_char {
                WideChar::UnsignedInt => (4, false),
                WideChar::Int => (4, true),
                WideChar::UnsignedChar => (1, false),
            },
        };
        Laid::native(ty, size, signed)
    }

    fn pointer(&self, _function: bool) -> Laid {
        // TYPE-11, TYPE-12
        Laid::integer(4, false)
    }

    fn enumeration(&self, ty: &EnumType) -> Laid {
        // S02
        match self.enumeration {
            Enumeration::AsNeeded => Laid::enumeration(ty, 1),
            Enumeration::UnsignedIntOrInt => Laid::enumeration(ty, 4),
            Enumeration::AlwaysInt => {
                let laid = Laid::enumeration(ty, 4);
                let int = ty.constants.iter().all(|c| *c <= i64::from(i32::MAX));
                if int { Laid::integer(laid.size, true) } else { laid }
            }
        }
    }

    fn complex_align(&self, part: &Laid) -> u32 {
        // S05
        part.align
    }

    fn vector_align(&self, _lane: &Laid, size: u32) -> u32 {
        size
    }

    fn member_align(&self, _laid: &Laid, align: u32, _packed: bool) -> u32 {
        // TYPE-14 applies only to objects that are no members.
        align
    }

    fn pads(&self) -> bool {
        // S07
        true
    }

    fn record_align(&self, _record: &Record, align: u32, _bits: u64) -> u32 {
        // LAYOUT-01, LAYOUT-04
        align
    }

    fn fields_cross(&self) -> bool {
        // S08
        self.straddle
    }

    fn unnamed_fields_align(&self) -> bool {
        // S08
        self.unnamed_aligns
    }

    fn field_is_signed(&self, ty: &Type, laid: &Laid) -> bool {
        // S08 sign speaks of types that say neither `signed` nor `unsigned`.
        laid.is_signed() && !(self.fields_unsigned && is_plain(ty))
    }

    fn object_align(&self, laid: &Laid) -> u32 {
        // TYPE-14
        let preferred = self.preferred_align && matches!(laid.shape, Shape::Scalar { .. });
        if preferred { laid.align.max(4) } else { laid.align }
    }

    fn empty_size(&self, _kind: RecordKind) -> u32 {
        // S09
        self.empty_size
    }
}
