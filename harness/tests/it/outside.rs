//! What comes from outside and is not to be obeyed: configurations of others, control sequences, files without an end.

use crate::common::{self, Answer, World, toolchain_entry};
use crate::compilers::{RUN, later};
use rustix::process::{Pid, Signal, geteuid, kill_process};
use std::os::unix::fs::{chown, lchown, symlink};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A user that is neither root nor the one who tests.
const STRANGER: Option<u32> = Some(54_321);

/// A configuration with two compilers that leave a mark where they are started.
fn marking() -> World {
    let world = World::new();
    let mark = |name: &str| {
        let mark = world.path(&format!("{name}.started")).display().to_string();
        let text = format!("#!/bin/sh\n: > {mark:?}\necho gcc 12.2.0\n");
        world.write_program(&format!("bin/{name}"), text);
        toolchain_entry(name, "epiphany", "gcc", &[&format!("bin/{name}")])
    };
    let entries = [mark("one"), mark("other")].concat();
    world.write("crosscall.toml", entries);
    std::fs::create_dir_all(world.path("deep/er")).unwrap();
    world
}

/// Names of the compilers that were started since the last time that somebody asked.
fn started(world: &World) -> Vec<String> {
    let marks = world.files().into_iter().filter_map(|name| name.strip_suffix(".started").map(str::to_owned));
    let names: Vec<String> = marks.collect();
    names.iter().for_each(|name| std::fs::remove_file(world.path(&format!("{name}.started"))).unwrap());
    names
}

/// An answer in the innermost folder.
fn within(world: &World, arguments: &[&str]) -> Answer {
    world.answer(world.command(arguments).current_dir(world.path("deep/er")))
}

#[test]
fn only_who_is_asked_for_is_started() {
    let world = marking();
    #[rustfmt::skip]
    let none: [&[&str]; 6] = [
        &["run", "--toolchain=embedded-epiphany", "--cases=1"],
        &["run", "--target=epiphany", "--subject=mine=nothing-of-this-name", "--cases=1"],
        &["compare", "embedded-epiphany", "embedded-epiphany", "--cases=1"],
        &["explain", "--target=epiphany", "int f(int a);", "--toolchain=embedded-epiphany"],
        &["repro", "EPIPHANY-GCC12-04", "--toolchain=embedded-epiphany"],
        &["bisect", "EPIPHANY-GCC12-04", "--over=embedded-epiphany,recorded-epiphany-elf-gcc-O2"],
    ];
    for arguments in none {
        let answer = world.run(arguments);
        assert_eq!(started(&world), [""; 0], "{arguments:?}: {answer:?}");
    }
    world.run(&["run", "--toolchain=one", "--cases=1"]);
    assert_eq!(started(&world), ["one"]);
    world.run(&["doctor", "--target=epiphany"]);
    assert_eq!(started(&world), ["one", "other"]);
}

#[test]
fn a_configuration_from_above_is_named() {
    let world = marking();
    let answer = within(&world, &["run", "--toolchain=embedded-epiphany", "--cases=1"]);
    let said = "crosscall: crosscall.toml: the configuration, from a folder above\n";
    assert!(answer.code == 0 && answer.err.contains(said), "{answer:?}");
    for arguments in [&["--config=../../crosscall.toml"][..], &["--config=/dev/null"]] {
        let answer =
            within(&world, &[&["run", "--toolchain=embedded-epiphany", "--cases=1"], arguments].concat());
        assert!(answer.code == 0 && !answer.err.contains("from a folder above"), "{answer:?}");
    }
    let doctor = within(&world, &["doctor", "--target=epiphany"]);
    assert!(doctor.out.contains("crosscall.toml"), "{doctor:?}");
}

