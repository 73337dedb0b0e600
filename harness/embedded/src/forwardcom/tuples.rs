//! Simple tuples as the document defines them, with readings for its open questions (ARG-08 to ARG-12, S13).

use crosscall_clauses::forwardcom as names;
use crosscall_model::{Member, Record, RecordKind, Type};

use super::Dialect;
use crate::convention::Convention;
use crate::record::lay;

/// Size of the largest tuple, in bytes.
const MOST: u32 = 16;

/// Length in bytes of the processor's vector registers: no longer value fits a register under any reading.
const LONGEST: u32 = 128;

/// Class of a record in the convention.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RecordClass {
    /// Record without contents.
    EmptyArgument,
    /// A simple tuple.
    Tuple,
    /// Value for a general register.
    General,
    /// Any other record.
    Memory,
}

/// Element of a potential tuple.
struct Element<'t> {
    ty: &'t Type,
    /// True for a bit-field.
    field: bool,
}

/// Contents of a record.
#[derive(Default)]
struct Found<'t> {
    elements: Vec<Element<'t>>,
    /// True if it contains records.
    inner: bool,
    /// True if it is or contains a union.
    unions: bool,
    /// True if it contains an array without elements.
    bare: bool,
}

/// Greatest number of elements that are listed; a record with more elements is too large for a tuple in any case.
const MOST_ELEMENTS: usize = 4096;

/// Classifies a record of `size` bytes.
pub(super) fn classify(record: &Record, size: u32, dialect: &Dialect) -> RecordClass {
    let mut found = Found::default();
    found.record(record, false);
    let Some(first) = found.elements.first() else {
        // ARG-10: a union whose first member has no contents is no tuple if another member has some.
        return if is_empty(record) { RecordClass::EmptyArgument } else { RecordClass::Memory };
    };
    // ARG-09: all of one type
    if found.elements.iter().any(|element| !is_alike(element.ty, first.ty, dialect)) {
        return RecordClass::Memory;
    }
    // ARG-12 pointers: records of pointers are passed by address, but one of a single pointer may be passed as that.
    if matches!(first.ty, Type::DataPointer | Type::FunctionPointer) {
        let alone = found.elements.len() == 1 && size == 8;
        return if alone && dialect.is(names::PointerRecord::SingleInGeneralRegister) {
            RecordClass::General
        } else {
            RecordClass::Memory
        };
    }
    // ARG-10 limit: a tuple has at most 16 bytes, where a union counts with all of them, or with its first member.
    let counted = match record.kind {
        RecordKind::Union if dialect.is(names::UnionLimit::FirstMember) => {
            first_member(record, dialect).unwrap_or(size)
        }
        _ => size,
    };
    if counted > MOST || size > LONGEST || found.disqualified(size, dialect) {
        return RecordClass::Memory;
    }
    let integer = match first.ty {
        Type::Scalar(scalar) | Type::Atomic(scalar) => !scalar.is_floating(),
        Type::Enum(_) => true,
        _ => false,
    };
    // ARG-08 one: a tuple of one integer is in a vector register, or in a general one.
    let one = integer && found.elements.len() == 1 && size <= 8;
    if one && dialect.is(names::SingleIntegerTuple::GeneralRegister) {
        RecordClass::General
    } else {
        RecordClass::Tuple
    }
}

/// True if two elements of a tuple are of one type. S28 tuple: an atomic one is of its arithmetic type, or of another one.
fn is_alike(one: &Type, other: &Type, dialect: &Dialect) -> bool {
    let same = one.scalar().is_some() && one.scalar() == other.scalar();
    one == other || same && dialect.is(names::AtomicInTuple::AsType)
}

/// True if no member of a record has contents.
fn is_empty(record: &Record) -> bool {
    record.members.iter().filter(|member| member.named).all(|member| holds_nothing(&member.ty))
}

fn holds_nothing(ty: &Type) -> bool {
    match ty {
        Type::Array(element, len) => *len == 0 || holds_nothing(element),
        Type::Record(record) => is_empty(record),
        _ => false,
    }
}

/// Size of the first member of a union in bytes.
fn first_member(record: &Record, dialect: &Dialect) -> Option<u32> {
    let member = record.members.iter().find(|member| member.named)?;
    match member.bits {
        Some(bits) => Some(u32::from(bits).div_ceil(8)),
        None => bytes(&member.ty, dialect),
    }
}

fn bytes(ty: &Type, dialect: &Dialect) -> Option<u32> {
    lay(ty, dialect as &dyn Convention).ok().map(|laid| laid.size)
}

impl<'t> Found<'t> {
    fn record(&mut self, record: &'t Record, inside: bool) {
        self.inner |= inside;
        let mut members = record.members.iter().filter(|member| member.named);
        if record.kind == RecordKind::Union {
            // ARG-10: by its first member
            self.unions = true;
            return members.next().into_iter().for_each(|member| self.member(member));
        }
        members.for_each(|member| self.member(member));
    }

    fn member(&mut self, member: &'t Member) {
        match member.bits {
            Some(_) => self.push(&member.ty, true),
            None => self.add(&member.ty),
        }
    }

    fn add(&mut self, ty: &'t Type) {
        match ty {
            Type::Array(_, 0) => self.bare = true,
            Type::Array(element, len) => (0..*len).for_each(|_| {
                if self.elements.len() < MOST_ELEMENTS {
                    self.add(element);
                }
            }),
            Type::Record(record) => self.record(record, true),
            Type::Complex(part) => (0..2).for_each(|_| self.push(part.as_type(), false)),
            // S29: an alignment makes no other type.
            _ => self.push(ty.unaligned(), false),
        }
    }

    fn push(&mut self, ty: &'t Type, field: bool) {
        self.elements.push(Element { ty, field });
    }

    /// True if something prevents elements of one type from being a tuple (ARG-09).
    fn disqualified(&self, size: u32, dialect: &Dialect) -> bool {
        let fields = self.elements.iter().any(|element| element.field);
        let padded = || {
            let sizes = self.elements.iter().filter_map(|element| bytes(element.ty, dialect));
            !fields && !self.unions && sizes.sum::<u32>() != size
        };
        (self.inner && !dialect.is(names::NestedRecord::ByMembers))
            || (fields && !dialect.is(names::BitFieldInTuple::AsDeclaredType))
            || (!dialect.is(names::PaddedTuple::NoDifference) && padded())
            // ARG-09 zero: an array of no elements makes no difference, or no tuple.
            || (self.bare && !dialect.is(names::ZeroArrayInTuple::NoDifference))
    }
}
