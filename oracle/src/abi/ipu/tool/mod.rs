//! The IPU's assembler and linker.
//!
//! The document names some registers and says that objects are linked; numbers, encodings and what is refused are those
//! of the vendor's LLVM, the only tools that there are for this processor (IPU-S24). It leaves nothing open: its parser and
//! its linker refuse whatever does not fit.

mod fields;
mod registers;
mod relocations;
mod statements;

use super::Ipu;
use crate::abi::tool::Tools;
use crosscall_clauses::ipu::clause;
use crosscall_model::tool::table::Table;

static TABLE: Table = Table {
    machine: (248, clause::S24),
    // The architecture: ipu2.
    flags: (2, clause::S24),
    address_bits: 32,
    linker_places: false,
    objects: clause::S24,
    language: clause::S24,
    registers: registers::FILES,
    any_case: false,
    lower_case: false,
    prologue: "",
    state: "",
    specials: &[],
    statements: statements::STATEMENTS,
    relocations: relocations::RELOCATIONS,
    hint: None,
    reserved: &[],
    beside: &[],
    programs: &[],
};

impl Tools for Ipu {
    fn table(&self) -> &'static Table {
        &TABLE
    }
}
