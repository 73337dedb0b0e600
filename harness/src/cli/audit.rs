//! Options of `audit`.

use super::words::target;
use crate::cli_values::{Argument, Place, argument, assignment, load};
use clap::{Args, ValueEnum};
use crosscall_audit::LENGTHS;
use crosscall_base::number::number;
use crosscall_base::target_word::TargetWord;
use std::path::PathBuf;

/// Reads the length of a vector register in bits.
fn vector_bits(text: &str) -> Result<u64, String> {
    let bits = LENGTHS.into_iter().find(|bits| bits.to_string() == text);
    bits.ok_or_else(|| LENGTHS.map(|bits| bits.to_string()).join(" or "))
}

/// Options of `audit`.
#[derive(Debug, Default, Args)]
pub struct AuditArgs {
    /// Objects, libraries and assembly texts with the function, which are linked together, and headers (`.h`) with contracts;
    /// those of --file come first. Or a linked program, which is run
    #[arg(required_unless_present = "file")]
    pub object: Vec<PathBuf>,
    /// Check debug information, headers and relocations of objects, libraries and programs, and run nothing
    #[arg(
        long = "static",
        conflicts_with_all = ["function", "prototype", "declarations", "argument", "same_as", "least_coverage", "inputs", "budget", "cfi"]
    )]
    pub is_static: bool,
    /// With --static: the older version of a library; reported is what those see who were compiled with it. May be repeated
    #[arg(long, value_name = "OLD", requires = "is_static", conflicts_with = "file")]
    pub against: Vec<PathBuf>,
    /// With --against: name of a header that users of the library include, `*` for any text; may be repeated [default: every
    /// file that can be included]
    #[arg(long, value_name = "NAME", requires = "against")]
    pub header: Vec<String>,
    /// Audit every function whose types are in debug information and whose parameters are numbers
    #[arg(long, conflicts_with_all = ["is_static", "function", "prototype", "declarations", "argument", "same_as", "file"], requires = "target")]
    pub all_functions: bool,
    /// File with the functions and the meaning of their arguments, such as audit.toml
    #[arg(long, value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// The target [default: that of --file, or of the linked program]
    #[arg(long, value_name = "TARGET", value_parser = target())]
    pub target: Option<TargetWord>,
    /// Function to audit [default: the one of --prototype, or all of --file and of contracts]; with these it may be repeated,
    /// `*` for any text
    #[arg(long, value_name = "NAME")]
    pub function: Vec<String>,
    /// Declaration of the function in C, with typedefs and types before it if needed
    #[arg(long, value_name = "DECLARATION")]
    pub prototype: Option<String>,
    /// File with declarations in C, as a preprocessor leaves them; may be repeated
    #[arg(long, value_name = "FILE")]
    pub declarations: Vec<PathBuf>,
    /// What an argument means: 'p: 512 bytes', 'n: 0..p', 's: string', 'v: 16 of float, out'; may be repeated
    #[arg(long, visible_alias = "buffer", value_name = "NAME: MEANING")]
    pub argument: Vec<String>,
    /// Object with a function that has to behave in the same way
    #[arg(long, value_name = "OBJECT:FUNCTION")]
    pub same_as: Option<String>,
    /// Convention of the function: 'returns by t0', 'does not return', 'switches stacks', 'saves registers', or several with
    /// commas between them
    #[arg(long, value_name = "WORDS", conflicts_with_all = ["is_static", "all_functions"])]
    pub convention: Option<String>,
    /// Finding to accept, with the reason; may be repeated
    #[arg(long, value_name = "FINDING=REASON")]
    pub except: Vec<String>,
    /// Interpretations of open clauses, such as S06=R2 [default: the most plausible that the function follows]
    #[arg(long, value_name = "CLAUSE=READING,…", default_value = "")]
    pub dialect: String,
    /// Percentage of the instructions that have to run [default: 50]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub least_coverage: Option<u32>,
    /// Largest number of inputs; fewer are tried if they show nothing new [default: 4000]
    #[arg(long, value_name = "N", value_parser = number)]
    pub inputs: Option<u64>,
    /// Largest number of instructions of one run [default: 1000000, of a program 100000000]
    #[arg(long, value_name = "N", value_parser = number)]
    pub budget: Option<u64>,
    /// Bits of a vector register of RISC-V [default: 128 in half of the inputs of a function and 256 in the others, 128 for a
    /// program]
    #[arg(long, value_name = "BITS", value_parser = vector_bits, conflicts_with = "is_static")]
    pub vlen: Option<u64>,
    /// Instructions at which call frame information is compared with the machine [default: all, and calls where a compiler leaves
    /// out the rest]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub cfi: Option<CfiWhen>,
    /// Of a program: leave scratch registers alone, which are destroyed behind every call otherwise
    #[arg(long)]
    pub keep_scratch: bool,
    /// Of a program: symbol of the first instruction [default: what the file says]
    #[arg(long, value_name = "SYMBOL")]
    pub entry: Option<String>,
    /// Of a program: word for the next argument register, a number or a symbol for its address; may be repeated
    #[arg(long, value_name = "NUMBER|SYMBOL", value_parser = argument, allow_hyphen_values = true)]
    pub arg: Vec<Argument>,
    /// Of a program: put the bytes of a file into memory before the start; may be repeated
    #[arg(long, value_name = "PLACE:FILE", value_parser = load)]
    pub load: Vec<(Place, PathBuf)>,
    /// Of a program: value of a register at the start, after those of --arg; may be repeated
    #[arg(long, value_name = "REGISTER=NUMBER", value_parser = assignment)]
    pub set: Vec<(String, u64)>,
    /// Seed of the inputs
    #[arg(long, value_name = "N", default_value = "1", value_parser = number)]
    pub seed: u64,
    /// File for a report for CI servers as well
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Form of the report
    #[arg(long, value_enum, default_value = "text")]
    pub format: AuditFormat,
}

/// Instructions at which call frame information is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CfiWhen {
    /// At calls.
    Calls,
    /// At all.
    All,
    /// At none.
    Off,
}

/// The form of an audit's report.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum AuditFormat {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
    /// For CI servers.
    Junit,
    /// For the workflows of GitHub: annotations.
    Github,
}
