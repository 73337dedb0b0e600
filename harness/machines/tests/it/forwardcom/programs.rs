//! Programs in assembly with results worked out beforehand, assembled, linked and run here, and by the vendor's
//! tools where they are installed.

use super::tools::{forw, run};
use crate::support::programs;
use crosscall_machines::forwardcom::execute::Core;
use crosscall_machines::forwardcom::link::{link, link_options};
use crosscall_machines::forwardcom::{assemble, elf};
use crosscall_machines::machine::Machine;

#[test]
fn programs_give_what_their_first_line_says() {
    let vendor = forw();
    let scratch = tempfile::tempdir().expect("a folder");
    let programs = programs::all("forwardcom");
    assert!(programs.len() >= 6, "{}", programs.len());
    for test in programs {
        let name = &test.name;
        let object = assemble(name, &test.text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let program = link(&[&object], &link_options()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let bytes = elf::write_executable(&program).expect("it can be written");
        let program = elf::read_executable("program", &bytes).expect("it can be read");
        let mut core = Core::new().expect("the default map");
        core.load(&program).expect("it fits");
        let stop = core.run(100_000);
        assert_eq!(test.check(&core, &stop, 0), Ok(()));
        let expected = test.expected("exit").expect("the program ends itself");
        if let Some(forw) = &vendor {
            // The vendor's emulator runs the program that is linked here, and what the vendor's tools make of it.
            std::fs::write(scratch.path().join("here.ex"), &bytes).expect("it can be written");
            let path = programs::folder("forwardcom").join(name).display().to_string();
            run(forw, scratch.path(), &["-ass", &path, "there.ob"]);
            run(forw, scratch.path(), &["-link", "there.ex", "there.ob"]);
            for file in ["here.ex", "there.ex"] {
                let status = std::process::Command::new(forw)
                    .args(["-emu", file])
                    .current_dir(scratch.path())
                    .output()
                    .expect("forw runs")
                    .status;
                assert_eq!(status.code(), Some(expected as i32 & 0xFF), "{name}: {file}");
            }
        }
    }
}
