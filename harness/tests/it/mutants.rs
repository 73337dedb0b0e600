//! Subjects are broken on purpose, and a campaign finds it out.

mod riscv;

use crate::common::{self, World};
use crosscall_engine::unit::Role;
use crosscall_model::{Case, Target};
use crosscall_mutants::{Edit, edits, random};
use crosscall_selftest::mutants::table::{NewFinding, Outcome, Search, Trial};
use crosscall_selftest::mutants::{Mutant, report};
use crosscall_toolchain::cases::Source;
use crosscall_toolchain::units::assembly_text;
use expect_test::expect;

fn edit(name: &str) -> Edit {
    let found = edits(Target::Epiphany).into_iter().find(|e| e.name == name);
    found.unwrap_or_else(|| panic!("no edit {name}"))
}

/// An outcome under one seed.
fn outcome(name: &str, changed: u64, findings: &[(&str, u64, &str)]) -> Outcome {
    let mutant = Mutant::from(edit(name));
    let reported = |(clause, index, text): &(&str, u64, &str)| NewFinding {
        clause: format!("EPIPHANY-{clause}"),
        right: mutant.clauses.contains(clause),
        pairing: "callee".to_owned(),
        index: *index,
        occurrences: 3,
        text: (*text).to_owned(),
    };
    let findings = findings.iter().map(reported).collect();
    let trials = vec![Trial { seed: 1, changed, same: 0, refused: 0, findings, lost: 0, cases: 100 }];
    Outcome { mutant, trials }
}

