//! Sizes, alignments and places of members: DPU-TYPE, DPU-LAYOUT and the silent points on records.

use super::Dpu;
use crate::abi::data::{self, Data, Scalars};
use crate::abi::rules::Rules;
use crosscall_clauses::dpu::{BitFieldPlacement, EmptyRecordSize, LoneObjectAlign, clause};
use crosscall_model::layout::Layout;
use crosscall_model::{Member, Record, RecordKind, Type};

impl Data for Dpu {
    fn cite_type(&self, ty: &Type, rules: &mut Rules<'_>) {
        match ty {
            Type::Array(..) => rules.cite(clause::LAYOUT_07),
            Type::Complex(_) | Type::Vector { .. } => rules.cite(clause::S05),
            Type::Record(record) => cite_record(record, rules),
            _ => {}
        }
    }

    /// DPU-S05: a complex type is aligned as its parts are, a vector to its size.
    fn parts_align(&self, ty: &Type, part: &Layout, size: u64, _: &mut Rules<'_>) -> u64 {
        if matches!(ty, Type::Complex(_)) { part.align } else { size }
    }

    fn may_cross(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(BitFieldPlacement::WithoutGaps)
    }

    fn unnamed_aligns(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(BitFieldPlacement::WithinDeclaredTypeUnnamedAlign)
    }

    fn cite_member(&self, member: &Member, rules: &mut Rules<'_>) {
        match &member.ty {
            Type::Array(..) => rules.cite(clause::LAYOUT_06),
            Type::Record(nested) => rules.cite(match nested.kind {
                RecordKind::Struct => clause::LAYOUT_01,
                RecordKind::Union => clause::LAYOUT_04,
            }),
            _ => {}
        }
    }

    /// DPU-TYPE-14 speaks of bytes and half-words.
    fn object_align(&self, ty: &Type, align: u64, rules: &mut Rules<'_>) -> u64 {
        let (basic, _) = rules.citing(|rules| Dpu.basic(ty, rules));
        let preferred = basic.is_some_and(|b| b.size < 4) && rules.is(LoneObjectAlign::Word);
        if preferred { align.max(4) } else { align }
    }

    fn empty_size(&self, align: u64, rules: &mut Rules<'_>) -> u64 {
        if rules.is(EmptyRecordSize::One) { align } else { 0 }
    }
}

/// The clauses that every record of this shape rests on.
fn cite_record(record: &Record, rules: &mut Rules<'_>) {
    if data::has_attributes(record) {
        rules.cite(clause::LAYOUT_03);
    }
    match record.kind {
        RecordKind::Union => rules.cite(clause::LAYOUT_05),
        RecordKind::Struct => {
            rules.cite(clause::LAYOUT_02);
            if record.members.len() > 1 {
                rules.cite(clause::S07);
            }
        }
    }
}
