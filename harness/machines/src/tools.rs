//! The machine tools of every target behind one interface, for programs that treat all targets alike.
//!
//! A target lists its functions and facts in a table, [`Tools`]; the methods of [`Toolset`] lead to them, and a target
//! overrides those few in which it differs from all others.

use crate::asm::{Diagnostics, Text};
use crate::debug_file::DebugFile;
use crate::elf::{self, ElfError, Format, Member, WriteError};
use crate::executable::Executable;
use crate::link::{LinkError, LinkOptions, RelocationError, Site};
use crate::listing::{Line, Style, pieces, sections};
use crate::machine::{Machine, State};
use crate::memory_map::{HostWindow, MapError, MemoryMap};
use crate::object_file::{ObjectFile, Section};
use crate::register_changes::RegisterChanges;

/// Writes the value of a relocation into its field: the relocation with all that its formula needs, and the field's bytes.
pub type Relocate = fn(&Site, &mut [u8]) -> Result<(), RelocationError>;

/// Functions and facts of one target. For the meaning of each see the method of [`Toolset`] with its name.
pub struct Tools {
    /// The target's name on the command line, such as `epiphany`.
    pub name: &'static str,
    /// The properties that the target's ELF files have in common.
    pub format: Format,
    /// Distance in bytes from one possible instruction to the next.
    pub instruction_unit: u64,
    /// Length in bytes of the longest instruction.
    pub longest_instruction: usize,
    /// Assembles a text; `None` where no assembler is built in.
    pub assemble: Option<fn(Text<'_>) -> Result<ObjectFile, Diagnostics>>,
    /// Disassembles code.
    pub disassemble: fn(&[u8], u64, Style) -> Vec<Line>,
    /// Names a relocation number.
    pub relocation_name: fn(u32) -> Option<&'static str>,
    /// Options for programs of any size.
    pub link_options: fn() -> LinkOptions,
    /// Options for programs that lie as on the chip, where they differ.
    pub local_link_options: Option<fn() -> LinkOptions>,
    /// Links objects.
    pub link: fn(&[&ObjectFile], &LinkOptions) -> Result<Executable, LinkError>,
    /// Applies a relocation to a field of data; `None` where that is not known, or a toolset does all of them at once.
    pub relocate: Option<Relocate>,
    /// Makes a simulator.
    pub machine: fn() -> Result<Box<dyn Machine + Send>, MapError>,
    /// The stack pointer's name.
    pub stack_pointer: &'static str,
    /// The registers of arguments.
    pub argument_registers: &'static [&'static str],
    /// Prefix of the symbol of a name in C.
    pub symbol_prefix: &'static str,
    /// Addresses at which the host serves runtime functions.
    pub host_window: HostWindow,
}

/// Assembler, disassembler, linker and simulator of one target.
pub trait Toolset: Sync {
    /// The target's table.
    fn tools(&self) -> &'static Tools;

