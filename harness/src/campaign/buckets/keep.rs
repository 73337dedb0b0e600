//! Cases that stand for a bucket: for each subject that shows it the smallest one known, and two more.

use super::states::Pair;
use super::{KeptCase, Place, Recheck, name, rechecks, shown};
use crate::campaign::report::case_file_of;
use crate::campaign::report::finding;
use crate::campaign::stored::{read, written};
use crate::campaign::tally::{Found, Key, Seen, Sightings, TargetTally};
use crate::error::Error;
use crate::store::{BucketCase, Reader, Store};

use crosscall_model::finding::Confirmed;
use std::collections::{BTreeMap, BTreeSet};

/// Cases besides the smallest one.
const MORE: usize = 2;

/// Runs a sighting's case again with its subjects; what it shows then, if it is the same disagreement.
pub type TryAlone<'a> = &'a (dyn Fn(&Seen) -> Option<Seen> + Sync);

/// Keeps cases of every new disagreement of a target, for each subject that shows it. A case that is kept already stays
/// unless there is a smaller one, or it did not show the bucket in this night. `try_alone` is asked whether a case shows the
/// bucket by itself.
///
/// # Errors
/// When the store fails.
pub fn keep(
    store: &mut Store,
    night: u64,
    tally: &TargetTally,
    try_alone: TryAlone<'_>,
) -> Result<(), Error> {
    let before = kept(store, night)?;
    let others = examples(store, tally)?;
    for (key, found) in &tally.found {
        if !key.known.is_empty() || found.confirmed == Confirmed::Gone {
            continue;
        }
        let bucket = name(tally.target, &key.fingerprint.to_string());
        for subject in &tally.subjects {
            let own = &subject.toolchain.name;
            let Some(sightings) = subject.record.found.get(key) else { continue };
            let old = before.get(&(bucket.clone(), own.clone())).filter(|old| old.alone);
            let Some((seen, alone)) = smallest(found, sightings, own, &others, old.is_some(), try_alone)
            else {
                continue;
            };
            let smallest = case(tally, found, seen, alone);
            if old.is_some_and(|old| !alone || old.case.len() <= smallest.case.len()) {
                continue;
            }
            let mut cases = vec![smallest];
            let is_another =
                |other: &&Seen| other.toolchains.first() == Some(own) && other.index != found.seen.index;
            let more = others.get(key).into_iter().flatten().filter(is_another).take(MORE);
            cases.extend(more.map(|seen| case(tally, found, seen.clone(), true)));
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

/// The smallest case that shows a disagreement with a subject, and whether it does so alone.
fn smallest(
    found: &Found,
    sightings: &Sightings,
    subject: &str,
    others: &BTreeMap<Key, Vec<Seen>>,
    is_kept: bool,
    try_alone: TryAlone<'_>,
) -> Option<(Seen, bool)> {
    let is_own = |seen: &Seen| seen.toolchains.first().is_some_and(|name| name == subject);
    if is_own(&found.seen) {
        return match found.confirmed {
            Confirmed::Alone => Some((found.seen.clone(), true)),
            Confirmed::InItsBatch => Some((found.seen.clone(), false)),
            _ => {
                try_alone(&found.seen).map(|seen| (seen, true)).or_else(|| Some((found.seen.clone(), false)))
            }
        };
    }
    if is_kept {
        return None;
    }
    // The same case with this subject, which in the pairing `cross` calls the same partner.
    let toolchains = std::iter::once(subject.to_owned()).chain(found.seen.toolchains.get(1).cloned());
    let with_it = Seen { toolchains: toolchains.collect(), ..found.seen.clone() };
    if let Some(seen) = try_alone(&with_it) {
        return Some((seen, true));
    }
    let examples = others.get(&found.seen.key).into_iter().flatten();
    let own = examples.filter(|seen| is_own(seen)).find_map(|seen| Some((try_alone(seen)?, true)));
    own.or_else(|| {
        let toolchains = sightings.first.1.clone();
        Some((Seen { toolchains, ..found.seen.clone() }, false))
    })
}

/// A case as it is stored.
fn case(tally: &TargetTally, found: &Found, seen: Seen, alone: bool) -> KeptCase {
    let shown = seen.violation.mismatches.first().map(shown).unwrap_or_default();
    let own = finding(&Found { seen, ..found.clone() });
    let file = case_file_of(&own, |name| {
        let subject = tally.subjects.iter().find(|s| s.toolchain.name == *name)?;
        Some(subject.toolchain.version.clone())
    });
    KeptCase { case: file.to_text(), shown, alone }
}
