//! Structures as the hardware floating-point convention looks at them: flattened (RISCV-ARG-33 to -40), and what of them
//! travels in registers of which kind (RISCV-ARG-41 to -52).

use super::Riscv;
use crate::abi::data::{Data, Scalars, has_attributes};
use crate::abi::rules::Rules;
use crosscall_clauses::riscv::{
    AtomicMember, BoxMembers, BoxWidth, EmptyElementArray, EmptyUnionMember, FlexibleArray, PointerMember,
    UnnamedBitFieldMember, VectorArgument, WideBitField, ZeroArrayMember, ZeroBitFieldMember, clause,
};
use crosscall_model::plan::Extension;
use crosscall_model::{Member, Record, RecordKind, Scalar, Type};

/// Bytes of the processor's floating-point registers.
const PROCESSOR_FLEN: u32 = 8;

/// The most members that floating-point registers are used for.
const MOST_MEMBERS: usize = 2;

/// Bytes of a value that have a register of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::abi) struct Field {
    /// First byte in the value.
    pub(super) offset: u32,
    /// Number of bytes.
    pub(super) len: u32,
    /// True for a real, which takes a floating-point register.
    pub(super) floating: bool,
    /// Bits above it.
    pub(super) rest: Extension,
}

/// A value of which each field has a register of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::abi) struct Fields {
    /// The first one in memory.
    pub(super) first: Field,
    /// The second one.
    pub(super) second: Option<Field>,
}

impl Fields {
    /// All fields, in the order of memory.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Field> {
        std::iter::once(&self.first).chain(&self.second)
    }

    /// Number of registers of a kind that they take.
    pub(super) fn count(&self, floating: bool) -> u8 {
        self.iter().filter(|field| field.floating == floating).count() as u8
    }
}

/// A member that has no members itself.
#[derive(Debug, Clone, Copy)]
struct Leaf {
    /// First bit in the structure.
    bit: u64,
    /// Width in bits.
    bits: u64,
    /// Bytes of its declared type.
    declared: u64,
    kind: Kind,
    /// False for an unnamed bit-field.
    named: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Real,
    Integer,
    Pointer,
}

/// A flattened structure.
#[derive(Debug, Default)]
struct Flat {
    leaves: Vec<Leaf>,
    /// True if there is a member that is none of the leaves' kinds.
    other: bool,
    /// Number of leaves up to the end of the last structure in which another member is behind a bit-field of width 0; 0
    /// where there is none.
    behind_zero_bit_field: usize,
    empty_union: bool,
    zero_array: bool,
    empty_elements: bool,
    flexible: bool,
}

impl Flat {
    /// True if no more members can make a difference.
    fn is_settled(&self) -> bool {
        self.other || self.leaves.iter().filter(|leaf| leaf.named).count() > MOST_MEMBERS
    }

    /// Adds another one that begins at a bit.
    fn add(&mut self, bit: u64, inner: &Flat) {
        if inner.behind_zero_bit_field > 0 {
            self.behind_zero_bit_field = self.leaves.len() + inner.behind_zero_bit_field;
        }
        self.leaves
            .extend(inner.leaves.iter().map(|leaf| Leaf { bit: leaf.bit.saturating_add(bit), ..*leaf }));
        self.other |= inner.other;
        self.empty_union |= inner.empty_union;
        self.zero_array |= inner.zero_array;
        self.empty_elements |= inner.empty_elements;
        self.flexible |= inner.flexible;
    }
}

impl Riscv {
    /// The fields of a named argument that may travel in floating-point registers, if enough are left; `None` if it
    /// travels by the integer convention in any case.
    pub(super) fn fields(&self, ty: &Type, rules: &mut Rules<'_>) -> Option<Fields> {
        if self.flen() == 0 {
            return None;
        }
        match ty {
            Type::Record(record) if record.kind == RecordKind::Union => {
                rules.cite(clause::ARG_52);
                return None;
            }
            _ if !holds_real(ty) => return None,
            _ => {}
        }
        let is_real = ty.scalar().is_some();
        // RISCV-S01: in doubt is an atomic member only.
        let (flat, mut cited) = rules.citing(|rules| match ty {
            Type::Atomic(scalar) => self.flatten(scalar.as_type(), rules),
            _ => self.flatten(ty, rules),
        });
        let (fields, by_readings) = rules.citing(|rules| {
            let leaves = counted(&flat, rules);
            let fields = self.in_registers(&leaves, is_real, rules)?;
            (!self.integer_by_others(ty, &flat, leaves.len(), rules)).then_some(fields)
        });
        match (&fields, ty) {
            (Some(fields), _) => self.cite_fields(ty, fields, rules),
            (None, ty) if ty.scalar().is_some() => rules.cite(clause::ARG_42),
            (None, Type::Record(_)) => rules.cite(clause::ARG_51),
            (None, _) => {}
        }
        cited.extend(by_readings);
        cited.into_iter().for_each(|clause| rules.cite(clause));
        fields
    }

