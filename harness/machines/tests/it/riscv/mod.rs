//! Everything about the RISC-V machine. Tests that need the real tools say so where they are missing.

mod binutils;
mod gcc;
mod golden;
mod link;
mod llvm;
mod machine;
mod programs;
mod properties;
mod qemu;
mod scalar;
pub(crate) mod table;
mod tools;
mod vector;
mod zfa;
