//! Options of `buckets` and `note`.

use super::Format;
use clap::{ArgGroup, Args};
use std::path::PathBuf;

/// Options of `buckets`.
#[derive(Debug, Args)]
pub struct BucketsArgs {
    /// Folder of a campaign, as `run --store` makes it
    #[arg(value_name = "STORE")]
    pub store: PathBuf,
    /// Show the history and the cases of this one: its id, or the first characters of it
    #[arg(value_name = "BUCKET")]
    pub bucket: Option<String>,
    /// Write the cases into a folder, to be run with `repro`
    #[arg(long, value_name = "DIR", requires = "bucket")]
    pub cases: Option<PathBuf>,
    /// Form of the answer
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// Options of `note`.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("what").required(true).args(["retire", "reopen"])))]
pub struct NoteArgs {
    /// Folder of a campaign, as `run --store` makes it
    #[arg(value_name = "STORE")]
    pub store: PathBuf,
    /// The bucket: its id, or the first characters of it
    #[arg(value_name = "BUCKET")]
    pub bucket: String,
    /// Put it aside: its cases are no longer run at the start of a night. It is still found, and not accepted
    #[arg(long)]
    pub retire: bool,
    /// Take it up again
    #[arg(long)]
    pub reopen: bool,
    /// The reason
    #[arg(long, value_name = "TEXT")]
    pub why: String,
    /// Who says so [default: the name of the user]
    #[arg(long, value_name = "NAME")]
    pub who: Option<String>,
    /// Last day on which it is put aside
    #[arg(long, value_name = "YYYY-MM-DD", requires = "retire")]
    pub until: Option<String>,
    /// Only with this subject
    #[arg(long, value_name = "SUBJECT")]
    pub toolchain: Option<String>,
}
