//! Compilers that fail, in all the ways in which a compiler can: each gives the right exit code and a message
//! that says what happened, and leaves no process and no file behind.
//!
//! Most of them are a shell script around object files of the embedded code generator, so that no compiler is
//! needed: it compiles the first cases of a run as a real one would, until it fails as the test says.

use crate::common::{Answer, READ_ARGUMENTS, World, toolchain_entry, units};
use crosscall_model::Target;
use expect_test::expect;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A compiler that is right where the shell text `misbehaviour` does not make it end before. `$source` is the
/// name of what it shall compile, `$out` is the object file that it should write, `$good` is what it should
/// write there. In the folder `..` it may leave marks.
pub(crate) fn world(misbehaviour: &str) -> World {
    let world = World::new();
    units::write(&world, Target::Epiphany);
    let script = format!(
        r#"here={here:?}
case "$*" in *--version*) echo "fake compiler 1.0"; exit 0;; *-dumpmachine*|-v) exit 0;; esac
{READ_ARGUMENTS}good="$here/${{source%.c}}.o"
{misbehaviour}
cp "$good" "$out"
"#,
        here = world.path("").display().to_string()
    );
    configure(&world, &script);
    world
}

/// [`world`] with a compiler that answers the questions before the run and misbehaves only afterwards.
pub(crate) fn later(misbehaviour: &str) -> World {
    world(&format!("case \"$source\" in capability*) ;; *)\n{misbehaviour}\n;; esac"))
}

fn configure(world: &World, script: &str) {
    let script = world.write("fake.sh", script);
    configure_command(world, &["sh", &script.display().to_string()]);
}

fn configure_command(world: &World, command: &[&str]) {
    world.configure("fake", "epiphany", "gcc", command);
}

/// In the pairings about calls and data, for which [`units`] has object files.
#[rustfmt::skip]
pub(crate) const RUN: [&str; 12] = [
    "run", "--toolchain", "fake", "--minimize", "0", "--format", "json", "--cases=2",
    "--pairing=caller", "--pairing=callee", "--pairing=layout", "--pairing=object",
];

/// For compilers that use up their time.
#[rustfmt::skip]
const SHORT: [&str; 10] = [
    "run", "--toolchain", "fake", "--minimize", "0", "--format", "json", "--cases=1", "--timeout=1", "--pairing=callee",
];

/// Arguments with more of them, in whose pairings it is run where they name some.
fn with<'a>(base: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    let names_pairing = |argument: &&&str| argument.starts_with("--pairing");
    let others = more.iter().any(|argument| names_pairing(&argument));
    base.iter().filter(|argument| !others || !names_pairing(argument)).chain(more).copied().collect()
}

/// Summary of a JSON report in a few lines: exit code, conclusion, findings, failed trials, incidents, error output.
fn reported(answer: &Answer) -> String {
    let mut text = format!("exit {}\n", answer.code);
    if !answer.out.is_empty() {
        let report = answer.json();
        let text_of =
            |value: &serde_json::Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
        let array = |key: &str| report["subjects"][0][key].as_array().cloned().unwrap_or_default();
        text += &format!("{}\n", text_of(&report, "conclusion"));
        assert_eq!(report["exit_code"], answer.code);
        let counts = ["planned", "run", "skipped", "unsupported", "failed"]
            .map(|k| report["trials"][k].as_u64().unwrap());
        assert_eq!(counts[0], counts[1..].iter().sum::<u64>());
        for finding in array("findings") {
            let times = &finding["trials"];
            let (kind, observed) = (text_of(&finding, "kind"), text_of(&finding, "observed"));
            text += &format!("{kind} {times}x {}: {observed}\n", text_of(&finding, "what"));
            if kind == "compiler-fault" {
                let source = text_of(&finding, "source");
                assert!(["f0", "f1", "layout0", "layout1"].iter().any(|f| source.contains(f)), "{source}");
            }
        }
        for left_out in report["left_out"].as_array().cloned().unwrap_or_default() {
            if left_out["wanted"] == true {
                text +=
                    &format!("left out {}; {}\n", text_of(&left_out, "reason"), text_of(&left_out, "remedy"));
            }
        }
        for failed in array("failures").iter().filter(|f| f["by_finding"] == false) {
            let (pairing, message) = (text_of(failed, "pairing"), text_of(failed, "message"));
            text += &format!("failed {}x {pairing}: {message}\n", failed["trials"]);
            assert_eq!(failed["rejected"], failed["source"].is_string());
        }
        for incident in array("incidents") {
            text += &format!("unsteady {}x {}\n", incident["times"], text_of(&incident, "message"));
        }
    }
    text + &answer.err
}

