//! The manual and the README say what the program does.

use crate::common::World;
use clap::CommandFactory;
use crosscall::cli::Cli;
use std::collections::{BTreeMap, BTreeSet};

fn read(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
    std::fs::read_to_string(path).unwrap()
}

/// Every command with its path, such as `machine run`.
fn commands() -> Vec<(String, clap::Command)> {
    let mut found = Vec::new();
    for command in Cli::command().get_subcommands() {
        let name = command.get_name().to_owned();
        let inner: Vec<_> = command.get_subcommands().cloned().collect();
        if inner.is_empty() {
            found.push((name, command.clone()));
        } else {
            found.extend(inner.into_iter().map(|c| (format!("{name} {}", c.get_name()), c)));
        }
    }
    found
}

#[test]
fn the_manual_names_every_command_and_option() {
    let manual = read("docs/usage.md");
    for (name, command) in commands() {
        let heading = format!("## crosscall {name}");
        let section = manual.split(&heading).nth(1).unwrap_or_else(|| panic!("no section `{heading}`"));
        let section = section.split("\n## ").next().unwrap();
        for option in command.get_arguments().filter_map(|a| a.get_long()).filter(|o| *o != "help") {
            assert!(section.contains(&format!("--{option}")), "`{heading}` says nothing of --{option}");
        }
    }
}

#[test]
fn the_manual_names_no_option_that_is_gone() {
    let manual = read("docs/usage.md");
    let commands = commands();
    let known: Vec<&str> =
        commands.iter().flat_map(|(_, c)| c.get_arguments()).filter_map(|a| a.get_long()).collect();
    for word in manual.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')) {
        if let Some(option) =
            word.strip_prefix("--").filter(|o| o.starts_with(|c: char| c.is_ascii_alphabetic()))
        {
            let general = [
                "help",
                "version",
                "config",
                "color",
                "release",
                "workspace",
                "prefix",
                "bin",
                "library-path",
                "rm",
            ];
            assert!(known.contains(&option) || general.contains(&option), "unknown option --{option}");
        }
    }
}

#[test]
fn the_readme_names_every_command_and_has_its_two_blocks() {
    let readme = read("README.md");
    for (name, _) in commands() {
        let first = name.split(' ').next().unwrap();
        assert!(
            readme.contains(&format!("`{first}")) || readme.contains(&format!("crosscall {first}")),
            "{first}"
        );
    }
    for mark in ["main-command", "test-command"] {
        let after = readme.split(&format!("<!-- {mark} -->")).nth(1).unwrap_or_else(|| panic!("no {mark}"));
        assert!(after.trim_start().starts_with("```"), "{mark} is not followed by a block");
    }
}

#[test]
fn the_readme_has_the_glossary() {
    let readme = read("README.md");
    let table = crosscall_reports::glossary::markdown();
    assert!(readme.contains(&table), "README.md has another glossary than reports/src/glossary.rs:\n{table}");
}

/// The picture of a finding is what the program prints, without a compiler.
#[test]
fn the_readme_shows_a_finding_as_it_is_printed() {
    let subject = "recorded-epiphany-elf-gcc-O2";
    let arguments = ["repro", "EPIPHANY-GCC12-04", "--pairing", "callee", "--toolchain", subject];
    let output = World::new().command(&arguments).env("COLUMNS", "100").output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    // The last lines say how long it took.
    let (finding, _) =
        printed.split_once("\nNothing new").unwrap_or_else(|| panic!("no finding: {output:?}"));
    let shown = format!("```text\n$ crosscall {}\n{finding}```", arguments.join(" "));
    assert!(read("README.md").contains(&shown), "README.md shows another finding than:\n{shown}");
}

/// The picture of a call is what the program draws.
#[test]
fn the_readme_shows_a_call_as_it_is_drawn() {
    let declaration =
        "struct point { float x, y; }; void draw(struct point p, int colour, long double width)";
    let arguments = ["explain", "--target", "riscv64-lp64d", declaration];
    let output = World::new().command(&arguments).env("COLUMNS", "100").output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    let (picture, _) = printed.split_once("  argument  type").unwrap_or_else(|| panic!("{output:?}"));
    let shown = format!("```text\n$ crosscall explain --target riscv64-lp64d '{declaration}'\n{picture}```");
    assert!(read("README.md").contains(&shown), "README.md shows another call than:\n{shown}");
}

