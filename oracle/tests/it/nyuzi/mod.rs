//! The Nyuzi's tests.

mod automaton;
mod calls;
mod clauses;
mod invariants;
mod layout;
mod room;
mod tool;
mod values;

use crate::support::table::Names;
use crate::support::{Readings, Setting};
use crosscall_model::Target;

/// Setting of these tests. A `v` is a vector of sixteen ints, a `q` of four.
pub(crate) const NYUZI: Setting = Setting {
    target: Target::Nyuzi,
    types: "typedef int v __attribute__((ext_vector_type(16))); typedef int q __attribute__((ext_vector_type(4))); ",
    word: 4,
};

/// The document's preferred readings.
pub(crate) const DOCUMENT: Readings = NYUZI.readings(&[]);

/// Readings of the LLVM backend according to its source, where they are not the preferred ones.
pub(crate) const BACKEND: Readings =
    NYUZI.readings(&[("NYUZI-VAR-01/position", "R4"), ("NYUZI-S10/temporary", "R6")]);

/// Names of the tables of examples.
const NAMES: Names =
    Names { settings: &[("NYUZI", NYUZI)], readings: &[("DOCUMENT", DOCUMENT), ("BACKEND", BACKEND)] };

#[test]
fn calls_are_as_worked_out() {
    NAMES.assert_rows(include_str!("calls.txt"), Setting::planned);
}

#[test]
fn layouts_are_as_worked_out() {
    NAMES.assert_rows(include_str!("layout.txt"), Setting::laid_out);
}
