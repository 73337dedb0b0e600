//! Counting: what every subject did, what was found, what was covered.

use super::coverage::Coverage;
use super::failures::Failures;
use super::fingerprint::{self, Fingerprint};
use super::units::{Compiled, Failure, Role};
use super::verdicts::{CaseResult, Evidence};
use crate::toolchain::Toolchain;
use crosscall_model::finding::{Mismatch, Verdict};
use crosscall_model::plan::ClauseId;
use crosscall_model::{Case, Pairing, Target};

use crosscall_oracle::clause::catalogue;
use crosscall_oracle::knowledge::Knowledge;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What happened to the trials of one subject. A trial is one case in one pairing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
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
}

impl Counts {
    /// Whether every planned trial has ended in exactly one way.
    pub fn add_up(&self) -> bool {
        self.planned == self.conforming + self.violations + self.unsupported + self.failed
    }
}

/// One subject.
#[derive(Debug)]
pub struct SubjectTally {
    /// The subject.
    pub toolchain: Toolchain,
    /// Cases that it was given.
    pub cases: u64,
    /// Trials.
    pub counts: Counts,
    /// What is known of the readings that it follows.
    pub knowledge: Knowledge,
    /// How often each clause was put to the test.
    pub clauses: BTreeMap<ClauseId, u64>,
    /// Why trials could not take place, with how often.
    pub untestable: BTreeMap<String, u64>,
    /// Trials that failed.
    pub failures: Failures,
    /// Disagreements by fingerprint.
    pub found: BTreeMap<Fingerprint, Sightings>,
}

/// How often one subject showed a disagreement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sightings {
    /// Trials.
    pub times: u64,
    /// The subject and, in the pairing `cross`, the partner of its first time.
    pub toolchains: Vec<String>,
}

/// One disagreement of one subject, as it was seen.
#[derive(Debug, Clone)]
pub struct Seen {
    /// What makes it different from others.
    pub fingerprint: Fingerprint,
    /// Subjects: the one that is judged, then its partner in the pairing `cross`.
    pub toolchains: Vec<String>,
    /// The pairing; none for a fault of the compiler itself.
    pub pairing: Option<Pairing>,
    /// The case.
    pub case: Case,
    /// Its number.
    pub index: u64,
    /// Contradictions.
    pub mismatches: Vec<Mismatch>,
    /// Departures that explain them.
    pub deviations: Vec<(ClauseId, String)>,
    /// What it rests on, when something ran.
    pub evidence: Option<Arc<Evidence>>,
    /// The source, for a fault of the compiler.
    pub source: Option<String>,
}

/// A disagreement with everything that is known of it.
#[derive(Debug, Clone)]
pub struct Found {
    /// The first sighting, or its minimised form.
    pub seen: Seen,
    /// Seed of the run.
    pub seed: u64,
    /// All subjects that it was seen with.
    pub toolchains: BTreeSet<String>,
    /// All pairings that it was seen in.
    pub pairings: BTreeSet<Pairing>,
    /// Trials that show it.
    pub times: u64,
    /// Whether the case was made smaller and then run again with the same result.
    pub minimised: bool,
}

/// One target.
#[derive(Debug)]
pub struct TargetTally {
    /// The target.
    pub target: Target,
    /// Its subjects.
    pub subjects: Vec<SubjectTally>,
    /// Disagreements.
    pub found: BTreeMap<Fingerprint, Found>,
    /// Which states and transitions of argument allocation the cases visited.
    pub automaton: Coverage,
    /// Whether the run was interrupted.
    pub stopped: bool,
}

impl TargetTally {
    /// Nothing counted yet.
    pub fn new(target: Target, toolchains: &[Toolchain]) -> TargetTally {
        let subject = |toolchain: &Toolchain| SubjectTally {
            toolchain: toolchain.clone(),
            cases: 0,
            counts: Counts::default(),
            knowledge: Knowledge::new(catalogue(target)),
            clauses: BTreeMap::new(),
            untestable: BTreeMap::new(),
            failures: Failures::default(),
            found: BTreeMap::new(),
        };
        TargetTally {
            target,
            subjects: toolchains.iter().map(subject).collect(),
            found: BTreeMap::new(),
            automaton: Coverage::new(target),
            stopped: false,
        }
    }

