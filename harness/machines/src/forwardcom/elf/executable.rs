//! Linked programs. Reading one does what a loader does: it places the groups and fills the fields that
//! depend on where they lie.

use std::collections::BTreeMap;

use super::raw::{self, File, ProgramHeader, Writer};
use super::{MACHINE, binding_of, flags, kind, raw_binding, raw_flags, section_flags, section_kind, symbol};
use crate::elf::{ElfError, Strings, WriteError};
use crate::executable::{Executable, LinkedSymbol, LoadFixup, OutputSection, Segment};
use crate::forwardcom::link::{BASE_SYMBOLS, contents_at, store_field};
use crate::forwardcom::loader::{IMAGE, Part, Placement, STACK_TOP, group, place};
use crate::forwardcom::relocation::{LOAD_TIME, Relocation};
use crate::object_file::Binding;

/// Bit of `e_flags`: fields are to be filled when the program is loaded.
const NEEDS_RELOCATION: u32 = 0x10;
/// Bit of `e_flags`: the program depends on where it lies.
const POSITION_DEPENDENT: u32 = 0x20;
/// Most program headers.
const MOST_PARTS: u64 = 4096;

/// Reads a linked program and places it in the default memory map.
///
/// # Errors
///
/// The fault in the file, and its place.
pub fn read_executable(name: &str, bytes: &[u8]) -> Result<Executable, ElfError> {
    let file = File::open(name, bytes, 2)?;
    let header = file.header;
    if u64::from(header.program_count) > MOST_PARTS {
        return Err(file.error(0x38, "too many program headers"));
    }
    let table = file.table(0x20, header.program_headers, header.program_count.into(), ProgramHeader::SIZE)?;
    let headers: Vec<ProgramHeader> =
        table.chunks_exact(ProgramHeader::SIZE as usize).map(ProgramHeader::read).collect();
    let part = |one: &ProgramHeader| Part {
        flags: one.flags,
        offset: one.address,
        size: one.memory_size,
        align: one.align,
    };
    let parts: Vec<Part> = headers.iter().map(part).collect();
    let placement = place(&parts)
        .ok_or_else(|| file.error(header.program_headers, "the program does not fit the address space"))?;
    let mut program = Executable { machine: MACHINE, flags: header.flags, ..Executable::default() };
    program.entry = placement.bases[0].wrapping_add(header.entry);
    for (number, (one, &address)) in headers.iter().zip(&placement.addresses).enumerate() {
        let at = header.program_headers.saturating_add(number as u64 * ProgramHeader::SIZE);
        let data = file
            .range(one.offset, one.file_size)
            .ok_or_else(|| file.error(at, "the segment reaches over the end of the file"))?;
        if one.memory_size < one.file_size {
            return Err(file.error(at, "the segment has more bytes in the file than in memory"));
        }
        if one.memory_size > 0 {
            let (flags, memory_size) = (one.flags & 7, one.memory_size);
            program.segments.push(Segment { address, data: data.to_vec(), memory_size, flags });
        }
    }
    program.segments.sort_by_key(|segment| segment.address);
    let numbers = read_sections(&file, &placement, &mut program)?;
    let symbols = read_symbols(&file, &numbers, &mut program)?;
    let bases = header.bases.into_iter().zip(placement.bases);
    for (name, (offset, base)) in BASE_SYMBOLS.into_iter().zip(bases) {
        let address = base.wrapping_add(offset);
        let one = LinkedSymbol { address, size: 0, kind: 0, binding: Binding::Weak, section: None };
        program.globals.entry(name.to_owned()).or_insert(one);
    }
    read_fixups(&file, &numbers, &symbols, &mut program)?;
    Ok(program)
}

