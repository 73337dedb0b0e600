//! What `run` is told.

use super::ReportFormat;
use crate::cli_values::{number, positive};
use clap::Args;
use crosscall_model::{Pairing, Target};
use std::path::PathBuf;

/// What `run` is told.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// Target to test; may be repeated [default: every target]
    #[arg(long, value_name = "TARGET")]
    pub target: Vec<Target>,
    /// Toolchain to test, `*` for any text; may be repeated [default: all that are there]
    #[arg(long, value_name = "NAME")]
    pub toolchain: Vec<String>,
    /// Who calls whom: caller, callee, cross, layout, object, tool, value; may be repeated [default: all]
    #[arg(long, value_name = "PAIRING")]
    pub pairing: Vec<Pairing>,
    /// Cases for each target
    #[arg(long, value_name = "N", default_value = "1000", value_parser = number)]
    pub cases: u64,
    /// Seed of the random cases: the same seed gives the same cases everywhere
    #[arg(long, value_name = "S", default_value = "1", value_parser = number)]
    pub seed: u64,
    /// Version of the generator that the seed was told with; refused if this one is another
    #[arg(long, value_name = "V")]
    pub generator: Option<u32>,
    /// Form of the report on the standard output
    #[arg(long, value_enum, default_value = "text")]
    pub format: ReportFormat,
    /// Folder for cases, findings and the report as JSON
    #[arg(long, value_name = "DIR")]
    pub report: Option<PathBuf>,
    /// List of known findings, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub known: Option<PathBuf>,
    /// Cases in one translation unit
    #[arg(long, value_name = "N", default_value = "64", value_parser = positive)]
    pub batch: u64,
    /// Batches at work at the same time [default: one more than there are processors]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub jobs: Option<u64>,
    /// Seconds after which a compiler is stopped
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = positive)]
    pub timeout: u64,
    /// Smaller cases that are tried for each finding that is not known; 0 keeps the first case
    #[arg(long, value_name = "N", default_value = "400", value_parser = number)]
    pub minimize: u64,
    /// Show every reading that each subject follows, and what is open
    #[arg(long)]
    pub dialects: bool,
    /// Draw known findings too, and make their cases smaller
    #[arg(long)]
    pub all: bool,
}
