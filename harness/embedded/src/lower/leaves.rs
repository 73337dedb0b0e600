//! Code that reads the scalars inside a value and writes them to the slots of the test contract.

use crosscall_model::unit::SLOT_BYTES;

use crate::asm::{Asm, Mem};
use crate::convention::Convention;
use crate::emit::{Access, Op, Reg};
use crate::fault::Mechanism;
use crate::laid::LeafPlace;

/// Stores a register of `size` bytes (at most a word) to the next slot.
pub(super) fn store_register(asm: &mut Asm, r: Reg, size: u32) {
    let slots = asm.roles.slots;
    asm.access_and_step(Access::Store, size, r, slots, SLOT_BYTES as i64);
}

/// Stores two words to the next slot; the pair is moved first where it cannot be stored at once.
pub(super) fn store_pair(asm: &mut Asm, low: Reg, high: Reg) {
    let (slots, word, [first, second, _]) = (asm.roles.slots, asm.word, asm.roles.data);
    if asm.emit.widest() < 2 * word {
        asm.access(Access::Store, word, high, slots, word.into());
        return store_register(asm, low, word);
    }
    let mut pair = low;
    if !asm.emit.pairs(low, high) {
        asm.copy_register(first, low);
        asm.copy_register(second, high);
        pair = first;
    }
    asm.access_and_step(Access::Store, 2 * word, pair, slots, SLOT_BYTES as i64);
}

/// Stores the 8 bytes in the data registers to the next slot.
pub(super) fn store_long(asm: &mut Asm) {
    let [low, high, _] = asm.roles.data;
    if asm.word >= 8 { store_register(asm, low, 8) } else { store_pair(asm, low, high) }
}

/// Copies a leaf of a value in memory to the next slot.
pub(super) fn store_leaf(asm: &mut Asm, value: Mem, leaf: &LeafPlace, convention: &dyn Convention) {
    let mut byte = u32::try_from(leaf.bit_offset / 8).unwrap_or(0);
    if leaf.field {
        load_field(asm, value.at(byte), (leaf.bit_offset % 8) as u32, leaf.width);
        if leaf.signed && !convention.breaks(Mechanism::FieldsUnsigned) {
            extend_field(asm, leaf.width);
        }
        return store_long(asm);
    }
    if byte > 0 && convention.breaks(Mechanism::MemberOffset) {
        byte -= 1;
    }
    let from = value.at(byte);
    let size = leaf.width / 8;
    if size > 8 {
        let slots = asm.roles.slots;
        asm.copy(Mem::of(slots, SLOT_BYTES as u32), from, size);
        asm.add(slots, slots, SLOT_BYTES as i64);
    } else if size > asm.word {
        load_double(asm, from);
        store_long(asm);
    } else {
        let [data, ..] = asm.roles.data;
        asm.load(data, size, from);
        store_register(asm, data, size);
    }
}

/// Loads two words into the data registers.
pub(super) fn load_double(asm: &mut Asm, from: Mem) {
    let (word, [low, high, _]) = (asm.word, asm.roles.data);
    if from.align >= 2 * word && asm.emit.widest() >= 2 * word {
        asm.access(Access::Load, 2 * word, low, from.base, from.offset);
    } else {
        asm.load(low, word, from);
        asm.load(high, word, from.at(word));
    }
}

/// Loads a bit-field of `width` bits that starts at bit `shift` of a byte, zero-extended to 8 bytes, into the data
/// registers.
fn load_field(asm: &mut Asm, from: Mem, shift: u32, width: u32) {
    let (word, [low, high, more]) = (asm.word, asm.roles.data);
    let bits = 8 * word;
    let bytes = (shift + width).div_ceil(8);
    asm.load(low, bytes.min(word), from);
    let clear_high = |asm: &mut Asm| {
        if word < 8 {
            asm.constant(high, 0);
        }
    };
    if shift + width <= bits {
        keep_bits(asm, low, shift, width);
        return clear_high(asm);
    }
    asm.load(high, (bytes - word).min(word), from.at(word));
    let up = i64::from(bits - shift);
    if shift > 0 {
        asm.operate_with(Op::ShiftRight, low, low, i64::from(shift));
        asm.operate_with(Op::ShiftLeft, more, high, up);
        asm.operate(Op::Or, low, low, more);
        asm.operate_with(Op::ShiftRight, high, high, i64::from(shift));
    }
    if bytes > 2 * word {
        asm.load(more, 1, from.at(2 * word));
        asm.operate_with(Op::ShiftLeft, more, more, up);
        asm.operate(Op::Or, high, high, more);
    }
    if width <= bits {
        keep_bits(asm, low, 0, width);
        clear_high(asm);
    } else {
        keep_bits(asm, high, 0, width - bits);
    }
}

/// Sign-extends the bit-field of `width` bits in the data registers.
fn extend_field(asm: &mut Asm, width: u32) {
    let (bits, [low, high, _]) = (8 * asm.word, asm.roles.data);
    let extend = |asm: &mut Asm, r: Reg, width: u32| {
        let above = i64::from(bits.saturating_sub(width));
        if above > 0 {
            asm.operate_with(Op::ShiftLeft, r, r, above);
            asm.operate_with(Op::ShiftRightSigned, r, r, above);
        }
    };
    if width > bits {
        return extend(asm, high, width - bits);
    }
    extend(asm, low, width);
    if bits < 64 {
        asm.operate_with(Op::ShiftRightSigned, high, low, i64::from(bits - 1));
    }
}

/// Extracts `width` bits from bit `shift` on to the low end of the register.
pub(super) fn keep_bits(asm: &mut Asm, r: Reg, shift: u32, width: u32) {
    let above = 8 * asm.word - shift - width;
    if above > 0 {
        asm.operate_with(Op::ShiftLeft, r, r, i64::from(above));
    }
    if above + shift > 0 {
        asm.operate_with(Op::ShiftRight, r, r, i64::from(above + shift));
    }
}
