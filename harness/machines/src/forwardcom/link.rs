//! Linking.
//!
//! The order and the places of sections are those of the vendor's linker and of its emulator's loader, so that
//! a program has the same distances as there; see [`loader`].

mod weak;

use rustc_hash::FxHashMap;
use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};

use super::elf::{flags, kind, raw_flags, section_flags};
use super::loader;
use super::relocation::{Base, LOAD_TIME, Part, Relocation};
use crate::executable::{Executable, LinkedSymbol, LoadFixup, OutputSection, PlacedInput, Segment};
use crate::link::{
    DuplicateSymbol, Entry, LinkError, LinkOptions, Reference, RelocationError, RelocationFailure,
    UndefinedSymbol,
};
use crate::object_file::{Binding, ObjectFile, Section, Symbol, SymbolPlace};

/// The symbols that the linker defines: what ip-relative scaled pointers, the data pointer and the thread
/// pointer stand for.
pub const BASE_SYMBOLS: [&str; 3] = ["__ip_base", "__datap_base", "__threadp_base"];

/// Stores a relocated value in a field.
///
/// # Errors
///
/// The value does not fit, is no multiple of the field's unit, or the field is cut off.
pub fn store_field(relocation: &Relocation, value: u64, field: &mut [u8]) -> Result<(), RelocationError> {
    let size = relocation.size();
    if size == 0 {
        return Err(RelocationError::Unknown);
    }
    let unit = 1u64.checked_shl(relocation.scale.into()).ok_or(RelocationError::Unknown)?;
    if value & (unit - 1) != 0 {
        return Err(RelocationError::Misaligned { value, unit });
    }
    let scaled = value as i64 >> relocation.scale;
    let bits = 8 * u32::from(size);
    let (whole, shift) = match relocation.part() {
        Part::All => (bits, 0),
        Part::Low => (2 * bits, 0),
        Part::High => (2 * bits, bits),
    };
    if whole < 64 {
        let (minimum, maximum) = (-(1i64 << (whole - 1)), (1i64 << (whole - 1)) - 1);
        if scaled < minimum || scaled > maximum {
            return Err(RelocationError::Overflow { value: scaled, minimum, maximum });
        }
    }
    let available = field.len();
    let needed = usize::from(size);
    let Some(place) = field.get_mut(..needed) else {
        return Err(RelocationError::Truncated { needed, available });
    };
    for (to, from) in place.iter_mut().zip((scaled >> shift).to_le_bytes()) {
        *to = from;
    }
    Ok(())
}

/// The options for programs in the default memory map: at the addresses that the loader gives them, from
/// `__entry_point`, with the host's functions.
pub fn link_options() -> LinkOptions {
    LinkOptions {
        entry: Entry::Prefer(vec!["__entry_point".to_owned()]),
        served: super::runtime::addresses(&loader::HOST_WINDOW),
        ..LinkOptions::default()
    }
}

/// Registers that any function may change, in either file.
const FREE: [u32; 2] = [0xFFFF; 2];

/// Space behind every section of constants in front of code that cannot be read, as the vendor's linker leaves it.
const SPACE_BEHIND_CONSTANTS: u64 = 16;
/// Word in the gaps between pieces of code.
const FILLER: u32 = 0x7FFF_FFFF;
/// Size of an event record.
const EVENT: usize = 16;

/// Order of the kinds of sections in a program, and the program header that each belongs to.
fn rank(raw: u32, nobits: bool) -> (u8, u8) {
    let space = u8::from(nobits);
    match loader::group(raw) {
        0 if raw & flags::EVENT != 0 => (0, 0),
        0 if raw & flags::EXECUTE == 0 => (1, 0),
        0 => (2, 1),
        1 => (3 + space, 2),
        _ => (5 + space, 3),
    }
}

/// An input section that takes part.
struct Input<'a> {
    object: usize,
    index: usize,
    section: &'a Section,
    raw: u32,
    rank: (u8, u8),
    address: u64,
    /// Index of its section of the program.
    output: usize,
}

/// The objects, and what is known of their sections and symbols.
struct Linker<'a> {
    objects: &'a [&'a ObjectFile],
    options: &'a LinkOptions,
    /// Address and section of the program of each input section, by object and index.
    placed: FxHashMap<(usize, usize), (u64, usize)>,
    /// Values of [`BASE_SYMBOLS`].
    bases: [u64; 3],
    globals: FxHashMap<&'a str, Definition>,
}

/// A definition that others may refer to.
#[derive(Clone)]
struct Definition {
    object: usize,
    linked: LinkedSymbol,
    constant: bool,
    registers: Option<[u32; 2]>,
}

