//! The command line: what can be said, and which command it starts.

use crate::cli_values::{assignment, number, range};
use crate::commands;
use crate::error::{EXIT_INPUT, Error};
use crate::interrupt;
use crate::output::note;
use clap::{Args, Parser, Subcommand, ValueEnum};
use crosscall_machines::toolset::{self, Toolset};
use crosscall_model::{Pairing, Target};
use std::path::PathBuf;
use std::process::ExitCode;

/// Finds where a compiler and the document that defines its ABI disagree about a function call.
#[derive(Debug, Parser)]
#[command(name = "crosscall", version, disable_help_subcommand = true, after_help = EXIT_CODES)]
pub struct Cli {
    /// Configuration with more toolchains, instead of the nearest crosscall.toml
    #[arg(long, value_name = "FILE", global = true)]
    pub config: Option<PathBuf>,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 nothing new was found; 1 violations that are not in the list of known \
ones; 2 the command line, a configuration or a case file is wrong; 3 a toolchain or a machine could not do its part, \
trials failed, or nothing was tested; 130, 143 after an interrupt or a TERM signal.";

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Test compilers, or the embedded code generator, against their ABI document
    Run(RunArgs),
    /// Draw where everything goes in a call of a C function
    Explain(ExplainArgs),
    /// Run the case in a file again
    Repro(ReproArgs),
    /// Make the case in a file smaller as long as it shows the same
    Minimize(MinimizeArgs),
    /// List every clause, its readings, and how often a run exercised it
    Clauses(ClausesArgs),
    /// Break a compiler on purpose in many ways, and see which of them a run finds
    Mutants(MutantsArgs),
    /// Show which toolchains are there, and how to get those that are not
    Doctor(DoctorArgs),
    /// Use the assembler, disassembler, linker and simulator by themselves
    #[command(subcommand)]
    Machine(MachineCommand),
}

/// The form of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// The form of a run's report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// For CI servers.
    Junit,
}

/// What `run` is told.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// Target to test; may be repeated [default: every target]
    #[arg(long, value_name = "TARGET")]
    pub target: Vec<Target>,
    /// Toolchain to test, `*` for any text; may be repeated [default: all that are there]
    #[arg(long, value_name = "NAME")]
    pub toolchain: Vec<String>,
    /// Who calls whom: caller, callee, cross, layout, object, tool, value; may be repeated [default: all]
    #[arg(long, value_name = "PAIRING")]
    pub pairing: Vec<Pairing>,
    /// Cases for each target
    #[arg(long, value_name = "N", default_value = "1000", value_parser = number)]
    pub cases: u64,
    /// Seed of the random cases: the same seed gives the same cases everywhere
    #[arg(long, value_name = "S", default_value = "1", value_parser = number)]
    pub seed: u64,
    /// Version of the generator that the seed was told with; refused if this one is another
    #[arg(long, value_name = "V")]
    pub generator: Option<u32>,
    /// Form of the report on the standard output
    #[arg(long, value_enum, default_value = "text")]
    pub format: ReportFormat,
    /// Folder for cases, findings and the report as JSON
    #[arg(long, value_name = "DIR")]
    pub report: Option<PathBuf>,
    /// List of known findings, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub known: Option<PathBuf>,
    /// Cases in one translation unit
    #[arg(long, value_name = "N", default_value = "64", value_parser = positive)]
    pub batch: u64,
    /// Batches at work at the same time [default: one more than there are processors]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub jobs: Option<u64>,
    /// Seconds after which a compiler is stopped
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = positive)]
    pub timeout: u64,
    /// Smaller cases that are tried for each finding that is not known; 0 keeps the first case
    #[arg(long, value_name = "N", default_value = "400", value_parser = number)]
    pub minimize: u64,
    /// Draw known findings too, and make their cases smaller
    #[arg(long)]
    pub all: bool,
}

