//! Nights of one store in which a compiler gets worse and better: the buckets that are new, changed, masked, gone and back.

use crate::common::{Answer, World};
use crate::stored::faulty;
use expect_test::expect;
use serde_json::Value;

#[rustfmt::skip]
const RUN: [&str; 7] = [
    "run", "--toolchain=faulty", "--pairing=callee", "--cases=1500", "--minimize=30", "--store=nightly", "--format=json",
];

/// Register r27 is not given back by functions with a frame of one size.
const LOST: &str = "s/int64 r27 = \\[sp+72\\]/nop/\n";

/// Register r22 is not given back by functions with larger frames.
const ANOTHER: &str = "s/int64 r22 = \\[sp+112\\]/nop/\n";

/// The stack pointer of those that would not give r27 back is wrong.
const WORSE: &str = "s/int64 r27 = \\[sp+72\\]/int64 sp = sp + 8/\n";

const R27: &str = "FORWARDCOM-REG-02:register r27";
const R22: &str = "FORWARDCOM-REG-02:register r22";
const SP: &str = "FORWARDCOM-S05:stack pointer";

/// A night with a compiler that has these faults.
fn night(world: &World, faults: &str) -> Answer {
    world.write("edits", faults);
    world.run(&RUN)
}

/// State and fingerprint of the buckets in a list of the night.
fn list(answer: &Answer, name: &str) -> Vec<(String, String)> {
    let report = answer.json();
    let lines = report["run"]["night"][name].as_array().unwrap();
    let word = |line: &Value, key: &str| line[key].as_str().unwrap().to_owned();
    lines.iter().map(|line| (word(line, "state"), word(line, "bucket").replace("forwardcom ", ""))).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(state, bucket)| ((*state).to_owned(), (*bucket).to_owned())).collect()
}

/// Exit code, number of the column, changes, and what is open still.
fn is(answer: &Answer, code: u8, column: u64, changes: &[(&str, &str)], open: &[(&str, &str)]) {
    assert_eq!(answer.code, i32::from(code), "{answer:?}");
    assert_eq!(answer.json()["run"]["night"]["column"], column, "{answer:?}");
    assert_eq!(list(answer, "changes"), pairs(changes));
    assert_eq!(list(answer, "open"), pairs(open));
}

#[test]
fn buckets_come_go_and_come_back() {
    let world = faulty("");
    is(&night(&world, ""), 0, 1, &[], &[]);
    // Its version is the same, and so is the digest of the script: only what it does tells.
    let worse = night(&world, LOST);
    is(&worse, 1, 2, &[("open", R27)], &[]);
    assert!(worse.err.contains("do not do what they did before"), "{}", worse.err);
    is(&night(&world, LOST), 1, 2, &[], &[("open", R27)]);
    is(&night(&world, &(LOST.to_owned() + ANOTHER)), 1, 3, &[("open", R22)], &[("open", R27)]);
    is(&night(&world, ANOTHER), 1, 4, &[("fixed", R27)], &[("open", R22)]);
    is(&night(&world, ""), 0, 5, &[("fixed", R22)], &[]);
    is(&night(&world, ""), 0, 5, &[], &[]);
    is(&night(&world, LOST), 1, 6, &[("back", R27)], &[]);
}

#[test]
fn what_lies_behind_another_finding_is_masked_and_not_fixed() {
    let world = faulty(LOST);
    is(&night(&world, LOST), 1, 1, &[("open", R27)], &[]);
    is(&night(&world, WORSE), 1, 2, &[("open", SP), ("masked", R27)], &[]);
    is(&night(&world, LOST), 1, 3, &[("masked", SP), ("back", R27)].map(|line| line), &[]);
}

/// What was found in a night that was killed, and the compiler of which is gone, is looked at all the same.
#[test]
fn a_killed_night_loses_no_bucket_with_its_compiler() {
    let world = faulty(LOST);
    let database = world.path("nightly").join(crosscall::store::DATABASE);
    is(&night(&world, LOST), 1, 1, &[("open", R27)], &[]);
    // As a kill leaves it: batches and examples, no end, no states and no cases of buckets.
    let sql = "UPDATE nights SET ended = NULL; DROP TRIGGER transitions_remain; DELETE FROM transitions; DELETE FROM bucket_cases; \
               CREATE TRIGGER transitions_remain BEFORE DELETE ON transitions\n\
               BEGIN SELECT RAISE(ABORT, 'the history of states is never changed'); END;";
    rusqlite::Connection::open(database).unwrap().execute_batch(sql).unwrap();
    let program = std::fs::read_to_string(world.path("bin/forw")).unwrap();
    world.write_program("bin/forw", program + "# another build\n");
    is(&night(&world, ""), 0, 2, &[("fixed", R27)], &[]);
}

#[test]
fn the_lists_as_text() {
    let world = faulty(LOST);
    night(&world, LOST);
    world.write("edits", ANOTHER);
    let answer = world.run(&[&RUN[..6], &["--quiet"]].concat());
    assert_eq!(answer.code, 1);
    let text = world.run(&["report", "nightly"]).out;
    let (_, lists) = text.split_once("night 2").unwrap();
    let (lists, _) = lists.split_once("\n\n").unwrap();
    expect![[r#"
        night 2 of the store, column 2, which begins with it
          new: 1 bucket
              forwardcom FORWARDCOM-REG-02:register r22, faulty: callee: r22 expected still
              0xe1e0e9e6e1e0e1e6 at return, observed 0x0000000001400950 at return
          fixed: 1 bucket
              forwardcom FORWARDCOM-REG-02:register r27, faulty: since forw 1.14 forwardcom, of which
              another build showed it
    "#]]
    .assert_eq(&format!("night 2{lists}\n"));
}
