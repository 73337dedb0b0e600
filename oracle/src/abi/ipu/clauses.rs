//! Clauses that speak of a number, of an object's bytes and of a member's place, the most telling first.

use super::Ipu;
use crate::abi::data::{Aligned, DataClauses, NamedClauses, Numbered, Scalars, has_attributes};
use crate::abi::rules::{Rules, joined};
use crosscall_clauses::ipu::clause;
use crosscall_model::layout::MemberPlace;
use crosscall_model::plan::ClauseId;
use crosscall_model::{Member, Record, RecordKind, Scalar, Type};

impl DataClauses for Ipu {
    fn named_clauses(&self) -> NamedClauses {
        NamedClauses::of(clause::S01, clause::LAYOUT_11)
    }

    fn own_clauses(&self, ty: &Type, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        match ty {
            Type::Record(_) => vec![clause::LAYOUT_02, clause::LAYOUT_03],
            Type::Array(..) => vec![clause::S06],
            Type::Complex(_) => vec![clause::S04],
            Type::Vector { .. } => vec![clause::TYPE_01, clause::S04],
            // The hardware has the format of a half; the guide's table has its size and alignment.
            Type::Scalar(Scalar::Half | Scalar::Float) => vec![clause::TYPE_09, clause::TYPE_01],
            Type::Aligned(scalar, _) => joined([&[clause::S28], &self.own_clauses(scalar.as_type(), rules)]),
            _ => self.basic_clause(ty, rules),
        }
    }

    fn size_clauses(&self, ty: &Type, _: u64, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        match ty.record() {
            Some(record) if record.members.is_empty() => vec![clause::S07],
            Some(record) if record.kind == RecordKind::Union => {
                joined([&fields(record), &[clause::S06, clause::LAYOUT_03]])
            }
            Some(record) => {
                let first =
                    joined([&fields(record), &attributes(record), self.aligned_members(record).as_slice()]);
                joined([&first, &[clause::LAYOUT_03, clause::LAYOUT_01]])
            }
            None => self.own_clauses(ty, rules),
        }
    }

    fn align_clauses(&self, of: Aligned<'_>, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        match of.ty.record() {
            Some(record) => {
                let unnamed = record.members.iter().any(|m| m.bits.is_some() && !m.named);
                let named = record.members.iter().any(|m| m.bits.is_some() && m.named);
                let first: &[ClauseId] = match (unnamed, named) {
                    (true, true) => &[clause::LAYOUT_15, clause::LAYOUT_14],
                    (true, false) => &[clause::LAYOUT_15],
                    (false, true) => &[clause::LAYOUT_14],
                    (false, false) => &[],
                };
                let kind: &[ClauseId] =
                    if record.kind == RecordKind::Union { &[clause::S06] } else { &[clause::LAYOUT_02] };
                joined([first, &attributes(record), self.aligned_members(record).as_slice(), kind])
            }
            None => self.own_clauses(of.ty, rules),
        }
    }

    fn member_clauses(&self, of: Numbered<'_>, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        if of.record.kind == RecordKind::Union {
            return vec![clause::S06];
        }
        let first: &[ClauseId] = match bits_before(of) {
            Some((1.., false)) => &[clause::LAYOUT_13, clause::LAYOUT_11],
            Some(_) => &[clause::LAYOUT_11],
            None => &[],
        };
        joined([first, &attributes(of.record), &[clause::LAYOUT_01], &self.own_clauses(&of.member.ty, rules)])
    }

    fn zero_width_clause(&self) -> ClauseId {
        clause::LAYOUT_12
    }

    /// The rule itself names the clause on the sign.
    fn field_sign_clauses(&self, _: Option<&Type>, cited: &[ClauseId], _: &mut Rules<'_>) -> Vec<ClauseId> {
        joined([cited, &[clause::LAYOUT_08]])
    }

    fn bit_field_clauses(&self, of: Numbered<'_>, width: u8, _: &[MemberPlace]) -> Vec<ClauseId> {
        let cut: &[ClauseId] = match bits_before(of) {
            Some((1.., false)) => &[clause::LAYOUT_13],
            _ => &[],
        };
        let alone: &[ClauseId] =
            if of.record.kind == RecordKind::Union || of.record.packed { &[clause::S08] } else { &[] };
        let wide: &[ClauseId] = if width > 32 { &[clause::LAYOUT_04] } else { &[] };
        joined([alone, cut, &[clause::LAYOUT_09, clause::LAYOUT_10], wide])
    }

    fn stride_clauses(&self, ty: &Type) -> Vec<ClauseId> {
        match ty {
            Type::Vector { .. } => vec![clause::TYPE_01, clause::S04],
            Type::Complex(_) => vec![clause::S04],
            _ => vec![clause::S06],
        }
    }
}

/// Width of the bit-field right before a member, and whether it has a name; `None` where there is no bit-field.
fn bits_before(of: Numbered<'_>) -> Option<(u8, bool)> {
    let before = of.before()?;
    before.bits.map(|bits| (bits, before.named))
}

/// The clauses on bit-fields that speak of the size of their record.
fn fields(record: &Record) -> Vec<ClauseId> {
    let has = |wanted: &dyn Fn(&Member) -> bool| record.members.iter().any(|m| m.bits.is_some() && wanted(m));
    let of_kind: &[ClauseId] =
        if record.kind == RecordKind::Union || record.packed { &[clause::S08] } else { &[] };
    let of_kind = if has(&|_| true) { of_kind } else { &[] };
    let unnamed: &[ClauseId] =
        if has(&|m| !m.named && m.bits != Some(0)) { &[clause::LAYOUT_13] } else { &[] };
    let named: &[ClauseId] = if has(&|m| m.named) { &[clause::LAYOUT_10, clause::LAYOUT_04] } else { &[] };
    joined([of_kind, unnamed, named])
}

/// The clause on attributes, where there are any.
fn attributes(record: &Record) -> Vec<ClauseId> {
    if has_attributes(record) { vec![clause::S07] } else { Vec::new() }
}
