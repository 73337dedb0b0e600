//! The IPU's tools for programs that treat all targets alike.

use super::execute::Tile;
use super::{disassemble, link};
use crate::link::LinkTarget;
use crate::tools::{Tools, Toolset};

/// The tools of the IPU Mk2.
#[derive(Debug, Clone, Copy)]
pub struct Ipu;

static TOOLS: Tools = Tools {
    name: "ipu",
    format: link::FORMAT,
    instruction_unit: 4,
    // A bundle.
    longest_instruction: 8,
    assemble: Some(super::assemble::assemble_text),
    disassemble: disassemble::disassemble,
    relocation_name: |kind| link::Ipu.relocation_name(kind),
    link_options: link::link_options,
    local_link_options: None,
    link: |objects, options| link::link(objects, options),
    relocate: Some(|site, field| link::Ipu.relocate(site, field)),
    machine: || Ok(Box::new(Tile::new()?)),
    stack_pointer: "m11",
    argument_registers: &["m0", "m1", "m2", "m3"],
    symbol_prefix: "",
    host_window: link::HOST_WINDOW,
};

impl Toolset for Ipu {
    fn tools(&self) -> &'static Tools {
        &TOOLS
    }
}
