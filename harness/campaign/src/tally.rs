//! Counting: what every subject did, what was found, what was covered.

use super::asked::{Named, Wrong};
use super::coverage::Visited;
use super::failures::without_numbers;
use super::kinship::Common;
use super::record::{Record, SubjectRecord};
use super::rounds::Round;
use super::{RunSettings, fingerprint};
use crate::known::Known;
use crosscall_engine::unit::{Compiled, Failure, Role};
use crosscall_engine::verdict::{CaseResult, Evidence};
use crosscall_model::finding::{
    Answer, Beside, Code, Confirmed, Detail, Dumps, Expected, FindingKind, Fingerprint, Follower, Mismatch,
    Observed, Topic, Verdict, Violation,
};
use crosscall_model::{About, AboutRef, Case, CaseKind, Pairing, Target, pairs};
use crosscall_reports::run::{self, Enough};
use crosscall_toolchain::Toolchain;
use serde::{Deserialize, Serialize};

use crosscall_oracle::clause::catalogue;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_oracle::lessons::Lessons;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// One subject.
#[derive(Debug)]
pub struct SubjectTally {
    /// The subject.
    pub toolchain: Toolchain,
    /// Knowledge of the readings that it follows.
    pub knowledge: Knowledge,
    /// Everything that was counted.
    pub record: SubjectRecord,
}

/// Key of a finding: disagreements of one kind that are all new, or all explained by the same entries
/// of the list of known ones.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Key {
    /// The kind.
    pub fingerprint: Fingerprint,
    /// Ids of the entries; none where it is new.
    pub known: Vec<String>,
}

/// Number of times that one subject showed a disagreement.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sightings {
    /// Trials that went wrong only because of it.
    pub consequences: u64,
    /// Calls of a compiler to itself that went wrong because of it.
    pub with_itself: u64,
    /// First case that showed it: the number, the subject and, in the pairing `cross`, the partner.
    pub first: (u64, Vec<String>),
    /// Trials that show it, by their pairings, their subjects, and what they showed it as.
    #[serde(with = "pairs")]
    pub by: BTreeMap<Way, Times>,
}

/// Places and ways in which a disagreement was seen.
pub type Way = (Option<Pairing>, Vec<String>, Fingerprint);

/// Trials that are alike, with everything that was seen in them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Times {
    /// Number of trials.
    pub trials: u64,
    /// Of these, the ones that conform with the values of their cases, and not with special ones.
    #[serde(default)]
    pub special: u64,
    /// Number of the first case.
    pub first: u64,
    /// Exact details that were seen.
    details: BTreeSet<Detail>,
    /// Other contradictions in these trials.
    with: BTreeSet<Beside>,
}

/// Most details that are kept of trials that are alike: the first ones by their own order, so that the order in which they
/// were seen does not matter.
const MOST_DETAILS: usize = 4096;

impl Times {
    /// Details that were seen; of those that cover one another the widest.
    pub fn details(&self) -> BTreeSet<Detail> {
        widest(&self.details, |detail| detail.bytes.len(), Detail::covers)
    }

    /// Other contradictions in these trials; of those that cover one another the widest.
    pub fn with(&self) -> BTreeSet<Beside> {
        widest(&self.with, |beside| beside.detail.bytes.len(), Beside::covers)
    }

    /// Adds trials that were counted apart.
    fn join(&mut self, other: Times) {
        self.first = if self.trials == 0 { other.first } else { self.first.min(other.first) };
        self.trials += other.trials;
        self.special += other.special;
        other.details.into_iter().for_each(|detail| keep(&mut self.details, detail));
        other.with.into_iter().for_each(|beside| keep(&mut self.with, beside));
    }
}

/// Adds what was seen to what is kept.
fn keep<T: Ord>(kept: &mut BTreeSet<T>, new: T) {
    kept.insert(new);
    if kept.len() > MOST_DETAILS {
        kept.pop_last();
    }
}

