//! Texts made from the description of the command line: `--help` with its examples, completions, man pages.

use crate::common::World;
use clap::Parser;
use crosscall::cli::{self, Cli, EXAMPLES};
use expect_test::expect_file;
use std::process::Command;

/// Every command with its path below `crosscall`, the program itself first.
fn commands() -> Vec<(String, clap::Command)> {
    fn below(path: &str, command: &clap::Command, found: &mut Vec<(String, clap::Command)>) {
        found.push((path.to_owned(), command.clone()));
        for inner in command.get_subcommands() {
            below(format!("{path} {}", inner.get_name()).trim_start(), inner, found);
        }
    }
    let mut command = cli::command();
    command.build();
    let mut found = Vec::new();
    below("", &command, &mut found);
    found
}

fn file_name(path: &str) -> String {
    std::iter::once("crosscall").chain(path.split_whitespace()).collect::<Vec<_>>().join("-")
}

/// Of every command at 100 columns, with the examples in one piece.
#[test]
fn help() {
    for (path, command) in commands() {
        let text = command.color(clap::ColorChoice::Never).term_width(100).render_long_help().to_string();
        let text = cli::unfolded(&text);
        expect_file![format!("help/{}.txt", file_name(&path))].assert_eq(&text);
        let is_example = |line: &str| line.starts_with("      crosscall ");
        assert!(text.lines().all(|line| line.chars().count() <= 100 || is_example(line)), "{path}");
        for (_, line) in examples(&path) {
            assert!(
                text.contains(&format!("      {line}\n")) || text.ends_with(line),
                "{path}: {line} is torn"
            );
        }
    }
}

/// `--help` prints the rendered text.
#[test]
fn help_has_the_examples() {
    let world = World::new();
    let answer = world.run(&["machine", "run", "--help"]);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    assert!(
        answer.out.contains("Examples:\n  A text:\n      crosscall machine run --target nyuzi main.s"),
        "{}",
        answer.out
    );
    let short = world.run(&["machine", "run", "-h"]);
    assert!(short.out.contains("Examples:"), "{}", short.out);
}

fn examples(path: &str) -> &'static [(&'static str, &'static str)] {
    let found = EXAMPLES.iter().find(|(of, _)| *of == path);
    found.unwrap_or_else(|| panic!("`{path}` needs examples in cli/examples.rs")).1
}

/// Every command has examples, and each is a command line that is understood, of the command that it stands with.
#[test]
fn examples_are_understood() {
    for (path, _) in commands() {
        assert!(!examples(&path).is_empty(), "{path}");
        for (_, line) in examples(&path) {
            let line = line.split(" > ").next().unwrap();
            let words = shlex::split(line).unwrap_or_else(|| panic!("{line}"));
            assert!(words.join(" ").starts_with(format!("crosscall {path}").trim_end()), "{path}: {line}");
            if let Err(error) = Cli::try_parse_from(&words) {
                panic!("{line}: {error}");
            }
        }
    }
    let paths: Vec<String> = commands().into_iter().map(|(path, _)| path).collect();
    for (path, _) in EXAMPLES {
        assert!(paths.iter().any(|known| known == path), "there is no command `{path}`");
    }
}

fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn completions_know_every_command_and_option() {
    let world = World::new();
    for (shell, check) in [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")] {
        let script = world.run(&["completions", shell]);
        assert_eq!((script.code, script.err.as_str()), (0, ""));
        for (path, command) in commands() {
            let name = path.split(' ').next_back().unwrap();
            assert!(script.out.contains(name), "{shell}: {path}");
            for option in command.get_arguments().filter(|a| !a.is_hide_set()).filter_map(|a| a.get_long()) {
                assert!(script.out.contains(option), "{shell}: {path} --{option}");
            }
        }
        let file = world.write(shell, &script.out);
        if !has(shell) {
            println!("skipped: {shell} is not installed");
            continue;
        }
        let checked = Command::new(shell).arg(check).arg(&file).output().unwrap();
        assert!(checked.status.success() && checked.stderr.is_empty(), "{shell}: {checked:?}");
    }
    assert_eq!(world.run(&["completions", "csh"]).code, 2);
}

