//! Sizes and alignments: the document's section on the representation of data, with readings for the rest.

use crosscall_model::{EnumType, Record, RecordKind, Scalar, Type};

use super::dialect::Dialect;
use crate::convention::{Convention, Layout};
use crate::fault::Mechanism;
use crate::laid::{Laid, Shape, is_plain};

/// Number of bytes up to which alignment is natural, and alignment of arrays of at least that size.
const EIGHT: u32 = 8;

impl Layout for Dialect {
    fn largest(&self) -> u64 {
        1 << 20
    }

    fn native(&self, ty: Scalar) -> Laid {
        // TYPE-02, TYPE-05, TYPE-14, S01; LAYOUT-01 for alignment.
        let (size, signed) = match ty {
            Scalar::Bool => (self.truth, false),
            Scalar::Char => (1, self.char_signed),
            Scalar::SignedChar => (1, true),
            Scalar::UnsignedChar => (1, false),
            Scalar::Short => (2, true),
            Scalar::UnsignedShort | Scalar::Half => (2, false),
            Scalar::Int => (4, true),
            Scalar::UnsignedInt | Scalar::Float => (4, false),
            Scalar::Long => (self.long, true),
            Scalar::UnsignedLong => (self.long, false),
            Scalar::LongLong | Scalar::PointerDifference => (8, true),
            Scalar::UnsignedLongLong | Scalar::Size | Scalar::Double | Scalar::LongDouble => (8, false),
            Scalar::WideChar => self.wide_char,
        };
        Laid::native(ty, size, signed)
    }

    fn pointer(&self, _function: bool) -> Laid {
        // S01
        Laid::integer(8, false)
    }

    fn enumeration(&self, ty: &EnumType) -> Laid {
        // S01 enum
        Laid::enumeration(ty, if self.short_enums { 1 } else { 4 })
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
        self.vector_align.map_or(lane.align, |most| size.min(most))
    }

    fn member_align(&self, laid: &Laid, align: u32, packed: bool) -> u32 {
        // LAYOUT-02
        let array = matches!(laid.shape, Shape::Array(..)) && laid.size >= EIGHT;
        let wanted = if self.errs("array-members") { EIGHT / 2 } else { EIGHT };
        if array && self.inner_arrays && !packed { align.max(wanted) } else { align }
    }

    fn pads(&self) -> bool {
        // LAYOUT-01
        !self.errs("members-close")
    }

    fn record_align(&self, record: &Record, align: u32, bits: u64) -> u32 {
        if record.packed {
            return align;
        }
        let size = u32::try_from(bits.div_ceil(8)).unwrap_or(u32::MAX).next_multiple_of(align.max(1));
        match size {
            0..=EIGHT => self.small(size, align),
            // S04 records
            _ if self.large_by_eight => align.max(EIGHT),
            _ => align,
        }
    }

    fn fields_cross(&self) -> bool {
        // S03 bit-fields
        self.straddle
    }

    fn unnamed_fields_align(&self) -> bool {
        // S03 bit-fields
        self.unnamed_aligns
    }

    fn field_is_signed(&self, ty: &Type, laid: &Laid) -> bool {
        // S03 sign speaks of types that say neither `signed` nor `unsigned`.
        laid.is_signed() && !(self.fields_unsigned && is_plain(ty))
    }

    fn object_align(&self, laid: &Laid) -> u32 {
        match (&laid.shape, self.fault) {
            (Shape::Vector { .. }, Some(Mechanism::VectorAlign(most))) => laid.align.min(most),
            _ => laid.align,
        }
    }

    fn empty_size(&self, _kind: RecordKind) -> u32 {
        // S03 empty
        self.empty_size
    }
}

impl Dialect {
    /// Alignment of a composite of `size` bytes, whose parts require `align` (LAYOUT-01 composites).
    fn small(&self, size: u32, align: u32) -> u32 {
        if self.small_by_size && matches!(size, 2 | 4 | 8) { align.max(size) } else { align }
    }
}
