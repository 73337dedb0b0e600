//! The simulator: registers, memory, and the loop that executes decoded instructions.
//!
//! It is functional: no timing. What the parts of an instruction do is in `operate` and `access`, DMA and the
//! system instructions in `system`, several tasklets in `tasklets`, calls to the host in `host`.
//!
//! Addresses are those of ELF files: WRAM at 0, MRAM at 0x0800_0000, IRAM at 0x8000_0000 with 8 bytes for
//! an instruction, atomic bits at 0xF000_0000 with a byte each. The program counter that the harness sees
//! is such an address; the values in registers are what the program sees: numbers of instructions, bytes
//! of WRAM, bytes of MRAM.

mod access;
mod alu;
mod host;
mod operate;
mod processor;
mod system;
mod tasklets;

use self::system::Counter;
use self::tasklets::Tasklets;
use super::isa::constant_values;
use super::link::{IRAM, memory_map};
use super::predecode::Entry;
use super::runtime::{CALL_CLOBBERED, RuntimePolicy};
use crate::machine::RegisterInfo;
use crate::memory_map::MapError;
use crate::simulator::{Base, Processor, Trap};

/// Tasklets of a chip.
pub const TASKLETS: u32 = 24;

/// The registers: r0 to r23, then `flags` (bit 0 zero, bit 1 carry), `id` (the tasklet's number, which the
/// constant registers id, id2, id4 and id8 come from) and `pc` (the number of the next instruction).
///
/// They are those of one tasklet. To set `id` is to go over to another: it has what it had when it was left, and takes
/// what is there if it has not run yet. The one that was left waits, unless it was started by an instruction.
#[rustfmt::skip]
pub static REGISTERS: [RegisterInfo; 27] = [
    RegisterInfo::general("r0", ""), RegisterInfo::general("r1", ""), RegisterInfo::general("r2", ""), RegisterInfo::general("r3", ""), RegisterInfo::general("r4", ""), RegisterInfo::general("r5", ""),
    RegisterInfo::general("r6", ""), RegisterInfo::general("r7", ""), RegisterInfo::general("r8", ""), RegisterInfo::general("r9", ""), RegisterInfo::general("r10", ""),
    RegisterInfo::general("r11", ""), RegisterInfo::general("r12", ""), RegisterInfo::general("r13", ""), RegisterInfo::general("r14", ""), RegisterInfo::general("r15", ""),
    RegisterInfo::general("r16", ""), RegisterInfo::general("r17", ""), RegisterInfo::general("r18", ""), RegisterInfo::general("r19", ""), RegisterInfo::general("r20", ""),
    RegisterInfo::general("r21", ""), RegisterInfo::general("r22", "sp"), RegisterInfo::general("r23", "lr"),
    RegisterInfo::special("flags", "", 2), RegisterInfo::special("id", "", 5), RegisterInfo::special("pc", "", 16),
];

/// Number of the register `flags`.
pub const FLAGS: u16 = 24;
/// Number of the register `id`.
pub const ID: u16 = 25;
/// Number of the register `pc`.
pub const PC: u16 = 26;

/// A simulated DPU, as one of its tasklets sees it.
#[derive(Debug)]
pub struct Core {
    base: Base<Entry>,
    /// r0 to r23, and the constant registers.
    r: [u32; 32],
    zero: bool,
    carry: bool,
    /// Address of the next instruction.
    pc: u64,
    /// Run bits of the tasklets and the notification bits.
    run_bits: [bool; 256],
    /// IRAM that DMA has written: first address, size in bytes.
    loaded: Vec<(u64, u64)>,
    counter: Counter,
    tasklets: Tasklets,
}

impl Core {
    /// A core with the default memory map.
    ///
    /// # Errors
    ///
    /// Never with the map as it is; the type is that of any map.
    pub fn new() -> Result<Self, MapError> {
        let mut core = Self {
            base: Base::new(memory_map(), RuntimePolicy::filling(CALL_CLOBBERED), IRAM)?,
            r: [0; 32],
            zero: false,
            carry: false,
            pc: IRAM,
            run_bits: [false; 256],
            loaded: Vec::new(),
            counter: Counter::default(),
            tasklets: Tasklets::default(),
        };
        core.restart();
        Ok(core)
    }

    fn set_tasklet(&mut self, tasklet: u32) {
        for (place, value) in self.r.iter_mut().skip(24).zip(constant_values(tasklet)) {
            *place = value;
        }
    }

    fn tasklet(&self) -> u32 {
        self.r[28]
    }
}
