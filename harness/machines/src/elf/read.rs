//! Reads relocatable objects, and offers the checked view of a file that executables use too.

use object::LittleEndian as LE;
use object::elf;
use object::read::elf::{FileHeader, ProgramHeader, Rela, SectionHeader, SectionTable, Sym, SymbolTable};
use object::read::{SectionIndex, SymbolIndex};

use super::{ElfClass, ElfError, Format};
use crate::object_file::{Binding, ObjectFile, Relocation, Section, SectionGroup, Symbol, SymbolPlace};

/// Bytes of names that a file may expand to beyond [`NAME_FACTOR`] times its length.
const NAME_FLOOR: usize = 1 << 16;
/// Number of times that a byte of a string table may be used by different names.
const NAME_FACTOR: usize = 16;

/// Reads a relocatable object.
///
/// `name` becomes [`ObjectFile::name`] and is used in errors.
///
/// # Errors
///
/// The file is not a relocatable ELF file of `format`, is damaged, or uses a feature that no target
/// needs, such as relocations without addends.
pub fn read_object(name: &str, bytes: &[u8], format: &Format) -> Result<ObjectFile, ElfError> {
    match format.class {
        ElfClass::Elf32 => read_with::<elf::FileHeader32<LE>>(name, bytes, format),
        ElfClass::Elf64 => read_with::<elf::FileHeader64<LE>>(name, bytes, format),
    }
}

/// A file whose headers have been checked.
pub(super) struct File<'a, H: FileHeader<Endian = LE>> {
    pub(super) name: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) header: &'a H,
    pub(super) sections: SectionTable<'a, H>,
    class: ElfClass,
    /// Bytes of contents and tables that may still be copied: sane files hold every byte once.
    content_budget: usize,
    name_budget: usize,
}

impl<'a, H: FileHeader<Endian = LE>> File<'a, H> {
    /// Checks the file header and finds the section headers.
    pub(super) fn open(
        name: &'a str,
        bytes: &'a [u8],
        format: &Format,
        kind: elf::FileType,
    ) -> Result<Self, ElfError> {
        let fail = |offset: u64, text: String| Err(ElfError { file: name.to_string(), offset, text });
        let header = match H::parse(bytes) {
            Ok(header) => header,
            Err(error) => return fail(0, header_text(bytes, &error)),
        };
        if !header.is_little_endian() {
            return fail(5, "the file is not little-endian".to_string());
        }
        let machine = header.e_machine(LE).0;
        if machine != format.machine {
            let wanted = format.machine;
            return fail(
                0x12,
                format!("ELF machine {machine:#x} ({machine}), expected {wanted:#x} ({wanted})"),
            );
        }
        let found = header.e_type(LE);
        if found != kind {
            return fail(0x10, format!("ELF file type {}, expected {}", found.0, kind.0));
        }
        let table_offset: u64 = header.e_shoff(LE).into();
        let sections = match header.sections(LE, bytes) {
            Ok(sections) => sections,
            Err(error) => return fail(table_offset, error.to_string()),
        };
        Ok(Self {
            name,
            bytes,
            header,
            sections,
            class: format.class,
            content_budget: bytes.len(),
            name_budget: bytes.len().saturating_mul(NAME_FACTOR).saturating_add(NAME_FLOOR),
        })
    }

    /// An error at a file offset.
    pub(super) fn error(&self, offset: u64, text: impl Into<String>) -> ElfError {
        ElfError { file: self.name.to_string(), offset, text: text.into() }
    }

    /// File offset of a section header.
    pub(super) fn section_offset(&self, index: SectionIndex) -> u64 {
        let table: u64 = self.header.e_shoff(LE).into();
        table.wrapping_add((index.0 as u64).wrapping_mul(self.class.section_header()))
    }

    /// Takes `size` bytes from the budget of contents.
    pub(super) fn spend(&mut self, offset: u64, size: usize) -> Result<(), ElfError> {
        match self.content_budget.checked_sub(size) {
            Some(rest) => {
                self.content_budget = rest;
                Ok(())
            }
            None => Err(self.error(offset, "sections overlap: together they are larger than the file")),
        }
    }

