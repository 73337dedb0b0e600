//! Running one case again: what `repro` and `minimize` have in common.

use super::single::{Pair, run_one};
use crate::apart::{self, Apart};
use crate::judge::{folded, special_sets};
use crate::known::Known;
use crate::report::{describe, finding, note_accepted};
use crate::tally::{Found, Seen, SubjectTally};
use crate::tools::Tools;
use crate::values::Values;
use crosscall_base::error::Error;
use crosscall_engine::unit::Role;
use crosscall_engine::verdict::batch::Batch;
use crosscall_engine::verdict::{self, CaseResult, special};
use crosscall_engine::widths::widths;
use crosscall_generator::special::SETS;
use crosscall_model::finding::{Finding, Verdict};
use crosscall_model::{About, Case, CaseKind, Pairing, Target};
use crosscall_oracle::abi;
use crosscall_oracle::choose::{Permits, walk};
use crosscall_oracle::clause::ChoiceIndex;
use crosscall_oracle::infer::Effort;
use crosscall_oracle::knowledge::{AllReadings, Knowledge};
use crosscall_toolchain::capability::{self, Capabilities};
use crosscall_toolchain::cases::{Source, directed_cases};
use crosscall_toolchain::select::Inventory;
use crosscall_toolchain::units::{CompileContext, Sources, compile};
use crosscall_toolchain::{Toolchain, ToolchainKind, class};
use std::collections::{BTreeMap, BTreeSet};

/// The pairings that a case can be tested in: those that are asked for, or else `default`.
///
/// # Errors
/// When none of those that are asked for is for it.
pub fn pairings_for(case: &About, asked: &[Pairing], default: &[Pairing]) -> Result<Vec<Pairing>, Error> {
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
#[derive(Clone)]
pub struct Subjects {
    /// The judged subject; the caller in the pairing `cross`.
    pub first: Toolchain,
    /// The called subject in the pairing `cross`.
    pub partner: Option<Toolchain>,
}

impl Subjects {
    /// Names of both, the judged one first.
    pub fn names(&self) -> Vec<String> {
        std::iter::once(&self.first).chain(&self.partner).map(|t| t.name.clone()).collect()
    }
}

/// The trials that are asked for: `toolchains` as given on the command line or, where none is given, as
/// the case file has them; in the pairing `cross` the second one is called by the first.
pub fn subjects(
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
            let message = "the pairing cross needs two toolchains: --toolchain CALLER --toolchain CALLEE, or --subject for each";
            return Err(Error::Input(message.to_owned()));
        };
        return Ok(vec![Subjects { first: first.clone(), partner: Some(partner.clone()) }]);
    }
    let mut selected = inventory.select(&[target], toolchains)?;
    selected.retain(|toolchain| toolchain.takes_part(pairing));
    if selected.is_empty() {
        return Err(Error::Input(format!("the pairing {pairing} is not for {}", toolchains.join(", "))));
    }
    Ok(selected.into_iter().map(|first| Subjects { first, partner: None }).collect())
}

/// Every two subjects, one calling the other.
pub(crate) fn every_two(subjects: &[&Toolchain]) -> Vec<(Pairing, Subjects)> {
    let with = |first: &&Toolchain| {
        let others = subjects.iter().filter(|other| other.name != first.name);
        let pair = |other: &&Toolchain| Subjects { first: (*first).clone(), partner: Some((*other).clone()) };
        others.map(|other| (Pairing::Cross, pair(other))).collect::<Vec<_>>()
    };
    subjects.iter().flat_map(with).collect()
}

/// Directed cases in one unit.
const SETTLING_BATCH: usize = 64;

/// Number of directed cases that are enough: they settle every question that can be settled.
pub const SETTLING_CASES: usize = 520;

/// Cases that are compiled first: a subject that can do nothing with them can do nothing at all.
const FIRST_CASES: usize = 2;

/// Knowledge of the subjects of a trial, under which it is judged.
#[derive(Clone)]
pub struct Background {
    /// That of the judged subject.
    pub first: Knowledge,
    /// That of the called subject in the pairing `cross`.
    pub partner: Option<Knowledge>,
    /// True if more directed cases could show nothing that the case in hand depends on.
    pub is_complete: bool,
}

/// Knowledge of subjects, worked out once for each.
#[derive(Default)]
pub struct Settled {
    /// By name, for each kind of cases.
    known: BTreeMap<(String, CaseKind), Subject>,
    /// Capabilities of the subjects, by name.
    capabilities: BTreeMap<String, Capabilities>,
    /// The call for which alone it is worked out; see [`Settled::about`].
    case: Option<Case>,
}

