//! The machines: assembler, disassembler, linker and simulator of each target.
#![warn(missing_docs)]

pub mod aarch64;
pub mod asm;
pub mod debug_file;
pub mod decode;
pub mod dpu;
pub mod elf;
pub mod epiphany;
pub mod executable;
pub mod fields;
pub mod fixup;
pub mod forwardcom;
mod frame_info;
mod ieee;
pub mod ipu;
pub mod link;
pub mod listing;
pub mod machine;
pub mod memory;
pub mod memory_map;
pub mod nyuzi;
pub mod object_file;
pub mod predecoded;
pub mod register_changes;
pub mod riscv;
pub mod runtime;
pub mod simulator;
pub mod source_text;
pub mod tools;
pub mod toolset;
pub mod x86_64;
