//! C text of types and declarations: printing for people, and reading what people type.
//!
//! [`mod@print`] writes compact C on one line with records in place; [`parse()`] reads one declaration of a function with
//! the types that it needs, and nothing else: what the one writes the other reads back to an equal
//! [`Signature`](crate::Signature). [`read`] takes the C that people have: whole files, bodies, attributes, and what a
//! preprocessor writes. It is told of the target by an [`Environment`], and keeps the words in which things were written
//! ([`Written`]).
//!
//! The unnamed arguments of one call of a variadic function stand behind the three dots:
//! `int f(void *, ..., double, int)` is a call of `int f(void *, ...)` that passes a `double` and an
//! `int` after the named argument. This is the only construct here that is not C.
//!
//! | file | what it reads |
//! |---|---|
//! | `token`, `number`, `lines` | words, constants, lines of a preprocessor |
//! | `words`, `specifier`, `tags`, `record`, `attribute` | what stands before a name |
//! | `declarator` | what stands around a name |
//! | `expression` | constants that are worked out |
//! | `asked` | types and sizes that somebody asks for |
//! | `file` | declarations one after the other |
//! | `machine`, `standing` | what is another machine's in the output of a preprocessor |
//! | `remedy` | what is not C as it is today |

mod asked;
mod attribute;
mod declarator;
pub mod environment;
mod error;
mod expression;
pub mod file;
mod lines;
mod machine;
mod number;
pub mod parse;
pub mod print;
mod record;
mod remedy;
mod specifier;
mod standing;
mod tags;
#[cfg(test)]
mod tests;
mod token;
mod types;
mod words;
pub mod written;

pub use asked::Asked;
pub use environment::{Anywhere, Environment, HeaderName};
pub use error::ParseError;
pub use file::{Function, Given, Source, read, read_with};
pub use machine::{Machine, OTHER};
pub use parse::{Declaration, parse, parse_type};
pub use print::{declaration, signature, type_name};
pub use standing::Contradiction;
pub use written::{Written, WrittenMember, WrittenRecord};
