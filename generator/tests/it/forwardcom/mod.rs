//! Cases for ForwardCom.

use crosscall_model::Target;

const TARGET: Target = Target::ForwardCom;

tests_of_every_target!();
