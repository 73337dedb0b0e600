//! Output for people: the width of the page, and its colours.

use crate::common::World;
use expect_test::{expect, expect_file};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};

/// Output of a command at a width.
fn at(world: &World, width: usize, arguments: &[&str]) -> String {
    let answer = world.answer(world.command(arguments).env("COLUMNS", width.to_string())).exits(0);
    assert!(!answer.out.contains('\u{1b}'), "no colours in a pipe: {}", answer.out);
    for line in answer.out.lines() {
        // A word that is too long stands alone.
        let is_word = !line.trim().contains(' ');
        assert!(line.chars().count() <= width || is_word, "wider than {width}: {line}");
    }
    answer.out
}

const CALL: [&str; 4] = [
    "explain",
    "--target",
    "epiphany",
    "struct { long long a; double b[2]; char c; } f(char, struct { short a, b, c; long long d; }, double, long long, ...)",
];

#[test]
fn a_call() {
    let world = World::new();
    expect_file!["pages/explain-80.txt"].assert_eq(&at(&world, 80, &CALL));
    expect_file!["pages/explain-120.txt"].assert_eq(&at(&world, 120, &CALL));
}

#[test]
fn the_clauses() {
    let world = World::new();
    let arguments = ["clauses", "--target", "forwardcom"];
    for (width, expected) in
        [(80, expect_file!["pages/clauses-80.txt"]), (120, expect_file!["pages/clauses-120.txt"])]
    {
        let all = at(&world, width, &arguments);
        let lines: Vec<&str> = all.lines().collect();
        let (first, last) = (&lines[..60], &lines[lines.len() - 4..]);
        expected.assert_eq(&format!("{}\n[…]\n{}\n", first.join("\n"), last.join("\n")));
    }
}

#[test]
fn words() {
    let world = World::new();
    let all = |width| {
        let help = at(&world, width, &["help"]);
        let (_, words) = help.split_once("Words, which").unwrap();
        let one = at(&world, width, &["help", "known", "finding"]);
        format!("{one}\nWords, which{words}")
    };
    expect_file!["pages/help-80.txt"].assert_eq(&all(80));
    expect_file!["pages/help-120.txt"].assert_eq(&all(120));
}

/// A table of faults: wide enough, with a row for each; else with a block for each.
#[test]
fn faults() {
    let world = World::new();
    let tables = |width| {
        let table = |target: &str, edits: [&str; 2]| {
            let [one, other] = edits;
            let arguments = ["mutants", "--target", target, "--edit", one, "--edit", other, "--cases", "20"];
            at(&world, width, &arguments)
        };
        let found = table("epiphany", ["saved-register", "empty-record-passed"]);
        format!("{found}\n{}", table("ipu", ["bit-fields-reversed", "bit-fields-without-gaps"]))
    };
    expect_file!["pages/mutants-80.txt"].assert_eq(&tables(80));
    expect_file!["pages/mutants-120.txt"].assert_eq(&tables(120));
}

/// State of the machine after a program: registers that fit the page, a dump, and everything.
#[test]
fn a_program() {
    let world = World::new();
    let text = "\t.globl _start\n_start:\n\tmove s0, 77\n\tmove v3, s0\n\tadd_i v4, v3, v3\n\tret\n";
    world.write("a.s", text);
    let runs = |width| {
        let run = |more: &[&str]| {
            at(&world, width, &[&["machine", "run", "--target", "nyuzi", "a.s"], more].concat())
        };
        format!("{}\n{}", run(&["--dump", "_start:16"]), run(&["--registers", "all"]))
    };
    expect_file!["pages/machine-80.txt"].assert_eq(&runs(80));
    expect_file!["pages/machine-120.txt"].assert_eq(&runs(120));
}

#[test]
fn the_help_of_a_command() {
    let world = World::new();
    for command in [&["run"][..], &["machine", "run"], &["machine"], &["help"]] {
        let asked: Vec<&str> = ["help"].iter().chain(command).copied().collect();
        let other: Vec<&str> = command.iter().chain(&["--help"]).copied().collect();
        let (help, other) = (world.run(&asked), world.run(&other));
        assert_eq!((help.code, help.out.trim_end()), (0, other.out.trim_end()));
    }
    let all = world.run(&["help"]).out;
    assert!(all.starts_with(world.run(&["--help"]).out.trim_end()), "{all}");
}

