//! Conditions of edits: which functions they fit.

use crate::facts::{Facts, TypeClass};
use crosscall_model::{RecordKind, Scalar, Type};

fn first(f: &Facts) -> Option<TypeClass> {
    f.arguments().first().filter(|(_, at)| *at == 0).map(|(class, _)| *class)
}

fn class_at(f: &Facts, place: u32) -> Option<TypeClass> {
    f.arguments().iter().find(|(_, at)| *at == place).map(|(class, _)| *class)
}

/// True for an integer in one register, of which no value can be recognised as not its own.
fn is_integer(class: TypeClass) -> bool {
    matches!(class, TypeClass::Word | TypeClass::Narrow { .. })
}

/// True if some places hold an integer each, all of one kind, so that each may be taken for another.
fn alike(f: &Facts, places: std::ops::Range<u32>) -> bool {
    let mut classes = places.map(|place| class_at(f, place));
    let Some(Some(one)) = classes.next() else { return false };
    is_integer(one) && classes.all(|other| other == Some(one))
}

pub(super) fn two_alike(f: &Facts) -> bool {
    alike(f, 0..2)
}

pub(super) fn three_alike(f: &Facts) -> bool {
    alike(f, 0..3)
}

pub(super) fn first_is_integer(f: &Facts) -> bool {
    first(f).is_some_and(is_integer)
}

fn argument_count(f: &Facts) -> usize {
    f.signature.as_ref().map_or(0, |signature| signature.arguments().count())
}

/// The number of a floating-point register that carries no argument, where the first argument is an integer and the only
/// one.
pub(super) fn free_real(f: &Facts) -> Option<u32> {
    let places = f.places();
    let count = u32::try_from(places.reals.len()).ok()?;
    let is_only = places.is_whole && places.words.len() == 1 && count < f.placement.real_registers;
    (is_only && first_is_integer(f) && !f.is_variadic()).then_some(count)
}

pub(super) fn only_integer(f: &Facts) -> bool {
    free_real(f).is_some()
}

/// The number of an argument register from which on two are free, where the first argument is a real and the only one.
pub(super) fn free_integers(f: &Facts) -> Option<u32> {
    let places = f.places();
    let is_only = places.is_whole && places.reals.len() == 1 && !f.is_variadic();
    let hidden = u32::from(f.result() == Some(TypeClass::Large));
    let next = places.words.iter().map(|(class, at)| at + if *class == TypeClass::Double { 2 } else { 1 });
    let next = next.max().unwrap_or(hidden);
    (is_only && first_real(f).is_some() && next + 2 <= f.placement.registers).then_some(next)
}

/// True if there are at most three arguments, integers all of them, so that the fourth register is free.
pub(super) fn few_integers(f: &Facts) -> bool {
    let arguments = f.arguments();
    let all = arguments.iter().all(|(class, at)| is_integer(*class) && *at < 3);
    first_is_integer(f) && all && arguments.len() == argument_count(f)
}

pub(super) fn integer_then_double(f: &Facts) -> bool {
    let named = f.signature.as_ref().map_or(0, |signature| signature.parameters.len());
    named >= 2 && first_is_integer(f) && class_at(f, 1) == Some(TypeClass::Double)
}

pub(super) fn first_is_narrow(f: &Facts) -> bool {
    matches!(first(f), Some(TypeClass::Narrow { .. }))
}

pub(super) fn first_is_signed_short(f: &Facts) -> bool {
    first(f) == Some(TypeClass::Narrow { signed: true, bits: 16 })
}

pub(super) fn first_is_unsigned_short(f: &Facts) -> bool {
    first(f) == Some(TypeClass::Narrow { signed: false, bits: 16 })
}

pub(super) fn first_is_unsigned_int(f: &Facts) -> bool {
    first(f) == Some(TypeClass::Narrow { signed: false, bits: 32 })
}

pub(super) fn first_is_int(f: &Facts) -> bool {
    matches!(first(f), Some(TypeClass::Narrow { bits: 32, .. }))
}

/// True for an integer of 32 bits or more.
fn is_long_or_int(class: TypeClass) -> bool {
    matches!(class, TypeClass::Word | TypeClass::Narrow { bits: 32, .. })
}

pub(super) fn first_is_long_or_int(f: &Facts) -> bool {
    first(f).is_some_and(is_long_or_int)
}

pub(super) fn returns_long_or_int(f: &Facts) -> bool {
    f.result().is_some_and(is_long_or_int)
}

pub(super) fn first_is_bool(f: &Facts) -> bool {
    first(f) == Some(TypeClass::Bool)
}

