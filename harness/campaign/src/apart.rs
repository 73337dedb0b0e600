//! Pairings whose cases are no calls: what they have in common.
//!
//! Their cases are generated from a table that the target's document has, so that a case number means another case in
//! each of them. They are judged after the calls, one pairing after the other.

use super::RunSettings;
use super::asked::Wrong;
use super::basis::{Basis, Product};
use super::batches::Batches;
use super::fingerprint::{self, Fault};
use super::judge::JudgeContext;
use super::record::Record;
use super::rounds::Rounds;
use super::tally::{Found, Key, Seen, SubjectTally, TargetTally, fault};
use crate::known::Known;
use crosscall_base::error::Error;
use crosscall_engine::unit::{Attempt, Attempts, Compiled, Failure};
use crosscall_engine::verdict::CaseResult;
use crosscall_model::finding::{Confirmed, Fingerprint, Verdict, Violation};
use crosscall_model::{AboutRef, Pairing, Target};
use crosscall_oracle::choose::{Chooser, Kept};
use crosscall_oracle::infer::{Limits, Untested, infer};
use crosscall_oracle::judge::Judgement;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::compile::CompileFailure;
use crosscall_toolchain::units::CompileContext;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, Ordering};

/// Batches of such cases that are made ahead of judging.
const BATCHES_AHEAD: usize = 8;

/// Input of a tool, in findings about its faults.
const INPUT: &str = "input";

/// A pairing whose cases are no calls.
pub trait Apart {
    /// Input of one trial.
    type Case: Send;
    /// A subject's product, or its refusal.
    type Outcome: Send + Hash;
    /// Expected outcome.
    type Plan: Hash + PartialEq + Clone;

    /// The pairing.
    const PAIRING: Pairing;

    /// Product of a subject that works, in words.
    const PRODUCT: &'static str;

    /// Cases that are enough to settle what a target's document leaves open.
    fn settling(target: Target) -> u64;

    /// Case number `index` of a seed; none where the target's document has no such cases.
    fn case(target: Target, seed: u64, index: u64) -> Option<Self::Case>;

    /// The case as a case of any kind.
    fn about(case: &Self::Case) -> AboutRef<'_>;

    /// Gives cases of one target to a subject.
    ///
    /// # Errors
    /// A failure that has nothing to do with the cases: a tool cannot be run, or the user interrupted.
    fn run(
        subject: &Toolchain,
        cases: &[Self::Case],
        compile_context: CompileContext<'_>,
    ) -> Result<Attempts<Self::Outcome>, CompileFailure>;

