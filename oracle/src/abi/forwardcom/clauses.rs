//! Clauses that speak of a number, of an object's bytes and of a member's place, the most telling first.

use super::ForwardCom;
use crate::abi::data::{Aligned, DataClauses, NamedClauses, Numbered, ObjectClauses, Scalars};
use crate::abi::rules::{Rules, joined};
use crosscall_clauses::forwardcom::clause;
use crosscall_model::plan::ClauseId;
use crosscall_model::{RecordKind, Scalar, Type};

impl DataClauses for ForwardCom {
    fn named_clauses(&self) -> NamedClauses {
        NamedClauses { char_sign: &[clause::S01], ..NamedClauses::of(clause::TYPE_01, clause::S03) }
    }

    fn own_clauses(&self, ty: &Type, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        match ty {
            Type::Array(element, _) if matches!(**element, Type::Array(..)) => {
                vec![clause::LAYOUT_04, clause::S03]
            }
            Type::Array(..) | Type::Record(_) => vec![clause::S03],
            Type::Complex(_) => vec![clause::S02],
            Type::Vector { .. } => vec![clause::ARG_04],
            _ => self.basic_clause(ty, rules),
        }
    }

    /// FORWARDCOM-LAYOUT-01 speaks of types of up to 8 bytes; nothing speaks of others.
    fn align_clauses(&self, of: Aligned<'_>, _: &mut Rules<'_>) -> Vec<ClauseId> {
        let Aligned { ty, align, cited } = of;
        let natural = align.is_some_and(|align| align <= 8);
        let small: &[ClauseId] = match ty {
            Type::Record(_) if cited.contains(&clause::LAYOUT_02) => &[clause::LAYOUT_02],
            Type::Record(_) | Type::Complex(_) if !cited.contains(&clause::S04) => &[clause::LAYOUT_01],
            _ => &[],
        };
        let all: &[ClauseId] = match ty {
            Type::Record(_) => &[clause::S04, clause::S03],
            Type::Vector { .. } if cited.contains(&clause::S04) || !natural => {
                &[clause::S04, clause::LAYOUT_01]
            }
            Type::Complex(_) => &[clause::S04, clause::S02, clause::LAYOUT_01],
            _ => &[clause::LAYOUT_01],
        };
        let of_typedefs: Option<ClauseId> = match ty {
            Type::Aligned(..) => self.typedef_clause(),
            Type::Record(record) => self.aligned_members(record),
            _ => None,
        };
        joined([of_typedefs.as_slice(), small, all])
    }

    fn decides_alignment(&self, clause: ClauseId) -> bool {
        [clause::LAYOUT_01, clause::LAYOUT_02, clause::S03, clause::S04].contains(&clause)
    }

    fn member_clauses(&self, of: Numbered<'_>, _: &mut Rules<'_>) -> Vec<ClauseId> {
        let has_own_rule = of.has_attribute() || of.member.bits.is_some();
        if has_own_rule || of.record.kind == RecordKind::Union {
            return vec![clause::S03];
        }
        match &of.member.ty {
            Type::Array(..) => vec![clause::LAYOUT_02, clause::LAYOUT_01, clause::S03],
            Type::Record(_) | Type::Complex(_) | Type::Vector { .. } => {
                vec![clause::S04, clause::LAYOUT_01, clause::S03]
            }
            Type::Aligned(..) => vec![clause::S29, clause::LAYOUT_01, clause::S03],
            _ => vec![clause::LAYOUT_01, clause::S03],
        }
    }

    fn field_sign_clauses(
        &self,
        ty: Option<&Type>,
        cited: &[ClauseId],
        rules: &mut Rules<'_>,
    ) -> Vec<ClauseId> {
        let of_char = if ty == Some(&Scalar::Char.into()) { self.named_clauses().char_sign } else { &[] };
        let own = ty.map(|ty| self.own_clauses(ty, rules)).unwrap_or_default();
        joined([of_char, &[clause::S03], &own, cited])
    }

    fn object_clauses(&self, ty: &Type) -> ObjectClauses {
        let none = ObjectClauses::default();
        match ty.unaligned() {
            Type::Scalar(scalar) | Type::Atomic(scalar) if scalar.is_floating() => {
                ObjectClauses { after_order: &[clause::TYPE_07], ..none }
            }
            Type::Scalar(Scalar::Bool) | Type::Atomic(Scalar::Bool) => {
                ObjectClauses { first: &[clause::TYPE_15], ..none }
            }
            Type::Scalar(_) | Type::Atomic(_) | Type::Enum(_) => {
                ObjectClauses { after_order: &[clause::TYPE_03], ..none }
            }
            _ => none,
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
}
