//! Options of `report`.

use super::ReportFormat;
use clap::Args;
use std::path::PathBuf;

/// Options of `report`.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// Folder of a campaign, as `run --store` makes it; those of all shards, where it has several
    #[arg(value_name = "STORE", required = true)]
    pub stores: Vec<PathBuf>,
    /// Form of the report
    #[arg(long, value_enum, default_value = "text")]
    pub format: ReportFormat,
    /// File for the report, instead of the standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Report even if shards are missing or cases have not been run
    #[arg(long)]
    pub partial: bool,
    /// List of known findings with which the campaign was run, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub known: Option<PathBuf>,
    /// Show every interpretation that each subject follows, and the open questions
    #[arg(long)]
    pub dialects: bool,
    /// List every finding; with --verbose draw known ones, too
    #[arg(long)]
    pub all: bool,
    /// Print the whole report, as a file has it
    #[arg(long, short)]
    pub verbose: bool,
}