/// All that nothing wider covers. What covers something need not cover all that this covers, so that they are gone through
/// from the widest to the narrowest, and never as they come.
fn widest<T: Ord + Clone>(
    all: &BTreeSet<T>,
    width: fn(&T) -> usize,
    covers: fn(&T, &T) -> bool,
) -> BTreeSet<T> {
    let mut sorted: Vec<&T> = all.iter().collect();
    sorted.sort_by_key(|one| std::cmp::Reverse(width(one)));
    let mut kept: Vec<&T> = Vec::new();
    for one in sorted {
        if !kept.iter().any(|wider| covers(wider, one)) {
            kept.push(one);
        }
    }
    kept.into_iter().cloned().collect()
}

impl Sightings {
    /// Counts one more trial of the case with a number, of whose contradictions one is in focus.
    pub fn add(
        &mut self,
        index: u64,
        pairing: Option<Pairing>,
        toolchains: &[String],
        fingerprint: Fingerprint,
        violation: &Violation,
        focus: usize,
    ) {
        let is_departure = fingerprint.is_departure();
        let new = || Times { first: index, ..Times::default() };
        let times = self.by.entry((pairing, toolchains.to_vec(), fingerprint)).or_insert_with(new);
        times.trials += 1;
        times.first = times.first.min(index);
        // A departure explains all of its trial, and its name says what it is.
        if is_departure {
            return;
        }
        if let Some(mismatch) = violation.mismatches.get(focus) {
            keep(&mut times.details, mismatch.detail());
        }
        let own = usize::from(!violation.changed.is_empty());
        let of =
            |mismatch| fingerprint::of_mismatch(pairing.unwrap_or(Pairing::Callee), mismatch).to_string();
        if own == 0 {
            let others = violation.mismatches.iter().enumerate().filter(|(at, _)| *at != focus);
            others.for_each(|(_, mismatch)| keep(&mut times.with, Beside::of(of(mismatch), mismatch)));
        }
    }

    /// Trials that show it.
    pub fn times(&self) -> u64 {
        self.by.values().map(|times| times.trials).sum()
    }

    /// The same under another name.
    fn renamed(mut self, fingerprint: &Fingerprint) -> Sightings {
        for ((pairing, subjects, _), times) in std::mem::take(&mut self.by) {
            self.by.entry((pairing, subjects, fingerprint.clone())).or_default().join(times);
        }
        self
    }

    /// Adds sightings in other cases.
    pub fn absorb(&mut self, other: Sightings) {
        self.consequences += other.consequences;
        self.with_itself += other.with_itself;
        if other.first < self.first {
            self.first = other.first;
        }
        for (way, times) in other.by {
            self.by.entry(way).or_default().join(times);
        }
    }
}

/// One disagreement of one subject, as it was seen.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Seen {
    /// Its difference from others.
    pub key: Key,
    /// Subjects: the one that is judged, then its partner in the pairing `cross`.
    pub toolchains: Vec<String>,
    /// The pairing; none for a fault of the compiler itself.
    pub pairing: Option<Pairing>,
    /// The case.
    pub case: About,
    /// Its number.
    pub index: u64,
    /// The contradictions.
    pub violation: Violation,
    /// True if something that is known came before it in its trial.
    pub beside: bool,
    /// Its evidence, when something ran and this process has seen it.
    #[serde(skip)]
    pub evidence: Option<Arc<Evidence>>,
    /// States that the evidence shows, as far as they were worked out.
    pub dumps: Option<Dumps>,
    /// Code around the call, once it was listed.
    pub code: Vec<Code>,
    /// The source, for a fault of the compiler.
    pub source: Option<String>,
}

/// Rank of a sighting.
pub type Rank = (bool, u64, Option<Pairing>, Vec<String>);

impl Seen {
    /// The same sighting with what another run of its case, or of a smaller one, has shown: nothing is worked out of that yet.
    pub fn with(&self, violation: Violation, evidence: Option<Arc<Evidence>>) -> Seen {
        Seen { violation, evidence, dumps: None, code: Vec::new(), ..self.clone() }
    }

    /// Rank among sightings of one disagreement: of several the least is shown, whichever was met first. A constant shows
    /// it without a call.
    pub fn order(&self) -> Rank {
        (self.pairing != Some(Pairing::Layout), self.index, self.pairing, self.toolchains.clone())
    }
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
    /// True if it was seen again when its case was run again.
    pub confirmed: Confirmed,
    /// Traits that its trials share.
    pub common: Common,
    /// Findings that follow from it.
    pub followers: Vec<Follower>,
}

