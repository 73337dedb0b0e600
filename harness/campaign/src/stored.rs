//! A campaign in its store: records of batches, the first examples of what they found, what was settled before them,
//! and what came of running cases again.

use super::kinship::Common;
use super::record::{Record, SubjectRecord};
use super::rerun::minimise::Again;
use super::tally::{Found, Key, Rank, Seen};
use super::{RunSettings, basis, report};
use crate::store::{BatchRow, Example, Reader, Rerun, Store, printable};
use crosscall_base::digest::Digest;
use crosscall_base::error::Error;
use crosscall_model::{CaseKind, Pairing, Target, pairs};
use crosscall_oracle::knowledge::Knowledge;
use crosscall_oracle::lessons::Lessons;
use crosscall_reports::run::UNBOUNDED;
use crosscall_toolchain::Toolchain;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Fact of a store: its subjects.
pub const SUBJECTS: &str = "subjects";
/// Fact of a store: the subjects that were left out of the latest run.
pub const LEFT_OUT: &str = "left out";
/// Fact of a store: the known findings that did not show any longer in the latest run.
pub const GONE: &str = "gone";
/// The settings that reports are made with: a [`Plan`].
pub const PLAN: &str = "plan";

/// Settings of a campaign that its report is made with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Targets in the order of the report.
    pub targets: Vec<Target>,
    /// The pairings.
    pub pairings: Vec<Pairing>,
    /// Cases for each target.
    pub cases: u64,
    /// Seed of the random cases.
    pub seed: u64,
    /// Cases in a translation unit.
    pub batch: usize,
    /// Sets of special values with which calls are run.
    pub values: u8,
    /// Part of the campaign that is in this store.
    pub shard: String,
}

impl Plan {
    /// Of a run.
    pub fn of(settings: &RunSettings) -> Plan {
        Plan {
            targets: settings.targets.clone(),
            pairings: settings.pairings.clone(),
            cases: settings.cases,
            seed: settings.seed,
            batch: settings.batch,
            values: settings.values,
            shard: settings.shard.to_string(),
        }
    }
}

/// Knowledge that the first cases of a kind have settled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Settled {
    /// Number of these cases.
    pub(super) cases: u64,
    /// True if there were others after them, which are judged under what is presumed, too.
    pub(super) followed: bool,
    /// Additions to no knowledge, one for each subject.
    pub(super) subjects: Vec<Lessons>,
}

/// Name of the fact with what the cases of a kind have settled.
pub fn settled_name(matter: &str) -> String {
    format!("settled by cases of {matter}")
}

/// Knowledge after some of the batches that settle a kind, from which a night that was cut off is continued.
#[derive(Debug, Serialize, Deserialize)]
struct Halfway {
    /// Digest of the program that has written it.
    program: String,
    /// Number of the cases in these batches.
    cases: u64,
    /// The subjects.
    known: Vec<Knowledge>,
}

/// Name of the fact with what some of the cases of a kind have settled.
fn halfway_name(matter: CaseKind) -> String {
    format!("settled so far by cases of {matter}")
}

/// Examples that are kept of a disagreement, besides better ones that come later.
const EXAMPLES: usize = 3;

/// Name of the fact with the number of the first random batch of a kind.
fn begins_name(matter: CaseKind) -> String {
    format!("first random batch of {matter}")
}

/// A store that a run writes.
#[derive(Debug)]
pub struct CampaignStore {
    state: Mutex<State>,
    night: u64,
    /// True if the night before this one was cut off, and its column goes on.
    continues: bool,
}

#[derive(Debug)]
struct State {
    store: Store,
    /// Ranks of the best examples that are stored, and how many there are at least.
    best: BTreeMap<(Target, Key), (Rank, usize)>,
}

/// Batches that are stored, by number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Done(Vec<Range<u64>>);

impl Done {
    /// True if the batch with this number is stored.
    pub fn contains(&self, number: u64) -> bool {
        let next = self.0.partition_point(|range| range.end <= number);
        self.0.get(next).is_some_and(|range| range.contains(&number))
    }

    fn remove(&mut self, number: u64) {
        let at = self.0.partition_point(|range| range.end <= number);
        if let Some(range) = self.0.get_mut(at).filter(|range| range.contains(&number)) {
            let rest = number + 1..range.end;
            range.end = number;
            self.0.insert(at + 1, rest);
            self.0.retain(|range| !range.is_empty());
        }
    }
}

