//! The machine tools of each target under one roof.

use super::TrialError;
use crosscall_machines::epiphany;
use crosscall_machines::executable::Executable;
use crosscall_machines::machine::Machine;
use crosscall_machines::object_file::ObjectFile;
use crosscall_machines::toolset::Toolset;
use crosscall_model::Target;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The tools of a target.
pub fn tools(target: Target) -> &'static dyn Toolset {
    match target {
        Target::Epiphany => &epiphany::toolset::Epiphany,
    }
}

/// Assembles text with the project's own assembler.
///
/// # Errors
/// The assembler's diagnostics.
pub fn assemble(target: Target, name: &str, text: &str) -> Result<ObjectFile, TrialError> {
    tools(target).assemble(name, text).map_err(|e| TrialError(e.to_string()))
}

/// Reads a relocatable ELF file.
///
/// # Errors
/// What is wrong with the file, and where.
pub fn read_object(target: Target, name: &str, bytes: &[u8]) -> Result<ObjectFile, TrialError> {
    tools(target).read_object(name, bytes).map_err(|e| TrialError(e.to_string()))
}

/// Links objects; `defined` gives addresses to symbols that no object defines.
///
/// # Errors
/// What the linker says.
pub fn link(
    target: Target,
    objects: &[&ObjectFile],
    defined: BTreeMap<String, u64>,
) -> Result<Executable, TrialError> {
    let mut options = tools(target).link_options();
    for (name, address) in defined {
        options.served.entry(name).or_insert(address);
    }
    tools(target).link(objects, &options).map_err(|e| TrialError(e.to_string()))
}

/// A simulator with the target's default memory map: one that was given back on this thread, or a new one.
/// What it holds is that of its last program until another is loaded.
///
/// # Errors
/// When the map cannot be made.
pub fn machine(target: Target) -> Result<Box<dyn Machine + Send>, TrialError> {
    let used = IDLE.with_borrow_mut(|idle| {
        let at = idle.iter().position(|(of, _)| *of == target)?;
        Some(idle.swap_remove(at).1)
    });
    if let Some(machine) = used {
        return Ok(machine);
    }
    tools(target).machine().map_err(|e| TrialError(e.to_string()))
}

/// Keeps a machine for the next program on this thread: loading one costs only as much as the last one has
/// touched, while making a machine costs its whole memory.
pub fn give_back(target: Target, machine: Box<dyn Machine + Send>) {
    IDLE.with_borrow_mut(|idle| {
        if idle.len() < MOST_IDLE {
            idle.push((target, machine));
        }
    });
}

/// Machines that a thread keeps: one for each program of a batch and one for a plan of its own.
const MOST_IDLE: usize = 4;

thread_local! {
    static IDLE: RefCell<Vec<(Target, Box<dyn Machine + Send>)>> = const { RefCell::new(Vec::new()) };
}

/// The symbol in an object file for a name in C.
pub fn symbol(target: Target, name: &str) -> String {
    tools(target).symbol(name)
}

/// An address without memory, for symbols that a program refers to but never uses.
pub fn nowhere(target: Target) -> u64 {
    tools(target).nowhere()
}
