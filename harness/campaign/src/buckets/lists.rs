//! The buckets of a campaign after its latest night, from its stores: what a person reads in the morning.

use super::states::{Current, Pair, current};
use super::{Recheck, class, name, rechecks};
use crate::store::{Reader, printable};
use crosscall_base::error::Error;
use crosscall_model::finding::FindingClass;
use crosscall_reports::buckets::{BucketLine, BucketState, Night};
use crosscall_reports::run::RunReport;
use std::collections::{BTreeMap, BTreeSet};

/// State of a bucket with a subject, as stores have it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Standing {
    current: Current,
    /// True if it came into its state in the latest night.
    is_tonight: bool,
    /// True if it came up, or came back, with a compiler that did not show it before.
    is_news: bool,
    accepted: Vec<String>,
    untried: Option<String>,
}

/// Buckets of the subjects that a report is about, after the latest night of its stores; none where no night has begun.
///
/// # Errors
/// When a store cannot be read.
pub fn night(stores: &[&Reader], report: &RunReport) -> Result<Option<Night>, Error> {
    let mut night = Night::default();
    let mut all: BTreeMap<Pair, Standing> = BTreeMap::new();
    for store in stores {
        let Some(last) = store.last_night()? else { continue };
        let column = store.columns()?.into_iter().find(|column| column.number == last.column);
        night.number = night.number.max(last.number);
        night.column = night.column.max(last.column);
        night.begins_column |= column.is_some_and(|column| column.night == last.number);
        for (pair, standing) in standings(store, last.number)? {
            match all.get_mut(&pair) {
                Some(own) => own.meet(standing),
                None => {
                    all.insert(pair, standing);
                }
            }
        }
    }
    if night.number == 0 {
        return Ok(None);
    }
    let tested: BTreeSet<&str> = report.targets.iter().map(|subject| subject.toolchain.as_str()).collect();
    all.retain(|(_, subject), _| tested.contains(subject.as_str()));
    let found = found(report);
    if stores.len() > 1 {
        all.retain(|pair, standing| !standing.came_up_tonight() || found.contains(pair));
    }
    let classes = classes(report);
    let (changes, open): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, standing)| standing.is_tonight);
    night.changes = lines(changes, &found);
    night.open = lines(open.into_iter().filter(|(_, standing)| standing.current.is_open()).collect(), &found);
    let class = |line: &BucketLine| classes.get(&line.bucket).copied().unwrap_or_else(|| class(&line.bucket));
    for lines in [&mut night.changes, &mut night.open] {
        lines.sort_by_key(|line| (line.state, class(line)));
    }
    Ok(Some(night))
}

/// Classes of the buckets that a report has findings in.
fn classes(report: &RunReport) -> BTreeMap<String, FindingClass> {
    let mut classes = BTreeMap::new();
    for finding in report.findings() {
        let (bucket, class) =
            (printable(&name(finding.case.target(), &finding.fingerprint)), finding.class());
        classes
            .entry(bucket)
            .and_modify(|first: &mut FindingClass| *first = class.min(*first))
            .or_insert(class);
    }
    classes
}

/// Buckets and subjects of a report's new findings.
fn found(report: &RunReport) -> BTreeSet<Pair> {
    let of_subject = |subject: &crosscall_reports::run::SubjectReport| -> Vec<Pair> {
        let new = subject.findings.iter().filter(|finding| finding.is_new());
        new.map(|f| (name(f.case.target(), &f.fingerprint), subject.toolchain.clone())).collect()
    };
    report.targets.iter().flat_map(of_subject).collect()
}

impl Standing {
    /// True for what one shard has seen for the first time in this night. If all of them together have no finding of this
    /// name, it is part of another one, of which that shard did not have the cases that explain it.
    fn came_up_tonight(&self) -> bool {
        let is_seen = matches!(self.current.observed, Some(BucketState::Open | BucketState::NotRepeatable));
        is_seen && self.is_news && self.accepted.is_empty() && self.untried.is_none()
    }

