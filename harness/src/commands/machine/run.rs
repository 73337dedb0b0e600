//! `crosscall machine run`.

use super::tools::{self, Given, Loaded};
use super::trace::Trace;
use super::{linked, no_entry, place, read_all, registers};
use crate::cli::{Format, MachineRunArgs};
use crate::cli_values::{Argument, Place, Range};
use crosscall_audit::start;
use crosscall_base::error::{Error, read_bytes};
use crosscall_base::hex;
use crosscall_base::output::{print, print_bytes};
use crosscall_machines::executable::{Executable, LinkedSymbol};
use crosscall_machines::link::SECTION_EXECUTE;
use crosscall_machines::machine::{Machine, Stop};
use crosscall_machines::toolset::Toolset;
use crosscall_model::counted;
use crosscall_reports::json::{FORMAT, pretty};
use crosscall_reports::outcome::{EXIT_CLEAN, EXIT_TOOL};
use crosscall_reports::printable::printable;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// Longest memory range that is shown, in bytes.
const LONGEST_DUMP: u64 = 1 << 20;
/// Largest file that is put into memory, in bytes.
const LONGEST_LOAD: u64 = 256 << 20;
/// Distance of the initial stack pointer from the top of the stack, in bytes: room for what a callee may
/// own above it.
const ABOVE_STACK: u64 = 256;

/// Loads and runs a program.
///
/// # Errors
/// [`Error::Input`] for wrong files, registers or ranges, [`Error::Tool`] when the program cannot be
/// linked or loaded. A fault of the program is no error here, but an exit code.
pub(super) fn run(args: &MachineRunArgs) -> Result<u8, Error> {
    if let Some(range) = args.dump.iter().find(|range| range.bytes() > LONGEST_DUMP) {
        return Err(Error::Input(format!("--dump {range}: more than {LONGEST_DUMP} bytes")));
    }
    let files = read_all(&args.file)?;
    let target = tools::target_of(args.target, &files)?;
    let program = program(args, target, &files)?;
    let mut machine = target.machine().map_err(|e| Error::Tool(e.to_string()))?;
    machine.load(&program).map_err(|e| Error::Tool(format!("loading: {e}")))?;
    let entry = entry(args, target, &program)?;
    let dumps = args.dump.iter().map(|range| {
        let address = place::address("--dump", target, &program, &range.place)?;
        Ok(Dump { address, range: range.clone() })
    });
    let dumps: Vec<Dump> = dumps.collect::<Result<_, Error>>()?;
    if args.poison {
        start::poison(&mut *machine, tools::abi_of(args.target, &files)?, &program).map_err(Error::Tool)?;
    }
    prepare(args, target, &program, &mut *machine)?;
    let back = machine.begin_call(entry);
    let before = registers::values(&*machine);
    let stop = if args.trace {
        let mut trace = Trace::new(target, &program, machine.registers(), before.clone());
        let stop = machine.run_observed(args.budget, &mut trace);
        trace.finish(&*machine);
        stop
    } else {
        machine.run(args.budget)
    };
    let outcome = Outcome::new(&stop, back, target, &*machine, &program);
    match args.format {
        Format::Text => {
            print_bytes(machine.output())?;
            print(&text(args, &*machine, &before, &outcome, &dumps))?;
        }
        Format::Json => print(&json(&*machine, &before, &outcome, &dumps))?,
    }
    Ok(outcome.code)
}

fn program(args: &MachineRunArgs, target: &dyn Toolset, files: &[Given]) -> Result<Executable, Error> {
    if let [only] = files
        && let Loaded::Program(program) = only.load(target)?
    {
        return Ok(program);
    }
    let linked = linked(target, files, &args.linking)?;
    if !linked.entry_is_a_guess {
        return Ok(linked.program);
    }
    let is_code = |symbol: &LinkedSymbol| {
        let section = symbol.section.and_then(|index| linked.program.sections.get(index));
        section.is_some_and(|section| section.flags & SECTION_EXECUTE != 0)
    };
    let globals = linked.program.globals.iter().filter(|(_, symbol)| is_code(symbol));
    let known: Vec<&str> = globals.map(|(name, _)| name.as_str()).take(8).collect();
    let hint = match known.as_slice() {
        [] => "nor any other, which the text must say (.global main); --entry names one that is local"
            .to_owned(),
        known => format!("--entry names its first function (it has {})", known.join(", ")),
    };
    Err(Error::Input(format!("the program has no beginning: {}, {hint}", no_entry(target))))
}