/// Links objects. Of the options the layout is left aside: sections lie where the loader puts them.
///
/// # Errors
///
/// The first kind of problem met, with all its occurrences.
pub fn link<O: Borrow<ObjectFile>>(objects: &[O], options: &LinkOptions) -> Result<Executable, LinkError> {
    let mut objects: Vec<&ObjectFile> = objects.iter().map(Borrow::borrow).collect();
    let stub = weak::functions(&objects, options);
    objects.extend(&stub);
    let mut inputs = inputs(&objects);
    let mut program = Executable { machine: super::elf::MACHINE, ..Executable::default() };
    let bases = place_inputs(&mut inputs, &mut program, options)?;
    let placed = inputs.iter().map(|one| ((one.object, one.index), (one.address, one.output))).collect();
    let mut linker = Linker { objects: &objects, options, placed, bases, globals: FxHashMap::default() };
    linker.define(&program)?;
    linker.check_register_use()?;
    linker.relocate(&inputs, &mut program)?;
    sort_events(&mut program);
    linker.locals(&mut program);
    let mut globals: Vec<(&str, LinkedSymbol)> =
        linker.globals.into_iter().map(|(name, one)| (name, one.linked)).collect();
    globals.sort_unstable_by_key(|(name, _)| *name);
    program.globals = globals.into_iter().map(|(name, one)| (name.to_owned(), one)).collect();
    program.entry = match &options.entry {
        Entry::Symbol(name) => program.address_of(name).ok_or_else(|| LinkError::NoEntry(name.clone()))?,
        Entry::Prefer(names) => {
            let named = names.iter().find_map(|name| program.address_of(name));
            let code = program.sections.iter().find(|section| section.flags & 4 != 0 && section.size > 0);
            named.or(code.map(|section| section.address)).unwrap_or(loader::IMAGE)
        }
    };
    program.segments.retain(|segment| segment.memory_size > 0);
    Ok(program)
}

/// The sections that go into the program, in its order. Of communal sections of one name the first one does.
fn inputs<'a>(objects: &[&'a ObjectFile]) -> Vec<Input<'a>> {
    let mut all = Vec::new();
    let mut communal = BTreeSet::new();
    for (object, file) in objects.iter().enumerate() {
        for (index, section) in file.sections.iter().enumerate() {
            let raw = raw_flags(section.flags);
            if raw & flags::ALLOC == 0 {
                continue;
            }
            if section.kind == u32::from(kind::COMMUNAL) && !communal.insert(section.name.clone()) {
                continue;
            }
            let rank = rank(raw, section.kind == 8);
            all.push(Input { object, index, section, raw, rank, address: 0, output: 0 });
        }
    }
    all.sort_by(|a, b| (a.rank, &a.section.name, a.object).cmp(&(b.rank, &b.section.name, b.object)));
    all
}

/// Gives every section its address, and makes the program's segments and sections. The result is the addresses
/// of the three base pointers.
fn place_inputs(
    inputs: &mut [Input<'_>],
    program: &mut Executable,
    options: &LinkOptions,
) -> Result<[u64; 3], LinkError> {
    let total: u64 = inputs.iter().fold(0, |sum, one| sum.saturating_add(one.section.size));
    if total > options.size_limit {
        return Err(LinkError::TooLarge { limit: options.size_limit });
    }
    let starts = [loader::IMAGE, loader::STACK_TOP];
    let mut at = starts[0];
    let mut first = true;
    let mut last_header = None;
    let mut threads = starts[1];
    let align = |at: u64, align: u64| at.checked_next_multiple_of(align.max(1));
    let hidden_code = inputs.iter().find(|one| one.rank.1 == 1).is_some_and(|one| one.raw & flags::READ == 0);
    let constants = inputs.iter().any(|one| one.rank.0 == 1);
    let has_space = |rank: u8| hidden_code && (rank == 1 || rank == 0 && !constants);
    for one in inputs.iter_mut() {
        let header = one.rank.1;
        let overflow = |one: &Input<'_>, address: u64| LinkError::AddressSpace {
            section: one.section.name.clone(),
            address,
            size: one.section.size,
        };
        if last_header != Some(header) {
            // The end of one segment and the start of the next.
            at = match (last_header, header) {
                (Some(0 | 1) | None, 2 | 3) => Some(starts[1]),
                _ => align(at, 8),
            }
            .ok_or_else(|| overflow(one, at))?;
            if header == 3 {
                threads = at;
            }
            first = true;
        }
        let aligned = align(at, one.section.align).ok_or_else(|| overflow(one, at))?;
        one.address = aligned;
        // Every section takes up a multiple of 8 bytes.
        let size = one.section.size.checked_next_multiple_of(8);
        let space = if has_space(one.rank.0) { SPACE_BEHIND_CONSTANTS } else { 0 };
        at = size
            .and_then(|size| aligned.checked_add(size)?.checked_add(space))
            .ok_or_else(|| overflow(one, aligned))?;
        if first {
            // Gaps belong to the segment in front.
            if let Some(before) =
                program.segments.last_mut().filter(|_| last_header.is_some_and(|last| last / 2 == header / 2))
            {
                before.memory_size = aligned - before.address;
            }
            let flags = one.raw & 7;
            program.segments.push(Segment { address: aligned, flags, ..Segment::default() });
            first = false;
        }
        if let Some(segment) = program.segments.last_mut() {
            extend_segment(segment, one, at);
        }
        extend_sections(&mut program.sections, one, last_header == Some(header));
        one.output = program.sections.len() - 1;
        last_header = Some(header);
    }
    check_room(inputs)?;
    Ok(base_pointers(inputs, starts, threads))
}

