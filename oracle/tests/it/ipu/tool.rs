//! Expected output of an assembler and a linker for the IPU are to make of their input.

use crate::support::tool::{assert_distinguished, assert_rows, assert_sound};
use crosscall_model::Target;

#[test]
fn inputs_are_made_into_what_was_worked_out() {
    assert_rows(Target::Ipu, include_str!("tool.txt"));
    assert_sound(Target::Ipu);
}

/// The vendor's sources leave nothing to ask: no reading needs an input to show it.
#[test]
fn no_question_is_about_tools() {
    assert_distinguished(Target::Ipu, &[]);
}