/// A record as it is stored: examples are kept apart from it.
#[derive(Debug, Serialize, Deserialize)]
struct StoredRecord {
    subjects: Vec<SubjectRecord>,
    #[serde(with = "pairs")]
    found: BTreeMap<Key, StoredFound>,
    visited: super::coverage::Visited,
}

/// Record of a batch in an earlier column, whose verdicts depend on the same.
pub(super) enum Earlier {
    /// No such batch.
    Nothing,
    /// The batch, but not all of its examples.
    WithoutExamples,
    /// The batch.
    Whole(Record),
}

/// Sums of a disagreement.
#[derive(Debug, Serialize, Deserialize)]
struct StoredFound {
    toolchains: BTreeSet<String>,
    pairings: BTreeSet<Pairing>,
    times: u64,
    common: Common,
}

impl CampaignStore {
    /// The store of a campaign in a night that has begun, which `continues` the one before it if that was cut off.
    ///
    /// # Errors
    /// When what is in it cannot be read.
    pub fn new(
        store: Store,
        (night, continues): (u64, bool),
        targets: &[Target],
    ) -> Result<CampaignStore, Error> {
        let mut best = BTreeMap::new();
        for target in targets {
            let mut examples = BTreeMap::new();
            add_examples(&store, *target, &mut examples)?;
            best.extend(examples.into_iter().map(|(key, seen)| ((*target, key), (seen.order(), 1))));
        }
        Ok(CampaignStore { state: Mutex::new(State { store, best }), night, continues })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something with the store.
    ///
    /// # Errors
    /// The errors of `work`.
    pub fn with<T>(&self, work: impl FnOnce(&mut Store) -> Result<T, Error>) -> Result<T, Error> {
        work(&mut self.lock().store)
    }

    /// Number of the night.
    pub fn night(&self) -> u64 {
        self.night
    }

    /// True if something was found before.
    pub(super) fn has(&self, target: Target, key: &Key) -> bool {
        self.lock().best.contains_key(&(target, key.clone()))
    }

    /// Batches that are stored with all their cases: `full` of them, or as many as `cases` says.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(super) fn done(
        &self,
        target: Target,
        matter: CaseKind,
        full: u64,
        cases: impl Fn(u64) -> u64,
    ) -> Result<Done, Error> {
        self.with(|store| {
            let (target, matter) = (target.name(), matter.name());
            // The last one of a run with fewer cases is shorter than it is now.
            let short = store.short_batches(target, matter, full)?;
            let short = short.into_iter().filter(|(number, stored)| *stored < cases(*number));
            let mut done = Done(store.done(target, matter)?);
            short.for_each(|(number, _)| done.remove(number));
            Ok(done)
        })
    }

    /// Stores the record of a batch, and the examples in it that are better than those that are stored; nothing where a subject
    /// could not be started and the store has a complete record. Returns true if it had none.
    ///
    /// # Errors
    /// [`Error::Store`]; then nothing of it is stored.
    pub(super) fn put(
        &self,
        target: Target,
        (matter, number): (CaseKind, u64),
        numbers: Range<u64>,
        record: &Record,
    ) -> Result<bool, Error> {
        let body = written(&StoredRecord::of(record))?;
        let mut state = self.lock();
        let State { store, best } = &mut *state;
        let mut examples = Vec::new();
        // A record of another column may come with examples of other batches, which are stored.
        let own = record.found.iter().filter(|(_, found)| numbers.contains(&found.seen.index));
        for (key, found) in own {
            let rank = found.seen.order();
            let place = (target, key.clone());
            // What this very batch has stored before is replaced.
            let stored = best.get(&place);
            if stored.is_none_or(|(stored, count)| rank <= *stored || *count < EXAMPLES) {
                let seen = Seen { dumps: report::dumps(&found.seen), ..found.seen.clone() };
                examples.push((place, rank, Example { key: text(key)?, ord: 0, body: written(&seen)? }));
            }
        }
        let mut rows: Vec<Example> = examples.iter().map(|(_, _, example)| example.clone()).collect();
        let (target, matter) = (target.name().to_owned(), matter.name().to_owned());
        let is_first = !store.has_complete(&target, &matter, number)?;
        // What this batch shows no more, other ones may still show without an example of their own.
        let only = store.only_examples(&target, &matter, number)?;
        let own: BTreeSet<String> = rows.iter().map(|example| example.key.clone()).collect();
        rows.extend(only.into_iter().filter(|example| !own.contains(&example.key)));
        let is_stored = store.put_batch(
            &BatchRow {
                target,
                matter,
                number,
                night: self.night,
                cases: numbers.end.saturating_sub(numbers.start),
                complete: record.is_complete,
                basis: record.basis.clone(),
                body,
            },
            &rows,
        )?;
        for (place, rank, _) in examples.into_iter().filter(|_| is_stored) {
            match best.get_mut(&place) {
                Some((stored, count)) => (*stored, *count) = (rank.min(stored.clone()), *count + 1),
                None => {
                    best.insert(place, (rank, 1));
                }
            }
        }
        Ok(is_first)
    }

