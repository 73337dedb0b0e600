//! Places of the bits of operands in the 48-bit instruction word.
//!
//! Bit 0 is the least significant bit. Operands are scattered; a layout is a list of pieces. The facts
//! are those of the vendor's instruction encoder (SDK 2020.2.1), and the relocations of the ABI document
//! have the same layouts.

pub use crate::fields::{Layout, Piece};

/// `p(value, word, width)`: `width` value bits from bit `value` on lie at word bit `word` and above.
const fn p(value: u8, word: u8, width: u8) -> Piece {
    Piece { value, word, width }
}

const fn layout(pieces: &'static [Piece]) -> Layout {
    Layout { pieces }
}

/// No bits.
pub static NOTHING: Layout = layout(&[]);
/// Destination register.
pub static RC: Layout = layout(&[p(0, 39, 5)]);
/// Destination register of the add, sub and mul family.
pub static RC_SPLIT: Layout = layout(&[p(0, 39, 3), p(3, 44, 2)]);
/// Destination pair; bit 0 of its number is 0 and has no place.
pub static DC: Layout = layout(&[p(1, 40, 4)]);
/// Destination pair of the add, sub and mul family.
pub static DC_SPLIT: Layout = layout(&[p(1, 40, 2), p(3, 44, 2)]);
/// First source register.
pub static RA: Layout = layout(&[p(0, 34, 5)]);
/// Second source register or pair.
pub static RB: Layout = layout(&[p(0, 17, 3), p(3, 32, 2)]);
/// Endianness of a load or store.
pub static ENDIAN: Layout = layout(&[p(0, 27, 1)]);
/// Condition in bits 25:24.
pub static CC2: Layout = layout(&[p(0, 24, 2)]);
/// Condition in bits 27:24.
pub static CC4: Layout = layout(&[p(0, 24, 4)]);
/// Condition of shifts.
pub static CC_SHIFT: Layout = layout(&[p(0, 24, 4), p(4, 29, 1)]);
/// Condition of the add, sub and mul family.
pub static CC5: Layout = layout(&[p(0, 24, 5)]);
/// Condition of `sub` and `subc`, with a sixth bit.
pub static CC6: Layout = layout(&[p(0, 24, 5), p(5, 30, 1)]);
/// Branch target.
pub static PC: Layout = layout(&[p(0, 0, 16)]);
/// Shift amount.
pub static IMM5: Layout = layout(&[p(0, 20, 4), p(4, 28, 1)]);
/// DMA length.
pub static IMM8_DMA: Layout = layout(&[p(0, 24, 8)]);
/// 8 bits beside a branch target.
pub static IMM8: Layout = layout(&[p(0, 20, 4), p(4, 16, 4)]);
/// 11 bits beside a branch target.
pub static IMM11: Layout = layout(&[p(0, 20, 4), p(4, 16, 4), p(8, 39, 3)]);
/// 12 bits beside a branch target.
pub static IMM12: Layout = layout(&[p(0, 20, 4), p(4, 16, 4), p(8, 39, 3), p(11, 44, 1)]);
/// Byte that is stored.
pub static IMM8_STORE: Layout = layout(&[p(0, 16, 4), p(4, 0, 4)]);
/// Offset of a store of an immediate.
#[rustfmt::skip]
pub static IMM12_STORE: Layout =
    layout(&[p(0, 20, 4), p(4, 39, 3), p(7, 24, 1), p(8, 15, 1), p(9, 14, 1), p(10, 13, 1), p(11, 12, 1)]);
/// Half-word that is stored.
pub static IMM16_STORE: Layout = layout(&[p(0, 16, 4), p(4, 0, 12)]);
/// Offset of `acquire` and `release`.
pub static IMM16_ATOMIC: Layout = layout(&[p(0, 20, 4), p(4, 16, 4), p(8, 26, 5), p(13, 39, 3)]);
/// 17 bits of the bounds-checked additions, with copies of the sign up to bit 23.
#[rustfmt::skip]
pub static IMM17: Layout = layout(&[
    p(0, 20, 4), p(4, 16, 4), p(8, 15, 1), p(9, 14, 1), p(10, 13, 1), p(11, 12, 1), p(12, 0, 5),
    p(16, 5, 1), p(16, 6, 1), p(16, 7, 1), p(16, 8, 1), p(16, 9, 1), p(16, 10, 1), p(16, 11, 1),
]);
/// 24 bits.
#[rustfmt::skip]
pub static IMM24: Layout = layout(&[
    p(0, 20, 4), p(4, 16, 4), p(8, 15, 1), p(9, 14, 1), p(10, 13, 1), p(11, 12, 1), p(12, 0, 12),
]);
/// Offset of a store of a register.
#[rustfmt::skip]
pub static IMM24_STORE: Layout = layout(&[
    p(0, 20, 4), p(4, 39, 3), p(7, 24, 1), p(8, 15, 1), p(9, 14, 1), p(10, 13, 1), p(11, 12, 1), p(12, 0, 12),
]);
/// 27 bits.
#[rustfmt::skip]
pub static IMM27: Layout = layout(&[
    p(0, 20, 4), p(4, 16, 4), p(8, 15, 1), p(9, 14, 1), p(10, 13, 1), p(11, 12, 1), p(12, 0, 12), p(24, 39, 3),
]);
/// 28 bits.
#[rustfmt::skip]
pub static IMM28: Layout = layout(&[
    p(0, 20, 4), p(4, 16, 4), p(8, 15, 1), p(9, 14, 1), p(10, 13, 1), p(11, 12, 1), p(12, 0, 12), p(24, 39, 3),
    p(27, 44, 1),
]);
/// 32 bits.
#[rustfmt::skip]
pub static IMM32: Layout = layout(&[
    p(0, 20, 4), p(4, 16, 4), p(8, 15, 1), p(9, 14, 1), p(10, 13, 1), p(11, 12, 1), p(12, 0, 12), p(24, 24, 8),
]);
/// 32 bits of a form without destination.
#[rustfmt::skip]
pub static IMM32_NO_DESTINATION: Layout = layout(&[
    p(0, 20, 4), p(4, 34, 3), p(7, 39, 1), p(8, 15, 1), p(9, 14, 1), p(10, 13, 1), p(11, 12, 1), p(12, 0, 12),
    p(24, 24, 8),
]);
/// 32 bits of a form with a pair as destination.
#[rustfmt::skip]
pub static IMM32_PAIR: Layout = layout(&[
    p(0, 20, 4), p(4, 34, 3), p(7, 44, 1), p(8, 15, 1), p(9, 14, 1), p(10, 13, 1), p(11, 12, 1), p(12, 0, 12),
    p(24, 24, 8),
]);
