//! Which of several clauses tells most about a contradiction. Plans list clauses by what decides the way
//! of a value; where something else went wrong, those that speak of it come first.

use crate::clause::{Observed, catalogue};
use crosscall_model::plan::ClauseId;
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

fn split(
    target: Target,
    clauses: &[ClauseId],
    wanted: impl Fn(&[Observed]) -> bool,
) -> (Vec<ClauseId>, Vec<ClauseId>) {
    let is_wanted = |id: &ClauseId| catalogue(target).clause(id).is_some_and(|c| wanted(&c.observed));
    clauses.iter().copied().partition(is_wanted)
}