/// One target.
#[derive(Debug)]
pub struct TargetTally {
    /// The target.
    pub target: Target,
    /// Its subjects.
    pub subjects: Vec<SubjectTally>,
    /// Disagreements.
    pub found: BTreeMap<Key, Found>,
    /// States and transitions of argument allocation that the cases visited.
    pub visited: Visited,
    /// True if the run was interrupted.
    pub stopped: bool,
    /// Number of generated cases, where that is not the requested number.
    pub drawn: BTreeMap<CaseKind, u64>,
    /// Why no more were generated.
    pub enough: Option<Enough>,
}

impl Found {
    /// A disagreement that was seen once.
    pub fn once(seen: Seen, seed: u64) -> Found {
        Found {
            seed,
            toolchains: seen.toolchains.iter().take(1).cloned().collect(),
            pairings: seen.pairing.into_iter().collect(),
            times: 1,
            confirmed: Confirmed::Not,
            common: Common::of(seen.case.by_ref(), &seen.violation),
            followers: Vec::new(),
            seen,
        }
    }

    /// Adds the same disagreement of other cases.
    pub fn absorb(&mut self, other: Found) {
        self.common.meet(&other.common);
        self.toolchains.extend(other.toolchains);
        self.pairings.extend(other.pairings);
        self.times += other.times;
        if other.seen.order() < self.seen.order() {
            self.seen = other.seen;
        }
    }

    /// Gives it another name: that of what turned out to be wrong.
    pub(super) fn rename(&mut self, seen: Seen) {
        self.common = Common::of(seen.case.by_ref(), &seen.violation);
        self.seen = seen;
    }

    /// Its smallest case, which shows it alone.
    pub(super) fn confirm(&mut self, seen: Seen) {
        self.common.add_company_of(Common::of(seen.case.by_ref(), &seen.violation));
        self.seen = seen;
        self.confirmed = Confirmed::Alone;
    }
}

impl TargetTally {
    /// Notes how many batches of cases a round of a run with bounds has begun. In other runs cases that were not begun
    /// count as skipped.
    pub(super) fn note_generated(&mut self, settings: &RunSettings, matter: CaseKind, round: &Round) {
        if settings.until.is_bounded()
            && (round.enough.is_some() || settings.cases == crosscall_reports::run::UNBOUNDED)
        {
            let cases = round.begun.saturating_mul(settings.batch.max(1) as u64).min(settings.cases);
            self.drawn.insert(matter, cases);
            self.enough = self.enough.or(round.enough);
        }
    }

    /// Nothing counted yet.
    pub fn new(target: Target, toolchains: &[Toolchain]) -> TargetTally {
        TargetTally {
            target,
            subjects: toolchains.iter().map(SubjectTally::new).collect(),
            found: BTreeMap::new(),
            visited: Visited::default(),
            stopped: false,
            drawn: BTreeMap::new(),
            enough: None,
        }
    }

    /// Nothing counted yet of subjects of which this is known.
    pub(super) fn under(target: Target, toolchains: &[Toolchain], known: &[Knowledge]) -> TargetTally {
        let subject = |(toolchain, knowledge): (&Toolchain, &Knowledge)| SubjectTally {
            toolchain: toolchain.clone(),
            knowledge: knowledge.clone(),
            record: SubjectRecord::default(),
        };
        let subjects = toolchains.iter().zip(known).map(subject).collect();
        TargetTally { subjects, ..TargetTally::new(target, &[]) }
    }

    /// Adds a sighting.
    pub fn add(&mut self, seen: Seen, seed: u64) {
        let key = seen.key.clone();
        let once = Found::once(seen, seed);
        match self.found.get_mut(&key) {
            Some(found) => found.absorb(once),
            None => {
                self.found.insert(key, once);
            }
        }
    }

