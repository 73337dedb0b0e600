//! The Epiphany's tests.

mod automaton;
mod calls;
mod clauses;
mod invariants;
mod layout;
mod parts;
mod start;
mod tool;
mod values;

use crate::support::table::Names;
use crate::support::{Readings, Setting};
use crosscall_model::Target;

/// Setting of these tests.
pub(crate) const EPIPHANY: Setting = Setting { target: Target::Epiphany, types: "", word: 4 };

/// The document's preferred readings.
pub(crate) const DOCUMENT: Readings = EPIPHANY.readings(&[]);

/// Readings of the real compiler, GCC 12, at every question, its departures from the document included.
pub(crate) const GCC: Readings = EPIPHANY.readings(&[
    ("EPIPHANY-TYPE-05", "R2"),
    ("EPIPHANY-LAYOUT-02", "R2"),
    ("EPIPHANY-LAYOUT-06", "R2"),
    ("EPIPHANY-LAYOUT-10", "R2"),
    ("EPIPHANY-REG-14", "R2"),
    ("EPIPHANY-RET-04", "R2"),
    ("EPIPHANY-RET-06/memory", "R5"),
    ("EPIPHANY-S11", "R2"),
]);

/// Names of the tables of examples.
const NAMES: Names =
    Names { settings: &[("EPIPHANY", EPIPHANY)], readings: &[("DOCUMENT", DOCUMENT), ("GCC", GCC)] };

#[test]
fn calls_are_as_worked_out() {
    NAMES.assert_rows(include_str!("calls.txt"), Setting::planned);
}

#[test]
fn layouts_are_as_worked_out() {
    NAMES.assert_rows(include_str!("layout.txt"), Setting::laid_out);
}
