//! Nights of one store in which a compiler gets worse and better: the buckets that are new, changed, masked, gone and back.

use crate::common::{Answer, World};
use crate::stored::faulty;
use crosscall_campaign::store::Store;
use crosscall_model::Target;
use crosscall_toolchain::cases::Source;
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

/// Functions with a frame of one size do nothing for a while.
const SLOWER: &str = "s/int64 r27 = \\[sp+72\\]/&\\nnop/\n";

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
    // Its version is the same, and so is the digest of the script: only its behaviour shows the change.
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

/// The report of a night without what two nights differ in, and verdicts that were taken over among the others.
fn results(answer: &Answer) -> Value {
    fn fold(value: &mut Value) {
        let Value::Object(map) = value else { return };
        if let Some(unchanged) = map.remove("unchanged") {
            let number = |value: Option<Value>| value.and_then(|value| value.as_u64()).unwrap();
            let (unchanged, violations) =
                (number(Some(unchanged)), number(map.remove("unchanged_violations")));
            let mut more = |key: &str, by: u64| {
                let sum = number(map.remove(key)) + by;
                map.insert(key.to_owned(), sum.into());
            };
            more("run", unchanged);
            more("violations", violations);
            more("conforming", unchanged - violations);
        }
        map.values_mut().for_each(fold);
    }
    let mut report = answer.json();
    for key in ["run", "conclusion"] {
        report.as_object_mut().unwrap().remove(key);
    }
    fold(&mut report);
    report["subjects"].as_array_mut().unwrap().iter_mut().for_each(fold);
    report
}

fn in_small_units(world: &World, faults: &str) -> Answer {
    world.write("edits", faults);
    world.run(&[&RUN[..], &["--batch=8"]].concat())
}

/// Verdicts are taken over where a compiler that was built again writes the same, and nowhere else.
#[test]
#[ignore = "long: run at night"]
fn what_another_build_writes_in_the_same_way_keeps_its_verdict() {
    let world = faulty("");
    let built_again = |faults: &str, comment: &str| {
        world.write_program("bin/forw", world.read("bin/forw") + comment);
        in_small_units(&world, faults)
    };
    let unchanged = |answer: &Answer| {
        let trials = &answer.json()["trials"];
        let number = |key: &str| trials[key].as_u64().unwrap();
        let sum = ["conforming", "violations", "unsupported", "failed", "skipped", "unchanged"];
        assert_eq!(number("planned"), sum.into_iter().map(number).sum::<u64>());
        (number("unchanged"), number("unchanged_violations"))
    };
    let first = in_small_units(&world, ANOTHER);
    is(&first, 1, 1, &[("open", R22)], &[]);
    assert_eq!(unchanged(&first), (0, 0));
    let second = built_again(ANOTHER, "# another build\n");
    is(&second, 1, 2, &[], &[("open", R22)]);
    let (all, violations) = unchanged(&second);
    assert!(all > 0 && violations > 0, "{all} unchanged, {violations} of them violate");
    assert_eq!(results(&second), results(&first));
    // Of a build that writes something else in some batches, the others are taken over.
    let third = built_again(&(ANOTHER.to_owned() + SLOWER), "# and another\n");
    is(&third, 1, 3, &[], &[("open", R22)]);
    let (some, _) = unchanged(&third);
    assert!(0 < some && some < all, "{some} of {all}");
    assert_eq!(results(&third), results(&first));
    // One that is known to do something else is judged anew.
    let fourth = built_again(LOST, "# and one more\n");
    is(&fourth, 1, 4, &[("open", R27), ("fixed", R22)], &[]);
    assert_eq!(results(&fourth), results(&in_small_units(&faulty(LOST), LOST)));
    // What is known counts as much as what is written.
    world.write("list.toml", "format = 3\n");
    let listed = world.run(&[&RUN[..], &["--batch=8", "--known=list.toml"]].concat());
    assert_eq!(unchanged(&listed), (0, 0));
    assert_eq!(results(&listed), results(&fourth));
}

