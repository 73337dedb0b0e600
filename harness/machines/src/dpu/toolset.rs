//! The DPU's tools for programs that treat all targets alike.

use super::execute::Core;
use super::{disassemble, link};
use crate::asm::Diagnostics;
use crate::elf::{self, Class, ElfError, Format};
use crate::executable::Executable;
use crate::link::{LinkError, LinkOptions, LinkTarget};
use crate::listing::{Line, Style, pieces};
use crate::machine::Machine;
use crate::memory_map::MapError;
use crate::object_file::ObjectFile;
use crate::tools::Toolset;

/// Where in an ELF file its class is: `EI_CLASS`.
const CLASS: usize = 4;
/// `ELFCLASS64`.
const CLASS_64: u8 = 2;

/// The tools of the UPMEM DPU.
#[derive(Debug, Clone, Copy)]
pub struct Dpu;

impl Toolset for Dpu {
    fn name(&self) -> &'static str {
        "dpu"
    }

    fn format(&self) -> &'static Format {
        &link::FORMAT
    }

    fn longest_instruction(&self) -> usize {
        super::encode::SLOT
    }

    fn assemble(&self, name: &str, text: &str) -> Result<ObjectFile, Diagnostics> {
        super::assemble(name, text)
    }

    fn disassemble_from(&self, code: &[u8], address: u64, starts: &[u64], style: Style) -> Vec<Line> {
        let pieces = pieces(code, address, starts, 8);
        pieces.flat_map(|(address, piece)| disassemble::disassemble(piece, address, style)).collect()
    }

    fn relocation_name(&self, kind: u32) -> Option<&'static str> {
        link::Dpu.relocation_name(kind)
    }

    fn link_options(&self) -> LinkOptions {
        link::link_options()
    }

    fn local_link_options(&self) -> Option<LinkOptions> {
        Some(link::local_link_options())
    }

    fn link(&self, objects: &[&ObjectFile], options: &LinkOptions) -> Result<Executable, LinkError> {
        link::link(objects, options)
    }

    /// A file of 64 bits is read as well: that the document wants another class is nothing that keeps one from its contents.
    fn read_object(&self, name: &str, bytes: &[u8]) -> Result<ObjectFile, ElfError> {
        let class = if bytes.get(CLASS) == Some(&CLASS_64) { Class::Elf64 } else { link::FORMAT.class };
        elf::read_object(name, bytes, &Format { class, ..link::FORMAT })
    }

    fn machine(&self) -> Result<Box<dyn Machine + Send>, MapError> {
        Ok(Box::new(Core::new()?))
    }

    fn stack_pointer(&self) -> &'static str {
        "r22"
    }

    fn argument_registers(&self) -> &'static [&'static str] {
        &["r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7"]
    }

    fn stack_grows_up(&self) -> bool {
        true
    }

    /// Code pointers hold the number of an instruction.
    fn machine_value(&self, address: u64) -> u64 {
        link::machine_value(address as u32).into()
    }

    fn nowhere(&self) -> u64 {
        link::HOST_WINDOW.base + link::HOST_WINDOW.size - link::HOST_WINDOW.slot
    }
}
