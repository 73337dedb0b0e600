//! Epiphany's relocations: the field of each and the values that fit.

use super::fields::{Field, bits};
use crate::fixup::{ANY32, Bits, FixupKind};

/// Absolute byte.
pub const R_8: u32 = 1;
/// Absolute halfword.
pub const R_16: u32 = 2;
/// Absolute word.
pub const R_32: u32 = 3;
/// Distance in a byte.
pub const R_8_PCREL: u32 = 4;
/// Distance in a halfword.
pub const R_16_PCREL: u32 = 5;
/// Distance in a word.
pub const R_32_PCREL: u32 = 6;
/// Short branch.
pub const R_SIMM8: u32 = 7;
/// Long branch.
pub const R_SIMM24: u32 = 8;
/// Upper half of an address, in `movt` and `mov`.
pub const R_HIGH: u32 = 9;
/// Lower half of an address, in `mov` and `movt`.
pub const R_LOW: u32 = 10;
/// Constant of long `add` and `sub`.
pub const R_SIMM11: u32 = 11;
/// Displacement of long loads and stores, in units of the access.
pub const R_IMM11: u32 = 12;
/// Constant of short `mov`.
pub const R_IMM8: u32 = 13;
/// Displacement of short loads and stores; only inside the assembler.
pub(super) const DISP3: u32 = 0x100;
/// Shift amount; only inside the assembler.
pub(super) const SHIFT: u32 = 0x101;
/// Number of `trap`; only inside the assembler.
pub(super) const TRAP: u32 = 0x102;

const fn branch(number: u32, name: &'static str, bytes: u8, reach: i64, bits: fn(i64) -> u64) -> FixupKind {
    let range = (-reach, reach - 2);
    FixupKind::field(number, name, bytes, range, Bits::Computed(bits)).relative().in_units_of(2)
}

const fn constant(
    number: u32,
    name: &'static str,
    bytes: u8,
    range: (i64, i64),
    bits: fn(i64) -> u64,
) -> FixupKind {
    FixupKind::field(number, name, bytes, range, Bits::Computed(bits))
}

fn put(field: &Field, value: i64) -> u64 {
    field.insert(value as u32).into()
}

/// Every kind, sorted by number. Names are those of the ABI document.
#[rustfmt::skip]
pub static KINDS: &[FixupKind] = &[
    FixupKind::none(0, "R_EPIPHANY_NONE"),
    FixupKind::data(R_8, "R_EPIPHANY_8", 1),
    FixupKind::data(R_16, "R_EPIPHANY_16", 2),
    FixupKind::data(R_32, "R_EPIPHANY_32", 4),
    FixupKind::data(R_8_PCREL, "R_EPIPHANY_8_PCREL", 1).relative(),
    FixupKind::data(R_16_PCREL, "R_EPIPHANY_16_PCREL", 2).relative(),
    FixupKind::data(R_32_PCREL, "R_EPIPHANY_32_PCREL", 4).relative(),
    branch(R_SIMM8, "R_EPIPHANY_SIMM8", 2, 1 << 8, |value| put(&bits::SIMM8, value >> 1)),
    branch(R_SIMM24, "R_EPIPHANY_SIMM24", 4, 1 << 24, |value| put(&bits::SIMM24, value >> 1)),
    constant(R_HIGH, "R_EPIPHANY_HIGH", 4, ANY32, |value| put(&bits::IMM16, value >> 16)),
    constant(R_LOW, "R_EPIPHANY_LOW", 4, ANY32, |value| put(&bits::IMM16, value)),
    constant(R_SIMM11, "R_EPIPHANY_SIMM11", 4, (-1024, 1023), |value| put(&bits::SIMM11, value)),
    constant(R_IMM11, "R_EPIPHANY_IMM11", 4, (0, 2047), |value| put(&bits::DISP11, value)),
    constant(R_IMM8, "R_EPIPHANY_IMM8", 2, (0, 255), |value| put(&bits::IMM8, value)),
    constant(DISP3, "disp3", 2, (0, 7), |value| put(&bits::DISP3, value)).left_to_assembler(),
    constant(SHIFT, "shift", 2, (0, 31), |value| put(&bits::SHIFT, value)).left_to_assembler(),
    constant(TRAP, "trap", 2, (0, 63), |value| put(&bits::TRAP, value)).left_to_assembler(),
];