    /// A name from a string table.
    pub(super) fn text(&mut self, offset: u64, name: object::Result<&[u8]>) -> Result<String, ElfError> {
        let bytes = name.map_err(|error| self.error(offset, error.to_string()))?;
        self.name_budget = self.name_budget.checked_sub(bytes.len()).ok_or_else(|| {
            self.error(offset, "names overlap: together they are much larger than the file")
        })?;
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_string()),
            Err(_) => Err(self.error(offset, format!("name `{}` is not UTF-8", bytes.escape_ascii()))),
        }
    }

    /// The symbol table, empty if there is none, and the file offset of its first entry.
    pub(super) fn symbols(&mut self) -> Result<(SymbolTable<'a, H>, u64), ElfError> {
        let found = self.sections.enumerate().find(|(_, section)| section.sh_type(LE) == elf::SHT_SYMTAB);
        let Some((index, section)) = found else { return Ok((SymbolTable::default(), 0)) };
        let at = self.section_offset(index);
        let table = match section.symbols(LE, self.bytes, &self.sections, index) {
            Ok(table) => table.unwrap_or_default(),
            Err(error) => return Err(self.error(at, error.to_string())),
        };
        Ok((table, section.sh_offset(LE).into()))
    }

    /// File offset of a symbol, given that of the table.
    pub(super) fn symbol_offset(&self, table: u64, index: SymbolIndex) -> u64 {
        table.wrapping_add((index.0 as u64).wrapping_mul(self.class.symbol()))
    }

    /// The program headers with their file offsets.
    pub(super) fn segments(&self) -> Result<Vec<(u64, &'a H::ProgramHeader)>, ElfError> {
        let table: u64 = self.header.e_phoff(LE).into();
        let headers = self.header.program_headers(LE, self.bytes);
        let headers = headers.map_err(|error| self.error(table, error.to_string()))?;
        let offset =
            |index: usize| table.wrapping_add((index as u64).wrapping_mul(self.class.program_header()));
        let loaded = headers.iter().enumerate().filter(|(_, header)| header.p_type(LE) == elf::PT_LOAD);
        Ok(loaded.map(|(index, header)| (offset(index), header)).collect())
    }
}

/// Says what is wrong with the first bytes, as far as that can be known.
fn header_text(bytes: &[u8], error: &object::Error) -> String {
    match bytes.get(..5) {
        Some([0x7f, b'E', b'L', b'F', 1]) => format!("{error} (the file is 32-bit)"),
        Some([0x7f, b'E', b'L', b'F', 2]) => format!("{error} (the file is 64-bit)"),
        Some([0x7f, b'E', b'L', b'F', _]) => format!("{error} (unknown ELF class)"),
        _ => "not an ELF file".to_string(),
    }
}

/// The binding of a symbol; bindings that only other systems use count as global.
pub(super) fn binding(bind: elf::SymbolBind) -> Binding {
    match bind {
        elf::STB_LOCAL => Binding::Local,
        elf::STB_WEAK => Binding::Weak,
        _ => Binding::Global,
    }
}

