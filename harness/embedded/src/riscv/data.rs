//! Sizes and alignments: the document's tables of types, its section on bit-fields, and readings for the rest.

use crosscall_clauses::riscv as names;
use crosscall_model::{EnumType, Scalar};

use super::Dialect;
use crate::convention::{Layout, RecordRules, is_signed_in_c};
use crate::fault::{FieldMistake, Mechanism};
use crate::laid::Laid;

impl<const ABI: usize> Layout for Dialect<ABI> {
    /// Tables of types (TYPE-01 to TYPE-16), and the types that they lack.
    fn size(&self, ty: Scalar) -> u32 {
        match ty {
            Scalar::Bool | Scalar::Char | Scalar::SignedChar | Scalar::UnsignedChar => 1,
            Scalar::Short | Scalar::UnsignedShort | Scalar::Half | Scalar::BrainHalf => 2,
            Scalar::LongLong | Scalar::UnsignedLongLong | Scalar::Double => 8,
            Scalar::LongDouble | Scalar::Int128 | Scalar::UnsignedInt128 => 16,
            // TYPE-05, TYPE-06, TYPE-33, TYPE-34
            Scalar::Long | Scalar::UnsignedLong | Scalar::Size | Scalar::PointerDifference => self.xlen(),
            // S03: `wchar_t` is an int with or without a sign, or an unsigned short.
            Scalar::WideChar if self.is(names::WideChar::UnsignedShort) => 2,
            _ => 4,
        }
    }

    fn is_signed(&self, ty: Scalar) -> bool {
        match ty {
            // TYPE-27: plain `char` is unsigned.
            Scalar::Char => self.is(names::CharSign::Signed),
            // S03: `wchar_t` is an int with or without a sign, or an unsigned short.
            Scalar::WideChar => self.is(names::WideChar::Int),
            _ => is_signed_in_c(ty),
        }
    }

    /// TYPE-20 to TYPE-22: the next of 1, 2, 4 and 8 bytes, and beyond them as many units of two registers as it takes.
    fn bit_int(&self, bits: u32) -> (u32, u32) {
        let bytes = bits.div_ceil(8);
        let unit = 2 * self.xlen();
        let align = match bytes {
            9.. if self.errs("bit-int-alignment") => self.xlen(),
            9.. => unit,
            _ if self.errs("bit-int-word") => 8,
            _ => return (bytes.next_power_of_two(), bytes.next_power_of_two()),
        };
        (bytes.next_multiple_of(align), align)
    }

    /// S01: an atomic type is aligned to its size.
    fn atomic(&self, plain: Laid) -> Laid {
        Laid { align: plain.size, ..plain }
    }

    fn pointer(&self, _function: bool) -> u32 {
        self.xlen()
    }

    fn enumeration(&self, ty: &EnumType) -> Laid {
        // S02: an enumeration is unsigned if no constant is negative, and has 4 bytes at least; or it is an int; or it
        // has as few bytes as its constants need.
        match self.of() {
            names::Enumeration::UnsignedIntOrInt => Laid::enumeration(ty, 4),
            names::Enumeration::AlwaysInt => Laid::integer(4, true),
            names::Enumeration::AsNeeded => Laid::enumeration(ty, 1),
        }
    }

    fn complex_align(&self, part: &Laid) -> u32 {
        // TYPE-17 to TYPE-19, TYPE-32: as a structure of its parts.
        if self.errs("complex-alignment") { 2 * part.align } else { part.align }
    }

    fn vector_align(&self, lane: &Laid, size: u32) -> u32 {
        // LAYOUT-03: a vector is aligned as its lanes are; or to its size, without a limit or to 16 at most.
        match self.of() {
            names::VectorAlign::Lane => lane.align,
            names::VectorAlign::Size => size.max(lane.align),
            names::VectorAlign::SizeUpToSixteen => size.clamp(lane.align, lane.align.max(16)),
        }
    }

    fn alignof(&self, laid: &Laid) -> u32 {
        // LAYOUT-03: `_Alignof` gives the alignment; or 16 where a vector alone makes it larger.
        match self.of() {
            names::VectorAlignof::Sixteen if !laid.is_asked => laid.align.min(16),
            _ => laid.align,
        }
    }

    fn odd_vector_size(&self, lanes: u32) -> Option<u32> {
        // LAYOUT-04: as many lanes as it has, or as many as the next power of two.
        Some(match self.of() {
            names::OddVectorSize::Product => lanes,
            names::OddVectorSize::NextPowerOfTwo => lanes.next_power_of_two(),
        })
    }

    fn records(&self) -> RecordRules {
        RecordRules {
            // LAYOUT-10: a bit-field that would cross a boundary of its type begins there.
            fields_cross: self.breaks(Mechanism::BitField(FieldMistake::Cross)),
            // LAYOUT-13: an unnamed bit-field does not align its structure.
            unnamed_fields_align: self.is(names::UnnamedBitFieldAlign::Yes),
            // LAYOUT-15: neither does one of width zero.
            zero_fields_align: self.is(names::ZeroBitFieldAlign::Yes),
            // LAYOUT-14: one of width zero at the end makes a structure larger, or does not.
            zero_fields_extend: self.is(names::TrailingZeroBitField::Larger),
            // S05 packed: bit-fields of packed structures follow each other without gaps, or are placed as in others.
            packed_fields_cross: self.is(names::PackedBitFields::WithoutGaps),
            // S04: a bit-field of a plain type is signed as the type is, or unsigned.
            plain_fields_unsigned: self.is(names::PlainBitFieldSign::Unsigned),
            ..RecordRules::USUAL
        }
    }
}