    fn cite_fields(&self, ty: &Type, fields: &Fields, rules: &mut Rules<'_>) {
        match (ty, fields.second) {
            (ty, _) if ty.scalar().is_some() => rules.cite(clause::ARG_41),
            (_, None) => rules.cite(clause::ARG_44),
            (Type::Complex(_), _) => rules.cite(clause::ARG_48),
            (_, Some(_)) if fields.count(true) == 2 => {
                rules.cite(clause::ARG_45);
                rules.cite(clause::ARG_46);
                if holds_complex(ty) {
                    rules.cite(clause::ARG_48);
                }
            }
            _ => {
                rules.cite(clause::ARG_49);
                rules.cite(clause::ARG_50);
            }
        }
    }

    /// A type with members' members and elements in their place (RISCV-ARG-33).
    fn flatten(&self, ty: &Type, rules: &mut Rules<'_>) -> Flat {
        let mut flat = Flat::default();
        match ty {
            // As a member or as an element of an array.
            Type::Record(record) if record.kind == RecordKind::Union => {
                rules.cite(clause::ARG_52);
                flat.other = true;
            }
            Type::Record(record) => self.flatten_record(ty, record, &mut flat, rules),
            Type::Array(element, len) => self.flatten_array(element, *len, &mut flat, rules),
            Type::Complex(part) => self.flatten_parts(*part, 2, &mut flat, rules),
            Type::Atomic(scalar) => match rules.ask() {
                AtomicMember::AsType => return self.flatten(scalar.as_type(), rules),
                AtomicMember::NotTakenApart => flat.other = true,
            },
            // RISCV-ARG-23: a vector is no structure.
            Type::Vector { element, lanes } => {
                let few = element.is_floating() && *lanes as usize <= MOST_MEMBERS;
                match few && rules.is(VectorArgument::FlattenedLanes) {
                    true => self.flatten_parts(*element, *lanes, &mut flat, rules),
                    false => flat.other = true,
                }
            }
            _ => {
                let (basic, _) = rules.citing(|rules| self.basic(ty, rules));
                let (bits, declared) = basic.map_or((0, 0), |basic| (basic.size * 8, basic.size));
                let kind = match (ty, basic.is_some_and(|basic| basic.sign.is_some())) {
                    (Type::DataPointer | Type::FunctionPointer, _) => Kind::Pointer,
                    (_, true) => Kind::Integer,
                    (_, false) => Kind::Real,
                };
                flat.leaves.push(Leaf { bit: 0, bits, declared, kind, named: true });
            }
        }
        flat
    }

    fn flatten_parts(&self, part: Scalar, count: u32, flat: &mut Flat, rules: &mut Rules<'_>) {
        let inner = self.flatten(part.as_type(), rules);
        let bits = inner.leaves.first().map_or(0, |leaf| leaf.bits);
        (0..count).for_each(|i| flat.add(bits.saturating_mul(i.into()), &inner));
    }

    fn flatten_array(&self, element: &Type, len: u32, flat: &mut Flat, rules: &mut Rules<'_>) {
        rules.cite(clause::ARG_33);
        if len == 0 {
            // RISCV-ARG-40: whatever its elements are.
            let is_empty = self.is_empty(element, rules);
            rules.cite(if is_empty { clause::ARG_40 } else { clause::ARG_36 });
            flat.zero_array = true;
            return;
        }
        if self.is_empty(element, rules) {
            rules.cite(clause::ARG_38);
            flat.empty_elements = true;
            return;
        }
        let inner = self.flatten(element, rules);
        let (size, _) = rules.citing(|rules| self.layout(element, rules).size);
        for i in 0..u64::from(len) {
            flat.add(size.saturating_mul(8).saturating_mul(i), &inner);
            if flat.is_settled() || inner.leaves.is_empty() {
                return;
            }
        }
    }