/// Whoever may write to a folder above must not choose the programs that are started.
#[test]
fn a_configuration_of_others_is_not_obeyed() {
    if !geteuid().is_root() {
        println!("skipped: only root can give a file to somebody else");
        return;
    }
    let refused = |world: &World, arguments: &[&str], why: &str| {
        let answer = within(world, arguments);
        assert_eq!(started(world), [""; 0], "{arguments:?}: {answer:?}");
        assert_eq!(answer.code, 2, "{arguments:?}: {answer:?}");
        let said = format!(
            "crosscall: crosscall.toml: {why}; if you trust it, name it with --config crosscall.toml, and where"
        );
        assert!(answer.err.starts_with(&said), "{arguments:?}: {answer:?}");
    };
    let commands: [&[&str]; 3] = [
        &["doctor", "--target=epiphany"],
        &["run", "--toolchain=embedded-epiphany", "--cases=1"],
        &["run", "--campaign=nightly"],
    ];
    let world = marking();
    chown(world.path("crosscall.toml"), STRANGER, None).unwrap();
    for arguments in commands {
        refused(&world, arguments, "belongs to another user (54321)");
    }
    for arguments in [
        &["doctor", "--target=epiphany", "--config=../../crosscall.toml"],
        &["doctor", "--target=epiphany", "--config=/dev/null"],
    ] {
        assert_eq!(within(&world, arguments).code, 0, "{arguments:?}");
    }
    assert_eq!(started(&world), ["one", "other"]);
    // Programs are looked for beside a link, which somebody else may have put there.
    let world = marking();
    std::fs::rename(world.path("crosscall.toml"), world.path("mine.toml")).unwrap();
    symlink("mine.toml", world.path("crosscall.toml")).unwrap();
    lchown(world.path("crosscall.toml"), STRANGER, None).unwrap();
    refused(&world, &["doctor", "--target=epiphany"], "belongs to another user (54321)");
    // What everybody may write is of everybody.
    let world = marking();
    let everybody = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    std::fs::set_permissions(world.path("crosscall.toml"), everybody).unwrap();
    refused(&world, &["doctor", "--target=epiphany"], "can be written by every user");
}

/// Characters that a terminal obeys, or that change what a reader sees.
const HOSTILE: &str = "\u{1b}[2J\u{7}\u{9b}31m\u{202e}\u{2066}\u{200f}";

/// Fails where an answer has one of them. What crosscall itself says to a terminal has colours; this is none.
fn is_harmless(answer: &Answer, what: &str) {
    for (stream, text) in [("output", &answer.out), ("error stream", &answer.err)] {
        for line in text.lines() {
            let found = line.chars().find(|c| HOSTILE.chars().any(|h| h == *c && !h.is_ascii_graphic()));
            assert!(found.is_none(), "{what}: {found:?} on the {stream}: {line:?}");
        }
    }
}

/// A file with the hostile characters, which a script prints.
fn hostile(world: &World) -> String {
    world.write("hostile", HOSTILE).display().to_string()
}

/// Forms of a report.
const FORMATS: [&str; 7] = ["text", "json", "junit", "github", "sarif", "markdown", "html"];

#[test]
fn messages_of_compilers_reach_no_terminal_as_they_are() {
    let shell = |what: &str| {
        let text = HOSTILE.bytes().map(|byte| format!("\\{byte:03o}")).collect::<String>();
        what.replace("HOSTILE", &format!("$(printf '{text}')"))
    };
    let ways = [
        ("refuses", "echo \"x.c:1: error: HOSTILE no\" >&2; exit 1"),
        (
            "refuses some",
            "case \"$(cat $source)\" in *f1*) echo \"x.c:1: error: HOSTILE no\" >&2; exit 1;; esac",
        ),
        ("stops", "echo \"x.c:1: internal compiler error: HOSTILE no\" >&2; exit 4"),
        ("is chatty", "echo \"x.c:1: warning: HOSTILE\" >&2"),
        ("writes rubbish", "printf HOSTILE > $out; exit 0"),
    ];
    for (name, way) in ways {
        let world = later(&shell(way));
        for format in FORMATS.into_iter().step_by(common::one_in(3)) {
            let arguments = [&RUN[..5], &["--verbose", "--format", format], &RUN[7..]].concat();
            is_harmless(&world.run(&arguments), &format!("{name}, {format}"));
        }
        is_harmless(&world.run(&["run", "--toolchain=fake", "--cases=2", "--pairing=callee"]), name);
        let cases = world.path("crosscall-findings");
        for case in std::fs::read_dir(&cases).into_iter().flatten().flatten() {
            let case = case.path().display().to_string();
            for format in ["text", "json", "issue"] {
                let answer = world.run(&["repro", &case, "--toolchain=fake", "--format", format]);
                is_harmless(&answer, &format!("{name}, repro {format}"));
            }
        }
        if name != "refuses some" {
            continue;
        }
        is_harmless(&world.run(&["compare", "fake", "embedded-epiphany", "--cases=2"]), name);
        let explained = world.run(&["explain", "--target=epiphany", "int f(int a);", "--toolchain=fake"]);
        is_harmless(&explained, &format!("{name}, explain"));
        is_harmless(&world.run(&["record", "--toolchain=fake", "--cases=2", "--output=recorded"]), name);
    }
    // One that does not even compile what is asked before a run, and one whose version is hostile.
    let world = later("");
    let file = hostile(&world);
    let fake = world.read("fake.sh");
    let version = fake.replace("echo \"fake compiler 1.0\"", &format!("echo \"gcc $(cat {file:?}) 1.0\""));
    for (what, script) in [
        ("of no use", fake.replace("good=", &format!("cat {file:?} >&2; exit 1; good="))),
        ("version", version.clone()),
        ("machine", version.replace("|-v) exit 0", &format!("|-v) cat {file:?}; exit 0"))),
    ] {
        world.write("fake.sh", script);
        for format in FORMATS.into_iter().step_by(common::one_in(3)) {
            let arguments = [&RUN[..5], &["--verbose", "--format", format], &RUN[7..]].concat();
            is_harmless(&world.run(&arguments), &format!("{what}, {format}"));
        }
        for arguments in [
            &["doctor", "--target=epiphany"][..],
            &["doctor", "--target=epiphany", "--verbose"],
            &["doctor", "--target=epiphany", "--format=json"],
        ] {
            is_harmless(&world.run(arguments), what);
        }
    }
}