/// Buckets that were found in a night that was killed, and whose compiler is gone, are looked at all the same.
#[test]
fn a_killed_night_loses_no_bucket_with_its_compiler() {
    let world = faulty(LOST);
    let database = world.path("nightly").join(crosscall_campaign::store::DATABASE);
    is(&night(&world, LOST), 1, 1, &[("open", R27)], &[]);
    // As a kill leaves it: batches and examples, no end, no states and no cases of buckets.
    let sql = "UPDATE nights SET ended = NULL; DROP TRIGGER transitions_remain; DELETE FROM transitions; DELETE FROM bucket_cases; \
               CREATE TRIGGER transitions_remain BEFORE DELETE ON transitions\n\
               BEGIN SELECT RAISE(ABORT, 'the history of states is never changed'); END;";
    rusqlite::Connection::open(database).unwrap().execute_batch(sql).unwrap();
    world.write_program("bin/forw", world.read("bin/forw") + "# another build\n");
    is(&night(&world, ""), 0, 2, &[("fixed", R27)], &[]);
}

/// A night whose time was over before its findings were run again says so in its report.
#[test]
fn what_was_not_run_again_may_be_known() {
    let world = faulty(LOST);
    let database = world.path("nightly").join(crosscall_campaign::store::DATABASE);
    is(&night(&world, LOST), 1, 1, &[("open", R27)], &[]);
    let report = || world.run(&["report", "nightly", "--format=json"]);
    assert_eq!(report().json()["lacking"], serde_json::json!([]));
    rusqlite::Connection::open(database).unwrap().execute_batch("DELETE FROM reruns").unwrap();
    let answer = report().exits(1);
    let says = "1 new finding for forwardcom not run again, and known ones may be among them";
    assert_eq!(answer.json()["lacking"], serde_json::json!([says]));
}

/// A night whose report cannot be written ends with the exit code and the reason, and keeps what it has found.
#[test]
fn a_night_without_a_report_ends_by_itself() {
    let world = faulty(LOST);
    world.run(&[&RUN[..], &["--output=crosscall.toml/report"]].concat()).exits(3);
    assert!(!world.path("nightly").exists(), "what cannot be written is refused before the night");
    // The folder of the report is lost during the night.
    let program = world.read("bin/forw");
    let folder = world.path("morning");
    let lose = format!("-ass) rm -rf {folder:?}; : > {folder:?}; ");
    world.write_program("bin/forw", program.replace("-ass) ", &lose));
    let answer = world.run(&[&RUN[..], &["--output=morning/report"]].concat()).exits(3);
    assert_eq!(answer.json()["new_findings"], 1, "a report that cannot be written is printed");
    let status = world.run(&["status", "nightly", "--format=json"]).json();
    assert_eq!(status["night"]["exit_code"], 3, "{status}");
    let why = status["night"]["why"].as_str().unwrap();
    assert!(why.starts_with("it could not go on: morning/report: cannot be written"), "{status}");
    let next = night(&world, LOST);
    is(&next, 1, 1, &[], &[("open", R27)]);
    assert!(!next.err.contains("did not end by itself"), "{next:?}");
}

