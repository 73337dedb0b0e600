//! Invariants of every plan of a call on the IPU, whatever the signature and the dialect.

use super::{DOCUMENT, IPU};
use crate::support::Readings;
use crate::support::invariants::{Planned, Shape, any_case, carried, invariants_of};
use crosscall_model::plan::{Piece, Place, Plan, Transfer};
use crosscall_model::target::Register;
use crosscall_model::{Scalar, Type};
use crosscall_oracle::abi;
use crosscall_oracle::choose::{Assignment, walk};
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::knowledge::AllReadings;
use proptest::prelude::*;
use std::ops::Range;

/// Readings of the vendor's fork of LLVM by its source, where they are not the preferred ones.
const COMPILER: Readings = IPU.readings(&[
    ("TYPE-01/double", "R4"),
    ("TYPE-01/vector", "R6"),
    ("TYPE-07", "R4"),
    ("VAR-01/position", "R6"),
    ("S05/upper", "R3"),
]);

/// $m0 to $m3, $a0 to $a5.
fn is_for_arguments(register: Register) -> bool {
    register.0 < 4 || (16..22).contains(&register.0)
}

fn places(plan: &Plan) -> Range<i64> {
    plan.stack.callee_area as i64..plan.stack.argument_bytes as i64
}

/// Each byte of a value is carried; a half may be there twice. Of an aggregate that travels like its only member, what
/// pads it need not be.
fn carries_the_value(pieces: &[Piece], mask: &[u8]) -> bool {
    let carried = carried(pieces);
    let is_padding = |byte: &u32| mask.get(*byte as usize) == Some(&0);
    carried.iter().all(|byte| (*byte as usize) < mask.len())
        && (0..mask.len() as u32).all(|byte| is_padding(&byte) || carried.contains(&byte))
}

/// Questions that stay open until a campaign's first cases are over: those of which one answer only permits more than
/// the other, and who owns what.
const OPEN: &[&str] =
    &["IPU-STACK-01 alignment", "IPU-STACK-08 slots", "IPU-S05 upper", "IPU-S16 again", "IPU-S19 below"];

const PLANNED: Planned = Planned {
    shape: Shape {
        target: IPU.target,
        lane_powers: 6,
        own_vectors: Some((4, [Scalar::Int, Scalar::Half, Scalar::Float])),
        parameters: 14,
    },
    compiler: COMPILER,
    is_for_arguments,
    places,
    carries_the_value,
    is_open: |question| OPEN.contains(&question),
    // One of the questions has three readings.
    most_plans: 3 << (OPEN.len() - 1),
};

invariants_of!(PLANNED);

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// If no value is split, one of 64 bits is in an even register and the next one, and one of 128 bits in four from
    /// a multiple of four on; on the stack they are aligned as much as the stack pointer at least.
    #[test]
    fn wide_values_are_in_groups_of_registers(case in any_case(PLANNED.shape)) {
        let clauses = catalogue(IPU.target);
        let plans = walk(clauses, &AllReadings(clauses), 400, |c| abi::plan(&case, c));
        let short = clauses.find_choice("IPU-ARG-06", "short").expect("a question");
        let in_words = |assignment: &Assignment| {
            [("IPU-ARG-05", "slot", ["R5", "R6"]), ("IPU-ARG-07", "stack", ["R5", "R5"])].into_iter().any(
                |(clause, question, readings)| {
                    let choice = clauses.find_choice(clause, question).expect("a question");
                    let taken = assignment.get(&choice).and_then(|at| {
                        clauses.choice(choice).1.readings.get(usize::from(*at)).map(|r| r.id.as_str())
                    });
                    taken.is_some_and(|taken| readings.contains(&taken))
                },
            )
        };
        for (assignment, plan) in plans.iter().step_by(1 + plans.len() / 48) {
            let splits = assignment.get(&short).is_some_and(|reading| *reading != 0);
            let types = case.signature.arguments().zip(&plan.arguments);
            for (ty, passed) in types {
                let Type::Vector { element: Scalar::Float, lanes: lanes @ (2 | 4) } = ty else { continue };
                let Transfer::Direct(pieces) = &passed.transfer else { continue };
                let mut places = pieces.iter().map(|piece| piece.place);
                match places.next() {
                    Some(Place::Register { register, .. }) if !splits => {
                        prop_assert_eq!(u32::from(register.0) % lanes, 0);
                        for (place, next) in places.zip(register.0 + 1..) {
                            prop_assert_eq!(place, Place::Register { register: Register(next), byte: 0 });
                        }
                    }
                    // Places of 4 bytes each are a reading of their own.
                    Some(Place::Stack { offset }) => {
                        prop_assert_eq!(offset % if in_words(assignment) { 4 } else { 8 }, 0);
                    }
                    _ => {}
                }
            }
        }
    }

    /// All arguments of a variadic function are on the stack, named ones as well.
    #[test]
    fn lists_are_on_the_stack(case in any_case(PLANNED.shape)) {
        if case.signature.variadic.is_none() {
            return Ok(());
        }
        let plan = abi::plan(&case, &mut IPU.chooser(&DOCUMENT));
        for passed in &plan.arguments {
            let pieces = match &passed.transfer {
                Transfer::Nothing => continue,
                Transfer::Direct(pieces) | Transfer::ByReference { pointer: pieces, .. } => pieces,
            };
            prop_assert!(pieces.iter().all(|piece| matches!(piece.place, Place::Stack { .. })), "{:?}", passed);
        }
    }
}
