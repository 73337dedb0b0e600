//! The DPU's tests.

mod automaton;
mod calls;
mod clauses;
mod invariants;
mod layout;
mod tool;
mod vendor;

use crate::support::table::Names;
use crate::support::{Readings, Setting};
use crosscall_model::Target;

/// Setting of these tests.
pub(crate) const DPU: Setting = Setting { target: Target::Dpu, types: "", word: 4 };

/// The document's preferred readings.
pub(crate) const DOCUMENT: Readings = DPU.readings(&[]);

/// Readings of the vendor's compiler, as far as its objects show them, that are not the preferred ones.
pub(crate) const BACKEND: Readings = DPU.readings(&[("DPU-VAR-03", "R2")]);

/// Names of the tables of examples.
const NAMES: Names =
    Names { settings: &[("DPU", DPU)], readings: &[("DOCUMENT", DOCUMENT), ("BACKEND", BACKEND)] };

#[test]
fn calls_are_as_worked_out() {
    NAMES.assert_rows(include_str!("calls.txt"), Setting::planned);
}

#[test]
fn layouts_are_as_worked_out() {
    NAMES.assert_rows(include_str!("layout.txt"), Setting::laid_out);
}
