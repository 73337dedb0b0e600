//! State of the allocation, as far as the next place depends on it.

use super::Invented;
use super::arguments::{ADDRESS, Form, form};
use super::slots::{ArgPart, CallState};
use crate::abi::automaton::{Allocation, Steps};
use crate::abi::call::{self, Item};
use crate::abi::rules::Rules;
use crosscall_model::{Scalar, Signature, Type};

/// Parameters of one class move the allocation alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::abi) enum ParameterClass {
    Word,
    Vector,
}

impl Allocation for Invented {
    type CallState = CallState;
    type Class = ParameterClass;

    /// The registers of each file.
    fn state(&self, slots: &CallState) -> CallState {
        CallState { words: slots.words, vectors: slots.vectors, ..CallState::default() }
    }

    fn representatives(&self) -> Vec<Type> {
        vec![Scalar::Long.into(), Scalar::Float.into()]
    }

    fn class(&self, ty: &Type, rules: &mut Rules<'_>) -> ParameterClass {
        match form(ty, rules) {
            Form::Value(ArgPart::Vector(_), _) => ParameterClass::Vector,
            _ => ParameterClass::Word,
        }
    }

    fn address_class(&self) -> ParameterClass {
        ParameterClass::Word
    }

    fn is_address_first(&self, _: &mut Rules<'_>) -> bool {
        false
    }
}

impl Steps for Invented {
    fn place(&self, slots: &mut CallState, item: &Item<'_>, rules: &mut Rules<'_>) {
        let Item::Argument(_, ty, unnamed) = item else { return };
        let parcel = match form(ty, rules) {
            Form::Value(parcel, _) => parcel,
            Form::Address => ADDRESS,
        };
        slots.step(parcel, *unnamed, rules);
    }

    fn items<'t>(&self, signature: &'t Signature, _: &mut Rules<'_>) -> Vec<Item<'t>> {
        call::arguments(signature, false)
    }
}

impl std::fmt::Display for CallState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "r{} v{}", self.words, self.vectors)
    }
}

impl std::fmt::Display for ParameterClass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            ParameterClass::Word => "word",
            ParameterClass::Vector => "vector",
        })
    }
}
