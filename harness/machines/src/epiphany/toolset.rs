//! Epiphany's tools for programs that treat all targets alike.

use super::execute::Core;
use super::{disassemble, link};
use crate::link::LinkTarget;
use crate::tools::{Tools, Toolset};

/// The tools of Epiphany III/IV.
#[derive(Debug, Clone, Copy)]
pub struct Epiphany;

static TOOLS: Tools = Tools {
    name: "epiphany",
    format: link::FORMAT,
    instruction_unit: 2,
    longest_instruction: 4,
    assemble: Some(super::assemble::assemble_text),
    disassemble: disassemble::disassemble,
    relocation_name: |kind| link::Epiphany.relocation_name(kind),
    link_options: link::link_options,
    local_link_options: Some(link::local_link_options),
    link: |objects, options| link::link(objects, options),
    relocate: Some(|site, field| link::Epiphany.relocate(site, field)),
    machine: || Ok(Box::new(Core::new()?)),
    stack_pointer: "r13",
    argument_registers: &["r0", "r1", "r2", "r3"],
    // GCC puts an underscore before every name.
    symbol_prefix: "_",
    host_window: link::HOST_WINDOW,
};

impl Toolset for Epiphany {
    fn tools(&self) -> &'static Tools {
        &TOOLS
    }
}
