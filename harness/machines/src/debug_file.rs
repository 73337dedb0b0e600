//! Object files and programs as readers of debug information see them: sections without memory of their own included, and the
//! debug sections of an object file relocated.
//!
//! An object file's sections with memory get addresses one behind the other, so that every function has one of its own.

use crate::frame_info;
use crate::link::{SECTION_ALLOC, SECTION_EXECUTE, Site};
use crate::object_file::{Binding, ObjectFile, Relocation, SymbolPlace};
use crate::tools::Toolset;
use rustc_hash::FxHashMap;

/// A file with debug information.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DebugFile {
    /// Name, for messages.
    pub name: String,
    /// True for a linked program.
    pub is_linked: bool,
    /// `e_flags` of the file header.
    pub flags: u32,
    /// Sections for readers of debug information, by name; those of one name are one.
    pub sections: Vec<DebugSection>,
    /// Sections of instructions: address of the first byte, and contents.
    pub code: Vec<(u64, Vec<u8>)>,
    /// Addresses of an object file's sections, by their index in it.
    pub places: Vec<u64>,
    /// Symbols with a place in the file.
    pub symbols: Vec<DebugSymbol>,
    /// Relocations that could not be carried out.
    pub failed: usize,
}

/// A section for readers of debug information.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DebugSection {
    /// Name, such as `.debug_info`.
    pub name: String,
    /// Raw `sh_flags`.
    pub flags: u64,
    /// Address of its first byte, 0 where it has none.
    pub address: u64,
    /// Contents.
    pub data: Vec<u8>,
}

/// A symbol with its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DebugSymbol {
    /// Name.
    pub name: String,
    /// Address.
    pub address: u64,
    /// Raw `st_type`: 2 for functions.
    pub kind: u8,
    /// Binding.
    pub binding: Binding,
}

impl DebugFile {
    /// Instructions from an address on, at most so many bytes.
    pub fn code_at(&self, address: u64, most: usize) -> &[u8] {
        let of_section = |(start, data): &'_ (u64, Vec<u8>)| {
            let at = usize::try_from(address.checked_sub(*start)?).ok()?;
            (at < data.len()).then_some(at)
        };
        let found = self.code.iter().find_map(|section| of_section(section).map(|at| (section, at)));
        found.map_or(&[], |((_, data), at)| {
            data.get(at..data.len().min(at.saturating_add(most))).unwrap_or_default()
        })
    }

    /// The section with this name.
    pub fn section(&self, name: &str) -> Option<&DebugSection> {
        self.sections.iter().find(|section| section.name == name)
    }
}

/// Returns whether a section is for readers of debug information.
pub fn is_for_readers(name: &str) -> bool {
    name.starts_with(".debug_") || name.starts_with(".zdebug_") || name == ".eh_frame"
}

/// Address of the first section of an object file that has memory. All of them lie in the lowest address space of any target.
const FIRST: u64 = 0x1_0000;

/// Greatest alignment of a section that is kept.
const MOST_ALIGN: u64 = 0x1_0000;

/// Debug information of an object file, with its relocations carried out.
pub fn of_object(tools: &dyn Toolset, object: &ObjectFile) -> DebugFile {
    let mut file = DebugFile { name: object.name.clone(), flags: object.flags, ..DebugFile::default() };
    let mut next = FIRST;
    let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
    // Address of each section, and for those of readers number and distance in the joined section.
    let mut places: Vec<(u64, Option<(usize, usize)>)> = Vec::new();
    for section in &object.sections {
        let has_memory = section.flags & SECTION_ALLOC != 0;
        let mut address = 0;
        if has_memory {
            next = next.next_multiple_of(section.align.clamp(1, MOST_ALIGN));
            address = next;
            next = next.wrapping_add(section.size) & 0x7fff_ffff;
            if section.flags & SECTION_EXECUTE != 0 {
                file.code.push((address, section.data.clone()));
            }
        }
        let mut joined = None;
        if is_for_readers(&section.name) {
            let number = *numbers.entry(section.name.as_str()).or_insert_with(|| {
                file.sections.push(DebugSection {
                    name: section.name.clone(),
                    flags: section.flags,
                    address,
                    data: Vec::new(),
                });
                file.sections.len() - 1
            });
            if let Some(kept) = file.sections.get_mut(number) {
                let start = kept.data.len();
                kept.data.extend_from_slice(&section.data);
                address = kept.address.wrapping_add(start as u64);
                joined = Some((number, start));
            }
        }
        places.push((address, joined));
    }
    file.places = places.iter().map(|(address, _)| *address).collect();
    if !object.annotations.frames.is_empty() && !numbers.contains_key(".debug_frame") {
        let data = frame_info::debug_frame(&object.annotations.frames, &file.places);
        let name = ".debug_frame".to_owned();
        file.sections.push(DebugSection { name, data, ..DebugSection::default() });
    }
    let address_of = |place: SymbolPlace| match place {
        SymbolPlace::Section(index) => places.get(index).map(|(address, _)| *address),
        SymbolPlace::Absolute => Some(0),
        SymbolPlace::Undefined | SymbolPlace::Common => None,
    };
    for (section, (address, joined)) in object.sections.iter().zip(&places) {
        let Some((number, start)) = *joined else { continue };
        let site = |relocation: &Relocation| {
            let symbol = relocation.symbol.and_then(|index| object.symbols.get(index));
            let value = symbol.and_then(|s| Some(address_of(s.place)?.wrapping_add(s.value))).unwrap_or(0);
            let offset = usize::try_from(relocation.offset).ok()?;
            let site = Site {
                kind: relocation.kind,
                symbol: value,
                addend: relocation.addend,
                place: address.wrapping_add(relocation.offset),
                section: *address,
                image_base: 0,
                got: 0,
            };
            Some((offset, site))
        };
        let sites: Vec<(usize, Site)> = section.relocations.iter().filter_map(site).collect();
        let data = file.sections.get_mut(number).and_then(|kept| {
            let end = start.checked_add(section.data.len())?;
            kept.data.get_mut(start..end)
        });
        file.failed += data.map_or(0, |data| tools.relocate_data(&sites, data));
    }
    for symbol in &object.symbols {
        let in_section = matches!(symbol.place, SymbolPlace::Section(_));
        let Some(start) = address_of(symbol.place).filter(|_| in_section && !symbol.name.is_empty()) else {
            continue;
        };
        file.symbols.push(DebugSymbol {
            name: symbol.name.clone(),
            address: start.wrapping_add(symbol.value),
            kind: symbol.kind,
            binding: symbol.binding,
        });
    }
    file
}
