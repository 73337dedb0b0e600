//! `crosscall machine run`.

use super::tools::{self, Loaded, load};
use super::{FILE_LIMIT, linked};
use crate::cli::{Format, MachineRunArgs};
use crate::error::{EXIT_CLEAN, EXIT_TOOL, Error, read_bytes};
use crate::output::{print, print_bytes};
use crate::picture::Table;
use crate::report::json::pretty;
use crosscall_machines::executable::Executable;
use crosscall_machines::machine::{Machine, Observer, RegisterInfo, State, Stop};
use crosscall_machines::toolset::Toolset;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::io::Write as _;

/// Longest memory range that is shown, in bytes.
const LONGEST_DUMP: u64 = 1 << 20;
/// Distance of the initial stack pointer from the top of the stack, in bytes: room for what a callee may
/// own above it.
const ABOVE_STACK: u64 = 256;

/// Loads and runs a program.
///
/// # Errors
/// [`Error::Input`] for wrong files, registers or ranges, [`Error::Tool`] when the program cannot be
/// linked or loaded. A fault of the program is no error here, but an exit code.
pub(super) fn run(args: &MachineRunArgs) -> Result<u8, Error> {
    if let Some((address, length)) = args.dump.iter().find(|(_, length)| *length > LONGEST_DUMP) {
        let message = format!("--dump {address:#x}:{length}: more than {LONGEST_DUMP} bytes");
        return Err(Error::Input(message));
    }
    let target = args.target.0;
    let program = program(args)?;
    let mut machine = target.machine().map_err(|e| Error::Tool(e.to_string()))?;
    machine.load(&program).map_err(|e| Error::Tool(format!("loading: {e}")))?;
    let entry = entry(args, &program)?;
    let top = machine.memory_map().stack_top;
    let top = if target.stack_grows_up() { top } else { top.saturating_sub(ABOVE_STACK) };
    set(&mut *machine, target, target.stack_pointer(), top)?;
    for (name, value) in &args.set {
        set(&mut *machine, target, name, *value)?;
    }
    let back = machine.begin_call(entry);
    let stop = if args.trace {
        machine.run_observed(args.budget, &mut Trace { target, program: &program })
    } else {
        machine.run(args.budget)
    };
    let outcome = Outcome::new(&stop, back, &*machine, &program);
    match args.format {
        Format::Text => {
            print_bytes(machine.output())?;
            print(&text(args, &*machine, &outcome))?;
        }
        Format::Json => print(&json(args, &*machine, &outcome))?,
    }
    Ok(outcome.code)
}

fn program(args: &MachineRunArgs) -> Result<Executable, Error> {
    if let [only] = args.file.as_slice()
        && let Loaded::Program(program) = load(args.target.0, only, &read_bytes(only, FILE_LIMIT)?)?
    {
        return Ok(program);
    }
    linked(args.target.0, &args.file, &args.linking)
}

fn entry(args: &MachineRunArgs, program: &Executable) -> Result<u64, Error> {
    let Some(symbol) = &args.linking.entry else { return Ok(program.entry) };
    let as_in_c = args.target.0.symbol(symbol);
    program
        .address_of(symbol)
        .or_else(|| program.address_of(&as_in_c))
        .ok_or_else(|| Error::Input(format!("--entry: the program has no symbol `{symbol}`")))
}

fn set(machine: &mut dyn Machine, target: &dyn Toolset, name: &str, value: u64) -> Result<(), Error> {
    let is_it = |info: &RegisterInfo| info.name == name || (!info.alias.is_empty() && info.alias == name);
    let index = machine.registers().iter().position(is_it);
    let index = index.and_then(|i| u16::try_from(i).ok()).ok_or_else(|| {
        let known: Vec<_> = machine.registers().iter().take(4).map(|r| r.name).collect();
        let target = target.name();
        Error::Input(format!("--set: {target} has no register `{name}` (it has {}, …)", known.join(", ")))
    })?;
    machine.set_register(index, value);
    Ok(())
}

/// How the run ended.
struct Outcome {
    stop: &'static str,
    /// Exit status of a program that ended itself.
    status: Option<i32>,
    /// What went wrong, in words.
    reason: Option<String>,
    pc: u64,
    code: u8,
}

