//! Which of several clauses tells most about a contradiction. Plans list clauses by what decides the way
//! of a value; where something else went wrong, those that speak of it come first.

use super::locate::stack;
use crate::clause::{Observed, catalogue};
use crosscall_model::plan::{ClauseId, Passed, Piece, Place, Plan, Transfer};
use crosscall_model::target::Target;

/// Those about data first, which constants of an object file could contradict as well.
pub(super) fn data_first(target: Target, clauses: &[ClauseId]) -> Vec<ClauseId> {
    let (mut first, rest) = split(target, clauses, |observed| observed.contains(&Observed::Layout));
    first.extend(rest);
    first
}

/// Those that do not show when the function is entered, but in what happens to a value afterwards.
pub(super) fn about_afterwards(target: Target, clauses: &[ClauseId]) -> Vec<ClauseId> {
    let wanted =
        |observed: &[Observed]| observed.contains(&Observed::Trace) && !observed.contains(&Observed::Entry);
    split(target, clauses, wanted).0
}

/// The clauses of a value that was to be on the stack and was found, or looked for, elsewhere on the stack: those
/// about places on the stack first.
pub(super) fn astray_on_stack(plan: &Plan, passed: &Passed, found: Option<&str>) -> Vec<ClauseId> {
    let mut clauses = passed.clauses.clone();
    let is_on_stack = |piece: &Piece| matches!(piece.place, Place::Stack { .. });
    let expected = match &passed.transfer {
        Transfer::Direct(pieces) | Transfer::ByReference { pointer: pieces, .. } => pieces.as_slice(),
        Transfer::Nothing => &[],
    };
    let elsewhere = |place: &str| {
        place.starts_with("[sp")
            && !expected.iter().any(|p| matches!(p.place, Place::Stack { offset } if stack(offset) == place))
    };
    if !expected.is_empty() && expected.iter().all(is_on_stack) && found.is_some_and(elsewhere) {
        super::data::put_first(&mut clauses, &plan.stack.argument_clauses);
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
}