    /// The record of a batch that was judged under what was known before it, the first case of which has a number. To that is
    /// added what the batch has shown.
    pub(super) fn finish(self, known: &mut [Knowledge], first: u64) -> Record {
        let mut subjects = Vec::new();
        for (subject, known) in self.subjects.into_iter().zip(known) {
            let lessons = Lessons::between(known, &subject.knowledge, first);
            subjects.push(SubjectRecord { lessons, ..subject.record });
            *known = subject.knowledge;
        }
        Record { subjects, found: self.found, visited: self.visited, is_complete: true, basis: String::new() }
    }

    /// Puts back what was counted. Of the subjects is known what each kind of cases has settled for each of them, and what the
    /// other cases have shown.
    pub(super) fn put_record(&mut self, record: Record, settled: &[Vec<Lessons>]) {
        let nothing = Knowledge::new(catalogue(self.target));
        for (s, (subject, mut record)) in self.subjects.iter_mut().zip(record.subjects).enumerate() {
            let mut own = Lessons::default();
            for lessons in settled.iter().filter_map(|of_kind| of_kind.get(s)) {
                own.absorb(lessons.clone());
            }
            let before = own.applied_to(&nothing);
            record.lessons.absorb(own.contradictory());
            subject.knowledge = record.lessons.applied_to(&before);
            subject.record = record;
        }
        self.found = record.found;
        self.visited = record.visited;
    }
}

impl TargetTally {
    /// Puts findings whose cause was recognised later, under another fingerprint, together with those.
    pub(super) fn join_renamed(&mut self) {
        let renamed: Vec<(Key, Key)> = self
            .found
            .iter()
            .filter(|(key, found)| **key != found.seen.key)
            .map(|(key, found)| (key.clone(), found.seen.key.clone()))
            .collect();
        for (before, now) in renamed {
            let Some(found) = self.found.remove(&before) else { continue };
            match self.found.get_mut(&now) {
                Some(same) => {
                    same.toolchains.extend(found.toolchains);
                    same.pairings.extend(found.pairings);
                    same.followers.extend(found.followers);
                }
                None => {
                    self.found.insert(now.clone(), found);
                }
            }
            for subject in &mut self.subjects {
                let found = &mut subject.record.found;
                let Some(sightings) = found.remove(&before) else { continue };
                match found.get_mut(&now) {
                    Some(same) => {
                        let first = same.first.clone();
                        same.absorb(sightings);
                        same.first = first;
                    }
                    None => {
                        found.insert(now.clone(), sightings);
                    }
                }
            }
        }
    }

    /// Puts what was named after a departure that a later case has ruled out under the one that its subject makes.
    pub(super) fn rename_departures(&mut self, known: &Known) {
        for s in 0..self.subjects.len() {
            let Some(subject) = self.subjects.get(s) else { continue };
            let renamed = |key: &Key| match &key.fingerprint {
                Fingerprint::Deviation(answer) => {
                    let now = subject.knowledge.instead_of(answer)?;
                    Some((key.clone(), *answer, now))
                }
                _ => None,
            };
            let renamed: Vec<(Key, Answer, Answer)> =
                subject.record.found.keys().filter_map(renamed).collect();
            for (key, before, now) in renamed {
                self.rename_departure(s, &key, (before, now), known);
            }
        }
    }