impl Outcome {
    fn new(stop: &Stop, back: u64, machine: &dyn Machine, program: &Executable) -> Outcome {
        let pc = machine.pc();
        match stop {
            Stop::Breakpoint(address) if *address == back => {
                Outcome { stop: "returned", status: None, reason: None, pc, code: EXIT_CLEAN }
            }
            Stop::Breakpoint(address) => {
                let reason = Some(format!("stopped at {address:#x}"));
                Outcome { stop: "fault", status: None, reason, pc, code: EXIT_TOOL }
            }
            Stop::Exit(status) => {
                Outcome { stop: "exit", status: Some(*status), reason: None, pc, code: EXIT_CLEAN }
            }
            Stop::Fault(fault) => {
                let mut reason = fault.to_string();
                if let Some((symbol, distance)) = program.nearest_symbol(fault.pc) {
                    let _ = write!(reason, " (in {symbol}+{distance:#x})");
                }
                Outcome { stop: "fault", status: None, reason: Some(reason), pc: fault.pc, code: EXIT_TOOL }
            }
            Stop::Budget => {
                let reason = Some("the instruction budget is used up; --budget gives more".to_owned());
                Outcome { stop: "budget", status: None, reason, pc, code: EXIT_TOOL }
            }
        }
    }
}

/// Registers by name, as hexadecimal numbers.
fn registers(machine: &dyn Machine) -> Vec<(&'static str, String)> {
    let value = |index: usize, bits: u16| {
        let index = u16::try_from(index).unwrap_or(u16::MAX);
        if bits <= 64 {
            return format!("{:#x}", machine.register(index));
        }
        let mut bytes = vec![0; usize::from(bits.div_ceil(8))];
        let size = machine.register_bytes(index, &mut bytes).min(bytes.len());
        let digits: String = bytes.iter().take(size).rev().map(|b| format!("{b:02x}")).collect();
        format!("0x{digits}")
    };
    machine.registers().iter().enumerate().map(|(i, info)| (info.name, value(i, info.bits))).collect()
}

fn dump(machine: &dyn Machine, (address, length): (u64, u64)) -> Option<Vec<u8>> {
    let mut bytes = vec![0; usize::try_from(length).ok()?];
    machine.read(address, &mut bytes).ok().map(|()| bytes)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

fn json(args: &MachineRunArgs, machine: &dyn Machine, outcome: &Outcome) -> String {
    let registers: Map<String, Value> =
        registers(machine).into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
    let dumps = args.dump.iter().map(|range| {
        json!({
            "address": format!("{:#x}", range.0),
            "length": range.1,
            "bytes": dump(machine, *range).map(|b| hex(&b)),
        })
    });
    pretty(&json!({
        "stop": outcome.stop,
        "status": outcome.status,
        "reason": outcome.reason,
        "pc": format!("{:#x}", outcome.pc),
        "instructions": machine.instructions(),
        "registers": registers,
        "dump": dumps.collect::<Vec<_>>(),
        "output": String::from_utf8_lossy(machine.output()),
    }))
}

fn text(args: &MachineRunArgs, machine: &dyn Machine, outcome: &Outcome) -> String {
    let mut out = String::new();
    if machine.output().last().is_some_and(|b| *b != b'\n') {
        out.push('\n');
    }
    let status = outcome.status.map_or_else(String::new, |s| format!(" with status {s}"));
    let reason = outcome.reason.as_ref().map_or_else(String::new, |r| format!(": {r}"));
    let _ = writeln!(out, "{}{status}{reason}", outcome.stop);
    let _ = writeln!(out, "{} instructions, pc {:#x}", machine.instructions(), outcome.pc);
    let mut table = Table::new(2, &[]);
    let shown: Vec<_> = registers(machine).into_iter().filter(|(_, value)| value != "0x0").collect();
    for row in shown.chunks(4) {
        let cells: Vec<String> =
            row.iter().flat_map(|(name, value)| [(*name).to_owned(), value.clone()]).collect();
        table.row(&cells);
    }
    out += &table.draw();
    for range in &args.dump {
        let Some(bytes) = dump(machine, *range) else {
            let _ = writeln!(out, "{:#x}: no memory there", range.0);
            continue;
        };
        for (i, row) in bytes.chunks(16).enumerate() {
            let address = range.0.saturating_add(16 * i as u64);
            let cells: Vec<String> = row.iter().map(|b| format!("{b:02x}")).collect();
            let _ = writeln!(out, "{address:08x}  {}", cells.join(" "));
        }
    }
    out
}

/// Prints what is executed.
struct Trace<'a> {
    target: &'a dyn Toolset,
    program: &'a Executable,
}

impl Observer for Trace<'_> {
    fn step(&mut self, pc: u64, state: &dyn State) {
        let text = tools::instruction(self.target, state, pc);
        let mut out = std::io::stderr().lock();
        if let Some((symbol, 0)) = self.program.nearest_symbol(pc) {
            let _ = writeln!(out, "<{symbol}>:");
        }
        let _ = writeln!(out, "{pc:8x}:  {text}");
    }
}