/// Completions of bash for a word that is begun.
#[test]
fn bash_completes_commands_options_and_values() {
    if !has("bash") {
        println!("skipped: bash is not installed");
        return;
    }
    let world = World::new();
    let script = world.write("completions", world.run(&["completions", "bash"]).out);
    let offered = |words: &[&str]| {
        let text = format!(
            "source {}; COMP_WORDS=(crosscall {}); COMP_CWORD={}; _crosscall crosscall {:?} {:?}; echo ${{COMPREPLY[@]}}",
            script.display(),
            words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(" "),
            words.len(),
            words.last().unwrap(),
            words.iter().rev().nth(1).unwrap_or(&"crosscall"),
        );
        let output = Command::new("bash").args(["-c", &text]).output().unwrap();
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    assert_eq!(offered(&["ru"]), "run");
    assert_eq!(offered(&["run", "--fail"]), "--fail-fast --fail-on");
    assert_eq!(offered(&["explain", "--target", "ny"]), "nyuzi");
    assert_eq!(offered(&["machine", "disa"]), "disasm");
    // Names that the program knows; files, also with blanks in their names, where a file is meant.
    assert_eq!(offered(&["run", "--toolchain", "embedded-ny"]), "embedded-nyuzi");
    assert_eq!(offered(&["finding", "EPIPHANY-GCC12-04"]), "EPIPHANY-GCC12-04");
    assert_eq!(offered(&["clauses", "EPIPHANY-RET-04"]), "EPIPHANY-RET-04");
    assert_eq!(offered(&["mutants", "--edit", "saved-reg"]), "saved-register");
    // A case file or an id: files are what bash offers itself where nothing begins so.
    for command in ["repro", "minimize"] {
        assert_eq!(offered(&[command, "EPIPHANY-GCC12-04"]), "EPIPHANY-GCC12-04");
        assert_eq!(offered(&[command, "./"]), "");
    }
    world.write("a list.toml", "");
    let script =
        format!("cd {} && {}", world.path("").display(), text_of(&["run", "--known", "a l"], &script));
    let output = Command::new("bash").args(["-c", &script]).output().unwrap();
    assert_eq!(
        String::from_utf8_lossy(&output.stdout).lines().collect::<Vec<_>>(),
        ["a list.toml"],
        "{output:?}"
    );
    assert_eq!(offered(&["run", "--cases", "a"]), "a", "no file is meant");
}

/// Shell script that completes the words and prints one completion a line.
fn text_of(words: &[&str], script: &std::path::Path) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
    format!(
        "source {}; COMP_WORDS=(crosscall {}); COMP_CWORD={}; _crosscall crosscall {} {}; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        script.display(),
        quoted.join(" "),
        words.len(),
        quoted[words.len() - 1],
        quoted[words.len() - 2],
    )
}

/// Folders are made for what is written.
#[test]
fn completions_are_installed_in_a_folder_that_is_made() {
    let world = World::new();
    let answer = world.run(&["completions", "fish", "--output", "config/fish/completions/crosscall.fish"]);
    assert_eq!((answer.code, answer.out.as_str(), answer.err.as_str()), (0, "", ""));
    let script = world.read("config/fish/completions/crosscall.fish");
    assert_eq!(script, world.run(&["completions", "fish"]).out);
}

/// However narrow the page is, an example is one line.
#[test]
fn examples_can_be_pasted() {
    let world = World::new();
    for (path, _) in commands() {
        for asked in [
            [&path.split_whitespace().collect::<Vec<_>>()[..], &["--help"]].concat(),
            [&["help"], &path.split_whitespace().collect::<Vec<_>>()[..]].concat(),
        ] {
            let output = world.command(&asked).env("COLUMNS", "60").output().unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            for (_, line) in examples(&path) {
                assert!(text.lines().any(|own| own.trim() == *line), "{path}: {line} in {text}");
            }
        }
    }
}

