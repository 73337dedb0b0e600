//! Handwritten cases.

use crosscall_engine::widths::widths;
use crosscall_generator::{Widths, values};
use crosscall_model::{Case, Scalar, Style, Target};

/// A call of a declared function, whose values are made of consecutive bytes that begin with `first_byte`.
pub(crate) fn call(target: Target, declaration: &str, first_byte: u8, style: Style) -> Case {
    let signature = crosscall_declarations::parse(declaration).expect("a declaration").signature;
    let widths = widths(target);
    let width = |scalar: Scalar| widths.get(&scalar).copied().unwrap_or(32);
    let (arguments, result) = values::fill(&signature, &Widths::new(target, &width), first_byte);
    Case { target, signature, arguments, result, style }
}
