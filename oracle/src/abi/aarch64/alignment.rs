//! Alignments with which values are passed: natural alignments, and what becomes of those that were changed
//! (AARCH64-LAYOUT-10 and -11, AARCH64-ARG-11 and -12, AARCH64-VAR-17).

use super::Aarch64;
use crate::abi::data::{Data, Scalars};
use crate::abi::rules::Rules;
use crosscall_clauses::aarch64::{
    AdjustedComposite, AttributedScalar, BitFieldNatural, MemberAttribute, PackedMember,
    UnnamedBitFieldAlign, VaArgAlign, ZeroArrayAlign, ZeroBitFieldAlign, ZeroMemberNatural, clause,
};
use crosscall_model::{Member, Record, Type};

/// Alignment in bytes from which values are placed otherwise.
pub(super) const SIXTEEN: u64 = 16;

/// Alignments of a value in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::abi) struct Aligns {
    /// 16 if it begins in a general register with an even number, else 8.
    pub(super) registers: u64,
    /// On the stack: 8 or 16.
    pub(super) stack: u64,
    /// Of its type by nature.
    pub(super) natural: u64,
    /// Of its type, after all attributes.
    pub(super) own: u64,
}

impl Aligns {
    /// Of a value whose type has kept its alignment.
    pub(super) fn of(align: u64) -> Aligns {
        Aligns { registers: class(align), stack: class(align), natural: align, own: align }
    }
}

/// 8 or 16, as rules B.6 and C.4 have it.
pub(super) fn class(align: u64) -> u64 {
    if align >= SIXTEEN { SIXTEEN } else { 8 }
}

/// True if an attribute has a say in the alignment of a whole record.
fn is_adjusted(record: &Record) -> bool {
    record.packed || record.align.is_some() || record.name_align.is_some()
}

/// The type of a member or of its elements without an alignment that a name gives it.
fn without_name(ty: &Type) -> &Type {
    match ty {
        Type::Array(element, _) => without_name(element),
        ty => ty.unaligned(),
    }
}

impl Aarch64 {
    /// Alignments of a structure or union that travels by value. An HFA or HVA is unmodified by stage B.
    pub(super) fn aligns_of_record(
        &self,
        ty: &Type,
        record: &Record,
        (unnamed, homogeneous): (bool, bool),
        rules: &mut Rules<'_>,
    ) -> Aligns {
        let (own, _) = rules.citing(|rules| self.layout(ty, rules).align);
        let natural = self.natural(record, rules);
        let mut aligns = Aligns { own, ..Aligns::of(natural) };
        if !is_adjusted(record) || class(own) == class(natural) {
            return aligns;
        }
        if !homogeneous && rules.is(AdjustedComposite::Own) {
            aligns.registers = class(own);
        }
        if unnamed && rules.is(VaArgAlign::Own) {
            (aligns.registers, aligns.stack) = (class(own), class(own));
        }
        aligns
    }

    /// Alignment of the copy of a record whose alignment is `own`, in the words of rule B.6, which speaks of changed ones only.
    pub(super) fn copy_by_nature(&self, record: &Record, own: u64, rules: &mut Rules<'_>) -> u64 {
        match is_adjusted(record) {
            true => class(self.natural(record, rules)),
            false => own,
        }
    }

    /// Alignments of a scalar that a name may have given another alignment. Rule C.10 comes after C.9, by which one of at
    /// most 8 bytes has its register already.
    pub(super) fn aligns_of_scalar(&self, ty: &Type, unnamed: bool, rules: &mut Rules<'_>) -> Aligns {
        let basic =
            |ty: &Type, rules: &mut Rules<'_>| self.basic(ty, rules).map_or((0, 1), |b| (b.size, b.align));
        let ((size, natural), _) = rules.citing(|rules| basic(ty.unaligned(), rules));
        let Some(own) = ty.name_align().map(u64::from) else { return Aligns::of(natural) };
        let mut aligns = Aligns { own, ..Aligns::of(natural) };
        if class(own) == class(natural) {
            rules.cite(clause::ARG_11);
            return aligns;
        }
        if rules.is(AttributedScalar::Counted) {
            aligns.stack = class(own);
            aligns.registers = if size > 8 { class(own) } else { class(natural) };
        }
        if unnamed && rules.is(VaArgAlign::Own) {
            (aligns.registers, aligns.stack) = (class(own), class(own));
        }
        aligns
    }

    /// Natural alignment of a record (AARCH64-LAYOUT-11).
    fn natural(&self, record: &Record, rules: &mut Rules<'_>) -> u64 {
        let mut most = 1;
        for member in &record.members {
            let align = match member.bits {
                Some(width) => self.align_of_bit_field(record, member, width, most, rules),
                None => self.align_of_member(record, member, most, rules),
            };
            most = most.max(align);
        }
        if class(most) > 8 {
            rules.cite(clause::LAYOUT_11);
        }
        most
    }

    /// Alignment that a plain member has in the natural alignment of its record, where others have made that `most`
    /// already. What makes no difference is not asked.
    fn align_of_member(&self, record: &Record, member: &Member, most: u64, rules: &mut Rules<'_>) -> u64 {
        let (inner, _) = rules.citing(|rules| self.layout(&member.ty, rules));
        let asked = member.align.map_or(1, u64::from).max(1);
        let differs = |one: u64, other: u64| one.max(most).max(8) != other.max(most).max(8);
        let is_of_none = matches!(member.ty, Type::Array(_, 0));
        let mut of_type = inner.align;
        if is_of_none && differs(of_type, 1) && rules.is(ZeroArrayAlign::NotAligned) {
            of_type = 1;
        }
        let mut align = of_type.max(asked);
        if record.packed && differs(align, asked) && rules.is(PackedMember::Lowered) {
            align = asked;
        }
        let by_attribute = member.align.is_some() || name_align(&member.ty).is_some();
        if by_attribute {
            let (plain, _) = rules.citing(|rules| self.layout(without_name(&member.ty), rules).align);
            if differs(align, plain) && rules.is(MemberAttribute::Ignored) {
                align = plain;
            }
        }
        if inner.size == 0 && differs(align, 1) && rules.is(ZeroMemberNatural::NotCounted) {
            return 1;
        }
        align
    }

    /// The same of a bit-field.
    fn align_of_bit_field(
        &self,
        record: &Record,
        member: &Member,
        width: u8,
        most: u64,
        rules: &mut Rules<'_>,
    ) -> u64 {
        let (container, _) = rules.citing(|rules| self.layout(&member.ty, rules).align);
        let asked = member.align.map_or(1, u64::from).max(1);
        if container.max(most).max(8) == asked.max(most).max(8) {
            return asked;
        }
        let is_out = record.packed && rules.is(PackedMember::Lowered)
            || width == 0 && rules.is(ZeroBitFieldAlign::No)
            || width == 0 && rules.is(ZeroMemberNatural::NotCounted)
            || width > 0 && !member.named && rules.is(UnnamedBitFieldAlign::No)
            || rules.is(BitFieldNatural::NotCounted);
        if is_out { asked } else { container.max(asked) }
    }
}

/// Alignment that a name gives a type, or its elements.
fn name_align(ty: &Type) -> Option<u32> {
    match ty {
        Type::Array(element, _) => name_align(element),
        Type::Aligned(_, align) => Some(*align),
        _ => None,
    }
}
