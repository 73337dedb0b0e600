//! The relocations of the DPU: the bits that each fills and the values that fit. Everything is absolute; values of symbols
//! are left to the linker.

use super::fields::{self, Layout};
use super::relocations as r;
use crate::fixup::{Bits, FixupKind};

/// An instruction field of `bits` bits, for values from `least` on.
const fn slot(number: u32, name: &'static str, bits: u8, least: i64, layout: &'static Layout) -> FixupKind {
    FixupKind::field(number, name, 8, (least, (1 << bits) - 1), Bits::Spread(layout))
}

/// An instruction field that holds no negative values.
const fn unsigned(number: u32, name: &'static str, bits: u8, layout: &'static Layout) -> FixupKind {
    slot(number, name, bits, 0, layout)
}

/// An instruction field whose values may be meant as signed or unsigned.
const fn either(number: u32, name: &'static str, bits: u8, layout: &'static Layout) -> FixupKind {
    slot(number, name, bits, -1 << (bits - 1), layout)
}

/// Every kind, sorted by number. Names are those of the ABI document.
pub static KINDS: &[FixupKind] = &[
    FixupKind::none(r::NONE, "R_DPU_NONE"),
    FixupKind::data(r::DATA32, "R_DPU_32", 4),
    FixupKind::data(r::DATA8, "R_DPU_8", 1),
    FixupKind::data(r::DATA16, "R_DPU_16", 2),
    FixupKind::data(r::DATA64, "R_DPU_64", 8),
    unsigned(r::PC, "R_DPU_PC", 16, &fields::PC),
    unsigned(r::IMM5, "R_DPU_IMM5", 5, &fields::IMM5),
    unsigned(r::IMM8_DMA, "R_DPU_IMM8_DMA", 8, &fields::IMM8_DMA),
    either(r::IMM24_PC, "R_DPU_IMM24_PC", 8, &fields::IMM8),
    either(r::IMM27_PC, "R_DPU_IMM27_PC", 11, &fields::IMM11),
    either(r::IMM28_PC_OPC8, "R_DPU_IMM28_PC_OPC8", 12, &fields::IMM12),
    either(r::IMM8_STR, "R_DPU_IMM8_STR", 8, &fields::IMM8_STORE),
    either(r::IMM12_STR, "R_DPU_IMM12_STR", 12, &fields::IMM12_STORE),
    either(r::IMM16_STR, "R_DPU_IMM16_STR", 16, &fields::IMM16_STORE),
    either(r::IMM16_ATM, "R_DPU_IMM16_ATM", 16, &fields::IMM16_ATOMIC),
    either(r::IMM24, "R_DPU_IMM24", 24, &fields::IMM24),
    either(r::IMM24_RB, "R_DPU_IMM24_RB", 24, &fields::IMM24_STORE),
    either(r::IMM27, "R_DPU_IMM27", 27, &fields::IMM27),
    either(r::IMM28, "R_DPU_IMM28", 28, &fields::IMM28),
    either(r::IMM32, "R_DPU_IMM32", 32, &fields::IMM32),
    either(r::IMM32_ZERO_RB, "R_DPU_IMM32_ZERO_RB", 32, &fields::IMM32_NO_DESTINATION),
    either(r::IMM17_24, "R_DPU_IMM17_24", 17, &fields::IMM17),
    either(r::IMM32_DUS_RB, "R_DPU_IMM32_DUS_RB", 32, &fields::IMM32_PAIR),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_range_of_a_field_is_that_of_its_bits() {
        for kind in KINDS {
            if let Bits::Spread(layout) = kind.bits {
                assert_eq!(kind.bits(-1), layout.mask(), "{}", kind.name);
                assert_eq!(layout.extract(layout.mask()), Some(kind.range.1 as u64), "{}", kind.name);
            }
        }
    }
}