/// Address of the first instruction.
///
/// # Errors
/// [`Error::Input`] for a symbol that the program does not have.
pub(in crate::commands) fn entry(
    args: &MachineRunArgs,
    target: &dyn Toolset,
    program: &Executable,
) -> Result<u64, Error> {
    let Some(name) = &args.linking.entry else { return Ok(program.entry) };
    place::symbol(target, program, name).ok_or_else(|| place::unknown("--entry", program, name))
}

/// Sets the stack pointer, memory and registers as the command line says.
///
/// # Errors
/// [`Error::Input`] for registers and memory that the machine does not have.
pub(in crate::commands) fn prepare(
    args: &MachineRunArgs,
    target: &dyn Toolset,
    program: &Executable,
    machine: &mut dyn Machine,
) -> Result<(), Error> {
    let top = machine.memory_map().stack_top;
    let top = if target.stack_grows_up() { top } else { top.saturating_sub(ABOVE_STACK) };
    registers::set(machine, target, "stack pointer", target.stack_pointer(), top)?;
    for (to, file) in &args.load {
        let address = place::address("--load", target, program, to)?;
        let bytes = read_bytes(file, LONGEST_LOAD)?;
        if machine.write(address, &bytes).is_err() {
            return Err(no_memory(machine, &format!("--load {to}:{}", file.display()), address, bytes.len()));
        }
    }
    let places = target.argument_registers();
    if args.arg.len() > places.len() {
        let (target, first, last) = (target.name(), places.first(), places.last());
        let (first, last) = (first.unwrap_or(&""), last.unwrap_or(&""));
        return Err(Error::Input(format!(
            "--arg: {} words, but functions of {target} receive at most {} in registers ({first} to {last}); the rest \
             lies on the stack, where --load can put it",
            args.arg.len(),
            places.len()
        )));
    }
    for (argument, name) in args.arg.iter().zip(places) {
        let value = match argument {
            Argument::Word(value) => *value,
            Argument::Pointer(to) => target.machine_value(place::address("--arg", target, program, to)?),
        };
        registers::set(machine, target, "--arg", name, value)?;
    }
    for (name, value) in &args.set {
        registers::set(machine, target, "--set", name, *value)?;
    }
    Ok(())
}

/// Message for an address without memory, with the addresses that have some.
fn no_memory(machine: &dyn Machine, what: &str, address: u64, length: usize) -> Error {
    let regions = machine.memory_map().regions.iter().map(|region| {
        format!("{} {:#x} to {:#x}", region.name, region.base, region.base.saturating_add(region.size - 1))
    });
    let regions = regions.collect::<Vec<_>>().join(", ");
    Error::Input(format!("{what}: {length} bytes at {address:#x} are not all memory; there is {regions}"))
}

/// A range of memory to show, at the address that it has.
struct Dump {
    address: u64,
    range: Range,
}

impl Dump {
    fn bytes(&self, machine: &dyn Machine) -> Option<Vec<u8>> {
        let mut bytes = vec![0; usize::try_from(self.range.bytes()).ok()?];
        machine.read(self.address, &mut bytes).ok().map(|()| bytes)
    }

    fn text(&self, machine: &dyn Machine) -> String {
        let mut out = String::new();
        if let Place::Symbol(..) = self.range.place {
            let _ = writeln!(out, "{}:", self.range.place);
        }
        let Some(bytes) = self.bytes(machine) else {
            let _ = writeln!(out, "{:#x}: no memory there", self.address);
            return out;
        };
        let unit = if self.range.unit == 1 { 1 } else { 4 };
        for (i, row) in bytes.chunks(16).enumerate() {
            let address = self.address.saturating_add(16 * i as u64);
            // Words are little-endian on every target.
            let cells = row.chunks(unit).map(hex::number);
            let _ = writeln!(out, "{address:08x}  {}", cells.collect::<Vec<String>>().join(" "));
        }
        out
    }
}

