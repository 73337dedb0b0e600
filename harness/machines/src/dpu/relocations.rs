//! The relocations of the ABI document: numbers, names, and the bits that each fills.

use super::fields::{self, Layout};

/// No relocation.
pub const NONE: u32 = 0;
/// 32-bit data.
pub const DATA32: u32 = 1;
/// 8-bit data.
pub const DATA8: u32 = 2;
/// 16-bit data.
pub const DATA16: u32 = 3;
/// 64-bit data.
pub const DATA64: u32 = 4;
/// Branch target.
pub const PC: u32 = 128;
/// Shift amount.
pub const IMM5: u32 = 129;
/// DMA length.
pub const IMM8_DMA: u32 = 130;
/// 8-bit immediate beside a branch target.
pub const IMM24_PC: u32 = 131;
/// 11-bit immediate beside a branch target.
pub const IMM27_PC: u32 = 132;
/// 12-bit immediate beside a branch target.
pub const IMM28_PC_OPC8: u32 = 133;
/// Stored byte.
pub const IMM8_STR: u32 = 134;
/// Offset of a store of an immediate.
pub const IMM12_STR: u32 = 135;
/// Stored half-word.
pub const IMM16_STR: u32 = 136;
/// Lock of `acquire` and `release`.
pub const IMM16_ATM: u32 = 137;
/// 24-bit immediate.
pub const IMM24: u32 = 138;
/// Offset of a store of a register.
pub const IMM24_RB: u32 = 139;
/// 27-bit immediate.
pub const IMM27: u32 = 140;
/// 28-bit immediate.
pub const IMM28: u32 = 141;
/// 32-bit immediate.
pub const IMM32: u32 = 142;
/// 32-bit immediate of a form without destination.
pub const IMM32_ZERO_RB: u32 = 143;
/// 17-bit immediate of the bounds-checked additions.
pub const IMM17_24: u32 = 144;
/// 32-bit immediate of a form with a pair as destination.
pub const IMM32_DUS_RB: u32 = 145;

/// What a relocation changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Patch {
    /// Nothing.
    None,
    /// A datum of this many bytes is replaced.
    Data(usize),
    /// These bits of the 8-byte instruction slot are replaced.
    Slot(&'static Layout),
}

/// One relocation.
#[derive(Debug, Clone, Copy)]
pub struct Relocation {
    /// Its number.
    pub number: u32,
    /// Its name in the ABI document.
    pub name: &'static str,
    /// What it changes.
    pub patch: Patch,
}

const fn slot(number: u32, name: &'static str, layout: &'static Layout) -> Relocation {
    Relocation { number, name, patch: Patch::Slot(layout) }
}

const fn data(number: u32, name: &'static str, bytes: usize) -> Relocation {
    Relocation { number, name, patch: Patch::Data(bytes) }
}

/// Every relocation, sorted by number.
#[rustfmt::skip]
pub static RELOCATIONS: [Relocation; 23] = [
    Relocation { number: NONE, name: "R_DPU_NONE", patch: Patch::None },
    data(DATA32, "R_DPU_32", 4),
    data(DATA8, "R_DPU_8", 1),
    data(DATA16, "R_DPU_16", 2),
    data(DATA64, "R_DPU_64", 8),
    slot(PC, "R_DPU_PC", &fields::PC),
    slot(IMM5, "R_DPU_IMM5", &fields::IMM5),
    slot(IMM8_DMA, "R_DPU_IMM8_DMA", &fields::IMM8_DMA),
    slot(IMM24_PC, "R_DPU_IMM24_PC", &fields::IMM8),
    slot(IMM27_PC, "R_DPU_IMM27_PC", &fields::IMM11),
    slot(IMM28_PC_OPC8, "R_DPU_IMM28_PC_OPC8", &fields::IMM12),
    slot(IMM8_STR, "R_DPU_IMM8_STR", &fields::IMM8_STORE),
    slot(IMM12_STR, "R_DPU_IMM12_STR", &fields::IMM12_STORE),
    slot(IMM16_STR, "R_DPU_IMM16_STR", &fields::IMM16_STORE),
    slot(IMM16_ATM, "R_DPU_IMM16_ATM", &fields::IMM16_ATOMIC),
    slot(IMM24, "R_DPU_IMM24", &fields::IMM24),
    slot(IMM24_RB, "R_DPU_IMM24_RB", &fields::IMM24_STORE),
    slot(IMM27, "R_DPU_IMM27", &fields::IMM27),
    slot(IMM28, "R_DPU_IMM28", &fields::IMM28),
    slot(IMM32, "R_DPU_IMM32", &fields::IMM32),
    slot(IMM32_ZERO_RB, "R_DPU_IMM32_ZERO_RB", &fields::IMM32_NO_DESTINATION),
    slot(IMM17_24, "R_DPU_IMM17_24", &fields::IMM17),
    slot(IMM32_DUS_RB, "R_DPU_IMM32_DUS_RB", &fields::IMM32_PAIR),
];

/// The relocation with this number.
pub fn relocation(number: u32) -> Option<&'static Relocation> {
    RELOCATIONS.iter().find(|known| known.number == number)
}
