//! Sizes, alignments and places of members: RISCV-LAYOUT and the silent points on records.

use super::Riscv;
use crate::abi::data::{Data, has_attributes, names_no_member};
use crate::abi::rules::Rules;
use crosscall_clauses::riscv::{
    EmptyRecord, OddVectorSize, PackedBitFields, TrailingZeroBitField, UnnamedBitFieldAlign, VectorAlign,
    VectorAlignof, ZeroBitFieldAlign, clause,
};
use crosscall_model::layout::Layout;
use crosscall_model::plan::ClauseId;
use crosscall_model::{Member, Record, RecordKind, Scalar, Type};

/// The greatest alignment in bytes of a vector under RISCV-LAYOUT-03.R3.
const MOST_VECTOR_ALIGN: u64 = 16;

impl Data for Riscv {
    fn cite_type(&self, ty: &Type, rules: &mut Rules<'_>) {
        match ty {
            Type::Array(..) => rules.cite(clause::S06),
            Type::Complex(part) => rules.cite(complex_layout(*part)),
            Type::Vector { .. } => rules.cite(clause::LAYOUT_04),
            Type::Record(record) => cite_record(record, rules),
            _ => {}
        }
    }

    /// RISCV-TYPE-32: a complex type is aligned as its parts are.
    fn parts_align(&self, ty: &Type, part: &Layout, size: u64, rules: &mut Rules<'_>) -> u64 {
        match ty {
            Type::Complex(_) => part.align,
            _ if size == part.align => size,
            _ => match rules.ask() {
                VectorAlign::Lane => part.align,
                VectorAlign::Size => size.next_power_of_two(),
                VectorAlign::SizeUpToSixteen => size.next_power_of_two().min(MOST_VECTOR_ALIGN),
            },
        }
    }

    /// Nothing but a vector or an attribute aligns to more than 16.
    fn alignof(&self, ty: &Type, align: u64, rules: &mut Rules<'_>) -> u64 {
        let is_by_vector = align > MOST_VECTOR_ALIGN && !self.is_asked_for(ty, rules);
        if is_by_vector && rules.is(VectorAlignof::Sixteen) { MOST_VECTOR_ALIGN } else { align }
    }

    /// RISCV-LAYOUT-04.
    fn parts_size(&self, ty: &Type, size: u64, rules: &mut Rules<'_>) -> u64 {
        match ty {
            Type::Vector { lanes, .. } if !lanes.is_power_of_two() => match rules.ask() {
                OddVectorSize::Product => size,
                OddVectorSize::NextPowerOfTwo => size.next_power_of_two(),
            },
            _ => size,
        }
    }

    fn cite_bit_field(&self, rules: &mut Rules<'_>) {
        rules.cite(clause::LAYOUT_09);
        rules.cite(clause::LAYOUT_10);
        rules.cite(clause::LAYOUT_11);
    }

    /// RISCV-LAYOUT-10.
    fn may_cross(&self, _: &mut Rules<'_>) -> bool {
        false
    }

    fn may_cross_packed(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(PackedBitFields::WithoutGaps)
    }

    fn zero_width_enlarges(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(TrailingZeroBitField::Larger)
    }

    fn zero_width_aligns(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(ZeroBitFieldAlign::Yes)
    }

    fn unnamed_aligns(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(UnnamedBitFieldAlign::Yes)
    }

    fn cite_member(&self, _: &Member, rules: &mut Rules<'_>) {
        rules.cite(clause::S06);
    }

    /// C's extension of an empty structure has no bytes (RISCV-ARG-24).
    fn empty_size(&self, _: u64, _: &mut Rules<'_>) -> u64 {
        0
    }
}

impl Riscv {
    /// True if an attribute has a say in the alignment of a type: its own, or one of a member that does not lower the member's.
    fn is_asked_for(&self, ty: &Type, rules: &mut Rules<'_>) -> bool {
        if let Type::Array(element, _) = ty {
            return self.is_asked_for(element, rules);
        }
        let mut members = ty.record().into_iter().flat_map(|record| &record.members);
        ty.name_align().is_some()
            || ty.record().is_some_and(|record| record.align.is_some())
            || members.any(|member| {
                let (natural, _) = rules.citing(|rules| self.layout(&member.ty, rules).align);
                let is_raised = member.align.is_some_and(|asked| u64::from(asked) >= natural);
                is_raised || (member.bits.is_none() && self.is_asked_for(&member.ty, rules))
            })
    }

    /// True for a record that is empty in the sense of RISCV-ARG-24.
    pub(super) fn is_empty(&self, ty: &Type, rules: &mut Rules<'_>) -> bool {
        self.is_without_values(ty, names_no_member, EmptyRecord::NoNamedMember, rules)
    }
}

/// The clause on the parts of a complex type in memory.
pub(super) fn complex_layout(part: Scalar) -> ClauseId {
    if part.is_floating() { clause::TYPE_32 } else { clause::S08 }
}

/// The clauses that every record of this shape rests on.
fn cite_record(record: &Record, rules: &mut Rules<'_>) {
    if has_attributes(record) {
        rules.cite(clause::S05);
    }
    rules.cite(clause::LAYOUT_01);
    rules.cite(clause::LAYOUT_02);
    if record.kind == RecordKind::Union {
        rules.cite(clause::S06);
    }
}
