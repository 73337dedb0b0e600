//! Edits of what a compiler writes for Epiphany.

mod code;
mod faults;
mod language;
mod special;

use super::Edit;
use super::table::Family;
use super::{data, made, whole};
use std::sync::LazyLock;

/// Form of the assembly text of compilers for the Epiphany, and the parts of its registers.
pub static LANGUAGE: language::Epiphany = language::Epiphany;

static TABLE: LazyLock<Vec<Edit>> = LazyLock::new(|| {
    let made = |rows| made::edits(rows, &LANGUAGE);
    let faults = made(faults::CALLEE).into_iter().chain(made(faults::CALLER));
    let layout = data::constants(special::CONSTANTS).chain(data::records(special::RECORDS));
    let whole = whole::faults(special::WHOLE).chain([whole::va_arg_of_pairs(false, &["S14"])]);
    let faults = faults.chain(layout).chain(whole);
    let harmless = made(faults::HARMLESS).into_iter().chain(whole::harmless(special::OPTIONS));
    faults.chain(special::EDITS.iter().flat_map(Family::edits)).chain(harmless).collect()
});

/// The whole table: what breaks something first, then what breaks nothing.
pub fn edits() -> Vec<Edit> {
    TABLE.clone()
}
