//! The cases of buckets, run again: at the start of a night, before cases that are new, and when a case is chosen to stand
//! for a bucket.

use super::{KeptCase, Place, Recheck, name, parts, shown};
use crate::RunSettings;
use crate::judge::JudgeContext;
use crate::rerun::again::{self, Background, Outcome, Subjects};
use crate::rounds::KnownByMatter;
use crate::store::BucketCase;
use crate::stored::{CampaignStore, read, written};
use crate::tally::{Key, Seen};
use crosscall_base::error::Error;
use crosscall_model::finding::Fingerprint;
use crosscall_model::{About, CaseKind, Pairing};
use crosscall_oracle::knowledge::Knowledge;
use crosscall_reports::buckets::BucketState;
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::cases::Source;
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

/// Pairings in which a fault of a compiler, which has none, may show.
const OF_FAULTS: [Pairing; 3] = [Pairing::Callee, Pairing::Caller, Pairing::Layout];

/// Everything that running the cases of one target again needs.
pub(crate) struct Bench<'a> {
    pub(crate) settings: &'a RunSettings,
    pub(crate) subjects: &'a [Toolchain],
    pub(crate) source: &'a Source,
    /// Knowledge of each subject for the kinds of these cases.
    pub(crate) known: &'a KnownByMatter<'a>,
}

/// A case that shows a disagreement by itself.
pub(crate) struct Alone {
    /// The disagreement.
    pub(crate) seen: Seen,
    /// Fingerprints of everything else that it shows.
    pub(crate) beside: BTreeSet<String>,
}

impl Bench<'_> {
    /// The generated case with a number.
    pub(crate) fn case(&self, matter: CaseKind, number: u64) -> Option<About> {
        self.source.numbered(matter, number)
    }

    /// Runs a sighting's case again with its subjects; what it shows then, if it is the same disagreement and new.
    ///
    /// # Errors
    /// Why it could not be run.
    pub(crate) fn shows_alone(&self, seen: &Seen) -> Result<Option<Alone>, String> {
        let pairings = seen.pairing.map_or(OF_FAULTS.to_vec(), |pairing| vec![pairing]);
        for pairing in pairings {
            let outcome = self.once(&seen.case, pairing, &seen.toolchains)?;
            let (same, others): (Vec<Seen>, Vec<Seen>) =
                outcome.seen.into_iter().partition(|again| again.key == seen.key);
            let Some(again) = same.into_iter().next() else { continue };
            let again =
                Seen { index: seen.index, pairing: Some(pairing), source: seen.source.clone(), ..again };
            let beside = others.iter().map(|other| other.key.fingerprint.to_string()).collect();
            return Ok(Some(Alone { seen: again, beside }));
        }
        Ok(None)
    }

    /// Runs a case with subjects by their names.
    fn once(&self, case: &About, pairing: Pairing, toolchains: &[String]) -> Result<Outcome, String> {
        let Bench { settings, subjects, .. } = *self;
        let named = |at: usize| -> Result<(&Toolchain, &Knowledge), String> {
            let name = toolchains.get(at).ok_or("the case names no subject")?;
            let known = self.known.get(&case.matter()).ok_or("no case of its kind was run")?;
            let mut all = subjects.iter().zip(known.iter());
            all.find(|(subject, _)| subject.name == *name).ok_or_else(|| format!("{name} takes no part"))
        };
        let (first, of_first) = named(0)?;
        let partner = if pairing == Pairing::Cross { Some(named(1)?) } else { None };
        let (partner, of_partner) = partner.map(|(p, k)| (p.clone(), k.clone())).unzip();
        let subjects = Subjects { first: first.clone(), partner };
        let background = Background { first: of_first.clone(), partner: of_partner, is_complete: true };
        again::once(case, pairing, &subjects, &background, &settings.known, settings.compile_context())
            .map_err(|e| e.to_string())
    }

    /// Runs a bucket's case again.
    fn look(&self, bucket: &str, case: &KeptCase) -> Recheck {
        let file = match case.file() {
            Ok(file) => file,
            Err(reason) => return Recheck::Untried(reason),
        };
        let found = file.found.unwrap_or_default();
        let Some(pairing) = found.pairing else {
            return Recheck::Untried("the case names no pairing".to_owned());
        };
        if case.alone == Some(false) {
            return Recheck::Untried("it shows only among the other cases of its batch".to_owned());
        }
        match self.once(&file.case, pairing, &found.toolchains) {
            Ok(outcome) => match result(bucket, &case.beside, &outcome) {
                // Nobody has seen it show the bucket by itself.
                Recheck::Conforms | Recheck::Other { .. } if case.alone.is_none() => {
                    Recheck::Untried("its case does not show it by itself".to_owned())
                }
                recheck => recheck,
            },
            Err(reason) => Recheck::Untried(reason),
        }
    }
}

