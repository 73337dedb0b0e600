//! Sizes and alignments: the document's clauses on types and layout.

use crosscall_model::{EnumType, Record, RecordKind, Scalar, Type};

use super::dialect::Dialect;
use crate::convention::Layout;
use crate::laid::Laid;

/// Greatest alignment of vectors and complex values, in bytes (TYPE-03).
const MOST_ALIGN: u32 = 16;

impl Layout for Dialect {
    fn largest(&self) -> u64 {
        1 << 20
    }

    fn native(&self, ty: Scalar) -> Laid {
        // TYPE-01, TYPE-02
        let (size, signed) = match ty {
            Scalar::Bool | Scalar::Char | Scalar::UnsignedChar => (1, false),
            Scalar::SignedChar => (1, true),
            Scalar::Short => (2, true),
            Scalar::UnsignedShort | Scalar::Half => (2, false),
            Scalar::Int | Scalar::WideChar => (4, true),
            Scalar::UnsignedInt => (4, false),
            Scalar::Float | Scalar::Double | Scalar::LongDouble => (4, false),
            Scalar::Long | Scalar::LongLong | Scalar::PointerDifference => (8, true),
            Scalar::UnsignedLong | Scalar::UnsignedLongLong | Scalar::Size => (8, false),
        };
        Laid::native(ty, size, signed)
    }

    fn pointer(&self, _function: bool) -> Laid {
        // TYPE-01
        Laid::integer(8, false)
    }

    fn enumeration(&self, ty: &EnumType) -> Laid {
        // TYPE-01
        let int = ty.constants.iter().all(|value| (-0x8000_0000..=0x7fff_ffff).contains(value));
        Laid::integer(if int { 4 } else { 8 }, true)
    }

    fn complex_align(&self, part: &Laid) -> u32 {
        // TYPE-03
        (part.size * 2).min(MOST_ALIGN)
    }

    fn vector_align(&self, _lane: &Laid, size: u32) -> u32 {
        // TYPE-03
        size.clamp(1, MOST_ALIGN)
    }

    fn member_align(&self, _laid: &Laid, align: u32, _packed: bool) -> u32 {
        align
    }

    fn pads(&self) -> bool {
        // LAYOUT-01
        true
    }

    fn record_align(&self, _record: &Record, align: u32, _bits: u64) -> u32 {
        // LAYOUT-01
        align
    }

    fn fields_cross(&self) -> bool {
        // LAYOUT-01
        false
    }

    fn unnamed_fields_align(&self) -> bool {
        // LAYOUT-01 applies to members only.
        false
    }

    fn field_is_signed(&self, _ty: &Type, laid: &Laid) -> bool {
        laid.is_signed()
    }

    fn empty_size(&self, _kind: RecordKind) -> u32 {
        0
    }
}
