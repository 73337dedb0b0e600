//! Classes of eightbytes: X86-ARG-02 to -35. What is the class of a type, and what becomes of several in one object.

use super::X86_64;
use super::data::complex_layout;
use super::fields::Fields;
use crate::abi::data::{Data, Scalars};
use crate::abi::rules::Rules;
use crosscall_clauses::x86_64::{
    AtomicMember, BitIntClass, BrainHalfClass, FlexibleArray, HalfClass, PaddingEightbyte, ShortVector,
    SingleDoubleVector, SingleFloatVector, SingleInt128Vector, SingleIntegerVector, UnnamedBitFieldClass,
    ZeroArrayMember, ZeroBitFieldClass, clause,
};
use crosscall_model::plan::ClauseId;
use crosscall_model::{Scalar, Type};

/// Bytes of an eightbyte.
pub(super) const EIGHTBYTE: u64 = 8;

/// The most eightbytes of an object that is classified (X86-ARG-20).
const MOST_EIGHTBYTES: u64 = 8;

/// Class of an eightbyte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::abi) enum Class {
    /// NO_CLASS.
    Empty,
    Integer,
    Sse,
    SseUp,
    X87,
    X87Up,
    ComplexX87,
    Memory,
}

impl Class {
    /// The class of an eightbyte in which two fields lie, with the clause: X86-ARG-26 to -31.
    pub(super) fn merged(self, other: Class) -> (Class, ClauseId) {
        let is_one = |class| self == class || other == class;
        match (self, other) {
            _ if self == other => (self, clause::ARG_26),
            (Class::Empty, class) | (class, Class::Empty) => (class, clause::ARG_27),
            _ if is_one(Class::Memory) => (Class::Memory, clause::ARG_28),
            _ if is_one(Class::Integer) => (Class::Integer, clause::ARG_29),
            (Class::Sse | Class::SseUp, Class::Sse | Class::SseUp) => (Class::Sse, clause::ARG_31),
            _ => (Class::Memory, clause::ARG_30),
        }
    }
}

/// A member of which it is open whether it is a field with a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Doubt {
    /// An unnamed bit-field that has a width.
    Unnamed,
    /// A bit-field of width zero.
    ZeroBits,
    /// An array of no elements; true if it stands at the beginning of an eightbyte.
    ZeroArray(bool),
}

impl Doubt {
    /// True if the member gives its class to its eightbyte.
    fn counts(self, rules: &mut Rules<'_>) -> bool {
        match self {
            Doubt::Unnamed => rules.is(UnnamedBitFieldClass::Integer),
            Doubt::ZeroBits => rules.is(ZeroBitFieldClass::Integer),
            Doubt::ZeroArray(at_start) => match rules.ask() {
                ZeroArrayMember::None => false,
                ZeroArrayMember::Element => true,
                ZeroArrayMember::ElementWithin => !at_start,
            },
        }
    }
}

/// Classification of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Classes {
    /// It has no field at all.
    NoField,
    /// The classes of its eightbytes; what is [`Class::Empty`] is not passed.
    Eightbytes(Vec<Class>),
    /// MEMORY.
    Memory,
}

impl From<Vec<Class>> for Classes {
    fn from(classes: Vec<Class>) -> Classes {
        if classes.contains(&Class::Memory) { Classes::Memory } else { Classes::Eightbytes(classes) }
    }
}

impl X86_64 {
    /// The classification of an object of a type. The clauses that decide most come first.
    pub(super) fn classes(&self, ty: &Type, rules: &mut Rules<'_>) -> Classes {
        match ty {
            Type::Record(_) => self.of_aggregate(ty, rules),
            Type::Complex(part) if *part != Scalar::LongDouble => {
                rules.cite(complex_layout(*part));
                self.of_aggregate(ty, rules)
            }
            _ => self.basic_classes(ty, rules).into(),
        }
    }

