//! Control registers, traps, devices, and the registers as the harness sees them.

use super::isa::{scalar_name, vector_name};
use crate::machine::{RegisterClass, RegisterInfo};

/// Numbers of the control registers that `getcr` and `setcr` reach.
pub mod control {
    /// Number of the hardware thread, read-only.
    pub const THREAD_ID: u32 = 0;
    /// Address of the trap handler.
    pub const TRAP_HANDLER: u32 = 1;
    /// Address of the instruction that trapped.
    pub const TRAP_PC: u32 = 2;
    /// Kind of the trap, with the bits of `cause`.
    pub const TRAP_CAUSE: u32 = 3;
    /// Modes: the bits of `flags`.
    pub const FLAGS: u32 = 4;
    /// Data address that trapped.
    pub const TRAP_ADDRESS: u32 = 5;
    /// Instructions executed.
    pub const CYCLE_COUNT: u32 = 6;
    /// Address of the handler for missing translations.
    pub const TLB_MISS_HANDLER: u32 = 7;
    /// Modes before the trap.
    pub const SAVED_FLAGS: u32 = 8;
    /// Present address space.
    pub const ASID: u32 = 9;
    /// Address of the page directory; only a place to keep it.
    pub const PAGE_DIRECTORY: u32 = 10;
    /// First scratch word of a trap handler.
    pub const SCRATCHPAD0: u32 = 11;
    /// Second scratch word.
    pub const SCRATCHPAD1: u32 = 12;
    /// Lane at which a gather or scatter trapped.
    pub const SUBCYCLE: u32 = 13;
    /// Interrupts that may come.
    pub const INTERRUPT_ENABLE: u32 = 14;
    /// Interrupts that wait and are enabled.
    pub const INTERRUPT_PENDING: u32 = 16;
    /// Which interrupts are triggered by level.
    pub const INTERRUPT_TRIGGER: u32 = 17;
    /// Number of the last system call.
    pub const SYSCALL_INDEX: u32 = 19;
    /// Writing suspends threads; the program ends when none is left.
    pub const SUSPEND: u32 = 20;
}

/// Bits of the flags register.
pub mod flags {
    /// Interrupts are enabled.
    pub const INTERRUPT: u32 = 1;
    /// Addresses are translated.
    pub const MMU: u32 = 2;
    /// Supervisor mode.
    pub const SUPERVISOR: u32 = 4;
    /// All bits that exist.
    pub const ALL: u32 = 7;
}

/// Bits of the trap cause above the kind.
pub mod cause {
    /// The access was a store.
    pub const STORE: u32 = 0x10;
    /// The access was to data.
    pub const DATA: u32 = 0x20;
}

/// Kinds of traps that one thread without address translation and interrupts can meet; the value is the
/// one in the cause register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum TrapKind {
    /// A word that is no instruction.
    IllegalInstruction = 1,
    /// An instruction for supervisors only.
    PrivilegedOperation = 2,
    /// `syscall`.
    Syscall = 4,
    /// An address that is not aligned.
    UnalignedAccess = 5,
    /// `break`.
    Breakpoint = 11,
}

/// First address of the device registers.
pub const DEVICES: u32 = 0xffff_0000;
/// Serial port: bit 0 says that a byte can be sent, bit 1 that one has come.
pub const SERIAL_STATUS: u32 = 0xffff_0040;
/// Serial port: the byte that has come.
pub const SERIAL_INPUT: u32 = 0xffff_0044;
/// Serial port: the byte to send.
pub const SERIAL_OUTPUT: u32 = 0xffff_0048;

/// Number of the first vector register for the harness; it is also the DWARF number.
pub const FIRST_VECTOR: u16 = 32;
/// Number of the first special register for the harness.
pub const FIRST_SPECIAL: u16 = 64;

/// State that the harness can reach beside the general and vector registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Special {
    /// The program counter.
    Pc,
    /// A control register.
    Control(u32),
    /// The cache line that `load_sync` has linked, its address divided by 64; all ones for none.
    Link,
    /// The lane at which an unfinished gather or scatter goes on.
    Lane,
}

/// The special registers, from [`FIRST_SPECIAL`] on.
const SPECIALS: [(&str, &str, Special); 18] = [
    ("pc", "", Special::Pc),
    ("flags", "cr4", Special::Control(control::FLAGS)),
    ("trap_handler", "cr1", Special::Control(control::TRAP_HANDLER)),
    ("trap_pc", "cr2", Special::Control(control::TRAP_PC)),
    ("trap_cause", "cr3", Special::Control(control::TRAP_CAUSE)),
    ("trap_address", "cr5", Special::Control(control::TRAP_ADDRESS)),
    ("tlb_miss_handler", "cr7", Special::Control(control::TLB_MISS_HANDLER)),
    ("saved_flags", "cr8", Special::Control(control::SAVED_FLAGS)),
    ("asid", "cr9", Special::Control(control::ASID)),
    ("page_directory", "cr10", Special::Control(control::PAGE_DIRECTORY)),
    ("scratchpad0", "cr11", Special::Control(control::SCRATCHPAD0)),
    ("scratchpad1", "cr12", Special::Control(control::SCRATCHPAD1)),
    ("subcycle", "cr13", Special::Control(control::SUBCYCLE)),
    ("interrupt_enable", "cr14", Special::Control(control::INTERRUPT_ENABLE)),
    ("interrupt_trigger", "cr17", Special::Control(control::INTERRUPT_TRIGGER)),
    ("syscall_index", "cr19", Special::Control(control::SYSCALL_INDEX)),
    ("link", "", Special::Link),
    ("lane", "", Special::Lane),
];

/// The special register with this number.
pub(super) fn special_of(index: u16) -> Option<Special> {
    let at = index.checked_sub(FIRST_SPECIAL)?;
    SPECIALS.get(usize::from(at)).map(|&(_, _, special)| special)
}

/// The special register that a control register is.
pub(super) fn register_of(control: u32) -> Option<u16> {
    let at = SPECIALS.iter().position(|&(_, _, special)| special == Special::Control(control))?;
    Some(FIRST_SPECIAL + at as u16)
}

/// Number of all registers.
const COUNT: usize = FIRST_SPECIAL as usize + SPECIALS.len();

/// Every register: scalars, vectors, special ones.
pub(super) static REGISTERS: std::sync::LazyLock<[RegisterInfo; COUNT]> = std::sync::LazyLock::new(|| {
    std::array::from_fn(|index| {
        let general = |name, alias| RegisterInfo { name, alias, bits: 32, class: RegisterClass::General };
        match index {
            0..28 => general(scalar_name(index as u8), ""),
            // The names that the assembler has, and those that the numbers would give.
            28 => general("gp", "s28"),
            29 => general("fp", "s29"),
            30 => general("sp", "s30"),
            31 => general("ra", "s31"),
            32..64 => {
                let name = vector_name(index as u8);
                RegisterInfo { name, alias: "", bits: 512, class: RegisterClass::Vector }
            }
            _ => {
                let (name, alias, _) = SPECIALS.get(index - 64).copied().unwrap_or(("", "", Special::Pc));
                RegisterInfo { name, alias, bits: 32, class: RegisterClass::Special }
            }
        }
    })
});
