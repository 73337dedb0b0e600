//! Cases for the DPU.

use crosscall_model::Target;

const TARGET: Target = Target::Dpu;

tests_of_every_target!();
