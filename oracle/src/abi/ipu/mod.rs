//! The ABI of the Graphcore Colossus IPU as rules.
//!
//! Source of every rule is the chapter on the application binary interface in the user guide of Poplar and PopLibs;
//! clause ids and readings are those of `clauses/ipu.toml`. What the document leaves open is asked of the chooser, never
//! decided here. `docs/targets/ipu.md` describes what the document says, what it leaves open and where it errs.

mod arguments;
mod automaton;
mod clauses;
mod data;
mod form;
mod object;
mod registers;
mod result;
mod scalar;
mod slots;
mod stack;
mod tool;
mod vector;

use super::call;
use super::rules::Rules;
use super::{CEnvironment, Document, ObjectPlan};
use crosscall_clauses::ipu::{AttributedScalar, clause};
use crosscall_model::plan::{Plan, WayOut};
use crosscall_model::{Case, Form};

/// The document.
pub(super) struct Ipu;

impl Document for Ipu {
    /// IPU-S03: what a `va_list` is, is between two functions of one compiler.
    fn c_environment(&self) -> CEnvironment {
        let built_in = vector::built_in;
        CEnvironment { built_in, ..CEnvironment::of_clang(&["colossus", "ipu"], Some(clause::S03)) }
    }

    /// IPU-S28.
    fn typedef_alignment_counts(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(AttributedScalar::Counted)
    }

    fn plan(&self, case: &Case, rules: &mut Rules<'_>) -> Plan {
        let vertex = case.style.form == Form::Vertex;
        let registers = registers::fates(vertex, rules);
        let constraints = stack::constraints(rules);
        let call = arguments::assign(case, rules);
        let stack = stack::rule(&call, constraints, vertex, rules);
        let return_address = call::return_address(registers::LINK, vec![clause::CALL_03, clause::REG_09]);
        Plan {
            foreign_clauses: vec![clause::S25],
            // IPU-CALL-02: nobody has called a vertex.
            linkage: if vertex { Vec::new() } else { vec![return_address] },
            way_out: if vertex { WayOut::Exit } else { WayOut::Return },
            ..call::plan(
                (call.arguments, call.result),
                registers,
                stack,
                if vertex { clause::CALL_02 } else { clause::CALL_05 },
            )
        }
    }

    fn object(&self) -> ObjectPlan {
        object::plan()
    }
}