    /// Takes batches of a target back: they are run another time.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub(super) fn take_back(&self, target: Target, batches: &[(CaseKind, u64)]) -> Result<(), Error> {
        let State { store, best } = &mut *self.lock();
        store.together(|store| {
            let drop =
                |(matter, number): &(CaseKind, u64)| store.drop_batch(target.name(), matter.name(), *number);
            batches.iter().try_for_each(drop)
        })?;
        let mut examples = BTreeMap::new();
        add_examples(store, target, &mut examples)?;
        best.retain(|(of, key), _| *of != target || examples.contains_key(key));
        Ok(())
    }

    /// Record of a batch in another column that depends on the same.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(super) fn earlier(
        &self,
        target: Target,
        (matter, number): (CaseKind, u64),
        numbers: Range<u64>,
        basis: &str,
        seed: u64,
    ) -> Result<Earlier, Error> {
        let like = BatchRow {
            target: target.name().to_owned(),
            matter: matter.name().to_owned(),
            number,
            night: self.night,
            cases: numbers.end.saturating_sub(numbers.start),
            complete: true,
            basis: basis.to_owned(),
            body: Vec::new(),
        };
        self.with(|store| {
            let Some((row, own)) = store.batch_like(&like)? else { return Ok(Earlier::Nothing) };
            let stored: StoredRecord = read(store, &row.body)?;
            let mut examples = BTreeMap::new();
            own.iter().try_for_each(|example| add_example(store, &example.body, &mut examples))?;
            for (key, sums) in &stored.found {
                if examples.contains_key(key) {
                    continue;
                }
                // A better one of an earlier batch serves as well, once this column has it.
                let mut others = BTreeMap::new();
                store.examples(target.name(), Some(&text(key)?), |row| {
                    add_example(store, &row.example.body, &mut others)
                })?;
                let serves = |seen: &Seen| {
                    let is_better =
                        seen.pairing == Some(Pairing::Layout) || !sums.pairings.contains(&Pairing::Layout);
                    seen.index < numbers.start && is_better
                };
                match others.remove(key).filter(serves) {
                    Some(other) => examples.insert(key.clone(), other),
                    None => return Ok(Earlier::WithoutExamples),
                };
            }
            Ok(stored.with(&examples, seed).map_or(Earlier::WithoutExamples, Earlier::Whole))
        })
    }

    /// Compares the record of a batch that settles what subjects do with the one that is stored of it.
    ///
    /// # Errors
    /// [`Error::Changed`] when it is not the same; [`Error::Store`].
    pub(super) fn compare(
        &self,
        target: Target,
        (matter, number): (CaseKind, u64),
        cases: u64,
        record: &Record,
    ) -> Result<(), Error> {
        self.with(|store| {
            let Some(row) = store.batch(target.name(), matter.name(), number)? else { return Ok(()) };
            if !row.complete || !record.is_complete || row.cases != cases {
                return Ok(());
            }
            let before: StoredRecord = read(store, &row.body)?;
            if before.shows_the_same(&record.subjects) { Ok(()) } else { Err(changed(store, target)) }
        })
    }

    /// Goes on in a new column, as subjects do something else than they did in the present one.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn begin_changed_column(&self, plan: &Plan) -> Result<u64, Error> {
        let night = self.night;
        let column = {
            let State { store, best } = &mut *self.lock();
            best.clear();
            store.begin_changed_column(night)?
        };
        self.begin(plan)?;
        Ok(column)
    }

    /// Stores what was settled by the first batches of a kind, or compares it with what was stored before.
    ///
    /// # Errors
    /// When it is not the same: the subjects are others; [`Error::Store`].
    pub(super) fn settle(&self, target: Target, matter: CaseKind, settled: &Settled) -> Result<(), Error> {
        let name = settled_name(matter.name());
        self.with(|store| {
            match fact::<Settled>(store, target.name(), &name)? {
                Some(before) if before == *settled => Ok(()),
                Some(before) if (before.cases, before.followed) == (settled.cases, settled.followed) => {
                    Err(changed(store, target))
                }
                // There were fewer cases before.
                _ => store.put_fact(target.name(), &name, &written(settled)?),
            }
        })
    }

    /// Stores what is known of the subjects after so many cases that settle a kind.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub(super) fn put_halfway(
        &self,
        target: Target,
        matter: CaseKind,
        cases: u64,
        known: &[Knowledge],
    ) -> Result<(), Error> {
        let Some(program) = basis::program() else { return Ok(()) };
        let halfway = Halfway { program: program.to_owned(), cases, known: known.to_vec() };
        self.with(|store| store.put_fact(target.name(), &halfway_name(matter), &written(&halfway)?))
    }

    /// Number of the cases that had settled a kind when the night before this one was cut off, and what was known of the
    /// subjects after them; none where a night has to see for itself.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(super) fn halfway(
        &self,
        target: Target,
        matter: CaseKind,
    ) -> Result<Option<(u64, Vec<Knowledge>)>, Error> {
        let Some(program) = basis::program().filter(|_| self.continues) else { return Ok(None) };
        let halfway: Option<Halfway> =
            self.with(|store| fact(store, target.name(), &halfway_name(matter)))?;
        let is_sound = |known: &Knowledge| known.catalogue().target == target && known.is_sound();
        Ok(halfway
            .filter(|halfway| halfway.program == program && halfway.known.iter().all(is_sound))
            .map(|halfway| (halfway.cases, halfway.known)))
    }

    /// Stores the subjects of a target, or compares them with those that were stored before.
    ///
    /// # Errors
    /// [`Error::Changed`] when there are more, [`Error::Input`] when they are others; [`Error::Store`].
    pub(super) fn keep_subjects(&self, target: Target, subjects: &[Toolchain]) -> Result<(), Error> {
        let names = |all: Vec<&Toolchain>| all.iter().map(|t| t.name.clone()).collect::<Vec<_>>().join(", ");
        self.with(|store| match fact::<Vec<Toolchain>>(store, target.name(), SUBJECTS)? {
            None => store.put_fact(target.name(), SUBJECTS, &written(&subjects)?),
            Some(before) if before == subjects => Ok(()),
            Some(before) if before.iter().all(|subject| subjects.contains(subject)) => {
                Err(Error::Changed(format!(
                    "{}: {} for {target} could not be tested in the night that began the column",
                    store.folder().display(),
                    names(subjects.iter().filter(|subject| !before.contains(subject)).collect()),
                )))
            }
            Some(before) => Err(Error::Input(format!(
                "{}: is about {} for {target}, of which now only {} can be tested as they were; see `crosscall doctor`, or \
                 name another folder with --store",
                store.folder().display(),
                printable(&names(before.iter().collect())),
                names(subjects.iter().filter(|subject| before.contains(subject)).collect()),
            ))),
        })
    }

    /// Stores a fact of all targets.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn keep<T: Serialize>(&self, name: &str, fact: &T) -> Result<(), Error> {
        let body = written(fact)?;
        self.with(|store| store.put_fact("", name, &body))
    }

    /// Stores the settings that reports are made with. A column of a campaign without a number of cases goes on with random
    /// cases where the columns before it have ended.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub fn begin(&self, plan: &Plan) -> Result<(), Error> {
        self.with(|store| {
            if fact::<Plan>(store, "", PLAN)?.is_none() && plan.cases == UNBOUNDED {
                for target in &plan.targets {
                    for matter in CaseKind::ALL {
                        let next = store.next_number(target.name(), matter.name())?;
                        store.put_fact(target.name(), &begins_name(matter), &written(&next)?)?;
                    }
                }
            }
            store.put_fact("", PLAN, &written(plan)?)
        })
    }

    /// Number of the first random batch of a kind in the column.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(super) fn begins_at(&self, target: Target, matter: CaseKind) -> Result<u64, Error> {
        self.with(|store| Ok(fact(store, target.name(), &begins_name(matter))?.unwrap_or(0)))
    }

    /// Result of running an example again, if that was done.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(super) fn again(&self, target: Target, seen: &Seen) -> Result<Option<Again>, Error> {
        self.with(|store| again(store, target, seen))
    }

    /// Stores the result of running an example again.
    ///
    /// # Errors
    /// [`Error::Store`].
    pub(super) fn put_again(&self, target: Target, seen: &Seen, again: &Again) -> Result<(), Error> {
        let (key, example) = (text(&seen.key)?, text(&seen.order())?);
        let rerun = Rerun { target: target.name().to_owned(), key, example, body: written(again)? };
        self.with(|store| store.put_rerun(&rerun))
    }
}