#[test]
fn there_is_a_page_for_every_command() {
    let world = World::new();
    let answer = world.run(&["man", "share/man1"]);
    assert_eq!((answer.code, answer.out.as_str(), answer.err.as_str()), (0, "", ""));
    let mut expected: Vec<String> = commands().iter().map(|(path, _)| file_name(path) + ".1").collect();
    expected.sort();
    let entries = std::fs::read_dir(world.path("share/man1")).unwrap();
    let mut pages: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    pages.sort();
    assert_eq!(pages, expected);
    for (path, command) in commands() {
        let page =
            std::fs::read_to_string(world.path(&format!("share/man1/{}.1", file_name(&path)))).unwrap();
        // Hyphens and quotation marks are written with a backslash.
        let page = page.replace(r"\*(Aq", "'").replace(r"\(aq", "'").replace('\\', "");
        for heading in [".SH EXAMPLES", ".SH \"EXIT STATUS\"", ".SH \"ENVIRONMENT\"", ".SH \"FILES\""] {
            assert!(page.contains(heading), "{path}: {heading}");
        }
        assert!(!page.contains("EXTRA") && page.contains("CROSSCALL_TOOLCHAINS"), "{path}");
        assert!(page.contains(&command.get_about().unwrap().to_string()[..20]), "{path}");
        for option in command.get_arguments().filter(|a| !a.is_hide_set()).filter_map(|a| a.get_long()) {
            assert!(page.contains(&format!("--{option}")), "{path} --{option}");
        }
        for (_, line) in examples(&path) {
            assert!(page.contains(line), "{path}: {line}");
        }
    }
    let nowhere = world.run(&["man", "/proc/none"]).exits(3);
    assert!(nowhere.err.contains("cannot be written"), "{}", nowhere.err);
}

/// A mistake in a word of a list is reported with the word that was meant.
#[test]
fn did_you_mean() {
    let world = World::new();
    for (line, meant) in [
        ("runs", "'run'"),
        ("run --target epifany", "'epiphany'"),
        ("run --pairing calle", "'calle"),
        ("run --fail-fats", "'--fail-fast'"),
        ("run --toolchain embeded-nyuzi", "`embedded-nyuzi`"),
        ("clauses --target nyuzy", "'nyuzi'"),
        ("explain --target epiphany --dialect RET4=R2 int*f(int)", "`EPIPHANY-RET-04`"),
        ("mutants --edit saved-registr", "`saved-register`"),
        ("mutants --edit nosuch", "there are saved-register, frame-pointer, "),
        ("machine asm --target ipi a.s", "'ipu'"),
        ("machine dissasm a.o", "'disasm'"),
        ("completions bsh", "'bash'"),
        ("run --format githb", "'github'"),
    ] {
        let answer = world.run(&line.split(' ').collect::<Vec<_>>()).exits(2);
        assert!(answer.err.contains(meant), "{line}: {}", answer.err);
    }
}

/// The command lines in the blocks of the manual and the README.
#[test]
fn commands_in_the_documents_are_understood() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut lines = 0;
    for name in ["README.md", "docs/usage.md", "docs/ci.md", "docs/trust.md"] {
        let text = std::fs::read_to_string(root.join(name)).unwrap();
        let blocks = text.split("```").skip(1).step_by(2);
        for line in blocks
            .flat_map(str::lines)
            .filter(|line| line.starts_with("crosscall ") && !line.starts_with("crosscall ="))
            // The first line of a run is no command.
            .filter(|line| !line.starts_with(concat!("crosscall ", env!("CARGO_PKG_VERSION"))))
        {
            let line = line.split(" > ").next().unwrap().split("  #").next().unwrap();
            let words = shlex::split(line).unwrap_or_else(|| panic!("{name}: {line}"));
            if let Err(error) = Cli::try_parse_from(&words) {
                panic!("{name}: {line}: {error}");
            }
            lines += 1;
        }
    }
    assert!(lines >= 8, "{lines}");
}
