//! Buckets as a page shows them: what the report has found and what a store says, put together by their names.

use super::{Bucket, Page};
use crate::blame::Blame;
use crate::buckets::{BucketLine, BucketState, name, parts};
use crate::names::together;
use crate::printable::{printable, visible};
use crate::sentence;
use crosscall_model::finding::{Finding, FindingClass};
use std::collections::{BTreeMap, BTreeSet};

/// State of a bucket this morning, the most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum State {
    /// Seen for the first time, or on no list.
    New,
    /// Was gone, and is there again.
    Back,
    /// Shows in another way.
    Changed,
    /// Something else shows in front of it.
    Masked,
    /// There still.
    Open,
    /// Does not show every time.
    NotRepeatable,
    /// On the list of known findings.
    Known,
    /// A person has put it aside.
    Retired,
    /// Shows no longer since tonight.
    Gone,
    /// Was gone before tonight.
    Past,
}

impl State {
    /// The word for it.
    pub(super) fn word(self) -> &'static str {
        match self {
            State::New => "new",
            State::Back => "back",
            State::Changed => "changed",
            State::Masked => "masked",
            State::Open => "open",
            State::NotRepeatable => "not repeatable",
            State::Known => "known",
            State::Retired => "retired",
            State::Gone => "gone",
            State::Past => "gone before",
        }
    }

    fn of_line(line: &BucketLine, is_tonight: bool) -> State {
        match line.state {
            BucketState::Fixed => State::Gone,
            BucketState::NotRepeatable => State::NotRepeatable,
            BucketState::Back if is_tonight => State::Back,
            BucketState::Changed if is_tonight => State::Changed,
            BucketState::Masked if is_tonight => State::Masked,
            BucketState::Open if is_tonight && line.accepted.is_empty() => State::New,
            BucketState::Retired => State::Retired,
            _ if line.retired.is_some() => State::Retired,
            _ if !line.accepted.is_empty() => State::Known,
            _ => State::Open,
        }
    }
}

/// A bucket.
#[derive(Debug, Clone)]
pub(super) struct Cause<'a> {
    /// Its short name.
    pub(super) id: String,
    /// Its name: target and fingerprint.
    pub(super) name: String,
    /// Findings of the report in it, one for each subject that shows it.
    pub(super) findings: Vec<&'a Finding>,
    /// The bucket as a store has it.
    pub(super) stored: Option<&'a Bucket>,
    /// Its state this morning.
    pub(super) state: State,
    /// Its class.
    pub(super) class: FindingClass,
    /// Subjects that show it, or with which it is gone.
    pub(super) subjects: Vec<String>,
    /// The subjects whose fault it is; none where it takes two.
    pub(super) guilty: BTreeSet<&'a str>,
    /// Trials that show it.
    pub(super) trials: u64,
    /// Further trials that go wrong because of it.
    pub(super) folded: u64,
    /// Who does what, in a sentence.
    pub(super) says: String,
    /// The version that shows it, and the one that did not, where it came up tonight.
    pub(super) versions: Option<String>,
}

impl Cause<'_> {
    /// The target's name.
    pub(super) fn target(&self) -> &str {
        self.name.split(' ').next().unwrap_or_default()
    }

    /// The clause that it contradicts, or the kind of fault.
    pub(super) fn clause(&self) -> String {
        match self.findings.first() {
            Some(found) => found.clause().to_owned(),
            None => {
                let fingerprint =
                    parts(&self.name).map_or(self.name.as_str(), |(_, fingerprint)| fingerprint);
                fingerprint.split(':').next().unwrap_or_default().to_owned()
            }
        }
    }

    /// The declaration of the smallest case's function.
    pub(super) fn signature(&self) -> String {
        self.findings.first().map(|found| found.signature()).unwrap_or_default()
    }
}