/// Reads the sections; the result gives the index of a section in the program for its number in the file.
fn read_sections(
    file: &File<'_>,
    placement: &Placement,
    program: &mut Executable,
) -> Result<BTreeMap<u32, usize>, ElfError> {
    let names = file.section_names()?;
    let mut numbers = BTreeMap::new();
    for (index, at, header) in file.program_sections() {
        let base = placement.bases.get(group(header.flags)).copied().unwrap_or(0);
        numbers.insert(index as u32, program.sections.len());
        program.sections.push(OutputSection {
            name: file.string(names, header.name, at)?,
            address: base.wrapping_add(header.address),
            size: header.size,
            kind: section_kind(header.kind),
            flags: section_flags(header.flags),
            align: 1u64.checked_shl(header.align.into()).unwrap_or(1),
            inputs: Vec::new(),
        });
    }
    Ok(numbers)
}

/// Reads the symbols; the result gives the address of each by its number in the file.
fn read_symbols(
    file: &File<'_>,
    numbers: &BTreeMap<u32, usize>,
    program: &mut Executable,
) -> Result<Vec<u64>, ElfError> {
    let (index, symbols, names) = file.symbols()?;
    let start = file.sections.get(index).map_or(0, |header| header.offset);
    let mut addresses = vec![0];
    for (number, one) in symbols.iter().enumerate().skip(1) {
        let at = start.saturating_add(number as u64 * raw::Symbol::SIZE);
        let section = numbers.get(&one.section).copied();
        let base = section.and_then(|index| program.sections.get(index)).map_or(0, |section| section.address);
        let address = base.wrapping_add(one.value);
        addresses.push(address);
        if one.section == 0 {
            continue;
        }
        let linked = LinkedSymbol {
            address,
            size: u64::from(one.unit_size) * u64::from(one.unit_count),
            kind: one.kind,
            binding: binding_of(one.binding),
            section,
        };
        let text = file.string(names, one.name, at)?;
        let table = match linked.binding {
            Binding::Local => program.locals.entry(file.name.to_owned()).or_default(),
            _ => &mut program.globals,
        };
        table.entry(text).or_insert(linked);
    }
    Ok(addresses)
}

/// Fills the fields that are left to the loader.
fn read_fixups(
    file: &File<'_>,
    numbers: &BTreeMap<u32, usize>,
    symbols: &[u64],
    program: &mut Executable,
) -> Result<(), ElfError> {
    for (at, one) in file.relocations()? {
        if one.kind & LOAD_TIME == 0 {
            continue;
        }
        let section = numbers.get(&one.section).and_then(|&index| program.sections.get(index));
        let Some(section) = section else {
            return Err(file.error(at, "a relocation of a section that is not there"));
        };
        let Some(&symbol) = symbols.get(one.symbol as usize) else {
            return Err(file.error(at, "a relocation names a symbol that is not there"));
        };
        let place = section.address.wrapping_add(one.offset);
        let value = symbol.wrapping_add_signed(one.addend.into());
        let fixup = LoadFixup { place, kind: one.kind, value };
        if !apply(&fixup, &mut program.segments) {
            return Err(file.error(at, "a relocation that cannot be applied"));
        }
        program.load_fixups.push(fixup);
    }
    Ok(())
}

/// Fills one field; false where it does not exist or the value does not fit.
fn apply(fixup: &LoadFixup, segments: &mut [Segment]) -> bool {
    let relocation = Relocation::of(fixup.kind);
    contents_at(segments, fixup.place)
        .is_some_and(|field| store_field(&relocation, fixup.value, field).is_ok())
}