    fn rename_departure(&mut self, s: usize, before: &Key, (old, now): (Answer, Answer), known: &Known) {
        let Some(sightings) = self.subjects.get_mut(s).and_then(|own| own.record.found.remove(before)) else {
            return;
        };
        let Some(found) = self.found.get_mut(before) else { return };
        let toolchains = sightings.first.1.clone();
        let mut seen = Seen { toolchains: toolchains.clone(), ..found.seen.clone() };
        seen.violation.deviations.iter_mut().filter(|one| **one == old).for_each(|one| *one = now);
        let of_name = |name: &String| self.subjects.iter().find(|subject| subject.toolchain.name == *name);
        let subjects: Vec<&Toolchain> =
            toolchains.iter().filter_map(of_name).map(|subject| &subject.toolchain).collect();
        let (fingerprint, case) = (Fingerprint::Deviation(now), seen.case.by_ref());
        let wrong = Wrong { pairing: seen.pairing, subjects: &subjects, case, violation: &seen.violation };
        let key = Key { known: wrong.known(known, &fingerprint), fingerprint };
        seen.key = key.clone();
        let renamed = Found {
            seen,
            toolchains: toolchains.iter().take(1).cloned().collect(),
            pairings: sightings.by.keys().filter_map(|(pairing, ..)| *pairing).collect(),
            times: sightings.times(),
            ..found.clone()
        };
        found.times = found.times.saturating_sub(renamed.times);
        found.toolchains.retain(|name| !renamed.toolchains.contains(name));
        if found.toolchains.is_empty() {
            self.found.remove(before);
        }
        match self.found.get_mut(&key) {
            Some(same) => same.absorb(renamed),
            None => drop(self.found.insert(key.clone(), renamed)),
        }
        if let Some(subject) = self.subjects.get_mut(s) {
            subject
                .record
                .found
                .entry(key.clone())
                .or_insert_with(|| Sightings { first: sightings.first.clone(), ..Sightings::default() });
            if let Some(own) = subject.record.found.get_mut(&key) {
                own.absorb(sightings.renamed(&key.fingerprint));
            }
        }
    }

    /// Takes back what turned out to be chance, and what conforms with all that is known in the end.
    pub(super) fn take_back(&mut self) {
        let chance: Vec<Key> = self
            .found
            .iter()
            .filter(|(_, found)| matches!(found.confirmed, Confirmed::Chance | Confirmed::Settled))
            .map(|(key, _)| key.clone())
            .collect();
        for key in chance {
            self.found.remove(&key);
            for subject in &mut self.subjects {
                let record = &mut subject.record;
                let times = record.found.remove(&key).map_or(0, |sightings| sightings.times());
                record.counts.take_back(times);
            }
        }
    }
}

impl SubjectTally {
    /// Nothing counted yet.
    pub fn new(toolchain: &Toolchain) -> SubjectTally {
        SubjectTally {
            toolchain: toolchain.clone(),
            knowledge: Knowledge::new(catalogue(toolchain.target)),
            record: SubjectRecord::default(),
        }
    }

    /// Counts as a report has them, of `planned` trials; those that were not begun are skipped.
    pub fn reported_counts(&self, planned: u64) -> run::Counts {
        let counts = &self.record.counts;
        let conforming = counts.conforming - counts.unchanged_conforming;
        let violations = counts.violations - counts.unchanged_violations;
        run::Counts {
            planned,
            run: conforming + violations,
            skipped: planned.saturating_sub(counts.planned),
            unsupported: counts.unsupported,
            failed: counts.failed,
            found: self.record.failures.count(|sort| sort.found),
            rejected: self.record.failures.count(|sort| sort.rejected),
            conforming,
            violations,
            unchanged: counts.unchanged_conforming + counts.unchanged_violations,
            unchanged_violations: counts.unchanged_violations,
            special_runs: counts.special_runs,
        }
    }

