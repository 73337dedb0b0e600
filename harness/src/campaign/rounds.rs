//! Rounds: the cases of one target and kind, as far as a run has come with them. A run without a time goes through all rounds
//! once. One with a time goes through them in several passes, each with a part of what is left of the time; a round of which
//! nothing new came in a pass has a smaller share of the next ones.

use super::record::Record;
use super::{RunSettings, weight};
use crosscall_model::{Matter, Target};
use crosscall_oracle::knowledge::Knowledge;
use crosscall_reports::run::Enough;
use std::collections::BTreeMap;

/// A round.
#[derive(Debug, Default)]
pub(super) struct Round {
    /// Knowledge of the subjects that the first batches have settled; none before.
    pub(super) settled: Option<Vec<Knowledge>>,
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
    /// Weight of the round in the time of a pass: that of its target and kind, times 8, while new things come of it.
    fn weight(&self, usual: u64) -> u64 {
        if self.all { 0 } else { (usual << MOST_HALVINGS) >> self.dry.min(MOST_HALVINGS) }
    }

    /// Notes whether a pass has brought anything new: what is known now, and what was known before.
    pub(super) fn note_news(&mut self, before: usize, now: usize) {
        self.dry = if now > before { 0 } else { self.dry + 1 };
    }
}

/// The rounds of one target.
#[derive(Debug, Default)]
pub(super) struct Rounds(BTreeMap<Matter, Round>);

impl Rounds {
    /// The round of a kind.
    pub(super) fn of(&mut self, matter: Matter) -> &mut Round {
        self.0.entry(matter).or_default()
    }

    /// All rounds that have begun.
    pub(super) fn all(&self) -> impl Iterator<Item = (Matter, &Round)> {
        self.0.iter().map(|(matter, round)| (*matter, round))
    }

    /// Weight of the round of a kind in the time of a pass.
    pub(super) fn weight(&self, settings: &RunSettings, target: Target, matter: Matter) -> u64 {
        let usual = weight(settings, target, matter);
        self.0.get(&matter).map_or_else(|| Round::default().weight(usual), |round| round.weight(usual))
    }
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
        let mut round = Round::default();
        let mut weights = vec![round.weight(4)];
        for now in [5, 5, 5, 5, 5, 6] {
            round.note_news(5, now);
            weights.push(round.weight(4));
        }
        assert_eq!(weights, [32, 16, 8, 4, 4, 4, 32]);
        assert_eq!(Round { all: true, ..Round::default() }.weight(4), 0);
    }
}
