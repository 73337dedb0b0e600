//! Sections as they grow: runs of bytes with fixups, and parts whose size is settled at the end.

use super::expr::Expr;
use super::symbols::SymbolId;

/// A place in a section: a fragment and an offset in bytes into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) section: usize,
    pub(super) fragment: usize,
    /// Bytes from the fragment's start; may point outside of it.
    pub(super) offset: i64,
}

/// The line of a statement that has put something into a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LineMark {
    /// Beginning of what it has put there.
    pub(super) place: Place,
    /// The statement.
    pub(super) origin: Origin,
}

/// A place in the source text, to be turned into a position when something is wrong there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Origin {
    /// Index into the assembler's list of source names.
    pub(super) file: u32,
    pub(super) line: u32,
    pub(super) column: u32,
}

/// A value to be put into bytes that have been emitted, once it is known, or a relocation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixup {
    /// Offset in bytes from the start of the piece it belongs to.
    pub offset: u32,
    /// The relocation number it becomes if it cannot be settled by the assembler.
    pub kind: u32,
    /// The value.
    pub value: Expr,
}

/// A fixup in a fragment.
#[derive(Debug, Clone)]
pub(super) struct PlacedFixup {
    pub(super) fixup: Fixup,
    pub(super) origin: Origin,
}

/// One way to encode an instruction whose size depends on its operand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// The bytes, with zeros where a fixup goes.
    pub bytes: Vec<u8>,
    /// Their contents.
    pub fixups: Vec<Fixup>,
}

/// The filling of an alignment or of `.fill`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Filling {
    /// The target's padding for code.
    Code,
    /// These bytes again and again; zeros when empty. The space must have room for whole patterns.
    Pattern(Vec<u8>),
}

/// A piece of a section.
#[derive(Debug)]
pub(super) enum Fragment {
    /// Bytes with fixups.
    Bytes(Bytes),
    /// Space without contents in the text, `count` times the pattern.
    Fill { count: u64, pattern: Vec<u8> },
    /// Space up to a multiple of `align`, unless that takes more than `most` bytes.
    Align { align: u64, filling: Filling, most: u64, origin: Origin },
    /// Space up to an offset in the section.
    Org { target: Expr, fill: u8, origin: Origin },
    /// An instruction with several encodings, the shortest first; `chosen` only grows.
    Relax { variants: Vec<Variant>, chosen: usize, origin: Origin },
    /// A LEB128 number of `size` bytes; `size` only grows.
    Leb { value: Expr, signed: bool, size: u8, origin: Origin },
}

/// A run of bytes and what goes into them.
#[derive(Debug, Default)]
pub(super) struct Bytes {
    pub(super) data: Vec<u8>,
    pub(super) fixups: Vec<PlacedFixup>,
}

/// One section.
#[derive(Debug)]
pub(super) struct Section {
    pub(super) name: String,
    /// Raw `sh_type`.
    pub(super) kind: u32,
    /// Raw `sh_flags`.
    pub(super) flags: u64,
    /// Alignment in bytes.
    pub(super) align: u64,
    /// Parts that are complete.
    pub(super) fragments: Vec<Fragment>,
    /// The bytes that the next ones are added to.
    pub(super) tail: Bytes,
    /// The section's symbol.
    pub(super) symbol: Option<SymbolId>,
    /// For a subsection, the section it is to be joined with and its number, at least 1.
    pub(super) parent: Option<(usize, u32)>,
}

/// `sh_type` of program bytes.
pub(super) const PROGBITS: u32 = 1;
/// `sh_type` of space without contents.
pub(super) const NOBITS: u32 = 8;
/// `sh_flags`: writable.
pub(super) const WRITE: u64 = 1;
/// `sh_flags`: occupies memory.
pub(super) const ALLOC: u64 = 2;
/// `sh_flags`: code.
pub(super) const EXECUTE: u64 = 4;
/// `sh_flags`: equal entries may be merged.
pub(super) const MERGE: u64 = 0x10;
/// `sh_flags`: entries are strings.
pub(super) const STRINGS: u64 = 0x20;

impl Section {
    pub(super) fn new(name: &str, kind: u32, flags: u64) -> Section {
        Section {
            name: name.to_owned(),
            kind,
            flags,
            align: 1,
            fragments: Vec::new(),
            tail: Bytes::default(),
            symbol: None,
            parent: None,
        }
    }

    /// Adds a part of unsettled size.
    pub(super) fn push(&mut self, fragment: Fragment) {
        self.close();
        self.fragments.push(fragment);
    }

    /// Moves the tail to the fragments.
    pub(super) fn close(&mut self) {
        if !self.tail.data.is_empty() {
            self.fragments.push(Fragment::Bytes(std::mem::take(&mut self.tail)));
        }
    }

    /// The place at the end, as fragment and offset. An empty tail has the index that the next
    /// fragment gets, whose start is the same place.
    pub(super) fn end(&self) -> (usize, i64) {
        (self.fragments.len(), self.tail.data.len() as i64)
    }

    /// Returns whether the section has bytes or parts of any kind.
    pub(super) fn is_empty(&self) -> bool {
        self.fragments.is_empty() && self.tail.data.is_empty()
    }
}

/// Type and flags of a section that is known by its name, as GNU as has them.
pub(super) fn known_section(name: &str) -> (u32, u64) {
    #[rustfmt::skip]
    const KNOWN: &[(&str, u32, u64)] = &[
        (".text", PROGBITS, ALLOC | EXECUTE), (".data", PROGBITS, ALLOC | WRITE),
        (".bss", NOBITS, ALLOC | WRITE), (".rodata", PROGBITS, ALLOC), (".init", PROGBITS, ALLOC | EXECUTE),
        (".fini", PROGBITS, ALLOC | EXECUTE), (".init_array", 14, ALLOC | WRITE),
        (".fini_array", 15, ALLOC | WRITE), (".preinit_array", 16, ALLOC | WRITE), (".note", 7, 0),
        (".tdata", PROGBITS, ALLOC | WRITE | 0x400), (".tbss", NOBITS, ALLOC | WRITE | 0x400),
        (".data1", PROGBITS, ALLOC | WRITE), (".rodata1", PROGBITS, ALLOC), (".comment", PROGBITS, 0),
        (".line", PROGBITS, 0),
    ];
    let is =
        |known: &str| name.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    match KNOWN.iter().find(|(known, ..)| is(known)) {
        Some(&(_, kind, flags)) => (kind, flags),
        None => (PROGBITS, 0),
    }
}
