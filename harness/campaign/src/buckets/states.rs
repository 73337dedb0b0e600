//! States of buckets as nights go by, each with one subject: rows that are added and never changed.

use super::{KeptCase, Place, Recheck, name, rechecks};
use crate::store::{Reader, Store, Transition, now, printable};
use crate::stored::read;
use crosscall_base::error::Error;
use crosscall_model::finding::{Finding, FindingKind};
use crosscall_reports::buckets::{BucketState, WITH};
use crosscall_reports::run::RunReport;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A bucket and a subject.
pub type Pair = (String, String);

/// State of a bucket with a subject.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Current {
    /// The last state that a run has observed, whatever a person has said since.
    pub observed: Option<BucketState>,
    /// More about that state.
    pub detail: String,
    /// The night that first saw it.
    pub first: u64,
    /// The night since which it is in that state.
    pub since: u64,
    /// The last word of a person who has put it aside.
    pub retired: Option<Retirement>,
}

impl Current {
    /// True if a person has put it aside, and the time that was set for it is not over.
    pub(crate) fn is_retired(&self) -> bool {
        self.retired.as_ref().is_some_and(Retirement::holds_now)
    }

    /// True if it is there, as far as a run has seen.
    pub fn is_open(&self) -> bool {
        self.observed.is_some_and(BucketState::is_open)
    }
}

/// A person's decision to put a bucket aside: it is not run again at the start of a night. It accepts nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retirement {
    /// Name of the person.
    pub who: String,
    /// The reason.
    pub why: String,
    /// The last day of it, such as `2027-03-31`; without one it has no end.
    pub until: Option<String>,
    /// True if it ends an earlier one.
    #[serde(default)]
    pub ended: bool,
}

impl Retirement {
    /// True today.
    pub fn holds_now(&self) -> bool {
        self.holds(&now())
    }

    /// True on the last day and before, of which the moment `now` is one: UTC, as RFC 3339 has it.
    fn holds(&self, now: &str) -> bool {
        !self.ended
            && self.until.as_ref().is_none_or(|until| now.get(..10).is_some_and(|day| day <= until.as_str()))
    }
}

impl std::fmt::Display for Retirement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Retirement { who, why, until, ended } = self;
        let what = if *ended { "taken up again" } else { "retired" };
        write!(f, "{what} by {}: {}", printable(who), printable(why))?;
        match until {
            Some(until) => write!(f, ", until {}", printable(until)),
            None => Ok(()),
        }
    }
}

/// Detail of a transition in words that are safe for a terminal.
pub fn reported(transition: &Transition) -> String {
    let retirement = match transition.state {
        BucketState::Retired => serde_json::from_str::<Retirement>(&transition.detail).ok(),
        _ => None,
    };
    retirement.map_or_else(|| printable(&transition.detail), |retirement| retirement.to_string())
}

/// States of all buckets, with each subject.
///
/// # Errors
/// When the store cannot be read.
pub fn current(store: &Reader) -> Result<BTreeMap<Pair, Current>, Error> {
    let mut all: BTreeMap<Pair, Current> = BTreeMap::new();
    for Transition { night, bucket, subject, state, detail, .. } in store.transitions()? {
        let current =
            all.entry((bucket, subject)).or_insert_with(|| Current { first: night, ..Current::default() });
        match state {
            BucketState::Retired => current.retired = Some(read(store, detail.as_bytes())?),
            _ => {
                (current.observed, current.detail, current.since) = (Some(state), detail, night);
            }
        }
    }
    Ok(all)
}

/// Evidence of a night about a bucket with a subject.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Evidence {
    /// It is there.
    Seen(BucketState, String),
    /// Sight of it in another way, by its smallest case.
    Changed(String),
    /// Another disagreement, shown by its smallest case: the state that follows where the bucket was there.
    Other(BucketState, String),
    /// Its smallest case conforms, which has not shown it with the same version.
    Fixed,
    /// Its smallest case conforms, which has shown it with the same version.
    NotRepeatable,
}

/// Notes the states of all new findings of a report, and of all buckets whose cases were run again, in the store's history.
///
/// # Errors
/// When the store cannot be read or written.
pub fn note(store: &mut Store, night: u64, report: &RunReport) -> Result<(), Error> {
    let observer = Observer::new(store, night, report)?;
    let mut rows = Vec::new();
    for (pair, evidence) in observer.evidence() {
        let before = observer.current.get(&pair);
        if let Some((state, detail)) = observer.next(before, &pair, evidence) {
            rows.push((pair, state, detail));
        }
    }
    store.together(|store| {
        for ((bucket, subject), state, detail) in &rows {
            store.transition(night, (bucket, subject), *state, detail)?;
        }
        Ok(())
    })
}

