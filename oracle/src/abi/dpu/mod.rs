//! The DPU ABI as rules.
//!
//! Source of every rule is the page "DPU ABI" of the manual of UPMEM's SDK; clause ids and readings are those of
//! `clauses/dpu.toml`. What the document leaves open is asked of the chooser, never decided here.
//! `docs/targets/dpu.md` describes what the document says, what it leaves open and where it errs.

mod arguments;
mod automaton;
mod clauses;
mod data;
mod object;
mod registers;
mod result;
mod scalar;
mod slots;
mod stack;
mod tool;

use super::call;
use super::rules::Rules;
use super::{CEnvironment, Document, ObjectPlan};
use crosscall_clauses::dpu::{AttributedScalar, clause};
use crosscall_model::Case;
use crosscall_model::plan::Plan;

/// The document.
pub(super) struct Dpu;

impl Document for Dpu {
    /// DPU-S18: what a `va_list` is, is not said.
    fn c_environment(&self) -> CEnvironment {
        CEnvironment::of_clang(&["dpu"], Some(clause::S18))
    }

    /// DPU-S34.
    fn typedef_alignment_counts(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(AttributedScalar::Counted)
    }

    fn plan(&self, case: &Case, rules: &mut Rules<'_>) -> Plan {
        let registers = registers::fates(rules);
        let mut constraints = stack::constraints(&case.style, rules);
        let linkage = std::mem::take(&mut constraints.linkage);
        let call = arguments::assign(case, rules);
        let stack = stack::rule(&call, constraints, rules);
        Plan {
            foreign_clauses: vec![clause::S31],
            linkage,
            threads: Some(stack::threads()),
            ..call::plan((call.arguments, call.result), registers, stack, clause::S24)
        }
    }

    fn object(&self) -> ObjectPlan {
        object::plan()
    }
}
