//! Options of `completions` and `man`.

use clap::Args;
use clap_complete::Shell;
use std::path::PathBuf;

/// Options of `completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: Shell,
    /// File for the script; folders are created if needed [default: the standard output]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Options of `man`.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// Folder for the pages, one for each command; made if needed
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}
