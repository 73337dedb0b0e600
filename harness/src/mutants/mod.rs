//! Compilers that are broken on purpose, to see whether crosscall finds it out.
//!
//! A mutant is a compiler whose work is changed by one [`Edit`] of its target's table: its source before
//! compiling, its options, or its assembly text between compiling and assembling. Each edit names the
//! clauses that it breaks. What a run says of the mutant, and not of the unchanged compiler, is held against
//! these clauses.

pub mod edit;
pub mod epiphany;
pub mod facts;
pub mod listing;
pub mod report;
pub mod table;
pub mod work;

pub use edit::{Action, Edit};
pub use work::{Mutation, Workbench};

use crosscall_model::Target;

/// The table of edits for compilers of a target.
pub fn edits(target: Target) -> Vec<Edit> {
    match target {
        Target::Epiphany => epiphany::edits(),
    }
}