/// Keys of the objects of an answer, each with the command and the name of its object; what is data has no rows.
fn keys(name: &str, value: &serde_json::Value, found: &mut BTreeMap<String, BTreeSet<String>>) {
    use serde_json::Value;
    const DATA: [&str; 6] = ["row", "versions", "travels", "deviations", "holds", "changes"];
    match value {
        Value::Object(map) if !DATA.contains(&name) => {
            let own = map.keys().filter(|key| name != "place" || key.as_str() != "offset").cloned();
            found.entry(name.to_owned()).or_default().extend(own);
            for (key, inner) in map {
                keys(key, inner, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| keys(name, item, found)),
        _ => {}
    }
}

/// The manual's table of the JSON of `finding` and `explain` has every key that they print.
#[test]
fn the_manual_names_the_keys_of_other_answers() {
    let manual = read("docs/usage.md");
    let (_, table) = manual.split_once("<!-- keys of the other JSON answers -->").unwrap();
    let rows: Vec<&str> =
        table.lines().skip_while(|line| !line.starts_with("| ")).take_while(|l| l.starts_with('|')).collect();
    assert!(rows.len() > 10, "{rows:?}");
    let reported: BTreeSet<&str> = rows
        .iter()
        .flat_map(|row| row.split("**`").skip(1))
        .filter_map(|part| part.split('`').next())
        .collect();
    let world = World::new();
    let declaration = "struct { int a; long long b[2]; } f(int, struct { char c; double d; } s, ...); int g(char); __int128 h(__int128);";
    world.write("a.h", declaration);
    let mut found = BTreeMap::new();
    #[rustfmt::skip]
    let all = [
        "explain", "--target=epiphany", "--format=json", "--all", "--toolchain=embedded-epiphany", "--function=f", "a.h",
    ];
    for arguments in [
        &["finding", "--format", "json"][..],
        &all,
        &["explain", "--target", "dpu", "--format", "json", "--function", "*", "a.h"],
    ] {
        let value = world.run(arguments).exits(0).json();
        assert_eq!(value["format"], 3, "{arguments:?}");
        keys("", &value, &mut found);
    }
    let printed: BTreeSet<&str> = found.values().flatten().map(String::as_str).collect();
    let untold: Vec<_> = printed.difference(&reported).collect();
    assert!(untold.is_empty(), "docs/usage.md says nothing of {untold:?}");
    let gone: Vec<_> = reported.difference(&printed).filter(|key| **key != "stack").collect();
    assert!(gone.is_empty(), "docs/usage.md speaks of {gone:?}, which nothing prints");
}

/// Every JSON answer names its format.
#[test]
fn every_answer_has_its_format() {
    let world = World::new();
    world.write("a.s", "\t.globl _start\n_start:\n\tret\n");
    world.write("case.toml", "crosscall = 1\ntarget = \"epiphany\"\nsignature = \"long f(int)\"\narguments = [\"0x11\"]\nresult = \"0x33\"\n");
    for line in [
        "run --toolchain embedded-epiphany --cases 1 --pairing callee --format json",
        "repro case.toml --toolchain embedded-epiphany --format json",
        "finding --format json",
        "clauses --target dpu --format json",
        "doctor --format json",
        "mutants --target epiphany --edit saved-register --cases 5 --format json",
        "machine run --target nyuzi a.s --format json",
        "explain --target dpu --format json int\u{a0}f(int)",
    ] {
        let words: Vec<String> = line.split(' ').map(|word| word.replace('\u{a0}', " ")).collect();
        let value = world.run(&words.iter().map(String::as_str).collect::<Vec<_>>()).json();
        assert_eq!(value["format"], 3, "{line}");
    }
}

/// Numbers of entries and of observable clauses in the README's table are those of the program.
#[test]
fn the_readme_counts_as_the_program_does() {
    use crosscall_model::Target;
    let readme = read("README.md");
    let mut pages: BTreeMap<String, usize> = BTreeMap::new();
    for entry in &crosscall_campaign::known::Known::built_in().unwrap().entries {
        *pages.entry(entry.document.split('#').next().unwrap().to_owned()).or_default() += 1;
    }
    for (page, entries) in pages {
        let noun = if entries == 1 { "entry" } else { "entries" };
        assert!(
            readme.contains(&format!("[{entries} {noun}]({page})")),
            "README.md: {entries} {noun} on {page}"
        );
    }
    let world = World::new();
    // The row of a document about several ABIs counts the clauses of all; a test of the clause files holds it.
    for target in Target::ALL.into_iter().filter(|target| target.facts().machine == target.name()) {
        let answer = world.run(&["clauses", "--target", target.name()]);
        let line = answer.out.lines().rev().find(|line| line.contains(" observable")).unwrap();
        let observable = line.split(", ").nth(1).unwrap().split(' ').next().unwrap();
        let row = readme.lines().find(|row| {
            row.starts_with('|')
                && row.to_lowercase().replace('-', "_").contains(&format!("{} |", target.name()))
                && row.contains("unspecified points")
        });
        let row = row.unwrap_or_else(|| panic!("README.md has no row for {target}"));
        assert!(row.contains(&format!(", {observable} of them observable")), "{target}: {observable}: {row}");
    }
}
