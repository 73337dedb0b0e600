//! Words for the fields of instructions and data, the same for every table.

use crosscall_model::tool::table::{Bits, Field};

/// A piece: where it goes, which bit of the number is its lowest, and its width.
pub(in crate::abi) const fn bits(to: u8, from: u8, width: u8) -> Bits {
    Bits { to, from, width, rounded: false }
}

/// A piece of which the bits below are added as a number with a sign.
pub(in crate::abi) const fn rounded(to: u8, from: u8, width: u8) -> Bits {
    Bits { to, from, width, rounded: true }
}

/// A field for numbers from 0 on.
pub(in crate::abi) const fn unsigned(bits: &'static [Bits], high: i64) -> Field {
    signed(bits, 0, high, 1)
}

/// A field for numbers of a range that are multiples of a unit.
pub(in crate::abi) const fn signed(bits: &'static [Bits], low: i64, high: i64, unit: i64) -> Field {
    Field { bits, low, high, unit, sign: None, scale: None }
}

/// A field that takes the bits that it wants: nothing is too large for it.
pub(in crate::abi) const fn whole(bits: &'static [Bits]) -> Field {
    signed(bits, i64::MIN, i64::MAX, 1)
}

/// Data, signed or unsigned.
pub(in crate::abi) const BYTE: Field = signed(&[bits(0, 0, 8)], -0x80, 0xff, 1);
pub(in crate::abi) const HALF: Field = signed(&[bits(0, 0, 16)], -0x8000, 0xffff, 1);
pub(in crate::abi) const WORD: Field = signed(&[bits(0, 0, 32)], -0x8000_0000, 0xffff_ffff, 1);
