//! Results that depend on what was not given: the same input with other poison.

use super::poison::Lair;
use super::scene::Left;
use super::unheld;
use crosscall_model::Target;
use crosscall_model::plan::{ClauseId, Plan, Preservation, Transfer, add_clauses};
use crosscall_model::target::Register;

/// Something that a function leaves and that differs between two runs with the same input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Difference {
    /// Whether the function came back.
    End,
    /// The memory that it accesses.
    Accesses,
    /// The result.
    Result,
    /// A byte of an object, by the object's position and the distance from its beginning.
    Object(usize, usize),
    /// The function's own data.
    Own,
}

/// Differences between two runs; bytes that neither run has changed do not count.
pub(super) fn differences(one: &Left, other: &Left) -> Vec<Difference> {
    let mut all = Vec::new();
    if one.returned != other.returned {
        all.push(Difference::End);
        return all;
    }
    if !one.returned {
        if one.fault != other.fault {
            all.push(Difference::Accesses);
        }
        return all;
    }
    if one.result != other.result {
        all.push(Difference::Result);
    }
    for (number, ((before, after), (before_other, after_other))) in
        one.objects.iter().zip(&other.objects).enumerate()
    {
        let bytes = before.iter().zip(after).zip(before_other.iter().zip(after_other));
        let differs = |((before, after), (before_other, after_other)): ((&u8, &u8), (&u8, &u8))| {
            after != after_other && (before != after || before_other != after_other)
        };
        let first = bytes.map(differs).position(|differs| differs);
        all.extend(first.map(|at| Difference::Object(number, at)));
    }
    if one.own != other.own {
        all.push(Difference::Own);
    }
    all
}

/// True if two runs differ only in objects, and there only in a register that each has saved: `of_one` is what it held in one
/// run, and `of_other` in the other.
pub(super) fn is_only_saved(one: &Left, other: &Left, of_one: &[u8], of_other: &[u8]) -> bool {
    let has =
        |bytes: &[u8], at: usize, held: &[u8]| bytes.get(at..).is_some_and(|rest| rest.starts_with(held));
    let is_saved = |one: &[u8], other: &[u8]| {
        let mut differing = (0..one.len()).filter(|at| one.get(*at) != other.get(*at));
        differing.all(|at| {
            let starts = at.saturating_sub(of_one.len().saturating_sub(1))..=at;
            starts.into_iter().any(|start| has(one, start, of_one) && has(other, start, of_other))
        })
    };
    let mut objects = one.objects.iter().zip(&other.objects);
    one.returned == other.returned
        && one.result == other.result
        && one.own == other.own
        && objects.all(|((_, one), (_, other))| is_saved(one, other))
}

/// A place whose poison the function has used, as a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cause {
    /// Name of the finding.
    pub(super) name: String,
    /// Place that was read, in words.
    pub(super) what: String,
    /// Clauses by which it holds nothing.
    pub(super) clauses: Vec<ClauseId>,
}

/// The cause that a place of poison is; `None` where a function may use it in that way.
pub(super) fn cause(
    (target, plan): (Target, &Plan),
    lair: Lair,
    differences: &[Difference],
    names: &dyn Fn(usize) -> String,
) -> Option<Cause> {
    let bare = |register: Register| target.register(register).map_or("?", |info| info.name);
    let only_own = differences.iter().all(|difference| *difference == Difference::Own);
    let rule = |register: Register| plan.registers.iter().find(|rule| rule.register == register);
    let cause = |name: String, what: String, clauses: Vec<ClauseId>| Some(Cause { name, what, clauses });
    match lair {
        Lair::Register(register) => {
            let rule = rule(register)?;
            // A function may keep what it has to give back anywhere.
            if only_own && rule.preservation != Preservation::Scratch {
                return None;
            }
            let name = bare(register);
            let what = format!("{name}, which carries no argument of this call");
            cause(format!("depends on {name}"), what, rule.clauses.to_vec())
        }
        Lair::Above(register) => {
            let name = bare(register);
            let passed = plan.arguments.iter().find(|passed| match &passed.transfer {
                Transfer::Direct(pieces) => {
                    pieces.iter().any(|piece| piece.place.register() == Some(register))
                }
                Transfer::Nothing | Transfer::ByReference { .. } => false,
            })?;
            let clauses = if passed.rest_clauses.is_empty() { &passed.clauses } else { &passed.rest_clauses };
            let what = format!("the bits of {name} above `{}`, which are not specified", passed.name);
            cause(format!("depends on the bits above {}", passed.name), what, clauses.clone())
        }
        Lair::Left(register) => {
            let name = bare(register);
            let what = format!("{name} after a call, which may destroy it");
            cause(format!("depends on what a call left in {name}"), what, rule(register)?.clauses.to_vec())
        }
        Lair::Unheld(number) => {
            let rule = unheld::rule(plan, number)?;
            let what = format!("what its caller left in {}", rule.name);
            cause(format!("depends on {}", rule.name), what, rule.clauses.to_vec())
        }
        Lair::LeftUnheld(number) => {
            let rule = unheld::rule(plan, number)?;
            let what = format!("what a call left in {}", rule.name);
            cause(format!("depends on {what}"), what, rule.clauses.to_vec())
        }
        Lair::Agnostic => cause(
            "depends on agnostic elements".to_owned(),
            "elements of vectors behind the last one or left out by a mask, which a processor may make ones (`ta`, `ma`)".to_owned(),
            Vec::new(),
        ),
        Lair::Served => cause(
            "depends on what a runtime function left".to_owned(),
            "a register after a call of a runtime function, which may destroy it".to_owned(),
            destroyed(plan),
        ),
        // Whoever copies a value copies its padding.
        Lair::Padding(_) => None,
        Lair::Slots => cause(
            "depends on stack bytes beside arguments".to_owned(),
            "bytes of the stack between or beside the arguments".to_owned(),
            plan.stack.argument_clauses.clone(),
        ),
        Lair::Beyond => cause(
            "depends on the unwritten stack".to_owned(),
            "stack beyond the stack pointer, where the function had stored nothing".to_owned(),
            Vec::new(),
        ),
        Lair::Callers => cause(
            "depends on the caller's stack".to_owned(),
            "the caller's part of the stack, behind the arguments".to_owned(),
            [plan.stack.argument_clauses.as_slice(), &plan.stack.owner_clauses].concat(),
        ),
        Lair::Room => cause(
            "depends on the space for the result".to_owned(),
            "the space for the result, before it is written".to_owned(),
            plan.result.as_ref().map(|result| result.clauses.clone()).unwrap_or_default(),
        ),
        Lair::Object(parameter) => {
            let name = names(parameter);
            let what = format!("what `{name}` held before, though it is given as `out`");
            cause(format!("depends on the old contents of {name}"), what, Vec::new())
        }
        Lair::Around => cause(
            "depends on memory beside the objects".to_owned(),
            "memory beside the objects that were passed".to_owned(),
            Vec::new(),
        ),
    }
}

/// Clauses by which a call may destroy registers.
fn destroyed(plan: &Plan) -> Vec<ClauseId> {
    let free = plan.registers.iter().filter(|rule| rule.preservation == Preservation::Scratch);
    let mut clauses = Vec::new();
    free.for_each(|rule| add_clauses(&mut clauses, rule.clauses));
    clauses
}
