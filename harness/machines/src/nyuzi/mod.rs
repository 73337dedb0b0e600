//! Nyuzi, a processor with 16-lane vectors and one file of scalar registers for integers and singles.

pub mod assemble;
pub mod decode;
pub mod disassemble;
pub mod encode;
pub mod execute;
pub mod fields;
pub mod fixups;
pub mod float;
pub mod isa;
pub mod link;
mod predecode;
pub mod runtime;
pub mod special;
pub mod toolset;

pub use assemble::assemble;
pub use decode::{DecodeError, decode};
pub use disassemble::disassemble;
pub use encode::encode;
pub use isa::{Instruction, Op, Shape};
