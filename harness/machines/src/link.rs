//! The linker that all targets share: objects and options in, a linked program out.
//!
//! It merges sections by name in the order of the layout, places them, resolves symbols and hands each
//! relocation to the target. It works as `ld` does with a script that has one statement
//! `*(PATTERN ...)` per output section: input sections keep the order of the objects and, in an
//! object, that of the file. Sections without the alloc flag are left out, and all groups with a signature
//! (COMDAT) but the first.

mod error;
pub(crate) mod flat;
mod got;
mod groups;
mod layout;
mod library;
mod room;
mod symbols;

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::ops::Range;

pub use error::{DuplicateSymbol, LinkError, Reference, RelocationError, RelocationFailure, UndefinedSymbol};
pub use library::{definitions, needed_members, references, with_members};
pub use room::{Share, shares};

use crate::executable::{Executable, Segment, thread_storage};
use crate::fixup::FixupKind;
use crate::object_file::ObjectFile;

/// Raw `sh_flags` bit: the program writes to the section.
pub const SECTION_WRITE: u64 = 1;
/// Raw `sh_flags` bit: the section takes up memory.
pub const SECTION_ALLOC: u64 = 2;
/// Raw `sh_flags` bit: the section holds instructions.
pub const SECTION_EXECUTE: u64 = 4;
/// Raw `sh_flags` bit: every thread has its own copy of the section.
pub const SECTION_TLS: u64 = 0x400;
/// Raw `sh_flags` bit: the linker leaves the section out.
pub const SECTION_EXCLUDE: u64 = 0x8000_0000;
/// Raw `sh_type` of a section without contents in the file.
pub const SECTION_NOBITS: u32 = 8;

/// Pattern that stands for the common symbols in a [`SectionRule`].
pub const COMMON: &str = "COMMON";

/// Pattern that stands for the global offset table in a [`SectionRule`]. Without a rule that has it the
/// table becomes an output section `.got` behind all others.
pub const GOT: &str = "GOT";

/// Start of an output section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// At this address.
    At(u64),
    /// Behind the previous output section, at the next multiple of its alignment.
    After,
}

/// One output section of the layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionRule {
    /// Name of the output section.
    pub name: String,
    /// Input sections that it takes: exact names, names with a final `*` for any rest, [`COMMON`]
    /// or [`GOT`]. An input section goes to the first rule that takes it.
    pub patterns: Vec<String>,
    /// Its start.
    pub place: Place,
    /// Least alignment in bytes, a power of two.
    pub align: u64,
    /// Bytes of space in front of its inputs.
    pub space: u64,
    /// Symbols defined as its first address, if objects do not define them.
    pub start_symbols: Vec<String>,
    /// Symbols defined as the address behind it, if objects do not define them.
    pub end_symbols: Vec<String>,
}

impl SectionRule {
    /// A rule without symbols of its own, aligned as its inputs need.
    pub fn new(name: &str, patterns: &[&str], place: Place) -> Self {
        Self {
            name: name.to_string(),
            patterns: patterns.iter().map(ToString::to_string).collect(),
            place,
            align: 1,
            space: 0,
            start_symbols: Vec::new(),
            end_symbols: Vec::new(),
        }
    }

    /// True if the rule takes input sections of a name.
    pub fn takes(&self, name: &str) -> bool {
        self.patterns.iter().any(|pattern| match pattern.strip_suffix('*') {
            Some(prefix) => name.starts_with(prefix),
            None => pattern == name && pattern != COMMON && pattern != GOT,
        })
    }

    /// The rule with a least alignment in bytes, a power of two.
    #[must_use]
    pub fn aligned(self, align: u64) -> Self {
        Self { align, ..self }
    }

    /// The rule with bytes of space in front of its inputs.
    #[must_use]
    pub fn with_space(self, space: u64) -> Self {
        Self { space, ..self }
    }

    /// The rule with symbols at its first address and behind its end.
    #[must_use]
    pub fn marked(self, start: &[&str], end: &[&str]) -> Self {
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        Self { start_symbols: names(start), end_symbols: names(end), ..self }
    }
}

