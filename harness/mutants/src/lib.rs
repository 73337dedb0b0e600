//! Compilers, assemblers and linkers that are broken on purpose: tables of faults, and functions that make them.
//!
//! An [`Edit`] changes what a compiler of a target does: its source before compiling, its options, or its assembly text
//! between compiling and assembling. A [`tool::ToolFault`] changes what an assembler or a linker does. Each names the
//! clauses that it breaks. Everything here is data and functions of texts; no process is started and no run is made.

pub mod apply;
mod changes;
mod data;
pub mod edit;
pub mod epiphany;
pub mod facts;
pub mod fault;
pub mod language;
pub mod listing;
mod made;
pub mod neutral;
pub mod notation;
pub mod nyuzi;
pub mod placement;
pub mod random;
pub mod riscv;
mod roles;
pub mod splice;
mod table;
pub mod tool;
mod whole;

pub use edit::{Action, Edit};

use crosscall_model::Target;

/// The table of edits for compilers of a target.
pub fn edits(target: Target) -> Vec<Edit> {
    match target {
        Target::Epiphany => epiphany::edits(),
        Target::Nyuzi => nyuzi::edits(),
        Target::Riscv(abi) => riscv::edits(abi),
        // No compiler of these could be looked at.
        Target::Dpu | Target::Ipu | Target::ForwardCom => Vec::new(),
        // Nobody has written them yet.
        Target::X86_64 | Target::Aarch64 => Vec::new(),
        #[cfg(feature = "invented")]
        Target::Invented => Vec::new(),
    }
}
