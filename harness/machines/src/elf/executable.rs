//! Reads and writes linked programs.

use std::collections::BTreeMap;

use object::LittleEndian as LE;
use object::elf;
use object::read::SectionIndex;
use object::read::elf::{FileHeader, ProgramHeader, SectionHeader, Sym};

use super::read::{File, binding};
use super::write::{Output, RawSection, RawSymbol, SHN_ABS, SHT_NOBITS, Strings, WriteError, symbol_info};
use super::{ElfClass, ElfError, Format};
use crate::executable::{Executable, LinkedSymbol, OutputSection, Segment};
use crate::object_file::Binding;

/// Reads a linked program. `name` is used in errors.
///
/// Local symbols are filed under the name of the file symbol before them, or under the empty name.
///
/// # Errors
///
/// The file is not an executable ELF file of `format`, or is damaged.
pub fn read_executable(name: &str, bytes: &[u8], format: &Format) -> Result<Executable, ElfError> {
    match format.class {
        ElfClass::Elf32 => read_with::<elf::FileHeader32<LE>>(name, bytes, format),
        ElfClass::Elf64 => read_with::<elf::FileHeader64<LE>>(name, bytes, format),
    }
}

fn read_with<H: FileHeader<Endian = LE>>(
    name: &str,
    bytes: &[u8],
    format: &Format,
) -> Result<Executable, ElfError> {
    let mut file = File::<H>::open(name, bytes, format, elf::ET_EXEC)?;
    let mut program = Executable {
        machine: format.machine,
        flags: file.header.e_flags(LE).0,
        entry: file.header.e_entry(LE).into(),
        ..Executable::default()
    };
    for (offset, header) in file.segments()? {
        let Ok(data) = header.data(LE, bytes) else {
            return Err(file.error(offset, "the segment reaches over the end of the file"));
        };
        let address: u64 = header.p_vaddr(LE).into();
        let memory_size: u64 = header.p_memsz(LE).into();
        if memory_size < data.len() as u64 {
            return Err(file.error(offset, "the segment has more bytes in the file than in memory"));
        }
        if address.checked_add(memory_size).is_none() {
            return Err(file.error(offset, "the segment reaches over the end of the address space"));
        }
        file.spend(offset, data.len())?;
        if memory_size > 0 {
            let flags = header.p_flags(LE).0;
            program.segments.push(Segment { address, data: data.to_vec(), memory_size, flags });
        }
    }
    program.segments.sort_by_key(|segment| segment.address);
    for pair in program.segments.windows(2) {
        if let [low, high] = pair
            && high.address - low.address < low.memory_size
        {
            let text = format!("the segments at {:#x} and {:#x} overlap", low.address, high.address);
            return Err(file.error(file.header.e_phoff(LE).into(), text));
        }
    }
    let numbers = read_sections(&mut file, &mut program)?;
    read_symbols(&mut file, &numbers, &mut program)?;
    Ok(program)
}

/// Reads the sections that take up memory; gives their numbers by number in the file.
fn read_sections<H: FileHeader<Endian = LE>>(
    file: &mut File<'_, H>,
    program: &mut Executable,
) -> Result<Vec<Option<usize>>, ElfError> {
    let mut numbers = vec![None; file.sections.len()];
    let table = file.sections;
    for (index, header) in table.enumerate() {
        if header.sh_flags(LE).0 & 2 == 0 {
            continue;
        }
        let offset = file.section_offset(index);
        let name = file.text(offset, table.section_name(LE, header))?;
        if let Some(number) = numbers.get_mut(index.0) {
            *number = Some(program.sections.len());
        }
        program.sections.push(OutputSection {
            name,
            address: header.sh_addr(LE).into(),
            size: header.sh_size(LE).into(),
            kind: header.sh_type(LE).0,
            flags: header.sh_flags(LE).0,
            align: header.sh_addralign(LE).into(),
            inputs: Vec::new(),
        });
    }
    Ok(numbers)
}

/// Most mapping symbols that are kept.
const MOST_ORIGINS: usize = 1 << 16;

