//! The IPU's assembler and linker.
//!
//! The document names some registers and says that objects are linked; numbers, encodings and what is refused are those
//! of the vendor's LLVM, the only tools that there are for this processor (IPU-S24). It leaves nothing open: its parser and
//! its linker refuse whatever does not fit.

use super::Ipu;
use crate::abi::tool::Tools;
use crosscall_model::tool::table::Table;

/// The table of `table.toml`.
mod table {
    include!(concat!(env!("OUT_DIR"), "/ipu_tool.rs"));
}

impl Tools for Ipu {
    fn table(&self) -> &'static Table {
        &table::TABLE
    }
}