    /// Expected outcome of a case under a dialect; none where the document has no such cases.
    fn plan(case: &Self::Case, chooser: &mut Chooser<'_>) -> Option<Self::Plan>;

    /// Holds what came of a case against that.
    fn compare(target: Target, plan: &Self::Plan, outcome: &Self::Outcome) -> Judgement;

    /// The smallest case found for which `shows` is still true, after at most `tries` questions.
    fn minimise(case: &Self::Case, shows: impl FnMut(&Self::Case) -> bool, tries: usize) -> Self::Case;
}

/// True if a target's document has cases for a pairing that is not about calls.
pub(crate) fn has_cases<T: Apart>(target: Target) -> bool {
    T::case(target, 0, 0).is_some()
}

/// Verdict on a subject's answer, under what is known of the subject.
pub fn judge<T: Apart>(
    k: usize,
    case: &T::Case,
    tried: &Attempt<T::Outcome>,
    knowledge: &mut Knowledge,
) -> CaseResult {
    let outcome = match tried {
        Attempt::Done(outcome) => outcome,
        Attempt::Failed(failure) => return CaseResult::failed(k, T::PAIRING, failure),
    };
    let outcome = infer(
        knowledge,
        Limits::default(),
        &Kept::default(),
        |chooser| T::plan(case, chooser),
        |plan| {
            let nothing = || Untested::Failed("the target's document has no such case".to_owned());
            plan.as_ref().map(|plan| T::compare(T::about(case).target(), plan, outcome)).ok_or_else(nothing)
        },
    );
    CaseResult::of(k, T::PAIRING, outcome, |_| None)
}

/// Runs a case by itself.
///
/// # Errors
/// Why a tool could not be run.
pub fn run_one<T: Apart>(
    case: &T::Case,
    subject: &Toolchain,
    knowledge: &mut Knowledge,
    compile_context: CompileContext<'_>,
) -> Result<Option<CaseResult>, String> {
    let ran = T::run(subject, std::slice::from_ref(case), compile_context).map_err(|e| e.to_string())?;
    Ok(ran.attempts.first().map(|tried| judge::<T>(0, case, tried, knowledge)))
}

/// Knowledge of a subject after the cases of a fixed seed: that under which a campaign judges.
///
/// # Errors
/// Why a tool could not be run.
pub fn settle<T: Apart>(
    subject: &Toolchain,
    compile_context: CompileContext<'_>,
) -> Result<Knowledge, String> {
    let mut knowledge = Knowledge::new(crosscall_oracle::clause::catalogue(subject.target));
    let count = T::settling(subject.target);
    let cases: Vec<T::Case> = (0..count).filter_map(|i| T::case(subject.target, 0, i)).collect();
    // Small units: a refusal concerns few.
    for (part, cases) in cases.chunks(SETTLING_BATCH).enumerate() {
        let ran = T::run(subject, cases, compile_context).map_err(|e| e.to_string())?;
        for (k, (case, tried)) in cases.iter().zip(&ran.attempts).enumerate() {
            judge::<T>(part * SETTLING_BATCH + k, case, tried, &mut knowledge);
        }
    }
    Ok(knowledge)
}

/// Cases that are given at once to a subject whose answers are settled.
const SETTLING_BATCH: usize = 256;

/// The fingerprints of what is wrong with a case, if something is.
pub fn fingerprints(result: &CaseResult) -> Vec<Fingerprint> {
    match &result.verdict {
        Verdict::Violates(violation) => fingerprint::of(result.pairing, violation),
        _ => Vec::new(),
    }
}

/// Cases with the subjects' answers.
struct AttemptedBatch<T: Apart> {
    first: u64,
    cases: Vec<T::Case>,
    /// One for each subject that takes part.
    answers: Vec<Attempts<T::Outcome>>,
    /// True if every subject could be started.
    is_complete: bool,
}

impl<T: Apart> Product for AttemptedBatch<T> {
    fn add_to(&self, basis: &mut Basis) {
        for Attempts { attempts, beside } in &self.answers {
            beside.add_to(basis);
            for attempt in attempts {
                match attempt {
                    Attempt::Done(outcome) => (true, outcome).hash(basis),
                    Attempt::Failed(failure) => (false, failure).hash(basis),
                }
            }
        }
    }
}

/// Gives cases of a pairing to the subjects, in one pass, and adds the results to `sum`.
///
/// # Errors
/// When a tool cannot be run, or a finding cannot be written down.
pub(super) fn run<T: Apart>(
    context: JudgeContext<'_>,
    rounds: &mut Rounds,
    sum: &mut Record,
) -> Result<(), Error> {
    let JudgeContext { settings, subjects, target, .. } = context;
    let matter = T::PAIRING.matter();
    let takes_part = |(_, subject): &(usize, &Toolchain)| subject.takes_part(T::PAIRING);
    let wanted: Vec<(usize, &Toolchain)> = subjects.iter().enumerate().filter(takes_part).collect();
    if !context.asks_for(T::PAIRING) || wanted.is_empty() || !has_cases::<T>(target) {
        return Ok(());
    }
    settings.until.next_round(rounds.weight(settings, target, matter));
    let prepare = |number: u64| -> Result<AttemptedBatch<T>, CompileFailure> {
        let numbers = settings.cases_of_batch(number);
        let first = numbers.start;
        let cases: Vec<T::Case> = numbers.filter_map(|i| T::case(target, settings.seed, i)).collect();
        let missing = |reason: &str| {
            let attempt = || Attempt::Failed(Failure::NotTried(reason.to_owned()));
            Attempts { attempts: cases.iter().map(|_| attempt()).collect(), beside: Compiled::default() }
        };
        let of_subject = |(_, subject): &(usize, &Toolchain)| {
            let work = || T::run(subject, &cases, settings.compile_context());
            context.availability.attempt(settings, subject, work, missing)
        };
        let answers = wanted.iter().map(of_subject).collect::<Result<_, _>>()?;
        let is_complete = !context.availability.lacks_any();
        Ok(AttemptedBatch { first, cases, answers, is_complete })
    };
    let batches = Batches {
        matter,
        settling: settings.batches_of(T::settling(target)),
        count: settings.batches(),
        ahead: BATCHES_AHEAD,
        prepare,
        judge: |known: &mut [Knowledge], batch: &AttemptedBatch<T>| {
            judge_batch(context, &wanted, known, batch)
        },
    };
    context.unless_all_are_lost(batches.run(context, rounds.of(matter), sum))
}

/// Judges the answers of a batch under what is known of the subjects, and adds to that what the batch shows.
fn judge_batch<T: Apart>(
    context: JudgeContext<'_>,
    wanted: &[(usize, &Toolchain)],
    known: &mut [Knowledge],
    batch: &AttemptedBatch<T>,
) -> Record {
    let settings = context.settings;
    let mut tally = TargetTally::under(context.target, context.subjects, known);
    for ((s, subject), answers) in wanted.iter().zip(&batch.answers) {
        let Some(own) = tally.subjects.get_mut(*s) else { continue };
        let mut found = own.note_beside::<T>(&batch.cases, batch.first, &answers.beside, &settings.known);
        for (k, (case, attempt)) in batch.cases.iter().zip(&answers.attempts).enumerate() {
            let index = batch.first + k as u64;
            let result = judge::<T>(k, case, attempt, &mut own.knowledge);
            found.extend(own.note_apart::<T>(case, index, &result, subject, &settings.known));
        }
        for seen in found {
            tally.add(seen, settings.seed);
        }
        context.progress.advance(batch.cases.len() as u64, &subject.name);
    }
    Record { is_complete: batch.is_complete, ..tally.finish(known, batch.first) }
}

impl SubjectTally {
    /// Counts a result; returns its disagreements, and that a tool crashed, hung or wrote rubbish, if that is why the
    /// case could not be tested.
    pub(crate) fn note_apart<T: Apart>(
        &mut self,
        case: &T::Case,
        index: u64,
        result: &CaseResult,
        subject: &Toolchain,
        known: &Known,
    ) -> Vec<Seen> {
        let fault = match &result.failure {
            Some(failure) => self.note_apart_fault::<T>(case, index, failure, known),
            None => None,
        };
        let seen = self.note(T::about(case), index, result, &[subject], known, None);
        fault.into_iter().chain(seen).collect()
    }

