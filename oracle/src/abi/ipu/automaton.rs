//! State of the allocation, as far as the next place depends on it, and classes of parameters that
//! move it alike.

use super::Ipu;
use super::form::{Form, way};
use super::registers::File;
use super::slots::{CallState, Used};
use crate::abi::automaton::Allocation;
use crate::abi::rules::Rules;
use crosscall_model::{Scalar, Type};

/// Class of a parameter: parameters of one class move the allocation alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::abi) enum ParameterClass {
    /// A parameter that takes no place.
    Nothing,
    /// A parameter in registers of the m file, with their number.
    M(u8),
    /// A parameter in registers of the a file, with their number.
    A(u8),
    /// The address for a result.
    ResultAddress,
}

impl Allocation for Ipu {
    type CallState = CallState;
    type Class = ParameterClass;

    /// Of the bytes of stack arguments: 0, or what is more than a multiple of 16, a full one as 16.
    fn state(&self, slots: &CallState) -> CallState {
        let stack = match slots.stack {
            0 => 0,
            bytes => (bytes - 1) % 16 + 1,
        };
        CallState { stack, ..*slots }
    }

    fn representatives(&self) -> Vec<Type> {
        let vector = |element, lanes| Type::Vector { element, lanes };
        vec![
            Scalar::Int.into(),
            Scalar::LongLong.into(),
            vector(Scalar::Int, 4),
            Scalar::Float.into(),
            vector(Scalar::Float, 2),
            vector(Scalar::Float, 4),
            Type::structure([]),
        ]
    }

    fn class(&self, ty: &Type, rules: &mut Rules<'_>) -> ParameterClass {
        match way(ty, rules).form {
            // No representative is one: the automaton has what is passed in one piece.
            Form::Nothing | Form::Parts(..) => ParameterClass::Nothing,
            Form::Address => ParameterClass::M(1),
            Form::Value(parcel) => match parcel.file {
                File::M => ParameterClass::M(parcel.registers),
                File::A => ParameterClass::A(parcel.registers),
            },
        }
    }

    fn address_class(&self) -> ParameterClass {
        ParameterClass::ResultAddress
    }
}

impl std::fmt::Display for CallState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (name, Used { next, skipped }) in [("m", self.m), ("a", self.a)] {
            write!(f, "{name}{next}")?;
            for number in (0..8).filter(|n| skipped >> n & 1 == 1) {
                write!(f, "-{name}{number}")?;
            }
        }
        write!(f, "+{}", self.stack)
    }
}

impl std::fmt::Display for ParameterClass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ParameterClass::Nothing => f.write_str("nothing"),
            ParameterClass::M(count) => write!(f, "{count} of m"),
            ParameterClass::A(count) => write!(f, "{count} of a"),
            ParameterClass::ResultAddress => f.write_str("result address"),
        }
    }
}
