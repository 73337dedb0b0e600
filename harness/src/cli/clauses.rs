//! What `clauses` is told.

use super::Format;
use super::words::target;
use clap::Args;
use crosscall_model::Target;
use std::path::PathBuf;

/// What `clauses` is told.
#[derive(Debug, Args)]
pub struct ClausesArgs {
    /// Target; may be repeated [default: every target]
    #[arg(long, value_name = "TARGET", value_parser = target())]
    pub target: Vec<Target>,
    /// Report of a run as JSON: adds how often each clause was exercised; may be repeated
    #[arg(long, value_name = "FILE")]
    pub coverage: Vec<PathBuf>,
    /// Form of the answer
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}