/// Knowledge of one subject.
struct Subject {
    knowledge: Knowledge,
    /// True if more directed cases could show nothing that matters.
    is_complete: bool,
    /// Directed cases that were not tried.
    rest: Vec<Case>,
}

impl Settled {
    /// Nothing known yet; of calls only what a case depends on is going to be worked out, which takes a fraction of the
    /// time. What a subject is asked about other questions stays open.
    pub fn about(case: &About) -> Settled {
        let case = match case {
            About::Call(case) => Some(case.clone()),
            About::Tool(_) | About::Value(_) => None,
        };
        Settled { case, ..Settled::default() }
    }

    /// Goes on with another case: what is known of calls was worked out for the last one alone.
    pub(crate) fn turn_to(&mut self, case: &About) {
        self.known.retain(|(_, matter), _| *matter != CaseKind::Call);
        self.case = Settled::about(case).case;
    }

    /// Knowledge of the subjects after the target's directed cases: that under which a campaign judges. Where it is
    /// worked out for one case, at most `patience` directed cases about each of its questions are tried.
    pub fn of(
        &mut self,
        subjects: &Subjects,
        pairing: Pairing,
        context: CompileContext<'_>,
        patience: usize,
    ) -> Result<Background, Error> {
        let (first, of_first) = self.one(&subjects.first, pairing, context, patience)?;
        let partner = subjects.partner.as_ref().map(|p| self.one(p, pairing, context, patience));
        let (partner, of_partner) = partner.transpose()?.unzip();
        Ok(Background { first, partner, is_complete: of_first && of_partner.unwrap_or(true) })
    }

    fn one(
        &mut self,
        subject: &Toolchain,
        pairing: Pairing,
        context: CompileContext<'_>,
        patience: usize,
    ) -> Result<(Knowledge, bool), Error> {
        let key = (subject.name.clone(), pairing.matter());
        let whole = |knowledge| Subject { knowledge, is_complete: true, rest: Vec::new() };
        let learner = |settled: &mut Settled| Learner {
            subject,
            capabilities: settled.capabilities(subject, context),
            context,
        };
        let known = match (self.known.remove(&key), pairing.matter(), self.case.clone()) {
            (Some(known), CaseKind::Call, Some(case)) if !known.is_complete && patience > FEW_CASES => {
                learner(self).settle_for(&case, known, patience)?
            }
            (Some(known), ..) => known,
            (None, CaseKind::Call, Some(case)) => {
                let knowledge = Knowledge::new(crosscall_oracle::clause::catalogue(subject.target));
                let rest = settling_cases(subject.target);
                let nothing = Subject { knowledge, is_complete: false, rest };
                learner(self).settle_for(&case, nothing, patience)?
            }
            (None, CaseKind::Call, None) => whole(learner(self).settle()?),
            (None, CaseKind::Tool, _) => {
                whole(apart::settle::<Tools>(subject, context).map_err(Error::Tool)?)
            }
            (None, CaseKind::Value, _) => {
                whole(apart::settle::<Values>(subject, context).map_err(Error::Tool)?)
            }
        };
        let answer = (known.knowledge.clone(), known.is_complete);
        self.known.insert(key, known);
        Ok(answer)
    }

    /// Capabilities of a subject; all of them where it cannot be asked, so that its cases show what it lacks.
    fn capabilities(&mut self, subject: &Toolchain, context: CompileContext<'_>) -> Capabilities {
        let ask = || capability::of(subject, context).unwrap_or_else(|_| Capabilities::all());
        self.capabilities.entry(subject.name.clone()).or_insert_with(ask).clone()
    }
}

fn settling_cases(target: Target) -> Vec<Case> {
    let cases = directed_cases(target, &widths(target)).into_iter();
    cases.take(SETTLING_CASES).collect()
}

/// Combinations of readings under which it is looked which questions a case depends on.
const MOST_WALKS: usize = 256;

/// Directed cases about a question that are tried at first: what they have not decided, the others hardly will.
pub const FEW_CASES: usize = 4;

/// A subject that directed cases are put to.
struct Learner<'a> {
    subject: &'a Toolchain,
    capabilities: Capabilities,
    context: CompileContext<'a>,
}

