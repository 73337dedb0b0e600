//! What `explain` is told.

use super::Format;
use super::words::target;
use clap::Args;
use crosscall_model::Target;

/// What `explain` is told.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// A C function declaration, with typedefs and types before it if needed; or a file, or `-` for standard input: C
    /// behind the preprocessor, such as `cc -E x.h` writes it
    #[arg(value_name = "DECLARATION|FILE|-")]
    pub declaration: String,
    /// Function of the text to draw, `*` for any text; may be repeated [default: the only one]
    #[arg(long, value_name = "NAME")]
    pub function: Vec<String>,
    /// The target
    #[arg(long, value_name = "TARGET", value_parser = target())]
    pub target: Target,
    /// Readings of open clauses, such as S06=R2,RET-06:position=R1 [default: the most plausible]
    #[arg(long, value_name = "CLAUSE=READING,…", default_value = "")]
    pub dialect: String,
    /// Toolchain to try the call with, beside what the document says, `*` for any text; may be repeated
    #[arg(long, value_name = "NAME")]
    pub toolchain: Vec<String>,
    /// Show what every other reading would change
    #[arg(long)]
    pub all: bool,
    /// Form of the answer
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}
