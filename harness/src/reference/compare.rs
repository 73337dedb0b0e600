//! Holding a toolset against a reference tool.

use super::{Ended, Reference, Shop};
use crosscall_base::hex;
use crosscall_machines::executable::Executable;
use crosscall_machines::link::LinkOptions;
use crosscall_machines::machine::{Machine, Stop};
use crosscall_machines::object_file::ObjectFile;
use crosscall_machines::toolset::Toolset;

/// Instructions that a program may take.
const BUDGET: u64 = 10_000_000;
/// Differences of one kind that are reported.
const MOST_TOLD: usize = 12;

/// Result of one program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comparison {
    /// The compared parts.
    pub compared: Vec<Compared>,
    /// Instructions that the program took here.
    pub instructions: u64,
}

/// One thing that both sides have made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// Its name: `code and data`, `registers`, `memory`.
    pub what: &'static str,
    /// Amount that was compared, in its unit.
    pub amount: u64,
    /// The unit: `bytes` or `registers`.
    pub unit: &'static str,
    /// Differences in words; more than a few are left out, with their number at the end.
    pub differences: Vec<String>,
}

/// Assembles and runs a program on both sides.
///
/// # Errors
/// The task that one of the tools could not do, in words.
pub fn compare(
    tools: &dyn Toolset,
    reference: &dyn Reference,
    name: &str,
    text: &str,
    shop: &Shop<'_>,
) -> Result<Comparison, String> {
    let text = &reference.prepared(text);
    let object = tools.assemble(name, text).map_err(|e| e.to_string())?;
    let mut comparison = Comparison::default();
    let mut objects = vec![object];
    let options = tools.link_options();
    if let Some(startup) = reference.startup() {
        objects.insert(0, tools.assemble("startup", startup).map_err(|e| e.to_string())?);
    }
    let program = linked(tools, &objects, &options)?;
    if let Some(bytes) = reference.assemble(text, shop) {
        let theirs = tools.read_object("reference object", &bytes?).map_err(|e| e.to_string())?;
        if let Some(place) = objects.last_mut() {
            *place = theirs;
        }
        comparison.compared.push(contents(&program, &linked(tools, &objects, &options)?));
    }
    if !reference.can_run() {
        return Ok(comparison);
    }
    let theirs = reference.run(text, &program, shop)?;
    let mut machine = tools.machine().map_err(|e| e.to_string())?;
    machine.load(&program).map_err(|e| e.to_string())?;
    match machine.run(BUDGET) {
        Stop::Fault(fault) if !is_end(&fault.kind) => return Err(format!("the simulator stopped {fault}")),
        Stop::Budget => return Err(format!("the program takes more than {BUDGET} instructions")),
        _ => {}
    }
    comparison.instructions = machine.instructions();
    let only = if reference.places_differ() { Some(expected_registers(text)) } else { None };
    comparison.compared.push(registers(&*machine, &theirs, only.as_deref()));
    if !theirs.memory.is_empty() {
        comparison.compared.push(memory(&*machine, &program, &theirs));
    }
    Ok(comparison)
}

/// A breakpoint instruction is how some start-up code ends.
fn is_end(kind: &crosscall_machines::machine::FaultKind) -> bool {
    *kind == crosscall_machines::machine::FaultKind::Exception
}

fn linked(tools: &dyn Toolset, objects: &[ObjectFile], options: &LinkOptions) -> Result<Executable, String> {
    let objects: Vec<&ObjectFile> = objects.iter().collect();
    tools.link(&objects, options).map_err(|e| format!("linking: {e}"))
}

/// Names in the program's first line, `; expect NAME=VALUE …` after any sign of a comment.
fn expected_registers(text: &str) -> Vec<String> {
    let line = text.lines().next().unwrap_or_default();
    let items = line.split_once("expect ").map_or("", |(_, items)| items).split_whitespace();
    items.filter_map(|item| Some(item.split_once('=')?.0.to_owned())).collect()
}

