//! Adapteva Epiphany III/IV.

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
pub use isa::{Access, Cond, Instruction, Op};
