//! Clauses that speak of a number, of an object's bytes and of a member's place, the most telling first.

use super::X86_64;
use super::data::{complex_layout, packed_type};
use crate::abi::data::{
    Aligned, Data, DataClauses, NamedClauses, Numbered, ObjectClauses, Scalars, ends_in_unnamed_bits,
    has_effective_attributes,
};
use crate::abi::rules::{Rules, joined};
use crosscall_clauses::x86_64::clause;
use crosscall_model::layout::MemberPlace;
use crosscall_model::plan::ClauseId;
use crosscall_model::{Member, Record, RecordKind, Scalar, Type};

impl DataClauses for X86_64 {
    fn named_clauses(&self) -> NamedClauses {
        NamedClauses {
            union_place: Some(clause::LAYOUT_02),
            char_sign: &[clause::TYPE_03],
            ..NamedClauses::of(clause::TYPE_28, clause::LAYOUT_11)
        }
    }

    fn own_clauses(&self, ty: &Type, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        match ty {
            Type::Complex(part) => {
                joined([&[complex_layout(*part)], &self.basic_clause(part.as_type(), rules)])
            }
            Type::Vector { lanes, .. } => {
                let (size, _) = rules.citing(|rules| self.layout(ty, rules).size);
                vec![packed_type(*lanes, size)]
            }
            _ => self.basic_clause(ty, rules),
        }
    }

    fn size_clauses(&self, ty: &Type, size: u64, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        let byte: &[ClauseId] = if size == 1 { &[clause::TYPE_01] } else { &[] };
        match ty {
            Type::Array(..) => vec![clause::LAYOUT_04],
            Type::Record(record) => {
                let (end, _) = rules.citing(|rules| self.end_of_members(ty, rules));
                let unnamed: &[ClauseId] =
                    if ends_in_unnamed_bits(record) { &[clause::LAYOUT_14] } else { &[] };
                let shared: &[ClauseId] =
                    if ends_in_bits(record) { &[clause::LAYOUT_13, clause::LAYOUT_12] } else { &[] };
                let of_size = [clause::LAYOUT_03, clause::LAYOUT_02];
                let of_members = [clause::LAYOUT_02, clause::LAYOUT_03];
                let of_end = if end < size { of_size } else { of_members };
                joined([attributes(record), unnamed, shared, &of_end])
            }
            _ => joined([&self.own_clauses(ty, rules), byte]),
        }
    }

    fn align_clauses(&self, of: Aligned<'_>, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        match of.ty {
            Type::Array(..) => vec![clause::LAYOUT_04],
            Type::Record(record) if record.name_align.is_some() => {
                joined([&[clause::S05], attributes(record), &[clause::LAYOUT_01]])
            }
            Type::Record(record) => {
                let unnamed: &[ClauseId] = if has_unnamed(record) { &[clause::LAYOUT_14] } else { &[] };
                let of_members = self.aligned_members(record);
                joined([attributes(record), of_members.as_slice(), unnamed, &[clause::LAYOUT_01]])
            }
            ty => self.own_clauses(ty, rules),
        }
    }

    fn member_clauses(&self, of: Numbered<'_>, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        if of.has_attribute() {
            return vec![clause::S06, clause::LAYOUT_02];
        }
        let boundary = behind_unnamed(of);
        if of.member.ty.name_align().is_some() {
            return joined([boundary, &[clause::S05, clause::LAYOUT_02]]);
        }
        let own = match &of.member.ty {
            Type::Record(nested) => joined([attributes(nested), &[clause::LAYOUT_01]]),
            Type::Array(..) => vec![clause::LAYOUT_04],
            ty => self.own_clauses(ty, rules),
        };
        joined([boundary, &[clause::LAYOUT_02], &own])
    }

    /// X86-LAYOUT-07.
    fn field_sign_clauses(
        &self,
        ty: Option<&Type>,
        cited: &[ClauseId],
        rules: &mut Rules<'_>,
    ) -> Vec<ClauseId> {
        let own = ty.map(|ty| self.own_clauses(ty, rules)).unwrap_or_default();
        joined([&[clause::LAYOUT_07], &own, cited])
    }

    fn zero_width_clause(&self) -> ClauseId {
        clause::S07
    }

    /// A bit-field right behind what is before it can be at the wrong end, but crosses no boundary.
    fn bit_field_clauses(&self, of: Numbered<'_>, _: u8, places: &[MemberPlace]) -> Vec<ClauseId> {
        let packed: &[ClauseId] = if of.has_attribute() { &[clause::S06] } else { &[] };
        let shared: &[ClauseId] = match of.before() {
            Some(before) if before.ty != of.member.ty => &[clause::LAYOUT_13],
            _ => &[],
        };
        let place = match of.is_behind_gap(places) {
            true => joined([&[clause::LAYOUT_12], shared, &[clause::LAYOUT_11]]),
            false => joined([shared, &[clause::LAYOUT_11, clause::LAYOUT_12]]),
        };
        joined([packed, behind_unnamed(of), &place, &[clause::LAYOUT_10, clause::LAYOUT_08]])
    }

    fn object_clauses(&self, ty: &Type) -> ObjectClauses {
        match ty.unaligned() {
            Type::Scalar(Scalar::Bool) => {
                ObjectClauses { first: &[clause::TYPE_32], ..ObjectClauses::default() }
            }
            Type::Scalar(Scalar::LongDouble) | Type::Complex(Scalar::LongDouble) => {
                ObjectClauses { after_order: &[clause::TYPE_26, clause::TYPE_27], ..ObjectClauses::default() }
            }
            Type::Record(_) => ObjectClauses { last: &[clause::LAYOUT_06], ..ObjectClauses::default() },
            Type::DataPointer | Type::FunctionPointer => {
                ObjectClauses { last: &[clause::TYPE_30], ..ObjectClauses::default() }
            }
            _ => ObjectClauses::default(),
        }
    }

    fn stride_clauses(&self, ty: &Type) -> Vec<ClauseId> {
        match ty {
            Type::Complex(part) => vec![complex_layout(*part)],
            Type::Vector { .. } => vec![clause::S15],
            _ => vec![clause::LAYOUT_04, clause::LAYOUT_02],
        }
    }
}

/// The clause on what is before a member: a bit-field without a name that takes a place.
fn behind_unnamed(of: Numbered<'_>) -> &'static [ClauseId] {
    if of.is_behind_unnamed_bits() { &[clause::LAYOUT_14] } else { &[] }
}

/// True if there is an unnamed bit-field.
fn has_unnamed(record: &Record) -> bool {
    record.members.iter().any(|member| !member.named)
}

fn attributes(record: &Record) -> &'static [ClauseId] {
    if has_effective_attributes(record) { &[clause::S06] } else { &[] }
}

/// True for a structure whose last member is a bit-field behind others.
fn ends_in_bits(record: &Record) -> bool {
    let is_field = |member: &Member| member.named && member.bits.is_some();
    record.kind == RecordKind::Struct
        && record.members.len() > 1
        && record.members.last().is_some_and(is_field)
}