#[test]
fn a_word_that_is_not_known() {
    let world = World::new();
    let refusal = |what: &[&str]| {
        let asked: Vec<&str> = ["help"].iter().chain(what).copied().collect();
        world.run(&asked).refusal()
    };
    expect![[r#"
        2
        crosscall: `dialekt` is neither a command nor a word of the glossary; did you mean `dialect`?
    "#]]
    .assert_eq(&refusal(&["dialekt"]));
    expect![[r#"
        2
        crosscall: `explane` is neither a command nor a word of the glossary; did you mean `explain`?
    "#]]
    .assert_eq(&refusal(&["explane"]));
    assert!(refusal(&["xyzzy"]).contains("words: case, subject, probe"));
}

#[test]
fn a_pipe_is_a_hundred_columns_wide() {
    let world = World::new();
    assert_eq!(world.run(&CALL).out, at(&world, 100, &CALL));
    let answer = world.answer(world.command(&CALL).env("COLUMNS", "wide"));
    assert_eq!(answer.out, at(&world, 100, &CALL), "that is no number");
}

/// Output for a pager is as wide as the terminal on which it is shown; output into a file is not.
#[test]
fn a_pipe_beside_a_terminal_is_as_wide_as_that() {
    let world = World::new();
    let (_terminal, name) = terminal(72);
    let end = || File::options().read(true).write(true).open(&name).unwrap();
    let shown = |command: &mut Command| {
        let output = command.stdin(Stdio::null()).stderr(end()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(shown(&mut world.command(&CALL)), at(&world, 72, &CALL));
    let typed_on = world.command(&CALL).stdin(end()).output().unwrap();
    assert_eq!(String::from_utf8(typed_on.stdout).unwrap(), at(&world, 72, &CALL));
    let file = tempfile::NamedTempFile::new().unwrap();
    shown(world.command(&CALL).stdout(file.reopen().unwrap()));
    assert_eq!(std::fs::read_to_string(file.path()).unwrap(), at(&world, 100, &CALL));
}

#[test]
fn colours_as_they_are_asked_for() {
    let world = World::new();
    let colours = |more: &[&str], variables: &[(&str, &str)]| {
        let arguments: Vec<&str> = more.iter().chain(&CALL).copied().collect();
        world.answer(world.command(&arguments).envs(variables.iter().copied())).out.contains('\u{1b}')
    };
    assert!(!colours(&[], &[]));
    assert!(colours(&["--color", "always"], &[]));
    assert!(colours(&["--color=always"], &[("NO_COLOR", "1")]), "the command line counts more");
    assert!(!colours(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]));
    assert!(colours(&[], &[("CLICOLOR_FORCE", "1")]));
    // Output for programs has no colours in any case.
    assert!(!colours(&["--color", "always", "--format", "json", "--all"], &[]));
    let refusal = world.run(&["run", "--color", "always", "--cases", "many"]);
    assert!(refusal.err.contains('\u{1b}'), "{refusal:?}");
}

/// A terminal of this size, and the path of its other end.
fn terminal(columns: u16) -> (OwnedFd, String) {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&terminal).unwrap();
    unlockpt(&terminal).unwrap();
    let size = Winsize { ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&terminal, size).unwrap();
    let name = ptsname(&terminal, Vec::new()).unwrap().into_string().unwrap();
    (terminal, name)
}

/// Output of a command on a terminal of this width.
fn on_a_terminal(mut command: Command, columns: u16) -> String {
    let (terminal, name) = terminal(columns);
    let end = || File::options().read(true).write(true).open(&name).unwrap();
    let mut child =
        command.env("TERM", "xterm").stdin(Stdio::null()).stdout(end()).stderr(end()).spawn().unwrap();
    // The command keeps copies of the terminal's other end: the last of them closes with it.
    drop(command);
    let mut bytes = Vec::new();
    let mut terminal = File::from(terminal);
    let mut some = [0; 4096];
    // Reading fails when nobody holds the other end any more.
    while let Ok(count @ 1..) = terminal.read(&mut some) {
        bytes.extend_from_slice(some.get(..count).unwrap_or_default());
    }
    assert!(child.wait().unwrap().code().is_some());
    String::from_utf8_lossy(&bytes).replace("\r\n", "\n")
}

#[test]
fn a_terminal_says_how_wide_it_is() {
    let world = World::new();
    let shown = on_a_terminal(world.command(&CALL), 80);
    assert!(shown.contains("\u{1b}["), "{shown}");
    let plain = anstream::adapter::strip_str(&shown).to_string();
    assert_eq!(plain, at(&world, 80, &CALL));
    let mut command = world.command(&CALL);
    command.env("NO_COLOR", "1");
    assert_eq!(on_a_terminal(command, 120), at(&world, 120, &CALL));
}

/// A compiler that takes its time to answer: something is seen on the terminal before it has.
#[test]
fn a_first_sign_of_life() {
    let world = World::new();
    world.write_program("bin/epiphany-elf-gcc", "#!/bin/sh\nsleep 1\nexit 1\n");
    let mut command = world.command(&["doctor"]);
    command.env("PATH", format!("{}:/usr/bin:/bin", world.path("bin").display()));
    let shown = on_a_terminal(command, 80);
    let (first, rest) = shown.split_once("crosscall 0.1.0").unwrap();
    assert!(first.contains("looking for toolchains"), "{shown}");
    assert!(rest.contains("epiphany-elf-gcc"), "{shown}");
}

/// While a run goes on, the terminal shows how far it is, how fast, how long yet, and what was found.
#[test]
fn a_run_on_a_terminal() {
    let world = World::new();
    let arguments = ["run", "--toolchain", "embedded-nyuzi", "--cases", "300", "--pairing", "callee"];
    let shown = anstream::adapter::strip_str(&on_a_terminal(world.command(&arguments), 120)).to_string();
    let (progress, report) =
        shown.split_once("crosscall 0.1.0: the built-in code generator for 1 ABI").unwrap();
    for part in [
        "0/300 -/s, ? left, 0 perhaps new, 0 known asking compilers",
        "/s, ",
        " left, 0 perhaps new, 0 known ",
    ] {
        assert!(progress.contains(part), "{part}: {progress}");
    }
    let done = |line: &str| line.contains(" 64/300 ") || line.contains(" 300/300 ");
    assert!(progress.split('\r').any(done), "{progress}");
    assert!(report.contains("Nothing new: 300 trials in "), "{report}");
}
