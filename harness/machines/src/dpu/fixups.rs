//! What the DPU's relocations mean to the assembler: where a value goes that is known at last, and what
//! fits. Everything is absolute; values of symbols are left to the linker.

use super::fields::{self, Layout};
use super::relocations as r;
use crate::asm::FixupKind;

/// Adds a value's bits to the instruction slot that `bytes` are.
fn put(bytes: &mut [u8], layout: &Layout, value: i64) {
    for (byte, add) in bytes.iter_mut().zip(layout.insert(value as u64).to_le_bytes()) {
        *byte |= add;
    }
}

fn datum(bytes: &mut [u8], value: i64) {
    for (byte, new) in bytes.iter_mut().zip(value.to_le_bytes()) {
        *byte = new;
    }
}

const fn data(number: u32, name: &'static str, bytes: u8) -> FixupKind {
    let range =
        if bytes == 8 { (i64::MIN, i64::MAX) } else { (-1 << (8 * bytes - 1), (1 << (8 * bytes)) - 1) };
    FixupKind { number, name, is_relocation: true, bytes, pc_relative: false, range, unit: 1, insert: datum }
}

/// An instruction field: `bits` wide, signed and unsigned values alike unless `low` is 0.
const fn slot(
    number: u32,
    name: &'static str,
    bits: u8,
    is_signed: bool,
    insert: fn(&mut [u8], i64),
) -> FixupKind {
    let low = if is_signed { -1 << (bits - 1) } else { 0 };
    let range = (low, (1 << bits) - 1);
    FixupKind { number, name, is_relocation: true, bytes: 8, pc_relative: false, range, unit: 1, insert }
}

/// Every kind. Names are those of the ABI document.
#[rustfmt::skip]
static KINDS: &[FixupKind] = &[
    data(r::DATA32, "R_DPU_32", 4),
    data(r::DATA8, "R_DPU_8", 1),
    data(r::DATA16, "R_DPU_16", 2),
    data(r::DATA64, "R_DPU_64", 8),
    slot(r::PC, "R_DPU_PC", 16, false, |bytes, value| put(bytes, &fields::PC, value)),
    slot(r::IMM5, "R_DPU_IMM5", 5, false, |bytes, value| put(bytes, &fields::IMM5, value)),
    slot(r::IMM8_DMA, "R_DPU_IMM8_DMA", 8, false, |bytes, value| put(bytes, &fields::IMM8_DMA, value)),
    slot(r::IMM24_PC, "R_DPU_IMM24_PC", 8, true, |bytes, value| put(bytes, &fields::IMM8, value)),
    slot(r::IMM27_PC, "R_DPU_IMM27_PC", 11, true, |bytes, value| put(bytes, &fields::IMM11, value)),
    slot(r::IMM28_PC_OPC8, "R_DPU_IMM28_PC_OPC8", 12, true, |bytes, value| put(bytes, &fields::IMM12, value)),
    slot(r::IMM8_STR, "R_DPU_IMM8_STR", 8, true, |bytes, value| put(bytes, &fields::IMM8_STORE, value)),
    slot(r::IMM12_STR, "R_DPU_IMM12_STR", 12, true, |bytes, value| put(bytes, &fields::IMM12_STORE, value)),
    slot(r::IMM16_STR, "R_DPU_IMM16_STR", 16, true, |bytes, value| put(bytes, &fields::IMM16_STORE, value)),
    slot(r::IMM16_ATM, "R_DPU_IMM16_ATM", 16, true, |bytes, value| put(bytes, &fields::IMM16_ATOMIC, value)),
    slot(r::IMM24, "R_DPU_IMM24", 24, true, |bytes, value| put(bytes, &fields::IMM24, value)),
    slot(r::IMM24_RB, "R_DPU_IMM24_RB", 24, true, |bytes, value| put(bytes, &fields::IMM24_STORE, value)),
    slot(r::IMM27, "R_DPU_IMM27", 27, true, |bytes, value| put(bytes, &fields::IMM27, value)),
    slot(r::IMM28, "R_DPU_IMM28", 28, true, |bytes, value| put(bytes, &fields::IMM28, value)),
    slot(r::IMM32, "R_DPU_IMM32", 32, true, |bytes, value| put(bytes, &fields::IMM32, value)),
    slot(r::IMM32_ZERO_RB, "R_DPU_IMM32_ZERO_RB", 32, true, |bytes, value| put(bytes, &fields::IMM32_NO_DESTINATION, value)),
    slot(r::IMM17_24, "R_DPU_IMM17_24", 17, true, |bytes, value| put(bytes, &fields::IMM17, value)),
    slot(r::IMM32_DUS_RB, "R_DPU_IMM32_DUS_RB", 32, true, |bytes, value| put(bytes, &fields::IMM32_PAIR, value)),
];

/// The kind of this relocation number.
pub fn fixup_kind(number: u32) -> Option<&'static FixupKind> {
    KINDS.iter().find(|kind| kind.number == number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dpu::relocations::{Patch, RELOCATIONS};

    #[test]
    fn the_assembler_and_the_linker_fill_the_same_bits() {
        assert_eq!(KINDS.len() + 1, RELOCATIONS.len());
        for known in &RELOCATIONS {
            let Some(kind) = fixup_kind(known.number) else {
                assert_eq!(known.patch, Patch::None);
                continue;
            };
            assert_eq!(kind.name, known.name);
            if let Patch::Slot(layout) = known.patch {
                let mut slot = [0; 8];
                (kind.insert)(&mut slot, -1);
                assert_eq!(u64::from_le_bytes(slot), layout.mask(), "{}", known.name);
                assert_eq!(layout.extract(layout.mask()), Some(kind.range.1 as u64), "{}", known.name);
            }
        }
    }
}
