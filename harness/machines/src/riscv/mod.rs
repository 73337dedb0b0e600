//! RISC-V: RV32 and RV64 with the extensions M, A, F, D, C, Zicsr, Zifencei, Zfh, Zfa, Zicond and Zcb, those for bits (Zba, Zbb, Zbc,
//! Zbs) and for cryptography (Zkn, Zks), V, and the base E. The width of a register is data,
//! [`Xlen`]; the simulator's is known when it is compiled.

mod alias;
mod arch;
pub mod assemble;
mod constants;
pub mod csr;
pub mod decode;
pub mod disassemble;
pub mod encode;
pub mod execute;
pub mod fields;
pub mod fixups;
pub mod flags;
pub mod float;
pub mod isa;
pub mod lacking;
pub mod link;
mod predecode;
pub mod runtime;
pub mod special;
pub mod toolset;
pub mod vector;

pub use assemble::assemble;
pub use decode::{DecodeError, decode};
pub use disassemble::disassemble;
pub use encode::encode;
pub use isa::{Instruction, Op, Xlen};