fn read_with<H: FileHeader<Endian = LE>>(
    name: &str,
    bytes: &[u8],
    format: &Format,
) -> Result<ObjectFile, ElfError> {
    let mut file = File::<H>::open(name, bytes, format, elf::ET_REL)?;
    let mut object =
        ObjectFile { name: name.to_string(), flags: file.header.e_flags(LE).0, ..ObjectFile::default() };
    // Number of each section in the object, by its number in the file.
    let mut numbers: Vec<Option<usize>> = vec![None; file.sections.len()];
    let table = file.sections;
    for (index, header) in table.enumerate() {
        if let Some(section) = read_section(&mut file, index, header)? {
            if let Some(number) = numbers.get_mut(index.0) {
                *number = Some(object.sections.len());
            }
            object.sections.push(section);
        }
    }
    let (symbols, symbol_table) = file.symbols()?;
    let symbol_count = symbols.len();
    for (index, symbol) in symbols.enumerate() {
        if index.0 == 0 {
            continue;
        }
        let offset = file.symbol_offset(symbol_table, index);
        let section = symbols.symbol_section(LE, symbol, index);
        let section = section.map_err(|error| file.error(offset, error.to_string()))?;
        let place = match (symbol.st_shndx(LE), section) {
            (elf::SHN_ABS, _) => SymbolPlace::Absolute,
            (elf::SHN_COMMON, _) => SymbolPlace::Common,
            (_, Some(SectionIndex(0))) => SymbolPlace::Undefined,
            // The signature of a group that has no other name.
            (_, Some(section)) if is_group(&table, section) => SymbolPlace::Absolute,
            (_, Some(section)) => match numbers.get(section.0) {
                Some(Some(number)) => SymbolPlace::Section(*number),
                Some(None) => {
                    return Err(file.error(offset, format!("symbol lies in section {}, a table", section.0)));
                }
                None => {
                    return Err(
                        file.error(offset, format!("symbol lies in section {}, which is missing", section.0))
                    );
                }
            },
            (elf::SHN_UNDEF, None) => SymbolPlace::Undefined,
            (other, None) => {
                return Err(
                    file.error(offset, format!("symbol has the unknown section number {:#x}", other.0))
                );
            }
        };
        let name = file.text(offset, symbols.symbol_name(LE, symbol))?;
        object.symbols.push(Symbol {
            name,
            binding: binding(symbol.st_bind()),
            kind: symbol.st_type().0,
            value: symbol.st_value(LE).into(),
            size: symbol.st_size(LE).into(),
            place,
        });
    }
    for (index, header) in table.enumerate() {
        if header.sh_type(LE) == elf::SHT_GROUP {
            let group = read_group(&mut file, index, header, &numbers, &symbols, &object)?;
            object.groups.push(group);
        }
    }
    for (index, header) in table.enumerate() {
        read_relocations(&mut file, index, header, &numbers, symbol_count, &mut object)?;
    }
    Ok(object)
}

/// Reads a section with bytes or space; `None` for the tables that are rebuilt on writing.
fn read_section<H: FileHeader<Endian = LE>>(
    file: &mut File<'_, H>,
    index: SectionIndex,
    header: &H::SectionHeader,
) -> Result<Option<Section>, ElfError> {
    let kind = header.sh_type(LE);
    let tables = [
        elf::SHT_NULL,
        elf::SHT_SYMTAB,
        elf::SHT_STRTAB,
        elf::SHT_RELA,
        elf::SHT_REL,
        elf::SHT_SYMTAB_SHNDX,
        elf::SHT_GROUP,
    ];
    if tables.contains(&kind) {
        return Ok(None);
    }
    let offset = file.section_offset(index);
    let name = file.sections.section_name(LE, header);
    let name = file.text(offset, name)?;
    let align = std::cmp::max(header.sh_addralign(LE).into(), 1);
    if !align.is_power_of_two() {
        return Err(file.error(offset, format!("section `{name}` has alignment {align}, not a power of two")));
    }
    let size: u64 = header.sh_size(LE).into();
    let data = header.data(LE, file.bytes);
    let data = data.map_err(|error| file.error(offset, format!("section `{name}`: {error}")))?;
    file.spend(offset, data.len())?;
    Ok(Some(Section {
        name,
        kind: kind.0,
        flags: header.sh_flags(LE).0,
        align,
        data: data.to_vec(),
        size,
        relocations: Vec::new(),
    }))
}

fn is_group<H: FileHeader<Endian = LE>>(table: &SectionTable<'_, H>, index: SectionIndex) -> bool {
    table.section(index).is_ok_and(|section| section.sh_type(LE) == elf::SHT_GROUP)
}

