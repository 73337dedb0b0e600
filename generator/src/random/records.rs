//! Structures and unions.

use crosscall_model::{Member, Record, RecordKind, Scalar, Type};

use super::Maker;
use crate::valid::{holds_atomic, is_element};

/// Greatest size of a structure of equal members, in bytes.
const MAX_SIZED: u32 = 40;

/// Percentage of records with an array of no elements, where a target's compilers have them.
const ZERO_ARRAYS: u32 = 4;

impl Maker<'_, '_, '_> {
    /// Record at a depth of nesting.
    pub(super) fn record(&mut self, depth: u32) -> Type {
        let config = self.config;
        // The order of the draws is part of what a seed means.
        let kind = if self.draw.chance(config.union) { RecordKind::Union } else { RecordKind::Struct };
        let packed = self.draw.chance(config.packed);
        let mut record = Record { packed, ..Record::new(kind, Vec::new()) };
        if self.draw.chance(config.aligned) {
            record.align = Some(self.alignment());
        }
        match self.draw.weighted(&[
            config.record_mixed,
            config.record_sized,
            config.record_wrapper,
            config.record_bits,
            config.record_empty,
            // C has no arrays of such structures, and none inside others.
            if depth == 0 { config.record_flexible } else { 0 },
        ]) {
            5 => return self.flexible(depth),
            0 => {
                let count = self.draw.between(1, 6);
                record.members.extend((0..count).map(|_| self.member(depth)));
            }
            1 => return self.sized(),
            2 => record.members.push(self.member(depth)),
            3 => {
                let count = self.draw.between(1, 7);
                for _ in 0..count {
                    let member = if self.draw.chance(70) { self.bit_field() } else { self.member(depth) };
                    record.members.push(member);
                }
            }
            _ => return Type::Record(Box::new(record)),
        }
        // C does not define a record that has members but none with a name: those of GNU C are a rare form.
        if !record.members.iter().any(|m| m.named) {
            record.members.push(Member::plain(Scalar::Char.into()));
        }
        if self.repertoire.draws_zero_arrays() && self.draw.chance(ZERO_ARRAYS) {
            // Not at the end.
            let at = self.draw.below(u32::try_from(record.members.len()).unwrap_or(1));
            let empty = Type::Array(Box::new(self.scalar().into()), 0);
            record.members.insert(at as usize, Member::plain(empty));
        }
        record.packed &= !record.members.iter().any(holds_atomic);
        Type::Record(Box::new(record))
    }

    /// Structure that ends in a flexible array member, which is empty where the structure is passed.
    fn flexible(&mut self, depth: u32) -> Type {
        let count = self.draw.between(1, 3);
        let mut members: Vec<Member> = (0..count).map(|_| self.member(depth)).collect();
        if !members.iter().any(|member| member.named) {
            members.push(Member::plain(Scalar::Char.into()));
        }
        members.push(Member::flexible(self.scalar().into()));
        let packed = self.draw.chance(self.config.packed) && !members.iter().any(holds_atomic);
        Type::Record(Box::new(Record { packed, ..Record::new(RecordKind::Struct, members) }))
    }

    /// Structure of equal members, of 1 to 40 bytes.
    pub(super) fn sized(&mut self) -> Type {
        let flavour = self.draw.pick(self.repertoire.scalars.members).copied().unwrap_or(Scalar::Char);
        let bytes = (self.widths.scalar(flavour) / 8).max(1);
        // Sizes of a few words are the most important.
        let limit = *self.draw.pick(&[9, 17, MAX_SIZED]).unwrap_or(&9);
        let count = self.draw.between(1, (limit / bytes).max(1));
        let count = count.min(self.leaves.max(1));
        self.spend(count);
        if self.draw.chance(40) {
            Type::structure([Type::Array(Box::new(flavour.into()), count)])
        } else {
            Type::structure((0..count).map(|_| flavour.into()))
        }
    }

    /// Structure with one member of a type, where C has one.
    pub(super) fn wrapper(&mut self, inner: Type) -> Type {
        if inner.record().is_some_and(|record| record.flexible().is_some()) {
            return inner;
        }
        let inner = self.narrowed(inner);
        let is_array = self.draw.chance(20) && is_element(&inner, self.widths);
        let inner = if is_array { Type::Array(Box::new(inner), 1) } else { inner };
        let wrapped = Type::structure([inner]);
        if self.draw.chance(15) { Type::structure([wrapped]) } else { wrapped }
    }

    /// Type itself, or another in place of a complex type or vector that is too long for a member.
    pub(super) fn narrowed(&mut self, ty: Type) -> Type {
        match ty.parts() {
            Some((part, count))
                if self.widths.scalar(part).saturating_mul(count) > self.repertoire.most_member_bits =>
            {
                Type::Complex(Scalar::Float)
            }
            _ => ty,
        }
    }

    fn alignment(&mut self) -> u32 {
        let most = self.config.max_align.max(1).ilog2();
        1 << self.draw.between(0, most)
    }

    fn member(&mut self, depth: u32) -> Member {
        let config = self.config;
        let [bit_int, atomic, aligned] = self.rare();
        let choice = self.draw.weighted(&[
            config.member_scalar,
            config.member_array,
            config.member_record,
            config.member_pointer,
            config.member_enum,
            config.member_bits,
            config.member_complex,
            config.member_vector,
            bit_int,
            atomic,
            aligned,
        ]);
        let mut member = match choice {
            1 if self.leaves > 1 => Member::plain(self.array(depth)),
            2 if self.leaves > 1 && depth < config.max_depth => Member::plain(self.record(depth + 1)),
            3 => Member::plain(self.pointer()),
            4 => Member::plain(self.enumeration()),
            5 => return self.bit_field(),
            6 => Member::plain(self.complex(self.repertoire.most_member_bits)),
            7 => Member::plain(self.vector(self.repertoire.most_member_bits)),
            8 => Member::plain(self.bit_int()),
            9 => Member::plain(self.atomic()),
            10 => Member::plain(self.aligned()),
            _ => Member::plain(self.scalar().into()),
        };
        if self.draw.chance(config.member_aligned) {
            member.align = Some(self.alignment());
        }
        member
    }

    fn array(&mut self, depth: u32) -> Type {
        let before = self.leaves;
        let aligned = u32::from(!self.repertoire.drawn_alignments().is_empty());
        let elem = match self.draw.weighted(&[8, 1, 1, aligned]) {
            1 => self.pointer(),
            3 => self.aligned_element(),
            2 if depth < self.config.max_depth => self.record(depth + 1),
            _ => self.scalar().into(),
        };
        let each = (before - self.leaves).max(1);
        let count = self.draw.between(1, 9).min(self.leaves / each + 1);
        self.spend(each * (count - 1));
        let row = Type::Array(Box::new(elem), count);
        if self.draw.chance(10) && self.leaves > each * count {
            self.spend(each * count);
            return Type::Array(Box::new(row), 2);
        }
        row
    }

    fn bit_field(&mut self) -> Member {
        let ty = if self.draw.chance(6) {
            self.enumeration()
        } else {
            self.draw.pick(self.repertoire.scalars.bit_fields).copied().unwrap_or(Scalar::Int).into()
        };
        let limit = match &ty {
            Type::Scalar(Scalar::Bool) => 1,
            ty => self.widths.leaf(ty).unwrap_or(32).min(64),
        };
        if self.draw.chance(self.config.unnamed_bits) {
            let bits = if self.draw.chance(50) { 0 } else { self.draw.between(1, limit) };
            return Member { bits: u8::try_from(bits).ok(), named: false, ..Member::plain(ty) };
        }
        self.spend(1);
        let bits = match &ty {
            // Every constant has to fit.
            Type::Enum(enumeration) => {
                let fits = |bits: &u32| {
                    enumeration.constants.iter().all(|v| crate::values::fits(*v, *bits, enumeration))
                };
                (1..=limit).find(fits).unwrap_or(limit)
            }
            _ if self.draw.chance(15) => limit,
            _ => self.draw.between(1, limit),
        };
        Member::bit_field(ty, u8::try_from(bits).unwrap_or(1))
    }
}
