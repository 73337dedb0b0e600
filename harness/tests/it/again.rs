//! A finding can be seen again by what a report says of it: with the same compiler, and without the configuration that
//! described it.

use crate::common::{World, is_installed, toolchain_entry};

/// A compiler with an option by which it does not preserve a register.
const COMMAND: [&str; 5] =
    ["riscv64-unknown-elf-gcc", "-march=rv64imafdc", "-mabi=lp64d", "-fcall-used-s1", "-O2"];

#[test]
fn a_configured_compiler_is_described_by_the_report() {
    if !is_installed("riscv64-gcc-lp64d-O2") {
        return;
    }
    let world = World::new();
    // By its answer to --version it would be another kind: the command has to say so.
    let entry = toolchain_entry("my-own", "riscv64-lp64d", "clang", &COMMAND);
    world.write("crosscall.toml", entry);
    let run = ["run", "--store=store", "--toolchain=my-own", "--pairing=callee", "--cases=600", "--quiet"];
    assert_eq!(world.run(&run).code, 1);
    let report = world.run(&["report", "store", "--format=json"]).json();
    let [subject] = report["subjects"].as_array().unwrap().as_slice() else { panic!("{report}") };
    assert_eq!(subject["commands"]["my-own"], serde_json::json!(COMMAND));
    let page = world.run(&["report", "store", "--format=html"]);
    assert!(page.out.contains(&COMMAND.join(" ")), "the page has the command");

    let found = subject["findings"].as_array().unwrap();
    let found = found.iter().find(|found| found["clause"] == "RISCV-REG-07").expect("a register is lost");
    let elsewhere = World::new();
    elsewhere.write("case.toml", found["case_text"].as_str().unwrap());
    let words = shlex::split(found["reproduce"].as_str().unwrap()).unwrap();
    let (program, words) = words.split_first().unwrap();
    assert_eq!(program, "crosscall");
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    words.extend(["--format", "json"]);
    let again = elsewhere.run(&words).exits(1).json();
    let again = &again["subjects"][0]["findings"][0];
    for key in ["clause", "what", "expected", "observed", "signature"] {
        assert_eq!(again[key], found[key], "{key}");
    }
    assert_eq!(again["reproduce"], found["reproduce"]);
    assert_eq!(elsewhere.files(), ["case.toml"]);
}

/// The commands that the terminal prints, too, where the compiler was only described on the command line.
#[test]
fn the_command_that_a_run_ends_with_works_as_it_is() {
    if !is_installed("riscv64-gcc-lp64d-O2") {
        return;
    }
    let world = World::new();
    let subject = format!("--subject=my-own={}", COMMAND.join(" "));
    let run = ["run", &subject, "--target=riscv64-lp64d", "--pairing=callee", "--cases=600"];
    let run = world.run(&run).exits(1);
    let command = run.out.lines().find_map(|line| line.strip_prefix("Look at one: crosscall "));
    let words = shlex::split(command.expect("a command")).unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let again = world.run(&words).exits(1);
    assert!(again.out.contains(&format!("  reproduce: crosscall {}", command.unwrap())), "{}", again.out);
}
