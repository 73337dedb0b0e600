//! Invariants of every plan of a RISC-V call, whatever the signature and the dialect.

use crate::support::invariants::{Planned, Shape, carried, invariants_of};
use crosscall_model::plan::{Piece, Plan};
use crosscall_model::target::Register;
use std::ops::Range;

/// Every determined byte is carried by one piece, and no byte by two: what is between the members of a structure does not
/// travel where they have registers of their own.
fn carries_what_is_determined(pieces: &[Piece], mask: &[u8]) -> bool {
    let carried = carried(pieces);
    let twice = carried.windows(2).any(|pair| pair[0] == pair[1]);
    let inside = carried.last().is_none_or(|last| (*last as usize) < mask.len());
    let is_carried = |at: usize| u32::try_from(at).is_ok_and(|at| carried.binary_search(&at).is_ok());
    !twice && inside && mask.iter().enumerate().all(|(at, mask)| *mask == 0 || is_carried(at))
}

fn places(plan: &Plan) -> Range<i64> {
    0..plan.stack.argument_bytes as i64
}

/// Questions that stay open until a campaign's first cases are over.
const OPEN: &[&str] = &[
    "RISCV-REG-11",
    "RISCV-ARG-26",
    "RISCV-ARG-43 members",
    "RISCV-ARG-49 pointer",
    "RISCV-STACK-06",
    "RISCV-STACK-14",
    "RISCV-S13",
    "RISCV-S14",
];

/// The tests of one ABI.
macro_rules! of {
    ($name:ident, $setting:expr, $registers:expr) => {
        mod $name {
            use super::*;
            use crate::riscv;

            /// a0 and up, and fa0 to fa7 where the ABI has them.
            fn is_for_arguments(register: Register) -> bool {
                let info = $setting.target.register(register).expect("a register");
                $registers.iter().any(|(file, last)| {
                    let number = info.name.strip_prefix(file).and_then(|number| number.parse::<u8>().ok());
                    number.is_some_and(|number| number <= *last)
                })
            }

            const PLANNED: Planned = Planned {
                shape: Shape { target: $setting.target, lane_powers: 5, own_vectors: None, parameters: 14 },
                compiler: $setting.readings(&[("RISCV-LAYOUT-03", "R3"), ("RISCV-ARG-34", "R2")]),
                is_for_arguments,
                places,
                carries_the_value: carries_what_is_determined,
                is_open: |question| OPEN.contains(&question),
                most_plans: 1000,
            };

            invariants_of!(PLANNED);
        }
    };
}

of!(ilp32e, riscv::ILP32E, [("a", 5)]);
of!(ilp32, riscv::ILP32, [("a", 7)]);
of!(ilp32d, riscv::ILP32D, [("a", 7), ("fa", 7)]);
of!(lp64, riscv::LP64, [("a", 7)]);
of!(lp64d, riscv::LP64D, [("a", 7), ("fa", 7)]);
