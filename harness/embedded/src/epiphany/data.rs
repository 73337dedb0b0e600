//! Sizes and alignments: the document's table of native types and its section on composite types, with readings for
//! the rest.

use crosscall_model::names::epiphany::{VectorAlign, WideChar};
use crosscall_model::{EnumType, Record, RecordKind, Scalar, Type};

use super::dialect::Dialect;
use crate::convention::Layout;
use crate::laid::{Laid, Place, Shape, is_plain};

impl Layout for Dialect {
    fn largest(&self) -> u64 {
        // More than the core's own memory.
        1 << 20
    }

    /// Layout by the table of native types (TYPE-05 to TYPE-17, S01).
    fn native(&self, ty: Scalar) -> Laid {
        let (size, signed) = match ty {
            Scalar::Bool | Scalar::UnsignedChar => (1, false),
            Scalar::Char => (1, self.char_signed),
            Scalar::SignedChar => (1, true),
            Scalar::Short => (2, true),
            Scalar::UnsignedShort => (2, false),
            Scalar::Int | Scalar::Long => (4, true),
            Scalar::UnsignedInt | Scalar::UnsignedLong | Scalar::Float => (4, false),
            Scalar::LongLong => (8, true),
            Scalar::UnsignedLongLong | Scalar::Double | Scalar::LongDouble => (8, false),
            Scalar::Half => (2, false),
            Scalar::WideChar => match self.wide_char {
                WideChar::UnsignedWord => (4, false),
                WideChar::SignedWord => (4, true),
                WideChar::UnsignedHalfWord => (2, false),
            },
            Scalar::Size => (4, false),
            Scalar::PointerDifference => (4, true),
        };
        Laid::native(ty, size, signed)
    }

    fn pointer(&self, _function: bool) -> Laid {
        Laid::integer(4, false)
    }

    fn enumeration(&self, ty: &EnumType) -> Laid {
        // S01 enum
        Laid::enumeration(ty, if self.short_enums { 1 } else { 4 })
    }

    fn complex_align(&self, part: &Laid) -> u32 {
        part.align
    }

    fn vector_align(&self, lane: &Laid, size: u32) -> u32 {
        // S25 alignment
        match self.vector_align {
            VectorAlign::SizeUpToEight => size.min(8),
            VectorAlign::Size => size,
            VectorAlign::Lane => lane.align,
        }
    }

    fn member_align(&self, laid: &Laid, align: u32, _packed: bool) -> u32 {
        // LAYOUT-10
        match &laid.shape {
            Shape::Array(elem, _) if self.raise_arrays && align == 4 && elem.size >= 4 => 8,
            _ => align,
        }
    }

    fn pads(&self) -> bool {
        // LAYOUT-01
        self.padding
    }

    fn record_align(&self, record: &Record, align: u32, bits: u64) -> u32 {
        // LAYOUT-02, LAYOUT-06
        let union = record.kind == RecordKind::Union;
        let raised = (if union { self.raise_unions } else { self.raise_structs }) && !record.packed;
        align.max(match bits {
            // The size of a flexible array member is unknown, so the structure may be larger than any limit.
            _ if raised && record.flexible().is_some() => 8,
            32 if raised => 4,
            33.. if raised => 8,
            _ => 1,
        })
    }

    fn fields_cross(&self) -> bool {
        // S02
        self.straddle
    }

    fn unnamed_fields_align(&self) -> bool {
        // S02
        self.unnamed_aligns
    }

    fn field_is_signed(&self, ty: &Type, laid: &Laid) -> bool {
        // S02 sign speaks of types that say neither `signed` nor `unsigned`.
        laid.is_signed() && !(self.fields_unsigned && is_plain(ty))
    }

    fn empty_size(&self, _kind: RecordKind) -> u32 {
        // S03
        self.empty_size
    }
}

/// True if a composite fills a machine type: 1, 2, 4 or 8 bytes, with an alignment of at least its size, and with a
/// machine size for every composite inside.
pub(super) fn fills_machine_type(laid: &Laid) -> bool {
    matches!(laid.size, 1 | 2 | 4 | 8) && laid.align >= laid.size && inner_sizes_are_machine_sizes(laid)
}

/// True if a member is an array without elements.
fn is_open(member: &Place) -> bool {
    matches!(member.laid.shape, Shape::Array(_, 0))
}

fn inner_sizes_are_machine_sizes(laid: &Laid) -> bool {
    let fits = |inner: &Laid| matches!(inner.size, 0 | 1 | 2 | 4 | 8) && inner_sizes_are_machine_sizes(inner);
    match &laid.shape {
        Shape::Scalar { .. } | Shape::Complex { .. } => true,
        // There is no machine type for a vector of one floating lane.
        Shape::Vector { lane, lanes, .. } => *lanes > 1 || !lane.is_floating(),
        Shape::Array(elem, _) => fits(elem),
        // No machine type has an unknown size.
        Shape::Struct(members) if members.len() > 1 && members.last().is_some_and(is_open) => false,
        Shape::Struct(members) | Shape::Union(members) => members.iter().all(|m| fits(&m.laid)),
    }
}
