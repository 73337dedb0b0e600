//! Whole programs in assembly give the results that they say. They run on the simulator, and on the
//! reference emulator where NYUZI_EMULATOR names it: then all registers and the data must be equal too.

use super::emulator::differences;
use super::tools::{address, emulate, emulator, object, start};
use crate::support::programs;
use crosscall_machines::machine::{Machine, State};
use crosscall_machines::nyuzi::link::{STACK_TOP, link, link_options};

/// Calls `main` and stops at a breakpoint, which has the emulator print its registers.
const STARTUP: &str = "
        .globl _start
_start: li sp, 0xf00000
        call main
        break
";

#[test]
fn programs_have_the_results_they_say() {
    let programs = programs::all("nyuzi");
    assert!(programs.len() >= 16, "{}", programs.len());
    for test in programs {
        let program = link(&[object(&test.name, &test.text)], &link_options()).expect("it links");
        let mut core = start(&program);
        let back = core.begin_call(address(&program, "main"));
        let stop = core.run(1_000_000);
        assert_eq!(test.check(&core, &stop, back), Ok(()));
        assert_eq!(core.register(30), STACK_TOP, "{}", test.name);
    }
}

#[test]
fn programs_run_alike_on_the_emulator() {
    let Some(emulator) = emulator() else { return };
    let folder = tempfile::tempdir().expect("a temporary directory");
    let (mut count, mut instructions) = (0, 0);
    for test in programs::all("nyuzi") {
        let name = &test.name;
        let objects = [object("start.s", STARTUP), object(name, &test.text)];
        let program = link(&objects, &link_options()).expect("it links");
        let mut core = start(&program);
        core.set_register(30, 0);
        let stop = core.run(1_000_000);
        let end = program.segments.iter().map(|segment| segment.address + segment.memory_size).max();
        let dump = (0x1000, end.unwrap_or(0x1000) as u32 - 0x1000);
        let theirs = emulate(&emulator, folder.path(), &program, dump).expect("it runs");
        assert_eq!(theirs.fault.as_ref().map(|(kind, _)| kind.as_str()), Some("BREAKPOINT"), "{name}");
        let wrong: Vec<String> = differences(&core, &stop, &theirs, dump)
            .into_iter()
            // The bytes between sections are random there.
            .filter(|text| !text.starts_with("memory") || inside(text, &program))
            .collect();
        assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
        count += 1;
        instructions += core.instructions();
    }
    println!("{count} programs, {instructions} instructions, equal");
}

/// Returns whether a difference in memory lies in a section of the program.
fn inside(text: &str, program: &crosscall_machines::executable::Executable) -> bool {
    let digits = text.trim_start_matches("memory at 0x").split(' ').next().unwrap_or("");
    let address = u64::from_str_radix(digits, 16).expect("an address");
    program.sections.iter().any(|section| address.wrapping_sub(section.address) < section.size)
}