/// Processes that work in a world or were started from one.
fn processes(world: &World) -> Vec<String> {
    let folder = world.path("").display().to_string();
    let folder = folder.trim_end_matches('/');
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let path = entry.path();
        let read = |name: &str| {
            let bytes = std::fs::read(path.join(name)).unwrap_or_default();
            String::from_utf8_lossy(&bytes).replace('\0', " ")
        };
        let cwd = std::fs::read_link(path.join("cwd")).unwrap_or_default();
        if read("environ").contains(folder) || cwd.starts_with(folder) {
            found.push(read("cmdline"));
        }
    }
    found
}

/// Message of a run, after which nothing may be left.
fn behaviour(world: &World, arguments: &[&str]) -> String {
    let before = world.files();
    let answer = world.run(arguments);
    assert_eq!(processes(world), [""; 0]);
    let mut after = world.files();
    // The case of a new finding is kept.
    after.retain(|name| name != "mark" && name != "crosscall-findings");
    assert_eq!(after, before, "no file is left behind");
    reported(&answer)
}

#[test]
fn what_does_no_harm() {
    for misbehaviour in [
        "",
        // Children in its group.
        "sleep 8765 & cp $good $out; exit 0",
        // Two in sessions of their own, of which the second one is an orphan at once, and writes into the folder while that is
        // removed.
        "setsid sleep 8765 & (setsid sh -c 'while :; do : > a$((i=i+1)); done' &)\ncp $good $out; exit 0",
        // One that knows nothing of it.
        "(cd /; env -i setsid sleep 4321 > /dev/null 2>&1 &) ; cp $good $out; exit 0",
        // A folder that is closed.
        "cp $good $out; mkdir -p a/b; touch a/b/c; chmod 0 a/b a; exit 0",
    ] {
        let said = behaviour(&world(misbehaviour), &RUN);
        assert_eq!(said, "exit 0\nnothing new: 8 of 8 trials were run\n", "{misbehaviour}");
    }
    let ps = Command::new("ps").args(["-eo", "args"]).output().unwrap();
    assert!(!String::from_utf8_lossy(&ps.stdout).contains("sleep 4321"));
}

/// The object file of another machine in its place.
const FOREIGN: &str = "{ head -c 18 $good; printf '\\076\\000'; tail -c +21 $good; } > $out; exit 0";

/// A compiler of which the questions before the run show that it cannot be used.
#[test]
fn one_that_is_refused_before_the_run() {
    for (misbehaviour, message) in [
        ("kill -SEGV $$", "killed by signal 11: it does not even compile `int nothing;`"),
        (
            FOREIGN,
            "wrote an object file that cannot be used: it is for x86-64, not for epiphany; the command must be that of a \
             compiler for epiphany",
        ),
        (
            "echo 'x.c:1: error: sorry' >&2; exit 1",
            "rejected the source (exit status 1): it does not even compile `int nothing;`: x.c:1: error: sorry",
        ),
        (
            "case \"$(cat $source)\" in *f[0-9]*) echo 'x.c:1: error: sorry' >&2; exit 1;; esac",
            "rejected the source (exit status 1): it takes none of the types and declarations that it was tried with: \
             x.c:1: error: sorry",
        ),
    ] {
        let said = behaviour(&world(misbehaviour), &RUN);
        assert_eq!(said, format!("exit 3\ncrosscall: fake: {message}\n"), "{misbehaviour}");
    }
}

/// LLVM reports its command line first, and what it was doing last.
const STACK_DUMP: &str = "echo 'Stack dump:' >&2; \
    printf '0.\\tProgram arguments: clang-9 -cc1 -ferror-limit 19\\n1.\\t<eof> parser at end of file\\n' >&2; \
    printf '2.\\tCode generation\\n3.\\tRunning pass '\\''Selection'\\'' on function '\\''@f17'\\''\\n' >&2; \
    echo ' #0 0x0000 clang-9(+0x16fb96f)' >&2; exit 254";

