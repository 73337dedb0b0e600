//! The part of a plan that shows in probes.

use std::hash::{Hash, Hasher};

use crosscall_model::plan::{
    Fate, Link, Linkage, ParameterList, Passed, Piece, Plan, RegisterRule, StackRule, Transfer,
};
use crosscall_model::print::Print;

use super::sides::own_bytes;

/// Outline of a plan, from which a probe is written: plans with the same outline differ in what they demand of the subject
/// alone, and have the same probe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outline(Print);

impl Outline {
    /// The outline for the probe that calls the subject, and that the subject calls on its part where that is so.
    pub fn of_caller(plan: &Plan, is_called: bool) -> Outline {
        Outline(Print::of(&Caller { plan, is_called }))
    }

    /// The outline for the probe that the subject calls.
    pub fn of_callee(plan: &Plan) -> Outline {
        Outline(Print::of(&Callee(plan)))
    }
}

/// A plan of which only what a calling probe shows is hashed. Fields are listed in full, so that a new one has to be put
/// on one side or the other.
struct Caller<'p> {
    plan: &'p Plan,
    is_called: bool,
}

impl Hash for Caller<'_> {
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
        } = self.plan;
        arguments.len().hash(state);
        for Passed { name, image, transfer, .. } in arguments {
            (name, &image.bytes).hash(state);
            hash_places(transfer, state);
        }
        // Of a result that is not passed by address nothing shows.
        let result = result.as_ref().filter(|result| matches!(result.transfer, Transfer::ByReference { .. }));
        result.is_some().hash(state);
        if let Some(Passed { name, image, transfer, .. }) = result {
            (name, image.bytes.len()).hash(state);
            hash_places(transfer, state);
        }
        for RegisterRule { register, fate, clauses: _ } in registers {
            let is_filled = fate.is_preserved() || matches!(fate, Fate::Scratch | Fate::Declared);
            (register, is_filled, self.is_called.then(|| of_called(*fate))).hash(state);
        }
        let StackRule {
            align_always,
            align_at_call,
            grows_down,
            direction_clauses: _,
            callee_area,
            argument_bytes,
            link_bytes: _,
            argument_clauses: _,
            callee_may_write_arguments: _,
            owner_clauses: _,
            no_access_beyond: _,
            kept_beyond: _,
            room_clauses,
            apart_clauses: _,
            copy_align_clauses: _,
            room_align_clauses: _,
            saved_first: _,
            limit_clauses: _,
            restored_clauses: _,
        } = stack;
        (align_always.0.max(align_at_call.0), grows_down, callee_area, argument_bytes).hash(state);
        room_clauses.is_empty().hash(state);
        // The others are of no concern to the function that is called, or are passed by the call itself.
        for Linkage { link, place, clauses: _ } in linkage {
            if *link != Link::ReturnAddress && !link.is_in_frame() {
                (link, place).hash(state);
            }
        }
        let list = list.as_ref().map(|list| {
            let ParameterList { pointer, bytes, align, callee_may_write: _, clauses: _, spent_clauses: _ } =
                list;
            (pointer, bytes, align)
        });
        (list, way_out).hash(state);
    }
}

/// A plan of which only what a called probe shows is hashed: the result, and what the function may destroy.
struct Callee<'p>(&'p Plan);

impl Hash for Callee<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Plan { result, registers, stack, .. } = self.0;
        result.is_some().hash(state);
        if let Some(Passed { name, image, transfer, .. }) = result {
            (name, &image.bytes).hash(state);
            hash_places(transfer, state);
            if let Transfer::ByReference { returned, .. } = transfer {
                returned.hash(state);
            }
        }
        for RegisterRule { register, fate, clauses: _ } in registers {
            (register, of_called(*fate)).hash(state);
        }
        (stack.grows_down, own_bytes(stack)).hash(state);
    }
}

/// Hashes the places of a value, or of its address.
fn hash_places(transfer: &Transfer, state: &mut impl Hasher) {
    let (way, pieces, align): (u8, &[Piece], u64) = match transfer {
        Transfer::Nothing => (0, &[], 0),
        Transfer::Direct(pieces) => (1, pieces, 0),
        Transfer::ByReference { pointer, returned: _, align, callee_may_write: _ } => (2, pointer, *align),
    };
    (way, pieces, align).hash(state);
}

/// The fate of a register as far as a probe shows it that is called: it destroys what it may, and flags of which the plan
/// demands something.
fn of_called(fate: Fate) -> Fate {
    match fate {
        Fate::Scratch | Fate::Unspecified => fate,
        Fate::Preserved | Fate::PreservedLow(_) | Fate::Fixed | Fate::Reserved | Fate::Declared => {
            Fate::Preserved
        }
    }
}
