//! Sizes, alignments and places of members: EPIPHANY-LAYOUT and the silent points on records.

use super::Epiphany;
use super::mode::{is_aligned_by_attribute, natural_mode};
use crate::abi::data::{self, Data, Placing};
use crate::abi::rules::Rules;
use crosscall_clauses::epiphany::{
    ArrayMemberAlign, BitFieldPlacement, EmptyRecordSize, MemberPadding, StructAlign, UnionAlign,
    VectorAlign, clause,
};
use crosscall_model::layout::{Layout, MemberPlace};
use crosscall_model::{Member, Record, RecordKind, Type};

impl Data for Epiphany {
    fn cite_type(&self, ty: &Type, rules: &mut Rules<'_>) {
        match ty {
            Type::Array(..) => rules.cite(clause::LAYOUT_11),
            Type::Complex(_) => rules.cite(clause::S24),
            Type::Vector { .. } => rules.cite(clause::S25),
            Type::Record(record) => cite_record(record, rules),
            _ => {}
        }
    }

    fn parts_align(&self, ty: &Type, part: &Layout, size: u64, rules: &mut Rules<'_>) -> u64 {
        match ty {
            // EPIPHANY-S24: a complex type is aligned as its parts are.
            Type::Complex(_) => part.align,
            _ if size == part.align => size,
            _ => match rules.ask() {
                VectorAlign::Size => size,
                VectorAlign::Lane => part.align,
                VectorAlign::SizeUpToEight => size.min(8),
            },
        }
    }

    fn cite_bit_field(&self, rules: &mut Rules<'_>) {
        rules.cite(clause::S02);
        rules.cite(clause::TYPE_03);
    }

    fn may_cross(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(BitFieldPlacement::WithoutGaps)
    }

    fn unnamed_aligns(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(BitFieldPlacement::WithinDeclaredTypeUnnamedAlign)
    }

    fn cite_member(&self, member: &Member, rules: &mut Rules<'_>) {
        if let Type::Record(nested) = &member.ty {
            rules.cite(clause::LAYOUT_08);
            rules.cite(match nested.kind {
                RecordKind::Struct => clause::LAYOUT_03,
                RecordKind::Union => clause::LAYOUT_07,
            });
        }
    }

    fn member_align(&self, placing: Placing<'_>, rules: &mut Rules<'_>) -> u64 {
        match &placing.member.ty {
            Type::Array(elem, len) => array_align(placing, elem, *len, rules),
            _ => placing.inner.align,
        }
    }

    fn is_unpadded(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(MemberPadding::Adjacent)
    }

    /// EPIPHANY-LAYOUT-02 and -06: raised where the reading in force says so.
    fn record_align(
        &self,
        record: &Record,
        align: u64,
        members: &[MemberPlace],
        rules: &mut Rules<'_>,
    ) -> u64 {
        if record.packed || align >= 8 {
            return align;
        }
        let long = |m: &MemberPlace| m.bits >= 64 || m.bit_offset >= 64;
        let end = members.iter().map(|m| m.bit_offset.saturating_add(m.bits)).max().unwrap_or(0);
        // GCC takes a flexible array member for one of unknown size.
        let other = if members.iter().any(long) || end > 32 || record.flexible().is_some() {
            8
        } else if end == 32 {
            4
        } else {
            return align;
        };
        if other <= align {
            return align;
        }
        let raised = match record.kind {
            RecordKind::Struct => rules.is(StructAlign::RaisedBySize),
            RecordKind::Union => rules.is(UnionAlign::RaisedBySize),
        };
        if raised { other } else { align }
    }

    fn empty_size(&self, align: u64, rules: &mut Rules<'_>) -> u64 {
        if rules.is(EmptyRecordSize::One) { align } else { 0 }
    }
}

/// The clauses that every record of this shape rests on.
fn cite_record(record: &Record, rules: &mut Rules<'_>) {
    if data::has_attributes(record) {
        rules.cite(clause::S03);
    }
    match record.kind {
        RecordKind::Union if !record.members.is_empty() => rules.cite(clause::LAYOUT_05),
        RecordKind::Struct if record.members.len() > 1 => {
            rules.cite(clause::LAYOUT_01);
            rules.cite(clause::LAYOUT_09);
        }
        _ => {}
    }
}

/// EPIPHANY-LAYOUT-10: an array member is aligned as its elements are; under R2 those of words and more to 8.
fn array_align(placing: Placing<'_>, elem: &Type, len: u32, rules: &mut Rules<'_>) -> u64 {
    let Placing { record, member, inner } = placing;
    rules.cite(clause::LAYOUT_10);
    let step = match inner.size.checked_div(u64::from(len)) {
        Some(step) => step,
        None => Epiphany.layout(elem, rules).size,
    };
    let doubtful =
        inner.align == 4 && step >= 4 && !is_aligned_by_attribute(record, member, inner.align, rules);
    if doubtful && rules.is(ArrayMemberAlign::RaisedToEight) { 8 } else { inner.align }
}

/// Size in bytes of the machine type by which a type can be handled as a whole: 1, 2, 4 or 8, or 16 for a complex number. Names no
/// clauses.
pub(super) fn machine_type(ty: &Type, rules: &mut Rules<'_>) -> Option<u64> {
    rules.citing(|rules| natural_mode(ty, rules).natural()).0
}
