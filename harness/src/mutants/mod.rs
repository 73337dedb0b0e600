//! Compilers that are broken on purpose, to see whether crosscall finds it out.
//!
//! A mutant is a compiler whose work is changed by one [`Edit`] of its target's table: its source before
//! compiling, its options, or its assembly text between compiling and assembling. Each edit names the
//! clauses that it breaks. The embedded code generator brings its own faults, and so do the project's own assembler and linker. What a run says of the mutant, and not of the unchanged compiler, is held against
//! these clauses.

mod apply;
pub mod edit;
pub mod epiphany;
pub mod facts;
pub mod language;
pub mod listing;
pub mod neutral;
pub mod notation;
pub mod nyuzi;
pub mod random;
pub mod report;
mod roles;
pub mod splice;
pub mod table;
pub mod work;

pub use edit::{Action, Edit};
pub use work::{Mutation, Workbench};

use crate::tool::fault;
use crate::toolchain::{Kind, Toolchain};
use crosscall_embedded::{Fault, ValueFault};
use crosscall_model::Target;

/// The ways to break a subject: the edits of its target's table, or the faults of the embedded code generator.
pub fn edits_of(subject: &Toolchain) -> Vec<Edit> {
    match subject.kind {
        Kind::Gcc | Kind::Clang => edits(subject.target),
        Kind::Embedded => {
            let of_code = Fault::of(subject.target).iter().map(Edit::of_fault);
            let of_tools = fault::of(subject.target).iter().map(Edit::of_tool_fault);
            let of_values = ValueFault::of(subject.target).iter().map(Edit::of_value_fault);
            of_code.chain(of_tools).chain(of_values).collect()
        }
        Kind::Forw | Kind::Binutils => Vec::new(),
    }
}

/// The table of edits for compilers of a target.
pub fn edits(target: Target) -> Vec<Edit> {
    match target {
        Target::Epiphany => epiphany::edits(),
        Target::Nyuzi => nyuzi::edits(),
        // Nobody has written one yet.
        Target::Dpu | Target::Ipu | Target::ForwardCom => Vec::new(),
        #[cfg(feature = "invented")]
        Target::Invented => Vec::new(),
    }
}
