//! Headers and records byte by byte.

use crate::elf::{ElfError, Strings};

/// `sh_type` of the tables.
pub(super) const SYMTAB: u8 = 2;
pub(super) const STRTAB: u8 = 3;
pub(super) const RELA: u8 = 4;
pub(super) const NOTE: u8 = 7;

/// The bytes that every file begins with, and those behind them.
const IDENT: [u8; 16] = [0x7f, b'E', b'L', b'F', 2, 1, 1, 250, 1, 0, 0, 0, 0, 0, 0, 0];

/// A field of a record, low byte first.
trait Field: Sized {
    /// Takes it from the start of some bytes; 0 behind their end.
    fn take(bytes: &mut &[u8]) -> Self;
    /// Appends it.
    fn put(&self, out: &mut Vec<u8>);
}

macro_rules! fields {
    ($($number:ident)*) => {
        $(impl Field for $number {
            fn take(bytes: &mut &[u8]) -> Self {
                let (first, rest) = bytes.split_first_chunk().unwrap_or((&[0; size_of::<Self>()], &[]));
                *bytes = rest;
                Self::from_le_bytes(*first)
            }

            fn put(&self, out: &mut Vec<u8>) {
                out.extend(self.to_le_bytes());
            }
        })*
    };
}

fields! { u8 u16 u32 u64 i32 }

impl<T: Field, const N: usize> Field for [T; N] {
    fn take(bytes: &mut &[u8]) -> Self {
        std::array::from_fn(|_| T::take(bytes))
    }

    fn put(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|one| one.put(out));
    }
}

