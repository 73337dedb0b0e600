//! The simulator: registers, memory, and the loop that executes decoded instructions.
//!
//! It is functional: one hardware thread in user mode, no timing, no interrupts. What instructions do is in `operate`, those on
//! bits in `bits`, those of ciphers and digests in `aes`, `sm4` and `digests`, those on floating-point numbers in `float`, atomic
//! ones in `atomic`, vectors in `vector`, control registers and calls of the environment in `system`, calls to the host in `host`. Another implementation of [`Semantics`] may say what instructions do; `access` is what it works with.

mod access;
mod aes;
mod atomic;
mod bits;
mod digests;
mod field;
mod float;
mod host;
mod operate;
mod processor;
mod sm4;
mod system;
mod vector;

use super::flags;
use super::isa::Xlen;
use super::link::memory_map;
use super::runtime::{CALL_CLOBBERED, RuntimePolicy};
use super::vector::Vectors;
use crate::machine::Observer;
use crate::memory_map::MapError;
pub use crate::predecoded::{Entry, Sentinel};
pub use crate::simulator::Trap;
use crate::simulator::{Base, Processor};
use std::ops::Range;

/// What instructions do: what tells one simulator of RISC-V from another. Memory, registers as the host sees them, functions
/// that the host serves and calls of the environment are the same for all.
pub trait Semantics: Clone + std::fmt::Debug + Default {
    /// A decoded instruction.
    type Entry: Entry;

    /// Decodes the instruction at an address from its bytes; behind one of two bytes there are zeros.
    ///
    /// # Errors
    /// The instruction cannot be executed.
    fn decode<const XLEN: u32>(
        core: &mut Core<XLEN, Self>,
        address: u64,
        bytes: [u8; 4],
    ) -> Result<Self::Entry, Trap>;

    /// Executes an instruction and moves the program counter, which on an error still addresses the instruction. `left` is what
    /// is left of the run's budget.
    ///
    /// # Errors
    /// The run ends here.
    fn execute<const XLEN: u32, O: Observer>(
        core: &mut Core<XLEN, Self>,
        entry: Self::Entry,
        left: u64,
        observer: &mut O,
    ) -> Result<(), Trap>;

    /// Gives state beside the registers its start values.
    fn restart(&mut self) {}
}

/// What instructions do by the modules beside this one.
#[derive(Debug, Clone, Copy, Default)]
pub struct BuiltIn;

/// One simulated hardware thread with general registers of `XLEN` bits, 32 or 64.
#[derive(Debug)]
pub struct Core<const XLEN: u32, S: Semantics = BuiltIn> {
    base: Base<S::Entry>,
    /// What instructions do, with all that is kept for it.
    pub semantics: S,
    /// General registers; on RV32 values of 32 bits extended by their sign, as RV64 has them.
    x: [u64; 32],
    /// Floating-point registers; narrower numbers have ones above.
    f: [u64; 32],
    pc: u64,
    /// Exceptions that floating-point instructions have raised.
    fflags: u32,
    /// Rounding mode.
    frm: u8,
    /// Vector registers.
    vectors: Vectors,
    /// Address and number of the bytes that a load has reserved.
    reservation: Option<(u64, usize)>,
    /// `e_flags` of the program.
    flags: u32,
    /// Code in which the encodings of some extensions mean something else, which the machine lacks.
    taken: Vec<(Range<u64>, Vec<super::isa::Extension>)>,
}

/// An RV32 core.
pub type Core32 = Core<32>;
/// An RV64 core.
pub type Core64 = Core<64>;

impl<const XLEN: u32, S: Semantics> Core<XLEN, S> {
    /// The width as data.
    const WIDTH: Xlen = if XLEN == 32 { Xlen::Rv32 } else { Xlen::Rv64 };

    /// A core with the default memory map. Code is executed below 2^32 only.
    ///
    /// # Errors
    ///
    /// Never with the map as it is; the type is that of any map.
    pub fn new() -> Result<Self, MapError> {
        Self::with_map(memory_map())
    }

    /// The same with another memory map.
    ///
    /// # Errors
    /// The map does not pass [`MemoryMap::validate`](crate::memory_map::MemoryMap::validate).
    pub fn with_map(map: crate::memory_map::MemoryMap) -> Result<Self, MapError> {
        let mut core = Self {
            base: Base::new(map, RuntimePolicy::filling(CALL_CLOBBERED), 0)?,
            semantics: S::default(),
            x: [0; 32],
            f: [0; 32],
            pc: 0,
            fflags: 0,
            frm: 0,
            vectors: Vectors::default(),
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
