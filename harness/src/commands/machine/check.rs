//! `crosscall machine run --check`: one function, held against the document as `crosscall audit` does it.

use super::super::audit;
use super::read_all;
use super::tools::{STREAM, abi_of};
use crate::cli::{AuditArgs, AuditFormat, Format, MachineRunArgs};
use crate::cli_values::Argument;
use crosscall_audit::program::BUDGET;
use crosscall_base::error::Error;

/// Audits the function that is declared, with the words of the command line as its arguments.
///
/// # Errors
/// Those of `audit`, and [`Error::Input`] for words that cannot be arguments.
pub(super) fn run(args: &MachineRunArgs, declaration: &str) -> Result<u8, Error> {
    if args.file.iter().any(|path| path.as_os_str() == STREAM) {
        return Err(Error::Input(
            "--check: a text on the standard input cannot be checked; name a file".to_owned(),
        ));
    }
    let files = read_all(&args.file)?;
    let mut argument = words(args, declaration)?;
    argument.extend(args.argument.iter().cloned());
    audit::run(&AuditArgs {
        object: args.file.clone(),
        target: Some(abi_of(args.target, &files)?.into()),
        function: args.linking.entry.clone().into_iter().collect(),
        prototype: Some(declaration.to_owned()),
        argument,
        // One run of a function has fewer instructions than one of a program, unless somebody says how many.
        budget: (args.budget != BUDGET).then_some(args.budget),
        seed: 1,
        format: match args.format {
            Format::Text => AuditFormat::Text,
            Format::Json => AuditFormat::Json,
        },
        ..AuditArgs::default()
    })
}

/// Meanings of the arguments that `--arg` gives: that number each, in the order of those that are not described.
fn words(args: &MachineRunArgs, declaration: &str) -> Result<Vec<String>, Error> {
    if args.arg.is_empty() {
        return Ok(Vec::new());
    }
    let parsed = crosscall_declarations::parse(declaration);
    let parsed = parsed.map_err(|e| Error::Input(format!("--check: {e}")))?;
    let is_described = |name: &String| {
        args.argument.iter().any(|text| text.split_once(':').is_some_and(|(of, _)| of.trim() == name))
    };
    let mut names = crosscall_audit::parameters::names(&parsed);
    names.retain(|name| !is_described(name));
    if args.arg.len() > names.len() {
        let (given, name) = (args.arg.len(), &parsed.name);
        return Err(Error::Input(format!(
            "--arg: {given} words, but {} parameters of `{name}` are not described by --argument",
            names.len()
        )));
    }
    let word = |(argument, name): (&Argument, &String)| match argument {
        // Words of the upper half are meant as negative numbers.
        Argument::Word(value) => Ok(format!("{name}: {}", value.cast_signed())),
        Argument::Pointer(to) => Err(Error::Input(format!(
            "--arg {to}: with --check memory is described: --argument '{name}: 16 bytes', or whatever is there"
        ))),
    };
    args.arg.iter().zip(&names).map(word).collect()
}
