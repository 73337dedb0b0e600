//! Which clauses speak of a number, of an object's bytes and of a member's place, the most telling first.

use super::Nyuzi;
use super::data::LANES;
use crate::abi::data::{DataClauses, Scalars};
use crate::abi::rules::{Rules, joined};
use crosscall_model::names::nyuzi::clause;
use crosscall_model::plan::ClauseId;
use crosscall_model::unit::LayoutItem;
use crosscall_model::{Member, Record, RecordKind, Scalar, Type};

impl DataClauses for Nyuzi {
    fn byte_order(&self) -> ClauseId {
        clause::TYPE_11
    }

    fn number_clauses(
        &self,
        item: &LayoutItem<'_>,
        number: Option<u64>,
        cited: &[ClauseId],
        rules: &mut Rules<'_, '_>,
    ) -> Vec<ClauseId> {
        match item {
            LayoutItem::Size(ty) => joined([&own(ty, rules), cited]),
            LayoutItem::Align(ty) => align(ty, number, cited, rules),
            LayoutItem::Offset(ty, index) => offset(ty, *index, cited, rules),
            LayoutItem::Signed(ty) => {
                let char_sign: &[ClauseId] =
                    if is_plain_char(ty) { &[clause::TYPE_01, clause::S01] } else { &[] };
                joined([char_sign, &own(ty, rules), cited])
            }
            LayoutItem::FieldSigned(ty, index) => {
                let member = ty.record().and_then(|record| record.members.get(*index));
                let own = member.map(|member| own(&member.ty, rules)).unwrap_or_default();
                // A plain `char` is one in a bit-field, too; what else a plain type is there, is asked of S05.
                match member.is_some_and(|member| is_plain_char(&member.ty)) {
                    true => joined([&own, &[clause::S05], cited]),
                    false => joined([&[clause::S05], &own, cited]),
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
            Type::Vector { .. } => joined([&[clause::LANG_10], order, &own(ty, rules), cited]),
            // That a double is a float inside shows in its bytes.
            Type::Scalar(Scalar::Double) => joined([&[clause::TYPE_09], order, &own(ty, rules), cited]),
            _ => joined([order, &own(ty, rules), cited]),
        }
    }

    fn stride_clauses(&self, ty: &Type) -> Vec<ClauseId> {
        match ty {
            Type::Array(element, _) if matches!(innermost(element), Type::Vector { .. }) => {
                vec![clause::S05, clause::LAYOUT_02]
            }
            Type::Complex(_) => vec![clause::S13],
            Type::Vector { element: Scalar::Int | Scalar::UnsignedInt | Scalar::Float, lanes: LANES } => {
                vec![clause::LANG_10, clause::TYPE_10, clause::LANG_05]
            }
            // Of other shapes nothing is said, and so nothing of their lanes.
            Type::Vector { .. } => vec![clause::LANG_05, clause::LANG_10, clause::TYPE_10],
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
            return joined([&[clause::S05], outer]);
        }
        if index == 0 || record.kind == RecordKind::Union {
            return outer.to_vec();
        }
        member_clauses(record, member, rules)
    }
}

/// Of sizes the table speaks, of alignments only where vectors are about.
fn align(ty: &Type, number: Option<u64>, cited: &[ClauseId], rules: &mut Rules<'_, '_>) -> Vec<ClauseId> {
    let wide = number.is_some_and(|align| align > 4) || cited.contains(&clause::TYPE_05);
    let first: &[ClauseId] = match ty {
        Type::Record(_) if cited.contains(&clause::LAYOUT_01) => &[clause::LAYOUT_01, clause::S05],
        Type::Record(_) | Type::Array(..) => &[clause::S05],
        Type::Complex(_) => &[clause::S13],
        Type::Vector { .. } => &[clause::TYPE_10, clause::LAYOUT_02, clause::LANG_06],
        _ if wide => &[clause::TYPE_05, clause::S02],
        _ => &[clause::S02],
    };
    let cited: Vec<_> = cited.iter().copied().filter(|c| decides_alignment(c)).collect();
    let own = if ty.record().is_none() { own(ty, rules) } else { Vec::new() };
    joined([first, &cited, &own])
}

/// Clauses among those named for a layout on which an alignment can rest.
fn decides_alignment(clause: ClauseId) -> bool {
    [
        clause::TYPE_05,
        clause::TYPE_10,
        clause::LAYOUT_01,
        clause::LAYOUT_02,
        clause::LANG_05,
        clause::S05,
        clause::S13,
    ]
    .contains(&clause)
}

fn offset(ty: &Type, index: usize, cited: &[ClauseId], rules: &mut Rules<'_, '_>) -> Vec<ClauseId> {
    let member = ty.record().and_then(|record| record.members.get(index).map(|member| (record, member)));
    match member {
        Some((record, member)) => joined([&member_clauses(record, member, rules), &[clause::S05], cited]),
        None => cited.to_vec(),
    }
}

/// The clauses that speak of the place of a member of this kind.
fn member_clauses(record: &Record, member: &Member, rules: &mut Rules<'_, '_>) -> Vec<ClauseId> {
    if record.packed || member.align.is_some() || record.kind == RecordKind::Union {
        return vec![clause::S05];
    }
    match innermost(&member.ty) {
        Type::Vector { .. } => vec![clause::LAYOUT_02, clause::LANG_06, clause::TYPE_10, clause::S05],
        Type::Record(_) => vec![clause::S05, clause::LAYOUT_01],
        Type::Complex(_) => vec![clause::S05, clause::S13],
        ty => joined([&[clause::S05, clause::S02], &own(ty, rules)]),
    }
}

/// What an array consists of, through all its dimensions.
fn innermost(ty: &Type) -> &Type {
    match ty {
        Type::Array(element, _) => innermost(element),
        ty => ty,
    }
}

fn is_plain_char(ty: &Type) -> bool {
    *ty == Scalar::Char.into()
}

/// The clauses that fix the size of a type.
fn own(ty: &Type, rules: &mut Rules<'_, '_>) -> Vec<ClauseId> {
    match ty {
        Type::Array(..) | Type::Record(_) => vec![clause::S05],
        Type::Complex(_) => vec![clause::S13],
        Type::Vector { .. } => vec![clause::TYPE_10, clause::LANG_05, clause::LANG_06],
        _ => Nyuzi.basic_clause(ty, rules),
    }
}
