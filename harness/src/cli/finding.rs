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
    /// Try the case of each with every version of its compilers that is here, and print what shows it
    #[arg(long = "try")]
    pub tries: bool,
    /// Toolchain to try it with; may be repeated [default: all]
    #[arg(long, value_name = "NAME", requires = "tries")]
    pub toolchain: Vec<String>,
    /// Table of what shows which finding, to which the answer is added
    #[arg(long, value_name = "FILE", requires = "tries")]
    pub update: Option<PathBuf>,
    /// Form of the answer
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}
