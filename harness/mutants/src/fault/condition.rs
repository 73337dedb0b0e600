//! Conditions of a signature, which choose the functions in which a fault is made.

use super::arguments;
use crate::facts::{Facts, TypeClass};
use crosscall_model::{Scalar, Type};
use std::fmt;

/// A condition of a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// Every function.
    Always,
    /// The result is of a kind.
    Result(Sort),
    /// At least so many arguments.
    AtLeast(usize),
    /// At most so many arguments.
    AtMost(usize),
    /// Some parameter is of a kind.
    Parameter(Sort),
    /// The first parameter is of a kind.
    First(Sort),
    /// The last parameter is of a kind.
    Last(Sort),
    /// There are unnamed arguments.
    Variadic,
    /// There are no unnamed arguments.
    Fixed,
    /// Some argument lies on the stack.
    OnStack,
    /// No argument lies on the stack.
    InRegisters,
    /// Nothing is passed at a place.
    Free(u32),
    /// An integer at the first place is the only named argument, and others are unnamed.
    OneNamed,
}

/// A kind of type, coarser than how it travels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// No value; of results only.
    Nothing,
    /// An integer narrower than a word, or a `_Bool`.
    Narrow,
    /// An integer of a word.
    Word,
    /// A value of two words.
    Double,
    /// A floating number.
    Floating,
    /// A pointer.
    Pointer,
    /// A record.
    Record,
}

impl Sort {
    fn holds(self, ty: Option<&Type>, facts: &Facts) -> bool {
        let Some(ty) = ty else { return self == Sort::Nothing };
        let class = TypeClass::of(ty, &facts.placement);
        match self {
            Sort::Nothing => false,
            Sort::Narrow => matches!(class, TypeClass::Narrow { .. } | TypeClass::Bool),
            Sort::Word => class == TypeClass::Word && !is_floating(ty) && !is_pointer(ty),
            Sort::Double => class == TypeClass::Double,
            Sort::Floating => is_floating(ty),
            Sort::Pointer => is_pointer(ty),
            Sort::Record => ty.record().is_some(),
        }
    }
}

fn is_floating(ty: &Type) -> bool {
    matches!(ty, Type::Scalar(Scalar::Float | Scalar::Double | Scalar::LongDouble))
}

fn is_pointer(ty: &Type) -> bool {
    matches!(ty, Type::DataPointer | Type::FunctionPointer)
}

impl Condition {
    /// True if a function meets it.
    pub fn holds(self, facts: &Facts) -> bool {
        let Some(signature) = &facts.signature else { return false };
        let count = signature.arguments().count();
        match self {
            Condition::Always => true,
            Condition::Result(sort) => sort.holds(signature.result.as_ref(), facts),
            Condition::AtLeast(n) => count >= n,
            Condition::AtMost(n) => count <= n,
            Condition::Parameter(sort) => signature.parameters.iter().any(|ty| sort.holds(Some(ty), facts)),
            Condition::First(sort) => sort.holds(signature.parameters.first(), facts),
            Condition::Last(sort) => sort.holds(signature.parameters.last(), facts),
            Condition::Variadic => facts.is_variadic(),
            Condition::Fixed => !facts.is_variadic(),
            Condition::OnStack => facts.stack_words().is_some_and(|words| words > 0),
            Condition::InRegisters => facts.stack_words() == Some(0),
            Condition::Free(place) => !arguments::is_taken(facts, place),
            Condition::OneNamed => {
                signature.parameters.len() == 1 && facts.is_variadic() && arguments::is_integer_at(facts, 0)
            }
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sort::Nothing => "nothing",
            Sort::Narrow => "a narrow integer",
            Sort::Word => "an integer of a word",
            Sort::Double => "a value of two words",
            Sort::Floating => "a floating number",
            Sort::Pointer => "a pointer",
            Sort::Record => "a record",
        })
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Always => f.write_str("in every function"),
            Condition::Result(sort) => write!(f, "where {sort} comes back"),
            Condition::AtLeast(n) => write!(f, "with {n} arguments or more"),
            Condition::AtMost(n) => write!(f, "with {n} arguments or fewer"),
            Condition::Parameter(sort) => write!(f, "where a parameter is {sort}"),
            Condition::First(sort) => write!(f, "where the first parameter is {sort}"),
            Condition::Last(sort) => write!(f, "where the last parameter is {sort}"),
            Condition::Variadic => f.write_str("with unnamed arguments"),
            Condition::Fixed => f.write_str("without unnamed arguments"),
            Condition::OnStack => f.write_str("with arguments on the stack"),
            Condition::InRegisters => f.write_str("without arguments on the stack"),
            Condition::Free(place) => write!(f, "where nothing is passed at place {place}"),
            Condition::OneNamed => f.write_str("where one integer is named and others are not"),
        }
    }
}
