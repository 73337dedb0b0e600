//! Verdicts of one subject on the cases of a batch.

pub mod batch;
pub mod between;
pub mod calls;
mod constants;
pub mod object_check;
pub mod own;
mod seen;
pub mod special;

use crate::machine;
use crate::machine::TrialError;
use crate::unit::{Compiled, Failure};
use batch::Batch;
use calls::Calls;
use constants::Constants;
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::finding::{Mismatch, Verdict, Violation};
use crosscall_model::layout::SeenLayouts;
use crosscall_model::observation::Observation;
use crosscall_model::plan::{ClauseId, Plan};
use crosscall_model::{Case, Pairing, Type, unit};
use crosscall_oracle::abi;
use crosscall_oracle::choose::{Chooser, Kept};
use crosscall_oracle::infer::{Effort, Limits, Outcome, Untested, infer};
use crosscall_oracle::judge::{judge_layout, judge_object};
use crosscall_oracle::knowledge::{Knowledge, Predicted};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Result of one case in one pairing.
#[derive(Debug)]
pub struct CaseResult {
    /// Position of the case in its batch.
    pub k: usize,
    /// The pairing.
    pub pairing: Pairing,
    /// The verdict.
    pub verdict: Verdict,
    /// True if "could not be tested" is for want of a feature in the subject.
    pub unsupported: bool,
    /// The compiler's failure, if that is why the case could not be tested.
    pub failure: Option<Failure>,
    /// Clauses that the observation could have contradicted.
    pub exercised: Vec<ClauseId>,
    /// Evidence of the verdict, when it is a violation and something ran.
    pub evidence: Option<Arc<Evidence>>,
    /// The layouts that the subject was seen to have of the case's types, where they contradict the document.
    pub layouts: Option<Arc<SeenLayouts>>,
    /// True if it is a violation because of such layouts, if it is one.
    pub by_layout: bool,
    /// True if it conforms by a reading that nothing had settled before.
    pub settles: bool,
}

/// Layouts that contradict the document, by the position of their case in its batch.
pub type Layouts = BTreeMap<usize, Arc<SeenLayouts>>;

/// Evidence of a violation.
#[derive(Debug)]
pub struct Evidence {
    /// The nearest plan of the document.
    pub plan: Plan,
    /// Observation with the probe for it.
    pub observation: Observation,
}

impl CaseResult {
    pub(crate) fn untested(k: usize, pairing: Pairing, reason: String, unsupported: bool) -> CaseResult {
        CaseResult {
            k,
            pairing,
            verdict: Verdict::Untestable(reason),
            unsupported,
            failure: None,
            exercised: Vec::new(),
            evidence: None,
            layouts: None,
            by_layout: false,
            settles: false,
        }
    }

    /// A case whose trial could not be run.
    pub(crate) fn of_error(k: usize, pairing: Pairing, error: &TrialError) -> CaseResult {
        CaseResult::untested(k, pairing, error.to_string(), error.is_unsupported())
    }

    pub(crate) fn tested(
        k: usize,
        pairing: Pairing,
        verdict: Verdict,
        exercised: Vec<ClauseId>,
    ) -> CaseResult {
        CaseResult { verdict, exercised, ..CaseResult::untested(k, pairing, String::new(), false) }
    }

    /// A case that could not be tested.
    pub fn failed(k: usize, pairing: Pairing, failure: &Failure) -> CaseResult {
        let (reason, unsupported) = match failure {
            Failure::Unsupported(reason) => (reason.clone(), true),
            Failure::NotTried(what)
            | Failure::NotRecorded(what)
            | Failure::Rejected { what, .. }
            | Failure::Fault { what, .. } => (what.clone(), false),
        };
        CaseResult { failure: Some(failure.clone()), ..CaseResult::untested(k, pairing, reason, unsupported) }
    }

    /// The result of an inference; `evidence` is asked for that of a violation, with the observation of its plan.
    pub fn of<P: Clone>(
        k: usize,
        pairing: Pairing,
        outcome: Result<Outcome<P>, Untested>,
        evidence: impl FnOnce(P) -> Option<Evidence>,
    ) -> CaseResult {
        match outcome {
            Err(Untested::Failed(reason)) => CaseResult::untested(k, pairing, reason, false),
            Err(Untested::Unsupported(reason)) => CaseResult::untested(k, pairing, reason, true),
            Ok(outcome) => {
                let violates = matches!(outcome.verdict, Verdict::Violates(_));
                let (verdict, exercised) = (outcome.verdict, outcome.exercised);
                let evidence = if violates { evidence(outcome.plan.result.clone()) } else { None };
                let evidence = evidence.map(Arc::new);
                CaseResult { evidence, ..CaseResult::tested(k, pairing, verdict, exercised) }
            }
        }
    }
}

