//! Helpers that the tests of all targets share.

pub(crate) mod calls;
pub(crate) mod csmith;
pub(crate) mod elf64;
pub(crate) mod emulated;
pub(crate) mod links;
pub(crate) mod log;
pub(crate) mod pages;
pub(crate) mod process;
pub(crate) mod programs;
pub(crate) mod random;
pub(crate) mod relocations;
pub(crate) mod texts;
pub(crate) mod vectors;
