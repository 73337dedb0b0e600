//! Completions for words that are neither commands nor options: names that the program knows, files, or nothing.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;
use crosscall_campaign::known::Known;
use crosscall_model::Target;
use crosscall_oracle::clause::catalogue;
use crosscall_selftest::mutants::mutants_of;
use crosscall_toolchain::discover::families;
use crosscall_toolchain::{Toolchain, ToolchainKind};
use std::collections::BTreeSet;

/// Commands that take a case file or the id of a known finding.
const TAKE_CASE_OR_ID: [&str; 3] = ["repro", "minimize", "bisect"];

/// The script with which a shell completes words of the command line.
pub fn script(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut completed(shell), "crosscall", &mut script);
    with_ids_beside_files(String::from_utf8_lossy(&script).into_owned(), shell)
}

/// The command line as completions are made from it. It is not for reading: what a shell offers is not all that is
/// understood.
fn completed(shell: Shell) -> Command {
    let command = with_words(super::command(), "");
    if shell != Shell::Bash {
        return command;
    }
    // Bash offers files by itself where no word begins as what was typed.
    let ids = words(known_ids());
    TAKE_CASE_OR_ID.into_iter().fold(command, |command, name| {
        let ids = ids.clone();
        command.mut_subcommand(name, |inner| inner.mut_arg("case", |arg| arg.value_parser(ids)))
    })
}

/// Ids of known findings, which the descriptions of shells do not know beside files.
fn with_ids_beside_files(mut script: String, shell: Shell) -> String {
    let ids = known_ids().join(" ");
    match shell {
        Shell::Zsh => {
            let or_id = |line: &str| match line
                .strip_prefix("':case -- ")
                .and_then(|l| l.strip_suffix(":_files' \\"))
            {
                Some(what) => format!("':case -- {what}:{{ _files; compadd -- {ids} }}' \\"),
                None => line.to_owned(),
            };
            script.lines().map(or_id).map(|line| line + "\n").collect()
        }
        Shell::Fish => {
            for name in TAKE_CASE_OR_ID {
                script += &format!(
                    "complete -c crosscall -n \"__fish_crosscall_using_subcommand {name}\" -a \"{ids}\"\n"
                );
            }
            script
        }
        _ => script,
    }
}

fn known_ids() -> Vec<String> {
    let ids = |known: &Known| known.entries.iter().map(|entry| entry.id.clone()).collect();
    Known::built_in().map(ids).unwrap_or_default()
}

/// Names as words that are offered. They live as long as the process, which ends when the script is written.
fn words(names: Vec<String>) -> PossibleValuesParser {
    let names: Vec<&'static str> = names.into_iter().map(|name| &*name.leak()).collect();
    PossibleValuesParser::new(names)
}

fn with_words(command: Command, path: &str) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|inner| inner.get_name().to_owned()).collect();
    let command = command.mut_args(|arg| with_words_for(arg, path));
    names.into_iter().fold(command, |command, name| {
        let below = format!("{path} {name}");
        command.mut_subcommand(name, |inner| with_words(inner, below.trim_start()))
    })
}

/// An option or a word with what is offered for it.
fn with_words_for(arg: Arg, path: &str) -> Arg {
    if !arg.get_action().takes_values() || !arg.get_possible_values().is_empty() {
        return arg;
    }
    let known = match (path, arg.get_id().as_str()) {
        (_, "toolchain") => subjects(),
        ("finding", "id") => known_ids(),
        ("clauses", "clause") => clauses(),
        ("mutants", "edit") => edits(),
        _ => Vec::new(),
    };
    if !known.is_empty() {
        return arg.value_parser(words(known));
    }
    let name = |arg: &Arg| arg.get_value_names().and_then(|names| names.first()).map(ToString::to_string);
    let hint = match name(&arg).as_deref() {
        Some("DIR") => ValueHint::DirPath,
        Some(name) if name.contains("FILE") || name.contains(".toml") => ValueHint::FilePath,
        _ => ValueHint::Other,
    };
    arg.value_hint(hint)
}

/// Names of the subjects that may be found on some machine; those of a configuration are not among them.
fn subjects() -> Vec<String> {
    let of = |target: Target| {
        let embedded = Toolchain::embedded(target).name;
        families(target).iter().flat_map(|family| family.names()).chain([embedded])
    };
    Target::ALL.into_iter().flat_map(of).collect()
}

fn clauses() -> Vec<String> {
    let of = |target| catalogue(target).clauses.iter().map(|clause| clause.id.clone());
    Target::ALL.into_iter().flat_map(of).collect()
}

/// Names of the ways to break a subject of any kind.
fn edits() -> Vec<String> {
    let of = |target: Target| {
        let embedded = Toolchain::embedded(target);
        let compiler = Toolchain { kind: ToolchainKind::Gcc, ..embedded.clone() };
        [embedded, compiler]
            .into_iter()
            .flat_map(|subject| mutants_of(&subject))
            .map(|edit| edit.name.to_owned())
    };
    let names: BTreeSet<String> = Target::ALL.into_iter().flat_map(of).collect();
    names.into_iter().collect()
}
