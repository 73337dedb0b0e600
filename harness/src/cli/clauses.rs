//! Options of `clauses`.

use super::ClausesFormat;
use super::words::{Targets, targets};
use clap::Args;
use std::path::PathBuf;

/// Options of `clauses`.
#[derive(Debug, Args)]
pub struct ClausesArgs {
    /// Clause to show, such as EPIPHANY-RET-04, RET-04 or 'ARG-*', with its section; may be repeated [default: all]
    #[arg(value_name = "CLAUSE")]
    pub clause: Vec<String>,
    /// Only clauses with this text in their rule, section or interpretations, in upper or lower case
    #[arg(long, value_name = "TEXT")]
    pub text: Option<String>,
    /// Only clauses that leave a point open
    #[arg(long)]
    pub open: bool,
    /// Only clauses that no trial can contradict, with the reason
    #[arg(long, conflicts_with = "unexercised")]
    pub unobservable: bool,
    /// Only observable clauses that were not put to the test in the reports
    #[arg(long, requires = "coverage")]
    pub unexercised: bool,
    /// Target; may be repeated [default: every target]
    #[arg(long, value_name = "TARGET", value_parser = targets())]
    pub target: Vec<Targets>,
    /// Report of a run as JSON: adds how often each clause was exercised; may be repeated
    #[arg(long, value_name = "FILE")]
    pub coverage: Vec<PathBuf>,
    /// Form of the answer
    #[arg(long, value_enum, default_value = "text")]
    pub format: ClausesFormat,
}