impl StoredRecord {
    /// True if these records of the same cases do not show that a subject has changed.
    fn shows_the_same(&self, others: &[SubjectRecord]) -> bool {
        self.subjects.len() == others.len()
            && self.subjects.iter().zip(others).all(|(one, other)| one.behaves_like(other))
    }

    fn of(record: &Record) -> StoredRecord {
        let found = record.found.iter().map(|(key, found)| {
            let Found { toolchains, pairings, times, common, .. } = found;
            let sums = StoredFound {
                toolchains: toolchains.clone(),
                pairings: pairings.clone(),
                times: *times,
                common: common.clone(),
            };
            (key.clone(), sums)
        });
        StoredRecord {
            subjects: record.subjects.clone(),
            found: found.collect(),
            visited: record.visited.clone(),
        }
    }

    /// The record, with examples of what was found, which need not be of these cases; none where one is missing.
    fn with(self, examples: &BTreeMap<Key, Seen>, seed: u64) -> Option<Record> {
        let mut found = BTreeMap::new();
        for (key, sums) in self.found {
            let once = Found::once(examples.get(&key)?.clone(), seed);
            let StoredFound { toolchains, pairings, times, common } = sums;
            found.insert(key, Found { toolchains, pairings, times, common, ..once });
        }
        let basis = String::new();
        Some(Record { is_complete: true, basis, subjects: self.subjects, found, visited: self.visited })
    }
}

