//! Writes relocatable objects, and the byte-level pieces that executables use too.

use super::{ElfClass, Format};
use crate::object_file::{Binding, ObjectFile, SymbolPlace};
use rustc_hash::FxHashMap;

/// Raw `sh_type` values of the tables.
const SHT_SYMTAB: u32 = 2;
const SHT_STRTAB: u32 = 3;
const SHT_RELA: u32 = 4;
pub(super) const SHT_NOBITS: u32 = 8;
/// Raw `st_shndx` values.
pub(super) const SHN_ABS: u16 = 0xfff1;
const SHN_COMMON: u16 = 0xfff2;
/// First section number that a symbol cannot hold.
const SECTION_LIMIT: usize = 0xff00;

/// Why something cannot be written as ELF.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {text}")]
pub struct WriteError {
    /// Name of the object or program.
    pub name: String,
    /// The part that does not fit the format.
    pub text: String,
}

/// A symbol as it is written.
pub(super) struct RawSymbol<'a> {
    pub(super) name: &'a str,
    pub(super) info: u8,
    pub(super) section: u16,
    pub(super) value: u64,
    pub(super) size: u64,
}

/// A section header as it is written.
#[derive(Default)]
pub(super) struct RawSection {
    pub(super) name: u32,
    pub(super) kind: u32,
    pub(super) flags: u64,
    pub(super) address: u64,
    pub(super) offset: u64,
    pub(super) size: u64,
    pub(super) link: u32,
    pub(super) info: u32,
    pub(super) align: u64,
    pub(super) entry_size: u64,
}

/// A string table that holds each string once.
pub(crate) struct Strings {
    pub(crate) bytes: Vec<u8>,
    known: FxHashMap<String, u32>,
}

impl Strings {
    pub(crate) fn new() -> Self {
        Self { bytes: vec![0], known: FxHashMap::default() }
    }

    /// Offset of a string, added if new. The empty string is at 0.
    pub(crate) fn add(&mut self, text: &str) -> u32 {
        if text.is_empty() {
            return 0;
        }
        if let Some(&offset) = self.known.get(text) {
            return offset;
        }
        let offset = u32::try_from(self.bytes.len()).unwrap_or(u32::MAX);
        self.bytes.extend_from_slice(text.as_bytes());
        self.bytes.push(0);
        self.known.insert(text.to_string(), offset);
        offset
    }
}

/// The bytes of a file under construction.
pub(super) struct Output {
    pub(super) bytes: Vec<u8>,
    class: ElfClass,
    /// The first value that did not fit its field.
    overflow: Option<u64>,
}

impl Output {
    /// Starts a file with room for its header and `segments` program headers.
    pub(super) fn new(class: ElfClass, segments: u64) -> Self {
        let size = class.file_header() + class.program_header() * segments;
        Self { bytes: vec![0; size as usize], class, overflow: None }
    }