/// Verdicts on calls between the subject and probes.
pub fn calls(
    pairing: Pairing,
    batch: &Batch<'_>,
    compiled: &Compiled,
    knowledge: &mut Knowledge,
    effort: &dyn Fn(usize) -> Effort,
    layouts: &Layouts,
) -> Vec<CaseResult> {
    let mut results = failures(pairing, compiled);
    for (ks, object) in &compiled.objects {
        match Calls::new(pairing, batch, ks, object, knowledge) {
            Ok(mut calls) => {
                for k in ks {
                    let by_layout = layouts.get(k).and_then(|layouts| calls.follows(*k, knowledge, layouts));
                    if let Some(exercised) = by_layout {
                        let verdict = Verdict::Violates(Violation::default());
                        let result = CaseResult::tested(*k, pairing, verdict, exercised);
                        results.push(CaseResult { by_layout: true, ..result });
                        continue;
                    }
                    let is_odd = layouts.contains_key(k);
                    // Of values that are laid out like nothing in the document nothing can be learnt.
                    let mut copy = is_odd.then(|| knowledge.clone());
                    let before = knowledge.settled();
                    let outcome = calls.judge(*k, copy.as_mut().unwrap_or(knowledge), effort(*k));
                    let result = CaseResult::of(*k, pairing, outcome, |plan| calls.evidence(*k, plan));
                    let settles = knowledge.settled() > before;
                    results.push(CaseResult { by_layout: is_odd, settles, ..result });
                }
            }
            Err(error) => {
                // One bad case must not take the others with it.
                for k in ks {
                    results.push(alone(pairing, batch, *k, object, knowledge, &error));
                }
            }
        }
    }
    results.sort_by_key(|r| r.k);
    results
}

/// Verdict on the function called in a case, under what its caller shows as well. `None` where one of the two is missing.
pub fn behind_its_caller(
    batch: &Batch<'_>,
    k: usize,
    (callers, called): (&Compiled, &Compiled),
    mut knowledge: Knowledge,
) -> Option<CaseResult> {
    let has = |(ks, _): &&(Vec<usize>, ObjectFile)| ks.contains(&k);
    let (_, caller) = callers.objects.iter().find(has)?;
    let (_, callee) = called.objects.iter().find(has)?;
    let mut calls = Calls::new(Pairing::Caller, batch, &[k], caller, &knowledge).ok()?;
    calls.judge(k, &mut knowledge, Effort::Thorough).ok()?;
    let nothing = TrialError::Failed(String::new());
    Some(alone(Pairing::Callee, batch, k, callee, &mut knowledge, &nothing))
}

fn alone(
    pairing: Pairing,
    batch: &Batch<'_>,
    k: usize,
    object: &ObjectFile,
    knowledge: &mut Knowledge,
    error: &TrialError,
) -> CaseResult {
    match Calls::new(pairing, batch, &[k], object, knowledge) {
        Ok(mut calls) => {
            let outcome = calls.judge(k, knowledge, Effort::Usual);
            CaseResult::of(k, pairing, outcome, |plan| calls.evidence(k, plan))
        }
        Err(own) => {
            let shown = if own.to_string().is_empty() { error } else { &own };
            CaseResult::of_error(k, pairing, shown)
        }
    }
}

/// Verdicts on constants and initialised objects.
pub fn layout(
    batch: &Batch<'_>,
    compiled: &Compiled,
    knowledge: &mut Knowledge,
    effort: &dyn Fn(usize) -> Effort,
) -> Vec<CaseResult> {
    let mut results = failures(Pairing::Layout, compiled);
    for (ks, object) in &compiled.objects {
        let constants = Constants::new(object);
        for k in ks {
            let Some((case, kept)) = batch.layouts(*k) else { continue };
            let outcome = layout_of(*k, case, kept, &constants, knowledge, effort(*k));
            let mut result = CaseResult::of(*k, Pairing::Layout, outcome, |_| None);
            if let Verdict::Violates(violation) = &result.verdict
                && violation.deviations.is_empty()
            {
                result.layouts = layouts_of(*k, case, &constants, knowledge).map(Arc::new);
            }
            results.push(result);
        }
    }
    results.sort_by_key(|r| r.k);
    results
}

