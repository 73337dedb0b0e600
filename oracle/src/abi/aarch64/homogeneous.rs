//! Homogeneous aggregates: AARCH64-LAYOUT-12 to -18.

use super::Aarch64;
use super::slots::Members;
use crate::abi::data::{Data, Scalars};
use crate::abi::rules::Rules;
use crosscall_clauses::aarch64::{
    AtomicMember, FlexibleArray, HalfFormats, HfaAlign, HfaPadding, UnnamedBitFieldMember, ZeroArrayMember,
    ZeroBitFieldMember, clause,
};
use crosscall_model::{Record, RecordKind, Scalar, Type};

/// The most members of a homogeneous aggregate that travels in SIMD registers.
const MOST_MEMBERS: usize = 4;

/// A fundamental type whose values travel in SIMD registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Base {
    /// A real of so many bytes. The format of half precision is no part of the test (AARCH64-LAYOUT-14).
    Real(u32),
    /// A short vector of so many bytes, whatever its lanes are (AARCH64-LAYOUT-13).
    Vector(u32),
}

impl Base {
    fn bytes(self) -> u32 {
        match self {
            Base::Real(bytes) | Base::Vector(bytes) => bytes,
        }
    }
}

/// What was seen of the members of an aggregate besides their places.
#[derive(Debug, Default)]
struct Seen {
    base: Option<Base>,
    /// True if a member is of a type that no SIMD register is for, or of another type than one before.
    other: bool,
    /// True if there are too many members.
    many: bool,
    zero_bit_field: bool,
    unnamed_bit_field: bool,
    zero_array: bool,
    flexible: bool,
    atomic: bool,
    brain: bool,
    half: bool,
    /// True if a member has no size.
    vanished: bool,
    complex: bool,
}

impl Seen {
    /// True if no more members can make a difference.
    fn is_settled(&self) -> bool {
        self.other || self.many
    }

    fn meet(&mut self, base: Base) {
        self.other |= self.base.is_some_and(|before| before != base);
        self.base = Some(base);
    }
}

impl Aarch64 {
    /// The members of a type that is an HFA or HVA.
    pub(super) fn homogeneous(&self, ty: &Type, rules: &mut Rules<'_>) -> Option<Members> {
        let mut seen = Seen::default();
        let (mut offsets, cited) = rules.citing(|rules| self.members(ty, 0, &mut seen, rules));
        offsets.sort_unstable();
        offsets.dedup();
        if seen.other || offsets.is_empty() || offsets.len() > MOST_MEMBERS {
            return None;
        }
        let base = seen.base?;
        let members = Members::new(base.bytes(), &offsets);
        if !self.is_homogeneous(ty, &seen, &members, rules) {
            return None;
        }
        rules.cite(clause::ARG_08);
        rules.cite(match base {
            Base::Real(_) => clause::LAYOUT_16,
            Base::Vector(_) => clause::LAYOUT_17,
        });
        rules.cite(clause::LAYOUT_12);
        if matches!(base, Base::Vector(_)) {
            rules.cite(clause::LAYOUT_13);
        }
        if seen.vanished {
            rules.cite(clause::LAYOUT_18);
        }
        if seen.complex {
            rules.cite(clause::TYPE_21);
        }
        if matches!(base, Base::Real(2)) {
            rules.cite(clause::ARG_37);
        }
        cited.into_iter().for_each(|clause| rules.cite(clause));
        Some(members)
    }

    /// The answers on what members besides those of the base type, padding and alignment make of an aggregate whose members
    /// are all of one type. Each is asked only where no answer before has settled it.
    fn is_homogeneous(&self, ty: &Type, seen: &Seen, members: &Members, rules: &mut Rules<'_>) -> bool {
        let (whole, _) = rules.citing(|rules| self.layout(ty, rules));
        let is_padded = whole.size != u64::from(members.len) * u64::from(members.count);
        let is_aligned_otherwise = whole.align != u64::from(members.len);
        !(seen.flexible && !rules.is(FlexibleArray::NotCounted)
            || is_padded && rules.is(HfaPadding::None)
            || is_aligned_otherwise && rules.is(HfaAlign::AsType)
            || seen.zero_bit_field && rules.is(ZeroBitFieldMember::Counted)
            || seen.zero_array && rules.is(ZeroArrayMember::Counted)
            || seen.unnamed_bit_field && rules.is(UnnamedBitFieldMember::Counted)
            || seen.atomic && rules.is(AtomicMember::NoHfa)
            || seen.brain
                && match rules.ask() {
                    HalfFormats::OneType => false,
                    HalfFormats::Apart => seen.half,
                    HalfFormats::Never => ty.record().is_some(),
                })
    }

