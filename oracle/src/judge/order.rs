//! Which of several clauses tells most about a contradiction. Plans list clauses by what decides the way
//! of a value; where something else went wrong, those that speak of it come first.

use crate::clause::{Observed, catalogue};
use crosscall_model::finding::Whereabouts;
use crosscall_model::plan::{ClauseId, Passed, Piece, Place, Plan, Transfer};
use crosscall_model::target::Target;

/// Those about data first, which constants of an object file could contradict as well.
pub(super) fn data_first(target: Target, clauses: &[ClauseId]) -> Vec<ClauseId> {
    let (mut first, rest) = split(target, clauses, |observed| observed.contains(&Observed::Layout));
    first.extend(rest);
    first
}

/// Those that do not show when the function is entered, but in what happens to a value afterwards; where there are
/// none of these, those that show then as well.
pub(super) fn about_afterwards(target: Target, clauses: &[ClauseId]) -> Vec<ClauseId> {
    let in_trace = |observed: &[Observed]| observed.contains(&Observed::Trace);
    let wanted = |observed: &[Observed]| in_trace(observed) && !observed.contains(&Observed::Entry);
    let only = split(target, clauses, wanted).0;
    if only.is_empty() { split(target, clauses, in_trace).0 } else { only }
}

/// Those first that show only in what a function leaves behind, not in what it does before.
pub(super) fn left_behind_first(target: Target, clauses: &[ClauseId]) -> Vec<ClauseId> {
    let wanted =
        |observed: &[Observed]| observed.contains(&Observed::Exit) && !observed.contains(&Observed::Trace);
    let (mut first, rest) = split(target, clauses, wanted);
    first.extend(rest);
    first
}

/// The clauses of a value that was found, or looked for, in another place: see the functions below.
pub(super) fn astray(
    target: Target,
    plan: &Plan,
    passed: &Passed,
    found: Option<&Whereabouts>,
) -> Vec<ClauseId> {
    astray_among_others(target, plan, passed, found, astray_on_stack(plan, passed, found))
}

/// The clauses of a value that was to be on the stack and was found, or looked for, elsewhere on the stack: those
/// about places on the stack first.
fn astray_on_stack(plan: &Plan, passed: &Passed, found: Option<&Whereabouts>) -> Vec<ClauseId> {
    let mut clauses = passed.clauses.clone();
    let is_on_stack = |piece: &Piece| matches!(piece.place, Place::Stack { .. });
    let expected = match &passed.transfer {
        Transfer::Direct(pieces) | Transfer::ByReference { pointer: pieces, .. } => pieces.as_slice(),
        Transfer::Nothing => &[],
    };
    let elsewhere = |found: &Whereabouts| {
        matches!(found.first(), Some(Place::Stack { .. }))
            && !expected.iter().any(|p| found.is_at(&[p.place]))
    };
    if !expected.is_empty() && expected.iter().all(is_on_stack) && found.is_some_and(elsewhere) {
        super::data::put_first(&mut clauses, &plan.stack.argument_clauses);
    }
    clauses
}

/// The clauses of an argument that was found, or looked for, in the place of another one, in a register of the same
/// file: what the places of both follow from comes first. A composite is told by how composites travel all the same.
fn astray_among_others(
    target: Target,
    plan: &Plan,
    passed: &Passed,
    found: Option<&Whereabouts>,
    mut clauses: Vec<ClauseId>,
) -> Vec<ClauseId> {
    let pieces = |passed: &Passed| match &passed.transfer {
        Transfer::Direct(pieces) if passed.parts.is_empty() => pieces.clone(),
        _ => Vec::new(),
    };
    let file = |place: Place| match place {
        Place::Register { register, byte: 0 } => target.register(register).map(|info| info.file),
        _ => None,
    };
    let Some(place) = found.and_then(Whereabouts::first).filter(|place| file(*place).is_some()) else {
        return clauses;
    };
    if !plan.arguments.iter().any(|argument| argument.id == passed.id) {
        return clauses;
    }
    let is_here = |other: &&Passed| other.id != passed.id && pieces(other).iter().any(|p| p.place == place);
    let is_of_file = pieces(passed).iter().all(|piece| file(piece.place) == file(place));
    if let Some(other) = plan.arguments.iter().find(is_here).filter(|_| is_of_file)
        && let Some(both) = other.clauses.iter().find(|clause| clauses.contains(clause))
    {
        super::data::put_first(&mut clauses, &[*both]);
    }
    clauses
}

fn split(
    target: Target,
    clauses: &[ClauseId],
    wanted: impl Fn(&[Observed]) -> bool,
) -> (Vec<ClauseId>, Vec<ClauseId>) {
    let is_wanted = |id: &ClauseId| catalogue(target).clause(id).is_some_and(|c| wanted(&c.observed));
    clauses.iter().copied().partition(is_wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_sorted_by_what_could_contradict_them() {
        // Observed at entry and in the trace; in constants alone; at exit and in the trace; in constants and at entry.
        let all = ["EPIPHANY-ARG-06", "EPIPHANY-TYPE-06", "EPIPHANY-S10", "EPIPHANY-LAYOUT-01"];
        assert_eq!(about_afterwards(Target::Epiphany, &all), ["EPIPHANY-S10"]);
        assert_eq!(
            data_first(Target::Epiphany, &all),
            ["EPIPHANY-TYPE-06", "EPIPHANY-LAYOUT-01", "EPIPHANY-ARG-06", "EPIPHANY-S10"]
        );
    }

    #[test]
    fn who_may_write_comes_before_how_something_is_passed() {
        // Observed at entry; at entry, at exit and in the trace.
        assert_eq!(about_afterwards(Target::Nyuzi, &["NYUZI-S09", "NYUZI-S10"]), ["NYUZI-S10"]);
        assert!(about_afterwards(Target::Nyuzi, &["NYUZI-S09", "NYUZI-ARG-01"]).is_empty());
    }

    #[test]
    fn a_register_that_is_not_given_back_is_told_by_who_has_to() {
        // In the trace, at exit and in the trace, at exit alone.
        let all = ["NYUZI-STACK-02", "NYUZI-REG-08", "NYUZI-REG-03"];
        assert_eq!(
            left_behind_first(Target::Nyuzi, &all),
            ["NYUZI-REG-03", "NYUZI-STACK-02", "NYUZI-REG-08"]
        );
    }
}
