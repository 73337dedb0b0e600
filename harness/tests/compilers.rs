//! Compilers that misbehave: nothing of it reaches further than a finding.

mod common;

use common::{Answer, World};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A compiler that answers what it is asked before a run, and then misbehaves as `misbehaviour` (shell
/// text) says. `$out` is the object file that it should write.
fn world(misbehaviour: &str) -> World {
    let script = format!(
        r#"case "$*" in *--version*) echo "fake compiler 1.0"; exit 0;; esac
out=; source=
while [ $# -gt 0 ]; do case "$1" in -o) out=$2; shift;; *.c) source=$1;; esac; shift; done
case "$source" in capability*) echo object > "$out"; exit 0;; esac
{misbehaviour}
"#
    );
    let world = World::new();
    let script = world.write("fake.sh", script);
    let config = format!(
        "[[toolchain]]\nname = \"fake\"\ntarget = \"epiphany\"\nkind = \"gcc\"\ncc = [\"sh\", {:?}]\n",
        script.display().to_string()
    );
    world.write("crosscall.toml", config);
    world
}

const RUN: [&str; 11] = [
    "run",
    "--toolchain",
    "fake",
    "--pairing",
    "callee",
    "--cases",
    "2",
    "--timeout",
    "1",
    "--format",
    "json",
];

fn report(answer: &Answer) -> serde_json::Value {
    serde_json::from_str(&answer.out).unwrap_or_else(|e| panic!("{e}: {answer:?}"))
}

/// Runs and expects exactly one new finding: a fault of the compiler that is observed as `observed`.
fn faulty(world: &World, observed: &str) {
    let answer = world.run(&RUN);
    assert_eq!(answer.code, 1, "{answer:?}");
    let report = report(&answer);
    let findings = report["targets"][0]["findings"].as_array().unwrap();
    assert!(!findings.is_empty());
    for finding in findings {
        assert_eq!(finding["kind"], "compiler-fault");
        assert!(finding["observed"].as_str().unwrap().contains(observed), "{finding}");
        assert!(
            finding["source"].as_str().unwrap().contains("f0")
                || finding["source"].as_str().unwrap().contains("f1")
        );
    }
    let subject = &report["targets"][0];
    assert_eq!(subject["planned"], 2);
    assert_eq!(subject["failed"].as_u64().unwrap() + subject["unsupported"].as_u64().unwrap(), 2);
    assert_eq!(world.files(), ["crosscall.toml", "fake.sh"], "no file is left behind");
}

/// Numbers of running processes whose command line contains `mark`.
fn running(mark: &str) -> Vec<String> {
    let ps = Command::new("ps").args(["-eo", "pid,stat,args"]).output().unwrap();
    let text = String::from_utf8_lossy(&ps.stdout).into_owned();
    let is_running = |line: &&str| line.contains(mark) && !line.contains(" Z");
    text.lines().filter(is_running).map(str::to_owned).collect()
}

fn gone_soon(mark: &str) {
    let begin = Instant::now();
    while !running(mark).is_empty() {
        assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", running(mark));
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn one_that_crashes() {
    faulty(&world("kill -SEGV $$"), "killed by signal 11");
}

#[test]
fn one_with_an_error_of_its_own() {
    faulty(
        &world("echo 'x.c:1: internal compiler error: in expand_call' >&2; exit 4"),
        "internal compiler error",
    );
}

#[test]
fn one_that_hangs_with_children() {
    faulty(&world("sleep 7654 & sleep 7654"), "did not end in its time");
    gone_soon("sleep 7654");
}

#[test]
fn one_that_leaves_children_behind() {
    faulty(&world("sleep 8765 & echo rubbish > $out; exit 0"), "object file");
    gone_soon("sleep 8765");
}

#[test]
fn one_that_prints_without_end() {
    faulty(&world("yes 'error: no' >&2"), "did not end in its time");
}

#[test]
fn one_that_writes_nothing() {
    faulty(&world("exit 0"), "wrote no object file");
}

#[test]
fn one_that_refuses_everything_is_no_finding() {
    let answer = world("echo 'x.c:1: error: sorry' >&2; exit 1").run(&RUN);
    assert_eq!(answer.code, 3, "{answer:?}");
    let report = report(&answer);
    assert_eq!(report["targets"][0]["failed"], 2);
    assert_eq!(report["rejected"], 2);
    assert_eq!(report["targets"][0]["findings"].as_array().unwrap().len(), 0);
}

#[test]
fn one_that_compiles_nothing_at_all_ends_the_run() {
    let world = World::new();
    let script = world.write(
        "fake.sh",
        "case \"$*\" in *--version*) echo 1;; *) echo 'fatal error: disk' >&2; exit 1;; esac\n",
    );
    let config = format!(
        "[[toolchain]]\nname = \"fake\"\ntarget = \"epiphany\"\nkind = \"gcc\"\ncc = [\"sh\", {:?}]\n",
        script.display().to_string()
    );
    world.write("crosscall.toml", config);
    let answer = world.run(&RUN);
    assert_eq!(answer.code, 3);
    assert!(
        answer.err.contains("does not even compile") && answer.err.contains("fatal error: disk"),
        "{answer:?}"
    );
}

#[test]
fn an_interrupted_run_still_reports_and_leaves_no_process() {
    let world = world("sleep 9876");
    let mut arguments = RUN.to_vec();
    arguments[8] = "600";
    let child = world.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begin = Instant::now();
    while running("sleep 9876").is_empty() {
        assert!(begin.elapsed() < Duration::from_secs(30), "the compiler was never started");
        std::thread::sleep(Duration::from_millis(20));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert!(begin.elapsed() < Duration::from_secs(60));
    let answer = Answer::of(output, &world.path(""));
    assert_eq!(answer.code, 130, "{answer:?}");
    let report = report(&answer);
    assert_eq!(report["interrupted"], true);
    let counts = ["planned", "run", "skipped", "unsupported", "failed"].map(|k| report[k].as_u64().unwrap());
    assert_eq!(counts[0], counts[1..].iter().sum::<u64>());
    gone_soon("sleep 9876");
}