/// All buckets, in the order of their states, classes, and numbers of trials.
pub(super) fn causes<'a>(page: &'a Page<'a>) -> Vec<Cause<'a>> {
    let mut all: BTreeMap<String, Vec<&Finding>> = BTreeMap::new();
    for found in page.report.findings() {
        all.entry(name(found.case.target(), &found.fingerprint)).or_default().push(found);
    }
    let stored: BTreeMap<&str, &Bucket> =
        page.buckets.iter().map(|bucket| (bucket.name.as_str(), bucket)).collect();
    let lines = lines(page);
    let blame = Blame::of(page.report);
    let mut causes = Vec::new();
    let others = stored.iter().filter(|(name, _)| !all.contains_key(**name));
    let others: Vec<&str> = others.map(|(name, _)| *name).collect();
    for name in others {
        all.insert(name.to_owned(), Vec::new());
    }
    // A line of the night that nothing else reports.
    let reported: BTreeSet<String> = all.keys().map(|name| printable(name)).collect();
    for name in lines.keys().filter(|name| !reported.contains(*name)) {
        all.entry(name.clone()).or_default();
    }
    for (name, mut findings) in all {
        // The one that says most speaks for all.
        findings.sort_by_key(|found| (!found.is_new(), found.toolchains.len(), found.class()));
        let stored = stored.get(name.as_str()).copied();
        let lines = lines.get(printable(&name).as_str()).map(Vec::as_slice).unwrap_or_default();
        let state = state(&findings, stored, lines);
        let first = findings.first().copied();
        let mut subjects: Vec<String> = findings.iter().map(|found| found.subjects()).collect();
        if subjects.is_empty() {
            subjects = lines.iter().flat_map(|(line, _)| line.subjects.clone()).collect();
        }
        if let (true, Some(bucket)) = (subjects.is_empty(), stored) {
            subjects = bucket.subjects.iter().map(|standing| standing.subject.clone()).collect();
        }
        let reported = || lines.iter().map(|(line, _)| line.detail.clone()).find(|detail| !detail.is_empty());
        let earlier = || {
            let history = stored?.history.iter().rev().map(|change| &change.detail);
            history.clone().find(|detail| !detail.is_empty() && !detail.starts_with('{')).cloned()
        };
        let own = first.map(|_| sentence::of(page.report, &blame, &findings));
        causes.push(Cause {
            id: (page.id)(&name),
            class: findings
                .iter()
                .map(|found| found.class())
                .min()
                .unwrap_or_else(|| crate::buckets::class(&name)),
            guilty: sentence::guilty(&blame, &findings),
            versions: {
                let mut tonight = lines.iter().filter(|(_, is_tonight)| *is_tonight);
                let versions = tonight.find_map(|(line, _)| line.versions());
                versions.map(|versions| format!("with {}", visible(versions)))
            },
            trials: findings.iter().map(|found| found.occurrences).sum(),
            folded: findings.iter().map(|found| found.consequences).sum(),
            says: {
                let others = || Some(format!("{}: {}", together(&subjects), reported().or_else(earlier)?));
                visible(&own.or_else(others).unwrap_or_default()).replace(['\n', '\t'], " ")
            },
            name,
            findings,
            stored,
            state,
            subjects,
        });
    }
    causes.sort_by_key(|cause| (cause.state, cause.class, std::cmp::Reverse(cause.trials)));
    causes
}

/// Lines of the night by the names in them, as they are printed, and whether they are about tonight.
fn lines<'a>(page: &'a Page<'a>) -> BTreeMap<String, Vec<(&'a BucketLine, bool)>> {
    let mut all: BTreeMap<String, Vec<(&BucketLine, bool)>> = BTreeMap::new();
    if let Some(night) = &page.report.night {
        let changes = night.changes.iter().map(|line| (line, true));
        for (line, is_tonight) in changes.chain(night.open.iter().map(|line| (line, false))) {
            all.entry(printable(&line.bucket)).or_default().push((line, is_tonight));
        }
    }
    all
}

/// The most urgent of what there is to say.
fn state(findings: &[&Finding], stored: Option<&Bucket>, lines: &[(&BucketLine, bool)]) -> State {
    if let Some(state) = lines.iter().map(|(line, is_tonight)| State::of_line(line, *is_tonight)).min() {
        return state;
    }
    if !findings.is_empty() {
        return if findings.iter().any(|found| found.is_new()) { State::New } else { State::Known };
    }
    let is_open = |state: Option<BucketState>| state.is_some_and(BucketState::is_open);
    let subjects = stored.map(|bucket| bucket.subjects.as_slice()).unwrap_or_default();
    match subjects.iter().find(|standing| is_open(standing.state)) {
        Some(standing) if standing.retired.is_some() => State::Retired,
        Some(_) => State::Open,
        None if subjects.iter().any(|s| s.state == Some(BucketState::NotRepeatable)) => State::NotRepeatable,
        None => State::Past,
    }
}
