//! Cases for the IPU.

use crosscall_model::Target;

const TARGET: Target = Target::Ipu;

tests_of_every_target!();
