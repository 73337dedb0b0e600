//! Invariants of every plan of a Nyuzi call, whatever the signature and the dialect.

use super::{BACKEND, NYUZI};
use crate::support::invariants::{Planned, Shape, any_case, carries_each_byte_once, invariants_of, plans};
use crosscall_model::plan::{Place, Plan, Transfer};
use crosscall_model::target::Register;
use crosscall_model::{Scalar, Type};
use proptest::prelude::*;
use std::ops::Range;

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

const PLANNED: Planned = Planned {
    shape: Shape {
        target: NYUZI.target,
        lane_powers: 6,
        own_vectors: Some((16, [Scalar::Int, Scalar::UnsignedInt, Scalar::Float])),
        parameters: 14,
    },
    compiler: BACKEND,
    is_for_arguments,
    places,
    carries_the_value: carries_each_byte_once,
    is_open: |question| OPEN.contains(&question),
    most_plans: 1 << OPEN.len(),
};

invariants_of!(PLANNED);

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// A vector of the processor is in one vector register, or on the stack at a multiple of 64 bytes.
    #[test]
    fn vectors_stay_whole(case in any_case(PLANNED.shape)) {
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
}