#[test]
fn names_of_configurations_reach_no_terminal_as_they_are() {
    let world = World::new();
    let escaped = HOSTILE.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect::<String>();
    let entry = |name: &str, target: &str, kind: &str, cc: &str| {
        format!(
            "[[toolchain]]\nname = \"{name}\"\ntarget = \"{target}\"\nkind = \"{kind}\"\ncc = [\"{cc}\", \"-D{escaped}\"]\n"
        )
    };
    let tables = [
        entry(&escaped, "epiphany", "gcc", "cc"),
        entry("mine", &escaped, "gcc", "cc"),
        entry("mine", "epiphany", &escaped, "cc"),
        entry("mine", "epiphany", "gcc", &format!("no-such-{escaped}")),
        entry("mine", "epiphany", "gcc", "/bin/echo"),
        format!("recorded = [\"{escaped}\"]\n"),
        format!("\"{escaped}\" = 1\n"),
        format!("[campaign.nightly]\n\"{escaped}\" = 1\n"),
        format!("[campaign.nightly]\ncases = \"{escaped}\"\n"),
        format!("[campaign.\"{escaped}\"]\ncases = 1\n"),
    ];
    for table in &tables {
        world.write("crosscall.toml", table);
        for arguments in [
            &["doctor", "--target=epiphany"][..],
            &["doctor", "--target=epiphany", "--verbose"],
            &["doctor", "--target=epiphany", "--format=json"],
            &["run", "--toolchain=mine", "--cases=1", "--verbose"],
            &["run", "--toolchain=mine", "--cases=1", "--format=json"],
            &["run", "--campaign=nightly", "--toolchain=embedded-epiphany", "--cases=1"],
        ] {
            is_harmless(&world.run(arguments), &format!("{table}: {arguments:?}"));
        }
    }
    std::fs::remove_file(world.path("crosscall.toml")).unwrap();
    let subject = format!("{HOSTILE}=cc");
    let command = format!("mine=/bin/echo {HOSTILE}");
    for described in [subject.as_str(), command.as_str(), HOSTILE] {
        for format in FORMATS {
            let more = ["--format", format, "--subject", described];
            let arguments = [&["run", "--target=epiphany", "--cases=1", "--verbose"][..], &more].concat();
            is_harmless(&world.run(&arguments), &format!("{described:?}, {format}"));
        }
    }
}

