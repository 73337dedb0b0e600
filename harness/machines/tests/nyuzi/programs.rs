//! Whole programs in assembly, whose results were worked out independently: each says in its first line
//! what it leaves in which registers. They run on the simulator, and on the reference emulator where
//! NYUZI_EMULATOR names it: then all registers and the data must be equal too.

use std::path::Path;

use super::emulator::differences;
use super::tools::{address, emulate, emulator, object, start};
use crosscall_machines::machine::{Machine, State, Stop};
use crosscall_machines::nyuzi::link::{STACK_TOP, link, link_options};

/// Calls `main` and stops at a breakpoint, which has the emulator print its registers.
const STARTUP: &str = "
        .globl _start
_start: li sp, 0xf00000
        call main
        break
";

/// A program, and the registers that it says it leaves.
struct Program {
    name: String,
    text: String,
    expected: Vec<(String, u32)>,
}

/// Every program, by name.
fn programs() -> Vec<Program> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/nyuzi");
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder of programs") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a text");
        let first = text.lines().next().and_then(|line| line.strip_prefix("# expect "));
        let pair = |item: &str| {
            let (register, value) = item.split_once('=').expect("REGISTER=VALUE");
            let value = match value.strip_prefix("0x") {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => value.parse(),
            };
            (register.to_string(), value.expect("a number"))
        };
        let expected = first.expect("the first line says what is expected").split_whitespace().map(pair);
        let expected = expected.collect();
        all.push(Program { name, text, expected });
    }
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

#[test]
fn programs_have_the_results_they_say() {
    let programs = programs();
    assert!(programs.len() >= 16, "{}", programs.len());
    for Program { name, text, expected } in programs {
        let program = link(&[object(&name, &text)], &link_options()).expect("it links");
        let mut core = start(&program);
        let magic = core.begin_call(address(&program, "main"));
        assert_eq!(core.run(1_000_000), Stop::Breakpoint(magic), "{name}");
        assert_eq!(core.register(30), STACK_TOP, "{name}");
        for (register, value) in expected {
            let index = core.registers().iter().position(|info| info.name == register).expect("a register");
            let found = core.register(index as u16);
            assert_eq!(found, value.into(), "{name}: {register} is {found:#x}, expected {value:#x}");
        }
    }
}

#[test]
fn programs_run_alike_on_the_emulator() {
    let Some(emulator) = emulator() else { return };
    let folder = tempfile::tempdir().expect("a temporary directory");
    let (mut count, mut instructions) = (0, 0);
    for Program { name, text, .. } in programs() {
        let objects = [object("start.s", STARTUP), object(&name, &text)];
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
            // What lies between sections is random there.
            .filter(|text| !text.starts_with("memory") || inside(text, &program))
            .collect();
        assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
        count += 1;
        instructions += core.instructions();
    }
    println!("{count} programs, {instructions} instructions, equal");
}

/// Whether a difference in memory lies in a section of the program.
fn inside(text: &str, program: &crosscall_machines::executable::Executable) -> bool {
    let digits = text.trim_start_matches("memory at 0x").split(' ').next().unwrap_or("");
    let address = u64::from_str_radix(digits, 16).expect("an address");
    program.sections.iter().any(|section| address.wrapping_sub(section.address) < section.size)
}
