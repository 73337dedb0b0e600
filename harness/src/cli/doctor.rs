//! Options of `doctor`.

use super::Format;
use clap::Args;

/// Options of `doctor`.
#[derive(Debug, Args)]
pub struct DoctorArgs {
    /// Form of the answer
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}
