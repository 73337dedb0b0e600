//! ForwardCom 1.14.

pub mod assemble;
pub mod decode;
pub mod disassemble;
pub mod elf;
pub mod encode;
pub mod execute;
pub mod fields;
pub mod formats;
pub mod isa;
pub mod link;
pub mod loader;
pub mod number;
mod operands;
mod predecode;
pub mod relocation;
pub mod runtime;
mod source;
pub mod toolset;

pub use assemble::assemble;
pub use decode::{DecodeError, Instruction, decode};
pub use disassemble::disassemble;
pub use encode::{EncodeError, Operands, encode};
