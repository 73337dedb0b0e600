//! Rounds: the cases of one target and kind, as far as a run has come with them. A run without a time goes through all rounds
//! once. One with a time goes through them in several passes, each with a part of what is left of the time; a round of which
//! nothing new came in a pass has a smaller share of the next ones.

use super::record::Record;
use super::{RunSettings, weight};
use crosscall_model::{CaseKind, Target};
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_reports::run::Enough;
use crosscall_toolchain::Toolchain;
use std::collections::BTreeMap;

/// Knowledge of each subject for each kind of cases; kinds of which no case was run are missing.
pub(super) type KnownByMatter<'a> = BTreeMap<CaseKind, &'a [Knowledge]>;

/// A round.
#[derive(Debug)]
pub(super) struct Round {
    /// Knowledge of each subject: what the first batches of this kind have shown, and nothing else. Kinds settle apart from
    /// each other, so that no kind depends on how far another one has come.
    pub(super) known: Vec<Knowledge>,
    /// True once all batches that settle readings were judged.
    pub(super) is_settled: bool,
    /// Number of the first batch that was not begun yet.
    pub(super) next: u64,
    /// Batches that were begun.
    pub(super) begun: u64,
    /// True if these were all.
    pub(super) all: bool,
    /// The reason for which no more were, in the last pass.
    pub(super) enough: Option<Enough>,
    /// Passes one after the other of which nothing new came.
    dry: u32,
}

/// A share is halved with each pass of which nothing new came, but not more often than this.
const MOST_HALVINGS: u32 = 3;

impl Round {
    /// Nothing begun; `nothing` is known of the subjects.
    fn new(nothing: &[Knowledge]) -> Round {
        let known = nothing.to_vec();
        Round { known, is_settled: false, next: 0, begun: 0, all: false, enough: None, dry: 0 }
    }

    /// Weight of the round in the time of a pass: that of its target and kind, times 8, while new things come of it.
    fn weight(&self, usual: u64) -> u64 {
        if self.all { 0 } else { share(usual, self.dry) }
    }

    /// Notes whether a pass has brought anything new: what is known now, and what was known before.
    pub(super) fn note_news(&mut self, before: usize, now: usize) {
        self.dry = if now > before { 0 } else { self.dry + 1 };
    }
}

/// The rounds of one target.
#[derive(Debug)]
pub(super) struct Rounds {
    /// Knowledge of subjects that were not tested.
    nothing: Vec<Knowledge>,
    /// Rounds that have begun.
    begun: BTreeMap<CaseKind, Round>,
}

impl Rounds {
    /// None begun, of a target's subjects.
    pub(super) fn new(target: Target, subjects: &[Toolchain]) -> Rounds {
        Rounds { nothing: vec![Knowledge::new(catalogue(target)); subjects.len()], begun: BTreeMap::new() }
    }

    /// The round of a kind, which begins unless it has begun.
    pub(super) fn of(&mut self, matter: CaseKind) -> &mut Round {
        self.begun.entry(matter).or_insert_with(|| Round::new(&self.nothing))
    }

    /// The round of a kind, if it has begun.
    pub(super) fn get(&self, matter: CaseKind) -> Option<&Round> {
        self.begun.get(&matter)
    }

    /// All rounds that have begun.
    pub(super) fn all(&self) -> impl Iterator<Item = (CaseKind, &Round)> {
        self.begun.iter().map(|(matter, round)| (*matter, round))
    }

    /// Knowledge of each subject for each kind of cases.
    pub(super) fn known(&self) -> KnownByMatter<'_> {
        self.all().map(|(matter, round)| (matter, &*round.known)).collect()
    }

    /// Weight of the round of a kind in the time of a pass.
    pub(super) fn weight(&self, settings: &RunSettings, target: Target, matter: CaseKind) -> u64 {
        let usual = weight(settings, target, matter);
        self.get(matter).map_or(share(usual, 0), |round| round.weight(usual))
    }
}

/// Share of a round in the time of a pass, after so many passes of which nothing new came.
pub(super) fn share(usual: u64, dry: u32) -> u64 {
    (usual << MOST_HALVINGS) >> dry.min(MOST_HALVINGS)
}

/// Number of the things that a record knows, and that were new once: findings, clauses that were put to the test, and steps of
/// argument allocation.
pub(super) fn news(sum: &Record) -> usize {
    let clauses: usize = sum.subjects.iter().map(|subject| subject.clauses.len() + subject.found.len()).sum();
    clauses + sum.visited.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_that_brings_nothing_new_has_a_smaller_share() {
        let mut round = Round::new(&[]);
        let mut weights = vec![round.weight(4)];
        for now in [5, 5, 5, 5, 5, 6] {
            round.note_news(5, now);
            weights.push(round.weight(4));
        }
        assert_eq!(weights, [32, 16, 8, 4, 4, 4, 32]);
        assert_eq!(Round { all: true, ..Round::new(&[]) }.weight(4), 0);
    }
}
