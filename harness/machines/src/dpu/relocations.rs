//! The relocation numbers of the ABI document.

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
