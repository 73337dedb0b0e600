//! Edits of what a compiler writes for the Nyuzi.

mod edits;
mod language;

pub use edits::edits;

/// How compilers for the Nyuzi write, and what its registers are for.
pub static LANGUAGE: language::Nyuzi = language::Nyuzi;
