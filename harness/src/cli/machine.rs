//! Options of `machine` and its commands.

use super::Format;
use super::words::machine_target;
use crate::cli_values::{Argument, Place, Range, argument, assignment, load, range};
use clap::{Args, Subcommand, ValueEnum};
use crosscall_base::number::number;
use crosscall_machines::toolset::{self, Toolset};
use std::path::PathBuf;

/// The commands of `machine`.
#[derive(Debug, Subcommand)]
pub enum MachineCommand {
    /// Assemble text to an object file
    Asm(AsmArgs),
    /// Disassemble an object file or a program
    Disasm(DisasmArgs),
    /// Link object files to a program
    Link(LinkArgs),
    /// Run a program, or objects and texts that are assembled and linked on the way, on the simulator
    ///
    /// The entry is called as a function; the run ends when it comes back. `pc` is a byte address as in listings: of the
    /// next instruction, of the one at fault, or after the end the one that the call came back to. Where the processor
    /// counts otherwise, the value of its own register stands behind it.
    Run(MachineRunArgs),
    /// Assemble and run programs here and with the target's reference tool, and compare
    Compare(CompareArgs),
}

/// Options of `machine compare`.
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// The target
    #[arg(long, value_name = "TARGET", value_parser = machine_target())]
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

/// Options of `machine asm`.
#[derive(Debug, Args)]
pub struct AsmArgs {
    /// The target
    #[arg(long, value_name = "TARGET", value_parser = machine_target())]
    pub target: MachineTarget,
    /// Assembly text; - for the standard input
    pub file: PathBuf,
    /// File for the object, - for the standard output [default: FILE with the ending .o, in the present folder]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Options of `machine disasm`.
#[derive(Debug, Args)]
pub struct DisasmArgs {
    /// The target [default: what the ELF files say]
    #[arg(long, value_name = "TARGET", value_parser = machine_target())]
    pub target: Option<MachineTarget>,
    /// ELF objects or programs
    #[arg(required = true)]
    pub file: Vec<PathBuf>,
    /// Write source that assembles to the same bytes
    #[arg(long)]
    pub source: bool,
}

/// Options of linking.
#[derive(Debug, Clone, Default, Args)]
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

/// Options of `machine link`.
#[derive(Debug, Args)]
pub struct LinkArgs {
    /// The target [default: what the ELF files say]
    #[arg(long, value_name = "TARGET", value_parser = machine_target())]
    pub target: Option<MachineTarget>,
    /// ELF objects, and libraries of which the needed members are taken
    #[arg(required = true)]
    pub file: Vec<PathBuf>,
    /// File for the program, - for the standard output
    #[arg(long, short, value_name = "FILE", default_value = "a.out")]
    pub output: PathBuf,
    /// Options of linking.
    #[command(flatten)]
    pub linking: LinkingArgs,
}

/// Options of `machine run`.
#[derive(Debug, Default, Args)]
pub struct MachineRunArgs {
    /// The target [default: what the ELF files say]
    #[arg(long, value_name = "TARGET", value_parser = machine_target())]
    pub target: Option<MachineTarget>,
    /// One program, or objects, libraries and assembly texts to link; - for a text on the standard input
    #[arg(required = true)]
    pub file: Vec<PathBuf>,
    /// Options of linking.
    #[command(flatten)]
    pub linking: LinkingArgs,
    /// Largest number of instructions
    #[arg(long, value_name = "N", default_value = "100000000", value_parser = number)]
    pub budget: u64,
    /// Memory to show at the end, by address or symbol: bytes, or words of 4 bytes with a w behind the count; may be
    /// repeated
    #[arg(long, value_name = "PLACE:COUNT", value_parser = range)]
    pub dump: Vec<Range>,
    /// Put the bytes of a file into memory before the start; may be repeated
    #[arg(long, value_name = "PLACE:FILE", value_parser = load)]
    pub load: Vec<(Place, PathBuf)>,
    /// Word for the next argument register: a number, or a symbol for its address; may be repeated
    #[arg(long, value_name = "NUMBER|SYMBOL", value_parser = argument, allow_hyphen_values = true)]
    pub arg: Vec<Argument>,
    /// Value of a register at the start, after those of --arg; may be repeated
    #[arg(long, value_name = "REGISTER=NUMBER", value_parser = assignment)]
    pub set: Vec<(String, u64)>,
    /// Which registers to show at the end (JSON has them all)
    #[arg(long, value_enum, default_value = "changed")]
    pub registers: RegisterChoice,
    /// Print every instruction as it is executed with what it stores and the registers that it changes, on the error stream
    #[arg(long)]
    pub trace: bool,
    /// Fill registers and stack with poison, bytes from 0xe0 to 0xef, as far as nothing else is put there, so that reads of
    /// uninitialised data show (always so with --check)
    #[arg(long)]
    pub poison: bool,
    /// Check a function against the ABI document, as `audit` does: it is called with arguments that fit, and poison in all else
    #[arg(
        long,
        value_name = "DECLARATION",
        conflicts_with_all = ["define", "local", "dump", "load", "set", "registers", "trace"]
    )]
    pub check: Option<String>,
    /// With --check: what an argument means, such as 'p: 512 bytes' or 'n: 0..p'; may be repeated
    #[arg(long, value_name = "NAME: MEANING", requires = "check")]
    pub argument: Vec<String>,
    /// Form of the answer
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
}

/// Which registers are shown at the end of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum RegisterChoice {
    /// Registers that the program changed.
    Changed,
    /// All.
    All,
    /// None.
    #[default]
    None,
}
