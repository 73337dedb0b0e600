//! Everything about the Nyuzi machine. Tests that need a reference tool say so where it is missing.

mod csmith;
mod docs;
mod emulator;
mod golden;
mod link;
mod lld;
mod llvm;
mod machine;
mod processor_tests;
mod programs;
mod properties;
pub(crate) mod table;
mod tools;
mod vectors;