/// Faults of a compiler at every unit of a run, with what is said of each.
#[rustfmt::skip]
const FAULTS: [(&str, &str); 15] = [
    ("kill -SEGV $$", "killed by signal 11"),
    ("echo 'x.c:1: internal compiler error: in expand_call' >&2; exit 4",
     "internal compiler error: x.c:1: internal compiler error: in expand_call"),
    (STACK_DUMP, "internal compiler error: Running pass 'Selection'"),
    ("exit 0", "reported success and wrote no object file"),
    ("echo 'x.c:1: error: no' >&2; exit 0", "reported success and wrote no object file: x.c:1: error: no"),
    ("rm -rf \"$PWD\"; exit 0", "reported success and wrote no object file"),
    ("echo rubbish > $out; exit 0",
     "wrote an object file that cannot be used: it is text, such as -S and -E make"),
    ("printf '\\001\\002\\377' > $out; exit 0",
     "wrote an object file that cannot be used: it is damaged: it does not begin like an ELF file"),
    (": > $out; exit 0", "wrote an object file that cannot be used: it is empty"),
    ("head -c 300 $good > $out; exit 0",
     "wrote an object file that cannot be used: it is damaged: Invalid ELF section header offset/size/alignment"),
    ("truncate -s 300M $out; exit 0",
     "wrote an object file that cannot be used: it has 314572800 bytes; at most 268435456 are read"),
    ("if [ $source = layout.c ]; then ln -s /dev/zero $out; else mkdir $out; fi; exit 0",
     "wrote an object file that cannot be used: it is not a regular file"),
    (FOREIGN, "wrote an object file that cannot be used: it is for x86-64, not for epiphany; the command must be that of a compiler for epiphany"),
    ("good=$here/slim.o", "wrote an object file that cannot be used: it is an object file without code, for link-time optimisation: leave out -flto, or add -ffat-lto-objects"),
    ("ulimit -v 100000; tail /dev/zero > $out; exit 1", "ran out of memory: tail: memory exhausted"),
];

#[test]
fn faults_are_findings() {
    for (misbehaviour, message) in FAULTS {
        let world = later(misbehaviour);
        world.object("slim.o", ".comm ___gnu_lto_slim,1,1\n");
        let expected = format!(
            "exit 1\n1 new finding: 0 of 8 trials were run; 8 of 8 trials failed through faults of the compiler\n\
             compiler-fault 6x callee unit: fake: {message}\n"
        );
        assert_eq!(behaviour(&world, &RUN), expected, "{misbehaviour}");
    }
}

/// One hangs with its children, the other prints without end.
#[test]
fn one_that_uses_up_its_time() {
    for (misbehaviour, message) in [("sleep 7654 & sleep 7654", ""), ("yes 'error: no' >&2", ": error: no")] {
        let expected = format!(
            "exit 1\n1 new finding: 0 of 1 trials were run; 1 of 1 trials failed through faults of the compiler\n\
             compiler-fault 1x callee unit: fake: did not end in its time{message}\n"
        );
        assert_eq!(behaviour(&later(misbehaviour), &SHORT), expected, "{misbehaviour}");
    }
}

