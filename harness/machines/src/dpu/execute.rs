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
use super::decode::decode;
use super::encode::SLOT;
use super::isa::constant_values;
use super::link::{IRAM, memory_map};
use super::predecode::{Cache, Code, Entry};
use super::runtime::RuntimePolicy;
use crate::machine::{FaultKind, RegisterClass, RegisterInfo};
use crate::memory_map::{MapError, MemoryMap};
use crate::simulator::{Base, Processor, Served, Trap, served};

/// Tasklets of a chip.
pub const TASKLETS: u32 = 24;

const fn general(name: &'static str, alias: &'static str) -> RegisterInfo {
    RegisterInfo { name, alias, bits: 32, class: RegisterClass::General }
}

const fn special(name: &'static str, bits: u16) -> RegisterInfo {
    RegisterInfo { name, alias: "", bits, class: RegisterClass::Special }
}

/// The registers: r0 to r23, then `flags` (bit 0 zero, bit 1 carry), `id` (the tasklet's number, which the
/// constant registers id, id2, id4 and id8 come from) and `pc` (the number of the next instruction).
///
/// They are those of one tasklet. To set `id` is to go over to another: it has what it had when it was left, and takes
/// what is there if it has not run yet. The one that was left waits, unless it was started by an instruction.
#[rustfmt::skip]
pub static REGISTERS: [RegisterInfo; 27] = [
    general("r0", ""), general("r1", ""), general("r2", ""), general("r3", ""), general("r4", ""), general("r5", ""),
    general("r6", ""), general("r7", ""), general("r8", ""), general("r9", ""), general("r10", ""),
    general("r11", ""), general("r12", ""), general("r13", ""), general("r14", ""), general("r15", ""),
    general("r16", ""), general("r17", ""), general("r18", ""), general("r19", ""), general("r20", ""),
    general("r21", ""), general("r22", "sp"), general("r23", "lr"),
    special("flags", 2), special("id", 5), special("pc", 16),
];

/// Number of the register `flags`.
pub const FLAGS: u16 = 24;
/// Number of the register `id`.
pub const ID: u16 = 25;
/// Number of the register `pc`.
pub const PC: u16 = 26;

/// A simulated DPU, as one of its tasklets sees it.
#[derive(Debug, Clone)]
pub struct Core {
    base: Base<Cache>,
    policy: RuntimePolicy,
    /// r0 to r23, and the constant registers.
    r: [u32; 32],
    zero: bool,
    carry: bool,
    /// Address of the next instruction.
    pc: u64,
    entry: u64,
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
    /// Never with the map as it is; the type is that of [`Core::with_map`].
    pub fn new() -> Result<Self, MapError> {
        Self::with_map(memory_map())
    }

    /// A core with a memory map of the caller's.
    ///
    /// # Errors
    ///
    /// The map does not pass [`MemoryMap::validate`].
    pub fn with_map(map: MemoryMap) -> Result<Self, MapError> {
        let iram = map.region_at(IRAM).map_or(0, |region| region.size - (IRAM - region.base));
        let mut core = Self {
            base: Base::new(map, Cache::new(iram))?,
            policy: RuntimePolicy::default(),
            r: [0; 32],
            zero: false,
            carry: false,
            pc: IRAM,
            entry: IRAM,
            run_bits: [false; 256],
            loaded: Vec::new(),
            counter: Counter::default(),
            tasklets: Tasklets::default(),
        };
        core.restart();
        Ok(core)
    }

    /// Sets what host-served runtime functions do to scratch registers.
    pub fn set_runtime_policy(&mut self, policy: RuntimePolicy) {
        self.policy = policy;
    }

    fn set_tasklet(&mut self, tasklet: u32) {
        for (place, value) in self.r.iter_mut().skip(24).zip(constant_values(tasklet)) {
            *place = value;
        }
    }

    fn tasklet(&self) -> u32 {
        self.r[28]
    }

    /// Decodes the instruction at `pc`.
    fn fetch(&mut self, pc: u64) -> Result<Entry, Trap> {
        if let Some(served) = served(&self.base.map.host, pc, super::runtime::is_served) {
            return Ok(match served? {
                Served::Return => Entry::plain(Code::Return, 0),
                Served::Function(number) => Entry::plain(Code::Host, number as u32),
            });
        }
        if !pc.is_multiple_of(SLOT as u64) {
            return Err(Trap::fault(FaultKind::Misaligned, pc, "jump between two instructions"));
        }
        let size = SLOT as u64;
        let by_dma = |&(base, length): &(u64, u64)| pc.wrapping_sub(base) < length;
        if !self.base.memory.is_code(pc, size) && !self.loaded.iter().any(by_dma) {
            return Err(Trap::fault(FaultKind::WildJump, pc, "there is no code here"));
        }
        let mut bytes = [0; SLOT];
        self.base.memory.read(pc, &mut bytes)?;
        self.base.memory.watch(pc);
        let word = u64::from_le_bytes(bytes);
        Ok(match decode(word) {
            Ok(instruction) => Entry::of(&instruction),
            Err(_) => Entry::plain(Code::Illegal, word as u32),
        })
    }

    /// The cache entry for `pc`, which is not in the cache yet.
    #[cold]
    fn fill(&mut self, pc: u64) -> Result<Entry, Trap> {
        let entry = if self.base.cache.is_breakpoint(pc) {
            Entry::plain(Code::Breakpoint, 0)
        } else {
            self.fetch(pc)?
        };
        self.base.cache.set(pc, entry);
        Ok(entry)
    }
}
