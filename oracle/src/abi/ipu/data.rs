//! Sizes, alignments and places of members: IPU-TYPE, IPU-LAYOUT and the silent points on records.

use super::Ipu;
use crate::abi::data::Data;
use crate::abi::rules::Rules;
use crosscall_clauses::ipu::{EmptyRecordSize, QuadVectorAlign, clause};
use crosscall_model::layout::Layout;
use crosscall_model::{Member, RecordKind, Type};

/// The alignment in bytes of a value of 64 bits, the most that no question is asked of.
const LARGE: u64 = 8;

impl Data for Ipu {
    fn cite_type(&self, ty: &Type, rules: &mut Rules<'_>) {
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
    fn parts_align(&self, ty: &Type, part: &Layout, size: u64, rules: &mut Rules<'_>) -> u64 {
        match ty {
            Type::Complex(_) => part.align,
            _ if size > LARGE && rules.is(QuadVectorAlign::EightAtMost) => LARGE,
            _ => size,
        }
    }

    fn cite_bit_field(&self, rules: &mut Rules<'_>) {
        rules.cite(clause::LAYOUT_09);
        rules.cite(clause::LAYOUT_10);
    }

    /// IPU-LAYOUT-10: inside one container.
    fn may_cross(&self, _: &mut Rules<'_>) -> bool {
        false
    }

    /// IPU-LAYOUT-15.
    fn unnamed_aligns(&self, rules: &mut Rules<'_>) -> bool {
        rules.cite(clause::LAYOUT_15);
        true
    }

    fn cite_member(&self, _: &Member, rules: &mut Rules<'_>) {
        rules.cite(clause::LAYOUT_01);
    }

    fn empty_size(&self, align: u64, rules: &mut Rules<'_>) -> u64 {
        if rules.is(EmptyRecordSize::One) { align } else { 0 }
    }
}