/// What `explain` is told.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// A C function declaration, with typedefs and types before it if needed
    pub declaration: String,
    /// The target
    #[arg(long, value_name = "TARGET")]
    pub target: Target,
    /// Readings of open clauses, such as S06=R2,RET-06:position=R1 [default: the most plausible]
    #[arg(long, value_name = "CLAUSE=READING,…", default_value = "")]
    pub dialect: String,
    /// Show what every other reading would change
    #[arg(long)]
    pub all: bool,
    /// Form of the answer
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// What `repro` is told.
#[derive(Debug, Args)]
pub struct ReproArgs {
    /// The case file
    #[arg(value_name = "CASE.toml")]
    pub case: PathBuf,
    /// Toolchain to test; may be repeated [default: those in the case file]
    #[arg(long, value_name = "NAME")]
    pub toolchain: Vec<String>,
    /// Who calls whom; may be repeated [default: the one in the case file]
    #[arg(long, value_name = "PAIRING")]
    pub pairing: Vec<Pairing>,
    /// List of known findings, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub known: Option<PathBuf>,
    /// Form of the report
    #[arg(long, value_enum, default_value = "text")]
    pub format: ReportFormat,
}

/// What `minimize` is told.
#[derive(Debug, Args)]
pub struct MinimizeArgs {
    /// The case file
    #[arg(value_name = "CASE.toml")]
    pub case: PathBuf,
    /// Toolchain that shows it; twice for the pairing cross [default: those in the case file]
    #[arg(long, value_name = "NAME")]
    pub toolchain: Vec<String>,
    /// Who calls whom [default: the one in the case file]
    #[arg(long, value_name = "PAIRING")]
    pub pairing: Option<Pairing>,
    /// Where to write the smaller case [default: the standard output]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Smaller cases that are tried
    #[arg(long, value_name = "N", default_value = "2000", value_parser = positive)]
    pub tries: u64,
}

/// What `mutants` is told.
#[derive(Debug, Args)]
pub struct MutantsArgs {
    /// Subject to break, `*` for any text; may be repeated [default: the embedded code generator]
    #[arg(long, value_name = "NAME")]
    pub toolchain: Vec<String>,
    /// Target; may be repeated [default: every target]
    #[arg(long, value_name = "TARGET")]
    pub target: Vec<Target>,
    /// Edit to make, `*` for any text; may be repeated [default: the whole table]
    #[arg(long, value_name = "NAME")]
    pub edit: Vec<String>,
    /// Cases for each mutant and seed
    #[arg(long, value_name = "N", default_value = "1000", value_parser = number)]
    pub cases: u64,
    /// Try each mutant with a small part of the cases first, and with more only until it is found under its own name
    #[arg(long)]
    pub until_found: bool,
    /// Seed of the random cases; may be repeated [default: 1]
    #[arg(long, value_name = "S", value_parser = number)]
    pub seed: Vec<u64>,
    /// List of known findings, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub known: Option<PathBuf>,
    /// Batches at work at the same time [default: one more than there are processors]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub jobs: Option<u64>,
    /// Seconds after which a compiler is stopped
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = positive)]
    pub timeout: u64,
    /// Smaller cases that are tried for each finding
    #[arg(long, value_name = "N", default_value = "0", value_parser = number)]
    pub minimize: u64,
    /// Form of the table
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// What `clauses` is told.
#[derive(Debug, Args)]
pub struct ClausesArgs {
    /// Target; may be repeated [default: every target]
    #[arg(long, value_name = "TARGET")]
    pub target: Vec<Target>,
    /// Report of a run as JSON: adds how often each clause was exercised; may be repeated
    #[arg(long, value_name = "FILE")]
    pub coverage: Vec<PathBuf>,
    /// Form of the answer
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// What `doctor` is told.
#[derive(Debug, Args)]
pub struct DoctorArgs {
    /// Form of the answer
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// The commands of `machine`.
#[derive(Debug, Subcommand)]
pub enum MachineCommand {
    /// Assemble text to an object file
    Asm(AsmArgs),
    /// Disassemble an object file or a program
    Disasm(DisasmArgs),
    /// Link object files to a program
    Link(LinkArgs),
    /// Run a program, or object files linked on the way, on the simulator
    Run(MachineRunArgs),
    /// Assemble and run programs here and with the target's reference tool, and compare
    Compare(CompareArgs),
}

/// What `machine compare` is told.
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// The target
    #[arg(long, value_name = "TARGET")]
    pub target: MachineTarget,
    /// The vendor's assembler or emulator [default: the one that is found]
    #[arg(long, value_name = "FILE")]
    pub tool: Option<PathBuf>,
    /// Programs in assembly text, each with a function `main`
    #[arg(required = true)]
    pub file: Vec<PathBuf>,
}

/// A target of the machines: those that have a toolset, with or without a document.
#[derive(Clone, Copy)]
pub struct MachineTarget(pub &'static dyn Toolset);

impl std::fmt::Debug for MachineTarget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.name())
    }
}

