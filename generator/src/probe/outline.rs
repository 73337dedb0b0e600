//! The part of a plan that shows in probes.

use std::hash::{Hash, Hasher};

use crosscall_model::plan::{Linkage, ParameterList, Passed, Plan, RegisterRule, StackRule};
use crosscall_model::print::Print;

/// What the probes for a plan of a case are written from: plans with the same outline differ in what they demand of the
/// subject alone, and have the same probes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outline(Print);

impl Outline {
    /// The outline of a plan.
    pub fn of(plan: &Plan) -> Outline {
        Outline(Print::of(&Shown(plan)))
    }
}

/// A plan of which only what a probe shows is hashed. Fields are listed in full, so that a new one has to be put on
/// one side or the other.
struct Shown<'p>(&'p Plan);

impl Hash for Shown<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Plan {
            arguments,
            result,
            registers,
            declared_clauses: _,
            stack,
            forbidden: _,
            foreign_clauses: _,
            linkage,
            threads: _,
            list,
            way_out,
            return_clause: _,
        } = self.0;
        arguments.len().hash(state);
        for passed in arguments.iter().chain(result) {
            hash_passed(passed, state);
        }
        result.is_some().hash(state);
        for RegisterRule { register, fate, clauses: _ } in registers {
            (register, fate).hash(state);
        }
        hash_stack(stack, state);
        for Linkage { link, place, clauses: _ } in linkage {
            (link, place).hash(state);
        }
        let list = list.as_ref().map(|list| {
            let ParameterList { pointer, bytes, align, callee_may_write: _, clauses: _, spent_clauses: _ } = list;
            (pointer, bytes, align)
        });
        list.hash(state);
        way_out.hash(state);
    }
}

fn hash_passed(passed: &Passed, state: &mut impl Hasher) {
    let Passed {
        id: _,
        name,
        c_type: _,
        image,
        parts: _,
        byte_order: _,
        transfer,
        clauses: _,
        rest_clauses: _,
    } = passed;
    (name, &image.bytes, transfer).hash(state);
}

fn hash_stack(stack: &StackRule, state: &mut impl Hasher) {
    let StackRule {
        align_always,
        align_at_call,
        grows_down,
        direction_clauses: _,
        callee_area,
        argument_bytes,
        link_bytes,
        argument_clauses: _,
        callee_may_write_arguments,
        owner_clauses: _,
        no_access_beyond: _,
        kept_beyond: _,
        room_clauses,
        apart_clauses: _,
        saved_first: _,
        limit_clauses: _,
        restored_clauses: _,
    } = stack;
    (align_always.0, align_at_call.0, grows_down, callee_area, argument_bytes, link_bytes).hash(state);
    (callee_may_write_arguments, room_clauses.is_empty()).hash(state);
}