/// True if the first argument is a record of less than a word.
pub(super) fn first_is_part_of_word(f: &Facts) -> bool {
    matches!(first(f), Some(TypeClass::Small(bytes)) if bytes < f.placement.word)
}

/// True if the first argument is a record of at most a word.
pub(super) fn first_is_small_record(f: &Facts) -> bool {
    let ty = f.signature.as_ref().and_then(|signature| signature.parameters.first());
    matches!(first(f), Some(TypeClass::Small(_))) && ty.is_some_and(|ty| ty.record().is_some())
}

/// True if the first argument is a record that travels by address.
pub(super) fn first_is_large_record(f: &Facts) -> bool {
    let ty = f.signature.as_ref().and_then(|signature| signature.parameters.first());
    first(f) == Some(TypeClass::Large) && ty.is_some_and(|ty| ty.record().is_some())
}

pub(super) fn returns_integer(f: &Facts) -> bool {
    f.result().is_some_and(is_integer)
}

pub(super) fn returns_double(f: &Facts) -> bool {
    f.result() == Some(TypeClass::Double)
}

/// True for a result narrower than 32 bits, `_Bool` aside.
pub(super) fn returns_short(f: &Facts) -> bool {
    matches!(f.result(), Some(TypeClass::Narrow { bits: 8 | 16, .. }))
}

pub(super) fn returns_int(f: &Facts) -> bool {
    matches!(f.result(), Some(TypeClass::Narrow { bits: 32, .. }))
}

pub(super) fn returns_bool(f: &Facts) -> bool {
    f.result() == Some(TypeClass::Bool)
}

pub(super) fn returns_small_record(f: &Facts) -> bool {
    let ty = f.signature.as_ref().and_then(|signature| signature.result.as_ref());
    matches!(f.result(), Some(TypeClass::Small(_))) && ty.is_some_and(|ty| ty.record().is_some())
}

pub(super) fn returns_in_memory(f: &Facts) -> bool {
    f.result() == Some(TypeClass::Large)
}

pub(super) fn returns_in_memory_with_integer(f: &Facts) -> bool {
    returns_in_memory(f) && class_at(f, 1).is_some_and(is_integer)
}

/// True if the result takes one register of the integers at most, so that a1 is free.
pub(super) fn leaves_a1_free(f: &Facts) -> bool {
    let Some(signature) = &f.signature else { return false };
    signature.result.is_none() || returns_integer(f) || returns_short(f) || returns_real(f)
}

pub(super) fn no_stack_arguments(f: &Facts) -> bool {
    f.stack_words() == Some(0) && !f.is_variadic()
}

pub(super) fn stack_arguments(f: &Facts) -> bool {
    f.stack_words().is_some_and(|words| words > 0) && !f.is_variadic()
}

/// True if two integers of one kind lie on the stack before all others.
pub(super) fn two_alike_on_stack(f: &Facts) -> bool {
    let registers = f.placement.registers;
    stack_arguments(f) && alike(f, registers..registers + 2)
}

/// True if the first argument on the stack is an integer of 8 or 16 bits.
pub(super) fn short_on_stack(f: &Facts) -> bool {
    let class = class_at(f, f.placement.registers);
    stack_arguments(f) && matches!(class, Some(TypeClass::Narrow { bits: 8 | 16, .. }))
}

/// True if one integer is named and what is unnamed begins in the second register.
fn one_named(f: &Facts) -> bool {
    let Some(signature) = &f.signature else { return false };
    signature.parameters.len() == 1 && signature.variadic.is_some() && first_is_integer(f)
}

/// True if the first two unnamed arguments are integers of one kind in registers.
pub(super) fn unnamed_alike(f: &Facts) -> bool {
    one_named(f) && alike(f, 1..3)
}

/// True if the first unnamed argument has two words, so that it skips the second register.
pub(super) fn unnamed_pair(f: &Facts) -> bool {
    one_named(f) && class_at(f, 2) == Some(TypeClass::Double) && class_at(f, 1).is_none()
}

fn first_unnamed(f: &Facts) -> Option<&Type> {
    f.signature.as_ref()?.variadic.as_ref()?.first()
}

/// True if the first unnamed argument is a `double` in the second register.
pub(super) fn unnamed_double(f: &Facts) -> bool {
    one_named(f) && first_unnamed(f) == Some(&Type::Scalar(Scalar::Double))
}

fn first_parameter(f: &Facts) -> Option<&Type> {
    f.signature.as_ref()?.parameters.first()
}

/// Bytes of a real that has a floating-point register to travel in.
fn real(ty: &Type, f: &Facts) -> Option<u32> {
    let Type::Scalar(scalar) = ty else { return None };
    match TypeClass::of(&Type::Scalar(*scalar), &f.placement) {
        TypeClass::Real(bytes) => Some(bytes),
        _ => None,
    }
}

