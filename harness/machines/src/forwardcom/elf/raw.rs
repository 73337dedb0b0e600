//! Headers and records byte by byte.

use crate::elf::{ElfError, Strings};

/// Size of the file header in bytes.
pub(in super::super) const FILE_HEADER: u64 = 0x68;
/// Size of a section header and of a program header.
pub(super) const HEADER: u64 = 0x38;
/// Size of a symbol.
pub(super) const SYMBOL: u64 = 40;
/// Size of a relocation.
pub(super) const RELOCATION: u64 = 32;

/// `sh_type` of the tables.
pub(super) const SYMTAB: u8 = 2;
pub(super) const STRTAB: u8 = 3;
pub(super) const RELA: u8 = 4;
pub(super) const NOTE: u8 = 7;

/// The file header's fields that vary.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct FileHeader {
    pub(super) kind: u16,
    pub(super) machine: u16,
    pub(super) entry: u64,
    pub(super) program_headers: u64,
    pub(super) section_headers: u64,
    pub(super) flags: u32,
    pub(super) program_count: u16,
    pub(super) section_count: u32,
    pub(super) names: u32,
    /// Values of the base symbols of ip, datap and threadp, relative to their groups.
    pub(super) bases: [u64; 3],
}

/// A section header.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SectionHeader {
    pub(super) name: u32,
    pub(super) flags: u32,
    pub(super) address: u64,
    pub(super) offset: u64,
    pub(super) size: u64,
    pub(super) link: u32,
    pub(super) entry_size: u32,
    pub(super) kind: u8,
    /// log2 of the alignment.
    pub(super) align: u8,
}

/// A program header.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ProgramHeader {
    pub(super) kind: u32,
    pub(super) flags: u32,
    pub(super) offset: u64,
    pub(super) address: u64,
    pub(super) sections: u64,
    pub(super) file_size: u64,
    pub(super) memory_size: u64,
    pub(super) align: u8,
}

/// A symbol.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Symbol {
    pub(super) name: u32,
    pub(super) kind: u8,
    pub(super) binding: u8,
    pub(super) attributes: u32,
    pub(super) section: u32,
    pub(super) value: u64,
    pub(super) unit_size: u32,
    pub(super) unit_count: u32,
    pub(super) registers: [u32; 2],
}

/// A relocation.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Relocation {
    pub(super) offset: u64,
    pub(super) section: u32,
    pub(super) kind: u32,
    pub(super) symbol: u32,
    pub(super) addend: i32,
    pub(super) reference: u32,
}

/// A file to be read.
pub(super) struct File<'a> {
    pub(super) name: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) header: FileHeader,
    pub(super) sections: Vec<SectionHeader>,
}

/// A record to be taken apart, from its beginning.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    /// The next numbers, of `size` bytes each; 0 behind the end.
    fn numbers<const N: usize>(&mut self, size: usize) -> [u64; N] {
        std::array::from_fn(|_| {
            let (bytes, rest) = self.0.split_at_checked(size).unwrap_or_default();
            self.0 = rest;
            bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
        })
    }
    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        self.numbers(1).map(|number| number as u8)
    }
    fn halves<const N: usize>(&mut self) -> [u16; N] {
        self.numbers(2).map(|number| number as u16)
    }
    fn words<const N: usize>(&mut self) -> [u32; N] {
        self.numbers(4).map(|number| number as u32)
    }
    fn longs<const N: usize>(&mut self) -> [u64; N] {
        self.numbers(8)
    }
}

