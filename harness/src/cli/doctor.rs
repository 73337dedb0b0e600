//! What `doctor` is told.

use super::Format;
use clap::Args;

/// What `doctor` is told.
#[derive(Debug, Args)]
pub struct DoctorArgs {
    /// Form of the answer
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}
