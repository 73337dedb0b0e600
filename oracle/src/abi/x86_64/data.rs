//! Sizes, alignments and places of members: X86-LAYOUT and the silent points on records and vectors.

use super::X86_64;
use crate::abi::data::{Data, has_attributes};
use crate::abi::rules::Rules;
use crosscall_clauses::x86_64::{
    EmptyRecordSize, PackedBitFields, TrailingZeroBitField, UnnamedBitFieldAlign, ZeroBitFieldAlign, clause,
};
use crosscall_model::layout::Layout;
use crosscall_model::plan::ClauseId;
use crosscall_model::{Member, Scalar, Type};

impl Data for X86_64 {
    fn cite_type(&self, ty: &Type, rules: &mut Rules<'_>) {
        match ty {
            Type::Array(..) => rules.cite(clause::LAYOUT_04),
            Type::Complex(part) => rules.cite(complex_layout(*part)),
            Type::Record(record) => {
                if has_attributes(record) {
                    rules.cite(clause::S06);
                }
                if record.members.is_empty() {
                    rules.cite(clause::S11);
                }
                rules.cite(clause::LAYOUT_01);
                rules.cite(clause::LAYOUT_02);
            }
            _ => {}
        }
    }

    /// A complex number is aligned as its parts are, a vector to its size.
    fn parts_align(&self, ty: &Type, part: &Layout, size: u64, _: &mut Rules<'_>) -> u64 {
        match ty {
            Type::Complex(_) => part.align,
            _ => size,
        }
    }

    /// X86-S15.
    fn parts_size(&self, ty: &Type, size: u64, _: &mut Rules<'_>) -> u64 {
        match ty {
            Type::Vector { .. } => size.next_power_of_two(),
            _ => size,
        }
    }

    fn cite_bit_field(&self, rules: &mut Rules<'_>) {
        let all =
            [clause::LAYOUT_12, clause::LAYOUT_11, clause::LAYOUT_13, clause::LAYOUT_10, clause::LAYOUT_08];
        all.into_iter().for_each(|clause| rules.cite(clause));
    }

    /// X86-LAYOUT-12.
    fn may_cross(&self, _: &mut Rules<'_>) -> bool {
        false
    }

    /// X86-S06.
    fn may_cross_packed(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(PackedBitFields::WithoutGaps)
    }

    /// X86-S07.
    fn zero_width_enlarges(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(TrailingZeroBitField::Larger)
    }

    /// X86-LAYOUT-14.
    fn zero_width_aligns(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(ZeroBitFieldAlign::Yes)
    }

    /// X86-LAYOUT-14.
    fn unnamed_aligns(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(UnnamedBitFieldAlign::Yes)
    }

    fn cite_member(&self, _: &Member, rules: &mut Rules<'_>) {
        rules.cite(clause::LAYOUT_02);
    }

    /// X86-S11.
    fn empty_size(&self, align: u64, rules: &mut Rules<'_>) -> u64 {
        match rules.ask() {
            EmptyRecordSize::Zero => 0,
            EmptyRecordSize::One => align,
        }
    }
}

/// The clause on the parts of a complex type in memory.
pub(super) fn complex_layout(part: Scalar) -> ClauseId {
    match part {
        Scalar::Float | Scalar::Double => clause::ARG_18,
        _ => clause::S17,
    }
}

/// The clause on a vector of so many lanes and bytes.
pub(super) fn packed_type(lanes: u32, size: u64) -> ClauseId {
    match size {
        _ if !lanes.is_power_of_two() => clause::S15,
        8 => clause::TYPE_19,
        16 => clause::TYPE_20,
        32 => clause::TYPE_21,
        64 => clause::TYPE_22,
        _ => clause::S15,
    }
}
