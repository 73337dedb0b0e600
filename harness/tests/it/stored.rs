//! Campaigns that last: `crosscall run --store` and `crosscall report`, with subjects that are always there. A subject with
//! faults is a stand-in for `forw`: the project's own tools behind a script that changes some lines before they assemble.

use crate::common::{Answer, World};
use crosscall_campaign::store::{DATABASE, LOCK, Store};
use crosscall_model::Target;
use crosscall_toolchain::cases::Source;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// Cases of the Epiphany that settle what a subject is known to do, in units of 64, and the random ones of a few more.
const CASES: &str = "--cases=1100";

#[rustfmt::skip]
const RUN: [&str; 5] = [
    "run", "--toolchain=embedded-epiphany", "--pairing=layout", "--pairing=callee", "--format=json",
];

/// The arguments, and more of them.
fn with<'a>(base: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    base.iter().chain(more).copied().collect()
}

/// The report without what is of one run only.
fn timeless(answer: &Answer) -> Value {
    let mut report = answer.json();
    report["run"] = Value::Null;
    report
}

/// The report of stores as JSON.
fn reported(world: &World, stores: &[&str]) -> Value {
    let answer = world.run(&with(&["report", "--format=json"], stores));
    assert!(answer.code < 2 && answer.err.is_empty(), "{answer:?}");
    timeless(&answer)
}

/// The nights that have stored the batches of a target's calls, in the order of the batches.
fn nights(world: &World, store: &str, target: &str) -> Vec<u64> {
    let mut nights = Vec::new();
    let add = |batch: crosscall_campaign::store::BatchRow| {
        nights.push(batch.night);
        Ok(())
    };
    Store::read(&world.path(store)).unwrap().batches(target, "call", add).unwrap();
    nights
}

/// Number of batches of so many calls that hold a directed case of the Epiphany.
fn directed_batches(batch: usize) -> usize {
    usize::try_from(Source::new(Target::Epiphany, 1).directed()).unwrap().div_ceil(batch)
}

/// A night that its time ends, after another one, has the cases of both.
#[test]
fn nights_that_their_time_ends_add_up() {
    let world = World::new();
    let night = ["run", "--toolchain=embedded-epiphany", "--pairing=layout", "--format=json"];
    let mut before = 0;
    for _ in 0..2 {
        let answer = world.run(&with(&night, &["--cases=1000000", "--time=6s", "--store=store"]));
        assert!(answer.code < 2, "{answer:?}");
        let report = answer.json();
        let count = |key: &str| report["trials"][key].as_u64().unwrap();
        assert_eq!(report["enough"], "time");
        assert!(count("run") > 0 && count("run") >= before, "{report}");
        assert_eq!(
            count("planned"),
            count("run") + count("unsupported") + count("failed") + count("skipped")
        );
        before = count("run");
    }
}

#[test]
fn a_store_changes_nothing_and_is_not_run_again() {
    let world = World::new();
    let without = world.run(&with(&RUN, &[CASES]));
    let expected = timeless(&without);
    assert_eq!((without.code, expected["trials"]["run"].as_u64()), (0, Some(2200)));
    let stored = with(&RUN, &[CASES, "--store=nightly"]);
    assert_eq!(timeless(&world.run(&stored)), expected);
    assert_eq!(reported(&world, &["nightly"]), expected);

    assert_eq!(timeless(&world.run(&stored)), expected);
    assert_eq!(reported(&world, &["nightly"]), expected);
    let nights = nights(&world, "nightly", "epiphany");
    assert_eq!(nights.len(), 18);
    let random = &nights[directed_batches(64)..];
    assert!(
        !random.is_empty() && random.iter().all(|night| *night == 1),
        "random cases are run once: {nights:?}"
    );
    assert_eq!(expected["lacking"], Value::Array(Vec::new()));
}

