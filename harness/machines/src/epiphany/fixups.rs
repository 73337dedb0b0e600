//! What the Epiphany relocations mean to the assembler: where the value goes and what fits.

use super::fields::{Field, bits};
use crate::asm::FixupKind;

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

/// Adds a field's bits to the little-endian word that `bytes` are.
fn put(bytes: &mut [u8], field: &Field, raw: i64) {
    for (byte, add) in bytes.iter_mut().zip(field.insert(raw as u32).to_le_bytes()) {
        *byte |= add;
    }
}

fn datum(bytes: &mut [u8], value: i64) {
    for (byte, new) in bytes.iter_mut().zip(value.to_le_bytes()) {
        *byte = new;
    }
}

const ANY32: (i64, i64) = (-0x8000_0000, 0xffff_ffff);

const fn data(number: u32, name: &'static str, bytes: u8, pc_relative: bool) -> FixupKind {
    let range = (-1 << (8 * bytes - 1), (1 << (8 * bytes)) - 1);
    FixupKind { number, name, is_relocation: true, bytes, pc_relative, range, unit: 1, insert: datum }
}

const fn branch(
    number: u32,
    name: &'static str,
    bytes: u8,
    reach: i64,
    insert: fn(&mut [u8], i64),
) -> FixupKind {
    let range = (-reach, reach - 2);
    FixupKind { number, name, is_relocation: true, bytes, pc_relative: true, range, unit: 2, insert }
}

const fn constant(
    number: u32,
    name: &'static str,
    bytes: u8,
    range: (i64, i64),
    insert: fn(&mut [u8], i64),
) -> FixupKind {
    let is_relocation = number < DISP3;
    FixupKind { number, name, is_relocation, bytes, pc_relative: false, range, unit: 1, insert }
}

/// Every kind, sorted by number. Names are those of the ABI document.
#[rustfmt::skip]
static KINDS: &[FixupKind] = &[
    data(R_8, "R_EPIPHANY_8", 1, false),
    data(R_16, "R_EPIPHANY_16", 2, false),
    data(R_32, "R_EPIPHANY_32", 4, false),
    data(R_8_PCREL, "R_EPIPHANY_8_PCREL", 1, true),
    data(R_16_PCREL, "R_EPIPHANY_16_PCREL", 2, true),
    data(R_32_PCREL, "R_EPIPHANY_32_PCREL", 4, true),
    branch(R_SIMM8, "R_EPIPHANY_SIMM8", 2, 1 << 8, |bytes, value| put(bytes, &bits::SIMM8, value >> 1)),
    branch(R_SIMM24, "R_EPIPHANY_SIMM24", 4, 1 << 24, |bytes, value| put(bytes, &bits::SIMM24, value >> 1)),
    constant(R_HIGH, "R_EPIPHANY_HIGH", 4, ANY32, |bytes, value| put(bytes, &bits::IMM16, value >> 16)),
    constant(R_LOW, "R_EPIPHANY_LOW", 4, ANY32, |bytes, value| put(bytes, &bits::IMM16, value)),
    constant(R_SIMM11, "R_EPIPHANY_SIMM11", 4, (-1024, 1023), |bytes, value| put(bytes, &bits::SIMM11, value)),
    constant(R_IMM11, "R_EPIPHANY_IMM11", 4, (0, 2047), |bytes, value| put(bytes, &bits::DISP11, value)),
    constant(R_IMM8, "R_EPIPHANY_IMM8", 2, (0, 255), |bytes, value| put(bytes, &bits::IMM8, value)),
    constant(DISP3, "disp3", 2, (0, 7), |bytes, value| put(bytes, &bits::DISP3, value)),
    constant(SHIFT, "shift", 2, (0, 31), |bytes, value| put(bytes, &bits::SHIFT, value)),
    constant(TRAP, "trap", 2, (0, 63), |bytes, value| put(bytes, &bits::TRAP, value)),
];

/// The kind of this relocation number.
pub fn fixup_kind(number: u32) -> Option<&'static FixupKind> {
    KINDS.iter().find(|kind| kind.number == number)
}
