//! The options of `run` that people know from other tools: a time, a random seed, an early end, less and more to read, a
//! compiler without a configuration, a report folder of its own.

use crate::common::{Answer, READ_ARGUMENTS, World};
use expect_test::expect;
use std::time::{Duration, Instant};

fn run(world: &World, more: &[&str]) -> Answer {
    world.run(&[&["run", "--toolchain", "embedded-epiphany"], more].concat())
}

/// A compiler that answers what it is asked before a run, and crashes then.
fn crashing() -> World {
    let world = World::new();
    world.object("capability.o", ".global _nothing\n_nothing: rts\n");
    let script = r#"case "$*" in *--version*) echo "fake compiler 1.0"; exit 0;; *-dumpmachine*|-v) exit 0;; esac
READ_ARGUMENTS
case "$source" in capability*) cp HERE/capability.o "$out";; *) kill -SEGV $$;; esac
"#;
    world.write(
        "fake.sh",
        script
            .replace("HERE", &world.path("").display().to_string())
            .replace("READ_ARGUMENTS", READ_ARGUMENTS),
    );
    world
}

#[test]
fn a_run_ends_with_its_time_as_if_it_had_been_that_long() {
    let world = World::new();
    let begin = Instant::now();
    let answer = run(&world, &["--time", "4s", "--format", "json"]).exits(0);
    assert!(begin.elapsed() < Duration::from_secs(60));
    let report = answer.json();
    assert_eq!((&report["enough"], &report["trials"]["skipped"]), (&"time".into(), &0.into()));
    assert_eq!(
        (&report["interrupted"], &report["trials"]["planned"]),
        (&false.into(), &report["trials"]["run"])
    );
    assert!(report["cases"].is_null());
    let drawn = report["drawn"].as_array().unwrap();
    let kinds: Vec<&str> = drawn.iter().map(|d| d["matter"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["call", "tool", "value"]);
    // On a busy machine the time may be over with the first kind.
    assert!(drawn[0]["cases"].as_u64().unwrap() >= 64, "{drawn:?}");
    assert!(drawn.iter().all(|d| d["target"] == "epiphany"), "{drawn:?}");
    // The printed seed generates the same cases again.
    let calls = drawn[0]["cases"].as_u64().unwrap().to_string();
    let same = run(&world, &["--pairing", "callee", "--cases", &calls, "--format", "json"]).json();
    assert_eq!(same["trials"]["planned"].to_string(), calls);
    assert!(same["enough"].is_null() && same["drawn"].as_array().unwrap().is_empty());

    let text = run(&world, &["--verbose", "--time", "1s", "--pairing", "value"]);
    assert!(text.out.contains("time limit of 1 s reached; generated: "), "{}", text.out);
    // Fewer cases than there is time for.
    let few = run(&world, &["--time", "1h", "--cases", "20", "--format", "json"]).json();
    assert!(few["enough"].is_null(), "{few}");
    assert_eq!(run(&world, &["--time", "soon"]).code, 2);
}

#[test]
fn a_random_seed_is_said_and_can_be_given_again() {
    let world = World::new();
    let seed = |more: &[&str]| {
        let answer = run(&world, &[&["--cases", "20", "--format", "json"], more].concat());
        (answer.json()["seed"].as_str().unwrap().to_owned(), answer.err)
    };
    let (first, said) = seed(&["--seed", "random"]);
    let reported = said.strip_prefix("seed: --seed ").unwrap().split(' ').next().unwrap().to_owned();
    assert_eq!(seed(&["--seed", &reported]), (first.clone(), String::new()));
    assert_ne!(seed(&["--seed", "random"]).0, first);
}

#[test]
fn a_compiler_is_named_on_the_command_line_and_the_first_finding_ends_the_run() {
    let world = crashing();
    let subject =
        ["run", "--target", "epiphany", "--subject", "mine", "--cc", "sh fake.sh -O2", "--minimize", "0"];
    let fake = world.path("fake.sh").display().to_string();
    let command = format!("sh {fake} -O2");
    let mut subject = subject;
    subject[6] = &command;
    let with = |more: &[&str]| world.run(&[&subject[..], more].concat());
    let whole = with(&["--cases", "160", "--batch", "8", "--format", "json", "--jobs", "1"]).json();
    let early = with(&["--cases", "160", "--batch", "8", "--format", "json", "-j", "1", "--fail-fast"])
        .exits(1)
        .json();
    assert_eq!(early["enough"], "first finding");
    assert_eq!(early["subjects"][0]["subject"], "mine");
    assert_eq!(early["subjects"].as_array().unwrap().len(), 1);
    assert!(early["trials"]["planned"].as_u64() < whole["trials"]["planned"].as_u64(), "{early}");
    assert_eq!(early["trials"]["skipped"], 0);

    let quiet = with(&["--cases", "8", "--fail-fast", "-q"]);
    assert!(quiet.out.starts_with("NEW  compiler-fault"), "{}", quiet.out);
    assert!(
        !quiet.out.contains("dialect") && quiet.out.ends_with("failed through faults of the compiler\n"),
        "{}",
        quiet.out
    );
    let verbose = with(&["--cases", "8", "-v", "--format", "json"]);
    expect![[r#"
        mine: fake compiler 1.0; sh fake.sh -O2
        8 cases for each target, 64 in a unit, 3 units at a time; seed 0x1, generator 10; pairings caller, callee, cross, layout, object, tool, value"#]].assert_eq(
        &verbose
            .err
            .lines()
            .filter(|l| !l.starts_with("new:"))
            .collect::<Vec<_>>()
            .join("\n")
            .replace(&fake, "fake.sh"),
    );
    let github = with(&["--cases", "8", "--format", "github"]).exits(1);
    assert!(
        github.out.starts_with("::error file=crosscall-findings/epiphany/")
            && github.out.contains(".toml,title=compiler-fault%2C callee%2C mine::NEW  compiler-fault"),
        "{}",
        github.out
    );
    let last = github.last_line();
    assert!(!last.starts_with("::") && last.contains("trials were run"), "{last}");
}

#[test]
fn a_compiler_that_is_named_wrongly_is_refused() {
    let world = World::new();
    let reported = |arguments: &[&str]| world.run(&[&["run", "--cases", "8"], arguments].concat()).refusal();
    expect![[r#"
        2
        crosscall: --subject mine: a --target says what it compiles for
    "#]]
    .assert_eq(&reported(&["--subject", "mine", "--cc", "cc"]));
    expect![[r#"
        2
        crosscall: --subject: a toolchain's name is not empty and has no blanks, commas, `*` or invisible characters
    "#]]
    .assert_eq(&reported(&["--target", "epiphany", "--subject", "a b", "--cc", "cc"]));
    expect![[r#"
        2
        crosscall: --cc: `'cc` has a quotation mark without its other half
    "#]]
    .assert_eq(&reported(&["--target", "epiphany", "--subject", "mine", "--cc", "'cc"]));
    expect![[r#"
        3
        crosscall: toolchain `mine` cannot be used: cannot start `no-such-compiler`: No such file or directory (os error 2); correct its `cc` in the command line
    "#]].assert_eq(&reported(&[
        "--target",
        "epiphany",
        "--subject",
        "mine",
        "--cc",
        "no-such-compiler -O2",
    ]));
    for incomplete in [
        &["--subject", "mine"][..],
        &["--cc", "cc"],
        &["--kind", "gcc"],
        &["--subject=a", "--cc=b", "--kind=forw"],
    ] {
        assert!(reported(incomplete).starts_with("2\n"), "{incomplete:?}");
    }
}

#[test]
fn a_report_folder_is_used_once() {
    let world = World::new();
    let report = |more: &[&str]| {
        run(&world, &[&["--cases", "8", "--pairing", "layout", "--report", "out"], more].concat())
    };
    assert_eq!(report(&[]).code, 0);
    let files = || {
        let mut files: Vec<_> =
            std::fs::read_dir(world.path("out")).unwrap().map(|e| e.unwrap().file_name()).collect();
        files.sort();
        (files, std::fs::read(world.path("out/report.json")).unwrap())
    };
    let before = files();
    expect![[r#"
        2
        crosscall: out: holds the report of an earlier run (report.json); name another folder with --report, or remove this one
    "#]].assert_eq(&report(&["--seed", "2"]).refusal());
    assert_eq!(files(), before);
    // A run that could not write its end has left its findings.
    std::fs::remove_file(world.path("out/report.json")).unwrap();
    let refused = report(&[]);
    assert!(refused.code == 2 && refused.err.contains("(findings.jsonl)"), "{refused:?}");
}
