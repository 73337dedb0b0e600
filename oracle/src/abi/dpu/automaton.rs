//! State of the allocation, as far as the next place depends on it, and classes of parameters that move
//! it alike.

use super::Dpu;
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
    /// Registers looked at so far.
    next: u8,
    /// Registers that were skipped, as a bit set: bit 1 is r1.
    skipped: u8,
    /// True if everything goes to the stack.
    closed: bool,
    /// True if the bytes on the stack are no multiple of 8.
    odd: bool,
}

/// Kinds of parameters that allocation may tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum ParameterKind {
    Scalar,
    Composite,
    Complex,
    ResultAddress,
}

/// Class of a parameter: parameters of one class move the allocation alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::abi) struct ParameterClass {
    kind: ParameterKind,
    /// Size in bytes; of a composite 0 for an empty one and 4 for any other.
    bytes: u8,
    floating: bool,
}

const RESULT_ADDRESS: ParameterClass =
    ParameterClass { kind: ParameterKind::ResultAddress, bytes: 4, floating: false };

impl Allocation for Dpu {
    type Slots = Slots;
    type State = AllocationState;
    type Class = ParameterClass;

    fn state(&self, slots: &Slots) -> AllocationState {
        let odd = !slots.stack.len.is_multiple_of(8);
        AllocationState { next: slots.next, skipped: slots.skipped, closed: slots.closed, odd }
    }

    fn slots(&self, state: AllocationState) -> Slots {
        let stack = Area::of(if state.odd { 4 } else { 0 });
        Slots { next: state.next, skipped: state.skipped, closed: state.closed, stack }
    }

    fn representatives(&self) -> Vec<Type> {
        vec![
            Scalar::SignedChar.into(),
            Scalar::Short.into(),
            Scalar::Int.into(),
            Scalar::LongLong.into(),
            Scalar::Float.into(),
            Scalar::Double.into(),
            Type::structure([]),
            Type::structure([Scalar::Int.into()]),
            Type::Complex(Scalar::Float),
            Type::Complex(Scalar::Double),
        ]
    }

    fn class(&self, ty: &Type, rules: &mut Rules<'_>) -> ParameterClass {
        let size = Dpu.layout(ty, rules).size;
        let bytes = u8::try_from(size).unwrap_or(u8::MAX);
        match (ty, Dpu.basic(ty, rules)) {
            (Type::Complex(_), _) => ParameterClass { kind: ParameterKind::Complex, bytes, floating: true },
            (_, Some(basic)) => {
                ParameterClass { kind: ParameterKind::Scalar, bytes, floating: basic.sign.is_none() }
            }
            _ => ParameterClass {
                kind: ParameterKind::Composite,
                bytes: if size == 0 { 0 } else { 4 },
                floating: false,
            },
        }
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

impl std::fmt::Display for AllocationState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "r{}", self.next)?;
        for register in (0..8).filter(|r| self.skipped >> r & 1 == 1) {
            write!(f, "-r{register}")?;
        }
        write!(f, "{}+{}", if self.closed { " closed" } else { "" }, if self.odd { 4 } else { 0 })
    }
}

impl std::fmt::Display for ParameterClass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.kind {
            ParameterKind::Scalar if self.floating => write!(f, "floating of {}", self.bytes),
            ParameterKind::Scalar => write!(f, "scalar of {}", self.bytes),
            ParameterKind::Composite if self.bytes == 0 => f.write_str("empty composite"),
            ParameterKind::Composite => f.write_str("composite"),
            ParameterKind::Complex => write!(f, "complex of {}", self.bytes),
            ParameterKind::ResultAddress => f.write_str("result address"),
        }
    }
}
