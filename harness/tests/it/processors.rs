//! x86-64 and AArch64, which p-code executes, through each command with GCC. Where it is not installed, nothing is tested.

use crate::common::{World, is_installed};
use serde_json::Value;

/// A target, its GCC without the level, a known finding of it, and the finding's case.
type Row = (&'static str, &'static str, &'static str, &'static str);

const ROWS: [Row; 2] = [
    ("x86_64", "gcc-x86_64", "X86-GCC-01", "gcc-alignof-vector.toml"),
    ("aarch64", "gcc-aarch64", "AARCH64-GCC-01", "gcc-vector-of-one-float.toml"),
];

fn installed() -> impl Iterator<Item = Row> {
    ROWS.into_iter().filter(|(_, gcc, ..)| {
        let is_there = is_installed(&format!("{gcc}-O2"));
        if !is_there {
            println!("skipped: {gcc} is not there");
        }
        is_there
    })
}

/// Cases of a run.
const CASES: &str = "60";

#[test]
fn runs_are_stored_reported_and_compared() {
    for (target, gcc, ..) in installed() {
        let world = World::new();
        let [plain, optimised] = ["-O0", "-O2"].map(|level| format!("{gcc}{level}"));
        let both = ["--toolchain", &plain, "--toolchain", &optimised, "--cases", CASES];
        let run = ["run", "--store", "nights", "--report", "folder", "--format", "json"];
        let report = world.run_at_home(&[&run[..], &both].concat()).exits(0).json();
        let trials = &report["trials"];
        assert_eq!(trials["failed"], Value::from(0), "{target}");
        assert!(trials["run"].as_u64().is_some_and(|run| run > 300), "{target}: {trials}");
        assert!(world.read("folder/report.json").contains(target));
        assert!(world.run_at_home(&["report", "nights"]).exits(0).out.contains(target));
        assert!(world.run_at_home(&["status", "nights"]).exits(0).out.contains("nothing new"));
        assert!(world.run_at_home(&["buckets", "nights"]).exits(0).out.contains("no bucket"));
        let compare = ["compare", &plain, &plain, "--cases", CASES, "--format", "json"];
        assert_eq!(world.run_at_home(&compare).exits(0).json()["answer"], "unaltered", "{target}");
        let record = ["record", "--toolchain", &optimised, "--cases", CASES, "--output", "gcc.recorded"];
        world.run_at_home(&record).exits(0);
        let name = format!("recorded-{optimised}");
        let again =
            ["run", "--recorded", "gcc.recorded", "--toolchain", &name, "--cases", CASES, "--format", "json"];
        let again = world.run_at_home(&again).exits(0).json();
        assert!(
            again["trials"]["run"].as_u64().is_some_and(|run| run > 100),
            "{target}: {}",
            again["trials"]
        );
    }
}

#[test]
fn a_finding_is_shown_again_made_smaller_and_dated() {
    for (target, gcc, id, file) in installed() {
        let world = World::new();
        let subject = format!("{gcc}-O2");
        let shown = world.run_at_home(&["repro", id, "--toolchain", &subject, "--keep", "kept"]).exits(0);
        assert!(shown.out.contains(&format!("known  {id}")), "{}", shown.out);
        let readme = world.read("kept/README.md");
        assert!(readme.contains("on the processor or in qemu, it shows the same: "), "{readme}");
        let case = crosscall_corpus::file(&format!("corpus/{target}/{file}")).expect("a case");
        world.write("case.toml", case);
        let smaller = world.run_at_home(&["minimize", "case.toml", "--toolchain", &subject]).exits(0);
        assert!(smaller.out.contains(&format!("toolchains = [\"{subject}\"]")), "{}", smaller.out);
        let over = format!("{gcc}-O0,{subject}");
        let bisected = world.run_at_home(&["bisect", "case.toml", "--over", &over]);
        assert!(bisected.out.contains(&subject), "{bisected:?}");
        let found = world.run_at_home(&["finding", id]).exits(0);
        assert!(found.out.contains(id), "{}", found.out);
    }
}

#[test]
fn clauses_and_places_are_shown() {
    let world = World::new();
    let declaration = "struct s { double a; long b; }; struct s f(signed char, struct s, float, ...)";
    let answers = ROWS.map(|(target, ..)| {
        let clauses = world.run(&["clauses", "--target", target]).exits(0);
        assert!(clauses.out.contains("unspecified points"), "{}", clauses.out);
        world.run(&["explain", "--target", target, declaration]).exits(0).out
    });
    expect_test::expect_file!["pages/explained-processors.txt"].assert_eq(&answers.join("\n"));
}