/// End of the run.
struct Outcome {
    stop: &'static str,
    /// Exit status of a program that ended itself.
    status: Option<i32>,
    /// Reason of a failure, in words.
    reason: Option<String>,
    /// Address of the next instruction, or of the one at fault, as in an ELF file.
    pc: u64,
    /// The same as a symbol and a distance.
    place: Option<String>,
    /// Further remarks.
    explained: Vec<String>,
    code: u8,
}

impl Outcome {
    fn new(
        stop: &Stop,
        back: u64,
        target: &dyn Toolset,
        machine: &dyn Machine,
        program: &Executable,
    ) -> Outcome {
        let pc = match stop {
            Stop::Fault(fault) => fault.pc,
            _ => machine.pc(),
        };
        let place = place::label(program, pc);
        let mut explained: Vec<String> =
            place.iter().map(|place| format!("in {}", printable(place))).collect();
        // Targets that count instructions, or have several address spaces.
        let inside = target.machine_value(pc);
        if inside != pc {
            explained.push(format!("{inside:#x} in the processor's own counting"));
        }
        let (stop, status, reason, code) = match stop {
            Stop::Breakpoint(address) if *address == back => {
                explained.insert(0, "where the call comes back to".to_owned());
                ("returned", None, None, EXIT_CLEAN)
            }
            Stop::Breakpoint(address) => ("fault", None, Some(format!("stopped at {address:#x}")), EXIT_TOOL),
            Stop::Exit(status) => ("exit", Some(*status), None, EXIT_CLEAN),
            Stop::Fault(fault) => ("fault", None, Some(fault.to_string()), EXIT_TOOL),
            Stop::Budget => {
                let reason = "the instruction budget is used up; --budget gives more".to_owned();
                ("budget", None, Some(reason), EXIT_TOOL)
            }
        };
        Outcome { stop, status, reason, pc, place, explained, code }
    }
}

fn json(machine: &dyn Machine, before: &[Vec<u8>], outcome: &Outcome, dumps: &[Dump]) -> String {
    let values = registers::values(machine);
    let names = || machine.registers().iter().map(|info| info.name);
    let all: Map<String, Value> = names()
        .zip(&values)
        .map(|(name, bytes)| (name.to_owned(), registers::number(bytes).into()))
        .collect();
    let changed = names().zip(values.iter().zip(before)).filter(|(_, (after, before))| after != before);
    let dumps = dumps.iter().map(|dump| {
        json!({
            "address": format!("{:#x}", dump.address),
            "length": dump.range.bytes(),
            "bytes": dump.bytes(machine).map(|b| hex::bytes(&b)),
        })
    });
    pretty(&json!({
        "format": FORMAT,
        "stop": outcome.stop,
        "status": outcome.status,
        "reason": outcome.reason,
        "pc": format!("{:#x}", outcome.pc),
        "place": outcome.place,
        "instructions": machine.instructions(),
        "registers": all,
        "changed": changed.map(|(name, _)| name).collect::<Vec<_>>(),
        "dump": dumps.collect::<Vec<_>>(),
        "output": String::from_utf8_lossy(machine.output()),
    }))
}

fn text(
    args: &MachineRunArgs,
    machine: &dyn Machine,
    before: &[Vec<u8>],
    outcome: &Outcome,
    dumps: &[Dump],
) -> String {
    let mut out = String::new();
    if machine.output().last().is_some_and(|b| *b != b'\n') {
        out.push('\n');
    }
    let status = outcome.status.map_or_else(String::new, |s| format!(" with status {s}"));
    let reason = outcome.reason.as_ref().map_or_else(String::new, |r| format!(": {r}"));
    let _ = writeln!(out, "{}{status}{reason}", outcome.stop);
    let explained = match outcome.explained.as_slice() {
        [] => String::new(),
        parts => format!(" ({})", parts.join(", ")),
    };
    let instructions = counted(machine.instructions(), "instruction");
    let _ = writeln!(out, "{instructions}, pc {:#x}{explained}", outcome.pc);
    out += &registers::text(machine, before, args.registers);
    for dump in dumps {
        out += &dump.text(machine);
    }
    out
}
