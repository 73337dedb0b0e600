//! Sizes, alignments and places of members: AARCH64-LAYOUT and the silent points on records and vectors.

use super::Aarch64;
use crate::abi::data::{Data, Placing, has_attributes, names_no_value};
use crate::abi::rules::Rules;
use crosscall_clauses::aarch64::{
    EmptyRecord, OddVectorSize, OneLaneVector, PackedBitFields, PackedZeroBitField, PaddedVector,
    UnnamedBitFieldAlign, VectorAlign, ZeroArrayAlign, ZeroBitFieldAlign, clause,
};
use crosscall_model::layout::Layout;
use crosscall_model::plan::ClauseId;
use crosscall_model::{Member, Record, RecordKind, Scalar, Type};

/// The greatest alignment in bytes of a vector under AARCH64-S09.R1.
const MOST_VECTOR_ALIGN: u64 = 16;

/// Bits of a byte, the alignment of packed bit-fields under AARCH64-S04.R2.
const BYTE: u64 = 8;

impl Data for Aarch64 {
    fn cite_type(&self, ty: &Type, rules: &mut Rules<'_>) {
        match ty {
            Type::Array(..) => rules.cite(clause::LAYOUT_03),
            Type::Complex(part) => rules.cite(complex(*part)),
            Type::Record(record) => cite_record(record, rules),
            _ => {}
        }
    }

    /// AARCH64-TYPE-25: a short vector is aligned to its size. Of others nothing is said; what is no power of two is no
    /// alignment. A complex type is aligned as its parts are (AARCH64-TYPE-21).
    fn parts_align(&self, ty: &Type, part: &Layout, size: u64, rules: &mut Rules<'_>) -> u64 {
        if matches!(ty, Type::Complex(_)) {
            return part.align;
        }
        if self.is_short(ty, size, rules) {
            rules.cite(clause::TYPE_25);
            return size;
        }
        rules.cite(clause::S09);
        if size == part.align || !size.is_power_of_two() {
            return part.align;
        }
        match rules.ask() {
            VectorAlign::SizeUpToSixteen => size.min(MOST_VECTOR_ALIGN),
            VectorAlign::Size => size,
            VectorAlign::Lane => part.align,
        }
    }

    /// AARCH64-S09.
    fn parts_size(&self, ty: &Type, size: u64, rules: &mut Rules<'_>) -> u64 {
        match ty {
            Type::Vector { lanes, .. } if !lanes.is_power_of_two() => match rules.ask() {
                OddVectorSize::Product => size,
                OddVectorSize::NextPowerOfTwo => size.next_power_of_two(),
            },
            _ => size,
        }
    }

    fn cite_bit_field(&self, rules: &mut Rules<'_>) {
        let all = [clause::LAYOUT_25, clause::LAYOUT_23, clause::LAYOUT_24, clause::LAYOUT_21];
        all.into_iter().for_each(|clause| rules.cite(clause));
    }

    /// AARCH64-LAYOUT-23.
    fn may_cross(&self, _: &mut Rules<'_>) -> bool {
        false
    }

    /// AARCH64-S04: the alignment of the container that counts, all else being as in the rules on bit-fields.
    fn packed_step(&self, unit: u64, rules: &mut Rules<'_>) -> Option<u64> {
        Some(match rules.ask() {
            PackedBitFields::EachBit => 1,
            PackedBitFields::EachByte => BYTE,
            PackedBitFields::Container => unit,
        })
    }

    /// AARCH64-S04.
    fn cuts_packed(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(PackedZeroBitField::Boundary)
    }

    fn zero_width_aligns(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(ZeroBitFieldAlign::Yes)
    }

    fn unnamed_aligns(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(UnnamedBitFieldAlign::Yes)
    }

    fn cite_member(&self, _: &Member, rules: &mut Rules<'_>) {
        rules.cite(clause::S05);
    }

    /// AARCH64-LAYOUT-18: an array of no elements.
    fn member_align(&self, placing: Placing<'_>, rules: &mut Rules<'_>) -> u64 {
        let align = placing.inner.align;
        let is_of_none = matches!(placing.member.ty, Type::Array(_, 0));
        if is_of_none && align > 1 && rules.is(ZeroArrayAlign::NotAligned) { 1 } else { align }
    }

    /// C's extension of an empty structure has no bytes (AARCH64-S07).
    fn empty_size(&self, _: u64, _: &mut Rules<'_>) -> u64 {
        0
    }
}

impl Aarch64 {
    /// True if a vector of so many bytes is a short one (AARCH64-TYPE-25, AARCH64-S09 padded).
    pub(super) fn is_short(&self, ty: &Type, size: u64, rules: &mut Rules<'_>) -> bool {
        let Type::Vector { lanes, .. } = ty else { return false };
        matches!(size, 8 | 16) && (lanes.is_power_of_two() || rules.is(PaddedVector::Short))
    }

    /// The lane of a vector that counts as that (AARCH64-TYPE-25.R2).
    pub(super) fn only_lane(&self, ty: &Type, size: u64, rules: &mut Rules<'_>) -> Option<Scalar> {
        match ty {
            Type::Vector { element, lanes: 1 } if matches!(size, 8 | 16) => {
                rules.is(OneLaneVector::Element).then_some(*element)
            }
            _ => None,
        }
    }

    /// True for a record of which nothing is passed (AARCH64-S07).
    pub(super) fn is_empty(&self, ty: &Type, rules: &mut Rules<'_>) -> bool {
        self.is_without_values(ty, names_no_value, EmptyRecord::NoNamedMember, rules)
    }
}

/// The clause on a complex type.
pub(super) fn complex(part: Scalar) -> ClauseId {
    match part {
        Scalar::Half | Scalar::BrainHalf => clause::S12,
        part if part.is_floating() => clause::TYPE_21,
        _ => clause::S11,
    }
}

/// The clauses that every record of this shape rests on.
fn cite_record(record: &Record, rules: &mut Rules<'_>) {
    if record.packed {
        rules.cite(clause::S04);
    }
    if has_attributes(record) || record.name_align.is_some() {
        rules.cite(clause::S06);
    }
    let own = match record.kind {
        RecordKind::Struct => [clause::LAYOUT_01, clause::LAYOUT_05, clause::LAYOUT_04],
        RecordKind::Union => [clause::LAYOUT_02, clause::LAYOUT_07, clause::LAYOUT_06],
    };
    own.into_iter().for_each(|clause| rules.cite(clause));
    for pair in record.members.windows(2) {
        if let [Member { bits: None, ty, .. }, Member { bits: Some(_), .. }] = pair {
            rules.cite(if ty.record().is_some() { clause::LAYOUT_31 } else { clause::LAYOUT_30 });
        }
    }
}
