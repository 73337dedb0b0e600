//! The relocatable object file as every machine's assembler makes it and every linker reads it.
//!
//! This is the common part of the targets' object formats. Reading and writing the bytes is the
//! work of `elf`; what a relocation number means is the work of each target's `link`.

use std::collections::BTreeMap;
use std::sync::Arc;

/// A relocatable object: sections with their relocations, and symbols.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ObjectFile {
    /// Its origin, for messages: a path, or a description such as `probe`.
    pub name: String,
    /// `e_flags` of the file header.
    pub flags: u32,
    /// Sections that hold program bytes or space, in file order. Symbol, string and relocation
    /// tables are not listed; they are rebuilt when the file is written.
    pub sections: Vec<Section>,
    /// Symbols in file order, without the null symbol.
    pub symbols: Vec<Symbol>,
    /// Sections that are kept or left out together. They are read and linked, and not written.
    pub groups: Vec<SectionGroup>,
    /// Facts about symbols and relocations that only some targets' formats have.
    pub annotations: Annotations,
}

/// Sections of an object that are kept or left out together (`SHT_GROUP`).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SectionGroup {
    /// Its signature: the name by which groups of several objects are the same.
    pub signature: String,
    /// True if a program has only the first of all groups with the signature (`GRP_COMDAT`).
    pub is_comdat: bool,
    /// Indices into [`ObjectFile::sections`], ascending.
    pub sections: Vec<usize>,
}

/// Properties of symbols and relocations that most formats do not have; empty for those.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Annotations {
    /// By index into [`ObjectFile::symbols`].
    pub symbols: BTreeMap<usize, SymbolNote>,
    /// The symbol to which a relocation is relative, by the index of the section and of the relocation
    /// in it; the value is an index into [`ObjectFile::symbols`].
    pub references: BTreeMap<(usize, usize), usize>,
    /// Lines of the text that was assembled, by section and offset, where the assembler was asked for them. No file format has
    /// them: debug information gives them for other objects.
    pub lines: Vec<SourceLine>,
    /// Call frame information of the text that was assembled, where the assembler was asked for lines. Other objects have it in
    /// sections.
    pub frames: Vec<FrameTable>,
    /// Bytes that were taken out of sections where a linker carried out alignments, by section: offset in the file, and
    /// number.
    pub cuts: BTreeMap<usize, Vec<(u64, u64)>>,
}

/// Call frame information of a procedure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrameTable {
    /// Index into [`ObjectFile::sections`].
    pub section: usize,
    /// Offset of its first byte.
    pub start: u64,
    /// Number of its bytes.
    pub length: u64,
    /// DWARF's number of the register with the return address.
    pub return_register: u16,
    /// Instructions of DWARF from the first byte on, with factors of 1 for code and data.
    pub code: Vec<u8>,
}

/// The line that the bytes of a section were made from, up to the next such entry of that section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLine {
    /// Index into [`ObjectFile::sections`].
    pub section: usize,
    /// Offset of the first of these bytes.
    pub offset: u64,
    /// Name of the text.
    pub file: Arc<str>,
    /// The line, the first one being 1; in the body of a macro, that of the body.
    pub line: u32,
}

/// Properties of a symbol that most formats do not have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SymbolNote {
    /// Raw binding of the format, where [`Binding`] says less.
    pub binding: u8,
    /// Raw attribute bits of the format.
    pub attributes: u32,
    /// Size of an element in bytes.
    pub unit_size: u32,
    /// Number of elements.
    pub unit_count: u32,
    /// Registers that a function may change: one word for each register file, bit n for register n.
    pub registers: [u32; 2],
}

/// One section of an object file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Section {
    /// Its name, such as `.text`.
    pub name: String,
    /// Raw `sh_type`: 1 for PROGBITS, 8 for NOBITS, others are kept as they are.
    pub kind: u32,
    /// Raw `sh_flags`: 1 write, 2 alloc, 4 execute, and target-specific bits.
    pub flags: u64,
    /// Alignment in bytes, a power of two, at least 1.
    pub align: u64,
    /// Contents in memory order; empty for NOBITS.
    pub data: Vec<u8>,
    /// Size in bytes; equal to `data.len()` except for NOBITS.
    pub size: u64,
    /// Relocations against this section, in file order.
    pub relocations: Vec<Relocation>,
}

/// One relocation of a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relocation {
    /// Byte offset from the start of the section.
    pub offset: u64,
    /// The target's relocation number.
    pub kind: u32,
    /// Index into [`ObjectFile::symbols`]; `None` where the relocation names no symbol.
    pub symbol: Option<usize>,
    /// The addend (RELA).
    pub addend: i64,
}

/// A symbol of an object file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// Its name; empty for section symbols.
    pub name: String,
    /// Its binding.
    pub binding: Binding,
    /// Raw `st_type`: 0 none, 1 object, 2 function, 3 section, 4 file.
    pub kind: u8,
    /// Offset in its section, the value itself when absolute, the alignment when common.
    pub value: u64,
    /// Size in bytes, 0 when unknown.
    pub size: u64,
    /// Place of its definition.
    pub place: SymbolPlace,
}

/// Visibility of a symbol to the linker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Binding {
    /// Seen only in its own object.
    Local,
    /// Seen everywhere; two definitions are an error.
    Global,
    /// Like global, gives way to a global one; undefined weak symbols are 0.
    Weak,
}

/// The place of a symbol's definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SymbolPlace {
    /// Defined by some other object.
    Undefined,
    /// `value` is the address.
    Absolute,
    /// Space to be given by the linker, `size` bytes aligned to `value`.
    Common,
    /// In the section with this index in [`ObjectFile::sections`].
    Section(usize),
}
