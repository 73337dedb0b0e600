//! AArch64: relocations, linker and memory map. The toolchain's assembler assembles, and
//! an interpreter of p-code executes.

pub mod fixups;
pub mod link;
