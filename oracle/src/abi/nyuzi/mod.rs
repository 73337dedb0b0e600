//! The Nyuzi ABI as rules.
//!
//! Source of every rule is the page "Compiler ABI" of the wiki of the Nyuzi processor; clause ids and readings
//! are those of `clauses/nyuzi.toml`. What the document leaves open is asked of the chooser, never decided here.
//! `docs/targets/nyuzi.md` describes what the document says, what it leaves open and where it errs.

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
mod value;

use super::call;
use super::rules::Rules;
use super::{CEnvironment, Document, ObjectPlan};
use crosscall_clauses::nyuzi::{AttributedScalar, clause};
use crosscall_model::Case;
use crosscall_model::plan::Plan;

/// The document.
pub(super) struct Nyuzi;

impl Document for Nyuzi {
    /// NYUZI-S18: what a `va_list` is, is not said.
    fn c_environment(&self) -> CEnvironment {
        CEnvironment::of_clang(&["nyuzi"], Some(clause::S18))
    }

    /// NYUZI-S29.
    fn typedef_alignment_counts(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(AttributedScalar::Counted)
    }

    fn plan(&self, case: &Case, rules: &mut Rules<'_>) -> Plan {
        let registers = registers::fates(&case.style, rules);
        let constraints = stack::constraints(rules);
        let call = arguments::assign(case, rules);
        let stack = stack::rule(&call, constraints, rules);
        Plan {
            foreign_clauses: vec![clause::S25],
            linkage: vec![call::return_address(registers::LINK, vec![clause::REG_10, clause::CALL_01])],
            ..call::plan((call.arguments, call.result), registers, stack, clause::CALL_01)
        }
    }

    fn object(&self) -> ObjectPlan {
        object::plan()
    }
}
