//! AArch64: relocations, linker, memory map and the functions that the host serves. The toolchain's assembler assembles, and
//! an interpreter of p-code executes.

pub mod fixups;
pub mod link;
pub mod runtime;
