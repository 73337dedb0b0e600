//! ForwardCom's tests.

mod automaton;
mod calls;
mod clauses;
mod invariants;
mod layout;
mod tool;

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