    /// Counts a result; returns its disagreements. `toolchains` are the subject and its partner in the pairing
    /// `cross`; `compilers`, what they say of themselves. What is only a consequence of `cause` is counted with
    /// that.
    pub fn note(
        &mut self,
        case: AboutRef<'_>,
        index: u64,
        result: &CaseResult,
        subjects: &[&Toolchain],
        known: &Known,
        cause: Option<&Key>,
    ) -> Vec<Seen> {
        if let Some(Failure::NotRecorded(reason)) = &result.failure {
            self.record.counts.skipped += 1;
            *self.record.untestable.entry(format!("{}: {reason}", result.pairing)).or_default() += 1;
            return Vec::new();
        }
        self.record.counts.planned += 1;
        for clause in &result.exercised {
            *self.record.clauses.entry(clause).or_default() += 1;
        }
        match &result.verdict {
            Verdict::Conforms => {
                self.record.counts.conforming += 1;
                Vec::new()
            }
            Verdict::Untestable(reason) => {
                if result.unsupported {
                    self.record.counts.unsupported += 1;
                } else {
                    self.record.counts.failed += 1;
                    self.record.failures.note(case, index, result, reason);
                }
                let reason = format!("{}: {}", result.pairing, reason.lines().next().unwrap_or_default());
                *self.record.untestable.entry(reason).or_default() += 1;
                Vec::new()
            }
            Verdict::Violates(violation) => {
                self.record.counts.violations += 1;
                let toolchains: Vec<String> = subjects.iter().map(|t| t.name.clone()).collect();
                if let Some(cause) = cause {
                    self.sightings(cause, index, &toolchains).consequences += 1;
                    return Vec::new();
                }
                let pairing = Some(result.pairing);
                let wrong = Wrong { pairing, subjects, case, violation };
                let mut seen = Vec::new();
                for Named { fingerprint, focus, known } in wrong.named(known) {
                    let key = Key { fingerprint: fingerprint.clone(), known };
                    self.sightings(&key, index, &toolchains).add(
                        index,
                        pairing,
                        &toolchains,
                        fingerprint,
                        violation,
                        focus,
                    );
                    let mut violation = violation.clone();
                    fingerprint::bring_forward(result.pairing, &mut violation, &key.fingerprint);
                    seen.push(Seen {
                        key,
                        toolchains: toolchains.clone(),
                        pairing,
                        case: case.to_owned(),
                        index,
                        beside: focus > 0,
                        violation,
                        evidence: result.evidence.clone(),
                        dumps: None,
                        code: Vec::new(),
                        source: None,
                    });
                }
                seen
            }
        }
    }

    /// Disagreements in a trial that nobody asked for: reported as any other, but the trial is not counted.
    pub(super) fn note_unasked(
        &mut self,
        case: AboutRef<'_>,
        index: u64,
        result: &CaseResult,
        subjects: &[&Toolchain],
        known: &Known,
    ) -> Vec<Seen> {
        let (counts, clauses) = (self.record.counts, self.record.clauses.clone());
        let seen = self.note(case, index, result, subjects, known, None);
        (self.record.counts, self.record.clauses) = (counts, clauses);
        seen
    }

    /// Counts a violation that a trial shows with special values in place of its conformance with its own.
    pub(super) fn note_instead(
        &mut self,
        case: AboutRef<'_>,
        index: u64,
        result: &CaseResult,
        subjects: &[&Toolchain],
        known: &Known,
    ) -> Vec<Seen> {
        let seen = self.note(case, index, result, subjects, known, None);
        self.record.counts.planned -= 1;
        self.record.counts.conforming -= 1;
        for Seen { key, pairing, toolchains, .. } in &seen {
            let way = (*pairing, toolchains.clone(), key.fingerprint.clone());
            let times = self.record.found.get_mut(key).and_then(|sightings| sightings.by.get_mut(&way));
            times.into_iter().for_each(|times| times.special += 1);
        }
        seen
    }

    /// Sightings of a disagreement, of which one is in case number `index`.
    pub(super) fn sightings(&mut self, key: &Key, index: u64, toolchains: &[String]) -> &mut Sightings {
        let first = (index, toolchains.to_vec());
        let new = || Sightings { first: first.clone(), ..Sightings::default() };
        let sightings = self.record.found.entry(key.clone()).or_insert_with(new);
        if first < sightings.first {
            sightings.first = first;
        }
        sightings
    }

    /// Counts the faults of the compiler itself in a unit.
    pub(crate) fn note_faults(
        &mut self,
        cases: &[Case],
        first: u64,
        role: Role,
        unit: &Compiled,
        known: &Known,
    ) -> Vec<Seen> {
        self.record.failures.note_incidents(first, unit);
        let alone = unit.failures.iter().map(|(k, failure)| (*k, failure));
        let together = unit.together.iter().filter_map(|(ks, failure)| Some((*ks.first()?, failure)));
        let mut seen = Vec::new();
        for (k, failure) in alone.chain(together) {
            let Some(case) = cases.get(k) else { continue };
            let trial = (AboutRef::from(case), first + k as u64);
            let wanted = (format!("{} unit", role.unit_name()), "an object file");
            seen.extend(self.note_fault(trial, None, wanted, failure, known));
        }
        seen
    }

