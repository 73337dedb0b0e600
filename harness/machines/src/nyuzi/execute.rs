//! The simulator: registers, memory, and the loop that executes decoded instructions.
//!
//! It is functional: one thread, no timing, no caches, no interrupts, no address translation. What the
//! instructions do is in `operate` and `vector`, traps and control registers are in `system`, calls to the
//! host in `host`.

mod host;
mod operate;
mod processor;
mod system;
mod vector;

use super::decode::decode_word;
use super::link::memory_map;
use super::predecode::{Cache, Code, Entry};
use super::runtime::RuntimePolicy;
use super::special::Special;
use crate::machine::FaultKind;
use crate::memory_map::{MapError, MemoryMap};
use crate::simulator::{Base, Processor, Served, Trap, served};
use system::System;

/// Lanes of a vector.
pub const LANES: usize = 16;
/// Most bytes of output that are kept.
const OUTPUT_LIMIT: usize = 1 << 20;
/// [`Core::link`] when no line is linked.
const NO_LINE: u32 = u32::MAX;
/// log2 of the size of a cache line in bytes.
const LINE_SHIFT: u32 = 6;

type Vector = [u32; LANES];

/// One simulated Nyuzi thread.
#[derive(Debug, Clone)]
pub struct Core {
    base: Base<Cache>,
    policy: RuntimePolicy,
    s: [u32; 32],
    v: Box<[Vector; 32]>,
    pc: u32,
    system: System,
    /// Number of the cache line that `load_sync` has linked.
    link: u32,
    /// Lane at which a gather or scatter goes on.
    lane: u32,
    entry: u32,
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
        let mut core = Self {
            base: Base::new(map, Cache::new(32, 4))?,
            policy: RuntimePolicy::default(),
            s: [0; 32],
            v: Box::new([[0; LANES]; 32]),
            pc: 0,
            system: System::start(),
            link: NO_LINE,
            lane: 0,
            entry: 0,
        };
        core.restart();
        Ok(core)
    }

    /// Sets what host-served runtime functions do to scratch registers.
    pub fn set_runtime_policy(&mut self, policy: RuntimePolicy) {
        self.policy = policy;
    }

    /// Decodes the instruction at `pc`, which must be a multiple of 4.
    fn fetch(&mut self, pc: u32) -> Result<Entry, Trap> {
        let address = u64::from(pc);
        if let Some(served) = served(&self.base.map.host, address, super::runtime::is_served) {
            return Ok(match served? {
                Served::Return => Entry::plain(Code::Return, 0),
                Served::Function(number) => Entry::plain(Code::Host, number as u32),
            });
        }
        if !self.base.memory.is_code(address, 4) {
            return Err(Trap::fault(FaultKind::WildJump, pc, "there is no code here"));
        }
        let mut bytes = [0; 4];
        self.base.memory.read(address, &mut bytes)?;
        self.base.memory.watch(address);
        let word = u32::from_le_bytes(bytes);
        Ok(match decode_word(word) {
            Ok((instruction, _)) => Entry::of(&instruction),
            Err(_) => Entry::plain(Code::Illegal, word),
        })
    }

    /// The cache entry for `pc`, which is not in the cache yet.
    #[cold]
    fn fill(&mut self, pc: u32) -> Result<Entry, Trap> {
        if self.base.cache.is_breakpoint(pc) {
            let entry = Entry::plain(Code::Breakpoint, 0);
            if pc & 3 == 0 {
                self.base.cache.set(pc, entry);
            }
            return Ok(entry);
        }
        if pc & 3 != 0 {
            // Never in the cache, whose entries stand for whole words.
            return self.misaligned_fetch(pc);
        }
        let entry = self.fetch(pc)?;
        self.base.cache.set(pc, entry);
        Ok(entry)
    }

    /// Value of a special register for the harness.
    fn special(&self, special: Special) -> u32 {
        match special {
            Special::Pc => self.pc,
            Special::Control(number) => self.system.read(number, self.base.progress.instructions),
            Special::Link => self.link,
            Special::Lane => self.lane,
        }
    }
}
