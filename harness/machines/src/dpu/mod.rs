//! UPMEM DPU, v1A and v1B.

pub mod assemble;
pub mod conditions;
pub mod decode;
pub mod disassemble;
pub mod encode;
pub mod execute;
pub mod fields;
pub mod fixups;
pub mod forms;
pub mod isa;
pub mod link;
pub mod operands;
mod predecode;
pub mod relocations;
pub mod runtime;
pub mod toolset;

pub use assemble::assemble;
pub use decode::{DecodeError, decode};
pub use disassemble::disassemble;
pub use encode::{EncodeError, encode};
pub use isa::{Instruction, Op};