/// Result of a case for a bucket; `beside` has the other things that it showed already.
fn result(bucket: &str, beside: &BTreeSet<String>, outcome: &Outcome) -> Recheck {
    let is_it = |seen: &&Seen| name(seen.case.target(), &seen.key.fingerprint.to_string()) == bucket;
    let (mut accepted, mut other, mut is_tried) = (None, None, false);
    // What is compiled does not hide that a compiler crashes.
    let is_of_fault =
        parts(bucket).is_some_and(|(_, fingerprint)| fingerprint.starts_with(Fingerprint::FAULT));
    for seen in &outcome.seen {
        match (is_it(&seen), seen.key.known.is_empty()) {
            (true, true) => {
                return Recheck::Shows(seen.violation.mismatches.first().map(shown).unwrap_or_default());
            }
            (true, false) => accepted = Some(seen.key.known.clone()),
            (false, _) => {
                let Key { fingerprint, known } = &seen.key;
                // Under a departure that is accepted all of the trial is as it should be.
                let is_explained = fingerprint.is_departure() && !known.is_empty();
                let is_there = matches!(fingerprint, Fingerprint::Fault(_));
                let fingerprint = fingerprint.to_string();
                if is_explained || beside.contains(&fingerprint) || (is_of_fault && !is_there) {
                    is_tried = true;
                } else {
                    other = other.or(Some((fingerprint, known.clone())));
                }
            }
        }
    }
    let counts = outcome.tally.record.counts;
    match (accepted, other) {
        (Some(ids), _) => Recheck::Accepted(ids),
        (None, Some((fingerprint, known))) => Recheck::Other { fingerprint, known },
        (None, None) if is_tried || counts.conforming > 0 => Recheck::Conforms,
        (None, None) => {
            let reason = outcome.tally.record.untestable.keys().next().cloned();
            Recheck::Untried(reason.unwrap_or_else(|| "it gave no verdict".to_owned()))
        }
    }
}

/// Runs the cases of the target's buckets of one kind again, each with its subjects, and stores what came of them. In a new
/// column all are run, later those that may still show.
///
/// # Errors
/// When the store fails.
pub(crate) fn run(context: JudgeContext<'_>, matter: CaseKind, known: &[Knowledge]) -> Result<(), Error> {
    let Some(store) = context.store else { return Ok(()) };
    let cases = wanted(context, store, matter)?;
    let JudgeContext { settings, subjects, source, .. } = context;
    let known = KnownByMatter::from([(matter, known)]);
    let bench = Bench { settings, subjects, source, known: &known };
    let next = Mutex::new(cases.into_iter());
    let result = Mutex::new(Ok(()));
    std::thread::scope(|scope| {
        for _ in 0..context.settings.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let next = next.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some((place, case)) = next else { break };
                    let recheck = bench.look(&place.0, &case);
                    // Whoever was stopped has no answer.
                    if context.settings.stop.load(Ordering::Relaxed) {
                        break;
                    }
                    if let Err(error) = put(context, place, &recheck) {
                        *result.lock().unwrap_or_else(PoisonError::into_inner) = Err(error);
                        break;
                    }
                }
            });
        }
    });
    result.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Stores a result. That a bucket shows otherwise is only believed of a subject that is the same as when the night began.
fn put(context: JudgeContext<'_>, (bucket, subject, ord): Place, recheck: &Recheck) -> Result<(), Error> {
    let Some(store) = context.store else { return Ok(()) };
    if matches!(recheck, Recheck::Conforms | Recheck::Other { .. }) {
        context.ask_who_they_are()?;
    }
    if context.watch.has_replaced(&subject) {
        return Ok(());
    }
    let night = store.night();
    let body = written(recheck)?;
    store.with(|store| store.put_recheck(&BucketCase { bucket, subject, ord, night, body }))
}

/// The cases that are run again, in the order of their buckets.
fn wanted(
    context: JudgeContext<'_>,
    store: &CampaignStore,
    matter: CaseKind,
) -> Result<Vec<(Place, KeptCase)>, Error> {
    let names: BTreeSet<&str> = context.subjects.iter().map(|subject| subject.name.as_str()).collect();
    store.with(|store| {
        let states = super::states::current(store)?;
        let column = store.columns()?.into_iter().find(|column| column.number == store.column());
        let night = store.last_night()?.map_or(0, |night| night.number);
        let is_first = column.is_some_and(|column| column.night == night);
        let mut all = Vec::new();
        store.bucket_cases(|row| {
            let is_own = parts(&row.bucket).is_some_and(|(target, _)| target == context.target);
            let state = states.get(&(row.bucket.clone(), row.subject.clone()));
            let is_fixed = state.is_some_and(|state| state.observed == Some(BucketState::Fixed));
            let is_retired = state.is_some_and(|state| state.is_retired());
            if !is_own || !names.contains(row.subject.as_str()) || is_retired || (is_fixed && !is_first) {
                return Ok(());
            }
            let case: KeptCase = read(store, &row.body)?;
            let is_of_kind =
                case.file().map_or(matter == CaseKind::Call, |file| file.case.matter() == matter);
            if is_of_kind {
                all.push(((row.bucket, row.subject, row.ord), case));
            }
            Ok(())
        })?;
        Ok(all)
    })
}
