//! The manual and the README say what the program does.

mod common;

use clap::CommandFactory;
use common::World;
use crosscall::cli::Cli;

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
            let general = ["help", "version", "config", "color", "release", "workspace", "prefix", "bin"];
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
    let table = crosscall::glossary::markdown();
    assert!(readme.contains(&table), "README.md has another glossary than harness/src/glossary.rs:\n{table}");
}

/// The picture of a finding is what the program prints, where its compiler is installed.
#[test]
fn the_readme_shows_a_finding_as_it_is_printed() {
    let subject = "epiphany-elf-gcc-O2";
    if !common::is_installed(subject) {
        return;
    }
    let arguments = ["repro", "EPIPHANY-GCC12-04", "--pairing", "callee", "--toolchain", subject];
    let output = World::new().at_home(&arguments).env("COLUMNS", "100").output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    let end = printed.find("\n  reproduce:").unwrap_or_else(|| panic!("no finding: {output:?}"));
    let length = printed[end + 1..].find('\n').unwrap_or_default();
    let shown =
        format!("```text\n$ crosscall {}\n{}\n```", arguments.join(" "), &printed[..end + 1 + length]);
    assert!(read("README.md").contains(&shown), "README.md shows another finding than:\n{shown}");
}
