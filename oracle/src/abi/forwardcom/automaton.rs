//! State of the allocation: the numbers of arguments of each kind so far, up to one more than
//! there are registers. That the sixteenth general one moves to the list where one is needed for a later one is no
//! state of its own: it follows from the counts at the end.

use super::ForwardCom;
use super::arguments::form;
use super::result;
use super::slots::{REGISTERS, Takes};
use crate::abi::automaton::{Allocation, Steps};
use crate::abi::call::{self, Item};
use crate::abi::rules::Rules;
use crosscall_model::{Case, Scalar, Signature, Style, Target, Type};

/// Arguments so far, of each kind; no more than one more than there are registers are distinguished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(in crate::abi) struct AllocationState(u8, u8);

/// Parameters of one class move the allocation alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::abi) enum ParameterClass {
    Nothing,
    General,
    Vector,
}

/// The most of a kind that are distinguished.
const MOST: u8 = REGISTERS as u8 + 1;

impl Allocation for ForwardCom {
    type CallState = AllocationState;
    type Class = ParameterClass;

    fn representatives(&self) -> Vec<Type> {
        vec![Type::structure([]), Scalar::Long.into(), Scalar::Float.into()]
    }

    fn class(&self, ty: &Type, rules: &mut Rules<'_>) -> ParameterClass {
        match form(ty, false, rules).0.takes() {
            Takes::Nothing => ParameterClass::Nothing,
            Takes::General { .. } => ParameterClass::General,
            Takes::Vector { .. } => ParameterClass::Vector,
        }
    }

    fn address_class(&self) -> ParameterClass {
        ParameterClass::General
    }
}

impl Steps for ForwardCom {
    fn place(&self, slots: &mut AllocationState, item: &Item<'_>, rules: &mut Rules<'_>) {
        let class = match item {
            // An unnamed argument is in the list and in no register.
            Item::Argument(_, _, true) => ParameterClass::Nothing,
            Item::Argument(_, ty, false) => self.class(ty, rules),
            Item::ResultAddress => ParameterClass::General,
        };
        let AllocationState(general, vectors) = *slots;
        *slots = match class {
            ParameterClass::Nothing => AllocationState(general, vectors),
            ParameterClass::General => AllocationState(general.saturating_add(1).min(MOST), vectors),
            ParameterClass::Vector => AllocationState(general, vectors.saturating_add(1).min(MOST)),
        };
    }

    fn items<'t>(&self, signature: &'t Signature, rules: &mut Rules<'_>) -> Vec<Item<'t>> {
        let mut items = call::arguments(signature, false);
        let shape = Signature { result: signature.result.clone(), parameters: Vec::new(), variadic: None };
        let case = Case {
            target: Target::ForwardCom,
            signature: shape,
            arguments: Vec::new(),
            result: None,
            style: Style::PLAIN,
        };
        if result::in_memory(&case, rules) {
            items.insert(0, Item::ResultAddress);
        }
        items
    }
}

impl std::fmt::Display for AllocationState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "r{} v{}", self.0, self.1)
    }
}

impl std::fmt::Display for ParameterClass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            ParameterClass::Nothing => "nothing",
            ParameterClass::General => "general",
            ParameterClass::Vector => "vector",
        })
    }
}
