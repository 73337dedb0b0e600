//! Options of `record`.

use super::words::{Targets, targets};
use crate::cli_values::{Seed, positive, seed};
use clap::Args;
use crosscall_base::number::number;
use std::path::PathBuf;

/// Options of `record`.
#[derive(Debug, Args)]
pub struct RecordArgs {
    /// Compilers to record, `*` for any text; may be repeated
    #[arg(long, value_name = "NAME", required = true)]
    pub toolchain: Vec<String>,
    /// Target of the compilers; may be repeated [default: every target]
    #[arg(long, value_name = "TARGET", value_parser = targets())]
    pub target: Vec<Targets>,
    /// File to write
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// Cases of each compiler, from the first one on; those of `run` have the same numbers
    #[arg(long, value_name = "N", default_value = "320", value_parser = number)]
    pub cases: u64,
    /// Seed of the random cases, which come after the directed ones
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = seed)]
    pub seed: Seed,
    /// Processes at a time [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub jobs: Option<u64>,
    /// Seconds after which a compiler is stopped
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = positive)]
    pub timeout: u64,
}
