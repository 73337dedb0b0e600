//! Sizes, alignments and places of members: FORWARDCOM-TYPE, FORWARDCOM-LAYOUT and the silent points on records.

use super::ForwardCom;
use crate::abi::data::{Data, Placing};
use crate::abi::rules::Rules;
use crosscall_clauses::forwardcom::{
    ArrayAlign, BitFieldPlacement, EmptyRecordSize, LargeRecordAlign, LargeVectorAlign, SmallCompositeAlign,
    clause,
};
use crosscall_model::layout::{Layout, MemberPlace};
use crosscall_model::{Member, Record, Type};

/// Bytes up to which a variable has its natural alignment (FORWARDCOM-LAYOUT-01), and from which on an array is aligned
/// to as many (FORWARDCOM-LAYOUT-02).
const NATURAL: u64 = 8;

/// Alignment of a composite of up to 8 bytes, whose parts want `align`: FORWARDCOM-LAYOUT-01.
fn small(size: u64, align: u64, rules: &mut Rules<'_>) -> u64 {
    let differs = matches!(size, 2 | 4 | 8) && size > align;
    if differs && rules.is(SmallCompositeAlign::Size) { size } else { align }
}

impl Data for ForwardCom {
    fn cite_type(&self, ty: &Type, rules: &mut Rules<'_>) {
        match ty {
            Type::Array(element, _) if matches!(**element, Type::Array(..)) => rules.cite(clause::LAYOUT_04),
            Type::Array(..) => {}
            Type::Record(_) => rules.cite(clause::S03),
            Type::Complex(_) => rules.cite(clause::S02),
            _ => {}
        }
    }

    /// A vector or complex number of up to 8 bytes has its natural alignment (FORWARDCOM-LAYOUT-01), but that a complex
    /// number is a composite; the alignment of longer ones is not said (FORWARDCOM-S04).
    fn parts_align(&self, ty: &Type, part: &Layout, size: u64, rules: &mut Rules<'_>) -> u64 {
        match ty {
            Type::Complex(_) if size <= NATURAL => small(size, part.align, rules),
            Type::Complex(_) => part.align,
            _ if size <= NATURAL => size,
            _ => match rules.ask() {
                LargeVectorAlign::Size => size,
                LargeVectorAlign::Eight => NATURAL,
                LargeVectorAlign::Lane => part.align,
            },
        }
    }

    fn may_cross(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(BitFieldPlacement::WithoutGaps)
    }

    fn unnamed_aligns(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(BitFieldPlacement::WithinDeclaredTypeUnnamedAlign)
    }

    fn cite_member(&self, _: &Member, rules: &mut Rules<'_>) {
        rules.cite(clause::LAYOUT_01);
    }

    /// FORWARDCOM-LAYOUT-02.
    fn member_align(&self, placing: Placing<'_>, rules: &mut Rules<'_>) -> u64 {
        let Placing { member, inner, .. } = placing;
        let is_large = matches!(member.ty, Type::Array(..)) && inner.size >= NATURAL && inner.align < NATURAL;
        if is_large && rules.is(ArrayAlign::EveryArray) { NATURAL } else { inner.align }
    }

    fn record_align(
        &self,
        record: &Record,
        align: u64,
        members: &[MemberPlace],
        rules: &mut Rules<'_>,
    ) -> u64 {
        if record.packed {
            return align;
        }
        let end = members.iter().map(|place| place.bit_offset.saturating_add(place.bits)).max().unwrap_or(0);
        let size = end.div_ceil(8).next_multiple_of(align.max(1));
        match size {
            0 => align,
            1..=NATURAL => small(size, align, rules),
            _ if align < NATURAL && rules.is(LargeRecordAlign::EightAtLeast) => NATURAL,
            _ => align,
        }
    }

    fn empty_size(&self, align: u64, rules: &mut Rules<'_>) -> u64 {
        if rules.is(EmptyRecordSize::Alignment) { align } else { 0 }
    }
}
