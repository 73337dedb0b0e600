//! State of the allocation, as far as the next place depends on it, and classes of parameters that
//! move it alike.

use super::Nyuzi;
use super::arguments;
use super::slots::Slots;
use crate::abi::area::Area;
use crate::abi::automaton::Allocation;
use crate::abi::call::Item;
use crate::abi::data::{Data, Scalars};
use crate::abi::passing;
use crate::abi::rules::Rules;
use crosscall_model::{Scalar, Signature, Type};

/// Registers and stack slots given away before a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::abi) struct AllocationState {
    /// Scalar registers looked at so far.
    words: u8,
    /// Places among the eight that they count for.
    counted: u8,
    /// Vector registers so far.
    vectors: u8,
    /// 1 if the address of a result is in s0 and does not count.
    shift: u8,
    /// Scalar registers that were skipped, as a bit set: bit 1 is s1.
    skipped: u32,
    /// Bytes of stack arguments so far: 0 for a multiple of 64, otherwise 4 or 8, by whether 8 divides them. (What
    /// fills the last word before a multiple of 64 leads to a state that is not told from 4 or 8.)
    stack: u8,
}

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
    type State = AllocationState;
    type Class = ParameterClass;

    fn state(&self, slots: &Slots) -> AllocationState {
        let stack = match slots.stack.len % 64 {
            0 => 0,
            rest if rest % 8 == 0 => 8,
            _ => 4,
        };
        AllocationState {
            words: slots.words,
            counted: slots.counted,
            vectors: slots.vectors,
            shift: slots.shift,
            skipped: slots.skipped,
            stack,
        }
    }

    fn slots(&self, state: AllocationState) -> Slots {
        Slots {
            words: state.words,
            counted: state.counted,
            vectors: state.vectors,
            shift: state.shift,
            skipped: state.skipped,
            stack: Area::of(state.stack.into()),
        }
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
        class(ty, rules)
    }

    fn address_class(&self) -> ParameterClass {
        RESULT_ADDRESS
    }

    fn place(&self, slots: &mut Slots, item: &Item<'_>, rules: &mut Rules<'_>) {
        passing::place(self, slots, item, rules);
    }

    fn items<'t>(&self, signature: &'t Signature, rules: &mut Rules<'_>) -> Vec<Item<'t>> {
        arguments::items(signature, rules)
    }
}

fn class(ty: &Type, rules: &mut Rules<'_>) -> ParameterClass {
    let size = Nyuzi.layout(ty, rules).size;
    let bytes = u8::try_from(size).unwrap_or(u8::MAX);
    match ty {
        Type::Complex(_) => ParameterClass { kind: ParameterKind::Complex, bytes, lane: 0 },
        Type::Vector { element, .. } => {
            let lane = Nyuzi.layout(element.as_type(), rules).size;
            ParameterClass { kind: ParameterKind::Vector, bytes, lane: u8::try_from(lane).unwrap_or(u8::MAX) }
        }
        _ if Nyuzi.basic(ty, rules).is_some() => {
            ParameterClass { kind: ParameterKind::Scalar, bytes, lane: 0 }
        }
        _ => ParameterClass { kind: ParameterKind::Composite, bytes: if size == 0 { 0 } else { 4 }, lane: 0 },
    }
}

impl std::fmt::Display for AllocationState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "s{}", u16::from(self.words) + u16::from(self.shift))?;
        if self.counted != self.words {
            write!(f, "({})", self.counted)?;
        }
        for register in (0..32).filter(|r| self.skipped >> r & 1 == 1) {
            write!(f, "-s{register}")?;
        }
        write!(f, "v{}+{}", self.vectors, self.stack)
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
