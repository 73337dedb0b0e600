//! The IPU's tests.

mod automaton;
mod calls;
mod clauses;
mod invariants;
mod layout;
mod tool;

use crate::support::table::Names;
use crate::support::{Readings, Setting};
use crosscall_model::{Case, Form, Target};

/// Setting of these tests.
pub(crate) const IPU: Setting = Setting {
    target: Target::Ipu,
    types: "typedef _Float16 half; typedef float f2 __attribute__((ext_vector_type(2))); \
    typedef float f4 __attribute__((ext_vector_type(4))); typedef _Float16 h2 __attribute__((ext_vector_type(2))); \
    typedef _Float16 h4 __attribute__((ext_vector_type(4))); typedef int i2 __attribute__((ext_vector_type(2))); \
    typedef int i4 __attribute__((ext_vector_type(4))); typedef signed char c2 __attribute__((ext_vector_type(2))); \
    typedef signed char c4 __attribute__((ext_vector_type(4))); typedef signed char c8 __attribute__((ext_vector_type(8))); \
    typedef int i8 __attribute__((ext_vector_type(8))); typedef float f8 __attribute__((ext_vector_type(8))); ",
    word: 4,
};

/// The document's preferred readings.
pub(crate) const DOCUMENT: Readings = IPU.readings(&[]);

/// A vertex.
pub(crate) fn vertex() -> Case {
    IPU.case_in(Form::Vertex, "void f(void)")
}

/// Names of the tables of examples.
const NAMES: Names = Names { settings: &[("IPU", IPU)], readings: &[("DOCUMENT", DOCUMENT)] };

#[test]
fn calls_are_as_worked_out() {
    NAMES.assert_rows(include_str!("calls.txt"), Setting::planned);
}

#[test]
fn layouts_are_as_worked_out() {
    NAMES.assert_rows(include_str!("layout.txt"), Setting::laid_out);
}
