//! ForwardCom's tools for programs that treat all targets alike.

use super::execute::Core;
use super::{disassemble, elf, link, relocation, source};
use crate::asm::Diagnostics;
use crate::elf::{ElfError, Format, Member, WriteError};
use crate::executable::Executable;
use crate::link::{LinkError, LinkOptions};
use crate::listing::{Line, Style, pieces};
use crate::machine::Machine;
use crate::memory_map::MapError;
use crate::object_file::{ObjectFile, Section};
use crate::tools::Toolset;

/// The tools of ForwardCom 1.14.
#[derive(Debug, Clone, Copy)]
pub struct ForwardCom;

impl Toolset for ForwardCom {
    fn name(&self) -> &'static str {
        "forwardcom"
    }

    fn format(&self) -> &'static Format {
        &elf::FORMAT
    }

    fn longest_instruction(&self) -> usize {
        12
    }

    fn assemble(&self, name: &str, text: &str) -> Result<ObjectFile, Diagnostics> {
        super::assemble(name, text)
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

    fn relocation_name(&self, kind: u32) -> Option<&'static str> {
        relocation::name(kind)
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
        "r31"
    }

    fn argument_registers(&self) -> &'static [&'static str] {
        &[
            "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13", "r14",
            "r15",
        ]
    }

    /// The vendor's libraries put an underscore before every name.
    fn symbol(&self, name: &str) -> String {
        format!("_{name}")
    }

    fn nowhere(&self) -> u64 {
        super::loader::HOST_WINDOW.base + super::loader::HOST_WINDOW.size - 16
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

    fn read_executable(&self, name: &str, bytes: &[u8]) -> Result<Executable, ElfError> {
        elf::read_executable(name, bytes)
    }

    fn write_executable(&self, program: &Executable) -> Result<Vec<u8>, WriteError> {
        elf::write_executable(program)
    }
}
