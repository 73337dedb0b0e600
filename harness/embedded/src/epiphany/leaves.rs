//! Reading the scalars inside a value and writing them to the slots of the test contract.

use crosscall_model::unit::SLOT_BYTES;

use super::asm::{Asm, DATA0, DATA1, DATA2, Mem, Reg};
use super::dialect::Dialect;
use crate::fault::Mechanism;
use crate::laid::LeafPlace;

/// Stores a register of `size` bytes (at most 4) to the next slot.
pub(crate) fn store_register(asm: &mut Asm, slots: Reg, r: Reg, size: u32) {
    asm.access_and_step("str", size, r, slots, SLOT_BYTES as i64 / i64::from(size));
}

/// Stores a double word to the next slot; the pair is moved first where it is not an even one.
pub(crate) fn store_pair(asm: &mut Asm, slots: Reg, low: Reg, high: Reg) {
    let mut pair = low;
    if !low.0.is_multiple_of(2) || high.0 != low.0 + 1 {
        asm.copy_register(DATA0, low);
        asm.copy_register(DATA1, high);
        pair = DATA0;
    }
    asm.access_and_step("str", 8, pair, slots, SLOT_BYTES as i64 / 8);
}

/// Copies a leaf of a value in memory to the next slot.
pub(crate) fn store_leaf(asm: &mut Asm, slots: Reg, value: Mem, leaf: &LeafPlace, dialect: &Dialect) {
    let mut byte = u32::try_from(leaf.bit_offset / 8).unwrap_or(0);
    if leaf.field {
        load_field(asm, value.at(byte), (leaf.bit_offset % 8) as u32, leaf.width);
        store_pair(asm, slots, DATA0, DATA1);
        return;
    }
    if byte > 0 && dialect.breaks(Mechanism::MemberOffset) {
        byte -= 1;
    }
    let from = value.at(byte);
    match leaf.width / 8 {
        8 => {
            load_double(asm, from);
            store_pair(asm, slots, DATA0, DATA1);
        }
        size => {
            asm.load(DATA0, size, from);
            store_register(asm, slots, DATA0, size);
        }
    }
}

/// Loads a double word into [`DATA0`] and [`DATA1`].
pub(crate) fn load_double(asm: &mut Asm, from: Mem) {
    if from.align >= 8 {
        asm.access("ldr", 8, DATA0, from.base, from.offset);
    } else {
        asm.load(DATA0, 4, from);
        asm.load(DATA1, 4, from.at(4));
    }
}

/// Loads a bit-field of `width` bits that starts at bit `shift` of a byte, zero-extended, into [`DATA0`]
/// and [`DATA1`].
fn load_field(asm: &mut Asm, from: Mem, shift: u32, width: u32) {
    let bytes = (shift + width).div_ceil(8);
    asm.load(DATA0, bytes.min(4), from);
    if shift + width <= 32 {
        keep_bits(asm, DATA0, shift, width);
        asm.constant(DATA1, 0);
        return;
    }
    asm.load(DATA1, (bytes - 4).min(4), from.at(4));
    let up = i64::from(32 - shift);
    if shift > 0 {
        asm.immediate("lsr", DATA0, DATA0, i64::from(shift));
        asm.immediate("lsl", DATA2, DATA1, up);
        asm.three("orr", DATA0, DATA0, DATA2);
        asm.immediate("lsr", DATA1, DATA1, i64::from(shift));
    }
    if bytes > 8 {
        asm.load(DATA2, 1, from.at(8));
        asm.immediate("lsl", DATA2, DATA2, up);
        asm.three("orr", DATA1, DATA1, DATA2);
    }
    if width <= 32 {
        keep_bits(asm, DATA0, 0, width);
        asm.constant(DATA1, 0);
    } else {
        keep_bits(asm, DATA1, 0, width - 32);
    }
}

/// Keeps `width` bits from bit `shift` on, at the bottom of the register.
fn keep_bits(asm: &mut Asm, r: Reg, shift: u32, width: u32) {
    let above = 32 - shift - width;
    if above > 0 {
        asm.immediate("lsl", r, r, i64::from(above));
    }
    if above + shift > 0 {
        asm.immediate("lsr", r, r, i64::from(above + shift));
    }
}
