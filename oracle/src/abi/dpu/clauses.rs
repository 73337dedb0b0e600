//! Clauses that speak of a number, of an object's bytes and of a member's place, the most telling first.

use super::Dpu;
use crate::abi::data::{Aligned, DataClauses, NamedClauses, Numbered, Scalars, has_attributes};
use crate::abi::rules::{Rules, joined};
use crosscall_clauses::dpu::clause;
use crosscall_model::plan::ClauseId;
use crosscall_model::{Record, RecordKind, Type};

impl DataClauses for Dpu {
    fn named_clauses(&self) -> NamedClauses {
        NamedClauses {
            union_place: Some(clause::LAYOUT_05),
            ..NamedClauses::of(clause::TYPE_15, clause::S08)
        }
    }

    fn own_clauses(&self, ty: &Type, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        match ty {
            Type::Complex(_) | Type::Vector { .. } => vec![clause::S05],
            _ => self.basic_clause(ty, rules),
        }
    }

    fn size_clauses(&self, ty: &Type, _: u64, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        match ty {
            Type::Array(..) => vec![clause::LAYOUT_07],
            Type::Record(record) => {
                let empty: &[ClauseId] = if record.members.is_empty() { &[clause::S09] } else { &[] };
                let size = match record.kind {
                    RecordKind::Struct => clause::LAYOUT_02,
                    RecordKind::Union => clause::LAYOUT_05,
                };
                joined([
                    attributes(record),
                    self.aligned_members(record).as_slice(),
                    empty,
                    &[size, record_align(record)],
                ])
            }
            _ => self.own_clauses(ty, rules),
        }
    }

    fn align_clauses(&self, of: Aligned<'_>, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        match of.ty {
            Type::Array(..) => vec![clause::LAYOUT_06],
            Type::Record(record) => {
                joined([attributes(record), self.aligned_members(record).as_slice(), &[record_align(record)]])
            }
            ty => self.own_clauses(ty, rules),
        }
    }

    fn decides_alignment(&self, clause: ClauseId) -> bool {
        matches!(
            clause,
            clause::LAYOUT_01
                | clause::LAYOUT_03
                | clause::LAYOUT_04
                | clause::LAYOUT_06
                | clause::S01
                | clause::S02
                | clause::S04
                | clause::S05
                | clause::S08
        )
    }

    fn member_clauses(&self, of: Numbered<'_>, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        match &of.member.ty {
            _ if of.has_attribute() => vec![clause::LAYOUT_03, clause::S07],
            Type::Array(..) => vec![clause::S07, clause::LAYOUT_06],
            Type::Record(nested) => joined([&[clause::S07, record_align(nested)], attributes(nested)]),
            ty => joined([&[clause::S07], &self.own_clauses(ty, rules)]),
        }
    }

    fn stride_clauses(&self, ty: &Type) -> Vec<ClauseId> {
        let Type::Array(element, _) = ty else { return vec![clause::S05] };
        match element.record().map(|record| record.kind) {
            Some(RecordKind::Union) => vec![clause::LAYOUT_07, clause::LAYOUT_05],
            Some(RecordKind::Struct) => vec![clause::LAYOUT_07, clause::LAYOUT_02],
            None => vec![clause::LAYOUT_07],
        }
    }
}

fn record_align(record: &Record) -> ClauseId {
    match record.kind {
        RecordKind::Struct => clause::LAYOUT_01,
        RecordKind::Union => clause::LAYOUT_04,
    }
}

fn attributes(record: &Record) -> &'static [ClauseId] {
    if has_attributes(record) { &[clause::LAYOUT_03] } else { &[] }
}