impl<'a> File<'a> {
    /// Reads the file header and the section headers.
    pub(super) fn open(name: &'a str, bytes: &'a [u8], kind: u16) -> Result<Self, ElfError> {
        let fail =
            |offset: u64, text: &str| Err(ElfError { file: name.to_owned(), offset, text: text.to_owned() });
        let Some(start) = bytes.get(..FILE_HEADER as usize) else {
            return fail(0, "the file is shorter than the file header");
        };
        if start.get(..7) != Some(&[0x7f, b'E', b'L', b'F', 2, 1, 1]) {
            return fail(0, "this is not a little-endian ELF64 file");
        }
        let mut read = Reader(start.get(0x10..).unwrap_or_default());
        let [file_kind, machine] = read.halves();
        let [_] = read.words();
        let [entry, program_headers, section_headers] = read.longs();
        let [flags] = read.words();
        let [_, _, program_count, header_size] = read.halves();
        let [section_count, names, _] = read.words();
        let [_] = read.longs();
        let bases = read.longs();
        let header = FileHeader {
            kind: file_kind,
            machine,
            entry,
            program_headers,
            section_headers,
            flags,
            program_count,
            section_count,
            names,
            bases,
        };
        if header.machine != super::MACHINE {
            return fail(0x12, "the file is for another processor");
        }
        if header.kind != kind {
            let text =
                if kind == 1 { "the file is not a relocatable object" } else { "the file is not a program" };
            return fail(0x10, text);
        }
        if header.section_count > 0 && u64::from(header_size) != HEADER {
            return fail(0x3A, "section headers have another size than 56 bytes");
        }
        let mut file = File { name, bytes, header, sections: Vec::new() };
        let table = file.table(0x28, header.section_headers, header.section_count.into(), HEADER)?;
        file.sections = table.chunks_exact(HEADER as usize).map(section_header).collect();
        Ok(file)
    }

    pub(super) fn error(&self, offset: u64, text: &str) -> ElfError {
        ElfError { file: self.name.to_owned(), offset, text: text.to_owned() }
    }

    /// The bytes of a table; `at` is the place in the file that says where it lies.
    pub(super) fn table(&self, at: u64, offset: u64, count: u64, size: u64) -> Result<&'a [u8], ElfError> {
        let length = count.checked_mul(size);
        self.range(offset, length.unwrap_or(u64::MAX))
            .ok_or_else(|| self.error(at, "a table reaches over the end of the file"))
    }

    /// A range of the file's bytes.
    pub(super) fn range(&self, offset: u64, length: u64) -> Option<&'a [u8]> {
        if length == 0 {
            return Some(&[]);
        }
        let start = usize::try_from(offset).ok()?;
        let end = start.checked_add(usize::try_from(length).ok()?)?;
        self.bytes.get(start..end)
    }

    /// Offset of a section's header in the file.
    pub(super) fn header_offset(&self, index: usize) -> u64 {
        self.header.section_headers.saturating_add(index as u64 * HEADER)
    }

    /// The sections that hold program bytes or space: number in the file, place of the header, header.
    pub(super) fn program_sections(&self) -> impl Iterator<Item = (usize, u64, &SectionHeader)> {
        let is_table = |kind: u8| matches!(kind, 0 | SYMTAB | STRTAB | RELA | NOTE);
        let all = self.sections.iter().enumerate().filter(move |(_, header)| !is_table(header.kind));
        all.map(|(index, header)| (index, self.header_offset(index), header))
    }

    /// The contents of a section.
    pub(super) fn contents(&self, index: usize) -> Result<&'a [u8], ElfError> {
        let Some(header) = self.sections.get(index) else { return Ok(&[]) };
        self.range(header.offset, header.size).ok_or_else(|| {
            self.error(self.header_offset(index), "the section reaches over the end of the file")
        })
    }

    /// The string at an offset of a string table.
    pub(super) fn string(&self, table: &[u8], offset: u32, at: u64) -> Result<String, ElfError> {
        let rest = usize::try_from(offset).ok().and_then(|offset| table.get(offset..));
        let rest = rest.ok_or_else(|| self.error(at, "a name lies outside of its string table"))?;
        let length = rest.iter().position(|&byte| byte == 0);
        let length = length.ok_or_else(|| self.error(at, "a name has no end"))?;
        Ok(String::from_utf8_lossy(rest.get(..length).unwrap_or_default()).into_owned())
    }

    /// The string table of section names.
    pub(super) fn section_names(&self) -> Result<&'a [u8], ElfError> {
        self.contents(self.header.names as usize)
    }

    /// The symbol table with its index and its string table; empty where there is none.
    pub(super) fn symbols(&self) -> Result<(usize, Vec<Symbol>, &'a [u8]), ElfError> {
        let Some(index) = self.sections.iter().position(|section| section.kind == SYMTAB) else {
            return Ok((0, Vec::new(), &[]));
        };
        let (bytes, header) = (self.contents(index)?, self.sections.get(index));
        let symbols = bytes.chunks_exact(SYMBOL as usize).map(symbol).collect();
        let names = header.map_or(0, |header| header.link as usize);
        Ok((index, symbols, self.contents(names)?))
    }

    /// All relocations with their places in the file.
    pub(super) fn relocations(&self) -> Result<Vec<(u64, Relocation)>, ElfError> {
        let mut all = Vec::new();
        for (index, section) in self.sections.iter().enumerate() {
            if section.kind == RELA {
                let records = self.contents(index)?.chunks_exact(RELOCATION as usize).enumerate();
                all.extend(records.map(|(number, record)| {
                    (section.offset.saturating_add(number as u64 * RELOCATION), relocation(record))
                }));
            }
        }
        Ok(all)
    }
}