#[test]
fn the_lists_as_text() {
    let world = faulty(LOST);
    night(&world, LOST);
    world.write("edits", ANOTHER);
    world.run(&[&RUN[..6], &["--quiet"]].concat()).exits(1);
    let text = world.run(&["report", "nightly", "--verbose"]).out;
    let (_, lists) = text.split_once("night 2").unwrap();
    let (lists, _) = lists.split_once("\n\n").unwrap();
    expect![[r#"
        night 2 of the store, column 2, which begins with it
          new: 1 bucket
              forwardcom FORWARDCOM-REG-02:register r22, faulty: callee: r22 expected still
              0xe1e0e9e6e1e0e1e6 at return, observed 0x0000000001400950 at return; with forw 1.14
              forwardcom, which did not show it in night 1
          fixed: 1 bucket
              forwardcom FORWARDCOM-REG-02:register r27, faulty: since forw 1.14 forwardcom, of which
              another build showed it
    "#]]
    .assert_eq(&format!("night 2{lists}\n"));

    let written = world.run(&["report", "nightly", "--format=html", "--output=pages/morning.html"]);
    assert_eq!((written.code, written.out.as_str()), (1, ""), "{written:?}");
    assert!(
        written.err.contains("1 new finding") && written.err.contains("pages/morning.html"),
        "{written:?}"
    );
    let page = world.read("pages/morning.html");
    let printed = world.run(&["report", "nightly", "--format=html"]).out;
    assert!(printed.starts_with("<!DOCTYPE html>"));
    for text in [
        "night 2 of the store, column 2",
        "New tonight <span class=\"number\">1 bucket, ",
        "; with forw 1.14 forwardcom, which did not show it in night 1</div>",
        "Gone <span class=\"number\">1 bucket<",
        "2 buckets found by ",
    ] {
        assert!(page.contains(text), "{text}");
    }
    world.run(&["report", "nightly", "--output=pages"]).exits(2);
}

/// Id of the only bucket of the store.
fn only_bucket(world: &World) -> String {
    let list = world.run(&["buckets", "nightly", "--format=json"]).json();
    let buckets = list["buckets"].as_array().unwrap();
    assert_eq!(buckets.len(), 1, "{list}");
    buckets[0]["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_note_puts_a_bucket_aside_and_accepts_nothing() {
    let world = faulty(LOST);
    is(&night(&world, LOST), 1, 1, &[("open", R27)], &[]);
    let id = only_bucket(&world);
    let note = |more: &[&str]| world.run(&[&["note", "nightly", &id[..5], "--who", "Ada"], more].concat());
    for (wrong, reported) in [
        (["--retire", "--why", "  "].as_slice(), "say the reason"),
        (&["--retire", "--why", "later", "--until", "soon"], "--until soon: is no day such as 2027-03-31"),
        (&["--retire", "--why", "later", "--until", "2026-1-31"], "--until 2026-1-31: is over; today is 20"),
        (&["--retire", "--why", "later", "--toolchain", "gcc"], "gcc: has not shown forwardcom"),
        (&["--why", "later"], "required"),
    ] {
        let answer = note(wrong).exits(2);
        assert!(answer.err.contains(reported), "{}", answer.err);
    }
    let answer = note(&["--retire", "--why", "ticket 7 \u{1b}[1m", "--until", "2999-12-31"]).exits(0);
    assert!(answer.out.contains("retired by Ada: ticket 7 \\u{1b}[1m, until 2999-12-31"), "{}", answer.out);

    let again = night(&world, LOST);
    is(&again, 1, 1, &[], &[("open", R27)]);
    let retired = again.json()["run"]["night"]["open"][0]["retired"].clone();
    assert!(retired.as_str().unwrap().starts_with("retired by Ada"), "{retired}");
    // Its case is not run any more, so that nobody knows whether it is fixed.
    is(&night(&world, ""), 1, 2, &[], &[("open", R27)]);
    assert_eq!(note(&["--reopen", "--why", "the allocator is new"]).code, 0);
    is(&night(&world, ""), 0, 2, &[("fixed", R27)], &[]);
    let shown = world.run(&["buckets", "nightly", &id, "--cases", "cases"]);
    expect![[r#"
        bucket    a4bb4d69 forwardcom FORWARDCOM-REG-02:register r27
        subject   faulty: fixed since night 4; taken up again by Ada: the allocator is new
        night 1   DATE faulty: open: callee: r27 expected still 0xe1e0e9ebe1e0e1eb at
                  return, observed 0x0000000001400028 at return; with forw 1.14 forwardcom
        night 1   DATE faulty: retired by Ada: ticket 7 \u{1b}[1m, until 2999-12-31
        night 3   DATE faulty: taken up again by Ada: the allocator is new
        night 4   DATE faulty: fixed: since forw 1.14 forwardcom, of which another build
                  showed it

        smallest case of faulty
          crosscall repro cases/a4bb4d69-1.toml --pairing callee --toolchain faulty

        another case of faulty, which was not run again yet
          crosscall repro cases/a4bb4d69-2.toml --pairing callee --toolchain faulty
    "#]]
    .assert_eq(&without_dates(&shown.out));
    let repro = ["repro", &format!("cases/{id}-1.toml"), "--pairing", "callee", "--toolchain", "faulty"];
    assert_eq!(world.run(&repro).code, 0);
    world.write("edits", LOST);
    assert_eq!(world.run(&repro).code, 1);
}

/// A text without dates.
fn without_dates(text: &str) -> String {
    let is_date = |word: &&str| word.len() == 20 && word.ends_with('Z') && word.contains('T');
    let word = |word: &str| {
        word.split(' ').map(|w| if is_date(&w) { "DATE" } else { w }).collect::<Vec<_>>().join(" ")
    };
    text.lines().map(|line| word(line) + "\n").collect()
}

#[test]
fn what_a_list_accepts_is_open_and_does_not_count() {
    let world = faulty(LOST);
    is(&night(&world, LOST), 1, 1, &[("open", R27)], &[]);
    assert_eq!(
        world
            .run(&["run", "--toolchain=faulty", "--pairing=callee", "--cases=1500", "--accept=list.toml"])
            .code,
        1
    );
    let known = [&RUN[..], &["--known=list.toml"]].concat();
    is(&world.run(&known), 0, 2, &[], &[("open", R27)]);
    // A second finding behind it is new all the same.
    world.write("edits", LOST.to_owned() + ANOTHER);
    is(&world.run(&known), 1, 3, &[("open", R22)], &[("open", R27)]);
}

/// The random cases of a column come after those of all columns before it, where no number of cases is asked for.
#[test]
#[ignore = "long: run at night"]
fn another_compiler_goes_on_with_random_cases() {
    let world = faulty("");
    let run = |edits: &str| {
        world.write("edits", edits);
        world.run(&[&RUN[..3], &["--batch=48", "--store=timed", "--time=4s", "--quiet"]].concat()).exits(0);
    };
    let numbers = || {
        let mut numbers = Vec::new();
        let store = Store::read(&world.path("timed")).unwrap();
        let add = |batch: crosscall_campaign::store::BatchRow| {
            numbers.push(batch.number);
            Ok(())
        };
        store.batches("forwardcom", "call", add).unwrap();
        (store.column(), numbers)
    };
    let settling = Source::new(Target::ForwardCom, 1).directed().div_ceil(48);
    // A busy machine needs several nights for it.
    let until_random = || loop {
        run("");
        let (column, numbers) = numbers();
        if numbers.len() as u64 > settling {
            return (column, numbers);
        }
    };
    let (column, first) = until_random();
    assert_eq!(column, 1);
    world.write_program("bin/forw", world.read("bin/forw") + "# another build\n");
    let (column, second) = until_random();
    assert_eq!(column, 2);
    let next = first.len() as u64;
    let random = second.len() as u64 - settling;
    let expected: Vec<u64> = (0..settling).chain(next..next + random).collect();
    assert_eq!(second, expected);
}

/// A world with a campaign in its configuration.
fn campaign(table: &str) -> World {
    let world = faulty(LOST);
    let config = world.read("crosscall.toml");
    let table = format!("[campaign.nightly]\ntoolchain = [\"faulty\"]\npairing = [\"callee\"]\n{table}");
    world.write("crosscall.toml", config + &table);
    world
}

#[test]
fn settings_of_a_campaign_stand_in_the_configuration() {
    let world =
        campaign("cases = 1500\nminimize = 30\nstore = \"nights\"\nformat = \"json\"\nquiet = true\n");
    let inner = world.path("deep/er");
    std::fs::create_dir_all(&inner).unwrap();
    let mut command = world.command(&["run", "--campaign=nightly"]);
    let answer = world.answer(command.current_dir(&inner));
    assert_eq!((answer.code, answer.json()["cases"].as_u64()), (1, Some(1500)), "{answer:?}");
    assert!(world.path("nights").join(crosscall_campaign::store::DATABASE).exists(), "relative to the file");
    // The command line comes first, whatever the order.
    let answer = world.run(&["run", "--cases", "20", "--campaign=nightly", "--store=other"]);
    assert_eq!((answer.code, answer.json()["cases"].as_u64()), (0, Some(20)), "{answer:?}");
    // What goes with an option may stand in either place.
    let more = ["--fail-on=new", "--shard=1/1", "--store-limit=1G", "--on-finding-time=5s"];
    let answer = world.run(&[&["run", "--campaign=nightly"], &more[..]].concat());
    assert_eq!((answer.code, answer.json()["cases"].as_u64()), (0, Some(1500)), "{answer:?}");
    let answer = world.run(&["run", "--campaign=nightly", "--weight=call=2", "--cases=1500"]);
    assert_eq!((answer.code, answer.err.as_str()), (2, "crosscall: --weight: needs --time TIME\n"));
    let answer = world.run(&["run", "--campaign=weekly"]);
    assert_eq!(answer.err, "crosscall: crosscall.toml: has no campaign `weekly`; it has nightly\n");
}

#[test]
fn settings_that_run_does_not_have_are_refused() {
    for (table, reported) in [
        ("case = 3\n", "`case` is not an option of `run`"),
        ("campaign = \"nightly\"\n", "`campaign` is not an option of `run`"),
        ("quiet = 3\n", "`quiet` is true or false"),
        ("cases = \"many\"\n", "invalid value 'many' for '--cases <N>'"),
        ("time = 1.5\n", "`time` has a value that is neither a text nor a number"),
        ("store = \"s\"\ntime = \"9s\"\nweight = { gcc = 3 }\n", "`gcc=3` is not a weight such as call=8"),
    ] {
        let world = campaign(table);
        let answer = world.run(&["run", "--campaign=nightly"]).exits(2);
        assert!(
            answer.err.contains("[campaign.nightly]: ") && answer.err.contains(reported),
            "{table}: {}",
            answer.err
        );
    }
    // What an option needs may stand on the command line.
    let answer = campaign("shard = \"1/2\"\n").run(&["run", "--campaign=nightly"]);
    assert_eq!((answer.code, answer.err.as_str()), (2, "crosscall: --shard: needs --store DIR\n"));
}

#[test]
fn a_command_is_started_for_each_finding_that_came_up() {
    let world = faulty("");
    let script = format!(
        "#!/bin/sh\ncp \"$2\" {:?}/\"$1\"\ncase \"$1\" in bad) echo 'no \u{1b}[1m ticket' >&2; exit 4;; slow) sleep 60;; esac\n",
        world.path("").display().to_string()
    );
    world.write_program("ticket", script);
    let night = |edits: &str, command: &str| {
        world.write("edits", edits);
        world.run(&[&RUN[..], &["--on-finding", command, "--on-finding-time=2s"]].concat())
    };
    let found = |name: &str| std::fs::read_to_string(world.path(name)).ok();
    assert_eq!(night("", "./ticket nothing").code, 0);
    assert_eq!(found("nothing"), None);
    assert_eq!(night(LOST, "./ticket 'a finding'").code, 1);
    let finding: Value = serde_json::from_str(&found("a finding").unwrap()).unwrap();
    assert_eq!((finding["fingerprint"].as_str(), finding["repeats"].as_str()), (Some(R27), Some("alone")));
    // It is reported once.
    assert_eq!(night(LOST, "./ticket again").code, 1);
    assert_eq!(found("again"), None);
    let both = LOST.to_owned() + ANOTHER;
    let answer = night(&both, "./ticket bad");
    assert_eq!((answer.code, found("bad").is_some()), (1, true));
    assert!(
        answer.err.contains("ended with status 4") && answer.err.contains("no \\u{1b}[1m ticket"),
        "{}",
        answer.err
    );
    night("", "./ticket none");
    let answer = night(LOST, "./ticket slow");
    assert!(answer.err.contains("was stopped after 2 s"), "{}", answer.err);
    for (wrong, reported) in [("'", "without its other half"), ("", "a command is missing")] {
        let answer = night("", wrong).exits(2);
        assert!(answer.err.contains(reported), "{}", answer.err);
    }
    // In a campaign it is beside the configuration, as everything is that the table names.
    let config = world.read("crosscall.toml");
    let table = "[campaign.nightly]\ntoolchain = [\"faulty\"]\npairing = [\"callee\"]\ncases = 1500\non-finding = \"./ticket 'from a folder'\"\n";
    world.write("crosscall.toml", config + table);
    std::fs::create_dir(world.path("deep")).unwrap();
    world.write("edits", LOST);
    let mut command = world.command(&["run", "--campaign=nightly", "--minimize=0"]);
    let answer = world.answer(command.current_dir(world.path("deep")));
    assert_eq!((answer.code, found("from a folder").is_some()), (1, true), "{answer:?}");
    let answer = night(&both, "./nothing-there");
    assert!(answer.code == 1 && answer.err.contains("nothing-there"), "{}", answer.err);
}

/// Earlier columns make room for the present one, and nobody forgets a bucket for it.
#[test]
fn a_store_is_kept_below_its_limit() {
    let world = faulty(LOST);
    let program = world.read("bin/forw");
    let size = || Store::read(&world.path("nightly")).unwrap().bytes().unwrap();
    assert_eq!(night(&world, LOST).code, 1);
    let one = size();
    for build in 0..4 {
        world.write_program("bin/forw", format!("{program}# build {build}\n"));
        let limit = format!("--store-limit={}", one * 3 / 2);
        assert_eq!(world.run(&[&RUN[..], &[&limit]].concat()).code, 1);
        assert!(size() <= one * 5 / 2, "{} of {one}", size());
    }
    let store = Store::read(&world.path("nightly")).unwrap();
    assert_eq!(store.columns().unwrap().len(), 5);
    assert_eq!(store.transitions().unwrap().len(), 1);
    drop(store);
    world.write_program("bin/forw", format!("{program}# the last build\n"));
    let answer = world.run(&[&RUN[..], &["--store-limit=100K"]].concat());
    assert_eq!(answer.json()["enough"], "store limit", "{answer:?}");
}

/// Register r27 is not given back by functions with a frame of another size.
const LOST_ELSEWHERE: &str = "s/int64 r27 = \\[sp+80\\]/nop/\n";

/// Two subjects show one bucket, each with a case at which the other conforms: both cases are tried.
#[test]
fn a_bucket_is_looked_for_with_each_subjects_own_case() {
    let world = faulty(LOST);
    let program = world.read("bin/forw");
    let mut entries = String::new();
    for (name, edits) in [("an-other", LOST_ELSEWHERE), ("faulty", LOST), ("good", "")] {
        world.write(&format!("edits-{name}"), edits);
        let program = program.replace("/edits\"", &format!("/edits-{name}\""));
        world.write_program(&format!("bin/{name}"), program);
        entries += &format!(
            "[[toolchain]]\nname = {name:?}\ntarget = \"forwardcom\"\nkind = \"forw\"\nas = [\"bin/{name}\"]\n"
        );
    }
    world.write("crosscall.toml", entries);
    let both = ["run", "--toolchain=faulty", "--toolchain=an-other"];
    world.run(&[&both[..], &RUN[2..]].concat()).exits(1);
    let id = only_bucket(&world);
    for bad in ["faulty", "an-other"] {
        let over = format!("--over=good,{bad}");
        let found = world.run(&["bisect", &id, "--store=nightly", &over, "--format=json"]);
        assert_eq!((found.code, found.json()["first_bad"].as_str()), (0, Some(bad)), "{found:?}");
    }
}

/// What is fixed stays fixed, whatever its case shows behind something new: that is reported by its own name.
#[test]
fn a_fixed_bucket_is_neither_masked_nor_open_again() {
    let world = faulty(LOST);
    is(&night(&world, LOST), 1, 1, &[("open", R27)], &[]);
    is(&night(&world, ""), 0, 2, &[("fixed", R27)], &[]);
    is(&night(&world, WORSE), 1, 3, &[("open", SP)], &[]);
    is(&night(&world, LOST), 1, 4, &[("masked", SP), ("back", R27)], &[]);
}

/// What is gone is news on one morning, and part of the history on all others.
#[test]
fn a_page_says_once_that_a_bucket_is_gone() {
    let world = faulty(LOST);
    let page = |edits: &str| {
        night(&world, edits);
        world.run(&["report", "nightly", "--format=html"]).out
    };
    let gone = "Gone <span class=\"number\">1 bucket<";
    assert!(!page(LOST).contains(gone));
    assert!(page("").contains(gone));
    let later = page("");
    assert!(!later.contains(gone) && later.contains("Nothing is gone."), "{later}");
    assert!(later.contains("none open as before, 1 gone before"), "{later}");
    assert!(page(LOST).contains("Changed or back <span class=\"number\">1 bucket"));
}

/// A night with another version of the compiler.
fn with_version(world: &World, version: &str, faults: &str) -> Answer {
    let program = world.read("bin/forw");
    let (before, after) = program.split_once("version ").unwrap();
    let (_, after) = after.split_once(' ').unwrap();
    world.write_program("bin/forw", format!("{before}version {version} {after}"));
    night(world, faults)
}

/// Details of the changes of a night.
fn details(answer: &Answer) -> Vec<String> {
    let report = answer.json();
    let lines = report["run"]["night"]["changes"].as_array().unwrap().clone();
    lines.iter().map(|line| line["detail"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_state_names_the_versions_before_and_after() {
    let world = faulty("");
    let open = details(&with_version(&world, "1.14", LOST));
    assert!(open.len() == 1 && open[0].ends_with("; with forw 1.14 forwardcom"), "{open:?}");
    assert_eq!(details(&with_version(&world, "1.15", LOST)), [""; 0]);
    // The last one that showed it, not the first one.
    let fixed = details(&with_version(&world, "1.16", ""));
    assert_eq!(fixed, ["since forw 1.16 forwardcom; forw 1.15 forwardcom showed it"]);
    let back = details(&with_version(&world, "1.17", LOST));
    let said = "; with forw 1.17 forwardcom; fixed with forw 1.16 forwardcom";
    assert!(back.len() == 1 && back[0].ends_with(said), "{back:?}");
    // Of a version with which nobody has run the case nothing is said but that.
    let id = only_bucket(&world);
    let note = |what: &str| world.run(&["note", "nightly", &id, "--who=Ada", what, "--why=a holiday"]).code;
    assert_eq!(note("--retire"), 0);
    with_version(&world, "1.18", "");
    assert_eq!(note("--reopen"), 0);
    let fixed = details(&with_version(&world, "1.19", ""));
    let said =
        "since forw 1.19 forwardcom; forw 1.17 forwardcom showed it, forw 1.18 forwardcom was not tried";
    assert_eq!(fixed, [said]);
}

/// A compiler that becomes another one in the middle of a night is not reported under the name of the first.
#[test]
fn a_compiler_that_is_replaced_in_a_night_is_left_out_of_it() {
    let world = faulty("");
    world.write("edits-new", LOST);
    let program = world.read("bin/forw");
    let new = program.replace("/edits\"", "/edits-new\"").replace("version 1.14", "version 1.15");
    world.write_program("bin/new", new);
    let (calls, old, new) = (world.path("calls"), world.path("bin/forw"), world.path("bin/new"));
    let swap = format!("-ass) echo >> {calls:?}; [ $(wc -l < {calls:?}) -lt 12 ] || mv -f {new:?} {old:?}; ");
    world.write_program("bin/forw", program.replace("-ass) ", &swap));
    let first = world.run(&RUN);
    assert!(!new.exists(), "it was not replaced");
    assert_eq!(first.code, 3, "{first:?}");
    assert_eq!(list(&first, "changes"), []);
    let left_out = first.json()["left_out"][0]["reason"].to_string();
    assert!(
        left_out.contains("is another one since") && left_out.contains("1.14") && left_out.contains("1.15"),
        "{left_out}"
    );
    let second = world.run(&RUN);
    is(&second, 1, 2, &[("open", R27)], &[]);
    let said = "; with forw 1.15 forwardcom; forw 1.14 forwardcom did not show it in night 1";
    assert!(details(&second)[0].ends_with(said), "{second:?}");
}
