//! The relocations of the IPU: the field of each and the values that fit.
//!
//! Numbers and formulae are those of LLVM's `ELFRelocs/Colossus.def` and `ColossusRelocs.h`.

use crate::fixup::{Bits, FixupKind};

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

/// The fixup of the assembler that holds when the offset in the section is a multiple of 8, and stores nothing.
pub(super) const ALIGNED: u32 = 0x100;

const fn kind(
    number: u32,
    name: &'static str,
    bytes: u8,
    largest: i64,
    unit: i64,
    bits: fn(i64) -> u64,
) -> FixupKind {
    FixupKind::field(number, name, bytes, (0, largest), Bits::Computed(bits)).in_units_of(unit)
}

/// A distance from the base of memory, or an address, in a unit. It is left to the linker even where the value is known.
const fn far(number: u32, name: &'static str, bytes: u8, unit: i64, bits: fn(i64) -> u64) -> FixupKind {
    kind(number, name, bytes, 0xffff * unit, unit, bits).left_to_linker()
}

/// The split field of `run`.
fn run(words: i64) -> u64 {
    (words as u64 & 0xf000) << 4 | words as u64 & 0xfff
}

/// Every kind.
#[rustfmt::skip]
pub static KINDS: &[FixupKind] = &[
    FixupKind::none(R_NONE, "R_COLOSSUS_NONE"),
    FixupKind::data(R_8, "R_COLOSSUS_8", 1),
    FixupKind::data(R_16, "R_COLOSSUS_16", 2),
    kind(R_20, "R_COLOSSUS_20", 4, 0xf_ffff, 1, |value| value as u64 & 0xf_ffff),
    FixupKind::data(R_32, "R_COLOSSUS_32", 4),
    FixupKind::data(R_64, "R_COLOSSUS_64", 8),
    far(R_RELATIVE_16_S2, "R_COLOSSUS_RELATIVE_16_S2", 2, 4, |value| value as u64 >> 2),
    kind(R_18_S2, "R_COLOSSUS_18_S2", 4, 0xf_fffc, 4, |value| value as u64 >> 2 & 0x3_ffff),
    kind(R_19_S2, "R_COLOSSUS_19_S2", 4, 0x1f_fffc, 4, |value| value as u64 >> 2 & 0x7_ffff),
    far(R_RUN, "R_COLOSSUS_RUN", 4, 4, |value| run(value >> 2)),
    far(R_16_S3, "R_COLOSSUS_16_S3", 2, 8, |value| value as u64 >> 3),
    far(R_16_S4, "R_COLOSSUS_16_S4", 2, 16, |value| value as u64 >> 4),
    far(R_16_S5, "R_COLOSSUS_16_S5", 2, 32, |value| value as u64 >> 5),
    kind(R_21, "R_COLOSSUS_21", 4, 0x1f_ffff, 1, |value| value as u64 & 0x1f_ffff),
    kind(ALIGNED, "aligned", 0, i64::MAX, 8, |_| 0).left_to_assembler(),
];
