//! Options of `minimize`.

use super::words::pairing;
use crate::cli_values::positive;
use clap::Args;
use crosscall_model::Pairing;
use std::path::PathBuf;

/// Options of `minimize`.
#[derive(Debug, Args)]
pub struct MinimizeArgs {
    /// The case file, or the id of a known finding
    #[arg(value_name = "CASE.toml|ID")]
    pub case: PathBuf,
    /// Toolchain that shows it; twice for the pairing cross [default: those in the case file]
    #[arg(long, value_name = "NAME")]
    pub toolchain: Vec<String>,
    /// Pairing: who calls whom [default: the one in the case file]
    #[arg(long, value_name = "PAIRING", value_parser = pairing())]
    pub pairing: Option<Pairing>,
    /// File for the smaller case [default: the standard output]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// List of known findings, instead of the built-in one: what is new stays new in the smaller case
    #[arg(long, value_name = "FILE")]
    pub known: Option<PathBuf>,
    /// Smaller cases that are tried
    #[arg(long, value_name = "N", default_value = "2000", value_parser = positive)]
    pub tries: u64,
}
