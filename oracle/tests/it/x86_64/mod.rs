//! x86-64's tests. What an example shows is worked out by hand from the document.

mod automaton;
mod calls;
mod clauses;
mod invariants;
mod judge;
mod layout;

use crate::support::table::Names;
use crate::support::{Readings, Setting};
use crosscall_model::Target;

const X86_64: Setting = Setting { target: Target::X86_64, types: "", word: 8 };

/// The document's preferred readings.
const DOCUMENT: Readings = X86_64.readings(&[]);

/// Names of the tables of examples.
const NAMES: Names = Names { settings: &[("X86_64", X86_64)], readings: &[("DOCUMENT", DOCUMENT)] };

#[test]
fn calls_are_as_worked_out() {
    NAMES.assert_rows(include_str!("calls.txt"), Setting::planned);
}

#[test]
fn layouts_are_as_worked_out() {
    NAMES.assert_rows(include_str!("layout.txt"), Setting::laid_out);
}
