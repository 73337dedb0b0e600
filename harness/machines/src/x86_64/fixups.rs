//! x86-64's relocations: the field of each and the values that fit.
//!
//! Numbers, names, fields and formulae are those of the psABI, "Relocation Types", and for the large code model those of its
//! table "Large Models"; values that fit are as the psABI says for 32 bits and as GNU ld 2.40 takes them for 8 and 16. The
//! dynamic models of thread-local storage are not there, nor are sizes of symbols, which compilers do not ask for.

use crate::fixup::FixupKind;

/// Offset of a slot in the global offset table.
pub const R_GOT32: u32 = 3;
/// Distance to a slot of the global offset table.
pub const R_GOTPCREL: u32 = 9;
/// Offset of a thread-local variable from the thread pointer, of 64 bits.
pub const R_TPOFF64: u32 = 18;
/// Distance to a slot that holds an offset from the thread pointer.
pub const R_GOTTPOFF: u32 = 22;
/// Offset of a thread-local variable from the thread pointer.
pub const R_TPOFF32: u32 = 23;
/// Offset of a datum from the global offset table.
pub const R_GOTOFF64: u32 = 25;
/// As [`R_GOT32`], of 64 bits.
pub const R_GOT64: u32 = 27;
/// As [`R_GOTPCREL`], of 64 bits.
pub const R_GOTPCREL64: u32 = 28;
/// Offset of a function from the global offset table.
pub const R_PLTOFF64: u32 = 31;
/// As [`R_GOTPCREL`], of an instruction that may be changed so that it needs no slot.
pub const R_GOTPCRELX: u32 = 41;
/// As [`R_GOTPCRELX`], with a REX prefix.
pub const R_REX_GOTPCRELX: u32 = 42;

const fn word(number: u32, name: &'static str, bytes: u8, range: (i64, i64)) -> FixupKind {
    FixupKind { range, ..FixupKind::data(number, name, bytes) }
}

/// A word that is extended by its sign.
const fn signed(number: u32, name: &'static str) -> FixupKind {
    word(number, name, 4, (-0x8000_0000, 0x7fff_ffff))
}

/// Every kind of relocation.
#[rustfmt::skip]
pub static KINDS: &[FixupKind] = &[
    FixupKind::none(0, "R_X86_64_NONE"),
    FixupKind::data(1, "R_X86_64_64", 8),
    signed(2, "R_X86_64_PC32").relative(),
    signed(R_GOT32, "R_X86_64_GOT32"),
    signed(4, "R_X86_64_PLT32").relative(),
    signed(R_GOTPCREL, "R_X86_64_GOTPCREL").relative(),
    word(10, "R_X86_64_32", 4, (0, 0xffff_ffff)),
    signed(11, "R_X86_64_32S"),
    FixupKind::data(12, "R_X86_64_16", 2),
    FixupKind::data(13, "R_X86_64_PC16", 2).relative(),
    FixupKind::data(14, "R_X86_64_8", 1),
    word(15, "R_X86_64_PC8", 1, (-0x80, 0x7f)).relative(),
    // In debug information: from the start of the storage.
    FixupKind::data(17, "R_X86_64_DTPOFF64", 8),
    FixupKind::data(R_TPOFF64, "R_X86_64_TPOFF64", 8),
    signed(21, "R_X86_64_DTPOFF32"),
    signed(R_GOTTPOFF, "R_X86_64_GOTTPOFF").relative(),
    signed(R_TPOFF32, "R_X86_64_TPOFF32"),
    FixupKind::data(24, "R_X86_64_PC64", 8).relative(),
    FixupKind::data(R_GOTOFF64, "R_X86_64_GOTOFF64", 8),
    // Their symbol is the global offset table.
    signed(26, "R_X86_64_GOTPC32").relative(),
    FixupKind::data(R_GOT64, "R_X86_64_GOT64", 8),
    FixupKind::data(R_GOTPCREL64, "R_X86_64_GOTPCREL64", 8).relative(),
    FixupKind::data(29, "R_X86_64_GOTPC64", 8).relative(),
    FixupKind::data(R_PLTOFF64, "R_X86_64_PLTOFF64", 8),
    signed(R_GOTPCRELX, "R_X86_64_GOTPCRELX").relative(),
    signed(R_REX_GOTPCRELX, "R_X86_64_REX_GOTPCRELX").relative(),
];