    /// The target's name on the command line, such as `epiphany`.
    fn name(&self) -> &'static str {
        self.tools().name
    }

    /// The properties that the target's ELF files have in common.
    fn format(&self) -> &'static Format {
        &self.tools().format
    }

    /// Length in bytes of the longest instruction, as it lies in the simulator's memory.
    fn longest_instruction(&self) -> usize {
        self.tools().longest_instruction
    }

    /// True if an assembler is built in.
    fn has_assembler(&self) -> bool {
        self.tools().assemble.is_some()
    }

    /// Assembles a text; `name` is used in messages.
    ///
    /// # Errors
    /// Everything that is wrong with the text, by line and column; or that no assembler is built in.
    fn assemble(&self, name: &str, text: &str) -> Result<ObjectFile, Diagnostics> {
        self.assemble_text(Text::plain(name, text))
    }

    /// Assembles a text.
    ///
    /// # Errors
    /// Those of [`assemble`](Self::assemble).
    fn assemble_text(&self, text: Text<'_>) -> Result<ObjectFile, Diagnostics> {
        match self.tools().assemble {
            Some(assemble) => assemble(text),
            None => Err(Diagnostics::whole(text.name, "no assembler for this processor is built in")),
        }
    }

    /// Assembles a text, and returns with it the lines that its code is made from, in
    /// [`Annotations::lines`](crate::object_file::Annotations::lines).
    ///
    /// # Errors
    /// Everything that is wrong with the text, by line and column.
    fn assemble_with_lines(&self, name: &str, text: &str) -> Result<ObjectFile, Diagnostics> {
        self.assemble_text(Text { name, text, with_lines: true })
    }

    /// Text that must stand before and behind instructions so that they are a text by themselves.
    fn code_frame(&self) -> (&'static str, &'static str) {
        ("", "")
    }

    /// Disassembles code as it lies in an object file and in the simulator's memory, the first byte at
    /// `address`.
    fn disassemble(&self, code: &[u8], address: u64, style: Style) -> Vec<Line> {
        self.disassemble_from(code, address, &[], style)
    }

    /// Text of the instruction at an address of a machine's memory; `None` where there is no memory.
    fn instruction_at(&self, state: &dyn State, address: u64) -> Option<String> {
        // Shorter where memory ends.
        let bytes = (1..=self.longest_instruction()).rev().find_map(|length| {
            let mut bytes = vec![0; length];
            state.read(address, &mut bytes).ok().map(|()| bytes)
        });
        self.disassemble(&bytes?, address, Style::Vendor).into_iter().next().map(|line| line.text)
    }

    /// Like [`disassemble`](Self::disassemble), beginning anew at the addresses of `starts`, in ascending
    /// order, where symbols say that something begins: behind data the listing is in step again.
    fn disassemble_from(&self, code: &[u8], address: u64, starts: &[u64], style: Style) -> Vec<Line> {
        let tools = self.tools();
        let pieces = pieces(code, address, starts, tools.instruction_unit);
        pieces.flat_map(|(address, piece)| (tools.disassemble)(piece, address, style)).collect()
    }

    /// Text that stands before and behind the lines of a section so that they are a text, with a name that is
    /// made of letters, digits, `.`, `_`, `$` and `-`; `None` where the target's assembler has no way to
    /// make the section.
    fn source_section(&self, name: &str, section: &Section) -> Option<(String, String)> {
        Some((sections::section(name, section), String::new()))
    }

    /// These bytes as data, in one line.
    fn source_data(&self, bytes: &[u8]) -> String {
        sections::data(bytes)
    }

    /// Returns whether a plain name may stand as a label in a text.
    fn labels_in_source(&self) -> bool {
        true
    }

    /// Returns whether object files have one type of symbol for functions and for labels inside them.
    fn labels_are_functions(&self) -> bool {
        false
    }

    /// The name of a relocation number in the ABI document.
    fn relocation_name(&self, kind: u32) -> Option<&'static str> {
        (self.tools().relocation_name)(kind)
    }

    /// Options that link programs of any size for the simulator's default memory map.
    fn link_options(&self) -> LinkOptions {
        (self.tools().link_options)()
    }

    /// Options that link small programs to lie where they would lie on the chip; `None` where
    /// [`link_options`](Self::link_options) does that.
    fn local_link_options(&self) -> Option<LinkOptions> {
        self.tools().local_link_options.map(|options| options())
    }

    /// Links objects.
    ///
    /// # Errors
    /// The linker's complaint, with object, section and offset.
    fn link(&self, objects: &[&ObjectFile], options: &LinkOptions) -> Result<Executable, LinkError> {
        (self.tools().link)(objects, options)
    }

    /// Applies relocations to data, each at its distance from the first byte; returns the number of those that cannot be
    /// carried out.
    fn relocate_data(&self, sites: &[(usize, Site)], data: &mut [u8]) -> usize {
        let fails = |(offset, site): &&(usize, Site)| {
            let field = data.get_mut(*offset..).unwrap_or_default();
            self.tools().relocate.is_none_or(|relocate| relocate(site, field).is_err())
        };
        sites.iter().filter(fails).count()
    }

    /// Reads debug information and symbols of a linked program.
    ///
    /// # Errors
    /// The mistake in the file, and its place.
    fn debug_of_program(&self, name: &str, bytes: &[u8]) -> Result<DebugFile, ElfError> {
        elf::read_debug_file(name, bytes, self.format())
    }

    /// A new simulator with the target's default memory map.
    ///
    /// # Errors
    /// When the map cannot be made.
    fn machine(&self) -> Result<Box<dyn Machine + Send>, MapError> {
        (self.tools().machine)()
    }

    /// A new simulator with another memory map, where there is one of a target with addresses of more than 32 bits.
    fn machine_with(&self, _map: MemoryMap) -> Option<Box<dyn Machine + Send>> {
        None
    }

    /// The stack pointer's name among [`Machine::registers`].
    fn stack_pointer(&self) -> &'static str {
        self.tools().stack_pointer
    }

    /// The registers in which functions receive words, in their order: those from which the runtime functions that
    /// the host serves take theirs. For values wider than a word the target has rules of its own.
    fn argument_registers(&self) -> &'static [&'static str] {
        self.tools().argument_registers
    }

    /// Returns whether the stack grows to higher addresses.
    fn stack_grows_up(&self) -> bool {
        false
    }

    /// The symbol in an object file for a name in C.
    fn symbol(&self, name: &str) -> String {
        format!("{}{name}", self.tools().symbol_prefix)
    }

    /// The value that a program holds in a pointer to this address: targets with several address spaces, or that count
    /// instructions, take something off the addresses of their ELF files.
    fn machine_value(&self, address: u64) -> u64 {
        address
    }

    /// An address without memory in reach of every reference, for symbols that are never used.
    fn nowhere(&self) -> u64 {
        let HostWindow { base, size, slot } = self.tools().host_window;
        base + size - slot
    }

    /// Reads a relocatable object file.
    ///
    /// # Errors
    /// The mistake in the file, and its place.
    fn read_object(&self, name: &str, bytes: &[u8]) -> Result<ObjectFile, ElfError> {
        elf::read_object(name, bytes, self.format())
    }

    /// Lists the members of a library, in their order, without the index of symbols.
    ///
    /// # Errors
    /// The mistake in the file, and its place.
    fn read_library<'a>(&self, name: &str, bytes: &'a [u8]) -> Result<Vec<Member<'a>>, ElfError> {
        elf::read_archive(name, bytes)
    }

    /// Writes a relocatable object file.
    ///
    /// # Errors
    /// The file format cannot hold something.
    fn write_object(&self, object: &ObjectFile) -> Result<Vec<u8>, WriteError> {
        elf::write_object(object, self.format())
    }

    /// The registers that an object file says a function may change, given by the index of its symbol: one word for each
    /// register file, bit n for register n. `None` where the file says nothing of it.
    fn register_use(&self, _object: &ObjectFile, _symbol: usize) -> Option<[u32; 2]> {
        None
    }

    /// The registers that the code of a function changes, given by the index of its symbol. `None` where that is not worked out,
    /// or the symbol is at no code.
    fn register_changes(&self, _object: &ObjectFile, _symbol: usize) -> Option<RegisterChanges> {
        None
    }

    /// The instruction at the beginning of `code` in words, if the machine lacks it and it belongs to the architecture that an
    /// object file is made for, as [`Executable::foreign`] has it.
    fn lacking(&self, _architecture: &str, _code: &[u8]) -> Option<String> {
        None
    }

    /// Notes in a program, whose sections list their inputs, which code of these objects is made for an architecture with more
    /// than the machine has: see [`Executable::foreign`].
    fn note_foreign(&self, _program: &mut Executable, _objects: &[&ObjectFile]) {}

    /// The object as it is linked, where a linker takes bytes out of its sections: without them, and with everything behind them
    /// moved. Objects that it cannot be done to are left as they are.
    fn settled(&self, object: ObjectFile) -> ObjectFile {
        object
    }

    /// Reads a linked program.
    ///
    /// # Errors
    /// The mistake in the file, and its place.
    fn read_executable(&self, name: &str, bytes: &[u8]) -> Result<Executable, ElfError> {
        elf::read_executable(name, bytes, self.format())
    }

    /// Writes a linked program.
    ///
    /// # Errors
    /// The file format cannot hold something.
    fn write_executable(&self, program: &Executable) -> Result<Vec<u8>, WriteError> {
        elf::write_executable(program, self.format())
    }
}
