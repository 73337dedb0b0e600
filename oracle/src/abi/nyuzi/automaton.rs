//! State of the allocation, as far as the next place depends on it, and classes of parameters that
//! move it alike.

use super::Nyuzi;
use super::slots::Slots;
use crate::abi::area::Area;
use crate::abi::automaton::Allocation;
use crate::abi::data::{Data, Scalars};
use crate::abi::rules::Rules;
use crosscall_model::{Scalar, Type};

/// Kinds of parameters that allocation may tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::abi) enum ParameterKind {
    /// Integer, enumeration, pointer or floating value.
    Scalar,
    /// Vector.
    Vector,
    /// Structure or union.
    Composite,
    /// Complex type.
    Complex,
    /// The address of a result in memory.
    ResultAddress,
}

/// Class of a parameter: parameters of one class move the allocation alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::abi) struct ParameterClass {
    kind: ParameterKind,
    /// Size in bytes; of a composite 0 for an empty one and 4 for any other, which the document's first readings
    /// pass by address.
    bytes: u8,
    /// Size in bytes of a vector's lane, 0 for all others.
    lane: u8,
}

const RESULT_ADDRESS: ParameterClass =
    ParameterClass { kind: ParameterKind::ResultAddress, bytes: 4, lane: 0 };

impl Allocation for Nyuzi {
    type Slots = Slots;
    type Class = ParameterClass;

    /// Of the bytes of stack arguments: 0 for a multiple of 64, otherwise 4 or 8, by whether 8 divides them. (What
    /// fills the last word before a multiple of 64 leads to a state that is not told from 4 or 8.)
    fn state(&self, slots: &Slots) -> Slots {
        let stack = match slots.stack.len % 64 {
            0 => 0,
            rest if rest % 8 == 0 => 8,
            _ => 4,
        };
        Slots { stack: Area::of(stack), ..slots.clone() }
    }

    fn representatives(&self) -> Vec<Type> {
        let vector = |element, lanes| Type::Vector { element, lanes };
        vec![
            Scalar::SignedChar.into(),
            Scalar::Short.into(),
            Scalar::Int.into(),
            Scalar::LongLong.into(),
            Type::structure([]),
            Type::structure([Scalar::Int.into()]),
            Type::Complex(Scalar::Float),
            vector(Scalar::Int, 16),
            vector(Scalar::Int, 4),
            vector(Scalar::Short, 4),
            vector(Scalar::Float, 32),
        ]
    }

    fn class(&self, ty: &Type, rules: &mut Rules<'_>) -> ParameterClass {
        let size = Nyuzi.layout(ty, rules).size;
        let bytes = u8::try_from(size).unwrap_or(u8::MAX);
        match ty {
            Type::Complex(_) => ParameterClass { kind: ParameterKind::Complex, bytes, lane: 0 },
            Type::Vector { element, .. } => {
                let lane = Nyuzi.layout(element.as_type(), rules).size;
                ParameterClass {
                    kind: ParameterKind::Vector,
                    bytes,
                    lane: u8::try_from(lane).unwrap_or(u8::MAX),
                }
            }
            _ if Nyuzi.basic(ty, rules).is_some() => {
                ParameterClass { kind: ParameterKind::Scalar, bytes, lane: 0 }
            }
            _ => ParameterClass {
                kind: ParameterKind::Composite,
                bytes: if size == 0 { 0 } else { 4 },
                lane: 0,
            },
        }
    }

    fn address_class(&self) -> ParameterClass {
        RESULT_ADDRESS
    }
}

impl std::fmt::Display for Slots {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "s{}", u16::from(self.words) + u16::from(self.shift))?;
        if self.counted != self.words {
            write!(f, "({})", self.counted)?;
        }
        for register in (0..32).filter(|r| self.skipped >> r & 1 == 1) {
            write!(f, "-s{register}")?;
        }
        write!(f, "v{}+{}", self.vectors, self.stack.len)
    }
}

impl std::fmt::Display for ParameterClass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.kind {
            ParameterKind::Scalar => write!(f, "scalar of {}", self.bytes),
            ParameterKind::Vector => write!(f, "vector of {} in lanes of {}", self.bytes, self.lane),
            ParameterKind::Composite if self.bytes == 0 => f.write_str("empty composite"),
            ParameterKind::Composite => f.write_str("composite"),
            ParameterKind::Complex => write!(f, "complex of {}", self.bytes),
            ParameterKind::ResultAddress => f.write_str("result address"),
        }
    }
}
