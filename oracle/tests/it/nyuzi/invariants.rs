//! Invariants of every plan of a Nyuzi call, whatever the signature and the dialect.

use super::{BACKEND, DOCUMENT, NYUZI};
use crate::support::invariants::{
    OpenAt, Shape, any_case, any_type, check, check_images, check_layout, check_trace, count, plans,
};
use crosscall_model::plan::{Place, Plan, Transfer};
use crosscall_model::target::Register;
use crosscall_model::{Scalar, Type};
use crosscall_oracle::abi;
use proptest::prelude::*;
use std::ops::Range;

const SHAPE: Shape = Shape {
    target: NYUZI.target,
    lane_powers: 6,
    own_vectors: Some((16, [Scalar::Int, Scalar::UnsignedInt, Scalar::Float])),
    parameters: 14,
};

/// Scalars reach to s15 where a 64-bit value counts as one, and further where even registers are waited for.
fn is_for_arguments(register: Register) -> bool {
    register.0 < 20 || (32..48).contains(&register.0)
}

fn places(plan: &Plan) -> Range<i64> {
    plan.stack.callee_area as i64..plan.stack.argument_bytes as i64
}

/// Questions that stay open until a campaign's first cases are over: those of which one answer only permits more than
/// the other, and who owns what.
const OPEN: &[&str] = &[
    "NYUZI-REG-08",
    "NYUZI-RET-01 again",
    "NYUZI-S08",
    "NYUZI-S10 copy",
    "NYUZI-S10 slots",
    "NYUZI-S15",
    "NYUZI-S19",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn every_byte_is_placed_once_under_every_reading(case in any_case(SHAPE)) {
        let real = abi::plan(&case, &mut NYUZI.chooser(&BACKEND));
        for plan in plans(&case).iter().chain([&real]) {
            check(&case, plan, is_for_arguments, places)?;
        }
    }

    /// A vector of the processor is in one vector register, or on the stack at a multiple of 64 bytes.
    #[test]
    fn vectors_stay_whole(case in any_case(SHAPE)) {
        for plan in plans(&case) {
            let types = case.signature.arguments().zip(&plan.arguments);
            let types = types.chain(case.signature.result.iter().zip(&plan.result));
            for (ty, passed) in types {
                let Type::Vector { element: Scalar::Int | Scalar::UnsignedInt | Scalar::Float, lanes: 16 } = ty else {
                    continue;
                };
                let Transfer::Direct(pieces) = &passed.transfer else {
                    return Err(TestCaseError::fail("a vector by address"));
                };
                let [piece] = pieces.as_slice() else { return Err(TestCaseError::fail("a vector in pieces")) };
                match piece.place {
                    Place::Register { register, byte } => prop_assert!(register.0 >= 32 && byte == 0),
                    Place::Stack { offset } => prop_assert_eq!(offset % 64, 0),
                    Place::Pointed { .. } => return Err(TestCaseError::fail("there is no list of parameters")),
                }
            }
        }
    }

    /// The search stays small once the first cases have settled what can be settled.
    #[test]
    fn few_readings_stay_open(case in any_case(SHAPE)) {
        let plans = count(&case, &OpenAt(NYUZI.target, |question| OPEN.contains(&question)));
        prop_assert!(plans <= 1 << OPEN.len(), "{plans} plans");
    }

    #[test]
    fn layouts_are_sound(ty in any_type(SHAPE)) {
        for permits in [&DOCUMENT, &BACKEND] {
            check_layout(NYUZI.target, &ty, permits)?;
        }
    }

    #[test]
    fn images_hold_every_leaf(case in any_case(SHAPE)) {
        check_images(&case, &BACKEND)?;
    }

    #[test]
    fn traces_agree_with_plans(case in any_case(SHAPE)) {
        check_trace(&case, &BACKEND)?;
    }
}
