//! What a shell offers for words that are no commands and no options: names that the program knows, files, or nothing.

use crate::known::Known;
use crate::mutants::edits_of;
use crate::toolchain::discover::families;
use crate::toolchain::{Kind, Toolchain};
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, ValueHint};
use crosscall_model::Target;
use crosscall_oracle::clause::catalogue;
use std::collections::BTreeSet;

/// The command line as completions are made from it. It is not for reading: what a shell offers is not all that is
/// understood.
pub fn completed() -> Command {
    with_words(super::command(), "")
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
        ("finding", "id") => Known::built_in().map(|known| ids(&known)).unwrap_or_default(),
        ("clauses", "clause") => clauses(),
        ("mutants", "edit") => edits(),
        _ => Vec::new(),
    };
    if !known.is_empty() {
        // They live as long as the process, which ends when the script is written.
        let known: Vec<&'static str> = known.into_iter().map(|name| &*name.leak()).collect();
        return arg.value_parser(PossibleValuesParser::new(known));
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

fn ids(known: &Known) -> Vec<String> {
    known.entries.iter().map(|entry| entry.id.clone()).collect()
}

fn clauses() -> Vec<String> {
    let of = |target| catalogue(target).clauses.iter().map(|clause| clause.id.clone());
    Target::ALL.into_iter().flat_map(of).collect()
}

/// Names of the ways to break a subject of any kind.
fn edits() -> Vec<String> {
    let of = |target: Target| {
        let embedded = Toolchain::embedded(target);
        let compiler = Toolchain { kind: Kind::Gcc, ..embedded.clone() };
        [embedded, compiler]
            .into_iter()
            .flat_map(|subject| edits_of(&subject))
            .map(|edit| edit.name.to_owned())
    };
    let names: BTreeSet<String> = Target::ALL.into_iter().flat_map(of).collect();
    names.into_iter().collect()
}