    /// The classes of a type that has no fields.
    pub(super) fn basic_classes(&self, ty: &Type, rules: &mut Rules<'_>) -> Vec<Class> {
        match ty {
            Type::Complex(_) => {
                rules.cite(clause::ARG_19);
                vec![Class::ComplexX87; 4]
            }
            Type::Vector { element, lanes } => self.vector_classes(ty, *element, *lanes, rules),
            Type::BitInt(integer) if integer.bits > 64 => match rules.ask() {
                BitIntClass::Integer => vec![Class::Integer; 2],
                BitIntClass::Memory => vec![Class::Memory],
            },
            Type::BitInt(_) => {
                rules.cite(clause::S19);
                vec![Class::Integer]
            }
            _ => scalar_classes(ty.scalar(), rules),
        }
    }

    /// X86-ARG-09, -11, -13, -14 and X86-S15.
    fn vector_classes(&self, ty: &Type, element: Scalar, lanes: u32, rules: &mut Rules<'_>) -> Vec<Class> {
        let (size, _) = rules.citing(|rules| self.layout(ty, rules).size);
        let is_integer = self.scalar(element, rules).sign.is_some();
        let is_memory = match (size, lanes, element) {
            (4, 1, Scalar::Float) => rules.is(SingleFloatVector::Memory),
            (8, 1, Scalar::Double) => !rules.is(SingleDoubleVector::Sse),
            (8, 1, _) if is_integer => match rules.ask() {
                SingleIntegerVector::Sse => false,
                SingleIntegerVector::Integer => return vec![Class::Integer],
                SingleIntegerVector::Memory => true,
            },
            (16, 1, Scalar::Int128 | Scalar::UnsignedInt128) => rules.is(SingleInt128Vector::Memory),
            _ => false,
        };
        if is_memory {
            return vec![Class::Memory];
        }
        match size {
            ..EIGHTBYTE => match rules.ask() {
                ShortVector::Sse => vec![Class::Sse],
                ShortVector::Integer => vec![Class::Integer],
                ShortVector::Memory => vec![Class::Memory],
                ShortVector::ByLanes if is_integer => vec![Class::Integer],
                ShortVector::ByLanes => vec![Class::Sse],
            },
            _ if size > MOST_EIGHTBYTES * EIGHTBYTE => {
                rules.cite(clause::ARG_20);
                rules.cite(clause::S15);
                vec![Class::Memory]
            }
            _ => {
                rules.cite(match size {
                    EIGHTBYTE => clause::ARG_09,
                    16 => clause::ARG_11,
                    32 => clause::ARG_13,
                    _ => clause::ARG_14,
                });
                in_one_register(size)
            }
        }
    }

    /// True for a structure or union of nothing but members in doubt, such as bit-fields without a name.
    pub(super) fn is_all_in_doubt(&self, ty: &Type, rules: &mut Rules<'_>) -> bool {
        let fields = |rules: &mut Rules<'_>| {
            let size = self.layout(ty, rules).size;
            Fields::of(self, ty, size, rules)
        };
        ty.record().is_some() && !rules.citing(fields).0.has_any
    }

    /// The five steps for structures, unions and what is classified as one.
    fn of_aggregate(&self, ty: &Type, rules: &mut Rules<'_>) -> Classes {
        let (size, _) = rules.citing(|rules| self.layout(ty, rules).size);
        if size > MOST_EIGHTBYTES * EIGHTBYTE {
            rules.cite(clause::ARG_20);
            return Classes::Memory;
        }
        let (fields, of_fields) = rules.citing(|rules| Fields::of(self, ty, size, rules));
        // What decides something comes first, then what was merged, then the classes of the fields.
        let classes = outcome(&fields, size, rules);
        if classes == Classes::NoField {
            rules.cite(clause::S11);
            rules.cite(clause::ARG_05);
        }
        let of_parts: &[ClauseId] =
            if size > EIGHTBYTE { &[clause::ARG_25, clause::ARG_24] } else { &[clause::ARG_25] };
        let all = fields.merging.iter().chain(of_parts).chain(&of_fields).chain(&[clause::ARG_27]);
        all.for_each(|clause| rules.cite(clause));
        classes
    }
}