/// Numbers of the layout units of a batch, by the position of their case.
pub fn numbers(batch: &Batch<'_>, compiled: &Compiled) -> BTreeMap<usize, Vec<u64>> {
    let of_object = |(ks, object): &(Vec<usize>, ObjectFile)| {
        let constants = Constants::new(object);
        let of_case = |k: &usize| {
            let case = batch.cases().get(*k)?;
            let symbol = machine::symbol(case.target, &unit::layout(*k));
            Some((*k, constants.words_of(&symbol, unit::layout_items(case).len())?))
        };
        ks.iter().filter_map(of_case).collect::<Vec<_>>()
    };
    compiled.objects.iter().flat_map(of_object).collect()
}

/// Layouts of a case's types by its constants and objects.
fn layouts_of(
    k: usize,
    case: &Case,
    constants: &Constants<'_>,
    knowledge: &Knowledge,
) -> Option<SeenLayouts> {
    let symbol = machine::symbol(case.target, &unit::layout(k));
    let numbers = constants.words_of(&symbol, unit::layout_items(case).len())?;
    let predicted = Predicted(knowledge);
    let mut chooser = Chooser::new(knowledge.catalogue(), &predicted);
    let mut plain = |ty: &Type| abi::layout(case.target, ty, &mut chooser);
    Some(seen::layouts(k, case, &numbers, constants, &mut plain))
}

fn layout_of(
    k: usize,
    case: &Case,
    kept: &Kept<abi::LayoutPlan>,
    constants: &Constants<'_>,
    knowledge: &mut Knowledge,
    effort: Effort,
) -> Result<Outcome<abi::LayoutPlan>, Untested> {
    let count = unit::layout_items(case).len();
    let symbol = machine::symbol(case.target, &unit::layout(k));
    let numbers = constants
        .words_of(&symbol, count)
        .ok_or_else(|| Untested::Failed(format!("the object file has no {count} numbers in `{symbol}`")))?;
    infer(
        knowledge,
        Limits { effort, pairing: Some(Pairing::Layout), ..Limits::default() },
        kept,
        |chooser| abi::layout_plan(case, chooser),
        |plan| {
            let (mut images, mut placed) = (Vec::new(), Vec::new());
            for (i, expected) in plan.images.iter().enumerate() {
                let symbol = machine::symbol(case.target, &unit::image(k, i));
                // An object that is smaller than expected shows in the numbers already.
                let bytes = constants.bytes_of(&symbol, expected.image.bytes.len()).unwrap_or_default();
                images.push(bytes);
                // Of an object that is in no section of its own nothing is known.
                placed.push(constants.placed_at(&symbol).unwrap_or(1 << 63));
            }
            let mut judgement = judge_layout(case, plan, &numbers, &images, &placed);
            crate::documented::judge(case, &numbers, &mut judgement);
            Ok(judgement)
        },
    )
}

/// Verdicts on the form of the object file.
pub fn object(cases: &[Case], compiled: &Compiled) -> Vec<CaseResult> {
    let mut results = failures(Pairing::Object, compiled);
    for (n, (ks, object)) in compiled.objects.iter().enumerate() {
        let seen = object_check::in_words(object, compiled.forms.get(n).copied());
        for k in ks {
            let Some(case) = cases.get(*k) else { continue };
            let plan = abi::object_plan(case.target);
            let name = machine::symbol(case.target, &unit::callee(*k));
            let judgement = judge_object(case.target, &plan, &name, &seen);
            let verdict = plain_verdict(judgement.mismatches);
            results.push(CaseResult::tested(*k, Pairing::Object, verdict, judgement.exercised));
        }
    }
    results.sort_by_key(|r| r.k);
    results
}

/// The verdict where no reading explains anything.
pub(crate) fn plain_verdict(mismatches: Vec<Mismatch>) -> Verdict {
    match mismatches.is_empty() {
        true => Verdict::Conforms,
        false => Verdict::Violates(Violation { mismatches, ..Violation::default() }),
    }
}

/// Results of the cases that a subject has not compiled.
pub fn failures(pairing: Pairing, compiled: &Compiled) -> Vec<CaseResult> {
    compiled.failures.iter().map(|(k, failure)| CaseResult::failed(*k, pairing, failure)).collect()
}
