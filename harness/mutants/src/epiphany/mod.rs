//! Edits of what a compiler writes for Epiphany.

mod callee;
mod caller;
mod code;
mod data;
mod harmless;
mod language;
mod pick;
mod saved;
mod special;
mod whole;

use super::Edit;
use super::table::Family;

/// Form of the assembly text of compilers for the Epiphany, and the parts of its registers.
pub static LANGUAGE: language::Epiphany = language::Epiphany;

/// The whole table: what breaks something first, then what breaks nothing.
pub fn edits() -> Vec<Edit> {
    let tables = [callee::EDITS, caller::EDITS, special::EDITS, data::EDITS, whole::EDITS, harmless::EDITS];
    tables.into_iter().flatten().flat_map(Family::edits).collect()
}