    fn flatten_record(&self, ty: &Type, record: &Record, flat: &mut Flat, rules: &mut Rules<'_>) {
        if has_attributes(record) {
            rules.cite(clause::ARG_37);
        }
        let (layout, _) = rules.citing(|rules| self.layout(ty, rules));
        let (mut zero_bit_field, mut is_followed) = (false, false);
        for (index, (member, place)) in record.members.iter().zip(&layout.members).enumerate() {
            if flat.is_settled() {
                break;
            }
            is_followed |= zero_bit_field && member.bits != Some(0);
            match (&member.ty, member.bits) {
                (_, Some(0)) => {
                    rules.cite(clause::ARG_35);
                    zero_bit_field = true;
                }
                (_, Some(width)) => flat.leaves.push(self.bit_field(member, place.bit_offset, width, rules)),
                _ if record.flexible() == Some(index) => {
                    rules.cite(clause::S07);
                    flat.flexible = true;
                }
                (inner @ Type::Record(nested), _) => {
                    self.flatten_member(inner, nested, place.bit_offset, flat, rules);
                }
                (inner, _) => {
                    let inner = self.flatten(inner, rules);
                    flat.add(place.bit_offset, &inner);
                }
            }
        }
        if is_followed {
            flat.behind_zero_bit_field = flat.leaves.len();
        }
    }

    fn flatten_member(&self, ty: &Type, nested: &Record, bit: u64, flat: &mut Flat, rules: &mut Rules<'_>) {
        let (is_empty, cited) = rules.citing(|rules| self.is_empty(ty, rules));
        cited.into_iter().for_each(|clause| rules.cite(clause));
        if is_empty {
            rules.cite(clause::ARG_34);
            flat.empty_union |= nested.kind == RecordKind::Union;
            return;
        }
        if nested.kind == RecordKind::Struct {
            rules.cite(clause::ARG_33);
        }
        let inner = self.flatten(ty, rules);
        flat.add(bit, &inner);
    }

    fn bit_field(&self, member: &Member, bit: u64, width: u8, rules: &mut Rules<'_>) -> Leaf {
        let (declared, _) = rules.citing(|rules| self.layout(&member.ty, rules).size);
        Leaf { bit, bits: width.into(), declared, kind: Kind::Integer, named: member.named }
    }

    /// The registers of these members, if they are what floating-point registers are used for.
    fn in_registers(&self, leaves: &[Leaf], is_real: bool, rules: &mut Rules<'_>) -> Option<Fields> {
        let (first, second) = match leaves {
            [first] => (first, None),
            [first, second] => (first, Some(second)),
            _ => return None,
        };
        if leaves.iter().all(|leaf| leaf.kind != Kind::Real) {
            return None;
        }
        let mut field = |leaf: &Leaf| self.field(leaf, is_real, rules);
        let first = field(first)?;
        match second {
            Some(second) => Some(Fields { first, second: Some(field(second)?) }),
            None => Some(Fields { first, second: None }),
        }
    }

    fn field(&self, leaf: &Leaf, is_real: bool, rules: &mut Rules<'_>) -> Option<Field> {
        let len = u32::try_from(leaf.bits.div_ceil(8)).ok()?;
        // A piece of a value begins at a byte. A bit-field that does not can only be behind an unnamed one.
        let offset = leaf.bit.is_multiple_of(8).then(|| u32::try_from(leaf.bit / 8).ok()).flatten()?;
        match leaf.kind {
            Kind::Real if len > self.flen() => None,
            Kind::Real => {
                let rest = self.boxed(len, is_real, rules);
                Some(Field { offset, len, floating: true, rest })
            }
            _ if len > self.xlen() => None,
            Kind::Pointer if rules.is(PointerMember::NoInteger) => None,
            Kind::Integer
                if leaf.declared > u64::from(self.xlen()) && rules.is(WideBitField::DeclaredType) =>
            {
                None
            }
            Kind::Pointer | Kind::Integer => {
                Some(Field { offset, len, floating: false, rest: Extension::Unspecified })
            }
        }
    }

