//! A linked program: what the linker makes, ELF files hold, and simulators load.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::link::SECTION_TLS;
use crate::object_file::Binding;

/// A linked program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Executable {
    /// `e_machine` of its target.
    pub machine: u16,
    /// `e_flags`.
    pub flags: u32,
    /// Address of the first instruction.
    pub entry: u64,
    /// Contents of memory, by ascending address, without overlap.
    pub segments: Vec<Segment>,
    /// Output sections in the order of the layout.
    pub sections: Vec<OutputSection>,
    /// Global and weak symbols by name.
    pub globals: BTreeMap<String, LinkedSymbol>,
    /// Local symbols by object name and symbol name. A name that occurs twice in one object keeps
    /// its first definition.
    pub locals: BTreeMap<String, BTreeMap<String, LinkedSymbol>>,
    /// Fields that hold absolute addresses and that the target's file format leaves to the loader. The
    /// segments hold them as they are at the segments' addresses; most formats have none.
    pub load_fixups: Vec<LoadFixup>,
    /// Code of objects that say that they are made for an architecture with more than the machine has, with its name; no file
    /// format has it.
    pub foreign: Vec<(Range<u64>, String)>,
    /// Beginnings of code by the mapping symbols (`$x`) that assemblers put there: the address, and of the file that it was made
    /// from the number and the name. Only files of programs have them.
    pub origins: Vec<(u64, usize, String)>,
}

/// A field that depends on where the program is loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoadFixup {
    /// Address of the field.
    pub place: u64,
    /// The target's relocation number.
    pub kind: u32,
    /// The address that the field stands for.
    pub value: u64,
}

/// A range of memory to be filled when the program is loaded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Segment {
    /// Address of the first byte.
    pub address: u64,
    /// Its contents.
    pub data: Vec<u8>,
    /// Size in memory in bytes, at least `data.len()`; the rest is zero.
    pub memory_size: u64,
    /// ELF segment flags: 1 execute, 2 write, 4 read.
    pub flags: u32,
}

impl Segment {
    /// Returns whether the flags say that it holds code.
    pub fn is_flagged_code(&self) -> bool {
        self.flags & 1 != 0
    }
}

/// A section of the linked program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OutputSection {
    /// Its name, such as `.text`.
    pub name: String,
    /// Address of the first byte.
    pub address: u64,
    /// Size in bytes.
    pub size: u64,
    /// Raw `sh_type`: 1 PROGBITS, 8 NOBITS.
    pub kind: u32,
    /// Raw `sh_flags`.
    pub flags: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// The input sections, by address.
    pub inputs: Vec<PlacedInput>,
}

/// Place of an input section.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PlacedInput {
    /// Index of the object in the list given to the linker.
    pub object: usize,
    /// Name of the section in that object, or `COMMON`.
    pub section: String,
    /// Index of that section in the object; `None` for what the linker has made.
    pub index: Option<usize>,
    /// Address of the first byte.
    pub address: u64,
    /// Size in bytes.
    pub size: u64,
}

/// A symbol with its final address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedSymbol {
    /// Its address or absolute value.
    pub address: u64,
    /// Size in bytes, 0 when unknown.
    pub size: u64,
    /// Raw `st_type`.
    pub kind: u8,
    /// Its binding.
    pub binding: Binding,
    /// Index into [`Executable::sections`], `None` when absolute or served by the host.
    pub section: Option<usize>,
}

/// Addresses of the thread-local storage among the sections of a program, and its alignment.
pub(crate) fn thread_storage(sections: &[OutputSection]) -> Option<(Range<u64>, u64)> {
    let storage = sections.iter().filter(|section| section.flags & SECTION_TLS != 0 && section.size > 0);
    let parts = storage
        .map(|section| (section.address..section.address.saturating_add(section.size), section.align.max(1)));
    parts.reduce(|(one, align), (other, more)| {
        (one.start.min(other.start)..one.end.max(other.end), align.max(more))
    })
}

impl Executable {
    /// Address of a global or weak symbol.
    pub fn address_of(&self, name: &str) -> Option<u64> {
        self.globals.get(name).map(|symbol| symbol.address)
    }

    /// Address of a local symbol of one object.
    pub fn local_address_of(&self, object: &str, name: &str) -> Option<u64> {
        self.locals.get(object)?.get(name).map(|symbol| symbol.address)
    }

    /// Returns whether a segment of this program can hold code: it has the flag, or the flags of this program say
    /// nothing, as where the very first instruction lies in a segment without it. The chips whose memory
    /// has no protection run such programs.
    pub fn holds_code(&self, segment: &Segment) -> bool {
        let holds_entry = |segment: &&Segment| self.entry.wrapping_sub(segment.address) < segment.memory_size;
        segment.is_flagged_code()
            || self.segments.iter().find(holds_entry).is_some_and(|s| !s.is_flagged_code())
    }

    /// The global or local symbol with the highest address not above `address`, within the same
    /// output section: its name and the distance in bytes. For messages.
    pub fn nearest_symbol(&self, address: u64) -> Option<(&str, u64)> {
        let section = self.sections.iter().position(|s| address.wrapping_sub(s.address) < s.size)?;
        let locals = self.locals.values().flatten();
        self.globals
            .iter()
            .chain(locals)
            .filter(|(_, symbol)| symbol.section == Some(section) && symbol.address <= address)
            .max_by_key(|(_, symbol)| symbol.address)
            .map(|(name, symbol)| (name.as_str(), address - symbol.address))
    }
}