impl Learner<'_> {
    /// Knowledge from all settling cases.
    fn settle(&self) -> Result<Knowledge, Error> {
        let cases = settling_cases(self.subject.target);
        let mut knowledge = Knowledge::new(crosscall_oracle::clause::catalogue(self.subject.target));
        let (first, rest) = cases.split_at(cases.len().min(FIRST_CASES));
        for cases in std::iter::once(first).chain(rest.chunks(SETTLING_BATCH)) {
            let (compiled, _) = self.learn(cases, &mut knowledge)?;
            if cases == first && !compiled {
                break;
            }
        }
        Ok(knowledge)
    }

    /// Adds what directed cases show; whether any of them was compiled, and whether any conforms.
    fn learn(&self, cases: &[Case], knowledge: &mut Knowledge) -> Result<(bool, bool), Error> {
        let (mut compiled, mut conforms) = (false, false);
        let (batch, sources) = (Batch::new(cases), Sources::new(cases));
        for (role, pairing) in [
            (Role::Caller, Pairing::Caller),
            (Role::Callee, Pairing::Callee),
            (Role::Layout, Pairing::Layout),
        ] {
            let unit = compile(self.subject, role, &sources, &self.capabilities, self.context)
                .map_err(|e| Error::Tool(e.to_string()))?;
            compiled |= !unit.objects.is_empty();
            let effort = &|_| Effort::Thorough;
            let results = match role {
                Role::Layout => verdict::layout(&batch, &unit, knowledge, effort),
                _ => verdict::calls(pairing, &batch, &unit, knowledge, effort, &Default::default()),
            };
            conforms |= results.iter().any(|result| result.verdict == Verdict::Conforms);
        }
        Ok((compiled, conforms))
    }

    /// Adds what directed cases show about the questions that a case depends on, with at most `patience` cases about each.
    fn settle_for(&self, case: &Case, known: Subject, patience: usize) -> Result<Subject, Error> {
        let catalogue = crosscall_oracle::clause::catalogue(self.subject.target);
        let wanted = questions(case, &AllReadings(catalogue), MOST_WALKS);
        let mut tried: BTreeMap<ChoiceIndex, usize> = BTreeMap::new();
        let Subject { mut knowledge, mut rest, .. } = known;
        loop {
            let open: Vec<ChoiceIndex> =
                wanted.iter().copied().filter(|c| !knowledge.is_decided(*c)).collect();
            let (mut batch, mut later) = (Vec::new(), Vec::new());
            // A question with several readings left to which another case may give an answer.
            let mut is_complete = true;
            for case in rest {
                let asked = questions(&case, &knowledge, 1);
                let useful: Vec<ChoiceIndex> = open.iter().copied().filter(|c| asked.contains(c)).collect();
                let is_wanted =
                    useful.iter().any(|choice| tried.get(choice).copied().unwrap_or(0) < patience);
                if is_wanted && batch.len() < SETTLING_BATCH {
                    asked.into_iter().for_each(|choice| *tried.entry(choice).or_default() += 1);
                    batch.push(case);
                } else {
                    is_complete &= useful.iter().all(|choice| knowledge.possible(*choice).len() < 2);
                    later.push(case);
                }
            }
            rest = later;
            if batch.is_empty() {
                return Ok(Subject { knowledge, is_complete, rest });
            }
            let (compiled, conforms) = self.learn(&batch, &mut knowledge)?;
            // Whoever fails with all of so many has no dialect to learn.
            if !compiled || !conforms && batch.len() >= SETTLING_BATCH / 4 {
                return Ok(Subject { knowledge, is_complete: true, rest });
            }
        }
    }
}

/// The questions that a case asks of the document.
fn questions(case: &Case, permits: &dyn Permits, limit: usize) -> BTreeSet<ChoiceIndex> {
    let catalogue = crosscall_oracle::clause::catalogue(case.target);
    let plans = walk(catalogue, permits, limit, |chooser| {
        abi::layout_plan(case, chooser);
        abi::plan(case, chooser);
    });
    plans.into_iter().flat_map(|(assignment, ())| assignment.into_keys()).collect()
}

/// Outcome of one trial.
pub struct Outcome {
    /// The judged subject's counts and knowledge after the trial.
    pub tally: SubjectTally,
    /// The findings as a report has them.
    pub findings: Vec<Finding>,
    /// The disagreements as the campaign sees them.
    pub seen: Vec<Seen>,
}

/// Runs a case once.
pub fn once(
    case: &About,
    pairing: Pairing,
    subjects: &Subjects,
    background: &Background,
    known: &Known,
    context: CompileContext<'_>,
) -> Result<Outcome, Error> {
    match case {
        About::Call(case) => once_called(case, pairing, subjects, background, known, context),
        About::Tool(case) => once_apart::<Tools>(case, &subjects.first, background, known, context),
        About::Value(case) => once_apart::<Values>(case, &subjects.first, background, known, context),
    }
}