    pub(super) fn position(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Pads so that the position is `rest` modulo `align`, a power of two.
    pub(super) fn pad(&mut self, align: u64, rest: u64) {
        let mask = align.max(1) - 1;
        let distance = rest.wrapping_sub(self.position()) & mask;
        self.bytes.resize(self.bytes.len() + distance as usize, 0);
    }

    fn u16(&mut self, value: u16) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    pub(super) fn u32(&mut self, value: u32) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    /// A field as wide as an address.
    pub(super) fn word(&mut self, value: u64) {
        match self.class {
            ElfClass::Elf32 => {
                if value > u64::from(u32::MAX) {
                    self.overflow.get_or_insert(value);
                }
                self.u32(value as u32);
            }
            ElfClass::Elf64 => self.bytes.extend_from_slice(&value.to_le_bytes()),
        }
    }

    fn symbol(&mut self, strings: &mut Strings, symbol: &RawSymbol<'_>) {
        let name = strings.add(symbol.name);
        self.u32(name);
        if self.class == ElfClass::Elf32 {
            self.word(symbol.value);
            self.word(symbol.size);
        }
        self.bytes.extend_from_slice(&[symbol.info, 0]);
        self.u16(symbol.section);
        if self.class == ElfClass::Elf64 {
            self.word(symbol.value);
            self.word(symbol.size);
        }
    }

    fn relocation(&mut self, offset: u64, symbol: u64, kind: u32, addend: i64) {
        self.word(offset);
        match self.class {
            ElfClass::Elf32 => {
                if symbol >= 1 << 24 || kind > 0xff {
                    self.overflow.get_or_insert(u64::from(kind));
                }
                let addend_fits = i32::try_from(addend).is_ok() || u32::try_from(addend).is_ok();
                if !addend_fits {
                    self.overflow.get_or_insert(addend as u64);
                }
                self.u32((symbol as u32) << 8 | kind & 0xff);
                self.u32(addend as u32);
            }
            ElfClass::Elf64 => {
                self.word(symbol << 32 | u64::from(kind));
                self.word(addend as u64);
            }
        }
    }

    /// Writes the symbol table, its strings, the section names and the section headers, and then
    /// the file header. `sections` are those before the tables, without the null section.
    #[allow(clippy::too_many_arguments, reason = "one call each from objects and executables")]
    pub(super) fn finish(
        mut self,
        format: &Format,
        kind: u16,
        flags: u32,
        entry: u64,
        segments: u16,
        mut sections: Vec<RawSection>,
        mut names: Strings,
        symbols: &[RawSymbol<'_>],
    ) -> Result<Vec<u8>, String> {
        let mut strings = Strings::new();
        let locals = 1 + symbols.iter().take_while(|symbol| symbol.info >> 4 == 0).count();
        self.pad(8, 0);
        let symbol_offset = self.position();
        self.symbol(&mut strings, &RawSymbol { name: "", info: 0, section: 0, value: 0, size: 0 });
        for symbol in symbols {
            self.symbol(&mut strings, symbol);
        }
        let count = sections.len() as u32;
        sections.push(RawSection {
            name: names.add(".symtab"),
            kind: SHT_SYMTAB,
            offset: symbol_offset,
            size: self.position() - symbol_offset,
            link: count + 2,
            info: locals as u32,
            align: 8,
            entry_size: self.class.symbol(),
            ..RawSection::default()
        });
        let string_table = |name: u32, offset: u64, size: u64| RawSection {
            name,
            kind: SHT_STRTAB,
            offset,
            size,
            align: 1,
            ..RawSection::default()
        };
        let string_offset = self.position();
        self.bytes.extend_from_slice(&strings.bytes);
        sections.push(string_table(names.add(".strtab"), string_offset, strings.bytes.len() as u64));
        let names_offset = self.position();
        let own_name = names.add(".shstrtab");
        self.bytes.extend_from_slice(&names.bytes);
        sections.push(string_table(own_name, names_offset, names.bytes.len() as u64));
        if sections.len() + 1 >= SECTION_LIMIT {
            return Err(format!("{} sections are too many for one file", sections.len()));
        }
        self.pad(8, 0);
        let header_offset = self.position();
        self.section_header(&RawSection::default());
        for section in &sections {
            self.section_header(section);
        }
        let header =
            self.file_header(format, kind, flags, entry, segments, header_offset, sections.len() as u16 + 1);
        if let Some(place) = self.bytes.get_mut(..header.len()) {
            place.copy_from_slice(&header);
        }
        match self.overflow {
            Some(value) => Err(format!("the value {value:#x} does not fit its field")),
            None => Ok(self.bytes),
        }
    }

    fn section_header(&mut self, section: &RawSection) {
        self.u32(section.name);
        self.u32(section.kind);
        self.word(section.flags);
        self.word(section.address);
        self.word(section.offset);
        self.word(section.size);
        self.u32(section.link);
        self.u32(section.info);
        self.word(section.align);
        self.word(section.entry_size);
    }

    #[allow(clippy::too_many_arguments, reason = "the fields of the ELF header")]
    fn file_header(
        &mut self,
        format: &Format,
        kind: u16,
        flags: u32,
        entry: u64,
        segments: u16,
        section_offset: u64,
        sections: u16,
    ) -> Vec<u8> {
        let class = format.class;
        let mut out = Output { bytes: Vec::new(), class, overflow: None };
        let class_code = if class == ElfClass::Elf32 { 1 } else { 2 };
        out.bytes.extend_from_slice(&[0x7f, b'E', b'L', b'F', class_code, 1, 1, format.os_abi]);
        out.bytes.extend_from_slice(&[0; 8]);
        out.u16(kind);
        out.u16(format.machine);
        out.u32(1);
        out.word(entry);
        out.word(if segments > 0 { class.file_header() } else { 0 });
        out.word(section_offset);
        out.u32(flags);
        out.u16(class.file_header() as u16);
        out.u16(if segments > 0 { class.program_header() as u16 } else { 0 });
        out.u16(segments);
        out.u16(class.section_header() as u16);
        out.u16(sections);
        out.u16(sections - 1);
        if let Some(value) = out.overflow {
            self.overflow.get_or_insert(value);
        }
        out.bytes
    }
}

/// The `st_info` byte.
pub(super) fn symbol_info(binding: Binding, kind: u8) -> u8 {
    let bind = match binding {
        Binding::Local => 0,
        Binding::Global => 1,
        Binding::Weak => 2,
    };
    bind << 4 | kind & 15
}

/// Writes a relocatable object.
///
/// Local symbols are moved before the others, as ELF demands; apart from that order, reading the
/// result gives the same object again.
///
/// # Errors
///
/// A value does not fit its field, an index points nowhere, there are too many sections, or there are groups of them.
pub fn write_object(object: &ObjectFile, format: &Format) -> Result<Vec<u8>, WriteError> {
    let fail = |text: String| WriteError { name: object.name.clone(), text };
    if let Some(group) = object.groups.first() {
        return Err(fail(format!("section group `{}`: groups are not written", group.signature)));
    }
    let mut out = Output::new(format.class, 0);
    let mut names = Strings::new();
    let mut sections = Vec::new();
    for section in &object.sections {
        let nobits = section.kind == SHT_NOBITS;
        if !section.align.is_power_of_two() || section.align > 1 << 24 {
            return Err(fail(format!("section `{}` has alignment {}", section.name, section.align)));
        }
        if !nobits && section.size != section.data.len() as u64 {
            return Err(fail(format!("the size of section `{}` is not that of its bytes", section.name)));
        }
        out.pad(section.align, 0);
        sections.push(RawSection {
            name: names.add(&section.name),
            kind: section.kind,
            flags: section.flags,
            offset: out.position(),
            size: section.size,
            align: section.align,
            ..RawSection::default()
        });
        if !nobits {
            out.bytes.extend_from_slice(&section.data);
        }
    }
    // The symbols' numbers in the file: local ones first, the null symbol is 0.
    let is_local = |index: &usize| object.symbols.get(*index).is_some_and(|s| s.binding == Binding::Local);
    let (mut order, others): (Vec<usize>, Vec<usize>) = (0..object.symbols.len()).partition(is_local);
    order.extend(others);
    let mut numbers = vec![0u64; object.symbols.len()];
    for (position, index) in order.iter().enumerate() {
        if let Some(number) = numbers.get_mut(*index) {
            *number = position as u64 + 1;
        }
    }
    let table = object.sections.iter().filter(|section| !section.relocations.is_empty()).count();
    let symbol_table = (object.sections.len() + table + 1) as u32;
    for (index, section) in object.sections.iter().enumerate() {
        if section.relocations.is_empty() {
            continue;
        }
        out.pad(8, 0);
        let start = out.position();
        for relocation in &section.relocations {
            let symbol = match relocation.symbol {
                None => 0,
                Some(symbol) => *numbers.get(symbol).ok_or_else(|| {
                    fail(format!("a relocation in `{}` names symbol {symbol}", section.name))
                })?,
            };
            out.relocation(relocation.offset, symbol, relocation.kind, relocation.addend);
        }
        sections.push(RawSection {
            name: names.add(&format!(".rela{}", section.name)),
            kind: SHT_RELA,
            flags: 0x40,
            offset: start,
            size: out.position() - start,
            link: symbol_table,
            info: index as u32 + 1,
            align: if format.class == ElfClass::Elf32 { 4 } else { 8 },
            entry_size: format.class.rela(),
            ..RawSection::default()
        });
    }
    let mut symbols = Vec::new();
    for symbol in order.iter().filter_map(|index| object.symbols.get(*index)) {
        let section = match symbol.place {
            SymbolPlace::Undefined => 0,
            SymbolPlace::Absolute => SHN_ABS,
            SymbolPlace::Common => SHN_COMMON,
            SymbolPlace::Section(index) if index < object.sections.len().min(SECTION_LIMIT) => {
                index as u16 + 1
            }
            SymbolPlace::Section(index) => {
                return Err(fail(format!(
                    "symbol `{}` lies in section {index}, which is missing",
                    symbol.name
                )));
            }
        };
        symbols.push(RawSymbol {
            name: &symbol.name,
            info: symbol_info(symbol.binding, symbol.kind),
            section,
            value: symbol.value,
            size: symbol.size,
        });
    }
    out.finish(format, 1, object.flags, 0, 0, sections, names, &symbols).map_err(fail)
}
