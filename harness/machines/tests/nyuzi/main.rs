//! Everything about the Nyuzi machine. Tests that need a reference tool say so where it is missing.

mod emulator;
mod golden;
mod programs;
mod table;
mod tools;
