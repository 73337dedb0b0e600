//! Whose fault a finding is, where several subjects have to do with it.

use crate::run::RunReport;
use crosscall_model::Target;
use crosscall_model::finding::Finding;
use std::collections::{BTreeMap, BTreeSet};

/// Name of a finding in a list: the id of a known one, or target and fingerprint of a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Name<'a> {
    /// A new one.
    New(Target, &'a str),
    /// One of the list of known findings.
    Known(&'a str),
}

/// The names under which a finding counts: its own, or those of the known ones that together explain it.
pub(crate) fn names_of(found: &Finding) -> Vec<Name<'_>> {
    match found.is_new() {
        true => vec![Name::New(found.case.target(), &found.fingerprint)],
        false => found.known.iter().map(|id| Name::Known(id)).collect(),
    }
}

/// The subjects that show each finding by themselves, without another compiler on the other side of the call.
pub(crate) struct Blame<'a> {
    alone: BTreeMap<Name<'a>, BTreeSet<&'a str>>,
}

impl<'a> Blame<'a> {
    /// Of all findings of a report.
    pub(crate) fn of(report: &'a RunReport) -> Blame<'a> {
        let mut alone: BTreeMap<Name<'_>, BTreeSet<&str>> = BTreeMap::new();
        for subject in &report.targets {
            for found in subject.findings.iter().filter(|found| is_alone(found)) {
                for name in names_of(found) {
                    alone.entry(name).or_default().insert(&subject.toolchain);
                }
            }
        }
        Blame { alone }
    }

    /// The subjects that show a finding by themselves.
    pub(crate) fn alone(&self, name: Name<'a>) -> Vec<&'a str> {
        self.alone.get(&name).into_iter().flatten().copied().collect()
    }

    /// True if a finding that a subject shows only in calls of another compiler is one that others show by themselves.
    pub(crate) fn is_partners(&self, found: &Finding, subject: &str) -> bool {
        let is_others = |name: Name<'_>| self.alone.get(&name).is_some_and(|alone| !alone.contains(subject));
        names_of(found).into_iter().all(is_others)
    }
}

/// True if no other compiler is needed to see it.
fn is_alone(found: &Finding) -> bool {
    let one_subject = |subjects: &[String]| subjects.len() < 2;
    found.with_itself > 0
        || one_subject(&found.toolchains)
        || found.sightings.iter().any(|seen| one_subject(&seen.subjects))
}