/// Everything that stores hold of one target.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    /// Sum of the records.
    pub(super) sum: Record,
    /// Number of the cases of each kind.
    pub(super) cases: BTreeMap<CaseKind, u64>,
    /// Numbers of the complete batches of each kind.
    pub(super) batches: BTreeMap<CaseKind, BTreeSet<u64>>,
}

/// Record of a batch that several stores have, in one of them.
struct Shared<'a> {
    store: &'a Reader,
    row: BatchRow,
    digest: String,
}

impl<'a> Shared<'a> {
    /// Record that counts, of two, whichever comes first: a complete one, else the one with the least digest. None where both
    /// are complete and do not show the same of their subjects.
    ///
    /// # Errors
    /// When one cannot be understood.
    fn of_two(self, other: Shared<'a>) -> Result<Option<Shared<'a>>, Error> {
        if self.row.complete && other.row.complete && self.digest != other.digest {
            let (one, another): (StoredRecord, StoredRecord) =
                (read(self.store, &self.row.body)?, read(other.store, &other.row.body)?);
            if !one.shows_the_same(&another.subjects) {
                return Ok(None);
            }
        }
        let is_better = (!other.row.complete, &other.digest) < (!self.row.complete, &self.digest);
        Ok(Some(if is_better { other } else { self }))
    }
}

/// Adds up the records of a target in stores. A batch that is in several of them counts once.
///
/// # Errors
/// When a store cannot be read, is damaged, or two of them have different records of one batch.
pub(super) fn load(stores: &[&Reader], target: Target, seed: u64) -> Result<Loaded, Error> {
    let mut best: BTreeMap<Key, Seen> = BTreeMap::new();
    for store in stores {
        add_examples(store, target, &mut best)?;
    }
    let mut loaded = Loaded::default();
    for matter in CaseKind::ALL {
        // Only batches that several stores have need comparing: those that settle what subjects do.
        let mut stored: BTreeMap<u64, u64> = BTreeMap::new();
        for store in stores {
            for number in store.numbers(target.name(), matter.name())? {
                *stored.entry(number).or_default() += 1;
            }
        }
        let mut shared: BTreeMap<u64, Shared<'_>> = BTreeMap::new();
        let mut complete = BTreeSet::new();
        let mut add = |store: &Reader, row: &BatchRow| -> Result<(), Error> {
            *loaded.cases.entry(matter).or_default() += row.cases;
            let record: StoredRecord = read(store, &row.body)?;
            let record = record.with(&best, seed).ok_or_else(|| damaged(store, "an example is missing"))?;
            loaded.sum.absorb(record);
            Ok(())
        };
        for store in stores.iter().copied() {
            store.batches(target.name(), matter.name(), |row| {
                let number = row.number;
                if row.complete {
                    complete.insert(number);
                }
                if stored.get(&number) == Some(&1) {
                    return add(store, &row);
                }
                let own = Shared { store, digest: Digest::of(&row.body).text(), row };
                let chosen = match shared.remove(&number) {
                    Some(other) => other.of_two(own)?.ok_or_else(|| {
                        Error::Store(format!(
                            "{}: batch {number} of {matter} for {target} is another one than in the other stores: their subjects \
                             did not do the same",
                            store.folder().display()
                        ))
                    })?,
                    None => own,
                };
                shared.insert(number, chosen);
                Ok(())
            })?;
        }
        shared.into_values().try_for_each(|Shared { store, row, .. }| add(store, &row))?;
        loaded.batches.insert(matter, complete);
    }
    Ok(loaded)
}

/// Knowledge that batches settled, since nothing was known, for each subject; none if it was not stored.
///
/// # Errors
/// When a store cannot be read, or two of them do not say the same.
pub(super) fn settled(
    stores: &[&Reader],
    target: Target,
    matter: CaseKind,
) -> Result<Option<Settled>, Error> {
    let mut all = None;
    for store in stores {
        let Some(body) = store.fact(target.name(), &settled_name(matter.name()))? else { continue };
        match &all {
            None => all = Some(body),
            Some(other) if *other == body => {}
            Some(_) => {
                return Err(Error::Store(format!(
                    "{}: subjects for {target} were known to do something else than in the other stores: they are not shards of \
                     one campaign",
                    store.folder().display()
                )));
            }
        }
    }
    match (all, stores.first()) {
        (Some(body), Some(store)) => read(store, &body).map(Some),
        _ => Ok(None),
    }
}

/// Result of running an example again; none if the store does not have it.
pub(super) fn again(store: &Reader, target: Target, seen: &Seen) -> Result<Option<Again>, Error> {
    let body = store.rerun(target.name(), &text(&seen.key)?, &text(&seen.order())?)?;
    body.map(|body| read(store, &body)).transpose()
}

/// Adds the examples of a target in a store to the best one of each disagreement.
fn add_examples(store: &Reader, target: Target, best: &mut BTreeMap<Key, Seen>) -> Result<(), Error> {
    store.examples(target.name(), None, |row| add_example(store, &row.example.body, best))
}

/// Adds an example to the best one of each disagreement.
fn add_example(store: &Reader, body: &[u8], best: &mut BTreeMap<Key, Seen>) -> Result<(), Error> {
    let seen: Seen = read(store, body)?;
    if best.get(&seen.key).is_none_or(|known| seen.order() < known.order()) {
        best.insert(seen.key.clone(), seen);
    }
    Ok(())
}

/// The fact of this name, of one target or (with an empty one) of all; none if the store does not have it.
///
/// # Errors
/// When the store cannot be read, or the fact cannot be understood.
pub fn fact<T: DeserializeOwned>(store: &Reader, target: &str, name: &str) -> Result<Option<T>, Error> {
    store.fact(target, name)?.map(|body| read(store, &body)).transpose()
}

/// A value as it is stored.
pub(super) fn text<T: Serialize>(value: &T) -> Result<String, Error> {
    serde_json::to_string(value).map_err(|e| Error::Store(format!("a result cannot be written down: {e}")))
}

pub(super) fn written<T: Serialize>(value: &T) -> Result<Vec<u8>, Error> {
    text(value).map(String::into_bytes)
}

/// A value from the form in which it was stored.
pub(super) fn read<T: DeserializeOwned>(store: &Reader, body: &[u8]) -> Result<T, Error> {
    serde_json::from_slice(body).map_err(|e| damaged(store, &e.to_string()))
}

/// The error about subjects that do something else than before.
fn changed(store: &Reader, target: Target) -> Error {
    Error::Changed(format!(
        "{}: subjects for {target} do not do what they did before: a compiler, an emulator or what they read has changed though \
         its version has not",
        store.folder().display()
    ))
}

fn damaged(store: &Reader, reason: &str) -> Error {
    Error::Store(format!(
        "{}: cannot be understood: {}; it is damaged, or another crosscall has written it",
        store.folder().display(),
        printable(reason)
    ))
}
