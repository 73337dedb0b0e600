//! State of the allocation, as far as the next place depends on it, and classes of parameters that move it alike.

use super::Riscv;
use super::slots::{CallState, Shape};
use crate::abi::automaton::Allocation;
use crate::abi::data::Data;
use crate::abi::passing::{Form, Passing};
use crate::abi::rules::Rules;
use crosscall_model::{Scalar, Type};

/// Class of a parameter: parameters of one class move the allocation alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::abi) struct ParameterClass {
    /// Floating-point registers that it takes, if they and the integer ones are left.
    floats: u8,
    /// Integer registers that it takes beside them.
    beside: u8,
    /// Form by the integer convention.
    integers: Integers,
}

/// Form of a parameter by the integer convention.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Integers {
    /// Nothing travels.
    Nothing,
    /// As many registers, or a place aligned as the second number says, in bytes. The third is true for a scalar.
    Words(u8, u64, bool),
    /// The address.
    Address,
}

impl Allocation for Riscv {
    type CallState = CallState;
    type Class = ParameterClass;

    fn start(&self) -> CallState {
        CallState::of(self)
    }

    fn state(&self, slots: &CallState) -> CallState {
        let align = self.differences().stack_align;
        // What is closed has no registers left either.
        CallState { stack: slots.stack % align.max(1), is_closed: false, ..*slots }
    }

    fn representatives(&self) -> Vec<Type> {
        let pair = |first: Scalar, second: Scalar| Type::structure([first.into(), second.into()]);
        let chars = |count| Type::structure([Type::Array(Box::new(Scalar::Char.into()), count)]);
        vec![
            Scalar::Int.into(),
            Scalar::LongLong.into(),
            Scalar::Float.into(),
            Scalar::Double.into(),
            Scalar::LongDouble.into(),
            Type::structure([]),
            chars(4),
            chars(8),
            chars(16),
            chars(17),
            Type::structure([Scalar::LongLong.into(), Scalar::LongLong.into()]),
            Type::structure([Scalar::LongDouble.into()]),
            pair(Scalar::Float, Scalar::Float),
            pair(Scalar::Double, Scalar::Double),
            pair(Scalar::Float, Scalar::Int),
            pair(Scalar::Double, Scalar::Int),
        ]
    }

    fn class(&self, ty: &Type, rules: &mut Rules<'_>) -> ParameterClass {
        let fields = self.fields(ty, rules);
        let floats = fields.map_or(0, |fields| fields.count(true));
        let beside = fields.map_or(0, |fields| fields.count(false));
        // The form without floating-point registers.
        let mut taken = CallState { integer_only: true, ..CallState::of(self) };
        let form = self.form_behind(&mut taken, ty, false, rules).form;
        let whole = self.layout(ty, rules);
        let integers = match form {
            Form::Nothing => Integers::Nothing,
            Form::Value(parcel) | Form::Parts(parcel, _) => {
                let word = u64::from(self.xlen());
                let align = whole.align.max(word).min(self.differences().stack_align.max(word));
                let words = parcel.len.div_ceil(self.xlen().max(1));
                Integers::Words(words as u8, align, parcel.shape == Shape::Scalar)
            }
            Form::Address => Integers::Address,
        };
        ParameterClass { floats, beside, integers }
    }

    fn address_class(&self) -> ParameterClass {
        ParameterClass { floats: 0, beside: 0, integers: Integers::Address }
    }
}

impl std::fmt::Display for CallState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a{}", self.integers)?;
        if self.machine.flen > 0 {
            write!(f, "fa{}", self.floats)?;
        }
        write!(f, "+{}", self.stack)
    }
}

impl std::fmt::Display for ParameterClass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.floats, self.beside) {
            (0, _) => {}
            (floats, 0) => write!(f, "{floats} floating or ")?,
            (floats, beside) => write!(f, "{floats} floating and {beside} integer or ")?,
        }
        match self.integers {
            Integers::Nothing => f.write_str("nothing"),
            Integers::Address => f.write_str("address"),
            Integers::Words(words, align, scalar) => {
                let kind = if scalar { "scalar" } else { "aggregate" };
                write!(f, "{kind} of {words} aligned to {align}")
            }
        }
    }
}
