//! AArch64's relocations: the field of each and the values that fit.
//!
//! Numbers, names, fields, formulae and checks are those of AAELF64 2025Q4, "Static Data relocations", "Static AArch64
//! relocations" and "Relocations for thread-local storage". Left out are what compilers do not ask for, and the dynamic models
//! of thread-local storage.

use crate::fields::{Layout, Piece};
use crate::fixup::{Bits, FixupKind};

/// Jump.
pub const R_JUMP26: u32 = 282;
/// Call.
pub const R_CALL26: u32 = 283;
/// Distance to a slot of the global offset table, of a load.
pub const R_GOT_LD_PREL19: u32 = 309;
/// Distance of the page of a slot.
pub const R_ADR_GOT_PAGE: u32 = 311;
/// Lower part of a slot's address.
pub const R_LD64_GOT_LO12_NC: u32 = 312;
/// Offset of a slot from the page of the global offset table.
pub const R_LD64_GOTPAGE_LO15: u32 = 313;
/// Distance to a slot in a word.
pub const R_GOTPCREL32: u32 = 315;
/// Distance of the page of a slot that holds an offset from the thread pointer.
pub const R_TLSIE_ADR_GOTTPREL_PAGE21: u32 = 541;
/// Lower part of the address of such a slot.
pub const R_TLSIE_LD64_GOTTPREL_LO12_NC: u32 = 542;
/// Distance to such a slot, of a load.
pub const R_TLSIE_LD_GOTTPREL_PREL19: u32 = 543;
/// The first of the offsets from the thread pointer in additions, loads and stores.
pub const R_TLSLE_ADD_TPREL_HI12: u32 = 549;
/// The last one but for those of 128 bits.
pub const R_TLSLE_LDST64_TPREL_LO12_NC: u32 = 559;
/// Offset from the thread pointer in a load or store of 128 bits.
pub const R_TLSLE_LDST128_TPREL_LO12: u32 = 570;
/// As [`R_TLSLE_LDST128_TPREL_LO12`], unchecked.
pub const R_TLSLE_LDST128_TPREL_LO12_NC: u32 = 571;

/// Bytes of a page as `adrp` counts them.
pub const PAGE: u64 = 0x1000;

const ANY: (i64, i64) = (i64::MIN, i64::MAX);
const SIGNED32: (i64, i64) = (-0x8000_0000, 0x7fff_ffff);

const fn piece(value: u8, word: u8, width: u8) -> Piece {
    Piece { value, word, width }
}

const ADR: &Layout = &Layout { pieces: &[piece(0, 29, 2), piece(2, 5, 19)] };
const ADRP: &Layout = &Layout { pieces: &[piece(12, 29, 2), piece(14, 5, 19)] };
const IMM26: &Layout = &Layout { pieces: &[piece(2, 0, 26)] };
const IMM19: &Layout = &Layout { pieces: &[piece(2, 5, 19)] };
const IMM14: &Layout = &Layout { pieces: &[piece(2, 5, 14)] };
/// The second 12 bits of a value in an addition.
const HI12: &Layout = &Layout { pieces: &[piece(12, 10, 12)] };
/// The offset of a slot of 8 bytes.
const LO15: &Layout = &Layout { pieces: &[piece(3, 10, 12)] };
/// The lowest 12 bits of a value, in units of 1, 2, 4, 8 and 16 bytes.
const LO12: [&Layout; 5] = [
    &Layout { pieces: &[piece(0, 10, 12)] },
    &Layout { pieces: &[piece(1, 10, 11)] },
    &Layout { pieces: &[piece(2, 10, 10)] },
    &Layout { pieces: &[piece(3, 10, 9)] },
    &Layout { pieces: &[piece(4, 10, 8)] },
];
/// The four parts of a value of 64 bits, from the lowest.
const MOVW: [&Layout; 4] = [
    &Layout { pieces: &[piece(0, 5, 16)] },
    &Layout { pieces: &[piece(16, 5, 16)] },
    &Layout { pieces: &[piece(32, 5, 16)] },
    &Layout { pieces: &[piece(48, 5, 16)] },
];

const fn field(number: u32, name: &'static str, range: (i64, i64), layout: &'static Layout) -> FixupKind {
    FixupKind::field(number, name, 4, range, Bits::Spread(layout))
}

/// A distance of so many bits.
const fn distance(number: u32, name: &'static str, bits: u8, layout: &'static Layout) -> FixupKind {
    field(number, name, (-1 << (bits - 1), (1 << (bits - 1)) - 1), layout).relative()
}

/// A distance to an instruction or to a word of code.
const fn branch(number: u32, name: &'static str, bits: u8, layout: &'static Layout) -> FixupKind {
    distance(number, name, bits, layout).in_units_of(4)
}

/// The distance of a page from that of the instruction.
const fn page(number: u32, name: &'static str) -> FixupKind {
    distance(number, name, 33, ADRP).in_units_of(PAGE as i64)
}

/// The lowest 12 bits of a value that is a multiple of 2 to the power `scale`.
const fn lower(number: u32, name: &'static str, scale: usize) -> FixupKind {
    field(number, name, ANY, LO12[scale]).in_units_of(1 << scale)
}

/// The same of a value that has no more bits.
const fn offset(number: u32, name: &'static str, scale: usize) -> FixupKind {
    FixupKind { range: (0, 0xfff), ..lower(number, name, scale) }
}

/// A part of an address, which fits if those above it are zero.
const fn part(number: u32, name: &'static str, part: usize) -> FixupKind {
    field(number, name, (0, (1 << (16 * (part + 1))) - 1), MOVW[part])
}

