//! ForwardCom's tools for programs that treat all targets alike.

use super::execute::Core;
use super::{changes, disassemble, elf, link, relocation, source};
use crate::elf::{ElfError, Member, WriteError};
use crate::executable::Executable;
use crate::listing::{Line, Style, pieces};
use crate::object_file::{ObjectFile, Section};
use crate::register_changes::RegisterChanges;
use crate::tools::{Tools, Toolset};

/// The tools of ForwardCom 1.14.
#[derive(Debug, Clone, Copy)]
pub struct ForwardCom;

static TOOLS: Tools = Tools {
    name: "forwardcom",
    format: elf::FORMAT,
    instruction_unit: 4,
    longest_instruction: 12,
    assemble: Some(super::assemble::assemble_text),
    disassemble: disassemble::disassemble,
    relocation_name: relocation::name,
    link_options: link::link_options,
    local_link_options: None,
    link: |objects, options| link::link(objects, options),
    relocate: None,
    machine: || Ok(Box::new(Core::new()?)),
    stack_pointer: "r31",
    argument_registers: &[
        "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
    ],
    // The vendor's libraries put an underscore before every name.
    symbol_prefix: "_",
    host_window: super::loader::HOST_WINDOW,
};

impl Toolset for ForwardCom {
    fn tools(&self) -> &'static Tools {
        &TOOLS
    }

    fn code_frame(&self) -> (&'static str, &'static str) {
        ("code section execute align=4\n", "code end\n")
    }

    fn disassemble_from(&self, code: &[u8], address: u64, starts: &[u64], style: Style) -> Vec<Line> {
        disassemble::disassemble_pieces(pieces(code, address, starts, 4), style)
    }

    fn source_section(&self, name: &str, section: &Section) -> Option<(String, String)> {
        source::section(name, section)
    }

    fn source_data(&self, bytes: &[u8]) -> String {
        source::data(bytes)
    }

    /// Labels of jumps have their own names; others may be words of the language.
    fn labels_in_source(&self) -> bool {
        false
    }

    /// There is one type for everything in code.
    fn labels_are_functions(&self) -> bool {
        true
    }

    fn read_library<'a>(&self, name: &str, bytes: &'a [u8]) -> Result<Vec<Member<'a>>, ElfError> {
        elf::read_library(name, bytes)
    }

    fn read_object(&self, name: &str, bytes: &[u8]) -> Result<ObjectFile, ElfError> {
        elf::read_object(name, bytes)
    }

    fn write_object(&self, object: &ObjectFile) -> Result<Vec<u8>, WriteError> {
        elf::write_object(object)
    }

    fn register_use(&self, object: &ObjectFile, symbol: usize) -> Option<[u32; 2]> {
        let note = object.annotations.symbols.get(&symbol)?;
        (note.attributes & elf::flags::REGISTER_USE != 0).then_some(note.registers)
    }

    fn register_changes(&self, object: &ObjectFile, symbol: usize) -> Option<RegisterChanges> {
        changes::changes(object, symbol)
    }

    fn read_executable(&self, name: &str, bytes: &[u8]) -> Result<Executable, ElfError> {
        elf::read_executable(name, bytes)
    }

    fn write_executable(&self, program: &Executable) -> Result<Vec<u8>, WriteError> {
        elf::write_executable(program)
    }
}