fn section_header(bytes: &[u8]) -> SectionHeader {
    let mut read = Reader(bytes);
    let [name, flags] = read.words();
    let [address, offset, size] = read.longs();
    let [link, entry_size, _, _, _] = read.words();
    let [kind, align] = read.bytes();
    SectionHeader { name, flags, address, offset, size, link, entry_size, kind, align }
}

/// A program header from its bytes.
pub(super) fn program_header(bytes: &[u8]) -> ProgramHeader {
    let mut read = Reader(bytes);
    let [kind, flags] = read.words();
    let [offset, address, sections, file_size, memory_size] = read.longs();
    let [align] = read.bytes();
    ProgramHeader { kind, flags, offset, address, sections, file_size, memory_size, align }
}

fn symbol(bytes: &[u8]) -> Symbol {
    let mut read = Reader(bytes);
    let [name] = read.words();
    let [kind, binding, _, _] = read.bytes();
    let [attributes, section] = read.words();
    let [value] = read.longs();
    let [unit_size, unit_count, general, vector] = read.words();
    let registers = [general, vector];
    Symbol { name, kind, binding, attributes, section, value, unit_size, unit_count, registers }
}

fn relocation(bytes: &[u8]) -> Relocation {
    let mut read = Reader(bytes);
    let [offset] = read.longs();
    let [section, kind, symbol, addend, reference] = read.words();
    Relocation { offset, section, kind, symbol, addend: addend as i32, reference }
}

/// A file to be written.
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
    pub(super) sections: Vec<SectionHeader>,
    names: Strings,
}

impl Writer {
    /// A file with room for the file header and a null section.
    pub(super) fn new() -> Self {
        let bytes = vec![0; FILE_HEADER as usize];
        Self { bytes, sections: vec![SectionHeader::default()], names: Strings::new() }
    }

    pub(super) fn align(&mut self) {
        self.bytes.resize(self.bytes.len().next_multiple_of(8), 0);
    }

    /// Adds a section with contents, aligned to 8 in the file; gives its index.
    pub(super) fn section(&mut self, name: &str, data: &[u8], header: SectionHeader) -> u32 {
        if !data.is_empty() {
            self.align();
        }
        let name = self.names.add(name);
        let size = if data.is_empty() { header.size } else { data.len() as u64 };
        self.sections.push(SectionHeader { name, offset: self.bytes.len() as u64, size, ..header });
        self.bytes.extend_from_slice(data);
        self.sections.len() as u32 - 1
    }

