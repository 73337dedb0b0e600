//! Trials of one cause, each with the case that shows it.

use super::Settings;
use super::sums::Class;
use super::trial::{Form, Judged, Name, Outcome};
use crate::report::finding;
use crate::tally::{Found, Key, Seen};
use crosscall_model::finding::{Confirmed, Finding, Fingerprint};
use crosscall_model::{About, Case, Pairing};
use crosscall_toolchain::Toolchain;
use std::collections::{BTreeMap, BTreeSet};

/// Cause: the key by which causes are distinguished.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cause {
    pub(super) class: Class,
    pub(super) pairing: Pairing,
    pub(super) old: Option<Fingerprint>,
    pub(super) new: Option<Fingerprint>,
    pub(super) known: Vec<String>,
}

/// A case with what came of it.
#[derive(Debug, Clone)]
pub(super) struct Sample {
    pub(super) form: Form,
    pub(super) index: u64,
    pub(super) case: Case,
    /// That of the old compiler, between the two its call of itself.
    pub(super) old: Outcome,
    /// That of the new compiler, between the two that of the call.
    pub(super) new: Outcome,
}

/// The trials of a cause.
#[derive(Debug)]
pub(super) struct Trials {
    pub(super) forms: BTreeMap<Form, u64>,
    pub(super) cases: BTreeSet<u64>,
    pub(super) sample: Sample,
    pub(super) confirmed: Confirmed,
}

/// All causes so far.
#[derive(Debug, Default)]
pub(super) struct Groups {
    pub(super) all: BTreeMap<Cause, Trials>,
}

/// Trials of one class in which the same is wrong.
#[derive(Debug)]
pub struct Group {
    /// The class.
    pub class: Class,
    /// Trials by who calls whom.
    pub forms: BTreeMap<Form, u64>,
    /// Number of different cases.
    pub cases: u64,
    /// Finding about the old compiler.
    pub old: Option<Finding>,
    /// Finding about the new one, or between the two.
    pub new: Option<Finding>,
    /// Whether the case shows it by itself.
    pub confirmed: Confirmed,
    /// Violations of one of the two that show in the same cases: their clauses, with the number of cases.
    pub with: Vec<(String, u64)>,
}

impl Group {
    /// Number of its trials.
    pub fn trials(&self) -> u64 {
        self.forms.values().sum()
    }

    /// Finding to report: that about the new compiler, where it does something wrong.
    pub fn finding(&self) -> Option<&Finding> {
        self.new.as_ref().or(self.old.as_ref())
    }
}

impl Groups {
    /// Adds a trial.
    pub(super) fn add(&mut self, judged: Judged, sample: Sample) {
        let cause = Cause::of(&judged, sample.form.pairing());
        let (form, index) = (sample.form, sample.index);
        let trials = self.all.entry(cause).or_insert_with(|| Trials {
            forms: BTreeMap::new(),
            cases: BTreeSet::new(),
            sample,
            confirmed: Confirmed::Not,
        });
        *trials.forms.entry(form).or_default() += 1;
        trials.cases.insert(index);
    }

    /// Adds the trials of later cases.
    pub(super) fn absorb(&mut self, other: Groups) {
        for (cause, trials) in other.all {
            match self.all.get_mut(&cause) {
                None => drop(self.all.insert(cause, trials)),
                Some(own) => {
                    trials
                        .forms
                        .into_iter()
                        .for_each(|(form, times)| *own.forms.entry(form).or_default() += times);
                    own.cases.extend(trials.cases);
                }
            }
        }
    }

    /// The groups as a report has them: by class, then by the number of their trials.
    pub(super) fn in_order(&self, settings: &Settings) -> Vec<Group> {
        let group = |(cause, trials): (&Cause, &Trials)| Group {
            class: cause.class,
            forms: trials.forms.clone(),
            cases: trials.cases.len() as u64,
            old: reported(settings, cause, trials, Side::Old),
            new: reported(settings, cause, trials, Side::New),
            confirmed: trials.confirmed,
            with: self.with(cause, trials),
        };
        let mut groups: Vec<Group> = self.all.iter().map(group).collect();
        groups.sort_by_key(|group| (group.class, std::cmp::Reverse(group.trials())));
        groups
    }

    /// Violations of one of the two in cases in which they do not understand each other: why they do not.
    fn with(&self, cause: &Cause, trials: &Trials) -> Vec<(String, u64)> {
        if cause.class != Class::Breaks {
            return Vec::new();
        }
        let alone =
            self.all.iter().filter(|(other, _)| other.class.is_altered() && other.pairing != Pairing::Cross);
        let mut with: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
        for (other, of_other) in alone {
            let shared: BTreeSet<u64> = of_other.cases.intersection(&trials.cases).copied().collect();
            if let Some(fingerprint) =
                other.new.as_ref().or(other.old.as_ref()).filter(|_| !shared.is_empty())
            {
                with.entry(format!("{} ({fingerprint}, {})", other.class.title(), other.pairing))
                    .or_default()
                    .extend(shared);
            }
        }
        let mut with: Vec<(String, u64)> =
            with.into_iter().map(|(what, cases)| (what, cases.len() as u64)).collect();
        with.sort_by_key(|(_, cases)| std::cmp::Reverse(*cases));
        with
    }
}

impl Cause {
    pub(super) fn of(judged: &Judged, pairing: Pairing) -> Cause {
        let fingerprint = |name: &Option<Name>| name.as_ref().map(|name| name.fingerprint.clone());
        let known = judged.new.as_ref().or(judged.old.as_ref()).map(|name| name.known.clone());
        Cause {
            class: judged.class,
            pairing,
            old: fingerprint(&judged.old),
            new: fingerprint(&judged.new),
            known: known.unwrap_or_default(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Old,
    New,
}

/// Finding about one of the two, as reports show it.
fn reported(settings: &Settings, cause: &Cause, trials: &Trials, side: Side) -> Option<Finding> {
    let sample = &trials.sample;
    let (fingerprint, outcome, alone): (_, _, &Toolchain) = match side {
        Side::Old => (cause.old.as_ref()?, &sample.old, &settings.old),
        Side::New => (cause.new.as_ref()?, &sample.new, &settings.new),
    };
    let subjects = match (sample.form, side) {
        (Form::OldCallsNew | Form::NewCallsOld, Side::Old) => vec![&settings.old, &settings.old],
        (Form::OldCallsNew, Side::New) => vec![&settings.old, &settings.new],
        (Form::NewCallsOld, Side::New) => vec![&settings.new, &settings.old],
        _ => vec![alone],
    };
    let pairing = sample.form.pairing();
    let (violation, evidence, source) = match outcome {
        Outcome::Wrong(wrong) => (wrong.with_first(pairing, fingerprint), wrong.evidence.clone(), None),
        Outcome::NoObject { source, .. } => (outcome.violation(alone), None, Some(source.clone())),
        _ => (outcome.violation(alone), None, None),
    };
    let is_fault = matches!(fingerprint, Fingerprint::Fault(_));
    let found = Found::once(
        Seen {
            key: Key { fingerprint: fingerprint.clone(), known: cause.known.clone() },
            toolchains: subjects.iter().map(|subject| subject.name.clone()).collect(),
            pairing: Some(pairing).filter(|_| !is_fault),
            case: About::Call(sample.case.clone()),
            index: sample.index,
            violation,
            beside: false,
            evidence,
            dumps: None,
            code: Vec::new(),
            source,
        },
        settings.seed,
    );
    let mut finding =
        finding(&Found { times: trials.forms.values().sum(), confirmed: trials.confirmed, ..found });
    finding.pairing = pairing;
    Some(finding)
}
