//! Cases that stand for a bucket: for each subject that shows it the smallest one known, and two more.

use super::morning::{Alone, Bench};
use super::states::Pair;
use super::{KeptCase, Place, Recheck, name, rechecks, shown};
use crate::report::{case_file_of, finding};
use crate::store::{BucketCase, Reader, Store};
use crate::stored::{read, written};
use crate::tally::{Found, Key, Seen, Sightings, TargetTally, Times, Way};
use crosscall_base::error::Error;
use crosscall_model::finding::Confirmed;
use crosscall_model::{About, CaseKind};
use crosscall_toolchain::cases::Source;
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};

/// Cases besides the smallest one.
const MORE: usize = 2;

/// Pairings and partners in which it is tried whether a case shows a disagreement.
const MOST_WAYS: usize = 4;

/// Keeps cases of every new disagreement of a target, for each subject that shows it. A case that is kept already stays
/// unless there is a smaller one, or it did not show the bucket in this night. On the bench, which is not there when the
/// subjects are gone, it is tried which case shows the bucket by itself.
///
/// # Errors
/// When the store fails.
pub(crate) fn keep(
    store: &mut Store,
    night: u64,
    tally: &TargetTally,
    bench: Option<&Bench<'_>>,
) -> Result<(), Error> {
    let before = kept(store, night)?;
    let others = examples(store, tally)?;
    let seed = tally.found.values().next().map_or(0, |found| found.seed);
    let cases = LazyCell::new(|| Source::new(tally.target, seed));
    let source = |matter: CaseKind, index: u64| cases.numbered(matter, index);
    for (key, found) in &tally.found {
        if !key.known.is_empty() || found.confirmed == Confirmed::Gone {
            continue;
        }
        let bucket = name(tally.target, &key.fingerprint.to_string());
        for subject in &tally.subjects {
            let own = &subject.toolchain.name;
            // Without trials of its own it is the partner that shows it.
            let sightings = subject.record.found.get(key).filter(|sightings| sightings.times() > 0);
            let Some(sightings) = sightings else { continue };
            let old = before.get(&(bucket.clone(), own.clone())).filter(|old| old.alone == Some(true));
            let of_subject =
                OfSubject { name: own, found, sightings, others: others.get(key), bench, source: &source };
            let smallest = match of_subject.smallest(old) {
                Some(Smallest { seen, alone, beside }) => case(tally, found, seen, alone, beside),
                None => continue,
            };
            if old.is_some_and(|old| smallest.alone != Some(true) || old.case.len() <= smallest.case.len()) {
                continue;
            }
            let mut cases = vec![smallest];
            let is_another =
                |other: &&Seen| other.toolchains.first() == Some(own) && other.index != found.seen.index;
            let more = others.get(key).into_iter().flatten().filter(is_another).take(MORE);
            cases.extend(more.map(|seen| case(tally, found, seen.clone(), None, BTreeSet::new())));
            store.together(|store| {
                for (ord, case) in (0..).zip(&cases) {
                    let (bucket, subject) = (bucket.clone(), own.clone());
                    store.put_bucket_case(&BucketCase {
                        bucket,
                        subject,
                        ord,
                        night,
                        body: written(case)?,
                    })?;
                }
                Ok(())
            })?;
        }
    }
    Ok(())
}

/// The smallest cases that are kept, by bucket and subject; without those that did not show their bucket in this night.
fn kept(store: &Reader, night: u64) -> Result<BTreeMap<Pair, KeptCase>, Error> {
    let mut all = BTreeMap::new();
    let fails = |(place, recheck): (Place, Recheck)| {
        let fails = matches!(recheck, Recheck::Conforms | Recheck::Other { .. });
        fails.then_some(place)
    };
    let stale: BTreeSet<Place> = rechecks(store, night)?.into_iter().filter_map(fails).collect();
    store.bucket_cases(|row| {
        let place = (row.bucket, row.subject, row.ord);
        if row.ord == 0 && !stale.contains(&place) {
            all.insert((place.0, place.1), read(store, &row.body)?);
        }
        Ok(())
    })?;
    Ok(all)
}

/// Examples that the store has of each disagreement, the best one first.
fn examples(store: &Reader, tally: &TargetTally) -> Result<BTreeMap<Key, Vec<Seen>>, Error> {
    let mut all: BTreeMap<Key, Vec<Seen>> = BTreeMap::new();
    store.examples(tally.target.name(), None, |row| {
        let seen: Seen = read(store, &row.example.body)?;
        all.entry(seen.key.clone()).or_default().push(seen);
        Ok(())
    })?;
    all.values_mut().for_each(|examples| examples.sort_by_key(Seen::order));
    Ok(all)
}

