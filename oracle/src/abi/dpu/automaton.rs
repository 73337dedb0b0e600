//! State of the allocation, as far as the next place depends on it, and classes of parameters that move
//! it alike.

use super::Dpu;
use super::slots::Slots;
use crate::abi::area::Area;
use crate::abi::automaton::Allocation;
use crate::abi::data::{Data, Scalars};
use crate::abi::rules::Rules;
use crosscall_model::{Scalar, Type};

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
    type Class = ParameterClass;

    fn state(&self, slots: &Slots) -> Slots {
        let is_odd = !slots.stack.len.is_multiple_of(8);
        Slots { stack: Area::of(if is_odd { 4 } else { 0 }), ..slots.clone() }
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
}

impl std::fmt::Display for Slots {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "r{}", self.next)?;
        for register in (0..8).filter(|r| self.skipped >> r & 1 == 1) {
            write!(f, "-r{register}")?;
        }
        write!(f, "{}+{}", if self.closed { " closed" } else { "" }, self.stack.len)
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