    /// True if a member that is no leaf leads to the integer convention.
    fn integer_by_others(&self, ty: &Type, flat: &Flat, count: usize, rules: &mut Rules<'_>) -> bool {
        if flat.flexible && rules.is(FlexibleArray::Counted) {
            return true;
        }
        if flat.behind_zero_bit_field >= MOST_MEMBERS
            && count == MOST_MEMBERS
            && rules.is(ZeroBitFieldMember::CountedBesideTwo)
        {
            return true;
        }
        let is_doubtful = flat.empty_union || flat.zero_array || flat.empty_elements;
        is_doubtful
            && rules.citing(|rules| self.only_number(ty, rules)).0.is_none()
            && ((flat.empty_union && rules.is(EmptyUnionMember::NotTakenApart))
                || (flat.zero_array && rules.is(ZeroArrayMember::NotTakenApart))
                || (flat.empty_elements && rules.is(EmptyElementArray::NotTakenApart)))
    }

    /// The alignment of the real or complex number that fills a type, if each structure around it is aligned to that.
    fn only_number(&self, ty: &Type, rules: &mut Rules<'_>) -> Option<u64> {
        match ty {
            Type::Complex(part) => part.is_floating().then(|| self.scalar(*part, rules).align),
            Type::Array(element, 1) => self.only_number(element, rules),
            Type::Record(record) if record.kind == RecordKind::Struct => {
                let takes_room = |member: &&Member| match member.bits {
                    Some(width) => width > 0,
                    None => self.layout(&member.ty, rules).size > 0,
                };
                let members: Vec<&Member> = record.members.iter().filter(takes_room).collect();
                let [Member { ty: inner, bits: None, .. }] = members[..] else { return None };
                let (whole, size) = (self.layout(ty, rules), self.layout(inner, rules).size);
                self.only_number(inner, rules).filter(|align| whole.size == size && whole.align >= *align)
            }
            _ => {
                let scalar = ty.scalar().filter(|scalar| scalar.is_floating())?;
                Some(self.scalar(scalar, rules).align)
            }
        }
    }

    /// The bits above a real in a floating-point register (RISCV-ARG-43).
    fn boxed(&self, len: u32, is_real: bool, rules: &mut Rules<'_>) -> Extension {
        if len >= PROCESSOR_FLEN {
            return Extension::Unspecified;
        }
        rules.cite(clause::ARG_43);
        if !is_real && rules.is(BoxMembers::StandaloneOnly) {
            return Extension::Unspecified;
        }
        let is_narrow = self.flen() < PROCESSOR_FLEN && rules.is(BoxWidth::Abi);
        let filled = if is_narrow { self.flen() } else { PROCESSOR_FLEN };
        match u16::try_from(filled) {
            Ok(filled) if u32::from(filled) > len => Extension::Ones(filled),
            _ => Extension::Unspecified,
        }
    }
}

/// The members that count (RISCV-ARG-49); none where a member is of another kind.
fn counted(flat: &Flat, rules: &mut Rules<'_>) -> Vec<Leaf> {
    if flat.other || flat.leaves.iter().filter(|leaf| leaf.named).count() > MOST_MEMBERS {
        return Vec::new();
    }
    let is_real = |leaf: &Leaf| leaf.kind == Kind::Real;
    let has_unnamed = flat.leaves.iter().any(|leaf| !leaf.named) && flat.leaves.iter().any(is_real);
    let leaves = flat.leaves.iter().copied();
    match has_unnamed && rules.is(UnnamedBitFieldMember::NotCounted) {
        true => leaves.filter(|leaf| leaf.named).collect(),
        false => leaves.collect(),
    }
}

/// True if there is a real in a type.
pub(super) fn holds_real(ty: &Type) -> bool {
    holds(ty, Scalar::is_floating)
}

/// True if a type holds a real that is no wider than the registers of some ABI.
pub(super) fn holds_narrow_real(ty: &Type) -> bool {
    holds(ty, |scalar| scalar.is_floating() && scalar != Scalar::LongDouble)
}

/// True if a type is, or holds, scalars of a kind.
fn holds(ty: &Type, is_one: impl Fn(Scalar) -> bool) -> bool {
    let mut found = false;
    ty.visit(&mut |inner| {
        found |= match inner {
            Type::Complex(scalar) => is_one(*scalar),
            Type::Vector { element, .. } => is_one(*element),
            ty => ty.scalar().is_some_and(&is_one),
        }
    });
    found
}

fn holds_complex(ty: &Type) -> bool {
    let mut found = false;
    ty.visit(&mut |inner| found |= matches!(inner, Type::Complex(part) if part.is_floating()));
    found
}