/// The program headers of a program: one for each segment, and the start of each group.
fn headers(program: &Executable) -> (Vec<ProgramHeader>, [u64; 3]) {
    let mut bases: [Option<u64>; 3] = [None; 3];
    let mut headers = Vec::new();
    for (index, segment) in program.segments.iter().enumerate() {
        let inside = |section: &&OutputSection| {
            section.size > 0 && section.address.wrapping_sub(segment.address) < segment.memory_size
        };
        let raw = program.sections.iter().find(inside).map_or(0, |section| raw_flags(section.flags));
        let raw = match raw {
            0 if segment.flags & 1 != 0 => flags::ALLOC | flags::IP | segment.flags & 7,
            0 if segment.address < STACK_TOP => flags::ALLOC | flags::IP | segment.flags & 7,
            0 => flags::ALLOC | flags::DATAP | segment.flags & 7,
            raw => raw,
        };
        let number = group(raw);
        let base = bases.get_mut(number).map_or(0, |base| *base.get_or_insert(segment.address));
        // Up to the next segment of the group, so that a loader that goes on from there agrees.
        let next = program.segments.get(index + 1).map(|next| next.address.wrapping_sub(segment.address));
        let memory_size = match next {
            Some(distance) if distance < 4096 => segment.memory_size.max(distance),
            _ => segment.memory_size,
        };
        let count = program.sections.iter().filter(inside).count() as u64;
        let first = program.sections.iter().position(|section| inside(&section)).unwrap_or(0) as u64 + 1;
        headers.push(ProgramHeader {
            kind: 1,
            flags: raw,
            offset: 0,
            address: segment.address.wrapping_sub(base),
            sections: first | count << 32,
            file_size: segment.data.len() as u64,
            memory_size,
            align: if segment.address.is_multiple_of(8) { 3 } else { 0 },
            ..Default::default()
        });
    }
    (headers, bases.map(|base| base.unwrap_or(0)))
}

/// Writes a linked program.
///
/// # Errors
///
/// The part that the format cannot hold.
pub fn write_executable(program: &Executable) -> Result<Vec<u8>, WriteError> {
    let fail = |text: &str| Err(WriteError { name: "program".to_owned(), text: text.to_owned() });
    let (mut headers, bases) = headers(program);
    let Ok(program_count) = u16::try_from(headers.len()) else { return fail("too many segments") };
    let mut writer = Writer::new();
    let table = writer.bytes.len();
    writer.bytes.resize(table + headers.len() * ProgramHeader::SIZE as usize, 0);
    put_contents(&mut writer, program, &mut headers);
    put_sections(&mut writer, program, &headers, &bases);
    let mut strings = Strings::new();
    let mut symbols = vec![raw::Symbol::default()];
    let locals = program.locals.values().flatten();
    for (name, one) in program.globals.iter().chain(locals) {
        if one.section.is_none() && BASE_SYMBOLS.contains(&name.as_str()) {
            continue;
        }
        symbols.push(raw_symbol(program, strings.add(name), one));
    }
    let Some(relocations) = load_relocations(program, &mut symbols, &mut strings) else {
        return fail("an address that the loader must fill in lies outside of the sections");
    };
    let mut out = Vec::new();
    headers.iter().for_each(|header| header.put(&mut out));
    if let Some(place) = writer.bytes.get_mut(table..table + out.len()) {
        place.copy_from_slice(&out);
    }
    let has = |number| headers.iter().any(|header| group(header.flags) == number);
    // Code and data of a program without any begin where the loader would put them.
    let starts = [if has(0) { bases[0] } else { IMAGE }, if has(1) { bases[1] } else { STACK_TOP }, bases[2]];
    let mut values = [0; 3];
    for (value, (name, start)) in values.iter_mut().zip(BASE_SYMBOLS.into_iter().zip(starts)) {
        *value = program.address_of(name).map_or(0, |address| address.wrapping_sub(start));
    }
    let needs = if relocations.is_empty() { 0 } else { NEEDS_RELOCATION | POSITION_DEPENDENT };
    let header = raw::FileHeader {
        kind: 2,
        flags: program.flags & !(NEEDS_RELOCATION | POSITION_DEPENDENT) | needs,
        entry: program.entry.wrapping_sub(starts[0]),
        program_headers: table as u64,
        program_count,
        bases: values,
        ..Default::default()
    };
    Ok(writer.finish(&symbols, &relocations, strings, header))
}

