//! The fields of instructions: LLVM's description of the Colossus (`ColossusInstrInfo*Generated.td`).

use crate::abi::tool::fields::{bits, signed, unsigned, whole};
use crosscall_model::tool::table::{Bits, Field};

/// A register by its number.
const fn register(at: &'static [Bits]) -> Field {
    unsigned(at, 15)
}

/// A group of so many registers by the number of its first one, which is a multiple of that.
const fn group(at: &'static [Bits], registers: i64) -> Field {
    signed(at, 0, 15, registers)
}

const fn number(at: &'static [Bits], high: i64) -> Field {
    unsigned(at, high)
}

/// Registers, by the lowest bit of their field.
pub(super) const AT4: Field = register(&[bits(4, 0, 4)]);
pub(super) const AT12: Field = register(&[bits(12, 0, 4)]);
pub(super) const AT16: Field = register(&[bits(16, 0, 4)]);
pub(super) const AT20: Field = register(&[bits(20, 0, 4)]);
/// One register in two fields.
pub(super) const TWICE: Field = register(&[bits(12, 0, 4), bits(20, 0, 4)]);
/// Pairs.
pub(super) const PAIR4: Field = group(&[bits(4, 0, 4)], 2);
pub(super) const PAIR12: Field = group(&[bits(12, 0, 4)], 2);
pub(super) const PAIR16: Field = group(&[bits(16, 0, 4)], 2);
pub(super) const PAIR20: Field = group(&[bits(20, 0, 4)], 2);
/// Groups of four.
pub(super) const QUAD4: Field = group(&[bits(4, 0, 4)], 4);
pub(super) const QUAD16: Field = group(&[bits(16, 0, 4)], 4);
pub(super) const QUAD20: Field = group(&[bits(20, 0, 4)], 4);

/// Numbers without a sign, by their widths.
pub(super) const Z4: Field = number(&[bits(0, 0, 4)], 0xf);
pub(super) const Z6: Field = number(&[bits(0, 0, 6)], 0x3f);
pub(super) const Z8: Field = number(&[bits(0, 0, 8)], 0xff);
pub(super) const Z12: Field = number(&[bits(0, 0, 12)], 0xfff);
pub(super) const Z16: Field = number(&[bits(0, 0, 16)], 0xffff);
pub(super) const Z20: Field = number(&[bits(0, 0, 20)], 0xf_ffff);
/// With a sign.
pub(super) const S8: Field = signed(&[bits(0, 0, 8)], -0x80, 0x7f, 1);
pub(super) const S16: Field = signed(&[bits(0, 0, 16)], -0x8000, 0x7fff, 1);
/// The upper twelve bits of a word of which the others are zero.
pub(super) const TOP12: Field = signed(&[bits(0, 20, 12)], -0x8000_0000, 0xfff0_0000, 0x10_0000);
/// The offset of a store from an A register.
pub(super) const STORED12: Field = number(&[bits(0, 0, 4), bits(16, 4, 4), bits(8, 8, 4)], 0xfff);
/// Its step.
pub(super) const STORED8: Field = signed(&[bits(16, 0, 4), bits(0, 4, 4)], -0x80, 0x7f, 1);
/// The offset of `run`.
pub(super) const RUN16: Field = number(&[bits(0, 0, 12), bits(16, 12, 4)], 0xffff);
/// The offset of a load and a store at once.
pub(super) const PACE6: Field = number(&[bits(0, 0, 4), bits(8, 4, 2)], 0x3f);
/// The number of an instruction.
pub(super) const CODE19: Field = number(&[bits(0, 0, 19)], 0x7_ffff);
pub(super) const CODE20: Field = number(&[bits(0, 0, 20)], 0xf_ffff);

/// The register and the constant of `ldconst` where it is two instructions.
pub(super) const CONST_M: Field = register(&[bits(20, 0, 4), bits(48, 0, 4), bits(52, 0, 4)]);
pub(super) const CONST32: Field = signed(&[bits(0, 0, 20), bits(32, 20, 12)], -0x8000_0000, 0xffff_ffff, 1);

/// Addresses that linkers store, in units.
pub(super) const WORDS18: Field = signed(&[bits(0, 2, 18)], 0, 0xf_fffc, 4);
pub(super) const WORDS19: Field = signed(&[bits(0, 2, 19)], 0, 0x1f_fffc, 4);
pub(super) const WORDS16: Field = signed(&[bits(0, 2, 16)], 0, 0x3_fffc, 4);
pub(super) const RUN_WORDS: Field = signed(&[bits(0, 2, 12), bits(16, 14, 4)], 0, 0x3_fffc, 4);
pub(super) const OF8: Field = signed(&[bits(0, 3, 16)], 0, 0x7_fff8, 8);
pub(super) const OF16: Field = signed(&[bits(0, 4, 16)], 0, 0xf_fff0, 16);
pub(super) const OF32: Field = signed(&[bits(0, 5, 16)], 0, 0x1f_ffe0, 32);
/// Addresses in bytes.
pub(super) const BYTES20: Field = Z20;
pub(super) const BYTES21: Field = number(&[bits(0, 0, 21)], 0x1f_ffff);
/// Data of which a linker stores no negative number.
pub(super) const DATA8: Field = Z8;
pub(super) const DATA16: Field = Z16;
pub(super) const DATA32: Field = number(&[bits(0, 0, 32)], 0xffff_ffff);
/// Data of 8 bytes.
pub(super) const DOUBLE: Field = whole(&[bits(0, 0, 64)]);
