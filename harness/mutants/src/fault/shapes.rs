//! Shapes of the types that travel in floating-point registers.

use super::{First, Reals, arguments};
use crate::facts::{Facts, TypeClass};
use crosscall_model::{RecordKind, Type};

/// The type that is passed first.
pub(crate) fn first(facts: &Facts) -> Option<&Type> {
    facts.signature.as_ref()?.parameters.first()
}

/// The type of the result.
pub(crate) fn result(facts: &Facts) -> Option<&Type> {
    facts.signature.as_ref()?.result.as_ref()
}

/// Bytes of a real that has a floating-point register to travel in.
pub(crate) fn real(ty: &Type, facts: &Facts) -> Option<u32> {
    match (ty, TypeClass::of(ty, &facts.placement)) {
        (Type::Scalar(_), TypeClass::Real(bytes)) => Some(bytes),
        _ => None,
    }
}

/// The number of a floating-point register that carries no argument, where the first argument is an integer and the only
/// one.
pub(crate) fn free_real(facts: &Facts) -> Option<u32> {
    let places = facts.places();
    let count = u32::try_from(places.reals.len()).ok()?;
    let is_only = places.is_whole && places.words.len() == 1 && count < facts.placement.real_registers;
    (is_only && arguments::is_integer_at(facts, 0) && !facts.is_variadic()).then_some(count)
}

/// The number of an argument register from which on two are free, where the first argument is a real and the only one.
pub(crate) fn free_integers(facts: &Facts) -> Option<u32> {
    let places = facts.places();
    let is_only = places.is_whole && places.reals.len() == 1 && !facts.is_variadic();
    let hidden = u32::from(facts.result() == Some(TypeClass::Large));
    let next = places.words.iter().map(|(class, at)| at + if *class == TypeClass::Double { 2 } else { 1 });
    let next = next.max().unwrap_or(hidden);
    let is_real = first(facts).is_some_and(|ty| real(ty, facts).is_some());
    (is_only && is_real && next + 2 <= facts.placement.registers).then_some(next)
}

/// Types of a structure's two plain members.
fn members(ty: &Type) -> Option<(&Type, &Type)> {
    let record = ty.record().filter(|record| record.kind == RecordKind::Struct)?;
    match &record.members[..] {
        [one, other] if one.bits.is_none() && other.bits.is_none() => Some((&one.ty, &other.ty)),
        _ => None,
    }
}

/// True for a structure of a real and an integer, which takes a register of each kind.
pub(super) fn is_mixed(ty: &Type, facts: &Facts) -> bool {
    let is_integer = |ty: &Type| {
        let class = TypeClass::of(ty, &facts.placement);
        matches!(ty, Type::Scalar(_)) && (arguments::is_integer(class) || class == TypeClass::Bool)
    };
    let fits = |one: &Type, other: &Type| real(one, facts).is_some() && is_integer(other);
    members(ty).is_some_and(|(one, other)| fits(one, other) || fits(other, one))
}

impl Reals {
    fn is(self, ty: &Type, facts: &Facts) -> bool {
        match self {
            Reals::Two => false,
            Reals::Structure => {
                members(ty).is_some_and(|(one, other)| one == other && real(one, facts).is_some())
            }
            Reals::Complex => {
                matches!(ty, Type::Complex(scalar) if real(&Type::Scalar(*scalar), facts).is_some())
            }
        }
    }

    /// True if they are passed first.
    pub(super) fn are_passed(self, facts: &Facts) -> bool {
        let parameters = facts.signature.as_ref().map(|signature| &signature.parameters[..]);
        match parameters {
            Some([one, other, ..]) if self == Reals::Two => real(one, facts).is_some() && one == other,
            Some([one, ..]) => self.is(one, facts),
            _ => false,
        }
    }

    /// True if they are the result.
    pub(super) fn are_returned(self, facts: &Facts) -> bool {
        result(facts).is_some_and(|ty| self.is(ty, facts))
    }
}

impl First {
    /// True if it is passed first and alone, and no address for a result is in its register.
    pub(super) fn is_passed(self, facts: &Facts) -> bool {
        let Some(signature) = facts.signature.as_ref() else { return false };
        let in_registers = match facts.result() {
            Some(TypeClass::Large) => false,
            Some(TypeClass::Other) => result(facts).is_some_and(|ty| {
                is_mixed(ty, facts) || Reals::Structure.is(ty, facts) || Reals::Complex.is(ty, facts)
            }),
            _ => true,
        };
        match self {
            First::Real => free_integers(facts).is_some(),
            First::RealOfMixed | First::IntegerOfMixed => {
                let is_mixed = first(facts).is_some_and(|ty| is_mixed(ty, facts));
                is_mixed && in_registers && signature.arguments().count() == 1
            }
        }
    }
}