fn read_symbols<H: FileHeader<Endian = LE>>(
    file: &mut File<'_, H>,
    numbers: &[Option<usize>],
    program: &mut Executable,
) -> Result<(), ElfError> {
    let (symbols, table) = file.symbols()?;
    let (mut object, mut number) = (String::new(), 0);
    for (index, symbol) in symbols.enumerate() {
        let offset = file.symbol_offset(table, index);
        let kind = symbol.st_type();
        let place = symbols.symbol_section(LE, symbol, index);
        let place = place.map_err(|error| file.error(offset, error.to_string()))?;
        let undefined = place == Some(SectionIndex(0));
        if index.0 == 0 || undefined || kind == elf::STT_SECTION {
            continue;
        }
        let name = file.text(offset, symbols.symbol_name(LE, symbol))?;
        if kind == elf::STT_FILE {
            (object, number) = (name, number + 1);
            continue;
        }
        let binding = binding(symbol.st_bind());
        let linked = LinkedSymbol {
            address: symbol.st_value(LE).into(),
            size: symbol.st_size(LE).into(),
            kind: kind.0,
            binding,
            section: place.and_then(|place| numbers.get(place.0).copied().flatten()),
        };
        if binding == Binding::Local {
            if name.starts_with("$x") && program.origins.len() < MOST_ORIGINS {
                program.origins.push((linked.address, number, object.clone()));
            }
            // Names repeat in damaged files without bound; the budget of names bounds them.
            if !program.locals.contains_key(&object) {
                program.locals.insert(object.clone(), BTreeMap::new());
            }
            if let Some(locals) = program.locals.get_mut(&object) {
                locals.entry(name).or_insert(linked);
            }
        } else {
            program.globals.insert(name, linked);
        }
    }
    Ok(())
}

/// Writes a linked program. Reading it again gives the same segments, sections and symbols; only the
/// list of input sections is not part of the file.
///
/// # Errors
///
/// A value does not fit its field, or there are too many sections or segments.
pub fn write_executable(program: &Executable, format: &Format) -> Result<Vec<u8>, WriteError> {
    let fail = |text: String| WriteError { name: "program".to_string(), text };
    let segment_count =
        u16::try_from(program.segments.len()).map_err(|_| fail("there are too many segments".to_string()))?;
    let mut out = Output::new(format.class, u64::from(segment_count));
    let mut headers = Vec::new();
    let mut offsets = Vec::new();
    for segment in &program.segments {
        out.pad(SEGMENT_ALIGN, segment.address);
        offsets.push(out.position());
        let size = segment.data.len() as u64;
        headers.push((segment, out.position(), size));
        out.bytes.extend_from_slice(&segment.data);
    }
    let mut table = Output::new(format.class, 0);
    table.bytes.clear();
    for (segment, offset, size) in headers {
        table.u32(1);
        if format.class == ElfClass::Elf64 {
            table.u32(segment.flags);
        }
        table.word(offset);
        table.word(segment.address);
        table.word(segment.address);
        table.word(size);
        table.word(segment.memory_size);
        if format.class == ElfClass::Elf32 {
            table.u32(segment.flags);
        }
        table.word(SEGMENT_ALIGN);
    }
    let start = format.class.file_header() as usize;
    if let Some(place) = out.bytes.get_mut(start..start + table.bytes.len()) {
        place.copy_from_slice(&table.bytes);
    }
    let mut names = Strings::new();
    let mut sections = Vec::new();
    for section in &program.sections {
        let holder = program.segments.iter().zip(&offsets).find(|(segment, _)| {
            let distance = section.address.wrapping_sub(segment.address);
            section.kind != SHT_NOBITS
                && distance < segment.data.len() as u64
                && section.size <= segment.data.len() as u64 - distance
        });
        let offset =
            holder.map_or(out.position(), |(segment, offset)| offset + (section.address - segment.address));
        // A section whose bytes are in no segment must not claim bytes of the file.
        let kind = if holder.is_none() && section.size > 0 { SHT_NOBITS } else { section.kind };
        sections.push(RawSection {
            name: names.add(&section.name),
            kind,
            flags: section.flags,
            address: section.address,
            offset,
            size: section.size,
            align: section.align,
            ..RawSection::default()
        });
    }
    let mut symbols = Vec::new();
    for (object, locals) in &program.locals {
        symbols.push(RawSymbol { name: object, info: 4, section: SHN_ABS, value: 0, size: 0 });
        symbols.extend(locals.iter().map(|(name, symbol)| raw_symbol(name, symbol)));
    }
    symbols.extend(program.globals.iter().map(|(name, symbol)| raw_symbol(name, symbol)));
    out.finish(format, 2, program.flags, program.entry, segment_count, sections, names, &symbols)
        .map_err(fail)
}

/// File offsets of segments are congruent to their addresses modulo this, in bytes.
const SEGMENT_ALIGN: u64 = 16;

fn raw_symbol<'a>(name: &'a str, symbol: &LinkedSymbol) -> RawSymbol<'a> {
    let section = symbol.section.and_then(|index| u16::try_from(index + 1).ok()).unwrap_or(SHN_ABS);
    let info = symbol_info(symbol.binding, symbol.kind);
    RawSymbol { name, info, section, value: symbol.address, size: symbol.size }
}
