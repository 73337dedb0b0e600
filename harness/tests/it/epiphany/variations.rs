//! Harmless variations of a real compiler, where one is there: options that change the code and not the convention,
//! another name, another path, noise. None may give a finding that is not known.
//!
//! `CROSSCALL_VARIATION_CASES=400 cargo test --release -p crosscall variations::` takes more cases than usual.

use crate::common::{self, World};
use std::path::Path;

/// Options, each set a compiler of its own.
#[rustfmt::skip]
const OPTIONS: &[&str] = &[
    "-O2 -g", "-O2 -fpic", "-Ofast", "-Og", "-O1 -funroll-loops", "-O2 -ffunction-sections",
    "-O2 -fdata-sections", "-O2 -falign-functions=32", "-O2 -fno-inline", "-O2 -fno-toplevel-reorder",
    "-O2 -fno-common", "-O2 -fcommon", "-O2 -fverbose-asm", "-O0 -fomit-frame-pointer",
    "-O2 -fno-omit-frame-pointer", "-O2 -fno-schedule-insns2", "-O2 -fno-schedule-insns",
    "-O2 -fno-peephole2", "-O2 -fno-tree-ter", "-O2 -fno-gcse", "-O2 -fwrapv", "-O2 -fno-strict-aliasing",
    "-O2 -fira-algorithm=priority", "-O2 -fno-ipa-ra", "-O2 -fstack-usage",
    "-O2 -fno-optimize-sibling-calls", "-O2 -std=gnu99", "-O2 -std=c17", "-O2 -frename-registers",
    "-O2 -fno-builtin", "-O2 -fno-reorder-blocks", "-O2 -fconserve-stack", "-O3 -fno-tree-vectorize",
    "-O2 -fno-shrink-wrap", "-Os -fno-ivopts",
];

fn toolchain(name: &str, command: &[&str]) -> String {
    common::toolchain_entry(name, "epiphany", "gcc", command)
}

/// A program that runs another one after a shell command.
fn wrapper(world: &World, name: &str, before: &str, program: &str) -> String {
    let text = format!("#!/bin/sh\n{before}\nexec '{program}' \"$@\"\n");
    world.write_program(name, text).display().to_string()
}

#[test]
fn harmless_variations_give_no_new_finding() {
    let Some(gcc) = common::installed_as("epiphany-elf-gcc-O2") else { return };
    let program = gcc.cc[0].as_str();
    assert!(Path::new(program).is_absolute(), "{program}");
    let world = World::new();
    let mut config = String::new();
    let wanted: Vec<&str> = OPTIONS.iter().copied().step_by(common::one_in(8)).collect();
    for (i, options) in wanted.iter().enumerate() {
        let mut command = vec![program];
        command.extend(options.split(' '));
        config += &toolchain(&format!("v{i}"), &command);
    }
    config += &toolchain("my-compiler", &[program, "-O2"]);
    let link = world.path("linked-compiler");
    std::os::unix::fs::symlink(program, &link).expect("a link");
    config += &toolchain("linked", &[&link.display().to_string(), "-O2"]);
    config += &toolchain("blanks", &[&wrapper(&world, "a folder with blanks/my gcc", ":", program), "-O2"]);
    let noise = "echo 'note: this compiler has a licence until 2099' >&2";
    config += &toolchain("noisy", &[&wrapper(&world, "noisy-gcc", noise, program), "-O2"]);
    world.write("variations.toml", config);

    let cases = std::env::var("CROSSCALL_VARIATION_CASES").unwrap_or_else(|_| "60".to_owned());
    let count = wanted.len() + 4;
    let mut arguments = vec!["--config", "variations.toml", "run", "--cases", &cases, "--format", "json"];
    let names: Vec<String> = (0..wanted.len()).map(|i| format!("v{i}")).collect();
    let others = ["my-compiler", "linked", "blanks", "noisy"];
    for name in names.iter().map(String::as_str).chain(others) {
        arguments.extend(["--toolchain", name]);
    }
    let answer = world.run_at_home(&arguments);
    let report = answer.json();
    let subjects = report["subjects"].as_array().expect("subjects");
    assert_eq!(subjects.len(), count);
    let mut new = String::new();
    for subject in subjects {
        let name = subject["subject"].as_str().unwrap_or_default();
        let at = name.strip_prefix('v').and_then(|i| i.parse::<usize>().ok());
        let options = at.and_then(|i| wanted.get(i)).copied().unwrap_or(name);
        assert!(subject["trials"]["run"].as_u64() > Some(0), "{options}: {subject:#}");
        for finding in subject["findings"].as_array().expect("findings") {
            if finding["known"].as_array().is_none_or(Vec::is_empty) {
                let [fingerprint, expected, observed] =
                    ["fingerprint", "expected", "observed"].map(|k| &finding[k]);
                let [pairing, signature] = ["pairing", "signature"].map(|k| &finding[k]);
                new += &format!("{options}: {fingerprint} {pairing} {signature}: {expected}, {observed}\n");
            }
        }
    }
    assert!(new.is_empty(), "\n{new}");
    assert_eq!(answer.code, 0, "{answer:?}");
}
