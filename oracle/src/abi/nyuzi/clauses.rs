//! Clauses that speak of a number, of an object's bytes and of a member's place, the most telling first.

use super::Nyuzi;
use super::data::LANES;
use crate::abi::data::{Aligned, DataClauses, NamedClauses, Numbered, ObjectClauses, Scalars};
use crate::abi::rules::{Rules, joined};
use crosscall_clauses::nyuzi::clause;
use crosscall_model::plan::ClauseId;
use crosscall_model::{RecordKind, Scalar, Type};

impl DataClauses for Nyuzi {
    fn named_clauses(&self) -> NamedClauses {
        NamedClauses {
            char_sign: &[clause::TYPE_01, clause::S01],
            ..NamedClauses::of(clause::TYPE_11, clause::S05)
        }
    }

    fn own_clauses(&self, ty: &Type, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        match ty {
            Type::Array(..) | Type::Record(_) => vec![clause::S05],
            Type::Complex(_) => vec![clause::S13],
            Type::Vector { .. } => vec![clause::TYPE_10, clause::LANG_05, clause::LANG_06],
            _ => self.basic_clause(ty, rules),
        }
    }

    /// The table speaks of sizes, and of alignments only for vectors.
    fn align_clauses(&self, of: Aligned<'_>, _: &mut Rules<'_>) -> Vec<ClauseId> {
        let Aligned { ty, align, cited } = of;
        let wide = align.is_some_and(|align| align > 4) || cited.contains(&clause::TYPE_05);
        match ty {
            Type::Record(_) if cited.contains(&clause::LAYOUT_01) => vec![clause::LAYOUT_01, clause::S05],
            Type::Record(record) => joined([self.aligned_members(record).as_slice(), &[clause::S05]]),
            Type::Array(..) => vec![clause::S05],
            Type::Complex(_) => vec![clause::S13],
            Type::Vector { .. } => vec![clause::TYPE_10, clause::LAYOUT_02, clause::LANG_06],
            Type::Atomic(_) => vec![clause::S28, clause::S02],
            Type::Aligned(..) => vec![clause::S29],
            _ if wide => vec![clause::TYPE_05, clause::S02],
            _ => vec![clause::S02],
        }
    }

    fn decides_alignment(&self, clause: ClauseId) -> bool {
        matches!(
            clause,
            clause::TYPE_05
                | clause::TYPE_10
                | clause::LAYOUT_01
                | clause::LAYOUT_02
                | clause::LANG_05
                | clause::S05
                | clause::S13
        )
    }

    fn member_clauses(&self, of: Numbered<'_>, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        if of.has_attribute() || of.record.kind == RecordKind::Union {
            return vec![clause::S05];
        }
        match innermost(&of.member.ty) {
            Type::Vector { .. } => vec![clause::LAYOUT_02, clause::LANG_06, clause::TYPE_10, clause::S05],
            Type::Record(_) => vec![clause::S05, clause::LAYOUT_01],
            Type::Complex(_) => vec![clause::S05, clause::S13],
            ty => joined([&[clause::S05, clause::S02], &self.own_clauses(ty, rules)]),
        }
    }

    fn object_clauses(&self, ty: &Type) -> ObjectClauses {
        let first: &[ClauseId] = match ty.unaligned() {
            Type::Vector { .. } => &[clause::LANG_10],
            // That a double is a float inside shows in its bytes.
            Type::Scalar(Scalar::Double) => &[clause::TYPE_09],
            _ => &[],
        };
        ObjectClauses { first, ..ObjectClauses::default() }
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
}

/// Element of an array through all its dimensions, or the type itself.
fn innermost(ty: &Type) -> &Type {
    match ty {
        Type::Array(element, _) => innermost(element),
        ty => ty,
    }
}
