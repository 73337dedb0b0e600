//! Options of `compare`.

use super::run::{compiler_kind, emits};
use super::words::target;
use crate::cli_values::{Seed, positive, seed};
use clap::{Args, ValueEnum};
use crosscall_base::number::number;
use crosscall_base::target_word::TargetWord;
use crosscall_toolchain::ToolchainKind;
use crosscall_toolchain::emits::Emits;
use std::path::PathBuf;

/// The form of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ComparisonFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// For a comment on a pull request.
    Markdown,
}

/// Options of `compare`.
#[derive(Debug, Args)]
pub struct ComparisonArgs {
    /// Toolchain before the change; with a `*` for any text, several that are paired by that text
    #[arg(value_name = "OLD", required_unless_present = "old_cc", requires = "new")]
    pub old: Option<String>,
    /// Toolchain after the change; the text for its `*` is that of OLD
    #[arg(value_name = "NEW")]
    pub new: Option<String>,
    /// Target that the compilers of --old and --new are for
    #[arg(long, value_name = "TARGET", value_parser = target())]
    pub target: Option<TargetWord>,
    /// Random cases, besides the directed ones that determine the dialects of the two
    #[arg(long, value_name = "N", default_value = "1000", value_parser = number)]
    pub cases: u64,
    /// Seed of the random cases: the same seed gives the same cases everywhere; `random` chooses one and prints it
    #[arg(long, value_name = "S", default_value = "1", value_parser = seed)]
    pub seed: Seed,
    /// Judge unchanged code, too (once), and list its violations
    #[arg(long)]
    pub all: bool,
    /// Form of the report
    #[arg(long, value_enum, default_value = "text")]
    pub format: ComparisonFormat,
    /// Folder for the cases of alterations
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// File with recorded compilers, as `record` writes it; may be repeated
    #[arg(long, value_name = "FILE", requires = "old")]
    pub recorded: Vec<PathBuf>,
    /// List of known findings, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub known: Option<PathBuf>,
    /// Cases in one translation unit
    #[arg(long, value_name = "N", default_value = "64", value_parser = positive)]
    pub batch: u64,
    /// Batches at work at the same time [default: one more than there are processors]
    #[arg(long, short, value_name = "N", value_parser = positive)]
    pub jobs: Option<u64>,
    /// Seconds after which a compiler is stopped
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = positive)]
    pub timeout: u64,
    /// Smaller cases that are tried for each difference; 0 keeps the first case
    #[arg(long, value_name = "N", default_value = "100", value_parser = number)]
    pub minimize: u64,
    /// No progress
    #[arg(long, short)]
    pub quiet: bool,
    /// Draw every difference with its case
    #[arg(long, short, conflicts_with = "quiet")]
    pub verbose: bool,
    /// Compilers that are in no configuration.
    #[command(flatten)]
    pub commands: CommandArgs,
}

/// Two compilers that the command line describes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Compilers without a configuration file")]
pub struct CommandArgs {
    /// Command of the compiler before the change with its flags, quoted as for a shell; needs --target
    #[arg(long = "old", id = "old_cc", value_name = "COMMAND", requires_all = ["new_cc", "target"], conflicts_with_all = ["old", "new"])]
    pub old_cc: Option<String>,
    /// Command of the compiler after the change
    #[arg(long = "new", id = "new_cc", value_name = "COMMAND", requires = "old_cc")]
    pub new_cc: Option<String>,
    /// More flags for both, quoted as for a shell; each time it is given makes a comparison of its own
    #[arg(long, value_name = "FLAGS", requires = "old_cc", allow_hyphen_values = true)]
    pub flags: Vec<String>,
    /// Command line that they understand [default: by their answers to --version]
    #[arg(long, value_name = "KIND", requires = "old_cc", value_parser = compiler_kind())]
    pub kind: Option<ToolchainKind>,
    /// Assembler for their texts, quoted as for a shell [default: the compiler itself, or crosscall's own]
    #[arg(long = "as", value_name = "COMMAND", requires = "old_cc")]
    pub assembler: Option<String>,
    /// Form of their output: object, or assembly for ones that are called with -S
    #[arg(long, value_name = "WHAT", requires = "old_cc", default_value = "object", value_parser = emits())]
    pub emits: Emits,
    /// Object file or library with functions of theirs, which their object files need; may be repeated
    #[arg(long, value_name = "FILE", requires = "old_cc")]
    pub support: Vec<PathBuf>,
}
