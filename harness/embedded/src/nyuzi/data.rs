//! Sizes and alignments: the document's table of types and its section on vectors, with readings for the rest.

use crosscall_clauses::nyuzi as names;
use crosscall_model::{EnumType, Scalar};

use super::Dialect;
use crate::convention::{Layout, RecordRules, is_signed_in_c};
use crate::fault::Mechanism;
use crate::laid::{Laid, Shape};

impl Layout for Dialect {
    /// Table of types (TYPE-01 to TYPE-09), and the types that it lacks (S01 to S03).
    fn size(&self, ty: Scalar) -> u32 {
        match ty {
            Scalar::Bool | Scalar::Char | Scalar::SignedChar | Scalar::UnsignedChar => 1,
            Scalar::Short | Scalar::UnsignedShort | Scalar::Half | Scalar::BrainHalf => 2,
            Scalar::Int128 | Scalar::UnsignedInt128 => 16,
            Scalar::LongLong | Scalar::UnsignedLongLong => 8,
            // TYPE-09 long-double: an IEEE 754 number of 8 bytes, or what `double` is.
            Scalar::LongDouble if self.is(names::LongDouble::DoublePrecision) => 8,
            // S03 wchar: `wchar_t` is a word with or without a sign, or an unsigned half-word.
            Scalar::WideChar if self.is(names::WideChar::UnsignedHalfWord) => 2,
            // TYPE-08: `double` is like `float`.
            _ => 4,
        }
    }

    fn is_signed(&self, ty: Scalar) -> bool {
        match ty {
            // TYPE-01: plain `char` is signed by default.
            Scalar::Char => self.is(names::CharSign::Signed),
            // S03 wchar: `wchar_t` is a word with or without a sign, or an unsigned half-word.
            Scalar::WideChar => self.is(names::WideChar::SignedWord),
            _ => is_signed_in_c(ty),
        }
    }

    fn native_align(&self, _ty: Scalar, size: u32) -> u32 {
        // TYPE-05 alignment: everything else is aligned to its size (S02).
        if size == 8 && self.is(names::LongLongAlign::Four) { 4 } else { size }
    }

    fn enumeration(&self, ty: &EnumType) -> Laid {
        // S03 enum: an enumeration is an int, or 8 bytes where its constants need them, or as few bytes as they need.
        let laid = Laid::enumeration(ty, if self.is(names::EnumWidth::AsNeeded) { 1 } else { 4 });
        // TYPE-05 alignment: `long long` is aligned to 8 in memory, or to 4.
        Laid { align: self.native_align(Scalar::LongLong, laid.size), ..laid }
    }

    fn vector_align(&self, lane: &Laid, size: u32) -> u32 {
        // TYPE-10 alignment: a vector is aligned to its size, or as its lanes are.
        if self.is(names::VectorAlign::Lane) { lane.align } else { size.max(lane.align) }
    }

    fn member_align(&self, laid: &Laid, align: u32, packed: bool) -> u32 {
        // LAYOUT-02: the compiler aligns vectors inside structures by itself.
        if packed { align } else { align.max(self.placed_align(laid)) }
    }

    fn object_align(&self, laid: &Laid) -> u32 {
        // LAYOUT-02: objects that the compiler places are aligned, irrespective of the type's alignment.
        laid.align.max(self.placed_align(laid))
    }

    fn aligns_record(&self, laid: &Laid) -> bool {
        // LAYOUT-01: a record with a vector has its alignment, or only that of its other members.
        self.is(names::VectorMemberAlign::SixtyFour) || !is_vector(laid)
    }

    fn records(&self) -> RecordRules {
        RecordRules {
            // S05: a bit-field stays within a container of its declared type, or follows the one before without a
            // gap.
            fields_cross: self.is(names::BitFieldPlacement::WithoutGaps),
            // S05: bit-fields without a name align their record as well, or do not.
            unnamed_fields_align: self.is(names::BitFieldPlacement::WithinDeclaredTypeUnnamedAlign),
            // S05 sign: a bit-field of a plain type is signed as the type is, or unsigned.
            plain_fields_unsigned: self.is(names::PlainBitFieldSign::Unsigned),
            // S05 empty: an empty record has no bytes, or one.
            empty_size: if self.is(names::EmptyRecordSize::Zero) { 0 } else { 1 },
            ..RecordRules::USUAL
        }
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
