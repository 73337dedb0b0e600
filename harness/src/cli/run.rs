//! Options of `run`.

use super::ReportFormat;
use super::words::{ProgramArgs, Targets, pairing, targets};
use crate::cli_values::{Seed, duration, positive, seed, size};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args};
use crosscall_base::number::number;
use crosscall_campaign::shard::ShardChoice;
use crosscall_campaign::weights::Weight;
use crosscall_generator::special::SETS;
use crosscall_model::Pairing;
use crosscall_toolchain::ToolchainKind;
use crosscall_toolchain::emits::Emits;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// Findings that decide the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum FailOn {
    /// Any that is not known
    Any,
    /// Those that an earlier run of the store has not reported
    New,
}

/// Options of `run`.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// Target to test; may be repeated [default: every target]
    #[arg(long, value_name = "TARGET", value_parser = targets())]
    pub target: Vec<Targets>,
    /// Toolchain to test, `*` for any text; may be repeated [default: the newest version of each compiler at -O2, of
    /// RISC-V's ABIs lp64d, ilp32d and ilp32e, and all that crosscall.toml names]
    #[arg(long, value_name = "NAME")]
    pub toolchain: Vec<String>,
    /// Test compilers that are found by themselves at every level
    #[arg(long)]
    pub all_levels: bool,
    /// Test every version of them
    #[arg(long)]
    pub all_versions: bool,
    /// File with recorded compilers, as `record` writes it: they are tested like those that are built in; may be repeated
    #[arg(long, value_name = "FILE")]
    pub recorded: Vec<PathBuf>,
    /// Pairing: who calls whom; may be repeated [default: all]
    #[arg(long, value_name = "PAIRING", value_parser = pairing())]
    pub pairing: Vec<Pairing>,
    /// Cases for each target [default: 1500, with --time as many as there is time for]
    #[arg(long, value_name = "N", value_parser = number)]
    pub cases: Option<u64>,
    /// Generate no new cases after this time, such as 90s, 10m or 8h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Generate no new cases once something new is found
    #[arg(long)]
    pub fail_fast: bool,
    /// Seed of the random cases: the same seed gives the same cases everywhere; `random` chooses one and prints it
    #[arg(long, value_name = "S", default_value = "1", value_parser = seed)]
    pub seed: Seed,
    /// Version of the generator that was reported with the seed; any other version is refused
    #[arg(long, value_name = "V")]
    pub generator: Option<u32>,
    /// Form of the report
    #[arg(long, value_enum, default_value = "text")]
    pub format: ReportFormat,
    /// File for the report, instead of the standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Folder for cases, findings and the report as JSON; new, or without an earlier report
    #[arg(long, value_name = "DIR")]
    pub report: Option<PathBuf>,
    /// Folder of a campaign over several runs: results are kept in it, and cases that an earlier run has stored are not run
    /// again
    #[arg(long, value_name = "DIR")]
    pub store: Option<PathBuf>,
    /// Options from the table `[campaign.NAME]` of crosscall.toml, by their names; those of the command line take precedence
    #[arg(long, value_name = "NAME")]
    pub campaign: Option<String>,
    /// Size limit of the store, such as 500M or 2G: to keep it, earlier columns are deleted, and then no more cases are run
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub store_limit: Option<u64>,
    /// Weight of a part of the time, such as call=8 or tool=0: `real` for compilers that are not built in; `call`, `value` and
    /// `tool` for the kinds of cases; the name of a target. May be repeated [default: real=8, call=4, value=2, tool=1; 1 for
    /// each target]
    #[arg(long, value_name = "WHAT=N", value_parser = Weight::from_str)]
    pub weight: Vec<Weight>,
    /// Command that is started for each finding that came up in this run, without a shell, with the path of a JSON file as its
    /// last argument
    #[arg(long, value_name = "COMMAND")]
    pub on_finding: Option<String>,
    /// Time for each of them
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration)]
    pub on_finding_time: Duration,
    /// Findings that make the exit code 1: `any` that is not known, or only those that are `new` in this run of the store
    #[arg(long, value_name = "WHICH", value_enum, default_value = "any")]
    pub fail_on: FailOn,
    /// Part I of N of the campaign, I from 1 to N; `auto` takes both from a Slurm job array, `auto/N` takes I from a Slurm
    /// job array or a Kubernetes indexed job; `crosscall report` adds the parts up
    #[arg(long, value_name = "I/N", default_value_t, value_parser = ShardChoice::from_str)]
    pub shard: ShardChoice,
    /// List of known findings, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub known: Option<PathBuf>,
    /// Add an entry for each new finding to this list of known findings, which is created if needed and used unless --known
    /// names another
    #[arg(long, value_name = "FILE")]
    pub accept: Option<PathBuf>,
    /// Makers of programs
    #[command(flatten)]
    pub programs: ProgramArgs,
    /// Cases in one translation unit
    #[arg(long, value_name = "N", default_value = "64", value_parser = positive)]
    pub batch: u64,
    /// Batches at work at the same time [default: one more than there are processors]
    #[arg(long, short, value_name = "N", value_parser = positive)]
    pub jobs: Option<u64>,
    /// Seconds after which a compiler is stopped
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = positive)]
    pub timeout: u64,
    /// Sets of special values (zero, minus one, ends of types, NaN, ...) with which each call is run again once it conforms
    #[arg(long, value_name = "N", default_value_t = SETS, value_parser = clap::value_parser!(u8).range(0..=i64::from(SETS)))]
    pub values: u8,
    /// Smaller cases that are tried for each finding that is not known; 0 keeps the first case
    #[arg(long, value_name = "N", default_value = "400", value_parser = number)]
    pub minimize: u64,
    /// Show every interpretation that each subject follows, and the open questions
    #[arg(long)]
    pub dialects: bool,
    /// List every finding; with --verbose, or a report for programs, draw known ones too and make their cases smaller
    #[arg(long)]
    pub all: bool,
    /// No progress, and of the text only the new findings and the conclusion
    #[arg(long, short)]
    pub quiet: bool,
    /// Print the whole report: each subject with its coverage and readings, who shows what, and new findings with all that is
    /// known of them; and say on the error stream what is tested with what, and known findings when they are found
    #[arg(long, short, conflicts_with = "quiet")]
    pub verbose: bool,
    /// A compiler that is in no configuration.
    #[command(flatten)]
    pub subject: SubjectArgs,
}

