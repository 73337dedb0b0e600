//! Cases and C text for RISC-V: those of one ABI, for the ABIs differ in the widths of a few types alone.

use crosscall_model::Target;
use crosscall_model::target::riscv::Abi;

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