/// Makes records from lists of their fields in the order of the file.
macro_rules! records {
    ($($(#[$about:meta])* $record:ident { $($(#[$note:meta])* $field:ident: $kind:ty,)* })*) => {
        $(
            $(#[$about])*
            #[derive(Debug, Clone, Copy, Default)]
            pub(super) struct $record {
                $($(#[$note])* pub(super) $field: $kind,)*
            }

            impl $record {
                /// Size in bytes.
                pub(super) const SIZE: u64 = 0 $(+ size_of::<$kind>() as u64)*;

                /// The record at the start of some bytes.
                pub(super) fn read(mut bytes: &[u8]) -> Self {
                    Self { $($field: Field::take(&mut bytes),)* }
                }

                /// Appends the record.
                pub(super) fn put(&self, out: &mut Vec<u8>) {
                    $(self.$field.put(out);)*
                }
            }
        )*
    };
}

records! {
    /// The file header.
    FileHeader {
        ident: [u8; 16],
        kind: u16,
        machine: u16,
        version: u32,
        entry: u64,
        program_headers: u64,
        section_headers: u64,
        flags: u32,
        size: u16,
        program_header_size: u16,
        program_count: u16,
        section_header_size: u16,
        section_count: u32,
        names: u32,
        unused: [u32; 3],
        /// Values of the base symbols of ip, datap and threadp, relative to their groups.
        bases: [u64; 3],
    }
    /// A section header.
    SectionHeader {
        name: u32,
        flags: u32,
        address: u64,
        offset: u64,
        size: u64,
        link: u32,
        entry_size: u32,
        unused: [u32; 3],
        kind: u8,
        /// log2 of the alignment.
        align: u8,
        padding: u16,
    }
    /// A program header.
    ProgramHeader {
        kind: u32,
        flags: u32,
        offset: u64,
        address: u64,
        sections: u64,
        file_size: u64,
        memory_size: u64,
        align: u8,
        padding: [u8; 7],
    }
    /// A symbol.
    Symbol {
        name: u32,
        kind: u8,
        binding: u8,
        padding: u16,
        attributes: u32,
        section: u32,
        value: u64,
        unit_size: u32,
        unit_count: u32,
        registers: [u32; 2],
    }
    /// A relocation.
    Relocation {
        offset: u64,
        section: u32,
        kind: u32,
        symbol: u32,
        addend: i32,
        reference: u32,
        padding: u32,
    }
}

/// A file to be read.
pub(super) struct File<'a> {
    pub(super) name: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) header: FileHeader,
    pub(super) sections: Vec<SectionHeader>,
}

impl<'a> File<'a> {
    /// Reads the file header and the section headers.
    pub(super) fn open(name: &'a str, bytes: &'a [u8], kind: u16) -> Result<Self, ElfError> {
        let fail =
            |offset: u64, text: &str| Err(ElfError { file: name.to_owned(), offset, text: text.to_owned() });
        let Some(start) = bytes.get(..FileHeader::SIZE as usize) else {
            return fail(0, "the file is shorter than the file header");
        };
        if start.get(..7) != Some(&[0x7f, b'E', b'L', b'F', 2, 1, 1]) {
            return fail(0, "this is not a little-endian ELF64 file");
        }
        let header = FileHeader::read(start);
        if header.machine != super::MACHINE {
            return fail(0x12, "the file is for another processor");
        }
        if header.kind != kind {
            let text =
                if kind == 1 { "the file is not a relocatable object" } else { "the file is not a program" };
            return fail(0x10, text);
        }
        if header.section_count > 0 && u64::from(header.section_header_size) != SectionHeader::SIZE {
            return fail(0x3A, "section headers have another size than 56 bytes");
        }
        let mut file = File { name, bytes, header, sections: Vec::new() };
        let count = header.section_count.into();
        let table = file.table(0x28, header.section_headers, count, SectionHeader::SIZE)?;
        file.sections = table.chunks_exact(SectionHeader::SIZE as usize).map(SectionHeader::read).collect();
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
        self.header.section_headers.saturating_add(index as u64 * SectionHeader::SIZE)
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
        let symbols = bytes.chunks_exact(Symbol::SIZE as usize).map(Symbol::read).collect();
        let names = header.map_or(0, |header| header.link as usize);
        Ok((index, symbols, self.contents(names)?))
    }

    /// All relocations with their places in the file.
    pub(super) fn relocations(&self) -> Result<Vec<(u64, Relocation)>, ElfError> {
        let mut all = Vec::new();
        for (index, section) in self.sections.iter().enumerate() {
            if section.kind == RELA {
                let records = self.contents(index)?.chunks_exact(Relocation::SIZE as usize).enumerate();
                let place = |number: usize| section.offset.saturating_add(number as u64 * Relocation::SIZE);
                all.extend(records.map(|(number, record)| (place(number), Relocation::read(record))));
            }
        }
        Ok(all)
    }
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
        let bytes = vec![0; FileHeader::SIZE as usize];
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
        let mut table = Vec::with_capacity(symbols.len() * Symbol::SIZE as usize);
        symbols.iter().for_each(|one| one.put(&mut table));
        let (symtab, rela) = (
            SectionHeader { kind: SYMTAB, link: first + 3, entry_size: 40, align: 3, ..Default::default() },
            SectionHeader { kind: RELA, flags: 0x40, link: first, entry_size: 32, ..Default::default() },
        );
        self.section("symtab", &table, symtab);
        table.clear();
        relocations.iter().for_each(|one| one.put(&mut table));
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
            ident: IDENT,
            machine: super::MACHINE,
            section_headers: self.bytes.len() as u64,
            size: FileHeader::SIZE as u16,
            program_header_size: if header.program_count > 0 { ProgramHeader::SIZE as u16 } else { 0 },
            section_header_size: SectionHeader::SIZE as u16,
            section_count: self.sections.len() as u32,
            names: first + 2,
            ..header
        };
        self.sections.iter().for_each(|one| one.put(&mut self.bytes));
        let mut start = Vec::new();
        header.put(&mut start);
        for (to, from) in self.bytes.iter_mut().zip(start) {
            *to = from;
        }
        self.bytes
    }
}
