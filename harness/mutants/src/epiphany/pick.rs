//! Conditions of edits: which functions they fit.

use crate::facts::{Facts, TypeClass};

fn first(f: &Facts) -> Option<(TypeClass, u32)> {
    f.arguments().first().copied()
}

/// True if the words 0 to `n`-1 hold one argument each, all of the class of a word.
fn words(f: &Facts, n: usize) -> bool {
    let arguments = f.arguments();
    let held = arguments
        .iter()
        .take(n)
        .enumerate()
        .filter(|(i, (class, at))| *class == TypeClass::Word && *at as usize == *i);
    held.count() == n
}

pub(super) fn two_words(f: &Facts) -> bool {
    words(f, 2)
}

pub(super) fn first_is_word(f: &Facts) -> bool {
    words(f, 1)
}

pub(super) fn three_words(f: &Facts) -> bool {
    words(f, 3)
}

pub(super) fn first_is_double(f: &Facts) -> bool {
    first(f) == Some((TypeClass::Double, 0))
}

pub(super) fn word_then_double(f: &Facts) -> bool {
    let arguments = f.arguments();
    words(f, 1) && arguments.get(1) == Some(&(TypeClass::Double, 2))
}

pub(super) fn first_is_short(f: &Facts) -> bool {
    matches!(first(f), Some((TypeClass::Narrow { signed: true, bits: 16 }, 0)))
}

pub(super) fn first_is_narrow(f: &Facts) -> bool {
    matches!(first(f), Some((TypeClass::Narrow { .. }, 0)))
}

pub(super) fn first_is_large(f: &Facts) -> bool {
    first(f) == Some((TypeClass::Large, 0))
}

pub(super) fn returns_word(f: &Facts) -> bool {
    f.result() == Some(TypeClass::Word)
}

pub(super) fn returns_double(f: &Facts) -> bool {
    f.result() == Some(TypeClass::Double)
}

pub(super) fn returns_narrow(f: &Facts) -> bool {
    matches!(f.result(), Some(TypeClass::Narrow { .. }))
}

pub(super) fn returns_signed_byte(f: &Facts) -> bool {
    f.result() == Some(TypeClass::Narrow { signed: true, bits: 8 })
}

pub(super) fn returns_signed_short(f: &Facts) -> bool {
    f.result() == Some(TypeClass::Narrow { signed: true, bits: 16 })
}

pub(super) fn returns_unsigned_short(f: &Facts) -> bool {
    f.result() == Some(TypeClass::Narrow { signed: false, bits: 16 })
}

pub(super) fn returns_bool(f: &Facts) -> bool {
    f.result() == Some(TypeClass::Bool)
}

pub(super) fn returns_small_record(f: &Facts) -> bool {
    matches!(f.result(), Some(TypeClass::Small(_)))
}

pub(super) fn returns_in_memory(f: &Facts) -> bool {
    f.result() == Some(TypeClass::Large)
}

pub(super) fn returns_in_memory_with_word(f: &Facts) -> bool {
    returns_in_memory(f) && f.arguments().first() == Some(&(TypeClass::Word, 1))
}

/// True if the result takes one word at most, so that r1 is free.
pub(super) fn leaves_r1_free(f: &Facts) -> bool {
    match &f.signature {
        Some(s) => s.result.is_none() || returns_word(f) || returns_narrow(f),
        None => false,
    }
}

pub(super) fn no_stack_arguments(f: &Facts) -> bool {
    f.stack_words() == Some(0) && !f.is_variadic()
}

pub(super) fn stack_arguments(f: &Facts) -> bool {
    f.stack_words().is_some_and(|words| words > 0) && !f.is_variadic()
}

/// True if one word lies on the stack and nothing else.
pub(super) fn one_stack_word(f: &Facts) -> bool {
    f.stack_words() == Some(1) && !f.is_variadic()
}

/// True if the first two stack arguments are of a word each.
pub(super) fn two_stack_words(f: &Facts) -> bool {
    let at = |word: u32| f.arguments().contains(&(TypeClass::Word, word));
    stack_arguments(f) && at(4) && at(5)
}

/// True if there are so few stack arguments that the word 80 bytes above the stack pointer is the caller's.
pub(super) fn few_stack_arguments(f: &Facts) -> bool {
    f.stack_words().is_some_and(|words| words <= 8) && !f.is_variadic()
}

/// True if the first two unnamed arguments are words in registers.
pub(super) fn unnamed_words(f: &Facts) -> bool {
    let Some(signature) = &f.signature else { return false };
    let unnamed = signature.variadic.as_ref().map_or(0, Vec::len);
    signature.parameters.len() == 1 && unnamed >= 2 && words(f, 3)
}
