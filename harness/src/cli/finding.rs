//! Options of `finding`.

use super::Format;
use super::words::{Targets, targets};
use clap::Args;

/// Options of `finding`.
#[derive(Debug, Args)]
pub struct FindingArgs {
    /// Id of a finding, such as EPIPHANY-GCC12-04 [default: a list of all]
    #[arg(value_name = "ID")]
    pub id: Vec<String>,
    /// Target whose findings are listed; may be repeated [default: every target]
    #[arg(long, value_name = "TARGET", value_parser = targets())]
    pub target: Vec<Targets>,
    /// Form of the answer
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}
