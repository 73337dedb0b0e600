//! Invariants of every plan of a DPU call, whatever the signature and the dialect.

use super::{BACKEND, DPU};
use crate::support::invariants::{Planned, Shape, any_case, carries_each_byte_once, invariants_of, plans};
use crosscall_model::Type;
use crosscall_model::plan::{Place, Plan, Transfer};
use crosscall_model::target::Register;
use proptest::prelude::*;
use std::ops::Range;

fn is_for_arguments(register: Register) -> bool {
    register.0 < 8
}

/// Below the two saved words.
fn places(plan: &Plan) -> Range<i64> {
    -(plan.stack.argument_bytes as i64)..-(plan.stack.link_bytes as i64)
}

/// Questions that stay open until a campaign's first cases are over: those of which one answer only permits more than
/// the other, and who owns what.
const OPEN: &[&str] = &[
    "DPU-REG-08",
    "DPU-ARG-02",
    "DPU-ARG-05 copy",
    "DPU-RET-01",
    "DPU-RET-04 again",
    "DPU-STACK-05",
    "DPU-CALL-06",
    "DPU-S16",
    "DPU-S21",
];

const PLANNED: Planned = Planned {
    shape: Shape { target: DPU.target, lane_powers: 5, own_vectors: None, parameters: 14 },
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

    /// A double word in registers is in a pair, with its most significant half in the even one.
    #[test]
    fn pairs_begin_with_an_even_register(case in any_case(PLANNED.shape)) {
        for plan in plans(&case) {
            for passed in plan.arguments.iter().chain(&plan.result) {
                let Transfer::Direct(pieces) = &passed.transfer else { continue };
                let number = |offset: u32| pieces.iter().find(|p| p.offset == offset).and_then(|p| match p.place {
                    Place::Register { register, .. } => Some(register.0),
                    _ => None,
                });
                if let (8, true, Some(low), Some(high)) =
                    (passed.image.bytes.len(), passed.parts.is_empty(), number(0), number(4)) {
                    prop_assert!(high % 2 == 0 && low == high + 1, "{:?}", passed);
                }
            }
        }
    }

    /// On the stack a scalar begins at a word, however narrow it is.
    #[test]
    fn stack_places_are_aligned(case in any_case(PLANNED.shape)) {
        // Of vectors and complex values the document says nothing (DPU-S05), and how small ones lie among variable
        // arguments and the named one before them is no rule.
        let of_bytes = |ty: &Type| matches!(ty, Type::Vector { .. } | Type::Complex(_));
        prop_assume!(case.signature.variadic.is_none() || !case.signature.arguments().any(of_bytes));
        for plan in plans(&case) {
            for (ty, passed) in case.signature.arguments().zip(&plan.arguments) {
                if ty.record().is_some() {
                    continue;
                }
                let Transfer::Direct(pieces) = &passed.transfer else { continue };
                let lowest = pieces.iter().filter_map(|p| match p.place {
                    Place::Stack { offset } => Some(offset),
                    _ => None,
                });
                if let Some(lowest) = lowest.min() {
                    prop_assert_eq!(lowest % 4, 0, "{:?}", passed);
                }
            }
        }
    }
}