/// Puts a section that has its address behind what a segment holds; `end` is where the next one may begin.
fn extend_segment(segment: &mut Segment, one: &Input<'_>, end: u64) {
    let size = end - segment.address;
    segment.memory_size = size.next_multiple_of(8);
    segment.flags |= one.raw & 7;
    if one.section.kind == 8 {
        return;
    }
    let filler = if one.raw & flags::EXECUTE != 0 { FILLER.to_le_bytes() } else { [0; 4] };
    let from = segment.data.len();
    segment.data.resize((one.address - segment.address) as usize, 0);
    for (offset, byte) in segment.data.iter_mut().enumerate().skip(from) {
        *byte = filler[offset % 4];
    }
    segment.data.extend_from_slice(&one.section.data);
}

/// Adds a section that has its address to the program's sections: to the last one, if that has the same name
/// and kind and lies in the same segment.
fn extend_sections(sections: &mut Vec<OutputSection>, one: &Input<'_>, same_segment: bool) {
    let (address, size) = (one.address, one.section.size);
    let (section, index) = (one.section.name.clone(), Some(one.index));
    let placed = PlacedInput { object: one.object, section, index, address, size };
    let kind = if one.section.kind == 8 { 8 } else { 1 };
    let joins = |last: &OutputSection| last.name == one.section.name && last.kind == kind && same_segment;
    match sections.last_mut().filter(|last| joins(last)) {
        Some(last) => {
            last.size = address + size - last.address;
            last.align = last.align.max(one.section.align);
            last.inputs.push(placed);
        }
        None => sections.push(OutputSection {
            name: one.section.name.clone(),
            address,
            size,
            kind,
            flags: section_flags(one.raw),
            align: one.section.align,
            inputs: vec![placed],
        }),
    }
}