    /// Adds a sighting; returns the finding when it is the first of its kind.
    pub fn add(&mut self, seen: Seen, seed: u64) -> Option<&Found> {
        let fingerprint = seen.fingerprint.clone();
        let is_new = !self.found.contains_key(&fingerprint);
        let found = self.found.entry(fingerprint.clone()).or_insert_with(|| Found {
            seen: seen.clone(),
            seed,
            toolchains: BTreeSet::new(),
            pairings: BTreeSet::new(),
            times: 0,
            minimised: false,
        });
        found.toolchains.extend(seen.toolchains.iter().take(1).cloned());
        found.pairings.extend(seen.pairing);
        found.times += 1;
        if is_new { self.found.get(&fingerprint) } else { None }
    }
}

impl SubjectTally {
    /// Counts a result; returns its disagreements.
    pub fn note(
        &mut self,
        case: &Case,
        index: u64,
        result: &CaseResult,
        toolchains: Vec<String>,
    ) -> Vec<Seen> {
        self.counts.planned += 1;
        for clause in &result.exercised {
            *self.clauses.entry(clause).or_default() += 1;
        }
        match &result.verdict {
            Verdict::Conforms => {
                self.counts.conforming += 1;
                Vec::new()
            }
            Verdict::Untestable(reason) => {
                if result.unsupported {
                    self.counts.unsupported += 1;
                } else {
                    self.counts.failed += 1;
                    self.failures.note(case, index, result, reason);
                }
                let reason = format!("{}: {}", result.pairing, reason.lines().next().unwrap_or_default());
                *self.untestable.entry(reason).or_default() += 1;
                Vec::new()
            }
            Verdict::Violates { mismatches, deviations } => {
                self.counts.violations += 1;
                let fingerprints = fingerprint::of(result.pairing, &result.verdict);
                let seen = |fingerprint: Fingerprint| Seen {
                    fingerprint,
                    toolchains: toolchains.clone(),
                    pairing: Some(result.pairing),
                    case: case.clone(),
                    index,
                    mismatches: mismatches.clone(),
                    deviations: deviations.clone(),
                    evidence: result.evidence.clone(),
                    source: None,
                };
                for fingerprint in &fingerprints {
                    self.count(fingerprint, &toolchains);
                }
                fingerprints.into_iter().map(seen).collect()
            }
        }
    }

    fn count(&mut self, fingerprint: &Fingerprint, toolchains: &[String]) {
        let first = || Sightings { times: 0, toolchains: toolchains.to_vec() };
        self.found.entry(fingerprint.clone()).or_insert_with(first).times += 1;
    }

    /// Counts the faults of the compiler itself in a unit.
    pub fn note_faults(&mut self, cases: &[Case], first: u64, role: Role, unit: &Compiled) -> Vec<Seen> {
        self.failures.note_incidents(first, unit);
        let alone = unit.failures.iter().map(|(k, failure)| (*k, failure));
        let together = unit.together.iter().filter_map(|(ks, failure)| Some((*ks.first()?, failure)));
        let mut seen = Vec::new();
        for (k, failure) in alone.chain(together) {
            let (Failure::Fault { what, source }, Some(case)) = (failure, cases.get(k)) else { continue };
            let fingerprint = Fingerprint::Fault(kind_of_fault(what));
            let toolchains = vec![self.toolchain.name.clone()];
            self.count(&fingerprint, &toolchains);
            seen.push(Seen {
                fingerprint,
                toolchains,
                pairing: None,
                case: case.clone(),
                index: first + k as u64,
                mismatches: vec![Mismatch {
                    clauses: Vec::new(),
                    subject: format!("{} unit", role.unit_name()),
                    expected: "an object file".to_owned(),
                    observed: what.clone(),
                    inferred: None,
                }],
                deviations: Vec::new(),
                evidence: None,
                source: Some(source.clone()),
            });
        }
        seen
    }
}

/// A fault's message without what changes from one sighting to the next: names, numbers, paths.
fn kind_of_fault(what: &str) -> String {
    let line = what.lines().next().unwrap_or_default();
    let line = line.split_once(": ").map_or(line, |(_, rest)| rest);
    let mut kind: String = line.chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect();
    while kind.contains("##") {
        kind = kind.replace("##", "#");
    }
    kind.truncate(kind.char_indices().nth(120).map_or(kind.len(), |(i, _)| i));
    kind
}