#[test]
fn one_that_crashes_with_one_case() {
    expect![[r#"
        exit 1
        1 new finding: 5 of 8 trials were run; 3 of 8 trials failed through faults of the compiler
        compiler-fault 2x callee unit: fake: killed by signal 6
    "#]]
    .assert_eq(&behaviour(&later("case \"$(cat $source)\" in *f1*) kill -ABRT $$;; esac"), &RUN));
}

#[test]
fn one_that_reports_failure_and_writes_an_object() {
    expect![[r#"
        exit 3
        8 of 8 trials failed: rejected by the compiler; nothing was tested
        failed 2x caller: fake: rejected the source (exit status 1)
        failed 2x callee: fake: rejected the source (exit status 1)
        failed 2x layout: fake: rejected the source (exit status 1)
        failed 2x object: fake: rejected the source (exit status 1)
    "#]]
    .assert_eq(&behaviour(&later("cp $good $out; exit 1"), &RUN));
}

#[test]
fn one_whose_objects_need_a_library() {
    let world = later("case $source in callee*) good=$here/guarded.o;; esac");
    world.object(
        "guarded.o",
        ".global _f0, _f1\n_f0: bl ___gcov_init\nrts\n_f1: mov r0,%low(___gcov_exit)\nrts\n",
    );
    expect![[r#"
        exit 3
        2 of 8 trials failed; nothing new in the 6 that were run
        failed 2x callee: the object file cannot be linked, as nothing defines `___gcov_exit`, `___gcov_init`: --coverage or -fprofile-arcs asks for it; leave it out
    "#]]
    .assert_eq(&behaviour(&world, &RUN));
}

#[test]
fn one_that_rejects_everything_later() {
    expect![[r#"
        exit 3
        8 of 8 trials failed: rejected by the compiler; nothing was tested
        failed 2x caller: fake: rejected the source (exit status 1): x.c:1: error: sorry
        x.c: In function f:
        x.c:1: error: sorry
        failed 2x callee: fake: rejected the source (exit status 1): x.c:1: error: sorry
        x.c: In function f:
        x.c:1: error: sorry
        failed 2x layout: fake: rejected the source (exit status 1): x.c:1: error: sorry
        x.c: In function f:
        x.c:1: error: sorry
        failed 2x object: fake: rejected the source (exit status 1): x.c:1: error: sorry
        x.c: In function f:
        x.c:1: error: sorry
    "#]]
    .assert_eq(&behaviour(
        &later("echo 'x.c: In function f:' >&2; echo 'x.c:1: error: sorry' >&2; exit 1"),
        &RUN,
    ));
}

/// A unit of expressions that the document does not require a compiler to reject is untested where it is rejected: no
/// finding, in the pairing `value` as in all others.
#[test]
fn one_that_rejects_units_of_values() {
    let world = later("case \"$source\" in value*) echo 'x.c:1: error: quota' >&2; exit 1;; esac");
    let mut run = RUN.to_vec();
    run.retain(|argument| !argument.starts_with("--pairing"));
    run.push("--pairing=value");
    expect![[r#"
        exit 3
        2 of 2 trials failed: rejected by the compiler; nothing was tested
        failed 2x value: fake: rejected the source (exit status 1): x.c:1: error: quota
    "#]]
    .assert_eq(&behaviour(&world, &run));
}

#[test]
fn one_that_rejects_some() {
    let world = later("case \"$(cat $source)\" in *f1*) echo 'x.c:9: error: not this' >&2; exit 1;; esac");
    expect![[r#"
        exit 3
        3 of 8 trials failed: rejected by the compiler; nothing new in the 5 that were run
        failed 1x caller: fake: rejected the source (exit status 1): x.c:9: error: not this
        failed 1x callee: fake: rejected the source (exit status 1): x.c:9: error: not this
        failed 1x object: fake: rejected the source (exit status 1): x.c:9: error: not this
    "#]]
    .assert_eq(&behaviour(&world, &RUN));
}

#[test]
fn one_that_lacks_a_feature() {
    // A feature that is refused before the run is not used in the run.
    let world = world("case \"$(cat $source)\" in *'(long long'*) exit 1;; esac");
    expect![[r#"
        exit 0
        nothing new: 4 of 8 trials were run; 4 are unsupported
    "#]]
    .assert_eq(&behaviour(&world, &RUN));
}

#[test]
fn one_that_crashes_once() {
    expect![[r#"
        exit 3
        1 compilation failed, and not again; nothing new in the 8 of 8 trials that were run
        unsteady 1x fake: killed by signal 11 (not again when the same was compiled once more)
    "#]]
    .assert_eq(&behaviour(&later("[ -e ../mark ] || { touch ../mark; kill -SEGV $$; }"), &RUN));
}

#[test]
fn one_that_rejects_once() {
    expect![[r#"
        exit 3
        1 compilation failed, and not again; nothing new in the 8 of 8 trials that were run
        unsteady 1x fake: rejected the source (exit status 1): error: busy (not again when the same was compiled once more)
    "#]]
    .assert_eq(&behaviour(&later("[ -e ../mark ] || { touch ../mark; echo 'error: busy' >&2; exit 1; }"), &RUN));
}

#[test]
fn one_that_works_once() {
    let world = later("if [ -e ../mark ]; then echo 'error: no licence' >&2; exit 1; fi; touch ../mark");
    expect![[r#"
        exit 3
        4 of 8 trials failed: rejected by the compiler; nothing new in the 4 that were run
        failed 2x caller: fake: rejected the source (exit status 1): error: no licence
        failed 2x layout: fake: rejected the source (exit status 1): error: no licence
    "#]]
    .assert_eq(&behaviour(&world, &with(&RUN, &["--jobs=1"])));
}

#[test]
fn one_that_changes_its_answer() {
    // The first object file destroys a register that must be kept; the same source never gives it again.
    let once = "[ -e $here/mark ] || { touch $here/mark; good=$here/wrong.o; }";
    let world = later(&format!("case $source in callee*) {once};; esac"));
    world.object("wrong.o", ".global _f0, _f1\n_f0: mov r5,#7\nrts\n_f1: mov r5,#7\nrts\n");
    let arguments = ["run", "--toolchain", "fake", "--cases=2", "--pairing=callee", "--format", "json"];
    expect![[r#"
        exit 1
        1 new finding: 2 of 2 trials were run
        not-repeatable 2x r5: 0x00000007 at return
    "#]]
    .assert_eq(&behaviour(&world, &arguments));
}

#[test]
fn one_whose_disk_is_full() {
    expect![[r#"
        exit 3
        nothing was tested: 0 of 8 trials were run
        left out it could not go on: fake: could not work: there is no room left in (the world): make some, or let TMPDIR name a folder on another disk; put that right and run again; with --store only what is missing is run
    "#]]
    .assert_eq(&behaviour(&later("cat $good > /dev/full || exit 1"), &RUN));
}

#[test]
fn one_that_goes_away() {
    let world = world("cp $good $out; rm $here/fake; exit 0");
    let script = world.read("fake.sh");
    let program = world.write_program("fake", format!("#!/bin/sh\n{script}"));
    configure_command(&world, &[&program.display().to_string()]);
    let answer = world.run(&RUN);
    expect![[r#"
        exit 3
        crosscall: fake: could not be run: cannot start `fake`: No such file or directory (os error 2)
    "#]]
    .assert_eq(&reported(&answer));
}

#[test]
fn one_whose_version_is_rubbish() {
    let world = world("");
    let script = world.read("fake.sh");
    configure(&world, &script.replace("echo \"fake compiler 1.0\"", "printf '\\033[31m\\001\\377\\n\\n'"));
    expect![[r#"
        exit 0
        nothing new: 8 of 8 trials were run
    "#]]
    .assert_eq(&behaviour(&world, &RUN));
    configure(&world, &script.replace("echo \"fake compiler 1.0\"", "kill -SEGV $$"));
    expect![[r#"
        exit 3
        crosscall: toolchain `fake` cannot be used: `--version` was killed by signal 11; correct its `cc` in crosscall.toml
    "#]]
    .assert_eq(&behaviour(&world, &RUN));
}

#[test]
fn one_that_is_configured_and_missing_is_missed() {
    let world = World::new();
    configure_command(&world, &["./none"]);
    let answer = world.run(&["run", "--target", "epiphany", "--cases", "1", "--format", "json"]);
    expect![[r#"
        exit 3
        nothing new: 32 of 32 trials were run, but none with fake
        left out cannot start `none`: No such file or directory (os error 2); correct its `cc` in crosscall.toml
    "#]]
    .assert_eq(&reported(&answer));
}

#[test]
fn one_of_several_that_cannot_be_tested() {
    let world = world(FOREIGN);
    let arguments =
        ["run", "--toolchain=embedded-epiphany", "--toolchain=fake", "--cases=2", "--format=json"];
    expect![[r#"
        exit 3
        nothing new: 14 of 14 trials were run, but none with fake
        left out fake: wrote an object file that cannot be used: it is for x86-64, not for epiphany; the command must be that of a compiler for epiphany; put that right, or choose the others with --toolchain
    "#]]
    .assert_eq(&behaviour(&world, &arguments));
}

#[test]
fn one_of_several_that_is_missing_is_missed() {
    let world = world("");
    let mut config = world.read("crosscall.toml");
    config += &toolchain_entry("fake-2", "epiphany", "gcc", &["./none"]);
    world.write("crosscall.toml", config);
    expect![[r#"
        exit 0
        nothing new: 8 of 8 trials were run
    "#]]
    .assert_eq(&behaviour(&world, &RUN));
    let arguments = RUN.map(|argument| if argument == "fake" { "fak*" } else { argument });
    expect![[r#"
        exit 3
        nothing new: 8 of 8 trials were run, but none with fake-2
        left out cannot start `none`: No such file or directory (os error 2); correct its `cc` in crosscall.toml
    "#]]
    .assert_eq(&behaviour(&world, &arguments));
}

#[test]
fn what_was_found_before_the_end_of_the_disk() {
    let count =
        "echo >> $here/mark; if [ $(wc -l < $here/mark) -gt 6 ]; then cat $good > /dev/full; exit 1; fi";
    let world = later(&format!("{count}; kill -SEGV $$"));
    let report = world.run(&with(&RUN, &["--batch=1", "--jobs=1"])).exits(1).json();
    assert_eq!(report["new_findings"], 1, "{report:#}");
    assert!(report["left_out"].to_string().contains("no room left"), "{report:#}");
}

#[test]
fn nothing_to_test() {
    let world = world("");
    expect![[r#"
        exit 3
        nothing was tested: 0 of 0 trials were run
    "#]]
    .assert_eq(&behaviour(&world, &[&RUN[..7], &["--cases=0"]].concat()));
    // The report names the rule that left out each trial.
    let answer = world.run(&[&RUN[..7], &["--cases=0", "--pairing=caller", "--pairing=tool"]].concat());
    let untested = answer.json()["untested"].clone();
    let reported = |i: usize| {
        [untested[i]["subject"].clone(), untested[i]["pairing"].clone(), untested[i]["reason"].clone()]
    };
    assert_eq!(reported(0), ["fake", "caller", "no cases were asked for"]);
    assert_eq!(untested.as_array().map(Vec::len), Some(1), "a compiler cannot take part in the pairing tool");
    let text = world.run(&["run", "--verbose", "--toolchain", "fake", "--cases=0", "--pairing=caller"]);
    assert!(text.out.contains("not tested:\n  fake, caller: no cases were asked for\n"), "{}", text.out);
}

#[test]
fn a_timeout_beyond_all_clocks() {
    let world = world("");
    for timeout in ["--timeout=9223372036854775807", "--timeout=0xffffffffffffffff"] {
        assert_eq!(world.run(&with(&RUN, &[timeout])).code, 0);
    }
}

#[test]
fn no_folder_for_temporary_files() {
    let world = world("");
    let run = |place: &str| reported(&world.answer(world.command(&RUN).env("TMPDIR", world.path(place))));
    expect![[r#"
        exit 3
        crosscall: fake: could not work: the folder for temporary files, nowhere, cannot be used (there is no such folder): let TMPDIR name one that can be written to
    "#]].assert_eq(&run("nowhere"));
    expect![[r#"
        exit 3
        crosscall: fake: could not work: the folder for temporary files, fake.sh, cannot be used (it is not a folder): let TMPDIR name one that can be written to
    "#]].assert_eq(&run("fake.sh"));
}

/// A real disk that is full, where one can be made.
#[test]
fn a_full_disk() {
    let world = world("");
    let disk = world.path("disk");
    std::fs::create_dir(&disk).unwrap();
    let mount = ["-t", "tmpfs", "-o", "size=4k", "none"];
    if !Command::new("mount").args(mount).arg(&disk).output().is_ok_and(|o| o.status.success()) {
        println!("skipped: no small disk can be made here");
        return;
    }
    let answer = world.answer(world.command(&RUN).env("TMPDIR", &disk));
    let left = std::fs::read_dir(&disk).unwrap().count();
    assert!(Command::new("umount").arg(&disk).status().unwrap().success());
    expect![[r#"
        exit 3
        crosscall: fake: could not work: there is no room left in disk: make some, or let TMPDIR name a folder on another disk
    "#]]
    .assert_eq(&reported(&answer));
    assert_eq!(left, 0);
}

/// Starts a run, and waits until a compiler says that it runs by a file `mark`.
fn start(world: &World) -> Child {
    let child = world.command(&RUN).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begin = Instant::now();
    while !world.path("mark").exists() {
        assert!(begin.elapsed() < Duration::from_secs(120), "the compiler was never started");
        std::thread::sleep(Duration::from_millis(20));
    }
    child
}

/// True if a signal was sent.
fn send(signal: &str, child: &Child) -> bool {
    Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success()
}

/// Sends a signal to a run, of which nothing may be left; gives what is said.
fn stop(world: &World, signal: &str) -> String {
    let child = start(world);
    let begin = Instant::now();
    assert!(send(signal, &child));
    let output = child.wait_with_output().unwrap();
    assert!(begin.elapsed() < Duration::from_secs(240));
    assert_eq!(processes(world), [""; 0]);
    assert!(!world.files().iter().any(|name| name.starts_with("crosscall-")), "{:?}", world.files());
    reported(&Answer::of(output, &world.path("")))
}

/// [`stop`] with a second signal as soon as the first one is acknowledged: the program ends at once, although there
/// is much to clean up.
fn stop_twice(signal: &str) -> i32 {
    let busy = "i=0; while [ $i -lt 400 ]; do echo > file$i; i=$((i+1)); done
        for i in 1 2 3 4 5 6 7 8; do setsid sleep 9876 & sleep 9876 & done; touch $here/mark; wait";
    let world = later(busy);
    let mut child = start(&world);
    assert!(send(signal, &child));
    let mut said = String::new();
    let mut errors = std::io::BufReader::new(child.stderr.take().unwrap());
    std::io::BufRead::read_line(&mut errors, &mut said).unwrap();
    assert!(said.contains("a second signal ends at once"), "{said}");
    // It may have ended.
    send(signal, &child);
    let second = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(second.elapsed() < Duration::from_secs(60), "{:?}", second.elapsed());
    assert_eq!(processes(&world), [""; 0]);
    assert!(!world.files().iter().any(|name| name.starts_with("crosscall-")), "{:?}", world.files());
    output.status.code().unwrap_or(-1)
}

#[test]
fn a_second_signal_ends_at_once() {
    for _ in 0..3 {
        assert_eq!((stop_twice("-INT"), stop_twice("-TERM")), (130, 143));
    }
}

/// A case file and what `repro` says of it within the time that a person waits.
fn repro(world: &World, more: &[&str]) -> (String, Duration) {
    world.write(
        "case.toml",
        "crosscall = 1\ntarget = \"epiphany\"\nsignature = \"void f(void)\"\narguments = []\n",
    );
    let begin = Instant::now();
    let answer = world.run(&with(&["repro", "case.toml", "--format", "json"], more));
    (reported(&answer), begin.elapsed())
}

#[test]
fn one_that_rejects_everything_is_reported_soon() {
    let world = later("echo 'error: no licence' >&2; exit 1");
    let (reported, time) = repro(&world, &["--toolchain", "fake"]);
    assert!(reported.starts_with("exit 3\n") && reported.contains("no licence"), "{reported}");
    assert!(time < Duration::from_secs(60), "{time:?}");
}

/// GCC starts an assembler, which names a file that is gone by then: what the compiler wrote is wrong, and not the source.
#[test]
fn text_that_the_compilers_own_assembler_refuses_is_a_finding() {
    let world = later(
        "printf '/tmp/cc%s.s: Assembler messages:\\n/tmp/cc%s.s:10: Error: no such pair\\n' $$ $$ >&2; exit 1",
    );
    let (reported, _) = repro(&world, &["--toolchain", "fake"]);
    let words = "fake: wrote assembly text that its own assembler refuses: no such pair";
    assert!(reported.starts_with("exit 1\n") && reported.contains(words), "{reported}");
    let world =
        later("printf '/tmp/cc.s: Assembler messages:\\ncase.c:1: error: no such word\\n' >&2; exit 1");
    let (reported, _) = repro(&world, &["--toolchain", "fake"]);
    assert!(reported.starts_with("exit 3\n") && reported.contains("rejected the source"), "{reported}");
}

#[test]
fn a_fault_of_who_is_called_is_a_finding() {
    let world = later("case $source in callee*) kill -SEGV $$;; esac");
    let sides = ["--toolchain", "embedded-epiphany", "--toolchain", "fake"];
    let (reported, _) = repro(&world, &with(&["--pairing", "cross"], &sides));
    assert!(reported.starts_with("exit 1\n") && reported.contains("fake: killed by signal 11"), "{reported}");
    let world = later("case $source in callee*) echo 'error: no' >&2; exit 1;; esac");
    let (reported, _) = repro(&world, &with(&["--pairing", "cross"], &sides));
    assert!(reported.starts_with("exit 3\n") && reported.contains("fake: rejected the source"), "{reported}");
}

#[test]
fn a_run_that_is_stopped() {
    let misbehaviour = "touch $here/mark; sleep 9876";
    for (world, signal, name, code) in [
        (later(misbehaviour), "-INT", "SIGINT", 130),
        (later(misbehaviour), "-TERM", "SIGTERM", 143),
        // Its terminal goes away.
        (later(misbehaviour), "-HUP", "SIGHUP", 129),
        // Before it begins.
        (world(misbehaviour), "-TERM", "SIGTERM", 143),
    ] {
        let expected = format!(
            "exit {code}\nstopped by {name}: 0 of 8 trials were run; nothing new\n\
             stopping: the report follows (a second signal ends at once)\n"
        );
        assert_eq!(stop(&world, signal), expected);
    }
}

#[test]
fn one_that_is_interrupted_while_it_is_asked_for_its_version() {
    let world = world("");
    let script = world.read("fake.sh");
    let hung =
        script.replace("echo \"fake compiler 1.0\"", "touch $here/mark; setsid sleep 9876 & sleep 9876");
    configure(&world, &hung);
    expect![[r#"
        exit 130
        stopping: the report follows (a second signal ends at once)
        crosscall: interrupted before the work began
    "#]]
    .assert_eq(&stop(&world, "-INT"));
}

#[test]
fn the_report_for_people() {
    let world = later(
        "case \"$(cat $source)\" in *f1*) echo 'x.c: In f:' >&2; echo 'x.c:9: error: no' >&2; exit 1;; esac",
    );
    let answer =
        world.run(&["run", "--verbose", "--toolchain", "fake", "--cases", "2", "--pairing", "callee"]);
    // Coverage and times vary and are left out.
    let lines: Vec<&str> = answer.out.lines().collect();
    let end = lines.iter().position(|line| line.trim_start().starts_with("coverage")).unwrap();
    let text = [&lines[..end], &lines[lines.len() - 1..]].concat().join("\n") + "\n";
    expect![[r#"
        epiphany  fake
          version    fake compiler 1.0
          trials     1 of 2: 1 conform, 0 violate; 0 skipped, 0 unsupported, 1 failed
                     1 time: fake: rejected the source (exit status 1): x.c:9: error: no
          failed     callee: case 1, void f(long long, int, int)
                     x.c: In f:
                     x.c:9: error: no
        1 of 2 trials failed: rejected by the compiler; nothing new in the 1 that were run
    "#]]
    .assert_eq(&text);
}

/// The machine's own compiler is none for a board.
#[test]
fn the_compiler_of_this_machine() {
    let world = World::new();
    configure_command(&world, &["cc"]);
    if Command::new("cc").arg("--version").output().is_err() {
        println!("skipped: there is no `cc`");
        return;
    }
    let answer = world.run(&RUN).exits(3);
    assert!(
        answer.err.contains(", not for epiphany; the command must be that of a compiler for epiphany"),
        "{answer:?}"
    );
}

/// An option that needs functions and data of a library, which are served, with the real GCC where it is installed.
#[test]
fn a_stack_protector() {
    let places = crosscall_toolchain::discover::Places::from_environment();
    let Some(gcc) = places.program("epiphany", "epiphany-elf-gcc") else {
        println!("skipped: epiphany-elf-gcc is not installed; see `crosscall doctor`");
        return;
    };
    let world = World::new();
    configure_command(&world, &[&gcc.display().to_string(), "-fstack-protector-all"]);
    let answer = world.run(&with(&RUN, &["--pairing=callee"]));
    expect![[r#"
        exit 0
        nothing new: 2 of 2 trials were run
    "#]]
    .assert_eq(&reported(&answer));
}

/// One crash stops the units of callers and of called functions, and is one finding.
#[test]
fn a_crash_in_two_units_is_one_finding() {
    let crash = "if grep -q f1 \"$source\"; then echo \"$source:3:1: internal compiler error: in expand, at expr.cc:7\" >&2; exit 1; fi";
    let report = later(crash).run(&RUN).json();
    let findings = report["subjects"][0]["findings"].as_array().expect("findings");
    let faults: Vec<&serde_json::Value> = findings.iter().filter(|f| f["kind"] == "compiler-fault").collect();
    assert_eq!(faults.len(), 1, "{faults:#?}");
}

/// A case at which a compiler stops is made smaller, as long as it stops in the same way.
#[test]
fn a_case_at_which_a_compiler_stops_is_made_smaller() {
    const CASE: &str = "crosscall = 1\ntarget = \"epiphany\"\n\
        signature = \"double f(int, struct { char m0[2]; float m1; long long m2; }, double)\"\n\
        arguments = [\"0x1\", \"{{0x1, 0x2}, 0x3f800000, 0x4}\", \"0x4029282726252423\"]\nresult = \"0x4049484746454443\"\n";
    let crash = "if grep -q 'float m1' \"$source\"; then echo \"$source:3:1: internal compiler error: in expand, at expr.cc:7\" >&2; exit 1; fi";
    let world = later(crash);
    world.write("case.toml", CASE);
    let answer = world.run(&["minimize", "case.toml", "--toolchain", "fake"]).exits(0);
    let signature = answer.out.lines().find(|line| line.starts_with("signature")).unwrap_or_default();
    assert!(signature.contains("float m1"), "{answer:?}");
    assert!(signature.contains("void f(struct {") && !signature.contains("double"), "{answer:?}");
    // It stops at the unit of the caller, and was found where it is called.
    let world = later(&crash.replacen("grep -q 'float m1' \"$source\"", "[ \"$source\" = caller.c ]", 1));
    let case = "crosscall = 1\ntarget = \"epiphany\"\nsignature = \"void f(void)\"\n\
        [found]\npairing = \"callee\"\ntoolchains = [\"fake\"]\n";
    world.write("case.toml", case);
    let answer = world.run(&["minimize", "case.toml"]);
    assert!(answer.code == 0 && answer.err.contains("tried:"), "{answer:?}");
}