/// Whoever reads a store leaves it as it was.
#[test]
fn readers_leave_no_files() {
    let world = World::new();
    assert_eq!(world.run(&with(&RUN, &["--cases=70", "--store=nightly"])).code, 0);
    let files = || {
        let entries = std::fs::read_dir(world.path("nightly")).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let before = files();
    for reader in ["report", "status", "buckets"] {
        assert_eq!(world.run(&[reader, "nightly"]).code, 0, "{reader}");
        assert_eq!(files(), before, "{reader}");
    }
}

#[test]
fn more_cases_later_are_the_same_as_all_at_once() {
    let world = World::new();
    let run = ["run", "--toolchain=embedded-nyuzi", "--pairing=layout", "--pairing=callee", "--format=json"];
    let whole = timeless(&world.run(&with(&run, &[CASES])));
    // Fewer than there are directed cases; all of those, and a part of their last unit; the whole of it; a part of the next.
    for before in ["300", "830", "832", "850"] {
        let store = format!("--store=after-{before}");
        let first = world.run(&with(&run, &["--cases", before, &store])).exits(0);
        let alone = world.run(&with(&run, &["--cases", before]));
        assert_eq!(timeless(&first), timeless(&alone), "{before}");
        let later = world.run(&with(&run, &[CASES, &store])).exits(0);
        assert_eq!(timeless(&later), whole, "{before}");
        assert_eq!(reported(&world, &[&format!("after-{before}")]), whole, "{before}");
    }
}

#[test]
fn fewer_cases_than_before_are_refused() {
    let world = World::new();
    assert_eq!(world.run(&with(&RUN, &["--cases=100", "--store=nightly"])).code, 0);
    let answer = world.run(&with(&RUN, &["--cases=99", "--store=nightly"]));
    let said = "crosscall: nightly: has been run with --cases 100; ask for as many or more\n";
    assert_eq!((answer.code, answer.err.as_str()), (2, said));
}

/// A world with a stand-in for `forw` whose assembler changes lines as `sed` is told.
pub(crate) fn faulty(sed: &str) -> World {
    let world = World::new();
    let script = format!(
        "#!/bin/sh\n\
         case \"$*\" in --version) printf '\\nBinary tools version 1.14 for ForwardCom instruction set.\\n'; exit 0;; esac\n\
         case \"$1\" in\n\
         -ass) sed -f {edits:?} \"$2\" > changed.as\n\
           exec {crosscall} machine asm --target forwardcom --output \"$3\" changed.as ;;\n\
         -link) shift 3; exec {crosscall} machine link --target forwardcom --entry __entry_point --output program \"$@\" ;;\n\
         esac\nexit 9\n",
        edits = world.path("edits").display().to_string(),
        crosscall = env!("CARGO_BIN_EXE_crosscall"),
    );
    world.write("edits", sed);
    world.write_program("bin/forw", script);
    let entry = "[[toolchain]]\nname = \"faulty\"\ntarget = \"forwardcom\"\nkind = \"forw\"\n";
    world.write("crosscall.toml", format!("{entry}as = [\"bin/forw\"]\n"));
    world
}

/// Registers that are not given back: one by functions with a frame of one size; another by those with a larger one, which
/// are rare; and bytes of records that are taken for others.
const FAULTS: &str = "s/int64 r27 = \\[sp+72\\]/nop/\ns/int64 r22 = \\[sp+112\\]/nop/\ns/int8 r17 = \\[r21+11\\]/int8 r17 = [r21+10]/\n";

#[rustfmt::skip]
const FAULTY: [&str; 6] = [
    "run", "--toolchain=faulty", "--pairing=callee", "--cases=1500", "--batch=48", "--minimize=30",
];

/// Stores of all shards, which run at the same time.
fn run_shards(world: &World, of: usize) -> Vec<String> {
    let start = |number: usize| {
        let (store, shard) = (format!("--store={number}-{of}"), format!("--shard={number}/{of}"));
        let mut command = world.command(&with(&FAULTY, &["--quiet", "--jobs=1", &store, &shard]));
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    for mut child in (1..=of).map(start).collect::<Vec<Child>>() {
        assert_eq!(child.wait().unwrap().code(), Some(1));
    }
    (1..=of).map(|number| format!("{number}-{of}")).collect()
}

/// Fails with the first lines that differ, not with two whole reports.
fn assert_same(seen: &str, expected: &str, what: &str) {
    let pairs = seen.lines().zip(expected.lines()).enumerate();
    let differing: Vec<_> = pairs.filter(|(_, (seen, expected))| seen != expected).take(8).collect();
    assert!(differing.is_empty(), "{what}: {differing:#?}");
    assert_eq!(seen.len(), expected.len(), "{what}");
}

#[test]
fn shards_add_up_to_the_whole_byte_for_byte() {
    let world = faulty(FAULTS);
    world.run(&with(&FAULTY, &["--store=whole"])).exits(1);
    let text = |stores: &[&str]| {
        let answer = world.run(&with(&["report", "--verbose", "--all", "--dialects"], stores));
        assert_eq!((answer.code, answer.err.as_str()), (1, ""));
        answer.out
    };
    // Every byte but those of this one process.
    let json = |stores: &[&str]| {
        let answer = world.run(&with(&["report", "--format=json"], stores));
        let lines = answer
            .out
            .lines()
            .filter(|l| !l.starts_with("    \"date\"") && !l.starts_with("    \"command\""));
        lines.collect::<Vec<_>>().join("\n")
    };
    let report = reported(&world, &["whole"]);
    let findings = report["subjects"][0]["findings"].as_array().unwrap();
    let followers = |finding: &Value| finding["followers"].as_array().unwrap().len();
    assert!(findings.len() > 1 && findings.iter().all(|finding| followers(finding) > 1), "{findings:?}");
    assert!(findings.iter().all(|finding| finding["repeats"] == "alone"), "{findings:?}");
    let (expected, expected_text) = (json(&["whole"]), text(&["whole"]));
    for of in [2, 3] {
        let stores = run_shards(&world, of);
        let mut stores: Vec<&str> = stores.iter().map(String::as_str).collect();
        assert_same(&json(&stores), &expected, &format!("{of} shards"));
        stores.reverse();
        assert_same(&text(&stores), &expected_text, &format!("{of} shards, the last one first"));
        stores.rotate_left(1);
        assert_same(&json(&stores), &expected, &format!("{of} shards in another order"));
    }
}

/// Stores that do not make one campaign, with what is said of them, and what `--partial` makes of it.
#[test]
fn stores_that_do_not_fit_together_are_refused_by_name() {
    let world = World::new();
    let run = ["run", "--toolchain=embedded-epiphany", "--pairing=layout"];
    let mut made = 0;
    let mut store = |more: &[&'static str]| {
        made += 1;
        let folder = format!("--store=store{made}");
        let mut arguments = with(&with(&run, &[&folder]), more);
        let mut otherwise = |option: &str, usual| {
            if !more.iter().any(|word| word.starts_with(option)) {
                arguments.push(usual);
            }
        };
        otherwise("--cases", CASES);
        otherwise("--batch", "--batch=32");
        world.run(&arguments).exits(0);
        format!("store{made}")
    };
    let first = store(&["--shard=1/3"]);
    let second = store(&["--shard=2/3"]);
    let third = store(&["--shard=3/3"]);
    let double = store(&["--shard=2/3"]);
    let seed = store(&["--shard=3/3", "--seed=2"]);
    let pairing = store(&["--shard=3/3", "--pairing=callee"]);
    let batch = store(&["--shard=3/3", "--batch=16"]);
    let quarter = store(&["--shard=3/4"]);
    let more = store(&["--shard=3/3", "--cases=1150"]);
    for (stores, said) in [
        (vec![&first, &third], "1 of 3 shards is missing: 2/3"),
        (vec![&first, &second, &double, &third], "store4 and store2 are both shard 2/3"),
        (vec![&first, &second, &seed], "seed is `0x1` in store1 and `0x2` in store5"),
        (vec![&first, &second, &pairing], "pairings is `layout` in store1 and `layout, callee` in store6"),
        (vec![&first, &second, &batch], "cases in a unit is `32` in store1 and `16` in store7"),
        (vec![&first, &second, &quarter], "store8: is shard 3/4, others are of 3"),
        (vec![&first, &second, &more], "store9: is about 1150 cases, others are about 1100"),
    ] {
        let stores: Vec<&str> = stores.into_iter().map(String::as_str).collect();
        let answer = world.run(&with(&["report", "--verbose"], &stores));
        assert_eq!((answer.code, answer.out.as_str()), (3, ""), "{stores:?}");
        assert!(answer.err.contains(said), "{stores:?}: {}", answer.err);
    }
    let partial = |stores: &[&str]| world.run(&with(&["report", "--partial", "--format=json"], stores));
    let part = partial(&[&first, &third]).exits(0);
    let lacking = part.json()["lacking"].to_string();
    assert_eq!(lacking, r#"["1 of 3 shards is missing: 2/3","2 batches for epiphany are missing"]"#);
    let whole = reported(&world, &[&first, &second, &third]);
    assert_eq!(timeless(&partial(&[&first, &second, &double, &third])), whole, "a batch counts once");
    let text = world.run(&["report", "--verbose", "--partial", &first, &third]);
    let title = "incomplete: 1 of 3 shards is missing: 2/3; 2 batches for epiphany are missing";
    assert_eq!(text.out.lines().next(), Some(title), "{text:?}");
}

/// A run that goes on, once it has stored so many batches of calls.
fn begin(world: &World, arguments: &[&str], store: &str, batches: u64) -> Child {
    let mut command = world.command(arguments);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let begin = Instant::now();
    let stored = || -> u64 {
        let progress = Store::read(&world.path(store)).and_then(|reader| reader.progress(None));
        progress.map_or(0, |all| all.iter().map(|one| one.batches).sum())
    };
    while stored() < batches {
        assert!(child.try_wait().unwrap().is_none(), "it has ended");
        assert!(begin.elapsed() < Duration::from_secs(120), "it stores nothing");
        std::thread::sleep(Duration::from_millis(2));
    }
    child
}

/// So many cases that a run goes on for some time.
#[rustfmt::skip]
const LONG: [&str; 8] = [
    "run", "--toolchain=embedded-epiphany", "--pairing=callee", "--pairing=layout", "--format=json", "--cases=4000",
    "--batch=8", "--jobs=1",
];

#[test]
fn a_run_that_is_killed_goes_on_where_it_was() {
    let world = World::new();
    let expected = timeless(&world.run(&LONG));
    let stored = with(&LONG, &["--store=nightly"]);
    // Before the first random case, and twice after it.
    for batches in [20, 130, 220] {
        let mut child = begin(&world, &stored, "nightly", batches);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let answer = world.run(&stored);
    assert_eq!(timeless(&answer), expected, "{}", answer.err);
    assert!(answer.err.contains("nightly: night 3 (process "), "{}", answer.err);
    assert!(answer.err.contains("did not end by itself; what it stored is kept"), "{}", answer.err);
    assert_eq!(reported(&world, &["nightly"]), expected);
    let nights = nights(&world, "nightly", "epiphany");
    let random = &nights[directed_batches(8)..];
    assert!(random.windows(2).all(|pair| pair[0] <= pair[1]), "{nights:?}");
    assert_eq!(*nights.last().unwrap(), 4);
    assert!(random.contains(&2) && random.contains(&3), "{nights:?}");
    let mut files = world.files();
    files.retain(|name| name != "nightly");
    // A folder of the run that was killed may be left; the others have taken theirs away.
    assert!(files.len() <= 3, "{files:?}");
}

#[test]
fn one_run_at_a_time_uses_a_store_and_others_read_it() {
    let world = World::new();
    let stored = with(&LONG, &["--store=nightly"]);
    let mut child = begin(&world, &stored, "nightly", 100);
    let second = world.run(&stored);
    let read = world.run(&["report", "--verbose", "nightly"]);
    let part = world.run(&["report", "--verbose", "nightly", "--partial"]);
    assert!(child.try_wait().unwrap().is_none(), "it had ended before");
    assert_eq!((second.code, second.out.as_str()), (3, ""));
    let host = rustix::system::uname().nodename().to_string_lossy().into_owned();
    let said = format!("crosscall: nightly: process {} on {host} has used it since ", child.id());
    assert!(second.err.starts_with(&said), "{}", second.err);
    assert_eq!((read.code, read.out.as_str()), (3, ""));
    assert!(read.err.contains(" batches for epiphany are missing; run what is left"), "{}", read.err);
    assert_eq!(part.code, 0, "{part:?}");
    assert!(part.out.starts_with("incomplete: "), "{}", part.out);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(
        world.run(&["report", "--verbose", "nightly", "--partial"]).code,
        0,
        "a lock that is left is no obstacle"
    );
}

#[test]
fn an_interrupted_run_stores_what_it_has_begun() {
    let world = World::new();
    let expected = timeless(&world.run(&LONG));
    let stored = with(&LONG, &["--store=nightly"]);
    let child = begin(&world, &stored, "nightly", 120);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((report["signal"].as_str(), report["interrupted"].as_bool()), (Some("SIGINT"), Some(true)));
    let stored_cases = nights(&world, "nightly", "epiphany").len() as u64 * 8;
    assert_eq!(report["trials"]["run"].as_u64(), Some(2 * stored_cases), "what is reported is stored");
    let night = Store::read(&world.path("nightly")).unwrap().last_night().unwrap().unwrap();
    assert_eq!(night.exit_code, Some(130));
    assert_eq!(timeless(&world.run(&stored)), expected);
}

#[test]
fn what_is_no_store_is_refused_by_name() {
    let world = World::new();
    assert_eq!(world.run(&with(&RUN, &["--cases=70", "--store=nightly"])).code, 0);
    std::fs::create_dir(world.path("empty")).unwrap();
    std::fs::create_dir(world.path("other")).unwrap();
    world.write(&format!("other/{DATABASE}"), "a text of somebody else\n");
    std::fs::create_dir(world.path("damaged")).unwrap();
    let mut bytes = std::fs::read(world.path(&format!("nightly/{DATABASE}"))).unwrap();
    let middle = bytes.len() / 2;
    // Two whole pages at least.
    bytes[middle..middle + 12_000].fill(0xa5);
    world.write(&format!("damaged/{DATABASE}"), &bytes);
    let refusal = |folder: &str| world.run(&["report", folder]).refusal();
    expect_test::expect![[r#"
        2
        crosscall: nowhere: holds no store of crosscall (store.sqlite)
    "#]]
    .assert_eq(&refusal("nowhere"));
    expect_test::expect![[r#"
        2
        crosscall: empty: holds no store of crosscall (store.sqlite)
    "#]]
    .assert_eq(&refusal("empty"));
    expect_test::expect![[r#"
        2
        crosscall: other/store.sqlite: this is not a store of crosscall; name another folder with --store
    "#]]
    .assert_eq(&refusal("other"));
    let damaged = refusal("damaged");
    assert!(damaged.starts_with("3\ncrosscall: damaged/store.sqlite: "), "{damaged}");
    world.run(&with(&RUN, &["--cases=70", "--store=other"])).exits(2);
    let kept = std::fs::read(world.path(&format!("other/{DATABASE}"))).unwrap();
    assert_eq!(kept, b"a text of somebody else\n");
    assert!(!world.path(&format!("other/{LOCK}")).exists());
}

/// A kill before all directed cases were judged takes only the batches at work, and the next night goes on from there. One
/// after a night that ended by itself sees for itself what the subjects do.
#[test]
fn directed_batches_are_stored_as_they_are_judged() {
    let world = World::new();
    let run = with(&RUN, &[CASES, "--batch=8", "--jobs=1"]);
    let stored = with(&run, &["--store=nightly"]);
    let mut child = begin(&world, &stored, "nightly", 5);
    child.kill().unwrap();
    child.wait().unwrap();
    let batches = nights(&world, "nightly", "epiphany").len();
    assert!((5..directed_batches(8)).contains(&batches), "{batches}");
    let whole = timeless(&world.run(&run));
    assert_eq!(timeless(&world.run(&stored)), whole);
    let of_nights = || nights(&world, "nightly", "epiphany")[..directed_batches(8)].to_vec();
    // The last one may have been stored without what it showed.
    assert!(of_nights()[..batches - 1].iter().all(|night| *night == 1), "{:?}", of_nights());
    assert!(of_nights()[batches..].iter().all(|night| *night == 2), "{:?}", of_nights());
    assert_eq!(timeless(&world.run(&stored)), whole);
    assert!(of_nights().iter().all(|night| *night == 3), "{:?}", of_nights());
}

/// A column that began without a compiler, which could not be tested then, is no obstacle when it can.
#[test]
fn a_compiler_that_is_well_again_begins_a_column() {
    let world = crate::compilers::world("[ -e \"$here/well\" ] || kill -SEGV $$");
    let run = ["run", "--toolchain=fake", "--toolchain=embedded-epiphany", "--pairing=callee", "--cases=2"];
    let night = || world.run(&with(&run, &["--store=nightly", "--format=json"]));
    let first = night();
    assert_eq!((first.code, first.json()["run"]["night"]["column"].as_u64()), (3, Some(1)), "{first:?}");
    world.write("well", "");
    for _ in 0..2 {
        let later = night();
        assert_eq!((later.code, later.json()["run"]["night"]["column"].as_u64()), (0, Some(2)), "{later:?}");
        assert_eq!(later.json()["trials"]["run"], 4);
    }
}

/// A stand-in for `forw` that removes itself after so many calls, where a file says how many; its text is always the same.
fn with_fuse(world: &World) -> String {
    let program = world.read("bin/forw");
    let fuse = format!(
        "-ass) if [ -e {fuse:?} ]; then echo >> {calls:?}; [ $(wc -l < {calls:?}) -le $(cat {fuse:?}) ] || {{ rm -f \"$0\"; exit 9; }}; fi; ",
        fuse = world.path("fuse").display().to_string(),
        calls = world.path("calls").display().to_string(),
    );
    let program = program.replace("-ass) ", &fuse);
    world.write_program("bin/forw", &program);
    program
}

/// Numbers of the complete batches of ForwardCom's calls.
fn complete(world: &World, store: &str) -> Vec<u64> {
    let mut numbers = Vec::new();
    let add = |batch: crosscall_campaign::store::BatchRow| {
        numbers.extend(batch.complete.then_some(batch.number));
        Ok(())
    };
    Store::read(&world.path(store)).unwrap().batches("forwardcom", "call", add).unwrap();
    numbers
}

/// Subjects, fingerprints and trials of a report's findings.
fn findings(report: &Value) -> Vec<String> {
    let subjects = report["subjects"].as_array().unwrap();
    let of = |subject: &Value| -> Vec<String> {
        let findings = subject["findings"].as_array().unwrap();
        let name = |finding: &Value| {
            format!("{}: {} {}", subject["subject"], finding["fingerprint"], finding["trials"])
        };
        findings.iter().map(name).collect()
    };
    subjects.iter().flat_map(of).collect()
}

/// A compiler that vanishes in the middle of a night takes nothing with it that an earlier night has stored.
#[test]
fn a_compiler_that_vanishes_destroys_nothing() {
    let world = faulty(FAULTS);
    let program = with_fuse(&world);
    let subjects =
        ["run", "--toolchain=faulty", "--toolchain=embedded-forwardcom", "--pairing=callee", "--minimize=30"];
    let night = |cases: &str| world.run(&with(&subjects, &["--format=json", "--store=nights", cases]));
    let first = night("--cases=1500").exits(1);
    let (before, found) = (complete(&world, "nights"), findings(&first.json()));
    assert!(before.len() > 20 && found.len() > 1, "{before:?} {found:?}");
    world.write("fuse", "6");
    let second = night("--cases=2000");
    assert!(!world.path("bin/forw").exists(), "it has not vanished");
    assert_eq!(second.code, 1, "{second:?}");
    let after = complete(&world, "nights");
    assert!(before.iter().all(|number| after.contains(number)), "{before:?} {after:?}");
    assert_eq!(findings(&second.json()), found, "what was reported once can be reported again");
    let left_out = second.json()["left_out"][0]["reason"].to_string();
    assert!(left_out.contains("it could not go on"), "{left_out}");
    for format in ["text", "json", "junit", "github", "sarif", "markdown", "html"] {
        let answer = world.run(&["report", "nights", "--partial", "--format", format]);
        assert_eq!((answer.code, answer.err.as_str()), (1, ""), "{format}");
    }
    std::fs::remove_file(world.path("fuse")).unwrap();
    world.write_program("bin/forw", program);
    let third = night("--cases=2000");
    let undisturbed = |cases: &str| world.run(&with(&subjects, &["--format=json", "--store=whole", cases]));
    undisturbed("--cases=1500");
    let whole = undisturbed("--cases=2000");
    assert_eq!(timeless(&third), timeless(&whole));
}

/// A compiler that vanishes when its findings are run again leaves nobody believing that they are not repeatable.
#[test]
fn a_finding_that_could_not_be_run_again_is_run_another_time() {
    let world = faulty("");
    let program = with_fuse(&world);
    world.write("fuse", "1000000");
    let night = |store: &str| world.run(&with(&FAULTY, &["--format=json", "--pairing=callee", store]));
    assert_eq!(night("--store=without").code, 0);
    let calls = world.read("calls").lines().count();
    std::fs::remove_file(world.path("calls")).unwrap();
    world.write("edits", FAULTS);
    world.write("fuse", calls.to_string());
    let first = night("--store=nights");
    assert!(!world.path("bin/forw").exists(), "it has not vanished");
    assert_eq!(first.code, 1, "{first:?}");
    std::fs::remove_file(world.path("fuse")).unwrap();
    world.write_program("bin/forw", program);
    let report = night("--store=nights").json();
    let findings = report["subjects"][0]["findings"].as_array().unwrap();
    let repeats: Vec<&Value> = findings.iter().map(|finding| &finding["repeats"]).collect();
    assert!(!repeats.is_empty() && repeats.iter().all(|repeats| **repeats == "alone"), "{repeats:?}");
    let buckets = world.run(&["buckets", "nights", "--format=json"]).json();
    let states: Vec<String> =
        buckets["buckets"].as_array().unwrap().iter().map(|bucket| bucket["state"].to_string()).collect();
    assert!(states.iter().all(|state| state == "\"open\""), "{states:?}");
}