    /// Reports that a compiler or tool crashed, hung or wrote rubbish in case number `index`, if it did; it was given
    /// `input` and owed a product.
    pub(super) fn note_fault(
        &mut self,
        (case, index): (AboutRef<'_>, u64),
        pairing: Option<Pairing>,
        (input, product): (String, &'static str),
        failure: &Failure,
        known: &Known,
    ) -> Option<Seen> {
        let Failure::Fault { source, .. } = failure else { return None };
        let (fingerprint, violation) = fault(self.toolchain.target, failure, input, product)?;
        let subjects = [&self.toolchain];
        let wrong = Wrong { pairing: None, subjects: &subjects, case, violation: &violation };
        let key = Key { known: wrong.known(known, &fingerprint), fingerprint: fingerprint.clone() };
        let toolchains = vec![self.toolchain.name.clone()];
        let sightings = self.sightings(&key, index, &toolchains);
        sightings.add(index, pairing, &toolchains, fingerprint, &violation, 0);
        Some(Seen {
            key,
            toolchains,
            pairing,
            case: case.to_owned(),
            index,
            violation,
            beside: false,
            evidence: None,
            dumps: None,
            code: Vec::new(),
            source: Some(source.clone()),
        })
    }
}

/// Fingerprint and contradiction of a compiler or tool that crashed, hung or wrote rubbish in place of its product.
pub(super) fn fault(
    target: Target,
    failure: &Failure,
    input: String,
    product: &'static str,
) -> Option<(Fingerprint, Violation)> {
    let Failure::Fault { what, .. } = failure else { return None };
    Some((Fingerprint::Fault(kind_of_fault(what)), no_product(target, input, product, what.clone())))
}

/// Violation by a message in place of a product.
pub(crate) fn no_product(target: Target, input: String, product: &'static str, message: String) -> Violation {
    let mismatch = Mismatch {
        target,
        clauses: Vec::new(),
        topic: Topic::Tool(input),
        expected: Expected::Product(product),
        observed: Observed::Message(message),
        found: None,
    };
    Violation { mismatches: vec![mismatch], ..Violation::default() }
}

/// Kind of finding that a disagreement is.
pub fn kind_of(fingerprint: &Fingerprint) -> FindingKind {
    match fingerprint {
        Fingerprint::Fault(_) => FindingKind::CompilerFault,
        Fingerprint::Between(..) => FindingKind::Incompatibility,
        _ => FindingKind::Violation,
    }
}

/// A fault's message without what changes from one sighting to the next: names, numbers, paths, and the place in a unit, for one
/// crash stops the units of callers and of called functions alike.
pub(crate) fn kind_of_fault(what: &str) -> String {
    let line = what.lines().next().unwrap_or_default();
    let line = line.split_once(": ").map_or(line, |(_, rest)| rest);
    let is_place = |part: &&str| {
        let file = part.trim_end_matches(|c: char| c == ':' || c.is_ascii_digit());
        file != *part && file.ends_with(".c") && !file.contains(' ')
    };
    let parts: Vec<&str> = line.split(": ").filter(|part| !is_place(part)).collect();
    let mut kind = without_numbers(&parts.join(": "));
    kind.truncate(kind.char_indices().nth(120).map_or(kind.len(), |(i, _)| i));
    kind
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eight bytes cover four of them, four cover two, and eight do not cover two.
    #[test]
    fn the_order_in_which_details_are_seen_does_not_matter() {
        let seen = |bytes: usize| {
            let what = "result, 8 bytes in r0:r1".to_owned();
            Times {
                trials: 1,
                details: [Detail { what, bytes: (0..bytes).collect() }].into(),
                ..Times::default()
            }
        };
        for order in [[8, 4, 2], [8, 2, 4], [4, 8, 2], [4, 2, 8], [2, 8, 4], [2, 4, 8]] {
            let mut sum = Times::default();
            order.into_iter().for_each(|bytes| sum.join(seen(bytes)));
            let widths: Vec<usize> = sum.details().iter().map(|detail| detail.bytes.len()).collect();
            assert_eq!((sum.trials, widths), (3, vec![2, 8]), "{order:?}");
        }
    }
}
