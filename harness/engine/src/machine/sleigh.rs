//! Processors of which crosscall has no machine: their programs are linked here, assembled by toolchains, and executed by the
//! interpreter of p-code. Without that they are not there.

use super::compiled::Work;
use crosscall_machines::link::LinkTarget;
use crosscall_machines::listing::{Line, Style};
use crosscall_machines::machine::Machine;
use crosscall_machines::memory_map::MapError;
use crosscall_machines::tools::{Tools, Toolset};
use crosscall_machines::{aarch64, x86_64};
use crosscall_model::Target;

/// The tools of x86-64.
pub(super) struct X86_64;

/// The tools of AArch64.
pub(super) struct Aarch64;

static X86_64_TOOLS: Tools = Tools {
    name: "x86_64",
    format: x86_64::link::FORMAT,
    instruction_unit: 1,
    longest_instruction: 15,
    assemble: None,
    disassemble: |code, address, style| disassembled(Target::X86_64, code, address, style),
    relocation_name: x86_64::link::relocation_name,
    link_options: x86_64::link::link_options,
    local_link_options: None,
    link: |objects, options| x86_64::link::link(objects, options),
    relocate: Some(|site, field| x86_64::link::X86_64.relocate(site, field)),
    machine: || machine(Target::X86_64),
    stack_pointer: "rsp",
    argument_registers: &["rdi", "rsi", "rdx", "rcx", "r8", "r9"],
    symbol_prefix: "",
    host_window: x86_64::link::HOST_WINDOW,
};

static AARCH64_TOOLS: Tools = Tools {
    name: "aarch64",
    format: aarch64::link::FORMAT,
    instruction_unit: 4,
    longest_instruction: 4,
    assemble: None,
    disassemble: |code, address, style| disassembled(Target::Aarch64, code, address, style),
    relocation_name: aarch64::link::relocation_name,
    link_options: aarch64::link::link_options,
    local_link_options: None,
    link: |objects, options| aarch64::link::link(objects, options),
    relocate: Some(|site, field| aarch64::link::Aarch64.relocate(site, field)),
    machine: || machine(Target::Aarch64),
    stack_pointer: "sp",
    argument_registers: &["x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7"],
    symbol_prefix: "",
    host_window: aarch64::link::HOST_WINDOW,
};

impl Toolset for X86_64 {
    fn tools(&self) -> &'static Tools {
        &X86_64_TOOLS
    }
}

impl Toolset for Aarch64 {
    fn tools(&self) -> &'static Tools {
        &AARCH64_TOOLS
    }
}

/// True for a target whose programs nothing else executes.
pub(super) fn is_of(target: Target) -> bool {
    matches!(target, Target::X86_64 | Target::Aarch64)
}

#[cfg(feature = "pcode")]
mod backend {
    use super::*;
    use crosscall_machines::memory_map::MemoryMap;
    use crosscall_pcode::processor::{self, Processor, Visitor};

    fn processor(target: Target) -> Processor {
        if target == Target::X86_64 { Processor::X86_64 } else { Processor::Aarch64 }
    }

    pub(super) fn disassembled(target: Target, code: &[u8], address: u64, style: Style) -> Vec<Line> {
        processor::disassemble(processor(target), code, address, style)
    }

    fn map(target: Target) -> MemoryMap {
        if target == Target::X86_64 { x86_64::link::memory_map() } else { aarch64::link::memory_map() }
    }

    pub(super) fn machine(target: Target) -> Result<Box<dyn Machine + Send>, MapError> {
        processor::new_machine(processor(target), map(target))
    }

    struct Visit<W>(W);

    /// No register that functions give back is wider than what events show of it.
    impl<W: Work> Visitor for Visit<W> {
        type Result = W::Result;

        fn visit<M: Machine>(self, machine: &mut M) -> W::Result {
            self.0.on::<M, false>(machine)
        }
    }

    pub(in super::super) fn with_machine<W: Work>(target: Target, work: W) -> Result<W::Result, MapError> {
        processor::visit(processor(target), map(target), Visit(work))
    }
}

#[cfg(not(feature = "pcode"))]
mod backend {
    use super::*;

    pub(super) fn disassembled(_: Target, _: &[u8], _: u64, _: Style) -> Vec<Line> {
        Vec::new()
    }

    pub(super) fn machine(_: Target) -> Result<Box<dyn Machine + Send>, MapError> {
        Err(MapError::NoMachine)
    }

    pub(in super::super) fn with_machine<W: Work>(_: Target, _: W) -> Result<W::Result, MapError> {
        Err(MapError::NoMachine)
    }
}

pub(super) use backend::with_machine;
use backend::{disassembled, machine};
