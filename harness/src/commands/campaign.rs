//! Settings of a campaign in `crosscall.toml`: the options of `run`, by their names.

use super::session::present_folder;
use crate::cli::Cli;
use clap::builder::ValueParser;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, FromArgMatches};
use crosscall_base::error::Error;
use crosscall_reports::shell;
use crosscall_toolchain::config;
use crosscall_toolchain::named::words;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use toml::Value;

/// Options that a campaign's table does not have: they say where it is.
const NOT_IN_A_TABLE: [&str; 4] = ["campaign", "config", "help", "color"];

/// Reads the command line again with the settings of the campaign that it names; what it says itself comes before them.
///
/// # Errors
/// [`Error::Input`] when there is no such campaign, or its table has something that `run` does not understand.
pub(super) fn with_settings(command: &Command, matches: &ArgMatches, cli: Cli) -> Result<Cli, Error> {
    let Some(("run", given)) = matches.subcommand() else { return Ok(cli) };
    let Some(name) = given.get_one::<String>("campaign") else { return Ok(cli) };
    let folder = present_folder()?;
    let path = config::find(cli.config.as_deref(), &folder)?.ok_or_else(|| {
        Error::Input(format!("--campaign {name}: there is no crosscall.toml here; name one with --config"))
    })?;
    let table = config::campaign(&path, name)?;
    let run = command.find_subcommand("run").map(Command::get_arguments).into_iter().flatten();
    let options: Vec<&Arg> = run.filter(|arg| arg.get_long().is_some()).collect();
    let wrong = |what: String| Error::Input(format!("{}: [campaign.{name}]: {what}", path.display()));
    let base = path.parent().unwrap_or(Path::new(""));
    let mut words = Vec::new();
    for (key, value) in table {
        let option = options.iter().find(|arg| arg.get_long() == Some(key.as_str()));
        let option = option.filter(|_| !NOT_IN_A_TABLE.contains(&key.as_str()));
        let option = option.ok_or_else(|| wrong(format!("`{key}` is not an option of `run`")))?;
        if given.value_source(option.get_id().as_str()) == Some(ValueSource::CommandLine) {
            continue;
        }
        words.extend(of_option(option, &key, value, base).map_err(wrong)?);
    }
    let mut all: Vec<OsString> = std::env::args_os().collect();
    let at = all.iter().position(|word| word == "run").map_or(all.len(), |at| at + 1);
    all.splice(at..at, words.into_iter().map(OsString::from));
    let parsed = command.clone().try_get_matches_from(all).and_then(|m| Cli::from_arg_matches(&m));
    parsed.map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => wrong("it asks for help".to_owned()),
        _ => wrong(error.to_string().trim_end().to_owned()),
    })
}

/// The words of an option with its values.
fn of_option(option: &Arg, key: &str, value: Value, base: &Path) -> Result<Vec<String>, String> {
    let is_path = option.get_value_parser().type_id() == ValueParser::path_buf().type_id();
    let is_command = option.get_id() == "on_finding";
    let word = |value: Value| -> Result<String, String> {
        let text = match value {
            Value::String(text) => text,
            Value::Integer(number) => number.to_string(),
            _ => return Err(format!("`{key}` has a value that is neither a text nor a number")),
        };
        Ok(match is_path {
            true => format!("--{key}={}", base.join(PathBuf::from(text)).display()),
            false if is_command => format!("--{key}={}", beside(&text, base)),
            false => format!("--{key}={text}"),
        })
    };
    let is_flag = !option.get_action().takes_values();
    match value {
        Value::Boolean(is_set) if is_flag => Ok(is_set.then(|| format!("--{key}")).into_iter().collect()),
        _ if is_flag => Err(format!("`{key}` is true or false")),
        Value::Array(values) => values.into_iter().map(word).collect(),
        Value::Table(table) => table
            .into_iter()
            .map(|(name, value)| match value {
                Value::Integer(number) => Ok(format!("--{key}={name}={number}")),
                _ => Err(format!("`{key}.{name}` is not a number")),
            })
            .collect(),
        value => Ok(vec![word(value)?]),
    }
}

/// A command whose program, if it has a slash, is beside the configuration; what is no command is left as it is.
fn beside(text: &str, base: &Path) -> String {
    let Ok(mut words) = words("--on-finding", text) else { return text.to_owned() };
    config::resolve(&mut words, base);
    shell::command(words)
}
