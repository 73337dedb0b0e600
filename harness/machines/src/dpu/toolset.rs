//! The DPU's tools for programs that treat all targets alike.

use super::encode::SLOT;
use super::execute::Core;
use super::{disassemble, link};
use crate::elf::{self, ElfClass, ElfError, Format};
use crate::link::LinkTarget;
use crate::object_file::ObjectFile;
use crate::tools::{Tools, Toolset};

/// Offset in bytes of the class in an ELF file: `EI_CLASS`.
const CLASS: usize = 4;
/// `ELFCLASS64`.
const CLASS_64: u8 = 2;

/// The tools of the UPMEM DPU.
#[derive(Debug, Clone, Copy)]
pub struct Dpu;

static TOOLS: Tools = Tools {
    name: "dpu",
    format: link::FORMAT,
    instruction_unit: 8,
    longest_instruction: SLOT,
    assemble: Some(super::assemble::assemble_text),
    disassemble: disassemble::disassemble,
    relocation_name: |kind| link::Dpu.relocation_name(kind),
    link_options: link::link_options,
    local_link_options: Some(link::local_link_options),
    link: |objects, options| link::link(objects, options),
    relocate: Some(|site, field| link::Dpu.relocate(site, field)),
    machine: || Ok(Box::new(Core::new()?)),
    stack_pointer: "r22",
    argument_registers: &["r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7"],
    symbol_prefix: "",
    host_window: link::HOST_WINDOW,
};

impl Toolset for Dpu {
    fn tools(&self) -> &'static Tools {
        &TOOLS
    }

    /// A file of 64 bits is read as well: that the document wants another class is nothing that keeps one from its contents.
    fn read_object(&self, name: &str, bytes: &[u8]) -> Result<ObjectFile, ElfError> {
        let class = if bytes.get(CLASS) == Some(&CLASS_64) { ElfClass::Elf64 } else { link::FORMAT.class };
        elf::read_object(name, bytes, &Format { class, ..link::FORMAT })
    }

    fn stack_grows_up(&self) -> bool {
        true
    }

    /// Code pointers hold the number of an instruction.
    fn machine_value(&self, address: u64) -> u64 {
        link::machine_value(address as u32).into()
    }
}
