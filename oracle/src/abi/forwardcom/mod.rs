//! The ForwardCom ABI as rules.
//!
//! Source of every rule is the chapter "Standardization of ABI and software ecosystem" of the ForwardCom manual; clause
//! ids and readings are those of `clauses/forwardcom.toml`. What the document leaves open is asked of the chooser, never
//! decided here. `docs/targets/forwardcom.md` describes what the document says, what it leaves open and where it errs.

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
mod tuple;
mod value;

use super::call;
use super::rules::Rules;
use super::{CEnvironment, Document, ObjectPlan};
use crosscall_clauses::forwardcom::clause;
use crosscall_model::Case;
use crosscall_model::plan::{ClauseId, Plan};

/// The document.
pub(super) struct ForwardCom;

impl Document for ForwardCom {
    /// FORWARDCOM-S18: what a `va_list` is, is not said.
    fn c_environment(&self) -> CEnvironment {
        CEnvironment::without_compiler(&["forwardcom"], Some(clause::S18))
    }

    /// FORWARDCOM-TYPE-16.
    fn boolean_bits(&self) -> Option<u32> {
        Some(1)
    }

    /// FORWARDCOM-S29: nothing depends on it at a call.
    fn passed_typedef_clause(&self) -> Option<ClauseId> {
        None
    }

    fn plan(&self, case: &Case, rules: &mut Rules<'_>) -> Plan {
        let registers = registers::fates();
        let declared_clauses = registers::declared(&case.style);
        let stack = stack::rule(rules);
        let call = arguments::assign(case, rules);
        Plan {
            declared_clauses,
            // The return address is on a stack that no function sees (FORWARDCOM-S20).
            linkage: call.lengths,
            list: call.list,
            ..call::plan(
                (call.arguments, call.result),
                registers,
                stack,
                if case.style.tail { clause::CALL_02 } else { clause::S20 },
            )
        }
    }

    fn object(&self) -> ObjectPlan {
        object::plan()
    }
}