    /// Adds the tables of symbols, relocations and strings, and the headers.
    pub(super) fn finish(
        mut self,
        symbols: &[Symbol],
        relocations: &[Relocation],
        strings: Strings,
        header: FileHeader,
    ) -> Vec<u8> {
        let first = self.sections.len() as u32;
        let mut table = Vec::with_capacity(symbols.len() * SYMBOL as usize);
        for one in symbols {
            put(&mut table, &[one.name.into()], 4);
            table.extend([one.kind, one.binding, 0, 0]);
            put(&mut table, &[one.attributes.into(), one.section.into()], 4);
            put(&mut table, &[one.value], 8);
            put(&mut table, &[one.unit_size.into(), one.unit_count.into()], 4);
            put(&mut table, &one.registers.map(u64::from), 4);
        }
        let (symtab, rela) = (
            SectionHeader { kind: SYMTAB, link: first + 3, entry_size: 40, align: 3, ..Default::default() },
            SectionHeader { kind: RELA, flags: 0x40, link: first, entry_size: 32, ..Default::default() },
        );
        self.section("symtab", &table, symtab);
        table.clear();
        for one in relocations {
            put(&mut table, &[one.offset], 8);
            let words = [one.section, one.kind, one.symbol, one.addend as u32, one.reference, 0];
            put(&mut table, &words.map(u64::from), 4);
        }
        self.section("relocations", &table, rela);
        let names = SectionHeader { kind: STRTAB, entry_size: 1, ..Default::default() };
        let offset = [self.names.add("shstrtab"), self.names.add("strtab")];
        for (name, bytes) in offset.into_iter().zip([std::mem::take(&mut self.names.bytes), strings.bytes]) {
            let place = self.bytes.len() as u64;
            self.sections.push(SectionHeader { name, offset: place, size: bytes.len() as u64, ..names });
            self.bytes.extend(bytes);
        }
        self.align();
        let header = FileHeader {
            machine: super::MACHINE,
            section_headers: self.bytes.len() as u64,
            section_count: self.sections.len() as u32,
            names: first + 2,
            ..header
        };
        for one in &self.sections {
            put(&mut self.bytes, &[one.name.into(), one.flags.into()], 4);
            put(&mut self.bytes, &[one.address, one.offset, one.size], 8);
            put(&mut self.bytes, &[one.link.into(), one.entry_size.into(), 0, 0, 0], 4);
            self.bytes.extend([one.kind, one.align, 0, 0]);
        }
        let start = file_header(&header);
        for (to, from) in self.bytes.iter_mut().zip(start) {
            *to = from;
        }
        self.bytes
    }
}

/// Appends numbers of `size` bytes.
pub(super) fn put(bytes: &mut Vec<u8>, numbers: &[u64], size: usize) {
    for number in numbers {
        bytes.extend(number.to_le_bytes().iter().take(size));
    }
}

fn file_header(header: &FileHeader) -> Vec<u8> {
    let mut out = vec![0x7f, b'E', b'L', b'F', 2, 1, 1, 250, 1, 0, 0, 0, 0, 0, 0, 0];
    put(&mut out, &[header.kind.into(), header.machine.into()], 2);
    put(&mut out, &[0], 4);
    put(&mut out, &[header.entry, header.program_headers, header.section_headers], 8);
    put(&mut out, &[header.flags.into()], 4);
    let entry = if header.program_count > 0 { HEADER } else { 0 };
    put(&mut out, &[FILE_HEADER, entry, header.program_count.into(), HEADER], 2);
    put(&mut out, &[header.section_count.into(), header.names.into(), 0], 4);
    put(&mut out, &[0], 8);
    put(&mut out, &header.bases, 8);
    out
}

/// Appends a program header.
pub(super) fn put_program_header(out: &mut Vec<u8>, header: &ProgramHeader) {
    put(out, &[header.kind.into(), header.flags.into()], 4);
    let numbers = [header.offset, header.address, header.sections, header.file_size, header.memory_size];
    put(out, &numbers, 8);
    out.extend([header.align, 0, 0, 0, 0, 0, 0, 0]);
}
