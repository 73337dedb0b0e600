//! Invariants of every plan of an Epiphany call, whatever the signature and the dialect.

use super::{DOCUMENT, EPIPHANY, GCC};
use crate::support::invariants::{
    OpenAt, Shape, any_case, any_type, check, check_images, check_layout, check_trace, count, plans,
};
use crosscall_model::plan::Plan;
use crosscall_model::target::Register;
use crosscall_oracle::abi;
use proptest::prelude::*;
use std::ops::Range;

const SHAPE: Shape = Shape { target: EPIPHANY.target, lane_powers: 5, own_vectors: None, parameters: 7 };

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

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn every_byte_is_placed_once_under_every_reading(case in any_case(SHAPE)) {
        let real = abi::plan(&case, &mut EPIPHANY.chooser(&GCC));
        for plan in plans(&case).iter().chain([&real]) {
            check(&case, plan, is_for_arguments, places)?;
        }
    }

    /// The search stays small once the first cases have settled what can be settled.
    #[test]
    fn few_readings_stay_open(case in any_case(SHAPE)) {
        let plans = count(&case, &OpenAt(EPIPHANY.target, |question| !SETTLED.contains(&question.split(' ').next().unwrap_or_default())));
        // Stack alignment 3; position and return of a result's address, owner of slots and of copies 2 each.
        prop_assert!(plans <= 3 * 16, "{plans} plans");
    }

    #[test]
    fn layouts_are_sound(ty in any_type(SHAPE)) {
        for permits in [&DOCUMENT, &GCC] {
            check_layout(EPIPHANY.target, &ty, permits)?;
        }
    }

    #[test]
    fn images_hold_every_leaf(case in any_case(SHAPE)) {
        check_images(&case, &GCC)?;
    }

    #[test]
    fn traces_agree_with_plans(case in any_case(SHAPE)) {
        check_trace(&case, &GCC)?;
    }
}
