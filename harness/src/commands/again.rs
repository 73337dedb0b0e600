//! Running one case again: what `repro` and `minimize` have in common.

use crate::campaign::apart::{self, Apart};
use crate::campaign::batch::Batch;
use crate::campaign::report::finding;
use crate::campaign::single::{Pair, run_one};
use crate::campaign::source::Source;
use crate::campaign::tally::{Found, Seen, SubjectTally, TargetTally};
use crate::campaign::tools::Tools;
use crate::campaign::units::{Role, Sources, Workshop, compile};
use crate::campaign::values::Values;
use crate::campaign::verdicts::{self, CaseResult};
use crate::error::Error;
use crate::known::Known;
use crate::report::finding::Finding;
use crate::toolchain::Toolchain;
use crate::toolchain::capability::Capabilities;
use crate::toolchain::select::Inventory;
use crosscall_model::{About, Case, Matter, Pairing, Target};
use crosscall_oracle::knowledge::Knowledge;
use std::collections::BTreeMap;

/// The pairings that a case can be tested in: those that are asked for, or else `default`.
///
/// # Errors
/// When none of those that are asked for is for it.
pub(super) fn pairings_for(
    case: &About,
    asked: &[Pairing],
    default: &[Pairing],
) -> Result<Vec<Pairing>, Error> {
    let fits = |pairing: &Pairing| pairing.matter() == case.matter();
    let wanted = if asked.is_empty() { default } else { asked };
    let fitting: Vec<Pairing> = wanted.iter().copied().filter(fits).collect();
    match asked.iter().find(|pairing| !fits(pairing)) {
        Some(other) => {
            let about = case.matter();
            Err(Error::Input(format!("the case is about {about}: the pairing {other} is not for it")))
        }
        None => Ok(fitting),
    }
}

/// Subjects of one trial: the judged one, and the one that it calls in the pairing `cross`.
pub(super) struct Subjects {
    pub(super) first: Toolchain,
    pub(super) partner: Option<Toolchain>,
}

impl Subjects {
    pub(super) fn names(&self) -> Vec<String> {
        std::iter::once(&self.first).chain(&self.partner).map(|t| t.name.clone()).collect()
    }
}

/// The trials that are asked for: `toolchains` as given on the command line or, where none is given, as
/// the case file has them; in the pairing `cross` the second one is called by the first.
pub(super) fn subjects(
    inventory: &Inventory,
    target: Target,
    pairing: Pairing,
    toolchains: &[String],
) -> Result<Vec<Subjects>, Error> {
    if pairing == Pairing::Cross {
        // One toolchain may be on both sides.
        let sides = toolchains.iter().map(|name| inventory.select(&[target], std::slice::from_ref(name)));
        let sides: Vec<Toolchain> = sides.collect::<Result<Vec<_>, _>>()?.concat();
        let [first, partner] = sides.as_slice() else {
            let message = "the pairing cross needs two toolchains: --toolchain CALLER --toolchain CALLEE";
            return Err(Error::Input(message.to_owned()));
        };
        return Ok(vec![Subjects { first: first.clone(), partner: Some(partner.clone()) }]);
    }
    let mut selected = inventory.select(&[target], toolchains)?;
    selected.retain(|toolchain| toolchain.kind.takes_part(pairing));
    if selected.is_empty() {
        return Err(Error::Input(format!("the pairing {pairing} is not for {}", toolchains.join(", "))));
    }
    Ok(selected.into_iter().map(|first| Subjects { first, partner: None }).collect())
}

/// Directed cases in one unit. Each reading that is tried links the whole unit again, so that small ones
/// are faster.
const SETTLING_BATCH: usize = 16;

/// Directed cases that are enough: they settle every question that can be settled.
const SETTLING_CASES: u64 = 300;

/// Cases that are compiled first: a subject that can do nothing with them can do nothing at all.
const FIRST_CASES: usize = 2;

/// What is known of the subjects of a trial.
#[derive(Clone)]
pub(super) struct Background {
    pub(super) first: Knowledge,
    pub(super) partner: Option<Knowledge>,
}

/// What is known of subjects, worked out once for each.
#[derive(Default)]
pub(super) struct Settled {
    /// By name, for each kind of cases.
    known: BTreeMap<(String, Matter), Knowledge>,
}

impl Settled {
    /// What the target's directed cases tell of the subjects: the state of knowledge in which a campaign
    /// judges.
    pub(super) fn of(
        &mut self,
        subjects: &Subjects,
        pairing: Pairing,
        workshop: Workshop<'_>,
    ) -> Result<Background, Error> {
        let first = self.one(&subjects.first, pairing, workshop)?;
        let partner = subjects.partner.as_ref().map(|p| self.one(p, pairing, workshop)).transpose()?;
        Ok(Background { first, partner })
    }

    fn one(
        &mut self,
        subject: &Toolchain,
        pairing: Pairing,
        workshop: Workshop<'_>,
    ) -> Result<Knowledge, Error> {
        let key = (subject.name.clone(), pairing.matter());
        if let Some(knowledge) = self.known.get(&key) {
            return Ok(knowledge.clone());
        }
        let knowledge = match pairing.matter() {
            Matter::Call => settle(subject, workshop)?,
            Matter::Tool => apart::settle::<Tools>(subject, workshop).map_err(Error::Tool)?,
            Matter::Value => apart::settle::<Values>(subject, workshop).map_err(Error::Tool)?,
        };
        self.known.insert(key, knowledge.clone());
        Ok(knowledge)
    }
}