/// A subject that the command line describes.
#[derive(Debug, Args)]
#[command(next_help_heading = "A compiler without a configuration file")]
#[command(group(ArgGroup::new("described").args(["subject", "printer"]).multiple(true)))]
pub struct SubjectArgs {
    /// Name for a compiler and its command with its flags, quoted as for a shell; may be repeated. They alone are tested, with those of
    /// --toolchain; `run` needs --target beside it
    #[arg(long, value_name = "NAME[=COMMAND]")]
    pub subject: Vec<String>,
    /// Name for a printer and its command: it is given cases as data, for a compiler without a front end for C; may be repeated
    #[arg(long, value_name = "NAME=COMMAND")]
    pub printer: Vec<String>,
    /// The command of the --subject that has none
    #[arg(long, value_name = "COMMAND", requires = "subject")]
    pub cc: Option<String>,
    /// Command line that it understands [default: by its answer to --version]
    #[arg(long, value_name = "KIND", requires = "subject", value_parser = compiler_kind())]
    pub kind: Option<ToolchainKind>,
    /// Assembler for its texts, quoted as for a shell [default: the compiler itself, or crosscall's own]
    #[arg(long = "as", value_name = "COMMAND", requires = "described")]
    pub assembler: Option<String>,
    /// Form of its output: object, or assembly for one that is called with -S
    #[arg(long, value_name = "WHAT", requires = "subject", default_value = "object", value_parser = emits())]
    pub emits: Emits,
    /// Object file or library with functions of the compiler's own, which its object files need; may be repeated
    #[arg(long, value_name = "FILE", requires = "described")]
    pub support: Vec<PathBuf>,
}

/// Form of the output of a compiler of the command line.
pub(super) fn emits() -> impl TypedValueParser<Value = Emits> {
    let emits = |word: String| if word == "assembly" { Emits::Assembly } else { Emits::Object };
    PossibleValuesParser::new(["object", "assembly"]).map(emits)
}

/// The kinds of compilers that have a command of their own.
pub(super) fn compiler_kind() -> impl TypedValueParser<Value = ToolchainKind> {
    let compilers = ToolchainKind::ALL.into_iter().filter(|kind| kind.is_compiler());
    PossibleValuesParser::new(compilers.map(ToolchainKind::name))
        .try_map(|name| name.parse::<ToolchainKind>())
}
