//! C text of types and declarations: printing for people, and parsing what people type.
//!
//! [`mod@print`] writes compact C on one line with records in place; [`parse()`] reads C declarations. What the
//! one writes the other reads back to an equal [`Signature`](crate::Signature).
//!
//! The unnamed arguments of one call of a variadic function stand behind the three dots:
//! `int f(void *, ..., double, int)` is a call of `int f(void *, ...)` that passes a `double` and an
//! `int` after the named argument. This is the only construct here that is not C.

mod declarator;
mod error;
pub mod parse;
pub mod print;
mod record;
mod specifier;
#[cfg(test)]
mod tests;
mod token;

pub use error::ParseError;
pub use parse::{Declaration, parse, parse_type};
pub use print::{declaration, signature, type_name};