    /// Adds the state in another store, in either order: the bucket is there if one of them has seen it, and news if it is to
    /// all that know of it.
    fn meet(&mut self, other: Standing) {
        let rank = |standing: &Standing| {
            let Current { observed, since, detail, .. } = &standing.current;
            (!standing.current.is_open(), *observed, *since, detail.clone())
        };
        let (is_tonight, is_news) = (self.is_tonight && other.is_tonight, self.is_news && other.is_news);
        let mut accepted = self.accepted.clone();
        accepted.extend(other.accepted.clone());
        accepted.sort();
        accepted.dedup();
        let untried = self.untried.clone().max(other.untried.clone());
        if rank(&other) < rank(self) {
            *self = other;
        }
        *self = Standing { is_tonight, is_news, accepted, untried, ..self.clone() };
    }
}

/// State of each bucket with each subject in a store, after the latest night.
fn standings(store: &Reader, night: u64) -> Result<BTreeMap<Pair, Standing>, Error> {
    let states = current(store)?;
    let mut accepted: BTreeMap<Pair, Vec<String>> = BTreeMap::new();
    let mut untried: BTreeMap<Pair, String> = BTreeMap::new();
    for ((bucket, subject, ord), recheck) in rechecks(store, night)? {
        match recheck {
            Recheck::Accepted(ids) => accepted.entry((bucket, subject)).or_default().extend(ids),
            Recheck::Other { known, .. } if ord == 0 => {
                accepted.entry((bucket, subject)).or_default().extend(known);
            }
            Recheck::Untried(reason) if ord == 0 => drop(untried.insert((bucket, subject), reason)),
            _ => {}
        }
    }
    let compilers = compilers(store)?;
    let compiler = |subject: &str| compilers.get(subject).cloned().unwrap_or_else(|| subject.to_owned());
    // Before this night, by the bucket and the compiler that showed it.
    let older = states.iter().filter(|(_, current)| current.first < night);
    let older: BTreeSet<(&str, String)> =
        older.map(|((bucket, subject), _)| (bucket.as_str(), compiler(subject))).collect();
    let mut all = BTreeMap::new();
    for ((bucket, subject), current) in &states {
        let is_tonight = current.since == night;
        let is_news = is_tonight
            && match current.observed {
                Some(BucketState::Open) | Some(BucketState::NotRepeatable) => {
                    current.first == night && !older.contains(&(bucket.as_str(), compiler(subject)))
                }
                Some(BucketState::Back | BucketState::Changed) => true,
                _ => false,
            };
        let pair = (bucket.clone(), subject.clone());
        let (accepted, untried) = (accepted.remove(&pair).unwrap_or_default(), untried.remove(&pair));
        let standing = Standing { current: current.clone(), is_tonight, is_news, accepted, untried };
        all.insert(pair, standing);
    }
    Ok(all)
}

/// Compilers of the subjects in the latest column, by their names: levels of one are one compiler.
fn compilers(store: &Reader) -> Result<BTreeMap<String, String>, Error> {
    Ok(super::states::versions(&store.identity()?))
}

/// Lines of pairs: subjects that are in the same state with one bucket stand together.
fn lines(pairs: Vec<(Pair, Standing)>, found: &BTreeSet<Pair>) -> Vec<BucketLine> {
    let mut lines: Vec<BucketLine> = Vec::new();
    for (pair, standing) in pairs {
        let is_reported = found.contains(&pair);
        let ((bucket, subject), Standing { current, is_news, accepted, untried, .. }) = (pair, standing);
        let Some(state) = current.observed else { continue };
        let retired = current.retired.as_ref().filter(|retired| retired.holds_now()).map(ToString::to_string);
        let line = BucketLine {
            state,
            bucket: printable(&bucket),
            subjects: vec![printable(&subject)],
            detail: printable(&current.detail),
            since: current.since,
            is_news,
            is_reported,
            accepted,
            untried: untried.as_deref().map(printable),
            retired,
        };
        let is_like = |other: &&mut BucketLine| {
            // A headline names its first subject: the others have their own.
            let is_seen = matches!(state, BucketState::Open | BucketState::Back);
            let alone = |line: &BucketLine| BucketLine {
                subjects: Vec::new(),
                detail: if is_seen { String::new() } else { line.detail.clone() },
                ..line.clone()
            };
            alone(other) == alone(&line)
        };
        match lines.iter_mut().find(is_like) {
            Some(same) => same.subjects.extend(line.subjects),
            None => lines.push(line),
        }
    }
    lines.sort_by(|one, other| (one.state, &one.bucket).cmp(&(other.state, &other.bucket)));
    lines
}