/// Tries once a case that is no call.
fn once_apart<T: Apart>(
    case: &T::Case,
    subject: &Toolchain,
    background: &Background,
    known: &Known,
    context: CompileContext<'_>,
) -> Result<Outcome, Error> {
    let mut tally = SubjectTally::new(subject);
    tally.record.cases = 1;
    tally.knowledge = background.first.clone();
    let result = apart::run_one::<T>(case, subject, &mut tally.knowledge, context).map_err(Error::Tool)?;
    let seen = match result {
        Some(result) => tally.note_apart::<T>(case, 0, &result, subject, known),
        None => Vec::new(),
    };
    let reported = |seen: &Seen| {
        let mut finding = finding(&Found::once(seen.clone(), 0));
        describe(&mut finding, std::iter::once(subject));
        finding
    };
    let findings = seen.iter().map(reported).collect();
    Ok(Outcome { tally, findings, seen })
}

/// Several registers that one trial does not give back under one clause are one finding, which names them all.
fn together(seen: &mut Vec<Seen>) {
    let mut kept: Vec<Seen> = Vec::new();
    for one in seen.drain(..) {
        let is_same = |other: &Seen| {
            other.key.known == one.key.known
                && other.key.fingerprint.is_of_another_register(&one.key.fingerprint)
        };
        if !kept.iter().any(is_same) {
            kept.push(one);
        }
    }
    *seen = kept;
}

/// Makes a call once.
fn once_called(
    case: &Case,
    pairing: Pairing,
    subjects: &Subjects,
    background: &Background,
    known: &Known,
    context: CompileContext<'_>,
) -> Result<Outcome, Error> {
    let first = &subjects.first;
    let mut tally = SubjectTally::new(first);
    tally.record.cases = 1;
    let role = Role::of(pairing).ok_or_else(|| {
        Error::Input(format!("the case is about a call: the pairing {pairing} is not for it"))
    })?;
    let cases = std::slice::from_ref(case);
    let unit = compile(first, role, &Sources::new(cases), &Capabilities::all(), context)
        .map_err(|e| Error::Tool(e.to_string()))?;
    let mut seen = tally.note_faults(cases, 0, role, &unit, known);
    if first.kind == ToolchainKind::Printer && matches!(pairing, Pairing::Caller | Pairing::Callee) {
        // Its values have to be loaded, which other values show.
        let sets = special_sets(&Source::new(case.target, 1), (0, cases), pairing, SETS);
        let sets: Vec<Batch<'_>> = sets.iter().map(|cases| Batch::new(cases)).collect();
        let knowledge = &background.first;
        let special =
            special::run(pairing, (&Batch::new(cases), &sets), &unit, &BTreeSet::from([0]), knowledge);
        seen.extend(tally.note_faults(cases, 0, role, &folded(first, role, cases, &special), known));
    }
    if let (Pairing::Cross, Some(partner)) = (pairing, &subjects.partner) {
        let unit = compile(partner, Role::Callee, &Sources::new(cases), &Capabilities::all(), context)
            .map_err(|e| Error::Tool(e.to_string()))?;
        seen.extend(SubjectTally::new(partner).note_faults(cases, 0, Role::Callee, &unit, known));
        tally.record.failures.note_incidents(0, &unit);
    }
    let mut background = background.clone();
    let result = trial(&About::Call(case.clone()), pairing, subjects, &mut background, context)?;
    tally.knowledge = background.first;
    let both: Vec<&Toolchain> = std::iter::once(first).chain(&subjects.partner).collect();
    let mut is_itself = false;
    if let Some(result) = result {
        is_itself = subjects.partner.as_ref().is_some_and(|p| class::disagrees(first, p, &result.verdict));
        seen.extend(tally.note(case.into(), 0, &result, &both, known, None));
    }
    together(&mut seen);
    let reported = |seen: &Seen| {
        let mut finding = finding(&Found::once(seen.clone(), 0));
        finding.with_itself = u64::from(is_itself && seen.pairing.is_some());
        describe(&mut finding, both.iter().copied());
        note_accepted(&mut finding, &both, known);
        finding
    };
    let findings = seen.iter().map(reported).collect();
    Ok(Outcome { tally, findings, seen })
}

/// The verdict on a case, without the faults of compilers and tools.
pub fn trial(
    case: &About,
    pairing: Pairing,
    subjects: &Subjects,
    background: &mut Background,
    context: CompileContext<'_>,
) -> Result<Option<CaseResult>, Error> {
    let Background { first, partner: of_partner, .. } = background;
    let partner = subjects.partner.as_ref().zip(of_partner.as_ref());
    let pair = Pair { subject: &subjects.first, partner, pairing };
    match case {
        About::Call(case) => run_one(case, pair, first, Effort::Explaining, context).map_err(Error::Tool),
        About::Tool(case) => {
            apart::run_one::<Tools>(case, &subjects.first, first, context).map_err(Error::Tool)
        }
        About::Value(case) => {
            apart::run_one::<Values>(case, &subjects.first, first, context).map_err(Error::Tool)
        }
    }
}
