//! State of the allocation, as far as the next place depends on it, and classes of parameters that
//! move it alike.

use super::Nyuzi;
use super::slots::CallState;
use crate::abi::area::Area;
use crate::abi::automaton::{Allocation, ParameterClass};
use crate::abi::data::{Data, Scalars};
use crate::abi::rules::Rules;
use crosscall_model::{Scalar, Type};

impl Allocation for Nyuzi {
    type CallState = CallState;
    type Class = ParameterClass;

    /// Of the bytes of stack arguments: 0 for a multiple of 64, otherwise 4 or 8, by whether 8 divides them. (What
    /// fills the last word before a multiple of 64 leads to a state that is not distinguished from 4 or 8.)
    fn state(&self, slots: &CallState) -> CallState {
        let stack = match slots.stack.len % 64 {
            0 => 0,
            rest if rest % 8 == 0 => 8,
            _ => 4,
        };
        CallState { stack: Area::of(stack), ..slots.clone() }
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
        let bytes = Nyuzi.layout(ty, rules).size;
        match ty {
            Type::Complex(_) => ParameterClass::Complex(bytes),
            Type::Vector { element, .. } => {
                ParameterClass::Vector { bytes, lane: Nyuzi.layout(element.as_type(), rules).size }
            }
            _ if Nyuzi.basic(ty, rules).is_some() => ParameterClass::Scalar { bytes, floating: false },
            _ => ParameterClass::composite(bytes),
        }
    }

    fn address_class(&self) -> ParameterClass {
        ParameterClass::ResultAddress
    }
}

impl std::fmt::Display for CallState {
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
