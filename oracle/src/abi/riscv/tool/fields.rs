//! Immediates and registers of instructions: the formats of the unprivileged architecture manual, and the field symbols of the
//! document's table of relocations.

use crate::abi::tool::fields::{bits, rounded, signed, unsigned, whole};
use crosscall_model::tool::table::{Bits, Field};

/// rd.
pub(super) const D: Field = unsigned(&[bits(7, 0, 5)], 31);
/// rs1.
pub(super) const N: Field = unsigned(&[bits(15, 0, 5)], 31);
/// rs2.
pub(super) const K: Field = unsigned(&[bits(20, 0, 5)], 31);
/// rs3.
pub(super) const R: Field = unsigned(&[bits(27, 0, 5)], 31);
/// One register as rd of the first instruction of two, and as rs1 and rd of the second.
pub(super) const D_OF_BOTH: Field = unsigned(&[bits(7, 0, 5), bits(39, 0, 5), bits(47, 0, 5)], 31);
/// One register as rd of the first instruction of two, and as rs1 of the second.
pub(super) const N_OF_BOTH: Field = unsigned(&[bits(7, 0, 5), bits(47, 0, 5)], 31);
/// rs2 of the second instruction of two.
pub(super) const K_OF_SECOND: Field = unsigned(&[bits(52, 0, 5)], 31);
/// One register as both sources.
pub(super) const NK: Field = unsigned(&[bits(15, 0, 5), bits(20, 0, 5)], 31);

/// Compressed: rd and rs1, rs2, and those of three bits.
pub(super) const C_D: Field = unsigned(&[bits(7, 0, 5)], 31);
pub(super) const C_K: Field = unsigned(&[bits(2, 0, 5)], 31);
pub(super) const C_D3: Field = signed(&[bits(2, 0, 3)], 8, 15, 1);
pub(super) const C_N3: Field = signed(&[bits(7, 0, 3)], 8, 15, 1);

const I_BITS: &[Bits] = &[bits(20, 0, 12)];
const S_BITS: &[Bits] = &[bits(7, 0, 5), bits(25, 5, 7)];
const B_BITS: &[Bits] = &[bits(8, 1, 4), bits(25, 5, 6), bits(7, 11, 1), bits(31, 12, 1)];
const U_BITS: &[Bits] = &[rounded(12, 12, 20)];
const J_BITS: &[Bits] = &[bits(21, 1, 10), bits(20, 11, 1), bits(12, 12, 8), bits(31, 20, 1)];
const CALL_BITS: &[Bits] = &[rounded(12, 12, 20), bits(52, 0, 12)];
const CB_BITS: &[Bits] = &[bits(3, 1, 2), bits(10, 3, 2), bits(2, 5, 1), bits(5, 6, 2), bits(12, 8, 1)];
const CJ_BITS: &[Bits] = &[
    bits(3, 1, 3),
    bits(11, 4, 1),
    bits(2, 5, 1),
    bits(7, 6, 1),
    bits(6, 7, 1),
    bits(9, 8, 2),
    bits(8, 10, 1),
    bits(12, 11, 1),
];

/// Immediates of instructions.
pub(super) const I: Field = signed(I_BITS, -0x800, 0x7ff, 1);
pub(super) const S: Field = signed(S_BITS, -0x800, 0x7ff, 1);
/// The upper 20 bits, as they are written.
pub(super) const UPPER: Field = unsigned(&[bits(12, 0, 20)], 0xf_ffff);
/// Numbers of bits of a shift.
pub(super) const SHIFT32: Field = unsigned(&[bits(20, 0, 5)], 31);
pub(super) const SHIFT64: Field = unsigned(&[bits(20, 0, 6)], 63);
/// Compressed immediates, and offsets in bytes of words and double words, from a register and from the stack pointer.
pub(super) const C_I: Field = signed(&[bits(2, 0, 5), bits(12, 5, 1)], -32, 31, 1);
pub(super) const C_WORD: Field = signed(&[bits(6, 2, 1), bits(10, 3, 3), bits(5, 6, 1)], 0, 124, 4);
pub(super) const C_DOUBLE: Field = signed(&[bits(10, 3, 3), bits(5, 6, 2)], 0, 248, 8);
pub(super) const C_WORD_SP: Field = signed(&[bits(4, 2, 3), bits(12, 5, 1), bits(2, 6, 2)], 0, 252, 4);
pub(super) const C_DOUBLE_SP: Field = signed(&[bits(5, 3, 2), bits(12, 5, 1), bits(2, 6, 3)], 0, 504, 8);
pub(super) const C_WORD_SP_STORED: Field = signed(&[bits(9, 2, 4), bits(7, 6, 2)], 0, 252, 4);
pub(super) const C_DOUBLE_SP_STORED: Field = signed(&[bits(10, 3, 3), bits(7, 6, 3)], 0, 504, 8);

/// B-Type, J-Type, CB-Type and CJ-Type: even distances.
pub(super) const BRANCH: Field = signed(B_BITS, -0x1000, 0xffe, 2);
pub(super) const JUMP: Field = signed(J_BITS, -0x10_0000, 0xf_fffe, 2);
pub(super) const SHORT_BRANCH: Field = signed(CB_BITS, -0x100, 0xfe, 2);
pub(super) const SHORT_JUMP: Field = signed(CJ_BITS, -0x800, 0x7fe, 2);
/// U-Type and U+I-Type with registers of 32 bits, which hold every value, and of 64, where the upper part has a sign and the
/// lower one is added to it.
pub(super) const HIGH32: Field = whole(U_BITS);
pub(super) const HIGH64: Field = signed(U_BITS, -0x8000_0800, 0x7fff_f7ff, 1);
pub(super) const CALL32: Field = whole(CALL_BITS);
pub(super) const CALL64: Field = signed(CALL_BITS, -0x8000_0800, 0x7fff_f7ff, 1);
/// I-Type and S-Type with the lower part of a value.
pub(super) const LOW_I: Field = whole(I_BITS);
pub(super) const LOW_S: Field = whole(S_BITS);

/// word6 to word64, which take the bits that they want.
pub(super) const W6: Field = whole(&[bits(0, 0, 6)]);
pub(super) const W8: Field = whole(&[bits(0, 0, 8)]);
pub(super) const W16: Field = whole(&[bits(0, 0, 16)]);
pub(super) const W32: Field = whole(&[bits(0, 0, 32)]);
pub(super) const W64: Field = whole(&[bits(0, 0, 64)]);
/// A distance of 32 bits.
pub(super) const DISTANCE: Field = signed(&[bits(0, 0, 32)], -0x8000_0000, 0x7fff_ffff, 1);
/// Data of 8 bytes.
pub(super) const DOUBLE: Field = signed(&[bits(0, 0, 64)], i64::MIN, i64::MAX, 1);
