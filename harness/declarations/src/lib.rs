//! Parser of C declarations.
//!
//! [`parse()`] parses one declaration of a function with the types that it needs, and nothing else: it parses the text
//! of the model's printer ([`crosscall_model::c`]) back to an equal [`Signature`](crosscall_model::Signature).
//! [`read`] parses C as it occurs in practice: complete files, bodies, attributes, and the output of a preprocessor. It
//! gets the properties of the target from an [`Environment`], and keeps the words of the original text ([`Written`]).
//!
//! The unnamed arguments of one call of a variadic function follow the three dots: `int f(void *, ..., double, int)`
//! is a call of `int f(void *, ...)` that passes a `double` and an `int` after the named argument. This is the only
//! construct here that is not C.
//!
//! | file | contents |
//! |---|---|
//! | `token`, `number`, `lines` | words, constants, preprocessor lines |
//! | `words`, `specifier`, `tags`, `record`, `attribute` | the part of a declaration before the name |
//! | `declarator` | the part around the name |
//! | `expression` | constant expressions |
//! | `asked` | types and sizes that the user asks for |
//! | `file` | sequences of declarations |
//! | `machine`, `standing` | remains of another machine in a preprocessor's output |
//! | `remedy` | text that is not current C |

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
pub use standing::Contradiction;
pub use written::{Written, WrittenMember, WrittenRecord};
