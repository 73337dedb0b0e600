//! The command line: its words, options and help.

mod audit;
mod bisect;
mod buckets;
mod clauses;
pub(crate) mod color;
mod compare;
mod complete;
mod doctor;
pub(crate) mod examples;
mod explain;
mod finding;
mod format;
mod help;
mod machine;
mod minimize;
mod mutants;
mod record;
mod report;
mod repro;
mod run;
mod shell;
mod status;
mod words;

pub use audit::{AuditArgs, AuditFormat, CfiWhen};
pub use bisect::BisectArgs;
pub use buckets::{BucketsArgs, NoteArgs};
pub use clauses::ClausesArgs;
pub use compare::{CommandArgs, ComparisonArgs, ComparisonFormat};
pub use complete::script;
pub use doctor::DoctorArgs;
pub use examples::{EXAMPLES, unfolded};
pub use explain::ExplainArgs;
pub use finding::FindingArgs;
pub use format::{ClausesFormat, Format, ReportFormat, ReproFormat};
pub use help::HelpArgs;
pub use machine::{
    AsmArgs, CompareArgs, DisasmArgs, LinkArgs, LinkingArgs, MachineCommand, MachineRunArgs, MachineTarget,
    RegisterChoice,
};
pub use minimize::MinimizeArgs;
pub use mutants::MutantsArgs;
pub use record::RecordArgs;
pub use report::ReportArgs;
pub use repro::ReproArgs;
pub use run::{FailOn, RunArgs, SubjectArgs};
pub use shell::{CompletionsArgs, ManArgs};
pub use status::StatusArgs;
pub use words::{BackendWord, ProgramArgs, Targets};

use clap::{ColorChoice, CommandFactory, Parser, Subcommand};
use std::path::PathBuf;

/// Finds where a compiler and the document that defines its ABI disagree about a function call.
///
/// For six processors: Adapteva Epiphany, UPMEM DPU, Graphcore IPU, Nyuzi, ForwardCom and RISC-V.
#[derive(Debug, Parser)]
#[command(name = "crosscall", version, disable_help_subcommand = true, after_help = EXIT_CODES)]
pub struct Cli {
    /// Configuration with more toolchains, instead of the nearest crosscall.toml
    #[arg(long, value_name = "FILE", global = true)]
    pub config: Option<PathBuf>,
    /// When to use colours; `auto` heeds NO_COLOR and CLICOLOR_FORCE, and uses none in a pipe
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto", global = true)]
    pub color: ColorChoice,
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 nothing new was found; 1 violations that are not in the list of known \
ones; 2 the command line, a configuration or a case file is wrong; 3 a toolchain or a machine could not do its part, \
trials failed, or nothing was tested; 130, 143 after an interrupt or a TERM signal.";

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Test compilers, or the built-in code generator, against their ABI document
    Run(Box<RunArgs>),
    /// Report on the store of a campaign, or on the stores of its shards together
    Report(ReportArgs),
    /// Show the progress of a campaign, also while a run writes its store
    Status(StatusArgs),
    /// List the causes of the findings of a campaign, with their history and their cases
    Buckets(BucketsArgs),
    /// Put a bucket aside, with a note on who did so, why and until when
    Note(NoteArgs),
    /// Record the output of a compiler for generated cases, so that it can be tested where it is not installed
    Record(RecordArgs),
    /// Report how a change of a compiler alters the ABI, from two builds of it
    Compare(ComparisonArgs),
    /// Find the first compiler of a list with which a case shows its finding
    Bisect(BisectArgs),
    /// Check functions of objects, libraries and assembly against the document, without their compiler
    ///
    /// A function is called with arguments that fit their meaning, and poison in everything else. Its behaviour is judged by the
    /// document, and whatever depends on the poison is a read of uninitialised data. A linked program is run, and every call in
    /// it is checked. docs/audit.md has the details.
    Audit(AuditArgs),
    /// Draw where everything goes in a call of a C function
    Explain(ExplainArgs),
    /// Run the case in a file again
    Repro(ReproArgs),
    /// Show the description of a known finding, or list them all
    Finding(FindingArgs),
    /// Reduce the case in a file as long as it shows the same disagreement
    Minimize(MinimizeArgs),
    /// List every clause, its interpretations, and how often a run exercised it
    Clauses(ClausesArgs),
    /// Break a compiler on purpose in many ways, and see which of them a run finds
    Mutants(MutantsArgs),
    /// Show which toolchains are installed, and how to get the others
    Doctor(DoctorArgs),
    /// Use the assembler, disassembler, linker and simulator by themselves
    #[command(subcommand)]
    Machine(MachineCommand),
    /// Print a script with which a shell completes words of the command line
    Completions(CompletionsArgs),
    /// Write the man pages, one for each command
    Man(ManArgs),
    /// Show the help of a command, or the meaning of a word
    Help(HelpArgs),
}

/// The command line with the examples: what is read, and what help, man pages and completions are made from.
pub fn command() -> clap::Command {
    examples::add(Cli::command())
}
