//! Whole programs in assembly give the results that they say, on both widths.

use crate::support::calls::{address, program};
use crate::support::programs;
use crosscall_machines::riscv::link::STACK_TOP;
use crosscall_machines::toolset::find;

#[test]
fn programs_have_the_results_they_say() {
    for target in ["riscv32", "riscv64"] {
        let programs = programs::all("riscv");
        assert!(programs.len() >= 8, "{}", programs.len());
        for test in programs {
            let program = program(target, &test.text);
            let mut machine = find(target).expect("a target").machine().expect("a machine");
            machine.load(&program).expect("it fits");
            let back = machine.begin_call(address(&program, "main"));
            let stop = machine.run(1_000_000);
            assert_eq!(test.check(&*machine, &stop, back), Ok(()), "{target}");
            assert_eq!(machine.register(2), STACK_TOP, "{target} {}", test.name);
        }
    }
}
