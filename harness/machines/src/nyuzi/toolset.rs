//! Nyuzi's tools for programs that treat all targets alike.

use super::execute::Core;
use super::{disassemble, link};
use crate::link::LinkTarget;
use crate::tools::{Tools, Toolset};

/// The tools of Nyuzi.
#[derive(Debug, Clone, Copy)]
pub struct Nyuzi;

static TOOLS: Tools = Tools {
    name: "nyuzi",
    format: link::FORMAT,
    instruction_unit: 4,
    longest_instruction: 4,
    assemble: Some(super::assemble::assemble_text),
    disassemble: disassemble::disassemble,
    relocation_name: |kind| link::Nyuzi.relocation_name(kind),
    link_options: link::link_options,
    local_link_options: None,
    link: |objects, options| link::link(objects, options),
    relocate: Some(|site, field| link::Nyuzi.relocate(site, field)),
    machine: || Ok(Box::new(Core::new()?)),
    stack_pointer: "sp",
    argument_registers: &["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7"],
    symbol_prefix: "",
    host_window: link::HOST_WINDOW,
};

impl Toolset for Nyuzi {
    fn tools(&self) -> &'static Tools {
        &TOOLS
    }
}