/// The bytes that both would load.
fn contents(ours: &Executable, theirs: &Executable) -> Compared {
    let mut differences = Vec::new();
    let mut amount = 0;
    if ours.segments.len() != theirs.segments.len() {
        let (ours, theirs) = (ours.segments.len(), theirs.segments.len());
        differences.push(format!("{ours} segments here, {theirs} there"));
    }
    for (ours, theirs) in ours.segments.iter().zip(&theirs.segments) {
        amount += ours.data.len() as u64;
        if ours.data.len() != theirs.data.len() {
            let (address, ours, theirs) = (ours.address, ours.data.len(), theirs.data.len());
            differences.push(format!("at {address:#x} {ours} bytes here, {theirs} there"));
        }
        differences.extend(unequal(ours.address, &ours.data, &theirs.data));
    }
    Compared { what: "code and data", amount, unit: "bytes", differences: few(differences) }
}

/// Runs of bytes that differ.
fn unequal(address: u64, ours: &[u8], theirs: &[u8]) -> Vec<String> {
    let mut reported = Vec::new();
    let mut at = 0;
    let pairs: Vec<(&u8, &u8)> = ours.iter().zip(theirs).collect();
    while let Some(from) = pairs.iter().skip(at).position(|(a, b)| a != b).map(|n| n + at) {
        let len = pairs.iter().skip(from).take_while(|(a, b)| a != b).count();
        let unequal = || pairs.iter().skip(from).take(len.min(16));
        let (here, there) = (hex::bytes(unequal().map(|p| p.0)), hex::bytes(unequal().map(|p| p.1)));
        reported.push(format!("at {:#x} {here} here, {there} there", address + from as u64));
        at = from + len;
    }
    reported
}

fn registers(machine: &dyn Machine, theirs: &Ended, only: Option<&[String]>) -> Compared {
    let mut differences = Vec::new();
    let mut amount = 0;
    for (name, theirs) in &theirs.registers {
        if only.is_some_and(|only| !only.contains(name)) {
            continue;
        }
        let index = machine.registers().iter().position(|info| info.name == name || info.alias == name);
        let Some(index) = index.and_then(|i| u16::try_from(i).ok()) else {
            differences.push(format!("{name}: there is no such register here"));
            continue;
        };
        let mut ours = vec![0; usize::from(machine.register_width(index).div_ceil(8))];
        let size = machine.register_bytes(index, &mut ours).min(ours.len());
        ours.truncate(size);
        amount += 1;
        if ours != *theirs {
            let (here, there) = (hex::number(&ours), hex::number(theirs));
            differences.push(format!("{name} is {here} here, {there} there"));
        }
    }
    Compared { what: "registers", amount, unit: "registers", differences: few(differences) }
}

/// Memory of the program's sections; what lies between them is nobody's.
fn memory(machine: &dyn Machine, program: &Executable, theirs: &Ended) -> Compared {
    let mut differences = Vec::new();
    let mut amount = 0;
    for section in &program.sections {
        for (start, bytes) in &theirs.memory {
            let end = start.saturating_add(bytes.len() as u64);
            let (from, to) = (section.address.max(*start), (section.address + section.size).min(end));
            if from >= to {
                continue;
            }
            let (Ok(skip), Ok(len)) = (usize::try_from(from - start), usize::try_from(to - from)) else {
                continue;
            };
            let mut ours = vec![0; len];
            if machine.read(from, &mut ours).is_err() {
                differences.push(format!("there is no memory here at {from:#x}"));
                continue;
            }
            amount += len as u64;
            differences.extend(unequal(from, &ours, bytes.get(skip..skip + len).unwrap_or_default()));
        }
    }
    Compared { what: "memory", amount, unit: "bytes", differences: few(differences) }
}

/// The first of many differences.
fn few(mut differences: Vec<String>) -> Vec<String> {
    let more = differences.len().saturating_sub(MOST_TOLD);
    if more > 0 {
        differences.truncate(MOST_TOLD);
        differences.push(format!("and {more} more"));
    }
    differences
}
