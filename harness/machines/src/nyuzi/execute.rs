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

use super::link::memory_map;
use super::predecode::Entry;
use super::runtime::{CALL_CLOBBERED, RuntimePolicy};
use super::special::Special;
use crate::memory_map::MapError;
use crate::simulator::{Base, Processor};
use system::System;

/// Lanes of a vector.
pub const LANES: usize = 16;
/// [`Core::link`] when no line is linked.
const NO_LINE: u32 = u32::MAX;
/// log2 of the size of a cache line in bytes.
const LINE_SHIFT: u32 = 6;

type Vector = [u32; LANES];

/// One simulated Nyuzi thread.
#[derive(Debug)]
pub struct Core {
    base: Base<Entry>,
    s: [u32; 32],
    v: Box<[Vector; 32]>,
    pc: u32,
    system: System,
    /// Number of the cache line that `load_sync` has linked.
    link: u32,
    /// Lane at which a gather or scatter goes on.
    lane: u32,
}

impl Core {
    /// A core with the default memory map.
    ///
    /// # Errors
    ///
    /// Never with the map as it is; the type is that of any map.
    pub fn new() -> Result<Self, MapError> {
        let mut core = Self {
            base: Base::new(memory_map(), RuntimePolicy::filling(CALL_CLOBBERED), 0)?,
            s: [0; 32],
            v: Box::new([[0; LANES]; 32]),
            pc: 0,
            system: System::start(),
            link: NO_LINE,
            lane: 0,
        };
        core.restart();
        Ok(core)
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