/// Checks that every section lies in the simulator's memory.
fn check_room(inputs: &[Input<'_>]) -> Result<(), LinkError> {
    let map_end = [loader::IMAGE_SIZE, loader::STACK_TOP + loader::DATA_SIZE];
    for one in inputs {
        let limit = map_end[usize::from(one.rank.1 >= 2)];
        if one.address.saturating_add(one.section.size) > limit {
            return Err(LinkError::Overlap {
                section: one.section.name.clone(),
                address: one.address,
                size: one.section.size,
                other: "the end of memory".to_owned(),
                other_address: limit,
            });
        }
    }
    Ok(())
}

/// Values of the instruction pointer's, the data pointer's and the thread pointer's base symbols.
fn base_pointers(inputs: &[Input<'_>], starts: [u64; 2], threads: u64) -> [u64; 3] {
    let code = inputs.iter().find(|one| one.raw & flags::EXECUTE != 0).map_or(starts[0], |one| one.address);
    let data =
        |space: bool| inputs.iter().filter(move |one| one.rank.1 == 2 && (one.section.kind == 8) == space);
    let space = data(true).next().map(|one| one.address);
    // Without space the start of the last section with contents.
    let datap = space.or(data(false).next_back().map(|one| one.address)).unwrap_or(starts[1]);
    [code, datap, threads]
}

/// The registers that a function changes, or may change as its caller knows it; `None` where nothing is said.
fn registers_of(file: &ObjectFile, symbol: usize) -> Option<[u32; 2]> {
    let note = file.annotations.symbols.get(&symbol)?;
    (note.attributes & flags::REGISTER_USE != 0).then_some(note.registers)
}

/// The contents of a program from an address on, to the end of its segment.
pub(super) fn contents_at(segments: &mut [Segment], address: u64) -> Option<&mut [u8]> {
    let holds = |one: &&mut Segment| address.wrapping_sub(one.address) < one.memory_size;
    let segment = segments.iter_mut().find(holds)?;
    segment.data.get_mut(usize::try_from(address - segment.address).ok()?..)
}

impl<'a> Linker<'a> {
    /// A symbol with its address, if it is defined in its object.
    fn linked(&self, object: usize, symbol: &Symbol) -> Option<LinkedSymbol> {
        let (address, section) = match symbol.place {
            SymbolPlace::Absolute => (symbol.value, None),
            SymbolPlace::Section(section) => {
                let &(start, output) = self.placed.get(&(object, section))?;
                (start.wrapping_add(symbol.value), Some(output))
            }
            SymbolPlace::Undefined | SymbolPlace::Common => return None,
        };
        let (size, kind, binding) = (symbol.size, symbol.kind, symbol.binding);
        Some(LinkedSymbol { address, size, kind, binding, section })
    }

    /// Finds the definitions of all global and weak symbols.
    fn define(&mut self, program: &Executable) -> Result<(), LinkError> {
        let mut duplicates = Vec::new();
        for (object, file) in self.objects.iter().enumerate() {
            for (index, symbol) in file.symbols.iter().enumerate() {
                if symbol.binding == Binding::Local {
                    continue;
                }
                let Some(linked) = self.linked(object, symbol) else { continue };
                let constant = symbol.place == SymbolPlace::Absolute;
                let new = Definition { object, linked, constant, registers: registers_of(file, index) };
                let Some(old) = self.globals.get_mut(symbol.name.as_str()) else {
                    self.globals.insert(&symbol.name, new);
                    continue;
                };
                match (old.linked.binding, symbol.binding) {
                    (Binding::Weak, Binding::Global) => *old = new,
                    (Binding::Global, Binding::Global) => {
                        let name = |object: usize| self.objects.get(object).map(|file| file.name.clone());
                        duplicates.push(DuplicateSymbol {
                            name: symbol.name.clone(),
                            first: name(old.object).unwrap_or_default(),
                            second: file.name.clone(),
                        });
                    }
                    _ => {}
                }
            }
        }
        if !duplicates.is_empty() {
            return Err(LinkError::Duplicate(duplicates));
        }
        let mut add = |name: &'a str, address: u64, constant: bool| {
            let linked = LinkedSymbol { address, size: 0, kind: 0, binding: Binding::Weak, section: None };
            let new = Definition { object: usize::MAX, linked, constant, registers: None };
            self.globals.entry(name).or_insert(new);
        };
        for (name, address) in BASE_SYMBOLS.into_iter().zip(self.bases) {
            add(name, address, false);
        }
        let events = || program.sections.iter().filter(|section| is_event(section));
        add("__event_table", events().next().map_or(loader::IMAGE, |section| section.address), false);
        add("__event_table_num", events().map(|section| section.size).sum::<u64>() / EVENT as u64, true);
        for (name, &value) in &self.options.defined {
            add(name, value, false);
        }
        Ok(())
    }

    /// A caller must be right about the registers that a function may change; one that says nothing of them expects
    /// what may change anyway.
    fn check_register_use(&self) -> Result<(), LinkError> {
        for file in self.objects {
            let symbols = file.symbols.iter().enumerate();
            for (index, symbol) in symbols.filter(|(_, symbol)| symbol.place == SymbolPlace::Undefined) {
                let definition =
                    self.globals.get(symbol.name.as_str()).filter(|one| one.object != usize::MAX);
                let Some(definition) = definition else { continue };
                let said = registers_of(file, index);
                let expected = said.unwrap_or(FREE);
                let Some(used) = definition.registers.or(said.map(|_| FREE)) else { continue };
                if used.iter().zip(expected).any(|(used, expected)| used & !expected != 0) {
                    return Err(LinkError::BadObject {
                        object: file.name.clone(),
                        text: format!(
                            "`{}` changes the registers {:#x} and {:#x}, more than {:#x} and {:#x} as expected here",
                            symbol.name, used[0], used[1], expected[0], expected[1]
                        ),
                    });
                }
            }
        }
        Ok(())
    }

    /// A symbol's value for a relocation of an object, and whether it is a constant; its name if it is not defined.
    fn value_of(&self, object: usize, index: Option<usize>) -> Result<(u64, bool), String> {
        let Some(index) = index else { return Ok((0, true)) };
        let symbol =
            self.objects.get(object).and_then(|file| file.symbols.get(index)).ok_or_else(String::new)?;
        if symbol.binding == Binding::Local {
            let linked = self.linked(object, symbol).ok_or_else(|| symbol.name.clone())?;
            return Ok((linked.address, symbol.place == SymbolPlace::Absolute));
        }
        let global = self.globals.get(symbol.name.as_str()).map(|one| (one.linked.address, one.constant));
        let served = || self.options.address_for(&symbol.name).map(|address| (address, false));
        let weak = || (symbol.binding == Binding::Weak).then_some((0, true));
        global.or_else(served).or_else(weak).ok_or_else(|| symbol.name.clone())
    }

    fn relocate(&self, inputs: &[Input<'_>], program: &mut Executable) -> Result<(), LinkError> {
        let mut undefined: BTreeMap<String, Vec<Reference>> = BTreeMap::new();
        let mut failures = Vec::new();
        for input in inputs {
            let Some(file) = self.objects.get(input.object) else { continue };
            for (number, one) in input.section.relocations.iter().enumerate() {
                let at = || Reference {
                    object: file.name.clone(),
                    section: input.section.name.clone(),
                    offset: one.offset,
                };
                let reference = file.annotations.references.get(&(input.index, number)).copied();
                let values = self.value_of(input.object, one.symbol);
                let values = values.and_then(|symbol| Ok((symbol, self.value_of(input.object, reference)?)));
                let ((symbol, constant), (second, _)) = match values {
                    Ok(values) => values,
                    Err(name) => {
                        undefined.entry(name).or_default().push(at());
                        continue;
                    }
                };
                let relocation = Relocation::of(one.kind);
                let place = input.address.wrapping_add(one.offset);
                let [ip, datap, threadp] = self.bases;
                let base = match relocation.base {
                    Base::Absolute | Base::Other => 0,
                    Base::Itself => place,
                    Base::IpBase => ip,
                    Base::DatapBase => datap,
                    Base::ThreadpBase => threadp,
                    Base::Symbol => second,
                };
                let value = symbol.wrapping_add_signed(one.addend).wrapping_sub(base);
                let field = contents_at(&mut program.segments, place).unwrap_or_default();
                let stored = match relocation.base {
                    Base::Other => Err(RelocationError::Unknown),
                    _ => store_field(&relocation, value, field),
                };
                match stored {
                    Ok(()) if relocation.base == Base::Absolute && !constant => {
                        program.load_fixups.push(LoadFixup { place, kind: one.kind | LOAD_TIME, value });
                    }
                    Ok(()) => {}
                    Err(reason) => failures.push(RelocationFailure {
                        at: at(),
                        kind: one.kind,
                        name: super::relocation::name(one.kind).unwrap_or("unknown relocation"),
                        symbol: one
                            .symbol
                            .and_then(|index| file.symbols.get(index))
                            .map_or("*ABS*".to_owned(), |one| one.name.clone()),
                        reason,
                    }),
                }
            }
        }
        if !undefined.is_empty() {
            let list = undefined.into_iter().map(|(name, references)| UndefinedSymbol { name, references });
            return Err(LinkError::Undefined(list.collect()));
        }
        if failures.is_empty() { Ok(()) } else { Err(LinkError::Relocations(failures)) }
    }

    /// Fills the table of local symbols.
    fn locals(&self, program: &mut Executable) {
        for (object, file) in self.objects.iter().enumerate() {
            for symbol in file.symbols.iter().filter(|symbol| symbol.binding == Binding::Local) {
                if let Some(one) = self.linked(object, symbol) {
                    let table = program.locals.entry(file.name.clone()).or_default();
                    table.entry(symbol.name.clone()).or_insert(one);
                }
            }
        }
    }
}

/// True if a section holds event records.
fn is_event(section: &OutputSection) -> bool {
    raw_flags(section.flags) & flags::EVENT != 0
}

/// Sorts event records by event, key and falling priority.
fn sort_events(program: &mut Executable) {
    for section in program.sections.iter().filter(|section| is_event(section) && section.kind != 8) {
        let contents = contents_at(&mut program.segments, section.address);
        let Some(bytes) = contents.and_then(|bytes| bytes.get_mut(..section.size as usize)) else { continue };
        let word = |record: &[u8], at: usize| {
            record.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |bytes| u32::from_le_bytes(*bytes))
        };
        let mut records: Vec<Vec<u8>> = bytes.chunks_exact(EVENT).map(<[u8]>::to_vec).collect();
        records.sort_by_key(|record| (word(record, 12), word(record, 8), std::cmp::Reverse(word(record, 4))));
        for (to, from) in bytes.chunks_exact_mut(EVENT).zip(records) {
            to.copy_from_slice(&from);
        }
    }
}
