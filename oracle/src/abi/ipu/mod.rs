//! The ABI of the Graphcore Colossus IPU as rules.
//!
//! Source of every rule is the chapter on the application binary interface in the user guide of Poplar and PopLibs;
//! clause ids and readings are those of `clauses/ipu.toml`. What the document leaves open is asked of the chooser, never
//! decided here. `docs/targets/ipu.md` tells what the document says, what it leaves open and where it errs.

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

use super::automaton::{self as allocation, Automaton, Step};
use super::data::Data;
use super::rules::Rules;
use super::tool::Tools;
use super::{Document, ObjectPlan};
use crate::choose::Permits;
use crate::clause::catalogue;
use crosscall_model::names::ipu::clause;
use crosscall_model::plan::{Link, Linkage, Place, Plan, WayOut};
use crosscall_model::{Case, Form, Signature, Target};

/// The document.
pub(super) struct Ipu;

impl Document for Ipu {
    fn data(&self) -> &dyn Data {
        self
    }

    fn plan(&self, case: &Case, rules: &mut Rules<'_, '_>) -> Plan {
        // What every case asks comes first: a search that tries the last questions first then spends its
        // effort on those that this case is about.
        let vertex = case.style.form == Form::Vertex;
        let registers = registers::fates(vertex, rules);
        let constraints = stack::constraints(rules);
        let call = arguments::assign(case, rules);
        let stack = stack::rule(&call, constraints, vertex, rules);
        let return_address = Linkage {
            link: Link::ReturnAddress,
            place: Place::Register { register: registers::LINK, byte: 0 },
            clauses: vec![clause::CALL_03, clause::REG_09],
        };
        Plan {
            arguments: call.arguments,
            result: call.result,
            registers,
            declared_clauses: Vec::new(),
            stack,
            forbidden: Vec::new(),
            foreign_clauses: vec![clause::S25],
            // IPU-CALL-02: nobody has called a vertex.
            linkage: if vertex { Vec::new() } else { vec![return_address] },
            threads: None,
            list: None,
            way_out: if vertex { WayOut::Exit } else { WayOut::Return },
            return_clause: if vertex { clause::CALL_02 } else { clause::CALL_05 },
        }
    }

    fn object(&self) -> ObjectPlan {
        object::plan()
    }

    fn automaton(&self, permits: &dyn Permits) -> Automaton {
        allocation::enumerate(self, catalogue(Target::Ipu), permits)
    }

    fn trace(&self, signature: &Signature, rules: &mut Rules<'_, '_>) -> Vec<Step> {
        allocation::trace(self, signature, rules)
    }

    fn tools(&self) -> Option<&dyn Tools> {
        Some(self)
    }
}
