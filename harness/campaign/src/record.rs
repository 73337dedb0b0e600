//! Records of batches: everything that was counted and found, in a form that adds up in any order. A batch is judged
//! under knowledge that was settled before it, so that its record depends on nothing but its cases and its subjects;
//! a run, a run that was interrupted and resumed, and shards on many machines give the same sum.

use super::coverage::Visited;
use super::failures::Failures;
use super::layouts::Layouts;
use super::tally::{Found, Key, Sightings};
use crosscall_model::interned::Text;
use crosscall_model::{interned, pairs};
use crosscall_oracle::lessons::Lessons;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Counts of the trials of one subject. A trial is one case in one pairing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Trials that should take place.
    pub planned: u64,
    /// Trials that gave a verdict of conformance.
    pub conforming: u64,
    /// Trials that gave a violation.
    pub violations: u64,
    /// Trials that could not take place because the subject lacks a feature.
    pub unsupported: u64,
    /// Trials that could not take place for another reason.
    pub failed: u64,
    /// Trials that were left out, with a reason: they are none of those that should take place.
    pub skipped: u64,
    /// Further runs of trials, with special values.
    pub special_runs: u64,
    /// Of the conforming trials, those whose verdict an earlier column of the store has.
    pub unchanged_conforming: u64,
    /// Of the violations, those whose verdict an earlier column of the store has.
    pub unchanged_violations: u64,
}

impl Counts {
    /// True if every planned trial has ended in exactly one way.
    pub fn add_up(&self) -> bool {
        self.planned == self.conforming + self.violations + self.unsupported + self.failed
    }

    fn add(&mut self, other: Counts) {
        let Counts {
            planned,
            conforming,
            violations,
            unsupported,
            failed,
            skipped,
            special_runs,
            unchanged_conforming,
            unchanged_violations,
        } = other;
        self.planned += planned;
        self.conforming += conforming;
        self.violations += violations;
        self.unsupported += unsupported;
        self.failed += failed;
        self.skipped += skipped;
        self.special_runs += special_runs;
        self.unchanged_conforming += unchanged_conforming;
        self.unchanged_violations += unchanged_violations;
    }

    /// Takes so many violations for conforming trials.
    pub(super) fn take_back(&mut self, times: u64) {
        let times = times.min(self.violations);
        self.violations -= times;
        self.conforming += times;
        let unchanged = self.unchanged_violations.saturating_sub(self.violations);
        self.unchanged_violations -= unchanged;
        self.unchanged_conforming += unchanged;
    }
}

/// Record of one subject.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubjectRecord {
    /// Cases that it was given.
    pub cases: u64,
    /// Trials.
    pub counts: Counts,
    /// Number of trials that put each clause to the test.
    #[serde(deserialize_with = "interned::map")]
    pub clauses: BTreeMap<Text, u64>,
    /// Why trials could not take place, with how often.
    pub untestable: BTreeMap<String, u64>,
    /// Trials that failed.
    pub failures: Failures,
    /// Disagreements by fingerprint.
    #[serde(with = "pairs")]
    pub found: BTreeMap<Key, Sightings>,
    /// Readings that it followed, besides those that were known before.
    pub lessons: Lessons,
    /// Types that the subjects lay out differently, in the record of the first of them.
    #[serde(default)]
    pub layouts: Layouts,
}

impl SubjectRecord {
    /// True if two records of the same cases do not show that the subject has changed: where another number of trials failed,
    /// nothing can be said. Known findings may be seen as other known ones: a linker that reads beyond a table does not do the
    /// same twice.
    pub(super) fn behaves_like(&self, other: &SubjectRecord) -> bool {
        fn new(record: &SubjectRecord) -> impl Iterator<Item = (&Key, &Sightings)> {
            record.found.iter().filter(|(key, _)| key.known.is_empty())
        }
        self.counts.failed != other.counts.failed || (self.counts == other.counts && new(self).eq(new(other)))
    }

    /// Adds the record of other cases.
    pub fn absorb(&mut self, other: SubjectRecord) {
        self.cases += other.cases;
        self.counts.add(other.counts);
        add_all(&mut self.clauses, other.clauses);
        add_all(&mut self.untestable, other.untestable);
        self.failures.absorb(other.failures);
        for (key, sightings) in other.found {
            match self.found.get_mut(&key) {
                Some(own) => own.absorb(sightings),
                None => {
                    self.found.insert(key, sightings);
                }
            }
        }
        self.lessons.absorb(other.lessons);
        self.layouts.absorb(other.layouts);
    }
}

/// Record of one target's cases.
#[derive(Debug, Clone, Default)]
pub struct Record {
    /// False for a batch in which a subject could not be started: its cases are run again another time.
    pub is_complete: bool,
    /// Digest of everything that the verdicts of a batch depend on; empty where they are of use to no other column.
    pub basis: String,
    /// The subjects, in the order of the run's settings.
    pub subjects: Vec<SubjectRecord>,
    /// Disagreements, each with its first case.
    pub found: BTreeMap<Key, Found>,
    /// States and transitions of argument allocation that the cases visited.
    pub visited: Visited,
}

impl Record {
    /// Notes that all its verdicts are those of an earlier column.
    pub(super) fn note_unchanged(&mut self) {
        for SubjectRecord { counts, .. } in &mut self.subjects {
            counts.unchanged_conforming = counts.conforming;
            counts.unchanged_violations = counts.violations;
        }
    }

    /// Leaves out what the subjects have shown of the readings that they follow: it is known already.
    pub(super) fn forget_lessons(&mut self) {
        for subject in &mut self.subjects {
            subject.lessons = Lessons::default();
        }
    }

    /// Adds the record of other cases of the same subjects; returns the keys of what is found for the first time, in the
    /// order of their cases.
    pub fn absorb(&mut self, other: Record) -> Vec<Key> {
        if self.subjects.len() < other.subjects.len() {
            self.subjects.resize_with(other.subjects.len(), SubjectRecord::default);
        }
        for (own, other) in self.subjects.iter_mut().zip(other.subjects) {
            own.absorb(other);
        }
        self.visited.absorb(other.visited);
        let mut new = Vec::new();
        for (key, found) in other.found {
            match self.found.get_mut(&key) {
                Some(own) => own.absorb(found),
                None => {
                    new.push(key.clone());
                    self.found.insert(key, found);
                }
            }
        }
        new.sort_by_key(|key| self.found.get(key).map(|found| found.seen.order()));
        new
    }
}

fn add_all<K: Ord>(sums: &mut BTreeMap<K, u64>, other: BTreeMap<K, u64>) {
    for (key, times) in other {
        *sums.entry(key).or_default() += times;
    }
}
