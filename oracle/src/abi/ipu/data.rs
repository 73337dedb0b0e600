//! Sizes, alignments and places of members: IPU-TYPE, IPU-LAYOUT and the silent points on records.

use super::{Ipu, clauses, scalar};
use crate::abi::data::{self, Basic, Data, Placing, Sign};
use crate::abi::rules::Rules;
use crosscall_model::layout::{Layout, MemberPlace};
use crosscall_model::names::ipu::{EmptyRecordSize, QuadVectorAlign, clause};
use crosscall_model::plan::ClauseId;
use crosscall_model::unit::LayoutItem;
use crosscall_model::{Member, Record, RecordKind, Type};

/// The alignment in bytes of a value of 64 bits, the most that no question is asked of.
const LARGE: u64 = 8;

/// Layout of a type (see [`data::layout`]).
pub(super) fn layout(ty: &Type, rules: &mut Rules<'_, '_>) -> Layout {
    data::layout(&Ipu, ty, rules)
}

impl Data for Ipu {
    fn basic(&self, ty: &Type, rules: &mut Rules<'_, '_>) -> Option<Basic> {
        scalar::basic(ty, rules)
    }

    fn is_signed(&self, sign: Sign, _: &mut Rules<'_, '_>) -> bool {
        scalar::is_signed(sign)
    }

    fn is_field_signed(&self, ty: &Type, rules: &mut Rules<'_, '_>) -> Option<bool> {
        let size = scalar::basic(ty, rules)?.size;
        scalar::is_field_signed(ty, u8::try_from(size.saturating_mul(8)).unwrap_or(u8::MAX), rules)
    }

    fn is_field_of_bits_signed(&self, ty: &Type, bits: u8, rules: &mut Rules<'_, '_>) -> Option<bool> {
        scalar::is_field_signed(ty, bits, rules)
    }

    fn cite_type(&self, ty: &Type, rules: &mut Rules<'_, '_>) {
        match ty {
            Type::Record(record) if record.kind == RecordKind::Union => rules.cite(clause::S06),
            Type::Record(_) => rules.cite(clause::LAYOUT_01),
            Type::Array(..) => rules.cite(clause::S06),
            Type::Complex(_) => rules.cite(clause::S04),
            Type::Vector { .. } => rules.cite(clause::TYPE_01),
            _ => {}
        }
    }

    /// IPU-TYPE-01: a vector is aligned to its size. Of complex types nothing is said (IPU-S04): they are laid out as
    /// a structure of their parts.
    fn parts_align(&self, ty: &Type, part: &Layout, size: u64, rules: &mut Rules<'_, '_>) -> u64 {
        match ty {
            Type::Complex(_) => part.align,
            _ if size > LARGE && rules.is(QuadVectorAlign::EightAtMost) => LARGE,
            _ => size,
        }
    }

    fn cite_bit_field(&self, rules: &mut Rules<'_, '_>) {
        rules.cite(clause::LAYOUT_09);
        rules.cite(clause::LAYOUT_10);
    }

    /// IPU-LAYOUT-10: inside one container.
    fn may_cross(&self, _: &mut Rules<'_, '_>) -> bool {
        false
    }

    /// IPU-LAYOUT-15.
    fn unnamed_aligns(&self, rules: &mut Rules<'_, '_>) -> bool {
        rules.cite(clause::LAYOUT_15);
        true
    }

    fn cite_member(&self, _: &Member, rules: &mut Rules<'_, '_>) {
        rules.cite(clause::LAYOUT_01);
    }

    fn member_align(&self, placing: Placing<'_>, _: &mut Rules<'_, '_>) -> u64 {
        placing.inner.align
    }

    fn is_unpadded(&self, _: &mut Rules<'_, '_>) -> bool {
        false
    }

    fn record_align(&self, _: &Record, align: u64, _: &[MemberPlace], _: &mut Rules<'_, '_>) -> u64 {
        align
    }

    fn empty_size(&self, align: u64, rules: &mut Rules<'_, '_>) -> u64 {
        if rules.is(EmptyRecordSize::One) { align } else { 0 }
    }

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
        clauses::number(item, cited, rules)
    }

    fn object_clauses(
        &self,
        ty: &Type,
        bytes: usize,
        cited: &[ClauseId],
        rules: &mut Rules<'_, '_>,
    ) -> Vec<ClauseId> {
        clauses::object(ty, bytes, cited, rules)
    }

    fn stride_clauses(&self, ty: &Type) -> Vec<ClauseId> {
        clauses::stride(ty)
    }

    fn place_clauses(
        &self,
        record: &Record,
        index: usize,
        outer: &[ClauseId],
        rules: &mut Rules<'_, '_>,
    ) -> Vec<ClauseId> {
        clauses::place(record, index, outer, rules)
    }
}