/// The program's first instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// The address of this symbol; an error if nothing defines it.
    Symbol(String),
    /// The address of the first of these symbols that is defined, else the start of the first
    /// section with instructions, else 0.
    Prefer(Vec<String>),
}

impl Entry {
    /// The address of the first of these symbols that is defined.
    pub fn first_of(symbols: &[&str]) -> Self {
        Self::Prefer(symbols.iter().map(ToString::to_string).collect())
    }
}

/// Options of the linker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkOptions {
    /// The output sections in order. Sections that no rule takes go behind the last output section
    /// of the same kind under their own name, as `ld` does with orphans.
    pub layout: Vec<SectionRule>,
    /// The program's first instruction.
    pub entry: Entry,
    /// Symbols with given values, as by `--defsym`; an object that defines one too is an error.
    pub defined: BTreeMap<String, u64>,
    /// Addresses for symbols that objects refer to and none defines, such as host-served runtime
    /// functions.
    pub served: BTreeMap<String, u64>,
    /// Symbols that objects refer to and none defines, for which the linker makes space as for common symbols: sizes in bytes,
    /// powers of two to which they are aligned.
    pub provided: BTreeMap<String, u64>,
    /// Addresses for symbols that objects refer to and none defines, whose names are one of these followed by a decimal
    /// number.
    pub numbered: Vec<(String, u64)>,
    /// Address ranges that sections must not touch, as (first address, size in bytes, name).
    pub reserved: Vec<(u64, u64, String)>,
    /// Largest sum of section sizes in bytes.
    pub size_limit: u64,
}

impl Default for LinkOptions {
    /// No layout, nothing defined, 256 MiB.
    fn default() -> Self {
        Self {
            layout: Vec::new(),
            entry: Entry::first_of(&["_start"]),
            defined: BTreeMap::new(),
            served: BTreeMap::new(),
            provided: BTreeMap::new(),
            numbered: Vec::new(),
            reserved: Vec::new(),
            size_limit: 256 << 20,
        }
    }
}

impl LinkOptions {
    /// The address for a symbol that objects refer to and none defines, if there is one.
    pub fn address_for(&self, name: &str) -> Option<u64> {
        self.served.get(name).copied().or_else(|| self.numbered_address(name))
    }

    /// The address for a symbol with a number that is [`numbered`](Self::numbered).
    fn numbered_address(&self, name: &str) -> Option<u64> {
        let is_meant = |stem: &str| name.strip_prefix(stem).is_some_and(is_number);
        self.numbered.iter().find(|(stem, _)| is_meant(stem)).map(|(_, address)| *address)
    }
}

/// True if a text is a number as it is written: digits without leading zeros.
fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
        && text.parse::<usize>().is_ok()
        && (text.len() == 1 || !text.starts_with('0'))
}

/// One relocation with everything its formula may need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Site {
    /// The target's relocation number.
    pub kind: u32,
    /// S: value of the symbol, 0 when the relocation names none or a weak undefined one. For a
    /// relocation of which [`LinkTarget::uses_got`] is true, the offset in bytes of the symbol's slot
    /// from the start of the global offset table, or the slot's address where the target
    /// [says so](LinkTarget::slots_are_addresses). Where [`LinkTarget::counts_from_tls`] is true it counts
    /// from the [thread pointer](LinkTarget::thread_pointer).
    pub symbol: u64,
    /// A: the addend.
    pub addend: i64,
    /// P: address of the field.
    pub place: u64,
    /// Address of the input section that holds the field.
    pub section: u64,
    /// Lowest address of the program.
    pub image_base: u64,
    /// GOT: address of the global offset table, 0 when there is none.
    pub got: u64,
}

impl Site {
    /// S + A, modulo 2^64.
    pub const fn value(&self) -> u64 {
        self.symbol.wrapping_add_signed(self.addend)
    }
}

/// The interface of a target to the linker.
pub trait LinkTarget {
    /// `e_machine` of its objects and programs.
    fn machine(&self) -> u16;

