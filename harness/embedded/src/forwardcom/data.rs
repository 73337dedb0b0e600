//! Sizes and alignments: the document's section on the representation of data, with readings for the rest.

use crosscall_model::names::forwardcom as names;
use crosscall_model::{EnumType, Record, Scalar};

use super::Dialect;
use crate::convention::{Layout, RecordRules, is_signed_in_c};
use crate::fault::Mechanism;
use crate::laid::{Laid, Shape};

/// Number of bytes up to which alignment is natural, and alignment of arrays of at least that size.
const EIGHT: u32 = 8;

impl Layout for Dialect {
    /// TYPE-02, TYPE-05; LAYOUT-01 aligns each type to its size.
    fn size(&self, ty: Scalar) -> u32 {
        match ty {
            // TYPE-14
            Scalar::Bool if self.is(names::BoolSize::Four) => 4,
            Scalar::Bool | Scalar::Char | Scalar::SignedChar | Scalar::UnsignedChar => 1,
            Scalar::Short | Scalar::UnsignedShort | Scalar::Half => 2,
            Scalar::Int | Scalar::UnsignedInt | Scalar::Float => 4,
            // TYPE-02 long
            Scalar::Long | Scalar::UnsignedLong if self.is(names::LongSize::Four) => 4,
            // S01 wchar
            Scalar::WideChar if self.is(names::WideChar::UnsignedTwo) => 2,
            Scalar::WideChar => 4,
            _ => 8,
        }
    }

    fn is_signed(&self, ty: Scalar) -> bool {
        match ty {
            // S01 char
            Scalar::Char => self.is(names::CharSign::Signed),
            // S01 wchar
            Scalar::WideChar => self.is(names::WideChar::SignedFour),
            _ => is_signed_in_c(ty),
        }
    }

    fn pointer(&self, _function: bool) -> u32 {
        // S01
        8
    }

    fn enumeration(&self, ty: &EnumType) -> Laid {
        // S01 enum
        Laid::enumeration(ty, if self.is(names::EnumSize::AsNeeded) { 1 } else { 4 })
    }

    fn complex_align(&self, part: &Laid) -> u32 {
        // LAYOUT-01 composites
        self.small(part.size * 2, part.align)
    }

    fn vector_align(&self, lane: &Laid, size: u32) -> u32 {
        if size <= EIGHT {
            // LAYOUT-01
            return size.max(1);
        }
        if self.errs("large-vectors") {
            return lane.align.min(2);
        }
        // S04 vectors
        match self.of() {
            names::LargeVectorAlign::Size => size,
            names::LargeVectorAlign::Eight => EIGHT,
            names::LargeVectorAlign::Lane => lane.align,
        }
    }

    fn member_align(&self, laid: &Laid, align: u32, packed: bool) -> u32 {
        // LAYOUT-02
        let array = matches!(laid.shape, Shape::Array(..)) && laid.size >= EIGHT;
        let wanted = if self.errs("array-members") { EIGHT / 2 } else { EIGHT };
        if array && self.is(names::ArrayAlign::EveryArray) && !packed { align.max(wanted) } else { align }
    }

    fn record_align(&self, record: &Record, align: u32, bits: u64) -> u32 {
        if record.packed {
            return align;
        }
        let size = u32::try_from(bits.div_ceil(8)).unwrap_or(u32::MAX).next_multiple_of(align.max(1));
        match size {
            0..=EIGHT => self.small(size, align),
            // S04 records
            _ if self.is(names::LargeRecordAlign::EightAtLeast) => align.max(EIGHT),
            _ => align,
        }
    }

    fn object_align(&self, laid: &Laid) -> u32 {
        match (&laid.shape, self.fault) {
            (Shape::Vector { .. }, Some(Mechanism::VectorAlign(most))) => laid.align.min(most),
            _ => laid.align,
        }
    }

    fn records(&self) -> RecordRules {
        RecordRules {
            // LAYOUT-01
            pads: !self.errs("members-close"),
            // S03 bit-fields
            fields_cross: self.is(names::BitFieldPlacement::WithoutGaps),
            // S03 bit-fields
            unnamed_fields_align: self.is(names::BitFieldPlacement::WithinDeclaredTypeUnnamedAlign),
            // S03 sign
            plain_fields_unsigned: self.is(names::PlainBitFieldSign::Unsigned),
            // S03 empty
            empty_size: u32::from(self.is(names::EmptyRecordSize::Alignment)),
            ..RecordRules::USUAL
        }
    }
}

impl Dialect {
    /// Alignment of a composite of `size` bytes, whose parts require `align` (LAYOUT-01 composites).
    fn small(&self, size: u32, align: u32) -> u32 {
        let by_size = self.is(names::SmallCompositeAlign::Size) && matches!(size, 2 | 4 | 8);
        if by_size { align.max(size) } else { align }
    }
}