/// The bytes of the segments, as they are with every group at 0 in the fields left to the loader.
fn put_contents(writer: &mut Writer, program: &Executable, headers: &mut [raw::ProgramHeader]) {
    for (segment, header) in program.segments.iter().zip(headers) {
        writer.align();
        header.offset = writer.bytes.len() as u64;
        let start = writer.bytes.len();
        writer.bytes.extend_from_slice(&segment.data);
        for fixup in &program.load_fixups {
            let offset = fixup.place.wrapping_sub(segment.address) as usize;
            if offset < segment.data.len() {
                let size = usize::from(Relocation::of(fixup.kind).size());
                let field = writer.bytes.get_mut(start + offset..).unwrap_or_default();
                field.iter_mut().take(size).for_each(|byte| *byte = 0);
            }
        }
    }
}

/// The section headers, which point into the segments.
fn put_sections(writer: &mut Writer, program: &Executable, headers: &[raw::ProgramHeader], bases: &[u64]) {
    for section in &program.sections {
        let raw = raw_flags(section.flags);
        let base = bases.get(group(raw)).copied().unwrap_or(0);
        let holder =
            program.segments.iter().zip(headers).find(|(segment, _)| {
                section.address.wrapping_sub(segment.address) < segment.memory_size.max(1)
            });
        let offset = holder.map_or(0, |(segment, header)| {
            header.offset + section.address.wrapping_sub(segment.address).min(segment.data.len() as u64)
        });
        let kind = if section.kind == 8 { kind::NOBITS } else { kind::PROGBITS };
        let header = raw::SectionHeader {
            flags: raw,
            address: section.address.wrapping_sub(base),
            size: section.size,
            kind,
            align: section.align.max(1).ilog2() as u8,
            ..Default::default()
        };
        writer.section(&section.name, &[], header);
        if let Some(last) = writer.sections.last_mut() {
            last.offset = offset;
        }
    }
}

/// The relocations left to the loader, each with a symbol of its own; `None` where one lies outside of the
/// sections.
fn load_relocations(
    program: &Executable,
    symbols: &mut Vec<raw::Symbol>,
    strings: &mut Strings,
) -> Option<Vec<raw::Relocation>> {
    let find = |address: u64| {
        program.sections.iter().position(|s| s.size > 0 && address.wrapping_sub(s.address) < s.size)
    };
    let start = |index: usize| program.sections.get(index).map_or(0, |section| section.address);
    let mut relocations = Vec::new();
    for fixup in &program.load_fixups {
        let (from, to) = (find(fixup.place)?, find(fixup.value)?);
        relocations.push(raw::Relocation {
            offset: fixup.place.wrapping_sub(start(from)),
            section: from as u32 + 1,
            kind: fixup.kind | LOAD_TIME,
            symbol: symbols.len() as u32,
            ..Default::default()
        });
        symbols.push(raw::Symbol {
            name: strings.add(&format!("@{:x}", fixup.value)),
            kind: symbol::OBJECT,
            section: to as u32 + 1,
            value: fixup.value.wrapping_sub(start(to)),
            ..Default::default()
        });
    }
    Some(relocations)
}

/// A program's symbol as the file holds it.
fn raw_symbol(program: &Executable, name: u32, one: &LinkedSymbol) -> raw::Symbol {
    let section = one.section.and_then(|index| program.sections.get(index));
    let attributes = section.map_or(0, |section| raw_flags(section.flags) & (flags::BASES | 7));
    raw::Symbol {
        name,
        kind: if section.is_some() { one.kind } else { symbol::CONSTANT },
        binding: raw_binding(one.binding),
        attributes,
        section: section.map_or(symbol::CONSTANT_SECTION, |_| one.section.unwrap_or(0) as u32 + 1),
        value: one.address.wrapping_sub(section.map_or(0, |section| section.address)),
        unit_size: one.size.min(u32::MAX.into()) as u32,
        unit_count: u32::from(one.size > 0),
        ..Default::default()
    }
}
