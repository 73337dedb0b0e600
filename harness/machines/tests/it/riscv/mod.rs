//! Everything about the RISC-V machine. Tests that need the real tools say so where they are missing.

mod binutils;
mod gcc;
mod qemu;
mod table;
mod tools;