    /// Width of an address in bits, 32 or 64.
    fn address_bits(&self) -> u32 {
        32
    }

    /// The meaning of every relocation number.
    fn fixup_kinds(&self) -> &'static [FixupKind];

    /// The meaning of a relocation number.
    fn relocation(&self, number: u32) -> Option<&'static FixupKind> {
        FixupKind::find(self.fixup_kinds(), number).filter(|kind| kind.is_relocation)
    }

    /// The name of a relocation number, for messages.
    fn relocation_name(&self, number: u32) -> Option<&'static str> {
        self.relocation(number).map(|kind| kind.name)
    }

    /// The address from which the value of a relocation counts.
    fn origin(&self, kind: &FixupKind, site: &Site) -> u64 {
        if kind.pc_relative { site.place } else { 0 }
    }

    /// Returns whether a relocation is about its symbol's slot in the global offset table, which the linker
    /// makes: one address for each such symbol, in the order of the relocations.
    fn uses_got(&self, kind: u32) -> bool {
        let _ = kind;
        false
    }

    /// Returns whether relocations about slots of the global offset table take their addresses, and not their
    /// offsets in the table.
    fn slots_are_addresses(&self) -> bool {
        false
    }

    /// Returns whether a relocation is about its symbol's offset from the thread pointer; one that is about a slot too,
    /// whether the slot holds that offset.
    fn counts_from_tls(&self, kind: u32) -> bool {
        let _ = kind;
        false
    }

    /// The thread pointer of the only thread, whose storage is where it is linked: the addresses of the storage, and its
    /// alignment.
    fn thread_pointer(&self, storage: Range<u64>, align: u64) -> u64 {
        let _ = align;
        storage.start
    }

    /// A value as the machine's registers have it, with its sign.
    fn signed(&self, value: u64) -> i64 {
        if self.address_bits() > 32 { value as i64 } else { (value as u32 as i32).into() }
    }

    /// Applies one relocation. `field` starts at the relocated place and reaches to the end of the
    /// section, so it may be shorter than the relocation needs.
    ///
    /// Values are taken modulo 2 to the number of an address's bits, and as signed where they are checked.
    fn relocate(&self, site: &Site, field: &mut [u8]) -> Result<(), RelocationError> {
        let kind = self.relocation(site.kind).ok_or(RelocationError::Unknown)?;
        kind.relocate(field, self.signed(site.value().wrapping_sub(self.origin(kind, site))))
    }
}

/// Links objects into a program.
///
/// # Errors
///
/// The first kind of problem met is reported, with all its occurrences: sections that cannot be
/// placed, duplicate definitions, undefined symbols with who refers to them, relocations that fail.
pub fn link<T: LinkTarget, O: Borrow<ObjectFile>>(
    target: &T,
    objects: &[O],
    options: &LinkOptions,
) -> Result<Executable, LinkError> {
    let objects: Vec<&ObjectFile> = objects.iter().map(Borrow::borrow).collect();
    let objects = objects.as_slice();
    let left_out = groups::left_out(objects);
    let mut layout = layout::place(objects, &left_out, options)?;
    let got = got::Got::collect(target, objects, &mut layout);
    layout.assign(options, target.address_bits())?;
    let symbols = symbols::resolve(objects, &left_out, &mut layout, options, target.address_bits())?;
    layout.check(options)?;
    symbols.check_references(objects, &layout)?;
    let contents = relocate_all(target, objects, &layout, &symbols, &got)?;
    let entry = symbols.entry(&options.entry, &layout)?;
    let flags = objects.first().map_or(0, |object| object.flags);
    let mut segments = Vec::new();
    for section in &mut layout.sections {
        // Sections without inputs too: symbols may mark their place.
        section.flags |= SECTION_ALLOC;
    }
    for (section, data) in layout.sections.iter().zip(contents) {
        if section.size > 0 {
            let write = if section.flags & SECTION_WRITE != 0 { 2 } else { 0 };
            let execute = if section.flags & SECTION_EXECUTE != 0 { 1 } else { 0 };
            segments.push(Segment {
                address: section.address,
                data,
                memory_size: section.size,
                flags: 4 | write | execute,
            });
        }
    }
    segments.sort_by_key(|segment| segment.address);
    let (globals, locals) = symbols.into_tables(objects, &layout);
    Ok(Executable {
        machine: target.machine(),
        flags,
        entry,
        segments,
        sections: layout.sections,
        globals,
        locals,
        ..Executable::default()
    })
}