    /// Counts what a compiler did beside the cases.
    pub(crate) fn note_beside<T: Apart>(
        &mut self,
        cases: &[T::Case],
        first: u64,
        beside: &Compiled,
        known: &Known,
    ) -> Vec<Seen> {
        self.record.failures.note_incidents(first, beside);
        let mut seen = Vec::new();
        for (ks, failure) in &beside.together {
            let Some((k, case)) = ks.first().and_then(|k| Some((*k, cases.get(*k)?))) else { continue };
            seen.extend(self.note_apart_fault::<T>(case, first + k as u64, failure, known));
        }
        seen
    }

    /// Reports that a tool crashed, hung or wrote rubbish, if it did.
    fn note_apart_fault<T: Apart>(
        &mut self,
        case: &T::Case,
        index: u64,
        failure: &Failure,
        known: &Known,
    ) -> Option<Seen> {
        let wanted = (INPUT.to_owned(), T::PRODUCT);
        self.note_fault((T::about(case), index), Some(T::PAIRING), wanted, failure, known)
    }
}

/// Runs the case of a finding again with all that is known in the end, and makes it smaller; false if that says nothing, as the
/// tool is not there.
pub(super) fn run_again<T: Apart>(
    found: &mut Found,
    case: &T::Case,
    subject: &Toolchain,
    knowledge: &Knowledge,
    settings: &RunSettings,
) -> bool {
    let run =
        |case: &T::Case| run_one::<T>(case, subject, &mut knowledge.clone(), settings.compile_context());
    let Ok(alone) = run(case) else { return false };
    if let Some(other) =
        alone.as_ref().and_then(|alone| otherwise::<T>(found, case, subject, alone, settings))
    {
        found.rename(other);
    }
    let fingerprint = found.seen.key.fingerprint.clone();
    let wanted = Fault::any_of(&fingerprint, found.seen.beside);
    let of_tool = matches!(fingerprint, Fingerprint::Fault(_));
    let target = T::about(case).target();
    let is_it = |result: CaseResult| -> Option<Violation> {
        match result.verdict {
            Verdict::Untestable(_) if of_tool => {
                let (same, violation) =
                    fault(target, result.failure.as_ref()?, INPUT.to_owned(), T::PRODUCT)?;
                (same == fingerprint).then_some(violation)
            }
            Verdict::Violates(violation) if wanted.is_in(T::PAIRING, &violation) => Some(violation),
            _ => None,
        }
    };
    let shows = |case: &T::Case| run(case).ok().flatten().and_then(is_it);
    let stop: &AtomicBool = &settings.stop;
    let Some(first) = alone.and_then(is_it) else {
        // A fault was seen twice before it was reported, if not with this case alone.
        if !of_tool && !stop.load(Ordering::Relaxed) {
            found.confirmed = Confirmed::Gone;
        }
        return true;
    };
    let known_as = |case: &T::Case, violation: &Violation| {
        let (pairing, subjects, case) = (Some(T::PAIRING), &[subject][..], T::about(case));
        Wrong { pairing, subjects, case, violation }.known(&settings.known, &fingerprint)
    };
    let as_first = known_as(case, &first);
    // As new, or as known, as the case itself.
    let still = |case: &T::Case| {
        !stop.load(Ordering::Relaxed) && shows(case).is_some_and(|v| known_as(case, &v) == as_first)
    };
    let smallest = T::minimise(case, still, settings.minimise);
    let Some(violation) = shows(&smallest) else { return false };
    let case = T::about(&smallest).to_owned();
    let evidence = found.seen.evidence.clone();
    found.confirm(Seen { case, source: None, ..found.seen.with(violation, evidence) });
    true
}

/// Name of a finding when its case runs alone, where that differs: whether a wrong access ends a run, and what
/// it destroys, depends on what else is linked with the case.
fn otherwise<T: Apart>(
    found: &Found,
    case: &T::Case,
    subject: &Toolchain,
    alone: &CaseResult,
    settings: &RunSettings,
) -> Option<Seen> {
    let first = &found.seen;
    let Verdict::Violates(violation) = &alone.verdict else { return None };
    if Fault::any_of(&first.key.fingerprint, first.beside).is_in(T::PAIRING, violation) {
        return None;
    }
    let mut violation = violation.clone();
    let fingerprint = fingerprint::of(T::PAIRING, &violation).into_iter().next()?;
    let subjects = [subject];
    let wrong =
        Wrong { pairing: Some(T::PAIRING), subjects: &subjects, case: T::about(case), violation: &violation };
    let key = Key { known: wrong.known(&settings.known, &fingerprint), fingerprint };
    fingerprint::bring_forward(T::PAIRING, &mut violation, &key.fingerprint);
    Some(Seen { key, ..first.with(violation, alone.evidence.clone()) })
}
