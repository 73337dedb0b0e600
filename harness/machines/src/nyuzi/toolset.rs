//! Nyuzi's tools for programs that treat all targets alike.

use super::execute::Core;
use super::{disassemble, link};
use crate::asm::Diagnostics;
use crate::elf::Format;
use crate::executable::Executable;
use crate::link::{LinkError, LinkOptions, LinkTarget};
use crate::listing::{Line, Style, pieces};
use crate::machine::Machine;
use crate::memory_map::MapError;
use crate::object_file::ObjectFile;
use crate::tools::Toolset;

/// The tools of Nyuzi.
#[derive(Debug, Clone, Copy)]
pub struct Nyuzi;

impl Toolset for Nyuzi {
    fn name(&self) -> &'static str {
        "nyuzi"
    }

    fn format(&self) -> &'static Format {
        &link::FORMAT
    }

    fn longest_instruction(&self) -> usize {
        4
    }

    fn assemble(&self, name: &str, text: &str) -> Result<ObjectFile, Diagnostics> {
        super::assemble(name, text)
    }

    fn disassemble_from(&self, code: &[u8], address: u64, starts: &[u64], style: Style) -> Vec<Line> {
        let pieces = pieces(code, address, starts, 4);
        pieces.flat_map(|(address, piece)| disassemble::disassemble(piece, address, style)).collect()
    }

    fn relocation_name(&self, kind: u32) -> Option<&'static str> {
        link::Nyuzi.relocation_name(kind)
    }

    fn link_options(&self) -> LinkOptions {
        link::link_options()
    }

    fn link(&self, objects: &[&ObjectFile], options: &LinkOptions) -> Result<Executable, LinkError> {
        link::link(objects, options)
    }

    fn machine(&self) -> Result<Box<dyn Machine + Send>, MapError> {
        Ok(Box::new(Core::new()?))
    }

    fn stack_pointer(&self) -> &'static str {
        "sp"
    }

    fn argument_registers(&self) -> &'static [&'static str] {
        &["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7"]
    }

    fn nowhere(&self) -> u64 {
        link::HOST_WINDOW.base + link::HOST_WINDOW.size - 16
    }
}