/// A disagreement and one of the subjects that show it.
struct OfSubject<'a> {
    name: &'a str,
    found: &'a Found,
    sightings: &'a Sightings,
    /// Examples of it, the best one first.
    others: Option<&'a Vec<Seen>>,
    bench: Option<&'a Bench<'a>>,
    /// Cases by number.
    source: &'a dyn Fn(CaseKind, u64) -> Option<About>,
}

/// A case that is kept.
struct Smallest {
    seen: Seen,
    /// As of a [`KeptCase`].
    alone: Option<bool>,
    beside: BTreeSet<String>,
}

impl OfSubject<'_> {
    /// The smallest case that shows the disagreement with the subject; none if the old one is as good.
    fn smallest(&self, old: Option<&KeptCase>) -> Option<Smallest> {
        let OfSubject { found, bench, .. } = *self;
        let is_own = self.is_own(&found.seen);
        if old.is_some() && !(is_own && found.confirmed == Confirmed::Alone) {
            return None;
        }
        let among_others = |seen: Seen| Smallest { seen, alone: Some(false), beside: BTreeSet::new() };
        let untried = || {
            let alone = (is_own && found.confirmed == Confirmed::Alone).then_some(true);
            Smallest { alone, ..among_others(self.first()) }
        };
        let Some(bench) = bench else { return Some(untried()) };
        let (mut first, mut all) = (None, true);
        for seen in self.candidates(bench) {
            match bench.shows_alone(&seen) {
                Ok(Some(Alone { seen, beside })) => {
                    return Some(Smallest { seen, alone: Some(true), beside });
                }
                Ok(None) => {}
                Err(_) => all = false,
            }
            first.get_or_insert(seen);
        }
        if all { first.map(among_others) } else { Some(untried()) }
    }

    /// A sighting of the subject itself: of another one nobody knows whether its case shows the same with this one.
    fn first(&self) -> Seen {
        let seen = &self.found.seen;
        if self.is_own(seen) {
            return seen.clone();
        }
        if let Some(own) = self.others.into_iter().flatten().find(|other| self.is_own(other)) {
            return own.clone();
        }
        let (index, toolchains) = &self.sightings.first;
        let way = self.sightings.by.keys().find(|(_, subjects, _)| subjects == toolchains);
        let pairing = way.map_or(seen.pairing, |(pairing, ..)| *pairing);
        let case = (self.source)(seen.case.matter(), *index).unwrap_or_else(|| seen.case.clone());
        Seen { toolchains: toolchains.clone(), index: *index, pairing, case, ..seen.clone() }
    }

    fn is_own(&self, seen: &Seen) -> bool {
        seen.toolchains.first().is_some_and(|name| name == self.name)
    }

    /// Sightings whose cases may show the disagreement with the subject by themselves, the best ones first: the smallest
    /// case in the ways in which the subject showed it, then the first case, and others that the store has.
    fn candidates(&self, bench: &Bench<'_>) -> Vec<Seen> {
        let Found { seen, .. } = self.found;
        let of_way = |((pairing, subjects, _), times): (&Way, &Times)| Seen {
            pairing: seen.pairing.and(*pairing),
            toolchains: subjects.clone(),
            index: times.first,
            ..seen.clone()
        };
        let mut ways: Vec<Seen> = self.sightings.by.iter().map(of_way).collect();
        ways.sort_by_key(|way| way.pairing != seen.pairing);
        ways.truncate(MOST_WAYS);
        let first = |way: &Seen| {
            let case = bench.case(seen.case.matter(), way.index)?;
            Some(Seen { case, ..way.clone() })
        };
        let firsts: Vec<Seen> = ways.iter().filter_map(first).collect();
        let mut all = if self.is_own(seen) { vec![seen.clone()] } else { Vec::new() };
        all.append(&mut ways);
        all.extend(firsts);
        let others = self.others.into_iter().flatten();
        all.extend(others.filter(|other| self.is_own(other)).cloned());
        all
    }
}

/// A case as it is stored.
fn case(
    tally: &TargetTally,
    found: &Found,
    seen: Seen,
    alone: Option<bool>,
    beside: BTreeSet<String>,
) -> KeptCase {
    let shown = seen.violation.mismatches.first().map(shown).unwrap_or_default();
    let own = finding(&Found { seen, ..found.clone() });
    let file = case_file_of(&own, |name| {
        let subject = tally.subjects.iter().find(|s| s.toolchain.name == *name)?;
        Some(subject.toolchain.version.clone())
    });
    KeptCase { case: file.to_text(), shown, alone, beside }
}
