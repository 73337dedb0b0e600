//! Cases and C text for RISC-V: those of one ABI, for the ABIs differ in the widths of a few types alone.

use crosscall_model::Target;
use crosscall_model::target::riscv::Abi;

use crosscall_generator::is_common;

use crate::cases::random_cases_of;
use crate::probe::carry_out;
use crate::support::plans::{RISCV32, RISCV32E, RISCV64};

const TARGET: Target = Target::Riscv(Abi::Lp64d);

tests_of_every_target!();

#[test]
fn probes_carry_out_random_plans() {
    for (convention, is_narrow) in [(RISCV32E, true), (RISCV32, true), (RISCV64, false)] {
        let wide = carry_out(&convention, 500);
        assert_eq!(wide > 100, is_narrow, "{wide}");
    }
}

#[test]
fn a_fourth_of_the_random_cases_can_be_said_in_every_language() {
    let mut counts = [[0; 2]; 4];
    for (place, case) in random_cases_of(TARGET, 2_000).enumerate() {
        counts[place % 4][usize::from(is_common(&case))] += 1;
    }
    let [others, common] = counts[2];
    assert!(others < 5, "{others} of {}", others + common);
    // The other cases are as they come.
    for [others, common] in [counts[0], counts[1], counts[3]] {
        assert!(others > common && common > 150, "{others} and {common}");
    }
}
