//! Special registers: what reading and writing them does, their memory-mapped addresses, interrupts.

use super::isa::SPECIALS;
use super::link::{REGISTER_WINDOW, REGISTER_WINDOW_SIZE};
use crate::machine::{RegisterClass, RegisterInfo};

/// Numbers of the special registers that the simulator knows by name: `group << 6 | index`.
pub mod number {
    /// FPU modes.
    pub const CONFIG: u8 = 0x00;
    /// Flags.
    pub const STATUS: u8 = 0x01;
    /// Program counter.
    pub const PC: u8 = 0x02;
    /// Hardware loop: remaining iterations.
    pub const LC: u8 = 0x05;
    /// Hardware loop: address of the first instruction.
    pub const LS: u8 = 0x06;
    /// Hardware loop: address of the last instruction.
    pub const LE: u8 = 0x07;
    /// Return address of an interrupt.
    pub const IRET: u8 = 0x08;
    /// Interrupts that are masked.
    pub const IMASK: u8 = 0x09;
    /// Interrupts that are waiting.
    pub const ILAT: u8 = 0x0a;
    /// Writing sets bits of ILAT.
    pub const ILATST: u8 = 0x0b;
    /// Writing clears bits of ILAT.
    pub const ILATCL: u8 = 0x0c;
    /// Interrupts that are being served.
    pub const IPEND: u8 = 0x0d;
    /// The core's place in the mesh, read-only.
    pub const COREID: u8 = 0xc1;
}

/// Bits of STATUS.
pub mod status {
    /// The core runs.
    pub const CAI: u32 = 1 << 0;
    /// Interrupts are off.
    pub const GID: u32 = 1 << 1;
    /// Kernel mode.
    pub const KM: u32 = 1 << 2;
    /// The wired-and flag.
    pub const WAND: u32 = 1 << 3;
    /// Integer zero.
    pub const AZ: u32 = 1 << 4;
    /// Integer negative.
    pub const AN: u32 = 1 << 5;
    /// Integer carry; after a subtraction, not borrow.
    pub const AC: u32 = 1 << 6;
    /// Integer overflow.
    pub const AV: u32 = 1 << 7;
    /// FPU zero.
    pub const BZ: u32 = 1 << 8;
    /// FPU negative.
    pub const BN: u32 = 1 << 9;
    /// FPU overflow.
    pub const BV: u32 = 1 << 10;
    /// Sticky FPU invalid.
    pub const BIS: u32 = 1 << 13;
    /// Sticky FPU overflow.
    pub const BVS: u32 = 1 << 14;
    /// Sticky FPU underflow.
    pub const BUS: u32 = 1 << 15;
    /// Position of the exception cause, four bits.
    pub const EXCAUSE_SHIFT: u32 = 16;
    /// The flags that integer instructions set each time.
    pub const INTEGER: u32 = AZ | AN | AC | AV;
    /// The bits that `movts` leaves alone.
    pub const FIXED: u32 = CAI | GID | KM;
}

/// Bits of CONFIG.
pub mod config {
    /// Truncate instead of rounding to nearest.
    pub const TRUNCATE: u32 = 1;
    /// Exceptions on invalid operations are enabled.
    pub const EXCEPTION_INVALID: u32 = 1 << 1;
    /// Some of the exceptions on invalid operations, overflow and underflow are enabled; the three
    /// bits are in the order of the sticky bits in STATUS.
    pub const EXCEPTIONS: u32 = 7 << 1;
    /// The FPU does integer arithmetic.
    pub const INTEGER: u32 = 1 << 19;
}

/// Interrupts by number; the vector is at four times the number.
pub mod interrupt {
    /// Unaligned access, FPU exception, illegal instruction.
    pub const EXCEPTION: u32 = 1;
    /// Wired and.
    pub const WAND: u32 = 8;
    /// Software interrupt.
    pub const USER: u32 = 9;
    /// Number of interrupts.
    pub const COUNT: u32 = 10;
}

/// The place in the mesh of the simulated core: row 32, column 8, the first core of a 16-core chip.
pub const CORE_ID: u32 = 0x808;

/// Number of the first special register among the simulator's registers; the specials follow in the
/// order of [`SPECIALS`].
pub const FIRST_SPECIAL: u16 = 64;

/// The registers as [`crate::machine::Machine::registers`] lists them: r0 to r63, then the specials.
pub static REGISTERS: [RegisterInfo; 64 + SPECIALS.len()] = {
    const GENERAL: [&str; 64] = [
        "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
        "r16", "r17", "r18", "r19", "r20", "r21", "r22", "r23", "r24", "r25", "r26", "r27", "r28", "r29",
        "r30", "r31", "r32", "r33", "r34", "r35", "r36", "r37", "r38", "r39", "r40", "r41", "r42", "r43",
        "r44", "r45", "r46", "r47", "r48", "r49", "r50", "r51", "r52", "r53", "r54", "r55", "r56", "r57",
        "r58", "r59", "r60", "r61", "r62", "r63",
    ];
    const EMPTY: RegisterInfo = RegisterInfo { name: "", alias: "", bits: 32, class: RegisterClass::General };
    let mut table = [EMPTY; 64 + SPECIALS.len()];
    let mut index = 0;
    while index < table.len() {
        if index < 64 {
            table[index].name = GENERAL[index];
        } else {
            table[index].name = SPECIALS[index - 64].1;
            table[index].class = RegisterClass::Special;
        }
        index += 1;
    }
    table[12].alias = "ip";
    table[13].alias = "sp";
    table[14].alias = "lr";
    table
};

/// The special register's number of a simulator register, `None` for general registers.
pub fn special_of(register: u16) -> Option<u8> {
    let index = usize::from(register.checked_sub(FIRST_SPECIAL)?);
    SPECIALS.get(index).map(|&(number, _)| number)
}

/// The simulator register of a special register's number.
pub fn register_of(special: u8) -> Option<u16> {
    let index = SPECIALS.iter().position(|&(number, _)| number == special)?;
    u16::try_from(index).ok()?.checked_add(FIRST_SPECIAL)
}

/// A register behind a memory address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mapped {
    General(u8),
    Special(u8),
}

/// The register at an address of the core's own window, `None` where there is none.
pub(super) fn mapped(address: u32) -> Option<Mapped> {
    let offset = u64::from(address).checked_sub(REGISTER_WINDOW)?;
    if offset >= REGISTER_WINDOW_SIZE || !offset.is_multiple_of(4) {
        return None;
    }
    let index = (offset >> 2 & 63) as u8;
    match offset >> 8 {
        0 => Some(Mapped::General(index)),
        group @ 4..=7 => {
            let special = (group as u8 - 4) << 6 | index;
            SPECIALS.iter().any(|&(number, _)| number == special).then_some(Mapped::Special(special))
        }
        _ => None,
    }
}
