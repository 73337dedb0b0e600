//! Everything about the ForwardCom machine. Tests that need the vendor's program `forw` say so where it is
//! missing.

mod assembler;
mod cases;
mod disassembly;
mod docs;
mod emulator;
mod golden;
mod link;
mod machine;
mod programs;
mod short_vectors;
mod tools;
mod vectors;