impl std::str::FromStr for MachineTarget {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        toolset::find(text).map(MachineTarget).ok_or_else(|| {
            let known: Vec<_> = toolset::ALL.iter().map(|tools| tools.name()).collect();
            format!("unknown target `{text}`; known: {}", known.join(", "))
        })
    }
}

/// What `machine asm` is told.
#[derive(Debug, Args)]
pub struct AsmArgs {
    /// The target
    #[arg(long, value_name = "TARGET")]
    pub target: MachineTarget,
    /// Assembly text
    pub file: PathBuf,
    /// Where to write the object file [default: FILE with the ending .o, in the present folder]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What `machine disasm` is told.
#[derive(Debug, Args)]
pub struct DisasmArgs {
    /// The target
    #[arg(long, value_name = "TARGET")]
    pub target: MachineTarget,
    /// ELF objects or programs
    #[arg(required = true)]
    pub file: Vec<PathBuf>,
    /// Write source that assembles to the same bytes
    #[arg(long)]
    pub source: bool,
}

/// How objects are linked.
#[derive(Debug, Clone, Args)]
pub struct LinkingArgs {
    /// Symbol of the first instruction [default: _start or main]
    #[arg(long, value_name = "SYMBOL")]
    pub entry: Option<String>,
    /// Gives a symbol a value; may be repeated
    #[arg(long, value_name = "SYMBOL=NUMBER", value_parser = assignment)]
    pub define: Vec<(String, u64)>,
    /// Put the program where small programs lie on the real chip, instead of where there is most room
    #[arg(long)]
    pub local: bool,
}

/// What `machine link` is told.
#[derive(Debug, Args)]
pub struct LinkArgs {
    /// The target
    #[arg(long, value_name = "TARGET")]
    pub target: MachineTarget,
    /// ELF objects, and libraries of which the needed members are taken
    #[arg(required = true)]
    pub file: Vec<PathBuf>,
    /// Where to write the program
    #[arg(long, short, value_name = "FILE", default_value = "a.out")]
    pub output: PathBuf,
    /// How to link.
    #[command(flatten)]
    pub linking: LinkingArgs,
}

/// What `machine run` is told.
#[derive(Debug, Args)]
pub struct MachineRunArgs {
    /// The target
    #[arg(long, value_name = "TARGET")]
    pub target: MachineTarget,
    /// One program, or objects and libraries to link
    #[arg(required = true)]
    pub file: Vec<PathBuf>,
    /// How to link.
    #[command(flatten)]
    pub linking: LinkingArgs,
    /// Largest number of instructions
    #[arg(long, value_name = "N", default_value = "100000000", value_parser = number)]
    pub budget: u64,
    /// Memory to show at the end; may be repeated
    #[arg(long, value_name = "ADDR:LEN", value_parser = range)]
    pub dump: Vec<(u64, u64)>,
    /// Value of a register at the start; may be repeated
    #[arg(long, value_name = "REGISTER=NUMBER", value_parser = assignment)]
    pub set: Vec<(String, u64)>,
    /// Print every instruction as it is executed, on the error stream
    #[arg(long)]
    pub trace: bool,
    /// Form of the answer
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

fn positive(text: &str) -> Result<u64, String> {
    match number(text)? {
        0 => Err("must be at least 1".to_owned()),
        value => Ok(value),
    }
}

/// Does what the command line says; returns the process's exit code.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // `--help` and `--version` are no mistakes; they come on the standard output.
            let code = if error.use_stderr() { EXIT_INPUT } else { 0 };
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    let code = dispatch(&cli).unwrap_or_else(|error| {
        note(&format!("crosscall: {error}"));
        error.exit_code()
    });
    // Whoever was asked to end says so, whatever was found until then.
    ExitCode::from(interrupt::signal().map_or(code, interrupt::exit_code))
}

fn dispatch(cli: &Cli) -> Result<u8, Error> {
    let config = cli.config.as_deref();
    match &cli.command {
        Command::Run(args) => commands::run::run(args, config),
        Command::Explain(args) => commands::explain::run(args),
        Command::Repro(args) => commands::repro::run(args, config),
        Command::Minimize(args) => commands::minimize::run(args, config),
        Command::Clauses(args) => commands::clauses::run(args),
        Command::Mutants(args) => commands::mutants::run(args, config),
        Command::Doctor(args) => commands::doctor::run(args, config),
        Command::Machine(command) => commands::machine::run(command),
    }
}
