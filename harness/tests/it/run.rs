//! `crosscall run` and its relatives with the embedded code generator, which is always there, and with
//! GCC where it is installed.

use crate::common::{self, World};
use std::process::Command;

const EMBEDDED: [&str; 5] = ["run", "--toolchain", "embedded-epiphany", "--cases", "40"];

fn with<'a>(base: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    base.iter().chain(more).copied().collect()
}

#[test]
fn without_any_compiler_the_embedded_one_is_run_and_the_others_are_named() {
    let world = World::new();
    let answer = world.answer(world.command(&["run", "--cases", "20"]).env("PATH", "/nowhere")).exits(0);
    // One screen, from which a stranger sees what was tested, what was found, and how to get the rest.
    let lines: Vec<&str> = answer.out.lines().collect();
    assert!(lines.len() <= 40, "{}", answer.out);
    let words = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "2 compilers for 12 ABIs, seed 1",
        "none is installed; 2 tested from recordings",
        "12 ABIs built-in code generator",
        "EPIPHANY-GCC12-",
        "nyuzi-clang 9.0.0, 5 levels (recorded)",
        "riscv: apt-get install gcc-riscv64-unknown-elf clang",
        "epiphany: scripts/install-epiphany-toolchain",
        "Look at one: crosscall repro ",
    ] {
        assert!(words.contains(part), "{part}: {}", answer.out);
    }
    assert_eq!(answer.err, "", "no progress bar in a pipe");
}

#[test]
fn compilers_of_other_targets_are_not_started() {
    let world = World::new();
    let compilers = ["epiphany-elf-gcc", "riscv64-unknown-elf-gcc", "clang-14"];
    for name in compilers {
        world.write_program(&format!("bin/{name}"), "#!/bin/sh\necho > \"$0.started\"\nexit 1\n");
    }
    world.run_with_path("bin", &["run", "--target", "epiphany", "--cases", "1"]);
    let started = compilers.map(|name| world.path(&format!("bin/{name}.started")).exists());
    assert_eq!(started, [true, false, false]);
    // Their names are known all the same.
    let answer = world
        .run_with_path("bin", &["run", "--target", "epiphany", "--toolchain", "recorded-nyuzi-clang*"])
        .exits(2);
    let reported =
        "toolchain `recorded-nyuzi-clang*` is for target nyuzi, not for epiphany; ask for nyuzi, too";
    assert!(answer.err.contains(reported), "{}", answer.err);
}

#[test]
fn the_same_seed_gives_the_same_report_whatever_the_number_of_jobs() {
    let world = World::new();
    let run = |jobs: &str, seed: &str| {
        let arguments = with(
            &EMBEDDED,
            &["--format", "json", "--jobs", jobs, "--seed", seed, "--batch", "7", "--cases", "400"],
        );
        // The last `--cases` counts.
        let arguments: Vec<&str> =
            arguments.iter().enumerate().filter(|(i, _)| !(3..5).contains(i)).map(|(_, a)| *a).collect();
        let mut value = world.run(&arguments).json();
        value["run"] = serde_json::Value::Null;
        value.to_string()
    };
    let one = run("1", "5");
    assert_eq!(one, run("3", "5"));
    assert_ne!(one, run("1", "6"));
}

