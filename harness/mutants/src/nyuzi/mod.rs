//! Edits of what a compiler writes for the Nyuzi.

mod faults;
mod language;

pub use faults::edits;

/// Form of the assembly text of compilers for the Nyuzi, and the parts of its registers.
pub static LANGUAGE: language::Nyuzi = language::Nyuzi;
