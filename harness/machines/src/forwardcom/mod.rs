//! ForwardCom 1.14.
//!
//! Instructions are two tables: [`formats`] divides code words into fields, [`isa`] lists the operations with the
//! formats that hold them. Both drive [`encode`](mod@encode) and [`decode`](mod@decode), the assembler
//! ([`assemble`](mod@assemble), for the vendor's high-level language), the disassembler and the simulator
//! ([`execute`]). Files and linking have the vendor's own formats: [`elf`], [`relocation`], [`link`], [`loader`].

pub mod assemble;
mod changes;
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
