//! Clauses that speak of a number, of an object's bytes and of a member's place, the most telling first.

use super::Epiphany;
use crate::abi::data::{
    Aligned, DataClauses, NamedClauses, Numbered, ObjectClauses, Scalars, has_attributes, has_zero_width,
};
use crate::abi::rules::{Rules, joined};
use crosscall_clauses::epiphany::clause;
use crosscall_model::layout::MemberPlace;
use crosscall_model::plan::ClauseId;
use crosscall_model::{Record, RecordKind, Type};

impl DataClauses for Epiphany {
    fn named_clauses(&self) -> NamedClauses {
        NamedClauses {
            union_place: Some(clause::LAYOUT_05),
            ..NamedClauses::of(clause::TYPE_02, clause::S02)
        }
    }

    fn own_clauses(&self, ty: &Type, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        match ty {
            Type::Complex(_) => vec![clause::S24],
            Type::Vector { .. } => vec![clause::S25],
            _ => self.basic_clause(ty, rules),
        }
    }

    fn size_clauses(&self, ty: &Type, size: u64, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        match ty {
            Type::Array(..) => vec![clause::LAYOUT_11],
            Type::Record(record) => record_size(record, size),
            _ => joined([&self.own_clauses(ty, rules), width_clause(size)]),
        }
    }

    fn align_clauses(&self, of: Aligned<'_>, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        match of.ty {
            Type::Array(..) => vec![clause::LAYOUT_10],
            Type::Record(record) => record_align(record),
            ty => self.own_clauses(ty, rules),
        }
    }

    fn decides_alignment(&self, clause: ClauseId) -> bool {
        matches!(
            clause,
            clause::LAYOUT_02
                | clause::LAYOUT_06
                | clause::LAYOUT_10
                | clause::S02
                | clause::S03
                | clause::S01
                | clause::S24
                | clause::S25
        )
    }

    fn member_clauses(&self, of: Numbered<'_>, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        joined([&kind_of_member(of, rules), &[clause::LAYOUT_09]])
    }

    fn offset_clauses(&self, of: Numbered<'_>, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        joined([&kind_of_member(of, rules), &[clause::LAYOUT_01, clause::LAYOUT_09]])
    }

    fn bit_field_clauses(&self, _: Numbered<'_>, _: u8, _: &[MemberPlace]) -> Vec<ClauseId> {
        vec![clause::S02, clause::TYPE_03]
    }

    fn object_clauses(&self, ty: &Type) -> ObjectClauses {
        let last: &[ClauseId] = match ty {
            Type::Record(_) => &[clause::LAYOUT_12, clause::TYPE_01],
            _ => &[clause::TYPE_01],
        };
        ObjectClauses { last, ..ObjectClauses::default() }
    }

    fn last_size_clauses(&self, ty: &Type) -> &'static [ClauseId] {
        nesting(ty)
    }

    fn stride_clauses(&self, ty: &Type) -> Vec<ClauseId> {
        match ty {
            Type::Array(elem, _) => match &**elem {
                Type::Record(_) => vec![clause::LAYOUT_11, clause::LAYOUT_03, clause::LAYOUT_12],
                _ => vec![clause::LAYOUT_11, clause::LAYOUT_12],
            },
            Type::Complex(_) => vec![clause::S24],
            _ => vec![clause::S25],
        }
    }
}

/// Clauses that speak of the place of a member of this kind.
fn kind_of_member(of: Numbered<'_>, rules: &mut Rules<'_>) -> Vec<ClauseId> {
    match &of.member.ty {
        _ if of.has_attribute() => vec![clause::S03],
        Type::Array(..) => vec![clause::LAYOUT_10, clause::LAYOUT_01],
        Type::Record(nested) => joined([&[clause::LAYOUT_01, clause::LAYOUT_08], &record_align(nested)]),
        ty => joined([&[clause::LAYOUT_01], &Epiphany.own_clauses(ty, rules)]),
    }
}

fn record_size(record: &Record, size: u64) -> Vec<ClauseId> {
    let attributes: &[ClauseId] = if size == 0 || has_attributes(record) { &[clause::S03] } else { &[] };
    let (size, align) = match record.kind {
        RecordKind::Struct => (clause::LAYOUT_03, clause::LAYOUT_02),
        RecordKind::Union => (clause::LAYOUT_07, clause::LAYOUT_06),
    };
    joined([attributes, Epiphany.aligned_members(record).as_slice(), &[size, align]])
}

fn record_align(record: &Record) -> Vec<ClauseId> {
    let attributes: &[ClauseId] = if has_attributes(record) { &[clause::S03] } else { &[] };
    let align = match record.kind {
        RecordKind::Struct => clause::LAYOUT_02,
        RecordKind::Union => clause::LAYOUT_06,
    };
    // What has no width decides where others end, and so whether the record is one that is raised by its size.
    let cut: &[ClauseId] = if has_zero_width(record) { &[clause::S02] } else { &[] };
    joined([attributes, Epiphany.aligned_members(record).as_slice(), cut, &[align]])
}

/// EPIPHANY-TYPE-04, where a width is one of those that it fixes.
fn width_clause(size: u64) -> &'static [ClauseId] {
    if size > 1 { &[clause::TYPE_04] } else { &[] }
}

/// EPIPHANY-LAYOUT-04, composites may contain composites, which the size of each that does shows.
fn nesting(ty: &Type) -> &'static [ClauseId] {
    let composite = |ty: &Type| matches!(ty, Type::Record(_) | Type::Array(..));
    match ty {
        Type::Record(record) if record.members.iter().any(|m| composite(&m.ty)) => &[clause::LAYOUT_04],
        _ => &[],
    }
}
