//! Which clauses speak of a number, of an object's bytes and of a member's place, the most telling first.

use super::Ipu;
use crate::abi::data::{DataClauses, Scalars, has_attributes};
use crate::abi::rules::{Rules, joined};
use crosscall_model::names::ipu::clause;
use crosscall_model::plan::ClauseId;
use crosscall_model::unit::LayoutItem;
use crosscall_model::{Member, Record, RecordKind, Scalar, Type};

impl DataClauses for Ipu {
    fn byte_order(&self) -> ClauseId {
        clause::S01
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
            LayoutItem::Align(ty) => joined([&align(ty, rules), cited]),
            LayoutItem::Offset(ty, index) => match ty.record() {
                Some(record) => joined([&offset(record, *index, rules), cited]),
                None => cited.to_vec(),
            },
            LayoutItem::Signed(ty) => joined([&own(ty, rules), cited]),
            // Whose sign it is, is named by the rule.
            LayoutItem::FieldSigned(..) => joined([cited, &[clause::LAYOUT_08]]),
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
            Type::Vector { .. } => vec![clause::TYPE_01, clause::S04],
            Type::Complex(_) => vec![clause::S04],
            _ => vec![clause::S06],
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
        if let Some(width) = member.bits {
            // Bit-fields are told by their own clauses, wherever their record lies.
            let before = record.members.get(..index).unwrap_or_default().last();
            let cut: &[ClauseId] =
                match before.and_then(|member| member.bits.map(|bits| (bits, member.named))) {
                    Some((0, _)) => &[clause::LAYOUT_12],
                    Some((_, false)) => &[clause::LAYOUT_13],
                    _ => &[],
                };
            let alone: &[ClauseId] =
                if record.kind == RecordKind::Union || record.packed { &[clause::S08] } else { &[] };
            let wide: &[ClauseId] = if width > 32 { &[clause::LAYOUT_04] } else { &[] };
            return joined([alone, cut, &[clause::LAYOUT_09, clause::LAYOUT_10], wide, outer]);
        }
        if index == 0 || record.kind == RecordKind::Union {
            return outer.to_vec();
        }
        offset(record, index, rules)
    }
}

/// What of a record makes it as large as it is.
fn size(ty: &Type, rules: &mut Rules<'_, '_>) -> Vec<ClauseId> {
    match ty.record() {
        Some(record) if record.members.is_empty() => vec![clause::S07],
        Some(record) if record.kind == RecordKind::Union => {
            joined([&fields(record), &[clause::S06, clause::LAYOUT_03]])
        }
        Some(record) => {
            joined([&fields(record), &attributes(record), &[clause::LAYOUT_03, clause::LAYOUT_01]])
        }
        None => own(ty, rules),
    }
}

fn align(ty: &Type, rules: &mut Rules<'_, '_>) -> Vec<ClauseId> {
    match ty.record() {
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
            joined([first, &attributes(record), kind])
        }
        None => own(ty, rules),
    }
}

/// The clauses on bit-fields that speak of the size of their record.
fn fields(record: &Record) -> Vec<ClauseId> {
    let has = |wanted: &dyn Fn(&Member) -> bool| record.members.iter().any(|m| m.bits.is_some() && wanted(m));
    let of_kind: &[ClauseId] =
        if record.kind == RecordKind::Union || record.packed { &[clause::S08] } else { &[] };
    let of_kind = if has(&|_| true) { of_kind } else { &[] };
    let zero: &[ClauseId] = if has(&|m| m.bits == Some(0)) { &[clause::LAYOUT_12] } else { &[] };
    let unnamed: &[ClauseId] =
        if has(&|m| !m.named && m.bits != Some(0)) { &[clause::LAYOUT_13] } else { &[] };
    let named: &[ClauseId] = if has(&|m| m.named) { &[clause::LAYOUT_10, clause::LAYOUT_04] } else { &[] };
    joined([of_kind, zero, unnamed, named])
}

/// The clause on attributes, where there are any.
fn attributes(record: &Record) -> Vec<ClauseId> {
    if has_attributes(record) { vec![clause::S07] } else { Vec::new() }
}

/// Clauses on the offset of a member that is no bit-field.
fn offset(record: &Record, index: usize, rules: &mut Rules<'_, '_>) -> Vec<ClauseId> {
    if record.kind == RecordKind::Union {
        return vec![clause::S06];
    }
    let before = record.members.get(..index).unwrap_or_default();
    let first: &[ClauseId] =
        match before.last().and_then(|member| member.bits.map(|bits| (bits, member.named))) {
            Some((0, _)) => &[clause::LAYOUT_12, clause::LAYOUT_11],
            Some((_, false)) => &[clause::LAYOUT_13, clause::LAYOUT_11],
            Some(_) => &[clause::LAYOUT_11],
            None => &[],
        };
    let own = record.members.get(index).map(|member| own(&member.ty, rules)).unwrap_or_default();
    joined([first, &attributes(record), &[clause::LAYOUT_01], &own])
}

/// The clauses that fix the size of a type.
fn own(ty: &Type, rules: &mut Rules<'_, '_>) -> Vec<ClauseId> {
    match ty {
        Type::Record(_) => vec![clause::LAYOUT_02, clause::LAYOUT_03],
        Type::Array(..) => vec![clause::S06],
        Type::Complex(_) => vec![clause::S04],
        Type::Vector { .. } => vec![clause::TYPE_01, clause::S04],
        // What a half is, is said of the hardware; how large and how aligned in the guide's table.
        Type::Scalar(Scalar::Half | Scalar::Float) => vec![clause::TYPE_09, clause::TYPE_01],
        _ => Ipu.basic_clause(ty, rules),
    }
}
