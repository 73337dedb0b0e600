//! Invariants of every plan of an x86-64 call, whatever the signature and the dialect.

use super::X86_64;
use crate::support::invariants::{Planned, Shape, carried, invariants_of};
use crosscall_model::plan::{Piece, Plan};
use crosscall_model::target::Register;
use std::ops::Range;

/// Every determined byte is carried by one piece, and no byte by two: an eightbyte of padding does not travel.
fn carries_what_is_determined(pieces: &[Piece], mask: &[u8]) -> bool {
    let carried = carried(pieces);
    let twice = carried.windows(2).any(|pair| pair[0] == pair[1]);
    let inside = carried.last().is_none_or(|last| (*last as usize) < mask.len());
    let is_carried = |at: usize| u32::try_from(at).is_ok_and(|at| carried.binary_search(&at).is_ok());
    !twice && inside && mask.iter().enumerate().all(|(at, mask)| *mask == 0 || is_carried(at))
}

/// Behind the return address.
fn places(plan: &Plan) -> Range<i64> {
    8..plan.stack.argument_bytes as i64
}

/// rdi, rsi, rdx, rcx, r8, r9 and xmm0 to xmm7.
fn is_for_arguments(register: Register) -> bool {
    matches!(register.0, 1..=2 | 6..=9 | 16..=23)
}

/// Questions that stay open until a campaign's first cases are over.
const OPEN: &[&str] = &["X86-STACK-09", "X86-S01", "X86-S02", "X86-S03", "X86-S25", "X86-VAR-02", "X86-S26"];

const PLANNED: Planned = Planned {
    shape: Shape { target: X86_64.target, lane_powers: 5, own_vectors: None, parameters: 14 },
    compiler: X86_64.readings(&[
        ("TYPE-07", "R2"),
        ("LAYOUT-07", "R2"),
        ("S01", "R2"),
        ("S08", "R2"),
        ("S15/short", "R4"),
        ("S19/unused", "R8"),
        ("S15/float", "R6"),
    ]),
    is_for_arguments,
    places,
    carries_the_value: carries_what_is_determined,
    is_open: |question| OPEN.contains(&question),
    most_plans: 1000,
};

invariants_of!(PLANNED);
