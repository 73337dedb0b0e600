//! Programs in assembly with results worked out beforehand, assembled, linked and run here, and by the vendor's
//! tools where they are installed.

use crate::tools::{forw, run};
use crosscall_machines::forwardcom::execute::Core;
use crosscall_machines::forwardcom::link::{link, link_options};
use crosscall_machines::forwardcom::{assemble, elf};
use crosscall_machines::machine::{Machine, State, Stop};

#[test]
fn programs_give_what_their_first_line_says() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/programs/forwardcom");
    let vendor = forw();
    let scratch = tempfile::tempdir().expect("a folder");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder exists").flatten() {
        let path = entry.path();
        let name = path.display().to_string();
        let text = std::fs::read_to_string(&path).expect("a text");
        let first = text.lines().next().unwrap_or_default();
        let (register, value) =
            first.strip_prefix("// expect ").and_then(|rest| rest.split_once('=')).expect("an expectation");
        let value: u64 = value.parse().expect("a number");
        let object = assemble(&name, &text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let program = link(&[&object], &link_options()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let bytes = elf::write_executable(&program).expect("it can be written");
        let program = elf::read_executable("program", &bytes).expect("it can be read");
        let mut core = Core::new().expect("the default map");
        core.load(&program).expect("it fits");
        let stop = core.run(100_000);
        let index = core.registers().iter().position(|info| info.name == register).expect("a register");
        assert_eq!(core.register(index as u16), value, "{name}: {stop:?}");
        assert_eq!(stop, Stop::Exit(value as i32), "{name}");
        if let Some(forw) = &vendor {
            // The vendor's emulator runs the program that is linked here, and what the vendor's tools make of it.
            std::fs::write(scratch.path().join("here.ex"), &bytes).expect("it can be written");
            run(forw, scratch.path(), &["-ass", &name, "there.ob"]);
            run(forw, scratch.path(), &["-link", "there.ex", "there.ob"]);
            for file in ["here.ex", "there.ex"] {
                let status = std::process::Command::new(forw)
                    .args(["-emu", file])
                    .current_dir(scratch.path())
                    .output()
                    .expect("forw runs")
                    .status;
                assert_eq!(status.code(), Some(value as i32 & 0xFF), "{name}: {file}");
            }
        }
        count += 1;
    }
    assert!(count >= 6);
}
