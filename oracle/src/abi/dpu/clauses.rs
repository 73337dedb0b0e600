//! Which clauses speak of a number, of an object's bytes and of a member's place, the most telling first.

use super::Dpu;
use crate::abi::data::{DataClauses, Scalars, has_attributes};
use crate::abi::rules::{Rules, joined};
use crosscall_model::names::dpu::clause;
use crosscall_model::plan::ClauseId;
use crosscall_model::unit::LayoutItem;
use crosscall_model::{Member, Record, RecordKind, Scalar, Type};

impl DataClauses for Dpu {
    fn byte_order(&self) -> ClauseId {
        clause::TYPE_15
    }

    fn number_clauses(
        &self,
        item: &LayoutItem<'_>,
        _: Option<u64>,
        cited: &[ClauseId],
        rules: &mut Rules<'_, '_>,
    ) -> Vec<ClauseId> {
        match item {
            LayoutItem::Size(ty) => joined([&size(ty, rules), cited]),
            LayoutItem::Align(ty) => {
                let cited: Vec<_> = cited.iter().copied().filter(|c| decides_alignment(c)).collect();
                joined([&align(ty, rules), &cited])
            }
            LayoutItem::Offset(ty, index) => offset(ty, *index, cited, rules),
            LayoutItem::Signed(ty) => joined([&own(ty, rules), cited]),
            LayoutItem::FieldSigned(ty, index) => {
                let member = ty.record().and_then(|record| record.members.get(*index));
                let own = member.map(|member| own(&member.ty, rules)).unwrap_or_default();
                // A plain `char` is one in a bit-field, too; what else a plain type is there, is asked of S08.
                match member.is_some_and(|member| member.ty == Scalar::Char.into()) {
                    true => joined([&own, &[clause::S08], cited]),
                    false => joined([&[clause::S08], &own, cited]),
                }
            }
        }
    }

    fn object_clauses(
        &self,
        ty: &Type,
        order: &[ClauseId],
        cited: &[ClauseId],
        rules: &mut Rules<'_, '_>,
    ) -> Vec<ClauseId> {
        match ty {
            Type::Record(_) => joined([cited, order]),
            _ => joined([order, &own(ty, rules), cited]),
        }
    }

    fn stride_clauses(&self, ty: &Type) -> Vec<ClauseId> {
        match ty {
            Type::Array(element, _) => match &**element {
                Type::Record(record) if record.kind == RecordKind::Union => {
                    vec![clause::LAYOUT_07, clause::LAYOUT_05]
                }
                Type::Record(_) => vec![clause::LAYOUT_07, clause::LAYOUT_02],
                _ => vec![clause::LAYOUT_07],
            },
            _ => vec![clause::S05],
        }
    }

    fn place_clauses(
        &self,
        record: &Record,
        index: usize,
        outer: &[ClauseId],
        rules: &mut Rules<'_, '_>,
    ) -> Vec<ClauseId> {
        let Some(member) = record.members.get(index) else { return Vec::new() };
        // Bit-fields are told by their own clauses, wherever their record lies.
        if member.bits.is_some() {
            return joined([&[clause::S08], outer]);
        }
        if record.kind == RecordKind::Union {
            return joined([outer, &[clause::LAYOUT_05]]);
        }
        if index == 0 {
            return outer.to_vec();
        }
        let after_bits = record.members.get(index - 1).is_some_and(|before| before.bits.is_some());
        let bits: &[ClauseId] = if after_bits { &[clause::S08] } else { &[] };
        joined([&member_clauses(record, member, rules), bits])
    }
}

/// Clauses among those named for a layout on which an alignment can rest.
fn decides_alignment(clause: ClauseId) -> bool {
    [
        clause::LAYOUT_01,
        clause::LAYOUT_03,
        clause::LAYOUT_04,
        clause::LAYOUT_06,
        clause::S01,
        clause::S02,
        clause::S04,
        clause::S05,
        clause::S08,
    ]
    .contains(&clause)
}

fn size(ty: &Type, rules: &mut Rules<'_, '_>) -> Vec<ClauseId> {
    match ty {
        Type::Array(..) => vec![clause::LAYOUT_07],
        Type::Record(record) => {
            let empty: &[ClauseId] = if record.members.is_empty() { &[clause::S09] } else { &[] };
            let (size, align) = match record.kind {
                RecordKind::Struct => (clause::LAYOUT_02, clause::LAYOUT_01),
                RecordKind::Union => (clause::LAYOUT_05, clause::LAYOUT_04),
            };
            joined([attributes(record), empty, &[size, align]])
        }
        _ => own(ty, rules),
    }
}

fn align(ty: &Type, rules: &mut Rules<'_, '_>) -> Vec<ClauseId> {
    match ty {
        Type::Array(..) => vec![clause::LAYOUT_06],
        Type::Record(record) => joined([attributes(record), &[record_align(record)]]),
        _ => own(ty, rules),
    }
}

fn record_align(record: &Record) -> ClauseId {
    match record.kind {
        RecordKind::Struct => clause::LAYOUT_01,
        RecordKind::Union => clause::LAYOUT_04,
    }
}

fn offset(ty: &Type, index: usize, cited: &[ClauseId], rules: &mut Rules<'_, '_>) -> Vec<ClauseId> {
    match ty.record() {
        Some(record) if record.kind == RecordKind::Union => vec![clause::LAYOUT_05],
        Some(record) => {
            let member = record.members.get(index);
            let first = member.map(|member| member_clauses(record, member, rules)).unwrap_or_default();
            joined([&first, cited])
        }
        None => cited.to_vec(),
    }
}

/// The clauses that speak of the place of a member of this kind.
fn member_clauses(record: &Record, member: &Member, rules: &mut Rules<'_, '_>) -> Vec<ClauseId> {
    if record.packed || member.align.is_some() {
        return vec![clause::LAYOUT_03, clause::S07];
    }
    match &member.ty {
        Type::Array(..) => vec![clause::S07, clause::LAYOUT_06],
        Type::Record(nested) => joined([&[clause::S07, record_align(nested)], attributes(nested)]),
        ty => joined([&[clause::S07], &own(ty, rules)]),
    }
}

fn attributes(record: &Record) -> &'static [ClauseId] {
    if has_attributes(record) { &[clause::LAYOUT_03] } else { &[] }
}

/// The clauses that fix the size of a type that is no composite.
fn own(ty: &Type, rules: &mut Rules<'_, '_>) -> Vec<ClauseId> {
    match ty {
        Type::Complex(_) | Type::Vector { .. } => vec![clause::S05],
        _ => Dpu.basic_clause(ty, rules),
    }
}