#[test]
fn the_table_says_what_was_found_and_what_not() {
    let at = "r4: expected still 0x1 at return, observed 0x55";
    let outcomes = [
        outcome("clobber-r4", 90, &[("REG-06", 4, at), ("ARG-01", 9, "arg0: expected 1, observed 2")]),
        outcome("clobber-r11", 90, &[("REG-06", 4, "r7: expected 1, observed 2")]),
        outcome("swap-double-result", 7, &[("RET-01", 20, "result: expected 1, observed 2")]),
        outcome("write-r28", 90, &[]),
        outcome("keep-in-r2", 0, &[]),
        outcome("scratch-destroyed", 90, &[]),
        outcome("flags-destroyed", 90, &[("S04", 2, "modes: expected 1, observed 2")]),
    ];
    let frame = report::Frame {
        toolchain: "compiler-O2".to_owned(),
        version: "compiler 1.0".to_owned(),
        target: Target::Epiphany,
        cases: 100,
        seeds: vec![1],
        search: Search::Whole,
    };
    expect![[r#"
        compiler-O2  compiler 1.0
        100 cases for each mutant, seeds 0x1

        edit                side    breaks  first named  right  findings  cases  place
        ------------------  ------  ------  -----------  -----  --------  -----  -------
        clobber-r4          callee  REG-06  REG-06       yes    1 of 2    5      r4
        clobber-r11         callee  REG-06  REG-06       yes    1 of 1    5      not r11
        swap-double-result  callee  RET-03  RET-01       NO     0 of 1    21
        write-r28           callee  REG-13  NOT FOUND
        keep-in-r2          caller  REG-03  no occasion

        harmless change    side    findings  what was said
        -----------------  ------  --------  -------------
        scratch-destroyed  callee  0
        flags-destroyed    callee  1         S04

        swap-double-result: the words of a result of two are swapped; seed 0x1, 7 places: RET-01, callee (3
        trials): result: expected 1, observed 2
        write-r28: r28 is written; seed 0x1, 90 places: nothing was found
        flags-destroyed: status flags are destroyed at return; seed 0x1, 90 places: S04, callee (3 trials):
        modes: expected 1, observed 2
        faults: 3 of 4 found, the first finding right for 2
        findings: 2 of 4 name a clause that the fault breaks (50.0 %); places named: 1 of 2
        harmless changes: 2, with false alarms: 1; without occasion: 1; same code: 0; refused by the
        assembler: 0
    "#]]
    .assert_eq(&report::text(&frame, &outcomes, true));
    let totals = report::totals(&outcomes);
    assert_eq!((totals.faults, totals.found, totals.first_right), (4, 3, 2));
    assert_eq!((totals.harmless, totals.false_alarms, totals.no_occasion), (2, 1, 1));
    assert!(!totals.is_right() && report::totals(&outcomes[..1]).is_right());
    let json: serde_json::Value = serde_json::from_str(&report::json(&frame, &outcomes)).unwrap();
    assert_eq!(json["edits"][0]["expected"][0], "EPIPHANY-REG-06");
    assert_eq!(json["edits"][0]["cases_median"], 5);
    assert_eq!(json["edits"][0]["place_right"], true);
    assert_eq!(json["edits"][1]["place_right"], false);
}

/// With a real compiler, where one is there: a fault is found under its name, a harmless change is not.
#[test]
fn a_real_compiler_is_broken_and_found_out() {
    if common::installed_as("epiphany-elf-gcc-O2").is_none() {
        return;
    }
    let json = in_gcc(&["--edit", "write-reserved-memory", "--edit", "scratch-destroyed"]);
    let [fault, harmless] = [0, 1].map(|i| &json["edits"][i]);
    assert_eq!(fault["found"], true, "{json:#}");
    assert!(fault["seeds"][0]["changed"].as_u64().unwrap() > 30, "{json:#}");
    assert_eq!((&harmless["occasion"], &harmless["findings"]), (&true.into(), &0.into()), "{json:#}");
    assert_eq!(json["totals"]["refused"], 0);
}

/// Faults that no table has, with a real compiler: a function is called twice, IMASK is another one at return.
#[test]
#[ignore = "long: run at night"]
fn faults_at_random_are_found_in_a_real_compiler() {
    if !common::is_installed("epiphany-elf-gcc-O2") {
        return;
    }
    let json =
        in_gcc(&["--random", "42", "--random-seed", "3", "--edit", "random-3-13", "--edit", "random-3-41"]);
    let first = |i: usize| {
        json["edits"][i]["seeds"][0]["findings"][0]["text"].as_str().unwrap_or("nothing").to_owned()
    };
    assert!(first(0).starts_with("calls: expected once, observed 2 times"), "{json:#}");
    assert!(first(1).starts_with("imask: expected still"), "{json:#}");
    assert_eq!(json["totals"]["refused"], 0);
}

/// A line for each edit of a table: the clause that is named first, and whether it is right.
fn rows(json: &serde_json::Value) -> String {
    let row = |edit: &serde_json::Value| {
        let clause = edit["clause"].as_str().unwrap_or("nothing");
        let why = if edit["right"] == true { "" } else { ", NOT right" };
        format!("{}: {clause}{why}\n", edit["name"].as_str().unwrap())
    };
    json["edits"].as_array().unwrap().iter().map(row).collect()
}

/// The table of some edits of GCC for the Epiphany as JSON.
fn in_gcc(edits: &[&str]) -> serde_json::Value {
    let line = ["mutants", "--toolchain=epiphany-elf-gcc-O2", "--cases=64", "--format=json"];
    World::new().run_at_home(&[&line, edits].concat()).json()
}

/// A hardware loop over the caller's next instruction breaks the caller, whatever it is: one is left armed by each function.
#[test]
#[ignore = "long: run at night"]
fn a_loop_left_over_the_callers_code_is_found_in_a_real_compiler() {
    if !common::is_installed("epiphany-elf-gcc-O2") {
        return;
    }
    let all = random::edits(Target::Epiphany, 3, 400);
    let is_meant = |e: &&Edit| e.text.contains("hardware loop") && e.one_in == 1;
    let name = all.iter().find(is_meant).expect("one of 400").name;
    let json = in_gcc(&["--random", "400", "--random-seed", "3", "--edit", name]);
    let first = json["edits"][0]["seeds"][0]["findings"][0]["text"].as_str().unwrap_or("nothing");
    assert!(first.starts_with("lc: expected still 0x00000000 at return, observed 0x00000002"), "{json:#}");
    assert_eq!(json["edits"][0]["found"], true, "{json:#}");
}

/// Cases of the test with a stand-in.
const FEW: u64 = 40;

/// A world with a compiler that knows the cases of seed 1 only, and writes for them what the embedded code generator does.
/// Its assembler is the project's own.
fn world_with_a_nyuzi_compiler() -> World {
    let world = World::new();
    let source = Source::new(Target::Nyuzi, 1);
    let cases: Vec<Case> = (0..FEW).map(|i| source.case(i)).collect();
    let options = crosscall_embedded::Options::new(Target::Nyuzi);
    let write = |folder: &str, cases: &[(usize, &Case)]| {
        std::fs::create_dir(world.path(folder)).unwrap();
        for role in [Role::Callee, Role::Caller, Role::Layout] {
            let text = assembly_text(role, cases, &options).unwrap();
            world.write(&format!("{folder}/{}.s", role.unit_name()), text);
        }
    };
    write("all", &cases.iter().enumerate().collect::<Vec<_>>());
    let mut declarations = String::new();
    for (i, case) in cases.iter().enumerate() {
        write(&format!("alone{}", i + 1), &[(0, case)]);
        declarations += &format!("/* case 0: {} */\n", crosscall_model::c::signature(&case.signature, "f"));
    }
    world.write("declarations", declarations);
    world.write("capability.s", "\t.text\n\t.globl nothing\nnothing:\n");
    let script = format!(
        "here={here:?}; crosscall={program:?}\n{body}",
        here = world.path("").display().to_string(),
        program = env!("CARGO_BIN_EXE_crosscall"),
        body = include_str!("mutants/compiler.sh"),
    );
    let script = world.write("compiler.sh", script);
    world.configure("stand-in", "nyuzi", "clang", &["sh", &script.display().to_string()]);
    world
}

/// The compiler's text is of another author than the edits expect, and in the forms that LLVM's assembler takes.
#[test]
#[ignore = "long: run at night"]
fn a_compiler_for_the_nyuzi_is_broken_and_found_out() {
    let world = world_with_a_nyuzi_compiler();
    let cases = FEW.to_string();
    let line = ["mutants", "--toolchain=stand-in", "--cases", &cases, "--format=json", "--jobs=1"];
    let json = world.run(&line).json();
    expect![[r#"
        clobber-s24: NYUZI-REG-01
        clobber-s27-rare: NYUZI-REG-01
        clobber-gp: NYUZI-REG-02
        clobber-fp: NYUZI-REG-03
        clobber-v26: NYUZI-REG-05
        drop-restore-s24: NYUZI-REG-01
        save-lost-s24: NYUZI-REG-01
        drop-restore-fp: nothing
        caller-clobber-s25: NYUZI-REG-01
        swap-first-arguments: NYUZI-ARG-01
        call-swap-arguments: NYUZI-ARG-01
        halves-swapped: NYUZI-ARG-03
        call-halves-swapped: NYUZI-ARG-03
        stack-argument-one-word-on: NYUZI-ARG-02
        call-record-address-higher: NYUZI-S09
        result-in-s1: NYUZI-S14
        result-halves-swapped: NYUZI-ARG-03
        memory-result-higher: NYUZI-RET-01
        sp-lower-at-return: NYUZI-REG-09
        call-misaligned: NYUZI-STACK-01
        return-one-on: NYUZI-CALL-01
        link-lost: NYUZI-REG-04
        sizeof-short: NYUZI-TYPE-02
        sizeof-double: NYUZI-TYPE-08
        write-below: nothing
        call-larger-frame: nothing
        read-callers-frame: nothing
        scratch-destroyed: nothing
    "#]]
    .assert_eq(&rows(&json));
    assert_eq!(json["totals"]["refused"], 0, "{json:#}");
    assert_eq!(json["totals"]["false_alarms"], 0, "{json:#}");
}
