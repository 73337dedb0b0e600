//! Simulators of which SLEIGH specifications say what instructions do, as p-code. Without the feature `pcode` there is nothing here.
//!
//! * A second simulator of RISC-V (`machine`). Memory, the registers as the host sees them and the functions that the host serves
//!   are those of `crosscall-machines`, so that the two differ in nothing but the meaning of instructions.
//! * Simulators of processors of which crosscall has no machine of its own (`processor`).
#![cfg(feature = "pcode")]
#![warn(missing_docs)]

mod arithmetic;
pub mod corrections;
mod decoder;
mod operation;
pub mod processor;
mod semantics;
mod specification;

use crosscall_machines::machine::Machine;
use crosscall_machines::memory_map::MapError;
use crosscall_machines::riscv::Xlen;
use crosscall_machines::riscv::execute::Core;

pub use semantics::Pcode;

/// Beginning of the text of a fault at an instruction that is not executed.
pub const REFUSAL: &str = "the p-code backend does not execute ";

/// A simulator with general registers of this width and the default memory map.
///
/// # Errors
/// When the map cannot be made.
pub fn machine(xlen: Xlen) -> Result<Box<dyn Machine + Send>, MapError> {
    Ok(match xlen {
        Xlen::Rv32 => Box::new(Core::<32, Pcode>::new()?),
        Xlen::Rv64 => Box::new(Core::<64, Pcode>::new()?),
    })
}

/// Why the instruction at the beginning of `bytes` cannot be executed, in words; `None` if it can be.
pub fn lacking(xlen: Xlen, bytes: &[u8]) -> Option<String> {
    let mut word = [0; 4];
    word.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    decoder::decoded(xlen, decoder::word(word)).operations.as_ref().err().cloned()
}
