//! The relocation numbers of the IPU, and what they mean to the assembler.
//!
//! Numbers and formulae are those of LLVM's `ELFRelocs/Colossus.def` and `ColossusRelocs.h`.

use crate::asm::FixupKind;

/// Nothing.
pub const R_NONE: u32 = 0;
/// A byte; the body size of `rpt`.
pub const R_8: u32 = 1;
/// A halfword; the constant of `cmpult`.
pub const R_16: u32 = 2;
/// The constant of `setzi`.
pub const R_20: u32 = 3;
/// A word.
pub const R_32: u32 = 4;
/// Eight bytes.
pub const R_64: u32 = 5;
/// A halfword: distance from the base of memory in words.
pub const R_RELATIVE_16_S2: u32 = 6;
/// 18 bits of an address in words.
pub const R_18_S2: u32 = 7;
/// 19 bits of an address in words: branches and `call`.
pub const R_19_S2: u32 = 8;
/// The offset of `run`: distance from the base of memory in words.
pub const R_RUN: u32 = 9;
/// A halfword: an address in units of 8 bytes.
pub const R_16_S3: u32 = 14;
/// A halfword: an address in units of 16 bytes.
pub const R_16_S4: u32 = 15;
/// A halfword: an address in units of 32 bytes.
pub const R_16_S5: u32 = 16;
/// 21 bits of an address in bytes.
pub const R_21: u32 = 17;

/// Stores bits over those that are there.
fn merge(bytes: &mut [u8], value: u64) {
    for (byte, new) in bytes.iter_mut().zip(value.to_le_bytes()) {
        *byte |= new;
    }
}

const fn kind(
    number: u32,
    name: &'static str,
    bytes: u8,
    range: (i64, i64),
    unit: i64,
    insert: fn(&mut [u8], i64),
) -> FixupKind {
    FixupKind { number, name, is_relocation: true, bytes, pc_relative: false, range, unit, insert }
}

const fn data(number: u32, name: &'static str, bytes: u8) -> FixupKind {
    let range =
        if bytes == 8 { (i64::MIN, i64::MAX) } else { (-1 << (8 * bytes - 1), (1 << (8 * bytes)) - 1) };
    kind(number, name, bytes, range, 1, |place, value| merge(place, value as u64))
}

/// Every kind that the assembler may settle itself. Those that count from the base of memory are left
/// to the linker even where the value is known.
#[rustfmt::skip]
static KINDS: &[FixupKind] = &[
    data(R_8, "R_COLOSSUS_8", 1),
    data(R_16, "R_COLOSSUS_16", 2),
    kind(R_20, "R_COLOSSUS_20", 4, (0, 0xf_ffff), 1, |place, value| merge(place, value as u64)),
    data(R_32, "R_COLOSSUS_32", 4),
    data(R_64, "R_COLOSSUS_64", 8),
    kind(R_18_S2, "R_COLOSSUS_18_S2", 4, (0, 0xf_fffc), 4, |place, value| merge(place, value as u64 >> 2)),
    kind(R_19_S2, "R_COLOSSUS_19_S2", 4, (0, 0x1f_fffc), 4, |place, value| merge(place, value as u64 >> 2)),
    kind(R_21, "R_COLOSSUS_21", 4, (0, 0x1f_ffff), 1, |place, value| merge(place, value as u64)),
];

/// The kind of this relocation number; `None` for those that only the linker can settle.
pub fn fixup_kind(number: u32) -> Option<&'static FixupKind> {
    KINDS.iter().find(|kind| kind.number == number)
}
