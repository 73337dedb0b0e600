//! The fields of instructions and data: the encodings in the vendor's kit (`dpu_instruction_encoder.h`, `isa.py`) and the
//! linker of its LLVM (`lld/ELF/Arch/DPU.cpp`), which agree on them.

use crate::abi::tool::fields::{bits, signed, unsigned};
use crate::abi::tool::lists::joined;
use crosscall_model::tool::table::{Bits, Field};

/// A field that takes a number with or without a sign.
const fn either(width: u32, bits: &'static [Bits]) -> Field {
    let (low, high) =
        if width >= 64 { (i64::MIN, i64::MAX) } else { (-(1 << (width - 1)), (1 << width) - 1) };
    signed(bits, low, high, 1)
}

/// Four bits of a number, from one on, in bits 15 to 12: the lowest in the highest.
const fn reversed(from: u8) -> [Bits; 4] {
    [bits(15, from, 1), bits(14, from + 1, 1), bits(13, from + 2, 1), bits(12, from + 3, 1)]
}

/// The places of a number's lowest bits: eight where no second source stands, and twelve in the offset of a store.
const LOW8: &[Bits] = &[bits(20, 0, 4), bits(16, 4, 4)];
const LOW12: [Bits; 7] = joined(&[&[bits(20, 0, 4), bits(39, 4, 3), bits(24, 7, 1)], &reversed(8)]);
/// The next ones of a wide number.
const NEXT12: &[Bits] = &[bits(0, 12, 12)];
const LOW24: [Bits; 7] = joined(&[LOW8, &reversed(8), NEXT12]);
const LOW27: [Bits; 8] = joined(&[&LOW24, &[bits(39, 24, 3)]]);

/// A word of which bit 7 is in bit `seventh` of the instruction, beside the register that is read.
const fn word(seventh: u8) -> [Bits; 9] {
    let low = [bits(20, 0, 4), bits(34, 4, 3), bits(seventh, 7, 1)];
    joined(&[&low, &reversed(8), NEXT12, &[bits(24, 24, 8)]])
}

/// The register that is written; of the family of additions in two pieces.
pub(super) const D: Field = unsigned(&[bits(39, 0, 5)], 31);
pub(super) const D_SPLIT: Field = unsigned(&[bits(39, 0, 3), bits(44, 3, 2)], 31);
/// The first source, or the base of an address.
pub(super) const A: Field = unsigned(&[bits(34, 0, 5)], 31);
/// The second source, or what is stored.
pub(super) const B: Field = unsigned(&[bits(17, 0, 3), bits(32, 3, 2)], 31);
/// A shift by a number, which has no sign.
pub(super) const SHIFT: Field = unsigned(IMM5.bits, 31);
/// The offset of a load, which has a sign.
pub(super) const LOADED: Field = Field { high: 0x7f_ffff, ..IMM24 };
/// That of a store.
pub(super) const STORED: Field = Field { high: 0x7f_ffff, ..OFFSET24 };
/// The amount of a shift.
pub(super) const IMM5: Field = either(5, &[bits(20, 0, 4), bits(28, 4, 1)]);
/// The length of a transfer.
pub(super) const DMA: Field = either(8, &[bits(24, 0, 8)]);
/// Numbers beside a place in code.
pub(super) const IMM8: Field = either(8, LOW8);
pub(super) const IMM11: Field = either(11, &joined::<_, 3>(&[LOW8, &[bits(39, 8, 3)]]));
pub(super) const IMM12: Field = either(12, &joined::<_, 4>(&[LOW8, &[bits(39, 8, 3), bits(44, 11, 1)]]));
/// Numbers that are stored.
pub(super) const STORED8: Field = either(8, &[bits(16, 0, 4), bits(0, 4, 4)]);
pub(super) const STORED16: Field = either(16, &[bits(16, 0, 4), bits(0, 4, 12)]);
/// Offsets where a number and where a register is stored.
pub(super) const OFFSET12: Field = either(12, &LOW12);
pub(super) const OFFSET24: Field = either(24, &joined::<_, 8>(&[&LOW12, NEXT12]));
/// The number of a lock.
pub(super) const LOCK: Field = either(16, &joined::<_, 4>(&[LOW8, &[bits(26, 8, 5), bits(39, 13, 3)]]));
/// Wide numbers, by what else the instruction holds.
pub(super) const IMM24: Field = either(24, &LOW24);
pub(super) const IMM27: Field = either(27, &LOW27);
pub(super) const IMM28: Field = either(28, &joined::<_, 9>(&[&LOW27, &[bits(44, 27, 1)]]));
pub(super) const IMM32: Field = either(32, &joined::<_, 8>(&[&LOW24, &[bits(24, 24, 8)]]));
pub(super) const IMM32_ZERO: Field = either(32, &word(39));
pub(super) const IMM32_PAIR: Field = either(32, &word(44));
/// The seven places in which the highest of 17 bits stands once more.
const HIGHEST: [Bits; 7] = {
    let mut all = [bits(5, 16, 1); 7];
    let mut i = 1;
    while i < 7 {
        all[i as usize] = bits(5 + i, 16, 1);
        i += 1;
    }
    all
};
/// 17 bits of an address.
pub(super) const IMM17: Field =
    either(17, &joined::<_, 14>(&[LOW8, &reversed(8), &[bits(0, 12, 5)], &HIGHEST]));
/// A place in code.
pub(super) const PLACE: Field = either(16, &[bits(0, 0, 16)]);
/// Data of 8 bytes.
pub(super) const DOUBLE: Field = either(64, &[bits(0, 0, 64)]);
