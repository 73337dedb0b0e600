//! Sizes and alignments: the document's section on the representation of data, with readings for the rest.

use crosscall_clauses::forwardcom as names;
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
            // TYPE-14: a truth value has 1 byte, or 4.
            Scalar::Bool if self.is(names::BoolSize::Four) => 4,
            Scalar::Bool | Scalar::Char | Scalar::SignedChar | Scalar::UnsignedChar => 1,
            Scalar::Short | Scalar::UnsignedShort | Scalar::Half | Scalar::BrainHalf => 2,
            Scalar::Int128 | Scalar::UnsignedInt128 => 16,
            Scalar::Int | Scalar::UnsignedInt | Scalar::Float => 4,
            // TYPE-02 long: `long` has 8 bytes, or 4.
            Scalar::Long | Scalar::UnsignedLong if self.is(names::LongSize::Four) => 4,
            // S01 wchar: `wchar_t` has 4 bytes with or without a sign, or 2 without.
            Scalar::WideChar if self.is(names::WideChar::UnsignedTwo) => 2,
            Scalar::WideChar => 4,
            _ => 8,
        }
    }

    fn is_signed(&self, ty: Scalar) -> bool {
        match ty {
            // S01 char: plain `char` is signed, or unsigned.
            Scalar::Char => self.is(names::CharSign::Signed),
            // S01 wchar: `wchar_t` has 4 bytes with or without a sign, or 2 without.
            Scalar::WideChar => self.is(names::WideChar::SignedFour),
            _ => is_signed_in_c(ty),
        }
    }

    fn pointer(&self, _function: bool) -> u32 {
        // S01: pointers have 8 bytes.
        8
    }

    fn enumeration(&self, ty: &EnumType) -> Laid {
        // S01 enum: an enumeration has 4 bytes at least, or as few as its constants need.
        Laid::enumeration(ty, if self.is(names::EnumSize::AsNeeded) { 1 } else { 4 })
    }

    fn complex_align(&self, part: &Laid) -> u32 {
        // LAYOUT-01 composites: a small composite is aligned as its parts are, or to its size.
        self.small(part.size * 2, part.align)
    }

    fn vector_align(&self, lane: &Laid, size: u32) -> u32 {
        if size <= EIGHT {
            // LAYOUT-01: up to 8 bytes, alignment is natural.
            return size.max(1);
        }
        if self.errs("large-vectors") {
            return lane.align.min(2);
        }
        // S04 vectors: a large vector is aligned as its lanes are, to its size, or to 8.
        match self.of() {
            names::LargeVectorAlign::Size => size,
            names::LargeVectorAlign::Eight => EIGHT,
            names::LargeVectorAlign::Lane => lane.align,
        }
    }

    fn member_align(&self, laid: &Laid, align: u32, packed: bool) -> u32 {
        // LAYOUT-02: an array of 8 bytes or more is aligned to 8, in records as well or outside only.
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
            // S04 records: a record of more than 8 bytes is aligned as its members are, or to 8 at least.
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
            // LAYOUT-01: up to 8 bytes, alignment is natural.
            pads: !self.errs("members-close"),
            // S03 bit-fields: a bit-field stays within a container of its declared type, or follows the one before
            // without a gap.
            fields_cross: self.is(names::BitFieldPlacement::WithoutGaps),
            // S03 bit-fields: bit-fields without a name align their record as well, or do not.
            unnamed_fields_align: self.is(names::BitFieldPlacement::WithinDeclaredTypeUnnamedAlign),
            // S03 sign: a bit-field of a plain type is signed as the type is, or unsigned.
            plain_fields_unsigned: self.is(names::PlainBitFieldSign::Unsigned),
            // S03 empty: an empty record has no bytes, or one.
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
