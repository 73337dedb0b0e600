//! Options of `doctor`.

use super::Format;
use super::words::{Targets, targets};
use clap::Args;

/// Options of `doctor`.
#[derive(Debug, Args)]
pub struct DoctorArgs {
    /// Target whose toolchains are shown; may be repeated [default: every target]
    #[arg(long, value_name = "TARGET", value_parser = targets())]
    pub target: Vec<Targets>,
    /// Show each subject, and the folders that were searched
    #[arg(long, short)]
    pub verbose: bool,
    /// Form of the answer
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}
