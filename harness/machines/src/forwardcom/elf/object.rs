//! Relocatable objects.

use std::collections::BTreeMap;

use super::raw::{self, File, Writer};
use super::{binding_of, flags, raw_binding, raw_flags, raw_kind, section_flags, section_kind, symbol};
use crate::elf::{ElfError, Strings, WriteError};
use crate::object_file::{ObjectFile, Relocation, Section, Symbol, SymbolNote, SymbolPlace};

/// Largest alignment, as log2.
const MOST_ALIGN: u8 = 31;

/// Reads a relocatable object.
///
/// # Errors
///
/// The fault in the file, and its place.
pub fn read_object(name: &str, bytes: &[u8]) -> Result<ObjectFile, ElfError> {
    let file = File::open(name, bytes, 1)?;
    let mut object = ObjectFile { name: name.to_owned(), flags: file.header.flags, ..ObjectFile::default() };
    let names = file.section_names()?;
    // Sections by their number in the file.
    let mut numbers: BTreeMap<u32, usize> = BTreeMap::new();
    for (index, at, header) in file.program_sections() {
        if header.align > MOST_ALIGN {
            return Err(file.error(at, "the alignment of a section is too large"));
        }
        let kind = section_kind(header.kind);
        let data = if kind == 8 { Vec::new() } else { file.contents(index)?.to_vec() };
        numbers.insert(index as u32, object.sections.len());
        object.sections.push(Section {
            name: file.string(names, header.name, at)?,
            kind,
            flags: section_flags(header.flags),
            align: 1 << header.align,
            data,
            size: header.size,
            relocations: Vec::new(),
        });
    }
    let (index, symbols, names) = file.symbols()?;
    let start = file.sections.get(index).map_or(0, |header| header.offset);
    for (number, one) in symbols.iter().enumerate().skip(1) {
        let at = start.saturating_add(number as u64 * raw::Symbol::SIZE);
        let place = match one.section {
            0 => SymbolPlace::Undefined,
            _ if one.kind == symbol::CONSTANT => SymbolPlace::Absolute,
            section => match numbers.get(&section) {
                Some(&section) => SymbolPlace::Section(section),
                None => return Err(file.error(at, "a symbol lies in a section that is not there")),
            },
        };
        let note = SymbolNote {
            binding: one.binding,
            attributes: one.attributes,
            unit_size: one.unit_size,
            unit_count: one.unit_count,
            registers: one.registers,
        };
        object.annotations.symbols.insert(object.symbols.len(), note);
        object.symbols.push(Symbol {
            name: file.string(names, one.name, at)?,
            binding: binding_of(one.binding),
            kind: one.kind,
            value: one.value,
            size: u64::from(one.unit_size) * u64::from(one.unit_count),
            place,
        });
    }
    for (at, one) in file.relocations()? {
        let Some(&section) = numbers.get(&one.section) else {
            return Err(file.error(at, "a relocation of a section that is not there"));
        };
        let find = |number: u32| match number {
            0 => Ok(None),
            _ if (number as usize) < symbols.len() => Ok(Some(number as usize - 1)),
            _ => Err(file.error(at, "a relocation names a symbol that is not there")),
        };
        let (symbol, reference) = (find(one.symbol)?, find(one.reference)?);
        let Some(place) = object.sections.get_mut(section) else { continue };
        if one.offset > place.size {
            return Err(file.error(at, "a relocation lies behind the end of its section"));
        }
        if let Some(reference) = reference {
            object.annotations.references.insert((section, place.relocations.len()), reference);
        }
        let addend = one.addend.into();
        place.relocations.push(Relocation { offset: one.offset, kind: one.kind, symbol, addend });
    }
    Ok(object)
}

/// A symbol's note, made from what else is known where there is none.
pub(super) fn note_of(symbol: &Symbol, note: Option<&SymbolNote>, section: u32) -> SymbolNote {
    if let Some(note) = note {
        return *note;
    }
    SymbolNote {
        binding: raw_binding(symbol.binding),
        attributes: section & (flags::BASES | 7),
        unit_size: symbol.size.min(u32::MAX.into()) as u32,
        unit_count: u32::from(symbol.size > 0),
        registers: [0; 2],
    }
}

/// Writes a relocatable object.
///
/// # Errors
///
/// The part that the format cannot hold: common symbols, an addend of more than 32 bits, a section too large.
pub fn write_object(object: &ObjectFile) -> Result<Vec<u8>, WriteError> {
    let fail = |text: &str| Err(WriteError { name: object.name.clone(), text: text.to_owned() });
    let mut writer = Writer::new();
    for section in &object.sections {
        let header = raw::SectionHeader {
            flags: raw_flags(section.flags),
            size: section.size,
            entry_size: if raw_flags(section.flags) & flags::EXECUTE != 0 { 4 } else { 0 },
            kind: raw_kind(section.kind),
            align: section.align.max(1).ilog2() as u8,
            ..Default::default()
        };
        writer.section(&section.name, &section.data, header);
    }
    let mut strings = Strings::new();
    let mut symbols = vec![raw::Symbol::default()];
    for (index, one) in object.symbols.iter().enumerate() {
        let (section, place) = match one.place {
            SymbolPlace::Undefined => (0, 0),
            SymbolPlace::Absolute => (symbol::CONSTANT_SECTION, 0),
            SymbolPlace::Common => return fail("ForwardCom has no common symbols"),
            SymbolPlace::Section(number) => match object.sections.get(number) {
                Some(section) => (number as u32 + 1, raw_flags(section.flags)),
                None => return fail("a symbol lies in a section that is not there"),
            },
        };
        let note = note_of(one, object.annotations.symbols.get(&index), place);
        symbols.push(raw::Symbol {
            name: strings.add(&one.name),
            kind: if one.place == SymbolPlace::Absolute { symbol::CONSTANT } else { one.kind },
            binding: note.binding,
            attributes: note.attributes,
            section,
            value: one.value,
            unit_size: note.unit_size,
            unit_count: note.unit_count,
            registers: note.registers,
            ..Default::default()
        });
    }
    let mut relocations = Vec::new();
    for (section, contents) in object.sections.iter().enumerate() {
        for (index, one) in contents.relocations.iter().enumerate() {
            let Ok(addend) = i32::try_from(one.addend) else {
                return fail("an addend does not fit 32 bits");
            };
            let number = |symbol: Option<usize>| symbol.map_or(0, |symbol| symbol as u32 + 1);
            relocations.push(raw::Relocation {
                offset: one.offset,
                section: section as u32 + 1,
                kind: one.kind,
                symbol: number(one.symbol),
                addend,
                reference: number(object.annotations.references.get(&(section, index)).copied()),
                ..Default::default()
            });
        }
    }
    let header = raw::FileHeader { kind: 1, flags: object.flags, ..Default::default() };
    Ok(writer.finish(&symbols, &relocations, strings, header))
}
