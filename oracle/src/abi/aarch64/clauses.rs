//! Clauses that speak of a number, of an object's bytes and of a member's place, the most telling first.

use super::Aarch64;
use super::data::complex;
use crate::abi::data::{
    Aligned, Data, DataClauses, NamedClauses, Numbered, ObjectClauses, Scalars, has_attributes, says_no_sign,
};
use crate::abi::rules::{Rules, joined};
use crosscall_clauses::aarch64::clause;
use crosscall_model::layout::MemberPlace;
use crosscall_model::plan::ClauseId;
use crosscall_model::{Record, RecordKind, Type};

impl DataClauses for Aarch64 {
    fn named_clauses(&self) -> NamedClauses {
        NamedClauses {
            union_place: Some(clause::LAYOUT_02),
            char_sign: &[clause::TYPE_04],
            ..NamedClauses::of(clause::TYPE_41, clause::LAYOUT_25)
        }
    }

    fn own_clauses(&self, ty: &Type, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        match ty {
            Type::Complex(part) => vec![complex(*part)],
            Type::BitInt(_) => joined([&self.basic_clause(ty, rules), &[clause::TYPE_38]]),
            Type::Enum(_) => joined([&self.basic_clause(ty, rules), &[clause::TYPE_32]]),
            Type::Vector { .. } => {
                let (size, _) = rules.citing(|rules| self.layout(ty, rules).size);
                match rules.citing(|rules| self.is_short(ty, size, rules)).0 {
                    true => vec![clause::TYPE_25, clause::TYPE_26],
                    false => vec![clause::S09],
                }
            }
            _ => self.basic_clause(ty, rules),
        }
    }

    fn size_clauses(&self, ty: &Type, size: u64, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        match ty {
            Type::Array(..) => vec![clause::LAYOUT_09],
            Type::Record(record) if record.kind == RecordKind::Union => {
                joined([attributes(record), &[clause::LAYOUT_07]])
            }
            Type::Record(record) => {
                let (end, _) = rules.citing(|rules| self.end_of_members(ty, rules));
                let of_members = [clause::S05, clause::LAYOUT_05];
                let of_end: &[ClauseId] = if end < size { &[clause::LAYOUT_05] } else { &of_members };
                joined([attributes(record), of_end])
            }
            _ => self.own_clauses(ty, rules),
        }
    }

    fn align_clauses(&self, of: Aligned<'_>, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        let Type::Record(record) = of.ty else {
            return match of.ty {
                Type::Array(..) => vec![clause::LAYOUT_08],
                ty => self.own_clauses(ty, rules),
            };
        };
        let own = match record.kind {
            RecordKind::Struct => clause::LAYOUT_04,
            RecordKind::Union => clause::LAYOUT_06,
        };
        let has_bits = record.members.iter().any(|member| member.bits.is_some());
        let of_bits: &[ClauseId] = if has_bits { &[clause::LAYOUT_22] } else { &[] };
        joined([attributes(record), self.aligned_members(record).as_slice(), of_bits, &[own]])
    }

    fn member_clauses(&self, of: Numbered<'_>, rules: &mut Rules<'_>) -> Vec<ClauseId> {
        if of.has_attribute() {
            return joined([attributes(of.record), &[clause::S06, clause::S05]]);
        }
        if of.member.ty.name_align().is_some() {
            return vec![clause::S06, clause::S05, clause::LAYOUT_01];
        }
        let behind_bits = of.before().is_some_and(|before| before.bits.is_some());
        let first: &[ClauseId] = match behind_bits {
            true => &[clause::LAYOUT_32, clause::LAYOUT_19],
            false => &[clause::S05],
        };
        let own = match &of.member.ty {
            Type::Record(nested) => joined([attributes(nested), &[clause::LAYOUT_04]]),
            Type::Array(..) => Vec::new(),
            ty => self.own_clauses(ty, rules),
        };
        joined([first, &[clause::LAYOUT_01], &own])
    }

    fn field_sign_clauses(
        &self,
        ty: Option<&Type>,
        cited: &[ClauseId],
        rules: &mut Rules<'_>,
    ) -> Vec<ClauseId> {
        let own = ty.map(|ty| self.own_clauses(ty, rules)).unwrap_or_default();
        match ty.is_some_and(says_no_sign) {
            true => joined([cited, &own, &[clause::LAYOUT_28]]),
            false => joined([&[clause::LAYOUT_28], &own, cited]),
        }
    }

    fn zero_width_clause(&self) -> ClauseId {
        clause::LAYOUT_26
    }

    fn bit_field_clauses(&self, of: Numbered<'_>, _: u8, places: &[MemberPlace]) -> Vec<ClauseId> {
        let packed: &[ClauseId] = if of.record.packed { &[clause::S04] } else { &[] };
        let attribute: &[ClauseId] = if of.member.align.is_some() { &[clause::S06] } else { &[] };
        let before: &[ClauseId] = match of.before() {
            Some(before) if before.bits.is_some() => &[],
            Some(before) if before.ty.record().is_some() => &[clause::LAYOUT_31, clause::LAYOUT_30],
            Some(_) => &[clause::LAYOUT_30],
            None => &[],
        };
        // Behind a gap it crosses no boundary; right behind what is before it, it is at the wrong end.
        let place = match of.is_behind_gap(places) {
            true => [clause::LAYOUT_23, clause::LAYOUT_25, clause::LAYOUT_24, clause::LAYOUT_21],
            false => [clause::LAYOUT_25, clause::LAYOUT_24, clause::LAYOUT_23, clause::LAYOUT_21],
        };
        joined([packed, attribute, before, &place])
    }

    fn object_clauses(&self, ty: &Type) -> ObjectClauses {
        match ty.unaligned() {
            Type::DataPointer | Type::FunctionPointer => {
                ObjectClauses { last: &[clause::TYPE_11], ..ObjectClauses::default() }
            }
            _ => ObjectClauses::default(),
        }
    }

    fn stride_clauses(&self, ty: &Type) -> Vec<ClauseId> {
        match ty {
            Type::Complex(part) => vec![complex(*part)],
            Type::Vector { .. } => vec![clause::TYPE_27],
            _ => vec![clause::LAYOUT_03, clause::LAYOUT_09],
        }
    }
}

/// The clauses on the attributes of a record.
fn attributes(record: &Record) -> &'static [ClauseId] {
    match (record.packed, has_attributes(record) || record.name_align.is_some()) {
        (true, _) => &[clause::S04, clause::S06],
        (false, true) => &[clause::S06],
        (false, false) => &[],
    }
}
