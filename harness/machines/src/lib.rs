//! The machines: assembler, disassembler, linker and simulator of each target.
#![warn(missing_docs)]

pub mod epiphany;
pub mod object_file;
