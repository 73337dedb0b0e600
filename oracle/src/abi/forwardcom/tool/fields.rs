//! The fields of instructions: templates A, B, C and E of the manual's chapter on instruction formats. Bits 0 to 31 are
//! the first word of code, bits 32 to 63 the second one, bits 64 to 95 the third one.

use crate::abi::tool::fields::{bits, signed, unsigned};
use crosscall_model::tool::table::{Bits, Field};

/// RD, the register that is written or stored.
pub(super) const D: Field = unsigned(&[bits(16, 0, 5)], 31);
/// RS, the first source or the base of an address.
pub(super) const S: Field = unsigned(&[bits(8, 0, 5)], 31);
/// RT, the second source.
pub(super) const T: Field = unsigned(&[bits(0, 0, 5)], 31);
/// One register in all fields that an instruction with one source leaves free: in RS and RT, and with RU as well.
pub(super) const ST: Field = unsigned(&[bits(8, 0, 5), bits(0, 0, 5)], 31);
pub(super) const STU: Field = unsigned(&[bits(8, 0, 5), bits(0, 0, 5), bits(56, 0, 5)], 31);
/// A register that is stored, in RD and in what is free.
pub(super) const DT: Field = unsigned(&[bits(16, 0, 5), bits(0, 0, 5)], 31);
pub(super) const DU: Field = unsigned(&[bits(16, 0, 5), bits(56, 0, 5)], 31);
pub(super) const DTU: Field = unsigned(&[bits(16, 0, 5), bits(0, 0, 5), bits(56, 0, 5)], 31);
/// The first and the last register of a list of one.
pub(super) const LISTED: Field = unsigned(&[bits(8, 0, 5), bits(0, 0, 5)], 31);
/// The first of two that are compared, which stands where a result would.
pub(super) const DS: Field = unsigned(&[bits(16, 0, 5), bits(8, 0, 5)], 31);

/// IM1: 8 bits with a sign, or as many as a byte has.
pub(super) const IM8: Field = signed(&[bits(0, 0, 8)], -0x80, 0x7f, 1);
pub(super) const IM8_BYTE: Field = signed(&[bits(0, 0, 8)], -0x80, 0xff, 1);
/// IM1 and IM2 as one: with a sign, and without.
pub(super) const IM16: Field = signed(&[bits(0, 0, 16)], -0x8000, 0x7fff, 1);
pub(super) const IM16_PLUS: Field = unsigned(&[bits(0, 0, 16)], 0xffff);
/// IM2 shifted to the left by IM1. Less than 8 bits are significant.
pub(super) const IM8_SHIFTED: Field = scaled(&[bits(8, 0, 8)], 0x7f, 0);
/// IM4: with a sign, as many bits as a half word has, and shifted to the left by IM5.
pub(super) const IM4: Field = signed(&[bits(32, 0, 16)], -0x8000, 0x7fff, 1);
pub(super) const IM4_HALF: Field = signed(&[bits(32, 0, 16)], -0x8000, 0xffff, 1);
pub(super) const IM4_SHIFTED: Field = scaled(&[bits(32, 0, 16)], 0x7fff, 48);
/// IM6 with a sign, and as many bits as a word has.
pub(super) const IM6: Field = signed(&[bits(32, 0, 32)], -0x8000_0000, 0x7fff_ffff, 1);
pub(super) const IM6_WORD: Field = signed(&[bits(32, 0, 32)], -0x8000_0000, 0xffff_ffff, 1);
pub(super) const IM6_PLUS: Field = unsigned(&[bits(32, 0, 32)], 0xffff_ffff);
/// IM7 shifted to the left by IM4.
pub(super) const IM7_SHIFTED: Field = scaled(&[bits(64, 0, 32)], 0x7fff_ffff, 32);
/// IM6 and IM7 as one.
pub(super) const IM64: Field = signed(&[bits(32, 0, 64)], i64::MIN, i64::MAX, 1);

/// Data of 8 bytes.
pub(super) const DATA64: Field = signed(&[bits(0, 0, 64)], i64::MIN, i64::MAX, 1);

/// An offset of 8 bits that counts elements of 1, 4 and 8 bytes.
pub(super) const OFF8: Field = IM8;
pub(super) const OFF8X4: Field = signed(&[bits(0, 2, 8)], -0x200, 0x1fc, 4);
pub(super) const OFF8X8: Field = signed(&[bits(0, 3, 8)], -0x400, 0x3f8, 8);

/// The odd part of a number of either sign, with a bit where the count of the zeros behind it begins.
const fn scaled(bits: &'static [Bits], high: i64, scale: u8) -> Field {
    Field { bits, low: -high, high, unit: 1, sign: None, scale: Some(scale) }
}
