//! Running one case again: what `repro` and `minimize` have in common.

use crate::campaign::batch::Batch;
use crate::campaign::report::finding;
use crate::campaign::single::{Pair, run_one};
use crate::campaign::source::Source;
use crate::campaign::tally::{Found, Seen, SubjectTally, TargetTally};
use crate::campaign::units::{Role, Sources, Workshop, compile};
use crate::campaign::verdicts::{self, CaseResult};
use crate::error::Error;
use crate::known::Known;
use crate::report::finding::Finding;
use crate::toolchain::Toolchain;
use crate::toolchain::capability::Capabilities;
use crate::toolchain::select::Inventory;
use crosscall_model::{Case, Pairing, Target};
use crosscall_oracle::knowledge::Knowledge;
use std::collections::BTreeMap;

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
    let selected = inventory.select(&[target], toolchains)?;
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
    known: BTreeMap<String, Knowledge>,
}

impl Settled {
    /// What the target's directed cases tell of the subjects: the state of knowledge in which a campaign
    /// judges.
    pub(super) fn of(&mut self, subjects: &Subjects, workshop: Workshop<'_>) -> Result<Background, Error> {
        let first = self.one(&subjects.first, workshop)?;
        let partner = subjects.partner.as_ref().map(|p| self.one(p, workshop)).transpose()?;
        Ok(Background { first, partner })
    }

    fn one(&mut self, subject: &Toolchain, workshop: Workshop<'_>) -> Result<Knowledge, Error> {
        if let Some(knowledge) = self.known.get(&subject.name) {
            return Ok(knowledge.clone());
        }
        let knowledge = settle(subject, workshop)?;
        self.known.insert(subject.name.clone(), knowledge.clone());
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
    let role = match pairing {
        Pairing::Caller | Pairing::Cross => Role::Caller,
        Pairing::Callee | Pairing::Object => Role::Callee,
        Pairing::Layout => Role::Layout,
    };
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
    let result = trial(case, pairing, subjects, &mut background, workshop)?;
    tally.knowledge = background.first;
    if let Some(result) = result {
        let both: Vec<&Toolchain> = std::iter::once(first).chain(&subjects.partner).collect();
        seen.extend(tally.note(case, 0, &result, &both, known, None));
    }
    let findings = seen.iter().map(|seen| finding(&Found::once(seen.clone(), 0))).collect();
    Ok(Outcome { tally, findings, seen })
}

/// The verdict on a case, without the faults of compilers.
pub(super) fn trial(
    case: &Case,
    pairing: Pairing,
    subjects: &Subjects,
    background: &mut Background,
    workshop: Workshop<'_>,
) -> Result<Option<CaseResult>, Error> {
    let Background { first, partner: of_partner } = background;
    let partner = subjects.partner.as_ref().zip(of_partner.as_ref());
    let pair = Pair { subject: &subjects.first, partner, pairing };
    run_one(case, pair, first, false, workshop).map_err(Error::Tool)
}