/// A part of an address.
const fn any_part(number: u32, name: &'static str, part: usize) -> FixupKind {
    field(number, name, ANY, MOVW[part])
}

const fn word(number: u32, name: &'static str) -> FixupKind {
    FixupKind { range: SIGNED32, ..FixupKind::data(number, name, 4) }.relative()
}

/// Every kind of relocation.
#[rustfmt::skip]
pub static KINDS: &[FixupKind] = &[
    FixupKind::none(0, "R_AARCH64_NONE"),
    FixupKind::none(256, "R_AARCH64_NONE"),
    FixupKind::data(257, "R_AARCH64_ABS64", 8),
    FixupKind::data(258, "R_AARCH64_ABS32", 4),
    FixupKind::data(259, "R_AARCH64_ABS16", 2),
    FixupKind::data(260, "R_AARCH64_PREL64", 8).relative(),
    word(261, "R_AARCH64_PREL32"),
    FixupKind { range: (-0x8000, 0x7fff), ..FixupKind::data(262, "R_AARCH64_PREL16", 2) }.relative(),
    part(263, "R_AARCH64_MOVW_UABS_G0", 0),
    any_part(264, "R_AARCH64_MOVW_UABS_G0_NC", 0),
    part(265, "R_AARCH64_MOVW_UABS_G1", 1),
    any_part(266, "R_AARCH64_MOVW_UABS_G1_NC", 1),
    part(267, "R_AARCH64_MOVW_UABS_G2", 2),
    any_part(268, "R_AARCH64_MOVW_UABS_G2_NC", 2),
    any_part(269, "R_AARCH64_MOVW_UABS_G3", 3),
    branch(273, "R_AARCH64_LD_PREL_LO19", 21, IMM19),
    distance(274, "R_AARCH64_ADR_PREL_LO21", 21, ADR),
    page(275, "R_AARCH64_ADR_PREL_PG_HI21"),
    FixupKind { range: ANY, ..page(276, "R_AARCH64_ADR_PREL_PG_HI21_NC") },
    lower(277, "R_AARCH64_ADD_ABS_LO12_NC", 0),
    lower(278, "R_AARCH64_LDST8_ABS_LO12_NC", 0),
    branch(279, "R_AARCH64_TSTBR14", 16, IMM14),
    branch(280, "R_AARCH64_CONDBR19", 21, IMM19),
    branch(R_JUMP26, "R_AARCH64_JUMP26", 28, IMM26),
    branch(R_CALL26, "R_AARCH64_CALL26", 28, IMM26),
    lower(284, "R_AARCH64_LDST16_ABS_LO12_NC", 1),
    lower(285, "R_AARCH64_LDST32_ABS_LO12_NC", 2),
    lower(286, "R_AARCH64_LDST64_ABS_LO12_NC", 3),
    lower(299, "R_AARCH64_LDST128_ABS_LO12_NC", 4),
    branch(R_GOT_LD_PREL19, "R_AARCH64_GOT_LD_PREL19", 21, IMM19),
    page(R_ADR_GOT_PAGE, "R_AARCH64_ADR_GOT_PAGE"),
    lower(R_LD64_GOT_LO12_NC, "R_AARCH64_LD64_GOT_LO12_NC", 3),
    field(R_LD64_GOTPAGE_LO15, "R_AARCH64_LD64_GOTPAGE_LO15", (0, 0x7fff), LO15).in_units_of(8),
    word(314, "R_AARCH64_PLT32"),
    word(R_GOTPCREL32, "R_AARCH64_GOTPCREL32"),
    page(R_TLSIE_ADR_GOTTPREL_PAGE21, "R_AARCH64_TLSIE_ADR_GOTTPREL_PAGE21"),
    lower(R_TLSIE_LD64_GOTTPREL_LO12_NC, "R_AARCH64_TLSIE_LD64_GOTTPREL_LO12_NC", 3),
    branch(R_TLSIE_LD_GOTTPREL_PREL19, "R_AARCH64_TLSIE_LD_GOTTPREL_PREL19", 21, IMM19),
    field(R_TLSLE_ADD_TPREL_HI12, "R_AARCH64_TLSLE_ADD_TPREL_HI12", (0, 0xff_ffff), HI12),
    offset(550, "R_AARCH64_TLSLE_ADD_TPREL_LO12", 0),
    lower(551, "R_AARCH64_TLSLE_ADD_TPREL_LO12_NC", 0),
    offset(552, "R_AARCH64_TLSLE_LDST8_TPREL_LO12", 0),
    lower(553, "R_AARCH64_TLSLE_LDST8_TPREL_LO12_NC", 0),
    offset(554, "R_AARCH64_TLSLE_LDST16_TPREL_LO12", 1),
    lower(555, "R_AARCH64_TLSLE_LDST16_TPREL_LO12_NC", 1),
    offset(556, "R_AARCH64_TLSLE_LDST32_TPREL_LO12", 2),
    lower(557, "R_AARCH64_TLSLE_LDST32_TPREL_LO12_NC", 2),
    offset(558, "R_AARCH64_TLSLE_LDST64_TPREL_LO12", 3),
    lower(R_TLSLE_LDST64_TPREL_LO12_NC, "R_AARCH64_TLSLE_LDST64_TPREL_LO12_NC", 3),
    offset(R_TLSLE_LDST128_TPREL_LO12, "R_AARCH64_TLSLE_LDST128_TPREL_LO12", 4),
    lower(R_TLSLE_LDST128_TPREL_LO12_NC, "R_AARCH64_TLSLE_LDST128_TPREL_LO12_NC", 4),
];