fn first_real(f: &Facts) -> Option<u32> {
    first_parameter(f).and_then(|ty| real(ty, f))
}

/// True if a real is passed first and no other.
pub(super) fn only_real(f: &Facts) -> bool {
    free_integers(f).is_some()
}

pub(super) fn two_reals(f: &Facts) -> bool {
    let parameters = f.signature.as_ref().map(|signature| &signature.parameters[..]);
    let Some([one, other, ..]) = parameters else { return false };
    real(one, f).is_some() && one == other
}

/// True if the first argument is a `float` in a wider register.
pub(super) fn first_is_boxed(f: &Facts) -> bool {
    first_real(f).is_some_and(|bytes| bytes < f.placement.real)
}

pub(super) fn returns_real(f: &Facts) -> bool {
    result_real(f).is_some()
}

/// Bytes of a result that is a real in a floating-point register.
pub(super) fn result_real(f: &Facts) -> Option<u32> {
    f.signature.as_ref()?.result.as_ref().and_then(|ty| real(ty, f))
}

/// Bytes of a first argument that is a real in a floating-point register.
pub(super) fn argument_real(f: &Facts) -> Option<u32> {
    first_real(f)
}

/// True for a `double` that is passed first in a floating-point register.
pub(super) fn first_is_double_real(f: &Facts) -> bool {
    argument_real(f) == Some(8)
}

/// True for a result of type `double` in a floating-point register.
pub(super) fn returns_double_real(f: &Facts) -> bool {
    result_real(f) == Some(8)
}

pub(super) fn returns_boxed(f: &Facts) -> bool {
    result_real(f).is_some_and(|bytes| bytes < f.placement.real)
}

/// Types of a structure's two plain members.
fn two_members(ty: &Type) -> Option<(&Type, &Type)> {
    let record = ty.record().filter(|record| record.kind == RecordKind::Struct)?;
    match &record.members[..] {
        [one, other] if one.bits.is_none() && other.bits.is_none() => Some((&one.ty, &other.ty)),
        _ => None,
    }
}

/// True for a structure of two reals of one type, which takes two floating-point registers.
fn is_two_reals(ty: &Type, f: &Facts) -> bool {
    two_members(ty).is_some_and(|(one, other)| one == other && real(one, f).is_some())
}

fn is_complex(ty: &Type, f: &Facts) -> bool {
    matches!(ty, Type::Complex(scalar) if real(&Type::Scalar(*scalar), f).is_some())
}

/// True for a structure of a real and an integer, which takes a register of each kind.
fn is_mixed(ty: &Type, f: &Facts) -> bool {
    let one_register = |ty: &Type| match TypeClass::of(ty, &f.placement) {
        class if is_integer(class) || class == TypeClass::Bool => matches!(ty, Type::Scalar(_)),
        _ => false,
    };
    let fits = |one: &Type, other: &Type| real(one, f).is_some() && one_register(other);
    two_members(ty).is_some_and(|(one, other)| fits(one, other) || fits(other, one))
}

pub(super) fn first_is_two_reals(f: &Facts) -> bool {
    first_parameter(f).is_some_and(|ty| is_two_reals(ty, f))
}

pub(super) fn first_is_complex(f: &Facts) -> bool {
    first_parameter(f).is_some_and(|ty| is_complex(ty, f))
}

/// True if the first argument is a structure of a real and an integer, and no address for a result is in a0.
pub(super) fn first_is_mixed(f: &Facts) -> bool {
    let in_registers = match f.result() {
        Some(TypeClass::Large) => false,
        Some(TypeClass::Other) => returns_mixed(f) || returns_two_reals(f) || returns_complex(f),
        _ => true,
    };
    in_registers && first_parameter(f).is_some_and(|ty| is_mixed(ty, f))
}

/// True if [`first_is_mixed`] holds and nothing else is passed.
pub(super) fn only_mixed(f: &Facts) -> bool {
    first_is_mixed(f) && argument_count(f) == 1
}

fn result_is(f: &Facts, kind: fn(&Type, &Facts) -> bool) -> bool {
    f.signature.as_ref().and_then(|signature| signature.result.as_ref()).is_some_and(|ty| kind(ty, f))
}

pub(super) fn returns_two_reals(f: &Facts) -> bool {
    result_is(f, is_two_reals)
}

pub(super) fn returns_complex(f: &Facts) -> bool {
    result_is(f, is_complex)
}

pub(super) fn returns_mixed(f: &Facts) -> bool {
    result_is(f, is_mixed)
}
