//! Whole programs in assembly, whose results were worked out independently: each says in its first line
//! what it leaves in which registers.

use std::path::Path;

use crosscall_machines::dpu::assemble;
use crosscall_machines::dpu::execute::Core;
use crosscall_machines::dpu::link::{STACK_BASE, link, local_link_options};
use crosscall_machines::machine::{Machine, State, Stop};

#[test]
fn programs_have_the_results_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/dpu");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder of programs")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    assert!(paths.len() >= 15, "{}", paths.len());
    for path in paths {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a text");
        let expected =
            text.lines().next().and_then(|line| line.strip_prefix("// expect ")).expect("what is expected");
        let object = assemble(&name, &text).unwrap_or_else(|error| panic!("{error}"));
        let program =
            link(&[object], &local_link_options()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut core = Core::new().expect("the default memory map is valid");
        core.load(&program).expect("the program fits");
        core.set_register(22, STACK_BASE);
        let back = core.begin_call(program.address_of("main").expect("main"));
        assert_eq!(core.run(1_000_000), Stop::Breakpoint(back), "{name}");
        assert_eq!(core.register(22), STACK_BASE, "{name}");
        for item in expected.split_whitespace() {
            let (register, value) = item.split_once('=').expect("REGISTER=VALUE");
            let value = match value.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16),
                None => value.parse(),
            };
            let index = core.registers().iter().position(|info| info.name == register).expect("a register");
            let found = core.register(index as u16);
            assert_eq!(found, value.expect("a number"), "{name}: {register} is {found:#x}");
        }
    }
}
