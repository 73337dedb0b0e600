//! Clauses that speak of a number, of an object's bytes and of a member's place, the most telling first.

use super::Riscv;
use super::data::complex_layout;
use crate::abi::data::{
    Aligned, Data, DataClauses, NamedClauses, Numbered, ObjectClauses, Scalars, ends_in_unnamed_bits,
    has_effective_attributes,
};
use crate::abi::rules::{Rules, joined};
use crosscall_clauses::riscv::clause;
use crosscall_model::layout::MemberPlace;
use crosscall_model::plan::ClauseId;
use crosscall_model::{Record, Scalar, Type};

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
                let (end, _) = rules.citing(|rules| self.end_of_members(ty, rules));
                let unnamed: &[ClauseId] =
                    if ends_in_unnamed_bits(record) { &[clause::LAYOUT_13] } else { &[] };
                let of_size = [clause::LAYOUT_02, clause::S06];
                let of_members = [clause::S06, clause::LAYOUT_02];
                let of_end = if end < size { of_size } else { of_members };
                joined([attributes(record), unnamed, &of_end])
            }
            _ => joined([&self.own_clauses(ty, rules), byte]),
        }
    }

    fn align_clauses(&self, of: Aligned<'_>, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        match of.ty {
            Type::Array(..) => vec![clause::S06],
            Type::Record(record) if record.name_align.is_some() => {
                joined([&[clause::S15], attributes(record), &[clause::LAYOUT_01]])
            }
            Type::Record(record) => {
                joined([attributes(record), self.aligned_members(record).as_slice(), &[clause::LAYOUT_01]])
            }
            Type::Vector { .. } => vec![clause::LAYOUT_03],
            ty => self.own_clauses(ty, rules),
        }
    }

    fn member_clauses(&self, of: Numbered<'_>, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        if of.has_attribute() {
            return vec![clause::S05, clause::S06];
        }
        if of.member.ty.name_align().is_some() {
            return joined([behind_unnamed(of), &[clause::S15, clause::S06]]);
        }
        let boundary = behind_unnamed(of);
        let own = match &of.member.ty {
            Type::Record(nested) => joined([attributes(nested), &[clause::LAYOUT_01]]),
            Type::Array(..) => Vec::new(),
            ty => self.own_clauses(ty, rules),
        };
        joined([boundary, &[clause::S06], &own])
    }

    fn zero_width_clause(&self) -> ClauseId {
        clause::LAYOUT_14
    }

    /// A bit-field right behind what is before it can be at the wrong end, but crosses no boundary.
    fn bit_field_clauses(&self, of: Numbered<'_>, _: u8, places: &[MemberPlace]) -> Vec<ClauseId> {
        let packed: &[ClauseId] = if of.has_attribute() { &[clause::S05] } else { &[] };
        let boundary = behind_unnamed(of);
        let place = match of.is_behind_gap(places) {
            true => [clause::LAYOUT_10, clause::LAYOUT_09, clause::LAYOUT_11],
            false => [clause::LAYOUT_09, clause::LAYOUT_10, clause::LAYOUT_11],
        };
        joined([packed, boundary, &place])
    }

    fn object_clauses(&self, ty: &Type) -> ObjectClauses {
        match ty.unaligned() {
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

/// The clause on what is before a member: a bit-field without a name that takes a place.
fn behind_unnamed(of: Numbered<'_>) -> &'static [ClauseId] {
    if of.is_behind_unnamed_bits() { &[clause::LAYOUT_13] } else { &[] }
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
    if has_effective_attributes(record) { &[clause::S05] } else { &[] }
}
