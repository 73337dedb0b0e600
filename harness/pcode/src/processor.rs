//! Simulators of processors of which crosscall has no machine: all that instructions do, and all registers, are those of a SLEIGH
//! specification.
//!
//! An instruction is executed only if it was compared with a real processor, or with QEMU (`compared` in the files of the
//! processors); all others end the run. What the specification says wrongly is in the tables of corrections beside it.

mod aarch64;
mod build;
mod core;
mod decode;
mod lanes;
mod number;
mod run;
mod work;
mod x86_64;

use self::core::{Core, Target};
use crosscall_machines::listing::{Line, Style, listed};
use crosscall_machines::machine::Machine;
use crosscall_machines::memory_map::{MapError, MemoryMap};

/// A processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Processor {
    /// x86-64 in 64-bit mode.
    X86_64,
    /// AArch64, little-endian, without pointer authentication, SVE and SME.
    Aarch64,
}

impl Processor {
    /// Both.
    pub const ALL: [Processor; 2] = [Processor::X86_64, Processor::Aarch64];
}

/// A simulator with a memory map, and with the functions that the host serves in the window of that map. Where the map has a
/// region of the name `thread`, the middle of it is where the thread pointer points (`fs` on x86-64, `tpidr_el0`).
///
/// An observer is not told when only condition flags change.
///
/// # Errors
/// When the map cannot be made.
pub fn new_machine(processor: Processor, map: MemoryMap) -> Result<Box<dyn Machine + Send>, MapError> {
    Ok(match processor {
        Processor::X86_64 => Box::new(Core::<x86_64::X86>::new(map)?),
        Processor::Aarch64 => Box::new(Core::<aarch64::Arm>::new(map)?),
    })
}

/// Something to be done with a simulator whose type the compiler knows, so that an observer is compiled into its loop.
pub trait Visitor {
    /// Result of it.
    type Result;

    /// Does it.
    fn visit<M: Machine>(self, machine: &mut M) -> Self::Result;
}

/// Does something with a simulator like that of [`new_machine`].
///
/// # Errors
/// When the map cannot be made.
pub fn visit<V: Visitor>(processor: Processor, map: MemoryMap, visitor: V) -> Result<V::Result, MapError> {
    Ok(match processor {
        Processor::X86_64 => visitor.visit(&mut Core::<x86_64::X86>::new(map)?),
        Processor::Aarch64 => visitor.visit(&mut Core::<aarch64::Arm>::new(map)?),
    })
}

/// The text of code whose first byte lies at an address, as the specification has it. What it does not know is data, and so is all
/// in [`Style::Source`], since no assembler reads these texts.
pub fn disassemble(processor: Processor, code: &[u8], address: u64, style: Style) -> Vec<Line> {
    listed(code, address, |bytes, at| {
        let unit = if processor == Processor::Aarch64 { 4 } else { 1 };
        let found = (style == Style::Vendor).then(|| decode::text(processor, bytes, at)).flatten();
        let found = found.filter(|(_, size)| *size <= bytes.len());
        found.unwrap_or_else(|| {
            let data = bytes.get(..unit).unwrap_or(bytes);
            let list: Vec<String> = data.iter().map(|byte| format!("{byte:#x}")).collect();
            (format!(".byte {}", list.join(", ")), data.len())
        })
    })
}

/// Why the instruction at the beginning of `bytes` cannot be executed, in words; `None` if it can be.
pub fn lacking(processor: Processor, bytes: &[u8]) -> Option<String> {
    decode::decoded(processor, bytes).operations.as_ref().err().cloned()
}

/// What tells the instruction at the beginning of `bytes` from others in the list of those that were compared: its name and its
/// registers' kinds.
pub fn kind(processor: Processor, bytes: &[u8]) -> String {
    decode::decoded(processor, bytes).kind.clone()
}

/// Corrections of a specification: names of instructions, with or without the kinds of their registers, and what is wrong or missing.
pub fn corrections(processor: Processor) -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = match processor {
        Processor::X86_64 => x86_64::X86::CORRECTIONS,
        Processor::Aarch64 => aarch64::Arm::CORRECTIONS,
    };
    rows.iter().map(|row| (row.names, row.fact))
}

/// Executes in this thread what was never compared, too: for the tests that compare.
pub fn execute_all(all: bool) {
    decode::execute_all(all);
}
