//! Nyuzi's relocations: the field of each and the values that fit.

use super::fields::{Field, bits};
use crate::fixup::{ANY32, Bits, FixupKind};

/// No change.
pub const R_NONE: u32 = 0;
/// Absolute word.
pub const R_ABS32: u32 = 1;
/// Target of `bz` and `bnz`.
pub const R_BRANCH20: u32 = 2;
/// Target of `b` and `call`.
pub const R_BRANCH25: u32 = 3;
/// Upper 19 bits of an address, in `movehi`.
pub const R_HI19: u32 = 4;
/// Lower 13 bits of an address, in an immediate.
pub const R_IMM_LO13: u32 = 5;
/// Offset of the symbol's slot in the global offset table, in a load.
pub const R_GOT: u32 = 6;

const fn word(number: u32, name: &'static str, range: (i64, i64), bits: fn(i64) -> u64) -> FixupKind {
    FixupKind::field(number, name, 4, range, Bits::Computed(bits))
}

fn put(field: &Field, value: i64) -> u64 {
    field.insert(value as u32).into()
}

/// Every kind. Names are those of the ABI document.
#[rustfmt::skip]
pub static KINDS: &[FixupKind] = &[
    FixupKind::none(R_NONE, "R_NYUZI_NONE"),
    FixupKind::data(R_ABS32, "R_NYUZI_ABS32", 4),
    word(R_BRANCH20, "R_NYUZI_BRANCH20", (-(1 << 21), (1 << 21) - 4), |value| put(&bits::BRANCH20, value >> 2)).relative().in_units_of(4),
    word(R_BRANCH25, "R_NYUZI_BRANCH25", (-(1 << 26), (1 << 26) - 4), |value| put(&bits::BRANCH25, value >> 2)).relative().in_units_of(4),
    word(R_HI19, "R_NYUZI_HI19", ANY32, |value| put(&bits::IMM19, value >> 13)),
    word(R_IMM_LO13, "R_NYUZI_IMM_LO13", ANY32, |value| put(&bits::LOW13, value)),
    word(R_GOT, "R_NYUZI_GOT", (-(1 << 14), (1 << 14) - 1), |value| put(&bits::OFFSET15, value)).left_to_linker(),
];