#[test]
fn texts_and_objects_of_others_reach_no_terminal_as_they_are() {
    let world = World::new();
    let lines = [
        HOSTILE.to_owned(),
        format!("add r0, {HOSTILE}, r1"),
        format!(".global {HOSTILE}"),
        format!("\"{HOSTILE}\": rts"),
        format!(".section {HOSTILE}"),
        format!(".error \"{HOSTILE}\""),
        format!("b {HOSTILE}"),
    ];
    for target in ["epiphany", "nyuzi", "dpu", "ipu", "forwardcom", "riscv64"] {
        for line in &lines {
            world.write("text.s", format!("{line}\n"));
            let answer = world.run(&["machine", "asm", "--target", target, "text.s", "--output=text.o"]);
            is_harmless(&answer, &format!("{target}: {line:?}"));
            for arguments in [
                &["machine", "disasm", "--target", target, "text.o"][..],
                &["machine", "link", "--target", target, "text.o", "--output=program"],
                &["machine", "run", "--target", target, "text.o"],
            ] {
                is_harmless(&world.run(arguments), &format!("{target}: {line:?}: {arguments:?}"));
            }
        }
    }
    let names: Vec<String> = ["f", "g"].iter().map(|name| format!("{name}{HOSTILE}")).collect();
    world.write("audited.s", format!(".global \"{0}\"\n\"{0}\":\nrts\n", names[0]));
    world.write("wrong.h", format!("int f(int {HOSTILE});\n"));
    for arguments in [
        &["audit", "--target=epiphany", "audited.s", "int f(int a);"][..],
        &["audit", "--target=epiphany", "audited.s", "--format=json"],
        &["audit", "--target=epiphany", "audited.s", "--format=github"],
        &["audit", "--target=epiphany", "audited.s", "--format=junit"],
        &["audit", "--target=epiphany", "audited.s", "wrong.h"],
        &["audit", "--target=epiphany", &names[0], "int f(int a);"],
        &["explain", "--target=epiphany", "wrong.h"],
        &["explain", "--target=epiphany", &format!("int {HOSTILE}(int a);")],
        &["repro", &names[1]],
        &["report", &names[1]],
        &["finding", &names[1]],
    ] {
        is_harmless(&world.run(arguments), &format!("{arguments:?}"));
    }
}

/// A file that has no end, and one that is larger than any recording, are not read whole.
#[test]
fn a_recording_is_read_within_bounds() {
    let world = World::new();
    let huge = std::fs::File::create(world.path("huge.recorded")).unwrap();
    huge.set_len(4 << 30).unwrap();
    world.write("crosscall.toml", "recorded = [\"huge.recorded\"]\n");
    // In less memory than the file would take.
    let bounded = |arguments: &[&str]| {
        let mut command = Command::new("prlimit");
        command.args(["--as=2000000000", "--cpu=60", env!("CARGO_BIN_EXE_crosscall")]).args(arguments);
        world.answer(command.current_dir(world.path("")).env("TMPDIR", world.path("")))
    };
    for (arguments, name) in [
        (&["doctor", "--target=epiphany", "--config=crosscall.toml"][..], "huge.recorded"),
        (&["run", "--config=/dev/null", "--recorded=huge.recorded", "--cases=1"], "huge.recorded"),
        (&["run", "--config=/dev/null", "--recorded=/dev/zero", "--cases=1"], "/dev/zero"),
    ] {
        let answer = bounded(arguments).exits(2);
        assert!(answer.err.contains(&format!("{name}: is larger than ")), "{arguments:?}: {answer:?}");
    }
}

/// The number of processes with this word on their command lines.
fn running(word: &str) -> usize {
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    let has = |path: std::path::PathBuf| {
        let text = std::fs::read(path.join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&text).split('\0').any(|part| part == word)
    };
    all.filter(|entry| has(entry.path())).count()
}

fn soon(what: impl Fn() -> bool) -> bool {
    let begin = Instant::now();
    while !what() {
        if begin.elapsed() > Duration::from_secs(30) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    true
}

/// A compiler that hangs, with children in sessions of their own, does not outlive a run that is killed.
#[test]
fn a_killed_run_leaves_no_compiler() {
    let time = format!("86{}", std::process::id());
    let world = later(&format!("(setsid sleep {time} &); sleep {time} & sleep {time}"));
    let mut command = world.command(&["run", "--toolchain=fake", "--cases=2", "--pairing=callee"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    assert!(soon(|| running(&time) > 2), "it does not hang");
    kill_process(Pid::from_child(&child), Signal::KILL).unwrap();
    child.wait().unwrap();
    assert!(soon(|| running(&time) == 0), "a compiler is left");
}
