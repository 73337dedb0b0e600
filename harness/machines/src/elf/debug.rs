//! Reads the parts of a linked program that readers of debug information need.

use object::LittleEndian as LE;
use object::elf;
use object::read::SectionIndex;
use object::read::elf::{FileHeader, SectionHeader, Sym};

use super::read::{File, binding};
use super::{ElfClass, ElfError, Format};
use crate::debug_file::{DebugFile, DebugSection, DebugSymbol, is_for_readers};
use crate::link::SECTION_EXECUTE;

/// Reads debug information and symbols of a linked program. `name` is used in errors.
///
/// # Errors
///
/// The file is not an executable ELF file of `format`, or is damaged.
pub fn read_debug_file(name: &str, bytes: &[u8], format: &Format) -> Result<DebugFile, ElfError> {
    match format.class {
        ElfClass::Elf32 => read_with::<elf::FileHeader32<LE>>(name, bytes, format),
        ElfClass::Elf64 => read_with::<elf::FileHeader64<LE>>(name, bytes, format),
    }
}

fn read_with<H: FileHeader<Endian = LE>>(
    name: &str,
    bytes: &[u8],
    format: &Format,
) -> Result<DebugFile, ElfError> {
    let program = File::<H>::open(name, bytes, format, elf::ET_EXEC);
    let mut file = program.or_else(|error| {
        let shared = File::<H>::open(name, bytes, format, elf::ET_DYN);
        shared.map_err(|_| error)
    })?;
    let flags = file.header.e_flags(LE).0;
    let mut found = DebugFile { name: name.to_string(), is_linked: true, flags, ..DebugFile::default() };
    let table = file.sections;
    for (index, header) in table.enumerate() {
        let offset = file.section_offset(index);
        let name = file.text(offset, table.section_name(LE, header))?;
        let raw_flags = header.sh_flags(LE).0;
        let is_code = raw_flags & SECTION_EXECUTE != 0;
        if !is_for_readers(&name) && !is_code {
            continue;
        }
        let data =
            header.data(LE, bytes).map_err(|e| file.error(offset, format!("section `{name}`: {e}")))?;
        file.spend(offset, data.len())?;
        let (flags, address) = (raw_flags, header.sh_addr(LE).into());
        if is_code {
            found.code.push((address, data.to_vec()));
            continue;
        }
        found.sections.push(DebugSection { name, flags, address, data: data.to_vec() });
    }
    let (symbols, table) = file.symbols()?;
    for (index, symbol) in symbols.enumerate() {
        let offset = file.symbol_offset(table, index);
        let kind = symbol.st_type();
        let place = symbols.symbol_section(LE, symbol, index);
        let is_placed = place.is_ok_and(|place| place.is_some_and(|place| place != SectionIndex(0)));
        if !is_placed || kind == elf::STT_SECTION || kind == elf::STT_FILE {
            continue;
        }
        let name = file.text(offset, symbols.symbol_name(LE, symbol))?;
        let address = symbol.st_value(LE).into();
        let binding = binding(symbol.st_bind());
        found.symbols.push(DebugSymbol { name, address, kind: kind.0, binding });
    }
    Ok(found)
}
