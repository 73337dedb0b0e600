//! Whole programs in assembly give the results that they say.

use crate::support::programs;
use crosscall_machines::dpu::assemble;
use crosscall_machines::dpu::execute::Core;
use crosscall_machines::dpu::link::{STACK_BASE, link, local_link_options};
use crosscall_machines::machine::{Machine, State};

#[test]
fn programs_have_the_results_they_say() {
    let programs = programs::all("dpu");
    assert!(programs.len() >= 18, "{}", programs.len());
    for test in programs {
        let name = &test.name;
        let object = assemble(name, &test.text).unwrap_or_else(|error| panic!("{error}"));
        let program =
            link(&[object], &local_link_options()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut core = Core::new().expect("the default memory map is valid");
        core.load(&program).expect("the program fits");
        core.set_register(22, STACK_BASE);
        let back = core.begin_call(program.address_of("main").expect("main"));
        let stop = core.run(1_000_000);
        assert_eq!(test.check(&core, &stop, back), Ok(()));
        assert_eq!(core.register(22), STACK_BASE, "{name}");
    }
}
