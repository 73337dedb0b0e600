//! Options of `bisect`.

use super::Format;
use super::run::{compiler_kind, emits};
use super::words::pairing;
use crate::cli_values::positive;
use clap::Args;
use crosscall_model::Pairing;
use crosscall_toolchain::ToolchainKind;
use crosscall_toolchain::emits::Emits;
use std::path::PathBuf;

/// Options of `bisect`.
#[derive(Debug, Args)]
pub struct BisectArgs {
    /// The case file, the id of a known finding (`crosscall finding` lists them), or with --store that of a bucket
    #[arg(value_name = "CASE.toml|ID")]
    pub case: PathBuf,
    /// Take the case and the finding from a bucket of this store (`crosscall buckets` lists them)
    #[arg(long, value_name = "DIR")]
    pub store: Option<PathBuf>,
    /// Toolchains in their order, oldest first; `*` for any text
    #[arg(
        long,
        value_name = "NAME,NAME",
        value_delimiter = ',',
        required_unless_present = "cc",
        conflicts_with = "cc"
    )]
    pub over: Vec<String>,
    /// File with recorded compilers, as `record` writes it; may be repeated
    #[arg(long, value_name = "FILE", requires = "over")]
    pub recorded: Vec<PathBuf>,
    /// Command of a compiler with its flags, quoted as for a shell; repeated in their order, oldest first. They are called
    /// cc-1, cc-2 and so on
    #[arg(long, value_name = "COMMAND")]
    pub cc: Vec<String>,
    /// More flags for the only compiler, quoted as for a shell; repeated in their order, each time makes one more of the list
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub flags: Vec<String>,
    /// Pairing: who calls whom; may be repeated [default: the one in the case file]
    #[arg(long, value_name = "PAIRING", value_parser = pairing())]
    pub pairing: Vec<Pairing>,
    /// Toolchain that each of them calls in the pairing cross [default: itself]
    #[arg(long, value_name = "NAME")]
    pub partner: Option<String>,
    /// Fingerprint of the finding to look for [default: the entry of the list, the clause in the case file, or
    /// what the newest compiler that shows anything shows]
    #[arg(long, value_name = "TEXT")]
    pub fingerprint: Option<String>,
    /// Try every compiler, even if the answer does not need it
    #[arg(long)]
    pub all: bool,
    /// Compiler that is taken not to show it, without a test; may be repeated
    #[arg(long, value_name = "NAME")]
    pub good: Vec<String>,
    /// Compiler that is taken to show it, without a test; may be repeated
    #[arg(long, value_name = "NAME")]
    pub bad: Vec<String>,
    /// Compiler to skip; may be repeated
    #[arg(long, value_name = "NAME")]
    pub skip: Vec<String>,
    /// List of known findings, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub known: Option<PathBuf>,
    /// Seconds after which a compiler is stopped
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = positive)]
    pub timeout: u64,
    /// Form of the answer
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    /// No progress
    #[arg(long, short)]
    pub quiet: bool,
    /// Command line that the compilers of --cc understand [default: by their answers to --version]
    #[arg(long, value_name = "KIND", requires = "cc", value_parser = compiler_kind())]
    pub kind: Option<ToolchainKind>,
    /// Assembler for their texts, quoted as for a shell [default: the compiler itself, or crosscall's own]
    #[arg(long = "as", value_name = "COMMAND", requires = "cc")]
    pub assembler: Option<String>,
    /// Form of their output: object, or assembly for ones that are called with -S
    #[arg(long, value_name = "WHAT", requires = "cc", default_value = "object", value_parser = emits())]
    pub emits: Emits,
    /// Object file or library with functions of theirs, which their object files need; may be repeated
    #[arg(long, value_name = "FILE", requires = "cc")]
    pub support: Vec<PathBuf>,
}
