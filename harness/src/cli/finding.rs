//! Options of `finding`.

use super::Format;
use super::words::{Targets, targets};
use clap::Args;
use std::path::PathBuf;

/// Options of `finding`.
#[derive(Debug, Args)]
pub struct FindingArgs {
    /// Id of a finding, such as EPIPHANY-GCC12-04 [default: a list of all]
    #[arg(value_name = "ID")]
    pub id: Vec<String>,
    /// Target whose findings are listed; may be repeated [default: every target]
    #[arg(long, value_name = "TARGET", value_parser = targets())]
    pub target: Vec<Targets>,
    /// List of known findings of format 1 to convert to format 2; the file is replaced
    #[arg(long, value_name = "FILE", conflicts_with_all = ["id", "target", "format"])]
    pub upgrade: Option<PathBuf>,
    /// Form of the answer
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}
