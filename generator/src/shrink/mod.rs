//! Smaller variants of a case, for finding the relevant part of it.
//!
//! [`shrink`] lists the next candidates; [`minimise`] tries them until no smaller one satisfies the predicate. A
//! variant is always smaller than its case by [`weight`], so that the search ends, and its values fit its types.

mod minimise;
mod passes;
mod rebuild;
mod weight;

pub use minimise::minimise;
pub use weight::weight;

use crosscall_model::{Case, Scalar, Type};

use crate::valid::{check_closed, form_fits, is_misplaced, is_promoted};

/// Way to make cases smaller.
#[derive(Debug, Clone, Copy)]
pub struct Pass {
    /// Name of the pass, in a few words.
    pub name: &'static str,
    /// Variants of a case, those that remove most first.
    pub variants: fn(&Case) -> Vec<Case>,
}

/// Passes, from the big steps to the small ones.
pub const PASSES: &[Pass] = &[
    Pass { name: "drop half of the arguments", variants: passes::drop_halves },
    Pass { name: "drop the unnamed arguments", variants: passes::drop_variadic },
    Pass { name: "drop the result", variants: passes::drop_result },
    Pass { name: "drop an argument", variants: passes::drop_argument },
    Pass { name: "reset the style", variants: passes::reset_style },
    Pass { name: "replace a record by an int", variants: passes::record_to_int },
    Pass { name: "replace a record by a member", variants: passes::record_to_member },
    Pass { name: "drop a member", variants: passes::drop_member },
    Pass { name: "flatten a nested record", variants: passes::flatten },
    Pass { name: "shorten an array", variants: passes::shorten_array },
    Pass { name: "drop an attribute", variants: passes::drop_attribute },
    Pass { name: "make a bit-field plain or narrow", variants: passes::simplify_bit_field },
    Pass { name: "make a union a structure", variants: passes::union_to_struct },
    Pass { name: "replace a type by int or char", variants: passes::simplify_scalar },
    Pass { name: "simplify values", variants: passes::simplify_values },
];

/// Smaller variants of a case, in the order in which they are worth trying.
pub fn shrink(case: &Case) -> impl Iterator<Item = Case> + '_ {
    PASSES.iter().flat_map(|pass| variants(pass, case))
}

/// Variants of one pass that C allows.
fn variants(pass: &Pass, case: &Case) -> Vec<Case> {
    let mut found = (pass.variants)(case);
    let before = weight(case);
    found.retain(|variant| weight(variant) < before && allowed(variant, case));
    found
}

/// True if a variant keeps C's rules for parameters, as far as its origin kept them.
fn allowed(variant: &Case, origin: &Case) -> bool {
    let signature = &variant.signature;
    if !form_fits(variant) {
        return false;
    }
    let mut is_none = false;
    for ty in signature.types() {
        ty.visit(&mut |inner| {
            is_none |= match inner {
                Type::Vector { lanes, .. } => *lanes == 0,
                Type::Array(element, _) => {
                    check_closed(element).is_err() || is_above_size(element) && !has_elements(origin, element)
                }
                // A member that was left out may have been all that a flexible array member was behind.
                Type::Record(record) => {
                    is_misplaced(record)
                        || record.members.iter().any(|member| check_closed(&member.ty).is_err())
                }
                _ => false,
            };
        });
    }
    if is_none || signature.types().any(|ty| matches!(ty, Type::Array(..))) {
        return false;
    }
    let Some(unnamed) = &signature.variadic else { return true };
    let last_is_fine = |case: &Case| case.signature.parameters.last().is_some_and(is_promoted);
    let was_unnamed = |ty: &Type| origin.signature.variadic.iter().flatten().any(|old| old == ty);
    (last_is_fine(variant) || !last_is_fine(origin))
        && !signature.parameters.is_empty()
        && unnamed.iter().all(|ty| is_promoted(ty) || was_unnamed(ty))
}

/// True for an arithmetic type whose own alignment may be above its size, by the sizes that it has on all targets.
fn is_above_size(ty: &Type) -> bool {
    use Scalar::{
        Bool, BrainHalf, Char, Half, Int128, LongLong, Short, SignedChar, UnsignedChar, UnsignedInt128,
        UnsignedLongLong, UnsignedShort, WideChar,
    };
    let Type::Aligned(scalar, align) = ty else { return false };
    let least = match scalar {
        Bool | Char | SignedChar | UnsignedChar => 1,
        Short | UnsignedShort | Half | BrainHalf | WideChar => 2,
        LongLong | UnsignedLongLong => 8,
        Int128 | UnsignedInt128 => 16,
        _ => 4,
    };
    *align > least
}

/// True if a case has an array of elements of a type.
fn has_elements(case: &Case, wanted: &Type) -> bool {
    let mut found = false;
    for ty in case.signature.types() {
        ty.visit(&mut |inner| found |= matches!(inner, Type::Array(element, _) if **element == *wanted));
    }
    found
}
