//! Campaigns with subjects that are broken on purpose, to test that crosscall finds it out.
//!
//! A [`Mutant`] is one way to break a subject: an edit of a compiler's work or a fault of the project's assembler and
//! linker (`crosscall_mutants`), or a fault of the embedded code generator. A [`Mutation`] is the hook of the
//! toolchain that breaks it so. New findings of a run of the broken subject, against those of the unchanged one, are
//! held against the clauses that the mutant breaks.

pub mod mutation;
pub mod report;
pub mod table;

pub use mutation::{Mutation, Workbench};

use crosscall_embedded::{Fault, ValueFault};
use crosscall_model::{CaseKind, Pairing};
use crosscall_mutants::facts::Side;
use crosscall_mutants::tool::{self, ToolFault};
use crosscall_mutants::{Edit, edits};
use crosscall_toolchain::{Toolchain, ToolchainKind};

/// A way to break a subject.
#[derive(Debug, Clone)]
pub struct Mutant {
    /// Name on the command line and in reports.
    pub name: &'static str,
    /// Kind of fault, of which there may be several.
    pub kind: &'static str,
    /// Description in a line.
    pub text: &'static str,
    /// Clauses that it breaks, without the target's prefix; empty for a harmless change.
    pub clauses: Vec<&'static str>,
    /// Side of a call that it changes.
    pub side: Side,
    /// Place at which the report should see it, such as `r4`; may be empty.
    pub place: &'static str,
    /// It is made in one of so many functions that it fits.
    pub one_in: u64,
    /// The change itself.
    pub change: Change,
}

/// Change that makes a mutant of a subject.
#[derive(Debug, Clone, Copy)]
pub enum Change {
    /// An edit of a compiler's work.
    Edit(Edit),
    /// A fault of the embedded code generator.
    Code(&'static Fault),
    /// A fault of the project's own assembler or linker.
    Tool(&'static ToolFault),
    /// A fault of the embedded code generator in the value of expressions.
    Value(&'static ValueFault),
}

impl Mutant {
    /// A mutant that breaks one clause, given with its target's prefix.
    fn of_clause(
        side: Side,
        name: &'static str,
        clause: &'static str,
        text: &'static str,
        change: Change,
    ) -> Mutant {
        let clauses = bare(clause).into_iter().collect();
        Mutant { name, kind: clause, text, clauses, side, place: "", one_in: 1, change }
    }

    /// Pairings in which it can show, of those that are asked for.
    pub fn pairings(&self, asked: &[Pairing]) -> Vec<Pairing> {
        let matter = match self.change {
            Change::Tool(_) => CaseKind::Tool,
            Change::Value(_) => CaseKind::Value,
            Change::Edit(_) | Change::Code(_) => CaseKind::Call,
        };
        asked.iter().copied().filter(|pairing| pairing.matter() == matter).collect()
    }

    /// True if it breaks a clause, given with its target's prefix.
    pub fn names(&self, clause: &str) -> bool {
        bare(clause).is_some_and(|bare| self.clauses.contains(&bare))
    }

    /// True if it breaks nothing.
    pub fn is_harmless(&self) -> bool {
        self.clauses.is_empty()
    }
}

/// A clause without its target's prefix.
fn bare(clause: &str) -> Option<&str> {
    clause.split_once('-').map(|(_, bare)| bare)
}

impl From<Edit> for Mutant {
    fn from(edit: Edit) -> Mutant {
        let Edit { name, kind, text, clauses, side, place, one_in, .. } = edit;
        Mutant {
            name,
            kind,
            text,
            clauses: clauses.to_vec(),
            side,
            place,
            one_in,
            change: Change::Edit(edit),
        }
    }
}

impl From<&'static Fault> for Mutant {
    fn from(fault: &'static Fault) -> Mutant {
        let side = match fault.side {
            crosscall_embedded::Side::Callee => Side::Callee,
            crosscall_embedded::Side::Caller => Side::Caller,
            crosscall_embedded::Side::Data => Side::Data,
            crosscall_embedded::Side::Both => Side::Whole,
        };
        let mut mutant =
            Mutant::of_clause(side, fault.name, fault.clause, fault.description, Change::Code(fault));
        mutant.clauses.extend(fault.also.iter().filter_map(|clause| bare(clause)));
        mutant
    }
}

impl From<&'static ToolFault> for Mutant {
    fn from(fault: &'static ToolFault) -> Mutant {
        Mutant::of_clause(Side::Whole, fault.name, fault.clause, fault.text, Change::Tool(fault))
    }
}

impl From<&'static ValueFault> for Mutant {
    fn from(fault: &'static ValueFault) -> Mutant {
        Mutant::of_clause(Side::Whole, fault.name, fault.clause, fault.description, Change::Value(fault))
    }
}

/// The ways to break a subject: the edits of its target's table, or the faults of the embedded code generator and of the
/// project's own tools.
pub fn mutants_of(subject: &Toolchain) -> Vec<Mutant> {
    let target = subject.target;
    match subject.kind {
        ToolchainKind::Gcc | ToolchainKind::Clang => edits(target).into_iter().map(Mutant::from).collect(),
        ToolchainKind::Embedded => {
            let of_code = Fault::of(target).iter().map(Mutant::from);
            let of_tools = tool::faults(target).iter().map(Mutant::from);
            let of_values = ValueFault::of(target).iter().map(Mutant::from);
            of_code.chain(of_tools).chain(of_values).collect()
        }
        ToolchainKind::Rustc
        | ToolchainKind::Printer
        | ToolchainKind::Forw
        | ToolchainKind::Binutils
        | ToolchainKind::Recorded => Vec::new(),
    }
}