/// Reads a group of sections: a word of flags and the numbers of its members, among them tables of relocations. The
/// signature is the name of a symbol, or that of its section where it is a section's symbol.
fn read_group<H: FileHeader<Endian = LE>>(
    file: &mut File<'_, H>,
    index: SectionIndex,
    header: &H::SectionHeader,
    numbers: &[Option<usize>],
    symbols: &SymbolTable<'_, H>,
    object: &ObjectFile,
) -> Result<SectionGroup, ElfError> {
    let offset = file.section_offset(index);
    let data = header.data(LE, file.bytes).map_err(|error| file.error(offset, error.to_string()))?;
    file.spend(offset, data.len())?;
    let mut words = data.chunks_exact(4).filter_map(|word| Some(u32::from_le_bytes(*word.first_chunk()?)));
    let Some(flags) = words.next().filter(|_| data.len().is_multiple_of(4)) else {
        return Err(file.error(offset, format!("a section group of {} bytes", data.len())));
    };
    let mut sections = Vec::new();
    for member in words {
        match numbers.get(member as usize) {
            Some(number) => sections.extend(*number),
            None => {
                return Err(
                    file.error(offset, format!("a section group has section {member}, which is missing"))
                );
            }
        }
    }
    sections.sort_unstable();
    let number = header.sh_info(LE) as usize;
    let signature = number.checked_sub(1).and_then(|at| object.symbols.get(at));
    let Some(signature) = signature.filter(|_| number < symbols.len()) else {
        return Err(file.error(
            offset,
            format!("the signature of a section group is symbol {number} of {}", symbols.len()),
        ));
    };
    let name = match signature.place {
        SymbolPlace::Section(section) if signature.name.is_empty() => {
            object.sections.get(section).map_or("", |section| section.name.as_str())
        }
        _ => signature.name.as_str(),
    };
    Ok(SectionGroup { signature: name.to_owned(), is_comdat: flags & elf::GRP_COMDAT.0 != 0, sections })
}

/// Reads a relocation section into the section it belongs to.
fn read_relocations<H: FileHeader<Endian = LE>>(
    file: &mut File<'_, H>,
    index: SectionIndex,
    header: &H::SectionHeader,
    numbers: &[Option<usize>],
    symbol_count: usize,
    object: &mut ObjectFile,
) -> Result<(), ElfError> {
    let offset = file.section_offset(index);
    let target = header.sh_info(LE) as usize;
    let number = numbers.get(target).copied().flatten();
    match header.sh_type(LE) {
        elf::SHT_RELA => {}
        elf::SHT_REL if number.is_some() => {
            return Err(file.error(offset, "relocations without addends are not supported"));
        }
        _ => return Ok(()),
    }
    let Some(section) = number.and_then(|number| object.sections.get_mut(number)) else {
        return Err(file.error(offset, format!("relocations for section {target}, which holds no bytes")));
    };
    let entries = match header.rela(LE, file.bytes) {
        Ok(Some((entries, _))) => entries,
        Ok(None) => return Ok(()),
        Err(error) => return Err(file.error(offset, error.to_string())),
    };
    file.spend(offset, std::mem::size_of_val(entries))?;
    let start: u64 = header.sh_offset(LE).into();
    for (index, entry) in entries.iter().enumerate() {
        let at = start.wrapping_add((index as u64).wrapping_mul(file.class.rela()));
        let symbol = entry.r_sym(LE, false) as usize;
        if symbol >= symbol_count.max(1) {
            return Err(file.error(at, format!("relocation names symbol {symbol} of {symbol_count}")));
        }
        let place: u64 = entry.r_offset(LE).into();
        if place > section.size {
            let name = &section.name;
            return Err(file.error(at, format!("relocation at {place:#x}, behind the end of `{name}`")));
        }
        section.relocations.push(Relocation {
            offset: place,
            kind: entry.r_type(LE, false).0,
            symbol: symbol.checked_sub(1),
            addend: entry.r_addend(LE).into(),
        });
    }
    Ok(())
}