    /// Distances in bytes of a type's members from the beginning of the whole, `at` bytes from which the type begins.
    /// Members at one address count once: whoever asks takes each distance once.
    fn members(&self, ty: &Type, at: u32, seen: &mut Seen, rules: &mut Rules<'_>) -> Vec<u32> {
        match ty {
            Type::Record(record) => self.members_of_record(ty, record, at, seen, rules),
            Type::Array(_, 0) => {
                seen.zero_array = true;
                seen.vanished = true;
                Vec::new()
            }
            Type::Array(element, len) => {
                let (size, _) = rules.citing(|rules| self.layout(element, rules).size);
                let step = u32::try_from(size).unwrap_or(u32::MAX);
                let mut all = Vec::new();
                for i in 0..*len {
                    let inner = self.members(element, at.saturating_add(step.saturating_mul(i)), seen, rules);
                    // One element without members is like the others.
                    if inner.is_empty() {
                        break;
                    }
                    all.extend(inner);
                    seen.many |= all.len() > MOST_MEMBERS;
                    if seen.is_settled() {
                        break;
                    }
                }
                all
            }
            Type::Complex(part) => {
                seen.complex = true;
                let first = self.members(part.as_type(), at, seen, rules);
                let len = seen.base.map_or(0, Base::bytes);
                let second = first.iter().map(|first| first.saturating_add(len)).collect();
                [first, second].concat()
            }
            Type::Vector { .. } => {
                let (size, _) = rules.citing(|rules| self.layout(ty, rules).size);
                if let Some(lane) = self.only_lane(ty, size, rules) {
                    return self.members(lane.as_type(), at, seen, rules);
                }
                match u32::try_from(size) {
                    Ok(size) if self.is_short(ty, size.into(), rules) => seen.meet(Base::Vector(size)),
                    _ => seen.other = true,
                }
                vec![at]
            }
            _ => {
                self.meet_scalar(ty, seen, rules);
                vec![at]
            }
        }
    }

    fn meet_scalar(&self, ty: &Type, seen: &mut Seen, rules: &mut Rules<'_>) {
        let Some(scalar) = ty.scalar().filter(|scalar| scalar.is_floating()) else {
            seen.other = true;
            return;
        };
        seen.atomic |= matches!(ty, Type::Atomic(_));
        seen.brain |= scalar == Scalar::BrainHalf;
        seen.half |= scalar == Scalar::Half;
        let bytes = self.scalar(scalar, rules).size;
        seen.meet(Base::Real(u32::try_from(bytes).unwrap_or(u32::MAX)));
    }

    fn members_of_record(
        &self,
        ty: &Type,
        record: &Record,
        at: u32,
        seen: &mut Seen,
        rules: &mut Rules<'_>,
    ) -> Vec<u32> {
        let (layout, _) = rules.citing(|rules| self.layout(ty, rules));
        seen.vanished |= record.members.is_empty();
        let mut all = Vec::new();
        for (index, (member, place)) in record.members.iter().zip(&layout.members).enumerate() {
            match member.bits {
                Some(0) => {
                    seen.zero_bit_field = true;
                    seen.vanished = true;
                }
                Some(_) if member.named => seen.other = true,
                Some(_) => seen.unnamed_bit_field = true,
                None if record.flexible() == Some(index) => seen.flexible = true,
                None => {
                    let offset = u32::try_from(place.bit_offset / 8).unwrap_or(u32::MAX);
                    all.extend(self.members(&member.ty, at.saturating_add(offset), seen, rules));
                    seen.many |= record.kind == RecordKind::Struct && all.len() > MOST_MEMBERS;
                }
            }
            if seen.is_settled() {
                break;
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }
}
