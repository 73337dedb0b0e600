//! Recorded compilers as subjects.

use crate::common::{self, World};
use crosscall_toolchain::recorded::{PREFIX, built_in, file};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// A recording and what it is a recording of, in the same run.
const GCC: &str = "epiphany-elf-gcc-O2";

#[test]
fn what_is_built_in_can_be_read() {
    let mut names = BTreeSet::new();
    for (name, bytes) in crosscall_corpus::recorded() {
        for recorded in file::read(Path::new(name), bytes).unwrap() {
            assert!(recorded.cases() >= 300, "{name}: {} cases of {}", recorded.cases(), recorded.label.name);
            assert!(
                names.insert(recorded.label.name.clone()),
                "{name}: {} is in another file, too",
                recorded.label.name
            );
        }
    }
    assert_eq!(names.len(), built_in().len());
    assert!(names.contains(GCC), "{names:?}");
}

/// Trials of each subject of a report, by kind.
fn trials(report: &Value, subject: &str, kind: &str) -> u64 {
    let subjects = report["subjects"].as_array().unwrap();
    let own = subjects
        .iter()
        .find(|own| own["subject"] == subject)
        .unwrap_or_else(|| panic!("no {subject}: {report}"));
    own["trials"][kind].as_u64().unwrap()
}

#[test]
fn a_machine_without_compilers_shows_findings_of_real_ones() {
    let world = World::new();
    let report = world
        .run(&["run", "--target=epiphany", "--cases=400", "--pairing=callee", "--format=json"])
        .exits(0)
        .json();
    let name = format!("{PREFIX}{GCC}");
    let number = |kind: &str| trials(&report, &name, kind);
    assert_eq!(number("planned"), 400);
    // The others are none of its cases.
    assert_eq!(number("skipped"), 80);
    assert_eq!(number("failed"), 0);
    assert!(number("violations") > 0);
    assert!(report["known_findings"].as_u64() > Some(2), "{}", report["known_findings"]);
    let own =
        report["subjects"].as_array().unwrap().iter().find(|own| own["subject"] == name.as_str()).unwrap();
    assert!(own["version"].as_str().unwrap().contains(", recorded on 20"), "{}", own["version"]);
    let reasons = own["reasons"].as_object().unwrap();
    assert_eq!(reasons["callee: it is not among the recorded cases"], 80, "{reasons:?}");
}

#[test]
fn a_finding_of_a_recorded_compiler_is_seen_again_without_it() {
    let world = World::new();
    let name = format!("{PREFIX}{GCC}");
    world.write("list.toml", "format = 3\n");
    let run =
        ["run", "--target=epiphany", "--cases=320", "--pairing=callee", "--known=list.toml", "--format=json"];
    let report = world.run(&[&run[..], &["--toolchain", &name]].concat()).exits(1).json();
    let found = &report["subjects"][0]["findings"][0];
    let case = found["case"].as_str().unwrap();
    world.run(&["repro", case, "--known=list.toml", "--toolchain", &name, "--quiet"]).exits(1);
}

/// A case is repeated from a recording where its compiler is missing, and a commit of the compiler is not.
#[test]
fn a_missing_compiler_is_answered_for_by_its_recording() {
    let world = World::new();
    let ask = |more: &[&str]| {
        let about = ["repro", "EPIPHANY-GCC12-04", "--pairing=callee", "--toolchain", GCC];
        world.run(&[&about[..], more].concat())
    };
    let answer = ask(&[]).exits(0);
    assert!(answer.out.contains(&format!("{PREFIX}{GCC}")), "{answer:?}");
    let note = format!("{GCC} is not installed: what was recorded of it answers ({PREFIX}{GCC})\n");
    assert_eq!(answer.err, note);
    assert_eq!(ask(&["--bisect"]).code, 125);
}

/// A recording of some cases and the compiler itself have the same verdicts.
#[test]
fn a_recording_is_judged_as_the_compiler_is() {
    if !common::is_installed(GCC) {
        return;
    }
    let world = World::new();
    world.run_at_home(&["record", "--toolchain", GCC, "--cases=96", "--output=a.recorded"]).exits(0);
    let run = |toolchain: &str| {
        #[rustfmt::skip]
        let line = [
            "run", "--target=epiphany", "--recorded=a.recorded", "--cases=128", "--pairing=callee", "--pairing=caller",
            "--pairing=layout", "--pairing=object", "--format=json", "--toolchain", toolchain,
        ];
        world.run_at_home(&line).exits(0).json()
    };
    let live = {
        let mut report = run(GCC);
        report["subjects"][0].take()
    };
    let name = format!("{PREFIX}{GCC}");
    let recorded = run(&name);
    assert_eq!(trials(&recorded, &name, "skipped"), 4 * 32);
    let recorded = &recorded["subjects"][0];
    let ids = |subject: &Value| -> BTreeSet<String> {
        let findings = subject["findings"].as_array().unwrap().iter();
        findings.map(|found| found["fingerprint"].as_str().unwrap().to_owned()).collect()
    };
    assert!(ids(recorded).is_subset(&ids(&live)), "{:?} {:?}", ids(recorded), ids(&live));
    assert!(!ids(recorded).is_empty());
    assert_eq!(recorded["trials"]["failed"], 0);
}

/// The case of a finding that shows between two levels: the two are its own, and recordings answer for them.
#[test]
fn a_call_between_two_levels_is_seen_again_without_the_compiler() {
    let world = World::new();
    for id in ["EPIPHANY-GCC12-16", "EPIPHANY-GCC12-17"] {
        let answer = world.answer(world.command(&["repro", id]).env("PATH", "/nowhere")).exits(0);
        assert!(answer.out.contains(&format!("known  {id}")), "{id}: {}", answer.out);
    }
}
