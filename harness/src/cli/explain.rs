//! Options of `explain`.

use super::Format;
use super::words::{form, target};
use clap::Args;
use crosscall_base::target_word::TargetWord;
use crosscall_model::Form;
use std::path::PathBuf;

/// Options of `explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// A C function declaration, with typedefs and types before it if needed, or a type or `sizeof` whose layout is asked
    /// for; or a file, or `-` for standard input: C behind the preprocessor, such as `cc -E x.h` writes it
    #[arg(value_name = "DECLARATION|TYPE|FILE|-", required_unless_present = "include")]
    pub declaration: Option<String>,
    /// Header to preprocess and read before, with the target's compiler where there is one, or else with the host's; may be
    /// repeated
    #[arg(long, value_name = "HEADER")]
    pub include: Vec<String>,
    /// Folder in which `--include` looks first; may be repeated
    #[arg(long, short = 'I', value_name = "DIR", requires = "include")]
    pub include_dir: Vec<PathBuf>,
    /// Function of the text to draw, `*` for any text; may be repeated [default: the only one]
    #[arg(long, value_name = "NAME")]
    pub function: Vec<String>,
    /// Type of the text to lay out, or `sizeof (TYPE)`, instead of a function
    #[arg(long = "type", value_name = "TYPE", conflicts_with_all = ["function", "toolchain"])]
    pub type_: Option<String>,
    /// The target
    #[arg(long, value_name = "TARGET", value_parser = target())]
    pub target: TargetWord,
    /// Form of the function, if the document defines such forms: the vertices of the IPU, and member
    /// functions, pairs of results and vectors of variable length of ForwardCom
    #[arg(long, value_name = "FORM", value_parser = form())]
    pub form: Option<Form>,
    /// Interpretations of open clauses, such as S06=R2,RET-06:position=R1 [default: the most plausible]
    #[arg(long, value_name = "CLAUSE=READING,…", default_value = "")]
    pub dialect: String,
    /// Toolchain to try the call with, beside what the document says, `*` for any text; may be repeated
    #[arg(long, value_name = "NAME")]
    pub toolchain: Vec<String>,
    /// Show what every other interpretation would change
    #[arg(long)]
    pub all: bool,
    /// Only the picture and the interpretations in force
    #[arg(long)]
    pub brief: bool,
    /// Draw each function where a `*` chooses several, which otherwise have a line each
    #[arg(long)]
    pub full: bool,
    /// Form of the answer
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}
