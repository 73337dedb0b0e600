//! Which clauses speak of a number, of an object's bytes and of a member's place, the most telling first.

use super::Epiphany;
use crate::abi::data::{DataClauses, Scalars, has_attributes};
use crate::abi::rules::{Rules, joined};
use crosscall_model::names::epiphany::clause;
use crosscall_model::plan::ClauseId;
use crosscall_model::unit::LayoutItem;
use crosscall_model::{Member, Record, RecordKind, Scalar, Type};

impl DataClauses for Epiphany {
    fn byte_order(&self) -> ClauseId {
        clause::TYPE_02
    }

    fn number_clauses(
        &self,
        item: &LayoutItem<'_>,
        number: Option<u64>,
        cited: &[ClauseId],
        rules: &mut Rules<'_, '_>,
    ) -> Vec<ClauseId> {
        match item {
            LayoutItem::Size(ty) => {
                let size = number.unwrap_or(0);
                let first: Vec<ClauseId> = match ty {
                    Type::Array(..) => vec![clause::LAYOUT_11],
                    Type::Record(record) => size_clauses(record, size),
                    _ => joined([&own_clause(ty, rules), width_clause(size)]),
                };
                joined([&first, cited, nesting(ty)])
            }
            LayoutItem::Align(ty) => {
                let first: Vec<ClauseId> = match ty {
                    Type::Array(..) => vec![clause::LAYOUT_10],
                    Type::Record(record) => align_clauses(record),
                    _ => own_clause(ty, rules),
                };
                let cited: Vec<_> = cited.iter().copied().filter(|c| decides_alignment(c)).collect();
                joined([&first, &cited])
            }
            LayoutItem::Offset(ty, index) => offset(ty, *index, cited, rules),
            LayoutItem::Signed(ty) => joined([&own_clause(ty, rules), cited]),
            LayoutItem::FieldSigned(ty, index) => field_signed(ty, *index, cited, rules),
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
            Type::Record(_) => joined([cited, order, &[clause::LAYOUT_12, clause::TYPE_01]]),
            _ => joined([order, &own_clause(ty, rules), cited, &[clause::TYPE_01]]),
        }
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

    fn place_clauses(
        &self,
        record: &Record,
        index: usize,
        outer: &[ClauseId],
        rules: &mut Rules<'_, '_>,
    ) -> Vec<ClauseId> {
        let Some(member) = record.members.get(index) else { return Vec::new() };
        let attributes = record.packed || member.align.is_some();
        let own = match (member.bits, record.kind) {
            (Some(_), _) => vec![clause::S02, clause::TYPE_03],
            (None, RecordKind::Union) => vec![clause::LAYOUT_05],
            (None, RecordKind::Struct) if index == 0 => Vec::new(),
            (None, RecordKind::Struct) => {
                let after_bits = record.members.get(index - 1).is_some_and(|before| before.bits.is_some());
                let mut own =
                    if attributes { vec![clause::S03] } else { member_clauses(record, member, rules) };
                own.push(clause::LAYOUT_09);
                if after_bits {
                    own.push(clause::S02);
                }
                own
            }
        };
        let first = index == 0 || record.kind == RecordKind::Union;
        let mut all = joined([if first { outer } else { &[] }, &own]);
        // Bit-fields are told by their own clauses, wherever their record lies.
        if member.bits.is_some() {
            all = joined([&own, outer]);
        }
        all
    }
}

fn offset(ty: &Type, index: usize, cited: &[ClauseId], rules: &mut Rules<'_, '_>) -> Vec<ClauseId> {
    match ty.record() {
        Some(record) if record.kind == RecordKind::Union => vec![clause::LAYOUT_05],
        Some(record) => {
            let member = record.members.get(index);
            let first = member.map(|m| member_clauses(record, m, rules)).unwrap_or_default();
            joined([&first, &[clause::LAYOUT_01, clause::LAYOUT_09], cited])
        }
        None => cited.to_vec(),
    }
}

fn field_signed(ty: &Type, index: usize, cited: &[ClauseId], rules: &mut Rules<'_, '_>) -> Vec<ClauseId> {
    let member = ty.record().and_then(|record| record.members.get(index));
    let own = member.map(|m| own_clause(&m.ty, rules)).unwrap_or_default();
    // A plain `char` is one in a bit-field, too; what else a plain type is there, is asked of S02.
    let plain_char = member.is_some_and(|m| m.ty == Scalar::Char.into());
    if plain_char { joined([&own, &[clause::S02], cited]) } else { joined([&[clause::S02], &own, cited]) }
}

/// The clauses that speak of the place of a member of this kind.
fn member_clauses(record: &Record, member: &Member, rules: &mut Rules<'_, '_>) -> Vec<ClauseId> {
    if record.packed || member.align.is_some() {
        return vec![clause::S03];
    }
    match &member.ty {
        Type::Array(..) => vec![clause::LAYOUT_10, clause::LAYOUT_01],
        Type::Record(nested) => joined([&[clause::LAYOUT_01, clause::LAYOUT_08], &align_clauses(nested)]),
        ty => joined([&[clause::LAYOUT_01], &own_clause(ty, rules)]),
    }
}

fn size_clauses(record: &Record, size: u64) -> Vec<ClauseId> {
    let attributes: &[ClauseId] = if size == 0 || has_attributes(record) { &[clause::S03] } else { &[] };
    let (size, align) = match record.kind {
        RecordKind::Struct => (clause::LAYOUT_03, clause::LAYOUT_02),
        RecordKind::Union => (clause::LAYOUT_07, clause::LAYOUT_06),
    };
    joined([attributes, &[size, align]])
}

fn align_clauses(record: &Record) -> Vec<ClauseId> {
    let attributes: &[ClauseId] = if has_attributes(record) { &[clause::S03] } else { &[] };
    let align = match record.kind {
        RecordKind::Struct => clause::LAYOUT_02,
        RecordKind::Union => clause::LAYOUT_06,
    };
    joined([attributes, &[align]])
}

/// The widths that EPIPHANY-TYPE-04 fixes.
fn width_clause(size: u64) -> &'static [ClauseId] {
    if size > 1 { &[clause::TYPE_04] } else { &[] }
}

/// That composites may contain composites is shown by every size of one that does.
fn nesting(ty: &Type) -> &'static [ClauseId] {
    let composite = |ty: &Type| matches!(ty, Type::Record(_) | Type::Array(..));
    match ty {
        Type::Record(record) if record.members.iter().any(|m| composite(&m.ty)) => &[clause::LAYOUT_04],
        _ => &[],
    }
}

/// Clauses among those named for a layout on which an alignment can rest.
fn decides_alignment(clause: ClauseId) -> bool {
    [
        clause::LAYOUT_02,
        clause::LAYOUT_06,
        clause::LAYOUT_10,
        clause::S02,
        clause::S03,
        clause::S01,
        clause::S24,
        clause::S25,
    ]
    .contains(&clause)
}

/// The clause of a type that is not a composite.
fn own_clause(ty: &Type, rules: &mut Rules<'_, '_>) -> Vec<ClauseId> {
    match ty {
        Type::Complex(_) => vec![clause::S24],
        Type::Vector { .. } => vec![clause::S25],
        _ => Epiphany.basic_clause(ty, rules),
    }
}
