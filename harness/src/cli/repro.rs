//! Options of `repro`.

use super::words::{ProgramArgs, pairing};
use super::{ReproFormat, SubjectArgs};
use clap::Args;
use crosscall_model::Pairing;
use std::path::PathBuf;

/// Options of `repro`.
#[derive(Debug, Args)]
pub struct ReproArgs {
    /// The case file, the id of a known finding (`crosscall finding` lists them), or the number of a generated case, such as
    /// epiphany/call/1234@0x7 with the seed behind the @
    #[arg(value_name = "CASE.toml|ID")]
    pub case: PathBuf,
    /// Toolchain to test; may be repeated [default: those in the case file]
    #[arg(long, value_name = "NAME")]
    pub toolchain: Vec<String>,
    /// File with recorded compilers, as `record` writes it; may be repeated
    #[arg(long, value_name = "FILE")]
    pub recorded: Vec<PathBuf>,
    /// Pairing: who calls whom; may be repeated [default: the one in the case file]
    #[arg(long, value_name = "PAIRING", value_parser = pairing())]
    pub pairing: Vec<Pairing>,
    /// Makers of programs
    #[command(flatten)]
    pub programs: ProgramArgs,
    /// List of known findings, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub known: Option<PathBuf>,
    /// Folder for the evidence: sources, assembly text, object file, marked disassembly, states, a text for a bug tracker
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// Print the whole report: each subject, and the finding with its clauses, states and readings
    #[arg(long, short, conflicts_with = "quiet")]
    pub verbose: bool,
    /// Print one line: whether the finding shows
    #[arg(long, short, conflicts_with = "format")]
    pub quiet: bool,
    /// Print one line, and use exit codes for `git bisect run`: 0 it does not show, 1 it shows, known or not, 125 it cannot
    /// be tested, 255 the case or the configuration is wrong
    #[arg(long, conflicts_with_all = ["format", "keep"])]
    pub bisect: bool,
    /// Form of the report; `issue` tries the other levels of the compiler, too, and is a text for its bug tracker
    #[arg(long, value_enum, default_value = "text")]
    pub format: ReproFormat,
    /// A compiler that is in no configuration.
    #[command(flatten)]
    pub subject: SubjectArgs,
}
