//! The fields of an object, down to those that have no fields themselves: what each gives to its eightbytes (X86-ARG-25), and
//! whether each is aligned (X86-ARG-21).

use super::X86_64;
use super::classes::{Class, Doubt, EIGHTBYTE};
use crate::abi::data::{Data, Scalars};
use crate::abi::rules::Rules;
use crosscall_clauses::x86_64::{UnalignedBitField, UnalignedField, UnalignedOffset, clause};
use crosscall_model::plan::{ClauseId, add_clauses};
use crosscall_model::{Record, Scalar, Type};

/// Bits of an eightbyte.
const BITS: u64 = 8 * EIGHTBYTE;

/// The fields of an object.
#[derive(Debug, Default)]
pub(super) struct Fields {
    /// The class of each eightbyte, without the members that are in doubt.
    pub(super) classes: Vec<Class>,
    /// Members of which it is open whether they have a class, the number of the eightbyte and the class.
    pub(super) doubts: Vec<(Doubt, usize, Class)>,
    /// True if there is a field that is in no doubt.
    pub(super) has_any: bool,
    /// True if a field is atomic.
    pub(super) has_atomic: bool,
    /// True if there is a flexible array.
    pub(super) has_flexible: bool,
    /// Clauses by which different classes in one eightbyte were merged.
    pub(super) merging: Vec<ClauseId>,
    /// Fields that are not aligned, by their places in the object.
    outermost: Unaligned,
    /// The same by their places in their own structures.
    own: Unaligned,
}

/// Kinds of fields that are not aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Unaligned {
    /// By the alignment of the type without that of a typedef.
    natural: bool,
    /// By the alignment of the type.
    attributed: bool,
    /// A bit-field.
    bit_field: bool,
}

/// Place of a field.
#[derive(Debug, Clone, Copy)]
struct At {
    /// First bit in the object.
    bit: u64,
    /// First bit in the structure of which it is a member.
    own: u64,
}

impl At {
    /// So many bits further on.
    fn behind(self, bits: u64) -> At {
        At { bit: self.bit.saturating_add(bits), own: self.own.saturating_add(bits) }
    }
}

impl Fields {
    /// The fields of an object of a type that has so many bytes.
    pub(super) fn of(of: &X86_64, ty: &Type, size: u64, rules: &mut Rules<'_>) -> Fields {
        let count = usize::try_from(size.div_ceil(EIGHTBYTE)).unwrap_or(0);
        let mut fields = Fields { classes: vec![Class::Empty; count], ..Fields::default() };
        fields.visit(of, ty, At { bit: 0, own: 0 }, rules);
        fields
    }

    /// X86-ARG-21.
    pub(super) fn is_unaligned(&self, rules: &mut Rules<'_>) -> bool {
        let (outermost, own) = (self.outermost, self.own);
        let all = if outermost == own || rules.is(UnalignedOffset::Outermost) { outermost } else { own };
        let by_type = match all.natural == all.attributed || rules.is(UnalignedField::Natural) {
            true => all.natural,
            false => all.attributed,
        };
        let is_unaligned = by_type || all.bit_field && rules.is(UnalignedBitField::AcrossUnit);
        if is_unaligned {
            rules.cite(clause::ARG_21);
        }
        is_unaligned
    }

    fn visit(&mut self, of: &X86_64, ty: &Type, at: At, rules: &mut Rules<'_>) {
        match ty {
            Type::Record(record) => self.record(of, ty, record, at, rules),
            Type::Array(element, 0) => self.no_elements(of, element, at, rules),
            Type::Array(element, len) => {
                let (size, _) = rules.citing(|rules| of.layout(element, rules).size);
                // What has no size gives nothing, however often.
                let count = if size == 0 { 1 } else { u64::from(*len) };
                for i in 0..count {
                    self.visit(of, element, at.behind(i.saturating_mul(8 * size)), rules);
                }
            }
            Type::Complex(part) if *part != Scalar::LongDouble => {
                rules.cite(if part.is_floating() { clause::ARG_18 } else { clause::S17 });
                let (size, _) = rules.citing(|rules| of.scalar(*part, rules).size);
                self.visit(of, part.as_type(), at, rules);
                self.visit(of, part.as_type(), at.behind(8 * size), rules);
            }
            Type::Atomic(scalar) => {
                self.has_atomic = true;
                self.leaf(of, scalar.as_type(), at, rules);
            }
            _ => self.leaf(of, ty, at, rules),
        }
    }

