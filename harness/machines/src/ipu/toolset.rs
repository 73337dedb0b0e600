//! The IPU's tools for programs that treat all targets alike.

use super::execute::Tile;
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

/// The tools of the IPU Mk2.
#[derive(Debug, Clone, Copy)]
pub struct Ipu;

impl Toolset for Ipu {
    fn name(&self) -> &'static str {
        "ipu"
    }

    fn format(&self) -> &'static Format {
        &link::FORMAT
    }

    /// A bundle.
    fn longest_instruction(&self) -> usize {
        8
    }

    fn assemble(&self, name: &str, text: &str) -> Result<ObjectFile, Diagnostics> {
        super::assemble(name, text)
    }

    fn disassemble_from(&self, code: &[u8], address: u64, starts: &[u64], style: Style) -> Vec<Line> {
        let pieces = pieces(code, address, starts, 4);
        pieces.flat_map(|(address, piece)| disassemble::disassemble(piece, address, style)).collect()
    }

    fn relocation_name(&self, kind: u32) -> Option<&'static str> {
        link::Ipu.relocation_name(kind)
    }

    fn link_options(&self) -> LinkOptions {
        link::link_options()
    }

    fn link(&self, objects: &[&ObjectFile], options: &LinkOptions) -> Result<Executable, LinkError> {
        link::link(objects, options)
    }

    fn machine(&self) -> Result<Box<dyn Machine + Send>, MapError> {
        Ok(Box::new(Tile::new()?))
    }

    fn stack_pointer(&self) -> &'static str {
        "m11"
    }

    fn argument_registers(&self) -> &'static [&'static str] {
        &["m0", "m1", "m2", "m3"]
    }

    fn nowhere(&self) -> u64 {
        link::HOST_WINDOW.base + link::HOST_WINDOW.size - 16
    }
}
