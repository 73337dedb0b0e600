//! Which clauses speak of a number, of an object's bytes and of a member's place, the most telling first.

use super::ForwardCom;
use crate::abi::data::{DataClauses, Scalars};
use crate::abi::rules::{Rules, joined};
use crosscall_model::names::forwardcom::clause;
use crosscall_model::plan::ClauseId;
use crosscall_model::unit::LayoutItem;
use crosscall_model::{Member, Record, RecordKind, Scalar, Type};

impl DataClauses for ForwardCom {
    fn byte_order(&self) -> ClauseId {
        clause::TYPE_01
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
            LayoutItem::Offset(ty, index) => {
                let member = ty.record().and_then(|record| Some((record, record.members.get(*index)?)));
                match member {
                    Some((record, member)) => {
                        joined([&member_clauses(record, member), &[clause::S03], cited])
                    }
                    None => cited.to_vec(),
                }
            }
            LayoutItem::Signed(ty) => {
                let first: &[ClauseId] = if **ty == Scalar::Char.into() { &[clause::S01] } else { &[] };
                joined([first, &own(ty, rules), cited])
            }
            LayoutItem::FieldSigned(ty, index) => {
                let member = ty.record().and_then(|record| record.members.get(*index));
                let own = member.map(|member| own(&member.ty, rules)).unwrap_or_default();
                // A plain `char` is one in a bit-field, too; what else a plain type is there, is asked of S03.
                match member.is_some_and(|member| member.ty == Scalar::Char.into()) {
                    true => joined([&[clause::S01, clause::S03], &own, cited]),
                    false => joined([&[clause::S03], &own, cited]),
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
            Type::Scalar(scalar) if scalar.is_floating() => {
                joined([order, &[clause::TYPE_07], &own(ty, rules), cited])
            }
            Type::Scalar(Scalar::Bool) => joined([&[clause::TYPE_15], order, &own(ty, rules), cited]),
            Type::Scalar(_) | Type::Enum(_) => joined([order, &[clause::TYPE_03], &own(ty, rules), cited]),
            _ => joined([order, &own(ty, rules), cited]),
        }
    }

    fn stride_clauses(&self, ty: &Type) -> Vec<ClauseId> {
        match ty {
            Type::Array(element, _) if matches!(**element, Type::Array(..)) => {
                vec![clause::LAYOUT_04, clause::S03]
            }
            Type::Complex(_) => vec![clause::S02],
            Type::Vector { .. } => vec![clause::ARG_04, clause::TYPE_01],
            _ => vec![clause::S03],
        }
    }

    fn place_clauses(
        &self,
        record: &Record,
        index: usize,
        outer: &[ClauseId],
        _: &mut Rules<'_, '_>,
    ) -> Vec<ClauseId> {
        let Some(member) = record.members.get(index) else { return Vec::new() };
        if member.bits.is_some() {
            return joined([&[clause::S03], outer]);
        }
        if index == 0 || record.kind == RecordKind::Union {
            return outer.to_vec();
        }
        member_clauses(record, member)
    }
}

/// Of types of up to 8 bytes FORWARDCOM-LAYOUT-01 speaks; of others nothing does.
fn align(ty: &Type, number: Option<u64>, cited: &[ClauseId], rules: &mut Rules<'_, '_>) -> Vec<ClauseId> {
    let natural = number.is_some_and(|align| align <= 8);
    let first: &[ClauseId] = match ty {
        Type::Record(_) => &[clause::S04, clause::S03],
        Type::Vector { .. } if cited.contains(&clause::S04) || !natural => &[clause::S04, clause::LAYOUT_01],
        Type::Complex(_) => &[clause::S04, clause::S02, clause::LAYOUT_01],
        _ => &[clause::LAYOUT_01],
    };
    let small: &[ClauseId] = match ty {
        Type::Record(_) if cited.contains(&clause::LAYOUT_02) => &[clause::LAYOUT_02],
        Type::Record(_) | Type::Complex(_) if !cited.contains(&clause::S04) => &[clause::LAYOUT_01],
        _ => &[],
    };
    let decides = |clause: &&ClauseId| {
        [clause::LAYOUT_01, clause::LAYOUT_02, clause::S03, clause::S04].contains(*clause)
    };
    let cited: Vec<_> = cited.iter().filter(decides).copied().collect();
    let own = if ty.record().is_none() { own(ty, rules) } else { Vec::new() };
    joined([small, first, &cited, &own])
}

/// The clauses that speak of the place of a member of this kind.
fn member_clauses(record: &Record, member: &Member) -> Vec<ClauseId> {
    if record.packed || member.align.is_some() || member.bits.is_some() || record.kind == RecordKind::Union {
        return vec![clause::S03];
    }
    match &member.ty {
        Type::Array(element, _) if matches!(**element, Type::Array(..)) => {
            vec![clause::LAYOUT_02, clause::LAYOUT_01, clause::S03]
        }
        Type::Array(..) => vec![clause::LAYOUT_02, clause::LAYOUT_01, clause::S03],
        Type::Record(_) | Type::Complex(_) | Type::Vector { .. } => {
            vec![clause::S04, clause::LAYOUT_01, clause::S03]
        }
        _ => vec![clause::LAYOUT_01, clause::S03],
    }
}

/// The clauses that fix the size of a type.
fn own(ty: &Type, rules: &mut Rules<'_, '_>) -> Vec<ClauseId> {
    match ty {
        Type::Array(element, _) if matches!(**element, Type::Array(..)) => {
            vec![clause::LAYOUT_04, clause::S03]
        }
        Type::Array(..) | Type::Record(_) => vec![clause::S03],
        Type::Complex(_) => vec![clause::S02],
        Type::Vector { .. } => vec![clause::ARG_04],
        _ => ForwardCom.basic_clause(ty, rules),
    }
}
