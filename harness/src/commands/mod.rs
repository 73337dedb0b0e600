//! The commands: one module each. Their words and options are in [`crate::cli`].

pub mod audit;
pub mod bisect;
pub mod buckets;
mod campaign;
pub mod clauses;
pub mod compare;
mod described;
pub mod doctor;
pub mod explain;
pub mod finding;
mod heartbeat;
pub mod help;
pub mod machine;
mod matrix;
pub mod minimize;
pub mod mutants;
pub mod note;
mod on_finding;
mod page;
pub mod record;
pub mod report;
pub mod repro;
pub mod run;
mod session;
pub mod shell;
pub mod status;
mod stored;

use crate::cli::{Cli, Command, color, command, examples};
use clap::FromArgMatches;
use crosscall_base::error::Error;
use crosscall_base::output::note;
use crosscall_base::{interrupt, process};
use crosscall_reports::outcome::EXIT_INPUT;
use std::io::Write;
use std::process::ExitCode;

/// Runs the command of the command line; returns the exit code of the process.
pub fn main() -> ExitCode {
    if process::serve_as_guard() {
        return ExitCode::SUCCESS;
    }
    crosscall_toolchain::assembler::offer_those_on_path();
    let colour = color::asked_for();
    let command = command().color(colour);
    let parsed = command.clone().try_get_matches().and_then(|matches| {
        let cli = Cli::from_arg_matches(&matches)?;
        Ok((matches, cli))
    });
    let (matches, cli) = match parsed {
        Ok(parsed) => parsed,
        Err(error) if error.use_stderr() => {
            let _ = error.print();
            return ExitCode::from(EXIT_INPUT);
        }
        // `--help` and `--version` are no mistakes; they come on the standard output.
        Err(help) => {
            color::set_up(colour);
            let text = examples::unfolded(&help.render().ansi().to_string());
            let _ = write!(anstream::stdout(), "{text}");
            return ExitCode::SUCCESS;
        }
    };
    color::set_up(cli.color);
    let code = campaign::with_settings(&command, &matches, cli).and_then(|cli| dispatch(&cli));
    let code = code.unwrap_or_else(|error| {
        note(&format!("crosscall: {error}"));
        error.exit_code()
    });
    // Whoever was asked to end says so, whatever was found until then.
    ExitCode::from(interrupt::signal().map_or(code, interrupt::exit_code))
}

fn dispatch(cli: &Cli) -> Result<u8, Error> {
    let config = cli.config.as_deref();
    match &cli.command {
        Command::Run(args) => run::run(args, config),
        Command::Report(args) => report::run(args),
        Command::Status(args) => status::run(args),
        Command::Buckets(args) => buckets::run(args),
        Command::Note(args) => note::run(args),
        Command::Record(args) => record::run(args, config),
        Command::Compare(args) => compare::run(args, config),
        Command::Bisect(args) => bisect::run(args, config),
        Command::Audit(args) => audit::run(args),
        Command::Explain(args) => explain::run(args, config),
        Command::Repro(args) => repro::run(args, config),
        Command::Finding(args) => finding::run(args, config),
        Command::Minimize(args) => minimize::run(args, config),
        Command::Clauses(args) => clauses::run(args),
        Command::Mutants(args) => mutants::run(args, config),
        Command::Doctor(args) => doctor::run(args, config),
        Command::Machine(command) => machine::run(command),
        Command::Help(args) => help::run(args),
        Command::Completions(args) => shell::completions(args),
        Command::Man(args) => shell::man(args),
    }
}