/// The contents of every output section, relocated; empty for sections without contents.
fn relocate_all<T: LinkTarget>(
    target: &T,
    objects: &[&ObjectFile],
    layout: &layout::Layout<'_>,
    symbols: &symbols::Symbols<'_>,
    got: &got::Got<'_>,
) -> Result<Vec<Vec<u8>>, LinkError> {
    let image_base = layout.sections.iter().filter(|s| s.size > 0).map(|s| s.address).min().unwrap_or(0);
    let mut contents: Vec<Vec<u8>> = Vec::with_capacity(layout.sections.len());
    for section in &layout.sections {
        let size =
            if section.kind == SECTION_NOBITS { 0 } else { usize::try_from(section.size).unwrap_or(0) };
        contents.push(vec![0; size]);
    }
    let tls =
        thread_storage(&layout.sections).map_or(0, |(storage, align)| target.thread_pointer(storage, align));
    let table = got.contents(symbols, tls);
    let place = layout.got_place().and_then(|(output, offset)| {
        let start = usize::try_from(offset).ok()?;
        contents.get_mut(output)?.get_mut(start..)?.get_mut(..table.len())
    });
    if let Some(place) = place {
        place.copy_from_slice(&table);
    }
    let got_address = layout.got_address();
    let slots = if target.slots_are_addresses() { got_address } else { 0 };
    let mut failures = Vec::new();
    for (object_index, object) in objects.iter().enumerate() {
        for (section_index, section) in object.sections.iter().enumerate() {
            let Some(placed) = layout.placed(object_index, section_index) else { continue };
            let output_address = layout.sections.get(placed.output).map_or(0, |output| output.address);
            let start = usize::try_from(placed.address.wrapping_sub(output_address)).unwrap_or(usize::MAX);
            let bytes = contents
                .get_mut(placed.output)
                .and_then(|output| output.get_mut(start..)?.get_mut(..section.data.len()))
                .unwrap_or_default();
            if bytes.len() != section.data.len() {
                continue;
            }
            bytes.copy_from_slice(&section.data);
            for relocation in &section.relocations {
                let symbol = match relocation.symbol {
                    Some(index) if target.uses_got(relocation.kind) => slots.wrapping_add(got.offset(
                        object_index,
                        index,
                        target.counts_from_tls(relocation.kind),
                    )),
                    Some(index) if target.counts_from_tls(relocation.kind) => {
                        symbols.value(object_index, index).wrapping_sub(tls)
                    }
                    Some(index) => symbols.value(object_index, index),
                    None => 0,
                };
                let site = Site {
                    kind: relocation.kind,
                    symbol,
                    addend: relocation.addend,
                    place: placed.address.wrapping_add(relocation.offset),
                    section: placed.address,
                    image_base,
                    got: got_address,
                };
                let field =
                    usize::try_from(relocation.offset).ok().and_then(|offset| bytes.get_mut(offset..));
                if let Err(reason) = target.relocate(&site, field.unwrap_or_default()) {
                    failures.push(RelocationFailure {
                        at: Reference {
                            object: object.name.clone(),
                            section: section.name.clone(),
                            offset: relocation.offset,
                        },
                        kind: relocation.kind,
                        name: target.relocation_name(relocation.kind).unwrap_or("unknown relocation"),
                        symbol: symbols::symbol_name(object, relocation.symbol),
                        reason,
                    });
                }
            }
        }
    }
    if failures.is_empty() { Ok(contents) } else { Err(LinkError::Relocations(failures)) }
}
