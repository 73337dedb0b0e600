//! Edits of what a compiler writes for Epiphany.

mod callee;
mod caller;
pub mod code;
mod data;
mod harmless;
mod language;
mod pick;
mod saved;
mod whole;

use super::Edit;

/// How compilers for the Epiphany write, and what its registers are for.
pub static LANGUAGE: language::Epiphany = language::Epiphany;

/// The whole table: what breaks something first, then what breaks nothing.
pub fn edits() -> Vec<Edit> {
    let tables = [callee::EDITS, caller::EDITS, data::EDITS, whole::EDITS, harmless::EDITS];
    tables.into_iter().flatten().copied().collect()
}
