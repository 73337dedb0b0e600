//! Invariants of every plan of an AArch64 call, whatever the signature and the dialect.

use super::AARCH64;
use crate::support::invariants::{Planned, Shape, carried, invariants_of};
use crosscall_model::plan::{Piece, Plan};
use crosscall_model::target::Register;
use std::ops::Range;

/// Every determined byte is carried by one piece, and no byte by two: padding between the members of an HFA, where some may
/// be, does not travel.
fn carries_what_is_determined(pieces: &[Piece], mask: &[u8]) -> bool {
    let carried = carried(pieces);
    let twice = carried.windows(2).any(|pair| pair[0] == pair[1]);
    let inside = carried.last().is_none_or(|last| (*last as usize) < mask.len());
    let is_carried = |at: usize| u32::try_from(at).is_ok_and(|at| carried.binary_search(&at).is_ok());
    !twice && inside && mask.iter().enumerate().all(|(at, mask)| *mask == 0 || is_carried(at))
}

/// x0 to x7, x8 with the address for a result, and v0 to v7.
fn is_for_arguments(register: Register) -> bool {
    matches!(register.0, 0..=8 | 32..=39)
}

fn places(plan: &Plan) -> Range<i64> {
    0..plan.stack.argument_bytes as i64
}

/// Questions that stay open until a campaign's first cases are over.
const OPEN: &[&str] = &[
    "AARCH64-REG-05",
    "AARCH64-STACK-05",
    "AARCH64-STACK-14",
    "AARCH64-S14",
    "AARCH64-S15",
    "AARCH64-VAR-17",
];

const PLANNED: Planned = Planned {
    shape: Shape { target: AARCH64.target, lane_powers: 5, own_vectors: None, parameters: 14 },
    // The bits of a leaf are those of its type.
    compiler: AARCH64.readings(&[("LAYOUT-18/array", "R4"), ("TYPE-39", "R2")]),
    is_for_arguments,
    places,
    carries_the_value: carries_what_is_determined,
    is_open: |question| OPEN.contains(&question),
    most_plans: 1000,
};

invariants_of!(PLANNED);
