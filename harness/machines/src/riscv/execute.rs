//! The simulator: registers, memory, and the loop that executes decoded instructions.
//!
//! It is functional: one hardware thread in user mode, no timing, no interrupts. What instructions do is in `operate`, those on
//! floating-point numbers in `float`, atomic ones in `atomic`, control registers and calls of the environment in `system`, calls
//! to the host in `host`.

mod atomic;
mod float;
mod host;
mod operate;
mod processor;
mod system;

use super::flags;
use super::isa::{Extension, Xlen};
use super::link::memory_map;
use super::predecode::Entry;
use super::runtime::{CALL_CLOBBERED, RuntimePolicy};
use crate::memory_map::{MapError, MemoryMap};
use crate::simulator::{Base, Processor};
use std::ops::Range;

/// One simulated hardware thread with general registers of `XLEN` bits, 32 or 64.
#[derive(Debug, Clone)]
pub struct Core<const XLEN: u32> {
    base: Base<Entry>,
    /// General registers; on RV32 values of 32 bits extended by their sign, as RV64 has them.
    x: [u64; 32],
    /// Floating-point registers; narrower numbers have ones above.
    f: [u64; 32],
    pc: u64,
    /// Exceptions that floating-point instructions have raised.
    fflags: u32,
    /// Rounding mode.
    frm: u8,
    /// Address and number of the bytes that a load has reserved.
    reservation: Option<(u64, usize)>,
    /// `e_flags` of the program.
    flags: u32,
    /// Code in which the encodings of some extensions mean something else, which the machine lacks.
    taken: Vec<(Range<u64>, Vec<Extension>)>,
}

/// An RV32 core.
pub type Core32 = Core<32>;
/// An RV64 core.
pub type Core64 = Core<64>;

impl<const XLEN: u32> Core<XLEN> {
    /// The width as data.
    const WIDTH: Xlen = if XLEN == 32 { Xlen::Rv32 } else { Xlen::Rv64 };

    /// A core with the default memory map.
    ///
    /// # Errors
    ///
    /// Never with the map as it is; the type is that of [`Core::with_map`].
    pub fn new() -> Result<Self, MapError> {
        Self::with_map(memory_map())
    }

    /// A core with a memory map of the caller's. Code is executed below 2^32 only.
    ///
    /// # Errors
    ///
    /// The map does not pass [`MemoryMap::validate`].
    pub fn with_map(map: MemoryMap) -> Result<Self, MapError> {
        let mut core = Self {
            base: Base::new(map, RuntimePolicy::filling(CALL_CLOBBERED), 0)?,
            x: [0; 32],
            f: [0; 32],
            pc: 0,
            fflags: 0,
            frm: 0,
            reservation: None,
            flags: flags::FLOAT_ABI_DOUBLE,
            taken: Vec::new(),
        };
        core.restart();
        Ok(core)
    }

    /// A value as a register holds it.
    #[inline(always)]
    const fn narrow(value: u64) -> u64 {
        if XLEN == 32 { value as i32 as i64 as u64 } else { value }
    }

    /// A value without sign, such as an address.
    #[inline(always)]
    const fn unsigned(value: u64) -> u64 {
        if XLEN == 32 { value as u32 as u64 } else { value }
    }
}
