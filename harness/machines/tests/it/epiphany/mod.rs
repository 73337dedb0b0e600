//! Everything about the Epiphany machine. Tests that need the real toolchain say so where it is missing.

mod binutils;
mod compare;
mod csmith;
mod docs;
mod gcc;
mod groups;
mod ld;
mod link;
mod machine;
mod programs;
mod properties;
pub(crate) mod table;
mod tools;
mod vectors;
