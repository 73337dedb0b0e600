//! How much of each document the subjects' trials have exercised.

use super::is_pair;
use crate::run::{RunReport, SubjectReport};
use crosscall_model::Target;
use crosscall_oracle::clause::{Reach, catalogue};

/// Coverage of all subjects, and what is left of each document.
pub(super) struct Coverage {
    pub(super) rows: Vec<Row>,
    pub(super) left: Vec<Left>,
}

/// Parts of a target's document that are left.
pub(super) struct Left {
    pub(super) target: String,
    /// Observable clauses that no trial of any subject exercised, with their rules.
    pub(super) clauses: Vec<(String, String)>,
    /// Number of observable clauses.
    pub(super) of: usize,
}

/// A subject.
pub(super) struct Row {
    pub(super) target: String,
    pub(super) subject: String,
    pub(super) clauses: Part,
    pub(super) states: Option<Part>,
    pub(super) transitions: Option<Part>,
}

/// So many of so many.
pub(super) struct Part {
    pub(super) done: u64,
    pub(super) of: u64,
}

impl Part {
    /// In hundredths.
    pub(super) fn percent(&self) -> u64 {
        (100 * self.done).checked_div(self.of).unwrap_or(0)
    }
}

/// Coverage in a report.
pub(super) fn of(report: &RunReport) -> Coverage {
    // A pair of subjects has the coverage of its calls, which its subjects have, too.
    let single = || report.targets.iter().filter(|subject| !is_pair(subject));
    let mut targets: Vec<Target> = single().map(|subject| subject.target).collect();
    targets.dedup();
    let left = targets.iter().map(|target| {
        let observable = || catalogue(*target).clauses.iter().filter(|clause| clause.reach == Reach::Trial);
        let is_left = |id: &str| !single().any(|s| s.target == *target && s.clauses.contains_key(id));
        let left = observable().filter(|clause| is_left(&clause.id));
        let clauses = left.map(|clause| (clause.id.clone(), clause.rule.clone())).collect();
        Left { target: target.name().to_owned(), clauses, of: observable().count() }
    });
    Coverage { rows: single().map(row).collect(), left: left.collect() }
}

fn row(subject: &SubjectReport) -> Row {
    let clauses = &catalogue(subject.target).clauses;
    let observable = || clauses.iter().filter(|clause| clause.reach == Reach::Trial);
    let done = observable().filter(|clause| subject.clauses.contains_key(&clause.id)).count();
    let automaton = subject.automaton;
    Row {
        target: subject.target.name().to_owned(),
        subject: subject.toolchain.clone(),
        clauses: Part { done: done as u64, of: observable().count() as u64 },
        states: automaton.map(|a| Part { done: a.states, of: a.all_states }),
        transitions: automaton.map(|a| Part { done: a.transitions, of: a.all_transitions }),
    }
}
