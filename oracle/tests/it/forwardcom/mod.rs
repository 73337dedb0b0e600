//! ForwardCom's tests.

mod automaton;
mod calls;
mod clauses;
mod invariants;
mod tool;

use crate::support::table::Names;
use crate::support::{Readings, Setting};
use crosscall_model::Target;

/// Setting of these tests. Vectors are named by how many floats they hold.
pub(crate) const FORWARDCOM: Setting = Setting {
    target: Target::ForwardCom,
    types: "typedef float v4 __attribute__((ext_vector_type(4))); typedef float v8 __attribute__((ext_vector_type(8))); ",
    word: 8,
};

/// The document's preferred readings.
pub(crate) const DOCUMENT: Readings = FORWARDCOM.readings(&[]);

/// Names of the tables of examples.
const NAMES: Names = Names { settings: &[("FORWARDCOM", FORWARDCOM)], readings: &[("DOCUMENT", DOCUMENT)] };

#[test]
fn calls_are_as_worked_out() {
    NAMES.assert_rows(include_str!("calls.txt"), Setting::planned);
}

#[test]
fn layouts_are_as_worked_out() {
    NAMES.assert_rows(include_str!("layout.txt"), Setting::laid_out);
}
