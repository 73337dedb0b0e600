//! RISC-V's tools for programs that treat all targets alike: one toolset for each width.

use super::execute::{Core32, Core64};
use super::isa::Xlen;
use super::{disassemble, lacking, link};
use crate::executable::Executable;
use crate::link::Site;
use crate::machine::Machine;
use crate::memory_map::MemoryMap;
use crate::object_file::ObjectFile;
use crate::tools::{Tools, Toolset};

/// The tools of RV32.
#[derive(Debug, Clone, Copy)]
pub struct Riscv32;

/// The tools of RV64.
#[derive(Debug, Clone, Copy)]
pub struct Riscv64;

/// Registers of arguments.
const ARGUMENTS: &[&str] = &["a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7"];

/// A toolset's table; the simulator depends on the width by its type.
macro_rules! tools {
    ($name:literal, $xlen:expr, $core:ident) => {
        Tools {
            name: $name,
            format: link::format($xlen),
            instruction_unit: 2,
            longest_instruction: 4,
            assemble: Some(|text| super::assemble::assemble_text($xlen, text)),
            disassemble: |bytes, address, style| disassemble::disassemble(bytes, address, style, $xlen),
            relocation_name: |number| link::relocation_name($xlen, number),
            link_options: link::link_options,
            local_link_options: None,
            link: |objects, options| link::link($xlen, objects, options),
            relocate: None,
            machine: || Ok(Box::new($core::new()?)),
            stack_pointer: "sp",
            argument_registers: ARGUMENTS,
            symbol_prefix: "",
            host_window: link::HOST_WINDOW,
        }
    };
}

static TOOLS32: Tools = tools!("riscv32", Xlen::Rv32, Core32);
static TOOLS64: Tools = tools!("riscv64", Xlen::Rv64, Core64);

impl Toolset for Riscv32 {
    fn tools(&self) -> &'static Tools {
        &TOOLS32
    }

    fn relocate_data(&self, sites: &[(usize, Site)], data: &mut [u8]) -> usize {
        link::relocate_data(Xlen::Rv32, sites, data)
    }

    fn note_foreign(&self, program: &mut Executable, objects: &[&ObjectFile]) {
        program.foreign = link::foreign(program, objects);
    }

    fn lacking(&self, architecture: &str, code: &[u8]) -> Option<String> {
        lacking::lacking(architecture, code, Xlen::Rv32)
    }

    fn settled(&self, object: ObjectFile) -> ObjectFile {
        link::settled(&object).unwrap_or(object)
    }
}

impl Toolset for Riscv64 {
    fn tools(&self) -> &'static Tools {
        &TOOLS64
    }

    fn machine_with(&self, map: MemoryMap) -> Option<Box<dyn Machine + Send>> {
        Core64::with_map(map).ok().map(|core| -> Box<dyn Machine + Send> { Box::new(core) })
    }

    fn relocate_data(&self, sites: &[(usize, Site)], data: &mut [u8]) -> usize {
        link::relocate_data(Xlen::Rv64, sites, data)
    }

    fn note_foreign(&self, program: &mut Executable, objects: &[&ObjectFile]) {
        program.foreign = link::foreign(program, objects);
    }

    fn lacking(&self, architecture: &str, code: &[u8]) -> Option<String> {
        lacking::lacking(architecture, code, Xlen::Rv64)
    }

    fn settled(&self, object: ObjectFile) -> ObjectFile {
        link::settled(&object).unwrap_or(object)
    }
}