#[test]
fn the_three_forms_and_the_folder() {
    let world = World::new();
    let value = world.run(&with(&EMBEDDED, &["--format", "json", "--report", "out"])).json();
    let kept = world.read("out/report.json");
    assert_eq!(serde_json::from_str::<serde_json::Value>(&kept).unwrap(), value);
    assert_eq!((value["format"].as_u64(), value["cases"].as_u64()), (Some(3), Some(40)));
    assert_eq!(value["generator"], crosscall_generator::VERSION);
    let subject = &value["subjects"][0];
    assert_eq!(subject["subject"], "embedded-epiphany");
    let trials = |key: &str| subject["trials"][key].as_u64().unwrap();
    let sum: u64 =
        ["conforming", "violations", "skipped", "unsupported", "failed"].into_iter().map(trials).sum();
    assert_eq!(trials("planned"), sum);
    assert!(sum >= 40);

    let junit = world.run(&with(&EMBEDDED, &["--format", "junit"]));
    assert!(junit.out.starts_with("<?xml") && junit.out.contains("<testsuite name=\"embedded-epiphany\""));

    let clauses = world.run(&["clauses", "--coverage", "out/report.json", "--format", "json"]);
    let clauses = clauses.json();
    let of_target = clauses["targets"][0]["clauses"].as_array().unwrap();
    let exercised = of_target.iter().filter(|c| c["exercised"].as_u64().unwrap() > 0).count();
    assert_eq!(exercised, subject["clauses"].as_object().unwrap().len());
}

#[test]
fn a_case_of_ones_own() {
    let world = World::new();
    world.write(
        "case.toml",
        "crosscall = 1\ntarget = \"epiphany\"\nsignature = \"long long f(char, struct { int a, b, c; })\"\n\
         arguments = [\"0x11\", \"{0x21222324, 0x31323334, 0x41424344}\"]\nresult = \"0x5152535455565758\"\n",
    );
    let value = world
        .run(&["repro", "case.toml", "--toolchain", "embedded-epiphany", "--format", "json"])
        .exits(0)
        .json();
    assert_eq!(
        (value["trials"]["run"].as_u64(), value["subjects"][0]["trials"]["conforming"].as_u64()),
        (Some(4), Some(4))
    );
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let world = World::new();
    let program = env!("CARGO_BIN_EXE_crosscall");
    let pipe = format!("set -o pipefail; '{program}' clauses --format json | head -c 10");
    let answer = world.answer(Command::new("bash").args(["-c", &pipe]));
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
}

#[test]
fn a_full_disk_behind_a_redirection_is_said() {
    let world = World::new();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let answer = world.answer(world.command(&["clauses"]).stdout(full)).exits(3);
    assert!(answer.err.contains("the standard output cannot be written"), "{answer:?}");
}

/// A finding of GCC is written down, shown again, made smaller and, once it is in a list, known.
#[test]
fn the_life_of_a_finding() {
    let world = World::new();
    let crosscall = |arguments: &[&str]| world.run_at_home(arguments);
    let subject = "epiphany-elf-gcc-O2";
    if !common::is_installed(subject) {
        return;
    }
    world.write("none.toml", "");
    let run = |known: &str, report: &str, more: &[&str]| {
        #[rustfmt::skip]
        let line = [
            "run", "--toolchain", subject, "--cases=90", "--minimize=40", "--pairing=callee", "--format=json",
            "--known", known, "--report", report,
        ];
        crosscall(&with(&line, more))
    };
    let report = run("none.toml", "out", &["--accept", "known.toml"]).exits(1).json();
    let findings = report["subjects"][0]["findings"].as_array().unwrap();
    let lines = world.read("out/findings.jsonl");
    assert!(lines.lines().count() >= findings.len());
    let finding = &findings[0];
    let case = finding["case"].as_str().unwrap();

    let again = crosscall(&["repro", case, "--known", "none.toml", "--format", "json"]).exits(1).json();
    let same = |value: &serde_json::Value| value["fingerprint"] == finding["fingerprint"];
    assert!(again["subjects"][0]["findings"].as_array().unwrap().iter().any(same), "{again}");

    crosscall(&["minimize", case, "--output", "small.toml", "--tries", "40"]).exits(0);
    crosscall(&["repro", "small.toml", "--known", "none.toml"]).exits(1);

    // The accepted finding is known in a second run.
    let list = world.read("known.toml");
    world.write("known.toml", list.replace("built_in = true", "built_in = false"));
    assert_eq!(run("known.toml", "again", &[]).exits(0).json()["new_findings"], 0);
}
