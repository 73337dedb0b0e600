//! The Epiphany ABI as rules.
//!
//! Source of every rule is the chapter "Epiphany Application Binary Interface" of the Epiphany SDK documentation; clause ids
//! and readings are those of `clauses/epiphany.toml`. What the document leaves open is asked of the
//! [`Chooser`](crate::choose::Chooser), never decided here. `docs/targets/epiphany.md` describes what the real compiler does
//! at each of these points.

mod arguments;
mod automaton;
mod clauses;
mod data;
mod mode;
mod object;
mod registers;
mod result;
mod scalar;
mod slots;
mod stack;
pub mod start;
mod tool;
mod value;

use super::call;
use super::rules::Rules;
use super::{CEnvironment, Document, DocumentedStruct, ObjectPlan, OpenWidths};
use crosscall_clauses::epiphany::{AttributedScalar, clause};
use crosscall_model::Case;
use crosscall_model::plan::Plan;

/// The document.
pub(super) struct Epiphany;

/// The addresses that compiled code must not write: the runtime's memory (EPIPHANY-MEM-01.R1).
const RESERVED_MEMORY: std::ops::Range<u64> = 0..0x100;

impl Document for Epiphany {
    /// EPIPHANY-S14: what a `va_list` is, is not said.
    fn c_environment(&self) -> CEnvironment {
        CEnvironment {
            compiler: "GCC with newlib",
            widths: OpenWidths::GccNewlib,
            ..CEnvironment::of_clang(&["epiphany"], Some(clause::S14))
        }
    }

    /// EPIPHANY-S28.
    fn typedef_alignment_counts(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(AttributedScalar::Counted)
    }

    fn plan(&self, case: &Case, rules: &mut Rules<'_>) -> Plan {
        let registers = registers::fates(rules);
        let constraints = stack::constraints(rules);
        let call = arguments::assign(case, rules);
        let stack = stack::rule(&call, constraints, rules);
        Plan {
            forbidden: vec![(RESERVED_MEMORY, clause::MEM_01)],
            foreign_clauses: vec![clause::S23],
            linkage: vec![call::return_address(
                registers::LINK,
                vec![clause::CALL_03, clause::CALL_02, clause::REG_10, clause::CALL_01],
            )],
            ..call::plan((call.arguments, call.result), registers, stack, clause::CALL_04)
        }
    }

    fn structs(&self) -> Vec<DocumentedStruct> {
        start::documented_structs()
    }

    fn object(&self) -> ObjectPlan {
        object::plan()
    }
}
