//! Sizes and alignments: the document's table of types and its section on vectors, with readings for the rest.

use crosscall_model::names::nyuzi::WideChar;
use crosscall_model::{EnumType, Record, RecordKind, Scalar, Type};

use super::dialect::Dialect;
use crate::convention::Layout;
use crate::fault::Mechanism;
use crate::laid::{Laid, Shape, is_plain};

impl Layout for Dialect {
    fn largest(&self) -> u64 {
        // Size that fits into the memory of a small machine beside all other data.
        1 << 20
    }

    /// Layout by the table of types (TYPE-01 to TYPE-09), and for the types that it lacks (S01 to S03).
    fn native(&self, ty: Scalar) -> Laid {
        let (size, signed) = match ty {
            Scalar::Bool | Scalar::UnsignedChar => (1, false),
            Scalar::Char => (1, self.char_signed),
            Scalar::SignedChar => (1, true),
            Scalar::Short => (2, true),
            Scalar::UnsignedShort | Scalar::Half => (2, false),
            Scalar::Int | Scalar::Long | Scalar::PointerDifference => (4, true),
            Scalar::UnsignedInt | Scalar::UnsignedLong | Scalar::Size => (4, false),
            // TYPE-08: `double` is like `float`.
            Scalar::Float | Scalar::Double => (4, false),
            Scalar::LongLong => (8, true),
            Scalar::UnsignedLongLong => (8, false),
            Scalar::LongDouble => (self.long_double, false),
            Scalar::WideChar => match self.wide_char {
                WideChar::SignedWord => (4, true),
                WideChar::UnsignedWord => (4, false),
                WideChar::UnsignedHalfWord => (2, false),
            },
        };
        // TYPE-05 alignment: everything else is aligned to its size (S02).
        let align = if size == 8 { self.long_long_align } else { size };
        Laid { align, ..Laid::native(ty, size, signed) }
    }

    fn pointer(&self, _function: bool) -> Laid {
        // TYPE-06
        Laid::integer(4, false)
    }

    fn enumeration(&self, ty: &EnumType) -> Laid {
        // S03 enum
        let laid = Laid::enumeration(ty, if self.short_enums { 1 } else { 4 });
        if laid.size == 8 { Laid { align: self.long_long_align, ..laid } } else { laid }
    }

    fn complex_align(&self, part: &Laid) -> u32 {
        part.align
    }

    fn vector_align(&self, lane: &Laid, size: u32) -> u32 {
        // TYPE-10 alignment
        if self.vectors_as_lanes { lane.align } else { size.max(lane.align) }
    }

    fn member_align(&self, laid: &Laid, align: u32, packed: bool) -> u32 {
        // LAYOUT-02: the compiler aligns vectors inside structures by itself.
        if packed { align } else { align.max(self.placed_align(laid)) }
    }

    fn pads(&self) -> bool {
        true
    }

    fn record_align(&self, _record: &Record, align: u32, _bits: u64) -> u32 {
        align
    }

    fn fields_cross(&self) -> bool {
        // S05
        self.straddle
    }

    fn unnamed_fields_align(&self) -> bool {
        // S05
        self.unnamed_aligns
    }

    fn field_is_signed(&self, ty: &Type, laid: &Laid) -> bool {
        // S05 sign speaks of types that say neither `signed` nor `unsigned`.
        laid.is_signed() && !(self.fields_unsigned && is_plain(ty))
    }

    fn object_align(&self, laid: &Laid) -> u32 {
        // LAYOUT-02: objects that the compiler places are aligned, irrespective of the type's alignment.
        laid.align.max(self.placed_align(laid))
    }

    fn aligns_record(&self, laid: &Laid) -> bool {
        // LAYOUT-01
        self.vectors_raise || !is_vector(laid)
    }

    fn empty_size(&self, _kind: RecordKind) -> u32 {
        // S05 empty
        self.empty_size
    }
}

/// True for a vector, or an array of vectors.
fn is_vector(laid: &Laid) -> bool {
    match &laid.shape {
        Shape::Vector { .. } => true,
        Shape::Array(elem, _) => is_vector(elem),
        _ => false,
    }
}

impl Dialect {
    /// Alignment that the compiler gives a vector, or an array of vectors, where it places the object.
    fn placed_align(&self, laid: &Laid) -> u32 {
        match (&laid.shape, self.fault) {
            (Shape::Vector { .. }, Some(Mechanism::VectorAlign(most))) => laid.size.clamp(1, most),
            (Shape::Vector { .. }, _) => laid.size.max(1),
            (Shape::Array(elem, _), _) => self.placed_align(elem),
            // A structure has the alignment that its author gave it (LAYOUT-01 R2); other types are aligned by
            // themselves.
            _ => 1,
        }
    }
}
