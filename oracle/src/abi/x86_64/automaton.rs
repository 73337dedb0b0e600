//! State of the allocation, as far as the next place depends on it, and classes of parameters that move it alike.

use super::X86_64;
use super::slots::CallState;
use super::stack::ALIGN;
use crate::abi::automaton::Allocation;
use crate::abi::passing::{Form, Passing};
use crate::abi::rules::Rules;
use crosscall_model::{Scalar, Type};

/// Class of a parameter: parameters of one class move the allocation alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::abi) struct ParameterClass {
    /// General registers that it takes, if these and the vector registers are left.
    integers: u8,
    /// Vector registers that it takes.
    vectors: u8,
    /// Bytes that it takes of the stack otherwise, without multiples of 16, and their alignment.
    stack: (u64, u64),
    /// True if nothing of it travels.
    is_nothing: bool,
}

/// Nothing.
const NOTHING: ParameterClass = ParameterClass { integers: 0, vectors: 0, stack: (0, 1), is_nothing: true };

impl Allocation for X86_64 {
    type CallState = CallState;
    type Class = ParameterClass;

    fn state(&self, slots: &CallState) -> CallState {
        CallState { stack: slots.stack % ALIGN, align: 0, reverted: [false; 2], ..*slots }
    }

    fn representatives(&self) -> Vec<Type> {
        let pair = |first: Scalar, second: Scalar| Type::structure([first.into(), second.into()]);
        let chars = |count| Type::structure([Type::Array(Box::new(Scalar::Char.into()), count)]);
        vec![
            Scalar::Int.into(),
            Scalar::Double.into(),
            Scalar::LongDouble.into(),
            Scalar::Int128.into(),
            Type::Vector { element: Scalar::Float, lanes: 4 },
            Type::structure([]),
            pair(Scalar::Long, Scalar::Long),
            pair(Scalar::Double, Scalar::Double),
            pair(Scalar::Long, Scalar::Double),
            chars(24),
            chars(32),
        ]
    }

    fn class(&self, ty: &Type, rules: &mut Rules<'_>) -> ParameterClass {
        let chosen = self.form_behind(&mut CallState::default(), ty, false, rules);
        let part = match &chosen.form {
            Form::Value(part) | Form::Parts(part, _) => part,
            Form::Nothing | Form::Address => return NOTHING,
        };
        let (integers, vectors) = part.registers();
        let bytes = u64::from(part.len).next_multiple_of(8) % ALIGN;
        ParameterClass { integers, vectors, stack: (bytes, part.align.clamp(8, ALIGN)), is_nothing: false }
    }

    fn address_class(&self) -> ParameterClass {
        ParameterClass { integers: 1, vectors: 0, stack: (8, 8), is_nothing: false }
    }
}

impl std::fmt::Display for CallState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "i{}v{}+{}", self.integers, self.vectors, self.stack)
    }
}

impl std::fmt::Display for ParameterClass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (bytes, align) = self.stack;
        match (self.integers, self.vectors) {
            _ if self.is_nothing => return f.write_str("nothing"),
            (0, 0) => {}
            (integers, vectors) => write!(f, "{integers} integer and {vectors} vector or ")?,
        }
        write!(f, "{bytes} above multiples of 16, aligned to {align}")
    }
}
