//! `help`.

use clap::Args;

/// Options of `help`.
#[derive(Debug, Args)]
pub struct HelpArgs {
    /// A command, such as `machine run`, or a word, such as `dialect` [default: all commands and words]
    #[arg(value_name = "COMMAND or WORD")]
    pub what: Vec<String>,
}
