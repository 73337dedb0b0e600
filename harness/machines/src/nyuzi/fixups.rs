//! What the Nyuzi relocations mean to the assembler: where the value goes and what fits.

use super::fields::{Field, bits};
use crate::asm::FixupKind;

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

const fn absolute(number: u32, name: &'static str, insert: fn(&mut [u8], i64)) -> FixupKind {
    FixupKind {
        number,
        name,
        is_relocation: true,
        bytes: 4,
        pc_relative: false,
        range: ANY32,
        unit: 1,
        insert,
    }
}

const fn branch(number: u32, name: &'static str, reach: i64, insert: fn(&mut [u8], i64)) -> FixupKind {
    let range = (-reach, reach - 4);
    FixupKind { number, name, is_relocation: true, bytes: 4, pc_relative: true, range, unit: 4, insert }
}

/// Every kind that the assembler can settle. Names are those of the ABI document.
static KINDS: &[FixupKind] = &[
    absolute(R_ABS32, "R_NYUZI_ABS32", datum),
    branch(R_BRANCH20, "R_NYUZI_BRANCH20", 1 << 21, |bytes, value| put(bytes, &bits::BRANCH20, value >> 2)),
    branch(R_BRANCH25, "R_NYUZI_BRANCH25", 1 << 26, |bytes, value| put(bytes, &bits::BRANCH25, value >> 2)),
    absolute(R_HI19, "R_NYUZI_HI19", |bytes, value| put(bytes, &bits::IMM19, value >> 13)),
    absolute(R_IMM_LO13, "R_NYUZI_IMM_LO13", |bytes, value| put(bytes, &bits::LOW13, value)),
];

/// The kind of this relocation number; `None` for R_NYUZI_GOT, which only the linker can settle.
pub fn fixup_kind(number: u32) -> Option<&'static FixupKind> {
    KINDS.iter().find(|kind| kind.number == number)
}
