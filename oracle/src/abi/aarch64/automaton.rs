//! State of the allocation, as far as the next place depends on it, and classes of parameters that move it alike.

use super::Aarch64;
use super::alignment::SIXTEEN;
use super::form::Form;
use super::slots::{ArgPart, CallState, DOUBLE_WORD, QUAD_WORD, REGISTERS, Shape};
use crate::abi::automaton::Allocation;
use crate::abi::passing::Passing;
use crate::abi::rules::Rules;
use crosscall_model::{Scalar, Type};

/// Class of a parameter: parameters of one class move the allocation alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::abi) struct ParameterClass {
    kind: Kind,
    /// Bytes on the stack, as far as they decide how the next argument is aligned there: 0 or 8.
    bytes: u64,
    /// Alignment in bytes on the stack.
    align: u64,
    /// Number of equal parts, each of which moves the allocation so.
    parts: u32,
}

/// Registers that a parameter takes, if enough are left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Nothing,
    /// General registers, beginning with an even one where the second is true.
    General(u32, bool),
    /// SIMD registers.
    Vector(u32),
    /// The address for a result.
    ResultAddress,
}

impl ParameterClass {
    const fn without_stack(kind: Kind) -> ParameterClass {
        ParameterClass { kind, bytes: 0, align: DOUBLE_WORD, parts: 1 }
    }

    fn of(part: &ArgPart, parts: u32) -> ParameterClass {
        let kind = match part.shape {
            Shape::Integer | Shape::Composite => {
                Kind::General(part.double_words(), part.aligns.registers > DOUBLE_WORD)
            }
            Shape::Real => Kind::Vector(1),
            Shape::Homogeneous(members) => Kind::Vector(members.count.into()),
            Shape::Wide => Kind::Vector(part.len.div_ceil(QUAD_WORD)),
            // More than there are.
            Shape::OnStack => Kind::General(u32::from(REGISTERS) + 1, false),
        };
        let bytes = u64::from(part.len).next_multiple_of(DOUBLE_WORD) % SIXTEEN;
        ParameterClass { kind, bytes, align: part.aligns.stack, parts }
    }
}

impl Allocation for Aarch64 {
    type CallState = CallState;
    type Class = ParameterClass;

    fn state(&self, slots: &CallState) -> CallState {
        let CallState { general, vector, stack, .. } = *slots;
        CallState { general, vector, stack: stack % SIXTEEN, ..CallState::default() }
    }

    fn representatives(&self) -> Vec<Type> {
        let of = |scalar: Scalar, count| Type::structure([Type::Array(Box::new(scalar.into()), count)]);
        let several = |scalar| (2..=4).map(move |count| of(scalar, count));
        let one = [
            Scalar::Int.into(),
            Scalar::Int128.into(),
            Scalar::Double.into(),
            Scalar::LongDouble.into(),
            Type::structure([]),
            of(Scalar::Char, 9),
            of(Scalar::Char, 17),
        ];
        let floats = several(Scalar::Float).chain(several(Scalar::Double));
        one.into_iter().chain(floats).chain(several(Scalar::LongDouble)).collect()
    }

    fn class(&self, ty: &Type, rules: &mut Rules<'_>) -> ParameterClass {
        match self.form(ty, false, rules).form {
            Form::Nothing => ParameterClass::without_stack(Kind::Nothing),
            Form::Value(part) => ParameterClass::of(&part, 1),
            Form::Parts(part, parts) => ParameterClass::of(&part, parts),
            Form::Address => ParameterClass {
                bytes: DOUBLE_WORD,
                ..ParameterClass::without_stack(Kind::General(1, false))
            },
        }
    }

    fn address_class(&self) -> ParameterClass {
        ParameterClass::without_stack(Kind::ResultAddress)
    }
}

impl std::fmt::Display for CallState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "x{}v{}+{}", self.general, self.vector, self.stack)
    }
}

impl std::fmt::Display for ParameterClass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ParameterClass { kind, bytes, align, parts } = self;
        if *parts > 1 {
            write!(f, "{parts} times ")?;
        }
        match kind {
            Kind::Nothing => return f.write_str("nothing"),
            Kind::ResultAddress => return f.write_str("result address"),
            Kind::General(count, false) => write!(f, "{count} general")?,
            Kind::General(count, true) => write!(f, "{count} general from an even one")?,
            Kind::Vector(count) => write!(f, "{count} vector")?,
        }
        let odd = if *bytes > 0 { "odd" } else { "even" };
        write!(f, " or {odd} double words aligned to {align}")
    }
}