fn settle(subject: &Toolchain, workshop: Workshop<'_>) -> Result<Knowledge, Error> {
    let source = Source::new(subject.target, 0);
    let cases: Vec<Case> = (0..source.directed().min(SETTLING_CASES)).map(|i| source.case(i)).collect();
    let mut knowledge = Knowledge::new(crosscall_oracle::clause::catalogue(subject.target));
    let all = Capabilities::all();
    let (first, rest) = cases.split_at(cases.len().min(FIRST_CASES));
    for cases in std::iter::once(first).chain(rest.chunks(SETTLING_BATCH)) {
        let mut compiled = false;
        let (batch, sources) = (Batch::new(cases), Sources::new(cases));
        for (role, pairing) in [
            (Role::Caller, Pairing::Caller),
            (Role::Callee, Pairing::Callee),
            (Role::Layout, Pairing::Layout),
        ] {
            let unit =
                compile(subject, role, &sources, &all, workshop).map_err(|e| Error::Tool(e.to_string()))?;
            compiled |= !unit.objects.is_empty();
            match role {
                Role::Layout => verdicts::layout(&batch, &unit, &mut knowledge, &|_| true),
                _ => verdicts::calls(pairing, &batch, &unit, &mut knowledge, &|_| true, &Default::default()),
            };
        }
        if cases == first && !compiled {
            break;
        }
    }
    Ok(knowledge)
}

/// One trial and what was found in it.
pub(super) struct Outcome {
    pub(super) tally: SubjectTally,
    pub(super) findings: Vec<Finding>,
    /// The disagreements as the campaign sees them.
    pub(super) seen: Vec<Seen>,
}

/// Runs a case once.
pub(super) fn once(
    case: &About,
    pairing: Pairing,
    subjects: &Subjects,
    background: &Background,
    known: &Known,
    workshop: Workshop<'_>,
) -> Result<Outcome, Error> {
    match case {
        About::Call(case) => once_called(case, pairing, subjects, background, known, workshop),
        About::Tool(case) => once_apart::<Tools>(case, &subjects.first, background, known, workshop),
        About::Value(case) => once_apart::<Values>(case, &subjects.first, background, known, workshop),
    }
}

/// Tries once a case that is no call.
fn once_apart<T: Apart>(
    case: &T::Case,
    subject: &Toolchain,
    background: &Background,
    known: &Known,
    workshop: Workshop<'_>,
) -> Result<Outcome, Error> {
    let mut tallies = TargetTally::new(subject.target, std::slice::from_ref(subject));
    let mut tally = tallies.subjects.pop().ok_or_else(|| Error::Tool("no subject".to_owned()))?;
    tally.cases = 1;
    tally.knowledge = background.first.clone();
    let result = apart::run_one::<T>(case, subject, &mut tally.knowledge, workshop).map_err(Error::Tool)?;
    let seen = match result {
        Some(result) => tally.note_apart::<T>(case, 0, &result, subject, known),
        None => Vec::new(),
    };
    let findings = seen.iter().map(|seen| finding(&Found::once(seen.clone(), 0))).collect();
    Ok(Outcome { tally, findings, seen })
}

/// Makes a call once.
fn once_called(
    case: &Case,
    pairing: Pairing,
    subjects: &Subjects,
    background: &Background,
    known: &Known,
    workshop: Workshop<'_>,
) -> Result<Outcome, Error> {
    let first = &subjects.first;
    let mut tallies = TargetTally::new(case.target, std::slice::from_ref(first));
    let mut tally = tallies.subjects.pop().ok_or_else(|| Error::Tool("no subject".to_owned()))?;
    tally.cases = 1;
    let role = Role::of(pairing).ok_or_else(|| {
        Error::Input(format!("the case is about a call: the pairing {pairing} is not for it"))
    })?;
    let cases = std::slice::from_ref(case);
    let unit = compile(first, role, &Sources::new(cases), &Capabilities::all(), workshop)
        .map_err(|e| Error::Tool(e.to_string()))?;
    let mut seen = tally.note_faults(cases, 0, role, &unit, known);
    if let (Pairing::Cross, Some(partner)) = (pairing, &subjects.partner) {
        let unit = compile(partner, Role::Callee, &Sources::new(cases), &Capabilities::all(), workshop)
            .map_err(|e| Error::Tool(e.to_string()))?;
        let mut of_partner = TargetTally::new(case.target, std::slice::from_ref(partner)).subjects;
        let faults = of_partner.iter_mut().flat_map(|t| t.note_faults(cases, 0, Role::Callee, &unit, known));
        seen.extend(faults);
        tally.failures.note_incidents(0, &unit);
    }
    let mut background = background.clone();
    let result = trial(&About::Call(case.clone()), pairing, subjects, &mut background, workshop)?;
    tally.knowledge = background.first;
    if let Some(result) = result {
        let both: Vec<&Toolchain> = std::iter::once(first).chain(&subjects.partner).collect();
        seen.extend(tally.note(case.into(), 0, &result, &both, known, None));
    }
    let findings = seen.iter().map(|seen| finding(&Found::once(seen.clone(), 0))).collect();
    Ok(Outcome { tally, findings, seen })
}

/// The verdict on a case, without the faults of compilers and tools.
pub(super) fn trial(
    case: &About,
    pairing: Pairing,
    subjects: &Subjects,
    background: &mut Background,
    workshop: Workshop<'_>,
) -> Result<Option<CaseResult>, Error> {
    let Background { first, partner: of_partner } = background;
    let partner = subjects.partner.as_ref().zip(of_partner.as_ref());
    let pair = Pair { subject: &subjects.first, partner, pairing };
    match case {
        About::Call(case) => run_one(case, pair, first, false, workshop).map_err(Error::Tool),
        About::Tool(case) => {
            apart::run_one::<Tools>(case, &subjects.first, first, workshop).map_err(Error::Tool)
        }
        About::Value(case) => {
            apart::run_one::<Values>(case, &subjects.first, first, workshop).map_err(Error::Tool)
        }
    }
}