/// Everything that is known of the buckets in a night.
struct Observer<'a> {
    night: u64,
    current: BTreeMap<Pair, Current>,
    /// New findings of the column that is tested.
    found: BTreeMap<Pair, &'a Finding>,
    /// Results of running cases again in this night.
    rechecks: Vec<(Place, Recheck)>,
    /// The smallest cases as they were stored, by bucket and subject.
    cases: BTreeMap<Pair, Smallest>,
    /// Versions of the subjects in this column.
    versions: BTreeMap<String, String>,
    /// Versions of the subjects in each night.
    before: BTreeMap<u64, BTreeMap<String, String>>,
    /// The last night before this one in which a bucket was seen to show, for those whose smallest case conforms now.
    last_shown: BTreeMap<Pair, u64>,
}

/// The smallest case of a bucket with a subject, as it was stored.
struct Smallest {
    /// The contradiction that it showed by itself before this night; empty for another one than was run again in it.
    shown: String,
    /// True if this column has shown that it shows the bucket.
    was_shown: bool,
}

impl<'a> Observer<'a> {
    fn new(store: &Reader, night: u64, report: &'a RunReport) -> Result<Observer<'a>, Error> {
        let mut found = BTreeMap::new();
        for subject in &report.targets {
            // Without trials of its own it is the partner that shows it.
            for finding in
                subject.findings.iter().filter(|finding| finding.is_new() && finding.occurrences > 0)
            {
                let bucket = name(finding.case.target(), &finding.fingerprint);
                found.entry((bucket, subject.toolchain.clone())).or_insert(finding);
            }
        }
        let (mut columns, mut before) = (BTreeMap::new(), BTreeMap::new());
        let of_columns: BTreeMap<u64, BTreeMap<String, String>> =
            store.columns()?.into_iter().map(|column| (column.number, versions(&column.identity))).collect();
        for night in store.nights()? {
            columns.insert(night.number, night.column);
            before.insert(night.number, of_columns.get(&night.column).cloned().unwrap_or_default());
        }
        let here = |night: &u64| columns.get(night) == Some(&store.column());
        let mut shown: BTreeSet<Pair> = BTreeSet::new();
        for earlier in columns.keys().filter(|number| **number < night && here(number)) {
            for ((bucket, subject, ord), recheck) in rechecks(store, *earlier)? {
                if ord == 0 && matches!(recheck, Recheck::Shows(_)) {
                    shown.insert((bucket, subject));
                }
            }
        }
        let mut cases = BTreeMap::new();
        store.bucket_cases(|row| {
            if row.ord == 0 {
                let case: KeptCase = read(store, &row.body)?;
                let pair = (row.bucket, row.subject);
                // What this night has stored is not what it has run again.
                let is_earlier = case.alone == Some(true) && row.night < night;
                let was_shown = is_earlier && here(&row.night) || shown.contains(&pair);
                let shown = if is_earlier { case.shown } else { String::new() };
                cases.insert(pair, Smallest { shown, was_shown });
            }
            Ok(())
        })?;
        let (current, rechecks) = (current(store)?, rechecks(store, night)?);
        let (mut last_shown, transitions) = (BTreeMap::new(), store.transitions()?);
        for ((bucket, subject, ord), recheck) in &rechecks {
            if *ord == 0 && *recheck == Recheck::Conforms {
                let pair = (bucket.clone(), subject.clone());
                let shown = last_shown_in(store, &transitions, &pair, night)?;
                last_shown.insert(pair, shown);
            }
        }
        Ok(Observer {
            night,
            current,
            found,
            rechecks,
            last_shown,
            cases,
            versions: of_columns.get(&store.column()).cloned().unwrap_or_default(),
            before,
        })
    }

    /// Evidence about each bucket with each subject.
    fn evidence(&self) -> BTreeMap<Pair, Evidence> {
        let mut results: BTreeMap<Pair, Vec<(u64, &Recheck)>> = BTreeMap::new();
        for ((bucket, subject, ord), recheck) in &self.rechecks {
            results.entry((bucket.clone(), subject.clone())).or_default().push((*ord, recheck));
        }
        let pairs: BTreeSet<&Pair> = self.found.keys().chain(results.keys()).collect();
        let of = |pair: &Pair| {
            let results = results.get(pair).map_or([].as_slice(), Vec::as_slice);
            self.evidence_of(pair, results).map(|evidence| (pair.clone(), evidence))
        };
        pairs.into_iter().filter_map(of).collect()
    }

    fn evidence_of(&self, pair: &Pair, results: &[(u64, &Recheck)]) -> Option<Evidence> {
        let case = self.cases.get(pair);
        let found = self.found.get(pair).map(|finding| {
            let state = match finding.kind {
                FindingKind::NotRepeatable => BucketState::NotRepeatable,
                _ => BucketState::Open,
            };
            Evidence::Seen(state, seen(finding))
        });
        let shows = results.iter().find_map(|(ord, recheck)| match recheck {
            Recheck::Shows(shown) => Some((*ord, shown)),
            _ => None,
        });
        let smallest = results.iter().find(|(ord, _)| *ord == 0).map(|(_, recheck)| *recheck);
        let was_shown = case.is_some_and(|case| case.was_shown);
        let before = case.map(|case| case.shown.as_str()).unwrap_or_default();
        match (shows, smallest) {
            (Some((0, shown)), _) if !before.is_empty() && before != *shown => {
                Some(Evidence::Changed(format!("{shown}; before: {before}")))
            }
            (Some(_), _) => Some(found.unwrap_or_else(|| Evidence::Seen(BucketState::Open, String::new()))),
            (None, Some(Recheck::Conforms)) if was_shown => Some(Evidence::NotRepeatable),
            (None, Some(Recheck::Conforms | Recheck::Other { .. })) if found.is_some() => found,
            (None, Some(Recheck::Conforms)) => Some(Evidence::Fixed),
            (None, Some(Recheck::Other { fingerprint, .. })) => {
                Some(match clause(&pair.0) == fingerprint.split(':').next() {
                    true => {
                        Evidence::Other(BucketState::Changed, format!("its case shows {fingerprint} now"))
                    }
                    false => Evidence::Other(BucketState::Masked, format!("its case shows {fingerprint}")),
                })
            }
            (None, Some(Recheck::Accepted(_) | Recheck::Shows(_) | Recheck::Untried(_)) | None) => found,
        }
    }

    /// State and detail that a bucket comes into; none if it stays as it is.
    fn next(
        &self,
        before: Option<&Current>,
        pair: &Pair,
        evidence: Evidence,
    ) -> Option<(BucketState, String)> {
        let observed = before.and_then(|before| before.observed);
        let again = |state: BucketState, detail: &String| {
            observed != Some(state) || before.is_some_and(|before| before.detail != *detail)
        };
        let is_fixed = observed == Some(BucketState::Fixed);
        match evidence {
            Evidence::Seen(seen, detail) => {
                next(observed, seen).map(|state| (state, self.with_version(state, detail, pair, before)))
            }
            Evidence::Changed(detail) if is_fixed => {
                Some((BucketState::Back, self.with_version(BucketState::Back, detail, pair, before)))
            }
            Evidence::Changed(detail) => {
                again(BucketState::Changed, &detail).then_some((BucketState::Changed, detail))
            }
            // What is wrong with its case by now is reported by its own name.
            Evidence::Other(..) | Evidence::Fixed if is_fixed => None,
            Evidence::Other(state, detail) => again(state, &detail).then_some((state, detail)),
            Evidence::Fixed => Some((BucketState::Fixed, self.since(pair))),
            Evidence::NotRepeatable if observed == Some(BucketState::NotRepeatable) => None,
            Evidence::NotRepeatable => Some((
                BucketState::NotRepeatable,
                "its case conforms, with the version that showed it".to_owned(),
            )),
        }
    }

    /// Observation of a bucket in words, and for one that is there now the version that shows it, with the last one that did not.
    fn with_version(
        &self,
        state: BucketState,
        seen: String,
        (_, subject): &Pair,
        before: Option<&Current>,
    ) -> String {
        let Some(now) = self.versions.get(subject) else { return seen };
        let version = |night: &u64| self.before.get(night)?.get(subject);
        let gone = before.and_then(|before| Some((before.observed?, version(&before.since)?)));
        match (state, gone) {
            (BucketState::Back, Some((state, gone))) => format!("{seen}{WITH}{now}; {state} with {gone}"),
            (BucketState::Open, None) => {
                let mut earlier = self.before.range(..self.night).rev();
                let before = match earlier.find_map(|(night, of)| Some((night, of.get(subject)?))) {
                    Some((night, old)) if old == now => format!(", which did not show it in night {night}"),
                    Some((night, old)) => format!("; {old} did not show it in night {night}"),
                    None => String::new(),
                };
                format!("{seen}{WITH}{now}{before}")
            }
            (BucketState::Open | BucketState::Back, _) => format!("{seen}{WITH}{now}"),
            _ => seen,
        }
    }

    /// The version since which a bucket is fixed, in words: with the last one that showed it, and those between the two with
    /// which nobody has run its case.
    fn since(&self, pair: &Pair) -> String {
        let subject = &pair.1;
        let now = self.versions.get(subject).map_or("an unknown version", String::as_str);
        let shown = self.last_shown.get(pair).copied().unwrap_or_default();
        let Some(old) = self.before.get(&shown).and_then(|versions| versions.get(subject)) else {
            return format!("since {now}; an unknown version showed it");
        };
        let later = self.before.range(shown + 1..).filter_map(|(_, versions)| versions.get(subject));
        let between: BTreeSet<&str> =
            later.map(String::as_str).filter(|version| *version != old && *version != now).collect();
        let untried = match between.into_iter().collect::<Vec<_>>().as_slice() {
            [] => String::new(),
            [one] => format!(", {one} was not tried"),
            several => format!(", {} were not tried", several.join(", ")),
        };
        match old == now {
            true => format!("since {now}, of which another build showed it{untried}"),
            false => format!("since {now}; {old} showed it{untried}"),
        }
    }
}

/// The last night before one in which a run has seen a bucket, by its case or otherwise; 0 if there is none.
fn last_shown_in(
    store: &Reader,
    transitions: &[Transition],
    (bucket, subject): &Pair,
    night: u64,
) -> Result<u64, Error> {
    let is_there = |transition: &&Transition| {
        matches!(transition.state, BucketState::Open | BucketState::Back)
            && transition.night < night
            && (&transition.bucket, &transition.subject) == (bucket, subject)
    };
    let mut last = transitions.iter().filter(is_there).map(|transition| transition.night).max().unwrap_or(0);
    store.rechecks_of(bucket, subject, |row| {
        let shows = matches!(read(store, &row.body)?, Recheck::Shows(_) | Recheck::Accepted(_));
        if shows && row.night < night {
            last = last.max(row.night);
        }
        Ok(())
    })?;
    Ok(last)
}

/// The observation in words, without the part that the name of a bucket gives already.
fn seen(finding: &Finding) -> String {
    let headline = finding.headline();
    match headline.split_once(&format!("{}: ", finding.subjects())) {
        Some((_, seen)) => format!("{}: {seen}", finding.pairing),
        None => headline,
    }
}

/// Clause, or sort of fault, in a bucket's name.
fn clause(bucket: &str) -> Option<&str> {
    super::parts(bucket).and_then(|(_, fingerprint)| fingerprint.split(':').next())
}

/// Key of a subject's version in a column's identity.
pub const SUBJECT: &str = "subject ";

/// Versions of the subjects by their names, in a column's identity.
pub(super) fn versions(identity: &[(String, String)]) -> BTreeMap<String, String> {
    let of_subject = |(key, value): &(String, String)| {
        Some((key.strip_prefix(SUBJECT)?.to_owned(), value.split(';').next().unwrap_or_default().to_owned()))
    };
    identity.iter().filter_map(of_subject).collect()
}

/// State of a bucket that is seen, where it is another one than before.
fn next(before: Option<BucketState>, seen: BucketState) -> Option<BucketState> {
    match before {
        None => Some(seen),
        Some(BucketState::Fixed | BucketState::Masked) => Some(BucketState::Back),
        Some(BucketState::NotRepeatable) if seen == BucketState::Open => Some(seen),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_is_opened_once_and_comes_back_after_it_was_fixed() {
        let seen = BucketState::Open;
        assert_eq!(next(None, seen), Some(BucketState::Open));
        assert_eq!(next(None, BucketState::NotRepeatable), Some(BucketState::NotRepeatable));
        assert_eq!(next(Some(BucketState::NotRepeatable), seen), Some(BucketState::Open));
        assert_eq!(next(Some(BucketState::Fixed), seen), Some(BucketState::Back));
        for same in [BucketState::Open, BucketState::Back, BucketState::Changed] {
            assert_eq!(next(Some(same), seen), None);
        }
    }

    #[test]
    fn a_retirement_holds_on_its_last_day() {
        let until = |until: &str| Retirement {
            who: "Ada".to_owned(),
            why: "ticket 7".to_owned(),
            until: Some(until.to_owned()),
            ended: false,
        };
        let now = "2026-12-01T10:00:00Z";
        assert!(until("2026-12-01").holds(now) && !until("2026-11-30").holds(now));
        assert!(Retirement { until: None, ..until("") }.holds(now));
        assert!(!Retirement { ended: true, ..until("2027-01-01") }.holds(now));
    }
}
