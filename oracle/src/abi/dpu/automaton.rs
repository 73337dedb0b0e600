//! State of the allocation, as far as the next place depends on it, and classes of parameters that move
//! it alike.

use super::Dpu;
use super::slots::CallState;
use crate::abi::area::Area;
use crate::abi::automaton::{Allocation, ParameterClass};
use crate::abi::data::{Data, Scalars};
use crate::abi::rules::Rules;
use crosscall_model::{Scalar, Type};

impl Allocation for Dpu {
    type CallState = CallState;
    type Class = ParameterClass;

    fn state(&self, slots: &CallState) -> CallState {
        let is_odd = !slots.stack.len.is_multiple_of(8);
        CallState { stack: Area::of(if is_odd { 4 } else { 0 }), ..slots.clone() }
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
        let bytes = Dpu.layout(ty, rules).size;
        match (ty, Dpu.basic(ty, rules)) {
            (Type::Complex(_), _) => ParameterClass::Complex(bytes),
            (_, Some(basic)) => ParameterClass::Scalar { bytes, floating: basic.sign.is_none() },
            _ => ParameterClass::composite(bytes),
        }
    }

    fn address_class(&self) -> ParameterClass {
        ParameterClass::ResultAddress
    }
}

impl std::fmt::Display for CallState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "r{}", self.next)?;
        for register in (0..8).filter(|r| self.skipped >> r & 1 == 1) {
            write!(f, "-r{register}")?;
        }
        write!(f, "{}+{}", if self.closed { " closed" } else { "" }, self.stack.len)
    }
}
