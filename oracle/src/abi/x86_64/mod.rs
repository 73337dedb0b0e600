//! The System V psABI of x86-64 as rules.
//!
//! Source of every rule is the chapter on low level system information of the AMD64 supplement; clause ids and readings are those
//! of `clauses/x86_64.toml`. What the document leaves open is asked of the chooser, never decided here. Vector registers are those
//! of SSE, of 16 bytes: how wider vectors travel is open then (X86-S16).

mod arguments;
mod automaton;
mod classes;
mod clauses;
mod data;
mod fields;
mod narrow;
mod object;
mod registers;
mod result;
mod scalar;
mod slots;
mod stack;

use super::call;
use super::rules::Rules;
use super::{CEnvironment, Document, ObjectPlan};
use crosscall_clauses::x86_64::{AttributedRecord, AttributedScalar, clause};
use crosscall_model::Case;
use crosscall_model::plan::{Link, Linkage, Place, Plan};

/// The document.
pub(super) struct X86_64;

impl Document for X86_64 {
    fn c_environment(&self) -> CEnvironment {
        CEnvironment::of_clang(&["x86_64", "amd64"], None)
    }

    /// X86-S05.
    fn typedef_alignment_counts(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(AttributedScalar::Counted)
    }

    /// X86-S05.
    fn record_typedef_alignment_counts(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(AttributedRecord::Counted)
    }

    fn plan(&self, case: &Case, rules: &mut Rules<'_>) -> Plan {
        let registers = registers::fates(rules);
        let constraints = stack::constraints(rules);
        let (call, align) = arguments::assign(case, rules);
        let return_address = Linkage {
            link: Link::ReturnAddress,
            place: Place::Stack { offset: 0 },
            clauses: vec![clause::STACK_02, clause::S32],
        };
        let count = arguments::vector_count(case, &call, rules);
        let stack = stack::rule(&call, constraints, align, rules);
        Plan {
            foreign_clauses: vec![clause::S31],
            linkage: std::iter::once(return_address).chain(count).collect(),
            ..call::plan((call.arguments, call.result), registers, stack, clause::S32)
        }
    }

    fn object(&self) -> ObjectPlan {
        object::plan()
    }
}
