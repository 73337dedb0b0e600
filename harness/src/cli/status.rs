//! Options of `status`.

use super::Format;
use clap::Args;
use std::path::PathBuf;

/// Options of `status`.
#[derive(Debug, Args)]
pub struct StatusArgs {
    /// Folder of a campaign, as `run --store` makes it
    #[arg(value_name = "STORE")]
    pub store: PathBuf,
    /// Form of the answer
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}
