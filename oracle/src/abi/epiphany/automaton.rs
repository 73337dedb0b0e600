//! State of the allocation, as far as the next place depends on it, and classes of parameters that
//! move it alike.

use super::Epiphany;
use super::data::machine_type;
use super::slots::CallState;
use crate::abi::automaton::Allocation;
use crate::abi::data::{Data, Scalars};
use crate::abi::rules::Rules;
use crosscall_clauses::epiphany::ResultAddress;
use crosscall_model::{Scalar, Type};

/// Kinds of parameters that allocation may distinguish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::abi) enum ParameterKind {
    /// Integer, enumeration or pointer.
    Integer,
    /// Floating value.
    Floating,
    /// Structure or union.
    Composite,
    /// Complex type.
    Complex,
    /// Vector.
    Vector,
    /// The address of a result in memory.
    ResultAddress,
}

/// Class of a parameter: parameters of one class move the allocation alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::abi) struct ParameterClass {
    /// Its kind.
    kind: ParameterKind,
    /// Its size in bytes; above 4 rounded up to words, above 24 to 20 or 24 by the number of words
    /// being odd or even.
    bytes: u8,
    /// Its alignment in bytes, 4 or 8 (4 stands for everything less too).
    align: u8,
    /// True if a composite has a natural machine mode; true for all others.
    natural: bool,
}

const RESULT_ADDRESS: ParameterClass =
    ParameterClass { kind: ParameterKind::ResultAddress, bytes: 4, align: 4, natural: true };

impl Allocation for Epiphany {
    type CallState = CallState;
    type Class = ParameterClass;

    fn state(&self, slots: &CallState) -> CallState {
        CallState { stack: slots.stack % 8, ..*slots }
    }

    fn representatives(&self) -> Vec<Type> {
        let ints = |n: usize| Type::structure(vec![Type::from(Scalar::Int); n]);
        let doubles = |n: usize| Type::structure(vec![Type::from(Scalar::LongLong); n]);
        let chars = |n: usize| Type::structure(vec![Type::from(Scalar::SignedChar); n]);
        let vector = |element, lanes| Type::Vector { element, lanes };
        let block =
            Type::structure([Type::Array(Box::new(Scalar::SignedChar.into()), 3), Scalar::Char.into()]);
        vec![
            Scalar::SignedChar.into(),
            Scalar::Short.into(),
            Scalar::Int.into(),
            Scalar::LongLong.into(),
            Scalar::Float.into(),
            Scalar::Double.into(),
            chars(0),
            chars(1),
            Type::structure([Scalar::Short.into()]),
            chars(2),
            chars(3),
            ints(1),
            block,
            doubles(1),
            ints(2),
            ints(3),
            ints(4),
            doubles(2),
            ints(5),
            ints(6),
            doubles(3),
            Type::Complex(Scalar::Float),
            Type::Complex(Scalar::Double),
            vector(Scalar::Short, 2),
            vector(Scalar::Int, 2),
            vector(Scalar::Int, 4),
            vector(Scalar::Int, 8),
        ]
    }

    fn class(&self, ty: &Type, rules: &mut Rules<'_>) -> ParameterClass {
        let whole = Epiphany.layout(ty, rules);
        let kind = match Epiphany.basic(ty, rules) {
            _ if matches!(ty, Type::Complex(_)) => ParameterKind::Complex,
            _ if matches!(ty, Type::Vector { .. }) => ParameterKind::Vector,
            Some(basic) if basic.sign.is_some() => ParameterKind::Integer,
            Some(_) => ParameterKind::Floating,
            None => ParameterKind::Composite,
        };
        let bytes = match whole.size {
            0..=4 if ty.parts().is_some() => 4,
            0..=4 => whole.size,
            5..=24 => whole.size.next_multiple_of(4),
            _ if whole.size.div_ceil(4) % 2 == 1 => 20,
            _ => 24,
        };
        let natural = kind != ParameterKind::Composite || machine_type(ty, rules).is_some();
        ParameterClass { kind, bytes: bytes as u8, align: if whole.align >= 8 { 8 } else { 4 }, natural }
    }

    fn address_class(&self) -> ParameterClass {
        RESULT_ADDRESS
    }

    fn is_address_first(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(ResultAddress::FirstArgument)
    }
}

impl std::fmt::Display for CallState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "r{}", self.next)?;
        for register in (0..4).filter(|r| self.skipped >> r & 1 == 1) {
            write!(f, "-r{register}")?;
        }
        write!(f, "+{}", self.stack)
    }
}

impl std::fmt::Display for ParameterClass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = match self.kind {
            ParameterKind::Integer => "integer",
            ParameterKind::Floating => "floating",
            ParameterKind::Composite => "composite",
            ParameterKind::Complex => "complex",
            ParameterKind::Vector => "vector",
            ParameterKind::ResultAddress => return f.write_str("result address"),
        };
        write!(f, "{kind} of {}", self.bytes)?;
        if self.align >= 8 {
            f.write_str(" aligned to 8")?;
        }
        if !self.natural {
            f.write_str(" in pieces")?;
        }
        Ok(())
    }
}
