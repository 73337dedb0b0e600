//! Sizes, alignments and places of members: NYUZI-TYPE, NYUZI-LAYOUT and the silent points on records.

use super::Nyuzi;
use crate::abi::data::{Data, Placing};
use crate::abi::rules::Rules;
use crosscall_clauses::nyuzi::{BitFieldPlacement, EmptyRecordSize, VectorAlign, VectorMemberAlign, clause};
use crosscall_model::layout::Layout;
use crosscall_model::{Member, Scalar, Type};

/// Bytes of a vector of the processor, and the alignment of those that the compiler places (NYUZI-LAYOUT-02).
pub(super) const VECTOR_BYTES: u64 = 64;

/// Lanes of a vector of the processor (NYUZI-TYPE-10).
pub(super) const LANES: u32 = 16;

/// True if a vector has the shape of those of the processor: 16 lanes of 32 bits. Names no clauses.
pub(super) fn is_whole_vector(element: Scalar, lanes: u32, rules: &mut Rules<'_>) -> bool {
    lanes == LANES && rules.citing(|rules| Nyuzi.layout(element.as_type(), rules)).0.size == 4
}

/// True if a member of a type is a vector that the compiler aligns by itself: one of the processor's, or an
/// array of them.
fn is_vector(ty: &Type, rules: &mut Rules<'_>) -> bool {
    match ty {
        Type::Vector { element, lanes } => is_whole_vector(*element, *lanes, rules),
        Type::Array(element, _) => is_vector(element, rules),
        _ => false,
    }
}

impl Data for Nyuzi {
    fn cite_type(&self, ty: &Type, rules: &mut Rules<'_>) {
        match ty {
            Type::Array(..) | Type::Record(_) => rules.cite(clause::S05),
            Type::Complex(_) => rules.cite(clause::S13),
            Type::Vector { .. } => {
                rules.cite(clause::TYPE_10);
                rules.cite(clause::LANG_05);
            }
            _ => {}
        }
    }

    fn parts_align(&self, ty: &Type, part: &Layout, size: u64, rules: &mut Rules<'_>) -> u64 {
        match ty {
            // NYUZI-S13: a complex type is aligned as its parts are.
            Type::Complex(_) => part.align,
            _ if size == part.align => size,
            _ if rules.is(VectorAlign::Lane) => part.align,
            _ => size,
        }
    }

    fn may_cross(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(BitFieldPlacement::WithoutGaps)
    }

    fn unnamed_aligns(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(BitFieldPlacement::WithinDeclaredTypeUnnamedAlign)
    }

    fn cite_member(&self, member: &Member, rules: &mut Rules<'_>) {
        if is_vector(&member.ty, rules) {
            rules.cite(clause::LAYOUT_02);
            rules.cite(clause::LANG_06);
        }
    }

    /// A vector is aligned to 64 without being asked, whatever the alignment of its type is (NYUZI-LAYOUT-02).
    fn member_align(&self, placing: Placing<'_>, rules: &mut Rules<'_>) -> u64 {
        match is_vector(&placing.member.ty, rules) {
            true => placing.inner.align.max(VECTOR_BYTES),
            false => placing.inner.align,
        }
    }

    /// NYUZI-LAYOUT-01: whether a vector member aligns its record. Any other does.
    fn aligns_record(&self, placing: Placing<'_>, rules: &mut Rules<'_>) -> bool {
        !is_vector(&placing.member.ty, rules) || rules.is(VectorMemberAlign::SixtyFour)
    }

    /// A vector that is an object of its own is aligned as a member is (NYUZI-LAYOUT-02).
    fn object_align(&self, ty: &Type, align: u64, rules: &mut Rules<'_>) -> u64 {
        if is_vector(ty, rules) { align.max(VECTOR_BYTES) } else { align }
    }

    fn empty_size(&self, align: u64, rules: &mut Rules<'_>) -> u64 {
        if rules.is(EmptyRecordSize::One) { align } else { 0 }
    }
}
