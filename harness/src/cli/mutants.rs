//! Options of `mutants`.

use super::Format;
use super::words::{Targets, targets};
use crate::cli_values::positive;
use clap::Args;
use crosscall_base::number::number;
use crosscall_generator::special::SETS;
use std::path::PathBuf;

/// Options of `mutants`.
#[derive(Debug, Args)]
pub struct MutantsArgs {
    /// Subject to break, `*` for any text; may be repeated [default: the built-in code generator]
    #[arg(long, value_name = "NAME")]
    pub toolchain: Vec<String>,
    /// Target; may be repeated [default: every target]
    #[arg(long, value_name = "TARGET", value_parser = targets())]
    pub target: Vec<Targets>,
    /// Edit to make, `*` for any text; may be repeated [default: the whole table]
    #[arg(long, value_name = "NAME")]
    pub edit: Vec<String>,
    /// Make this many random faults instead of those of the table: instruction, register and condition are left to chance
    #[arg(long, value_name = "N", value_parser = positive)]
    pub random: Option<u64>,
    /// Seed of the random faults
    #[arg(long, value_name = "S", default_value = "1", value_parser = number, requires = "random")]
    pub random_seed: u64,
    /// Cases for each mutant and seed
    #[arg(long, value_name = "N", default_value = "1000", value_parser = number)]
    pub cases: u64,
    /// Try each mutant with a small part of the cases first, and with more only until it is found under the right clause
    #[arg(long)]
    pub until_found: bool,
    /// Seed of the random cases; may be repeated [default: 1]
    #[arg(long, value_name = "S", value_parser = number)]
    pub seed: Vec<u64>,
    /// List of known findings, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub known: Option<PathBuf>,
    /// Batches at work at the same time [default: one more than there are processors]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub jobs: Option<u64>,
    /// Seconds after which a compiler is stopped
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = positive)]
    pub timeout: u64,
    /// Sets of special values with which each call is run again once it conforms
    #[arg(long, value_name = "N", default_value_t = SETS, value_parser = clap::value_parser!(u8).range(0..=i64::from(SETS)))]
    pub values: u8,
    /// Smaller cases that are tried for each finding
    #[arg(long, value_name = "N", default_value = "0", value_parser = number)]
    pub minimize: u64,
    /// Show the whole table, and each outcome as it is known
    #[arg(long, short)]
    pub verbose: bool,
    /// Form of the table
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}