    fn record(&mut self, of: &X86_64, ty: &Type, record: &Record, at: At, rules: &mut Rules<'_>) {
        let (layout, _) = rules.citing(|rules| of.layout(ty, rules));
        if at.own != 0 {
            let (natural, _) = rules.citing(|rules| of.layout(&ty.without_name_align(), rules).align);
            self.own.natural |= !at.own.is_multiple_of(8 * natural);
            self.own.attributed |= !at.own.is_multiple_of(8 * layout.align);
        }
        for (index, (member, place)) in record.members.iter().zip(&layout.members).enumerate() {
            let inside = At { bit: at.bit.saturating_add(place.bit_offset), own: place.bit_offset };
            match member.bits {
                Some(0) => self.doubts.push((Doubt::ZeroBits, eightbyte(inside.bit), Class::Integer)),
                Some(width) if !member.named => {
                    let touched = touched(inside.bit, width.into());
                    self.doubts.extend(touched.map(|at| (Doubt::Unnamed, at, Class::Integer)));
                }
                Some(width) => {
                    let (unit, _) = rules.citing(|rules| 8 * of.layout(&member.ty, rules).size);
                    let crosses = |bit: u64| bit % unit.max(1) + u64::from(width) > unit;
                    self.outermost.bit_field |= crosses(inside.bit);
                    self.own.bit_field |= crosses(inside.own);
                    rules.cite(clause::ARG_08);
                    self.give(inside.bit, width.into(), &[Class::Integer]);
                }
                None if record.flexible() == Some(index) => self.has_flexible = true,
                None => self.visit(of, &member.ty, inside, rules),
            }
        }
    }

    /// X86-S12: the class that an element would give to the eightbyte in which the array stands.
    fn no_elements(&mut self, of: &X86_64, element: &Type, at: At, rules: &mut Rules<'_>) {
        let number = eightbyte(at.bit);
        if number >= self.classes.len() {
            return;
        }
        let mut one = Fields { classes: vec![Class::Empty; self.classes.len()], ..Fields::default() };
        rules.citing(|rules| one.visit(of, element, at, rules));
        if let Some(class) = one.classes.get(number).filter(|class| **class != Class::Empty) {
            self.doubts.push((Doubt::ZeroArray(at.bit.is_multiple_of(BITS)), number, *class));
        }
    }

    /// A field without fields.
    fn leaf(&mut self, of: &X86_64, ty: &Type, at: At, rules: &mut Rules<'_>) {
        let (whole, _) = rules.citing(|rules| of.layout(ty, rules));
        let (natural, _) = rules.citing(|rules| of.layout(ty.unaligned(), rules).align);
        for (kinds, bit) in [(&mut self.outermost, at.bit), (&mut self.own, at.own)] {
            kinds.natural |= !bit.is_multiple_of(8 * natural);
            kinds.attributed |= !bit.is_multiple_of(8 * whole.align);
        }
        let classes = of.basic_classes(ty, rules);
        self.give(at.bit, 8 * whole.size, &classes);
    }

    /// Gives classes to the eightbytes that so many bits touch.
    fn give(&mut self, bit: u64, bits: u64, classes: &[Class]) {
        self.has_any = true;
        for (number, at) in touched(bit, bits).enumerate() {
            let class = classes.get(number).or(classes.last());
            let (Some(own), Some(class)) = (self.classes.get_mut(at), class) else { continue };
            let (merged, clause) = own.merged(*class);
            if *own == *class {
                add_clauses(&mut self.merging, &[clause]);
            } else if *own != Class::Empty {
                // Different classes say more than equal ones, the last of several most.
                self.merging.retain(|other| *other != clause);
                self.merging.insert(0, clause);
            }
            *own = merged;
        }
    }
}

/// Number of the eightbyte of a bit.
fn eightbyte(bit: u64) -> usize {
    usize::try_from(bit / BITS).unwrap_or(usize::MAX)
}

/// Numbers of the eightbytes that so many bits touch.
fn touched(bit: u64, bits: u64) -> impl Iterator<Item = usize> {
    let end = bit.saturating_add(bits).div_ceil(BITS);
    (bit / BITS..end).filter_map(|at| usize::try_from(at).ok())
}
