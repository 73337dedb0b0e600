//! The fields of instructions: Epiphany Architecture Reference, instruction set, encodings.

use crate::abi::tool::fields::{bits, signed, unsigned, whole};
use crosscall_model::tool::table::Field;

/// A register in a short instruction, which names the first eight.
pub(super) const D3: Field = unsigned(&[bits(13, 0, 3)], 7);
pub(super) const N3: Field = unsigned(&[bits(10, 0, 3)], 7);
pub(super) const M3: Field = unsigned(&[bits(7, 0, 3)], 7);
/// A register in a long instruction.
pub(super) const D6: Field = unsigned(&[bits(13, 0, 3), bits(29, 3, 3)], 63);
pub(super) const N6: Field = unsigned(&[bits(10, 0, 3), bits(26, 3, 3)], 63);
pub(super) const M6: Field = unsigned(&[bits(7, 0, 3), bits(23, 3, 3)], 63);
/// A special register: place in its group, and group.
pub(super) const S6: Field = unsigned(&[bits(10, 0, 3), bits(26, 3, 3), bits(20, 6, 2)], 255);
/// The immediate of a short and a long move.
pub(super) const IMM8: Field = unsigned(&[bits(5, 0, 8)], 0xff);
pub(super) const IMM16: Field = unsigned(&[bits(5, 0, 8), bits(20, 8, 8)], 0xffff);
/// Half of a word in a long move: nothing is too large for it.
pub(super) const LOW_HALF: Field = whole(&[bits(5, 0, 8), bits(20, 8, 8)]);
pub(super) const HIGH_HALF: Field = whole(&[bits(5, 16, 8), bits(20, 24, 8)]);
/// The immediate of an addition.
pub(super) const SIMM3: Field = signed(&[bits(7, 0, 3)], -4, 3, 1);
pub(super) const SIMM11: Field = signed(&[bits(7, 0, 3), bits(16, 3, 8)], -1024, 1023, 1);
/// A displacement in elements; the long one has a bit that says that it is subtracted.
pub(super) const DISP3: Field = unsigned(&[bits(7, 0, 3)], 7);
pub(super) const DISP11: Field = Field {
    bits: &[bits(7, 0, 3), bits(16, 3, 8)],
    low: -2047,
    high: 2047,
    unit: 1,
    sign: Some(24),
    scale: None,
};
/// The same without that bit.
pub(super) const IMM11: Field = unsigned(&[bits(7, 0, 3), bits(16, 3, 8)], 2047);
/// A shift amount.
pub(super) const SHIFT: Field = unsigned(&[bits(5, 0, 5)], 31);
/// The number of a trap.
pub(super) const TRAP: Field = unsigned(&[bits(10, 0, 6)], 63);
/// The distance of a branch in bytes.
pub(super) const NEAR: Field = signed(&[bits(8, 1, 8)], -256, 254, 2);
pub(super) const FAR: Field = signed(&[bits(8, 1, 24)], -(1 << 24), (1 << 24) - 2, 2);