/// What becomes of the fields of an object of so many bytes.
fn outcome(fields: &Fields, size: u64, rules: &mut Rules<'_>) -> Classes {
    if !fields.has_any && (size == 0 || fields.doubts.is_empty()) {
        return Classes::NoField;
    }
    let is_memory = fields.is_unaligned(rules)
        || fields.has_atomic && rules.is(AtomicMember::Memory)
        || fields.has_flexible && rules.is(FlexibleArray::Memory);
    if is_memory {
        return Classes::Memory;
    }
    let mut classes = fields.classes.clone();
    for (doubt, at, class) in &fields.doubts {
        let Some(own) = classes.get_mut(*at) else { continue };
        let (merged, _) = own.merged(*class);
        if merged != *own && doubt.counts(rules) {
            *own = merged;
        }
    }
    match cleaned_up(&mut classes) {
        Err(clause) => {
            rules.cite(clause);
            Classes::Memory
        }
        Ok(cited) => {
            cited.into_iter().for_each(|clause| rules.cite(clause));
            // X86-S10.
            if classes.contains(&Class::Empty) && rules.is(PaddingEightbyte::VectorRegister) {
                classes
                    .iter_mut()
                    .filter(|class| **class == Class::Empty)
                    .for_each(|class| *class = Class::Sse);
            }
            Classes::Eightbytes(classes)
        }
    }
}

/// The cleanup after merging: X86-ARG-32 to -35. The clause that sends the object to memory is an error.
fn cleaned_up(classes: &mut [Class]) -> Result<Option<ClauseId>, ClauseId> {
    if classes.contains(&Class::Memory) {
        return Err(clause::ARG_32);
    }
    let follow = |class: Class, allowed: &[Class]| {
        let before = std::iter::once(None).chain(classes.iter().map(Some));
        let is_wrong = |(before, own): (Option<&Class>, &Class)| {
            *own == class && !before.is_some_and(|before| allowed.contains(before))
        };
        !before.zip(classes.iter()).any(is_wrong)
    };
    if !follow(Class::X87Up, &[Class::X87]) {
        return Err(clause::ARG_33);
    }
    let is_vector = |classes: &[Class]| {
        classes.split_first().is_some_and(|(first, rest)| {
            *first == Class::Sse && rest.iter().all(|class| *class == Class::SseUp)
        })
    };
    if classes.len() > 2 && !is_vector(classes) {
        return Err(clause::ARG_34);
    }
    if follow(Class::SseUp, &[Class::Sse, Class::SseUp]) {
        return Ok(None);
    }
    let mut before = Class::Empty;
    for class in classes {
        if *class == Class::SseUp && !matches!(before, Class::Sse | Class::SseUp) {
            *class = Class::Sse;
        }
        before = *class;
    }
    Ok(Some(clause::ARG_35))
}

/// The classes of an arithmetic type, an enumeration or a pointer.
fn scalar_classes(scalar: Option<Scalar>, rules: &mut Rules<'_>) -> Vec<Class> {
    match scalar {
        Some(Scalar::Float | Scalar::Double) => {
            rules.cite(clause::ARG_09);
            vec![Class::Sse]
        }
        Some(Scalar::Half) => match rules.ask() {
            HalfClass::Sse => vec![Class::Sse],
            HalfClass::Integer => vec![Class::Integer],
        },
        Some(Scalar::BrainHalf) => match rules.ask() {
            BrainHalfClass::Sse => vec![Class::Sse],
            BrainHalfClass::Integer => vec![Class::Integer],
        },
        Some(Scalar::LongDouble) => {
            rules.cite(clause::ARG_15);
            vec![Class::X87, Class::X87Up]
        }
        Some(Scalar::Int128 | Scalar::UnsignedInt128) => {
            rules.cite(clause::ARG_16);
            vec![Class::Integer; 2]
        }
        _ => {
            rules.cite(clause::ARG_08);
            rules.cite(clause::ARG_02);
            vec![Class::Integer]
        }
    }
}

/// The classes of what travels in one vector register.
pub(super) fn in_one_register(size: u64) -> Vec<Class> {
    let above = usize::try_from(size.div_ceil(EIGHTBYTE)).unwrap_or(1).saturating_sub(1);
    std::iter::once(Class::Sse).chain(std::iter::repeat_n(Class::SseUp, above)).collect()
}
