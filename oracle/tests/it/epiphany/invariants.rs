//! Invariants of every plan of an Epiphany call, whatever the signature and the dialect.

use super::{EPIPHANY, GCC};
use crate::support::invariants::{Planned, Shape, carries_each_byte_once, invariants_of};
use crosscall_model::plan::Plan;
use crosscall_model::target::Register;
use std::ops::Range;

fn is_for_arguments(register: Register) -> bool {
    register.0 < 4
}

fn places(plan: &Plan) -> Range<i64> {
    plan.stack.callee_area as i64..plan.stack.argument_bytes as i64
}

/// Knowledge of a campaign after its first cases: everything but the questions on which a compiler that
/// does more than is asked for leaves both answers standing.
const SETTLED: &[&str] = &[
    "EPIPHANY-TYPE-14",
    "EPIPHANY-REG-14",
    "EPIPHANY-ARG-03",
    "EPIPHANY-ARG-04",
    "EPIPHANY-ARG-06",
    "EPIPHANY-RET-03",
    "EPIPHANY-S01",
    "EPIPHANY-S02",
    "EPIPHANY-S03",
    "EPIPHANY-S06",
    "EPIPHANY-S08",
    "EPIPHANY-S11",
    "EPIPHANY-S14",
    "EPIPHANY-S24",
    "EPIPHANY-S25",
    // Presumed.
    "EPIPHANY-S05",
];

const PLANNED: Planned = Planned {
    shape: Shape { target: EPIPHANY.target, lane_powers: 5, own_vectors: None, parameters: 7 },
    compiler: GCC,
    is_for_arguments,
    places,
    carries_the_value: carries_each_byte_once,
    is_open: |question| !SETTLED.contains(&question.split(' ').next().unwrap_or_default()),
    // Stack alignment 3; position and return of a result's address, owner of slots and of copies 2 each.
    most_plans: 3 * 16,
};

invariants_of!(PLANNED);
