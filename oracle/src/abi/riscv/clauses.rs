//! Clauses that speak of a number, of an object's bytes and of a member's place, the most telling first.

use super::Riscv;
use super::data::complex_layout;
use crate::abi::data::{
    Aligned, DataClauses, NamedClauses, Numbered, ObjectClauses, Scalars, has_attributes,
};
use crate::abi::rules::{Rules, joined};
use crosscall_model::names::riscv::clause;
use crosscall_model::plan::ClauseId;
use crosscall_model::{Record, RecordKind, Scalar, Type};

impl DataClauses for Riscv {
    fn named_clauses(&self) -> NamedClauses {
        NamedClauses {
            union_place: Some(clause::S06),
            char_sign: &[clause::TYPE_27],
            ..NamedClauses::of(clause::OBJ_03, clause::LAYOUT_09)
        }
    }

    fn own_clauses(&self, ty: &Type, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        match ty {
            Type::Complex(part) => joined([&[complex(*part)], &[complex_layout(*part)]]),
            Type::Atomic(scalar) => joined([&[clause::S01], &self.basic_clause(scalar.as_type(), rules)]),
            Type::BitInt(_) => joined([&self.basic_clause(ty, rules), &[clause::TYPE_35]]),
            Type::Vector { .. } => vec![clause::LAYOUT_04, clause::LAYOUT_03],
            _ => self.basic_clause(ty, rules),
        }
    }

    fn size_clauses(&self, ty: &Type, size: u64, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        let byte: &[ClauseId] = if size == 1 { &[clause::TYPE_26] } else { &[] };
        match ty {
            Type::Array(..) => vec![clause::S06],
            Type::Record(record) => {
                let is_cut = record.members.iter().any(|member| member.bits == Some(0));
                let cut: &[ClauseId] = if is_cut { &[clause::LAYOUT_14] } else { &[] };
                joined([attributes(record), cut, &[clause::LAYOUT_02, clause::S06]])
            }
            _ => joined([&self.own_clauses(ty, rules), byte]),
        }
    }

    fn align_clauses(&self, of: Aligned<'_>, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        match of.ty {
            Type::Array(..) => vec![clause::S06],
            Type::Record(record) => joined([attributes(record), &[clause::LAYOUT_01]]),
            Type::Vector { .. } => vec![clause::LAYOUT_03],
            ty => self.own_clauses(ty, rules),
        }
    }

    fn member_clauses(&self, of: Numbered<'_>, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        if of.has_attribute() {
            return vec![clause::S05, clause::S06];
        }
        let boundary: &[ClauseId] =
            if of.before().is_some_and(|before| before.bits == Some(0)) { &[clause::LAYOUT_14] } else { &[] };
        let own = match &of.member.ty {
            Type::Record(nested) => joined([attributes(nested), &[clause::LAYOUT_01]]),
            Type::Array(..) => Vec::new(),
            ty => self.own_clauses(ty, rules),
        };
        joined([boundary, &[clause::S06], &own])
    }

    fn bit_field_clauses(&self, of: Numbered<'_>, _: u8) -> Vec<ClauseId> {
        let packed: &[ClauseId] = if of.has_attribute() { &[clause::S05] } else { &[] };
        let boundary: &[ClauseId] = match of.before().map(|before| (before.bits, before.named)) {
            Some((Some(0), _)) => &[clause::LAYOUT_14],
            Some((Some(_), false)) => &[clause::LAYOUT_13],
            _ => &[],
        };
        // One that no other bit-field is in front of crosses no boundary.
        let place: &[ClauseId] = match of.before().map(|before| before.bits) {
            Some(Some(_)) => &[clause::LAYOUT_10, clause::LAYOUT_09, clause::LAYOUT_11],
            _ => &[clause::LAYOUT_09, clause::LAYOUT_10, clause::LAYOUT_11],
        };
        joined([packed, boundary, place])
    }

    fn object_clauses(&self, ty: &Type) -> ObjectClauses {
        match ty {
            Type::Scalar(Scalar::Bool) => {
                ObjectClauses { first: &[clause::TYPE_28], ..ObjectClauses::default() }
            }
            Type::Scalar(scalar) if scalar.is_floating() => {
                ObjectClauses { after_order: &[clause::TYPE_24], ..ObjectClauses::default() }
            }
            Type::BitInt(_) => {
                ObjectClauses { after_order: &[clause::LAYOUT_06], ..ObjectClauses::default() }
            }
            Type::DataPointer | Type::FunctionPointer => {
                ObjectClauses { last: &[clause::TYPE_29], ..ObjectClauses::default() }
            }
            _ => ObjectClauses::default(),
        }
    }

    fn stride_clauses(&self, ty: &Type) -> Vec<ClauseId> {
        match ty {
            Type::Complex(part) => vec![complex_layout(*part)],
            Type::Vector { .. } => vec![clause::LAYOUT_04],
            _ => vec![clause::S06, clause::LAYOUT_02],
        }
    }
}

/// The row of a complex type. Of half precision and of integers nothing is said.
fn complex(part: Scalar) -> ClauseId {
    match part {
        Scalar::Float => clause::TYPE_17,
        Scalar::Double => clause::TYPE_18,
        Scalar::LongDouble => clause::TYPE_19,
        part if !part.is_floating() => clause::S08,
        _ => clause::S09,
    }
}

fn attributes(record: &Record) -> &'static [ClauseId] {
    match has_attributes(record) {
        true if record.kind == RecordKind::Union || !record.members.is_empty() => &[clause::S05],
        true | false => &[],
    }
}
