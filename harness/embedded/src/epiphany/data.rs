//! Sizes and alignments: the document's table of native types and its section on composite types, with readings for
//! the rest.

use crosscall_clauses::epiphany as names;
use crosscall_model::{EnumType, Record, RecordKind, Scalar};

use super::Dialect;
use crate::convention::{Layout, RecordRules, is_signed_in_c};
use crate::laid::{Laid, Shape};

impl Layout for Dialect {
    /// Table of native types (TYPE-05 to TYPE-17), and the types that it lacks (S01).
    fn size(&self, ty: Scalar) -> u32 {
        match ty {
            Scalar::Bool | Scalar::Char | Scalar::SignedChar | Scalar::UnsignedChar => 1,
            Scalar::Short | Scalar::UnsignedShort | Scalar::Half | Scalar::BrainHalf => 2,
            Scalar::Int128 | Scalar::UnsignedInt128 => 16,
            Scalar::LongLong | Scalar::UnsignedLongLong | Scalar::Double | Scalar::LongDouble => 8,
            // S01 wchar: `wchar_t` is a word with or without a sign, or an unsigned half-word.
            Scalar::WideChar if self.is(names::WideChar::UnsignedHalfWord) => 2,
            _ => 4,
        }
    }

    fn is_signed(&self, ty: Scalar) -> bool {
        match ty {
            // TYPE-05: plain `char` is signed, or unsigned.
            Scalar::Char => self.is(names::CharSign::Signed),
            // S01 wchar: `wchar_t` is a word with or without a sign, or an unsigned half-word.
            Scalar::WideChar => self.is(names::WideChar::SignedWord),
            _ => is_signed_in_c(ty),
        }
    }

    fn enumeration(&self, ty: &EnumType) -> Laid {
        // S01 enum: an enumeration has 4 bytes at least, or as few as its constants need.
        Laid::enumeration(ty, if self.is(names::EnumWidth::AsNeeded) { 1 } else { 4 })
    }

    fn vector_align(&self, lane: &Laid, size: u32) -> u32 {
        // S25 alignment: a vector is aligned to its size, up to 8 or without a limit, or as its lanes are.
        match self.of() {
            names::VectorAlign::SizeUpToEight => size.min(8),
            names::VectorAlign::Size => size,
            names::VectorAlign::Lane => lane.align,
        }
    }

    fn member_align(&self, laid: &Laid, align: u32, _packed: bool) -> u32 {
        // LAYOUT-10: an array of words or larger elements is raised to 8, or no array is.
        let raised = self.is(names::ArrayMemberAlign::RaisedToEight);
        match &laid.shape {
            Shape::Array(elem, _) if raised && align == 4 && elem.size >= 4 => 8,
            _ => align,
        }
    }

    /// LAYOUT-10, R2: where an attribute asks for an alignment, GCC raises nothing.
    fn obeys_attributes(&self) -> bool {
        true
    }

    /// LAYOUT-10, R2: GCC keeps a record that fills a machine type as that, without the record's attributes.
    fn forgets_attributes(&self, laid: &Laid) -> bool {
        fills_machine_type(laid)
    }

    fn record_align(&self, record: &Record, align: u32, bits: u64) -> u32 {
        let raised = match record.kind {
            _ if record.packed => false,
            // LAYOUT-06: a union has the alignment of its most aligned member, or is raised by its size.
            RecordKind::Union => self.is(names::UnionAlign::RaisedBySize),
            // LAYOUT-02: a structure has the alignment of its most aligned member, or is raised by its size.
            RecordKind::Struct => self.is(names::StructAlign::RaisedBySize),
        };
        align.max(match bits {
            // The size of a flexible array member is unknown, so the structure may be larger than any limit.
            _ if raised && record.flexible().is_some() => 8,
            32 if raised => 4,
            33.. if raised => 8,
            _ => 1,
        })
    }

    fn records(&self) -> RecordRules {
        RecordRules {
            // LAYOUT-01: members are padded to their alignment, or follow each other without padding.
            pads: self.is(names::MemberPadding::Padded),
            // S02: a bit-field stays within a container of its declared type, or follows the one before without a
            // gap.
            fields_cross: self.is(names::BitFieldPlacement::WithoutGaps),
            // S02: bit-fields without a name align their record as well, or do not.
            unnamed_fields_align: self.is(names::BitFieldPlacement::WithinDeclaredTypeUnnamedAlign),
            // S02 sign: a bit-field of a plain type is signed as the type is, or unsigned.
            plain_fields_unsigned: self.is(names::PlainBitFieldSign::Unsigned),
            // S03 empty: an empty record has no bytes, or one.
            empty_size: if self.is(names::EmptyRecordSize::Zero) { 0 } else { 1 },
            ..RecordRules::USUAL
        }
    }
}

/// True if a composite fills a machine type: 1, 2, 4 or 8 bytes, with an alignment of at least its size, and with a
/// machine size for every composite inside; or a complex number.
pub(super) fn fills_machine_type(laid: &Laid) -> bool {
    if wraps_complex(laid).is_some() {
        return true;
    }
    matches!(laid.size, 1 | 2 | 4 | 8) && laid.align >= laid.size && inner_sizes_are_machine_sizes(laid)
}

/// Alignment of the parts of a complex number that is all of a structure, however deep inside and however aligned there.
fn wraps_complex(laid: &Laid) -> Option<u32> {
    match &laid.shape {
        Shape::Complex { part, .. } => Some(part.align),
        Shape::Array(elem, 1) => wraps_complex(elem),
        Shape::Struct(members) if !members.iter().any(|member| member.flexible) => {
            let whole = members.iter().find(|m| m.field.is_none() && m.laid.size == laid.size)?;
            wraps_complex(&whole.laid).filter(|align| laid.align >= *align)
        }
        _ => None,
    }
}

fn inner_sizes_are_machine_sizes(laid: &Laid) -> bool {
    let fits = |inner: &Laid| matches!(inner.size, 0 | 1 | 2 | 4 | 8) && inner_sizes_are_machine_sizes(inner);
    match &laid.shape {
        Shape::Scalar { .. } | Shape::BitInt { .. } | Shape::Complex { .. } => true,
        // There is no machine type for a vector of one floating lane.
        Shape::Vector { lane, lanes, .. } => *lanes > 1 || !lane.is_floating(),
        Shape::Array(elem, len) => *len == 0 || fits(elem),
        // No machine type has an unknown size.
        Shape::Struct(members) if members.iter().any(|member| member.flexible) => false,
        Shape::Struct(members) | Shape::Union(members) => members.iter().all(|m| fits(&m.laid)),
    }
}
