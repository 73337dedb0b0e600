//! The pairing `tool`: assemblers and linkers as subjects.
//!
//! Cases are drawn from the table that the target's document has of its tools. They are not those of the calls: a
//! case number means another case here.

use super::RunSettings;
use super::docket::{Docket, Task};
use super::fingerprint::{self, Fault, Fingerprint};
use super::report;
use super::tally::{Confirmed, Found, Key, Seen, SubjectTally, TargetTally, kind_of_fault};
use super::units::{Failure, Workshop};
use super::verdicts::CaseResult;
use crate::error::Error;
use crate::known::{Known, Occurrence};
use crate::progress::Progress;
use crate::report::finding::FindingKind;
use crate::store::Store;
use crate::tool::{self, Tried};
use crate::toolchain::Toolchain;
use crate::toolchain::compile::CompileFailure;
use crosscall_generator::tool::shrink;
use crosscall_model::finding::{Mismatch, Verdict, Violation};
use crosscall_model::tool::table::Formula;
use crosscall_model::tool::{Expected, Input, ToolCase};
use crosscall_model::{About, Pairing, Target};
use crosscall_oracle::abi;
use crosscall_oracle::choose::{Chooser, Kept};
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::infer::{Limits, Untested, infer};
use crosscall_oracle::judge::judge_tool;
use crosscall_oracle::knowledge::{AllReadings, Knowledge};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Tool cases that are compiled ahead of judging, in batches.
const BATCHES_AHEAD: usize = 8;

/// Case number `index` of a seed; none where nothing is written down of the target's tools.
pub fn case(target: Target, seed: u64, index: u64) -> Option<ToolCase> {
    let table = abi::tool_table(target)?;
    Some(crosscall_generator::tool::case(table, target, seed, index))
}

/// Whether a case is not given to a tool together with others: it is likely to be refused, or what comes of it
/// depends on what else is there, as a slot in the global offset table does.
pub fn goes_alone(case: &ToolCase) -> bool {
    let catalogue = catalogue(case.target);
    if has_slots(case) {
        return true;
    }
    let plan = abi::tool_plan(case, &mut Chooser::new(catalogue, &AllReadings(catalogue)));
    plan.is_some_and(|plan| matches!(plan.expected, Expected::Refusal(_)))
}

/// Whether a case has something in the global offset table.
pub fn has_slots(case: &ToolCase) -> bool {
    let Input::Link(link) = &case.input else { return false };
    let rows = abi::tool_table(case.target).map_or(&[][..], |table| table.relocations);
    let is_slot = |kind: u32| rows.iter().any(|row| row.number == kind && row.formula == Formula::Slot);
    link.relocations.iter().any(|relocation| is_slot(relocation.kind))
}

/// What came of a case with a subject of which this is known.
pub fn judge(k: usize, case: &ToolCase, tried: &Tried, knowledge: &mut Knowledge) -> CaseResult {
    let pairing = Pairing::Tool;
    let outcome = match tried {
        Tried::Done(outcome) => outcome,
        Tried::Failed(failure) => return CaseResult::failed(k, pairing, failure),
    };
    let outcome = infer(
        knowledge,
        Limits::default(),
        &Kept::default(),
        |chooser| abi::tool_plan(case, chooser),
        |plan| {
            let nothing = || Untested("nothing is written down of this target's tools".to_owned());
            plan.as_ref().map(|plan| judge_tool(plan, outcome)).ok_or_else(nothing)
        },
    );
    CaseResult::of(k, pairing, outcome, |_| None)
}

/// Runs a case by itself.
///
/// # Errors
/// Why a tool could not be run.
pub fn run_one(
    case: &ToolCase,
    subject: &Toolchain,
    knowledge: &mut Knowledge,
    workshop: Workshop<'_>,
) -> Result<Option<CaseResult>, String> {
    let tried =
        tool::run(subject, std::slice::from_ref(case), &goes_alone, workshop).map_err(|e| e.to_string())?;
    Ok(tried.first().map(|tried| judge(0, case, tried, knowledge)))
}

/// Cases with what each subject made of them.
struct Work {
    first: u64,
    cases: Vec<ToolCase>,
    /// For each subject, for each case.
    tried: Vec<Vec<Tried>>,
}

/// Gives tool cases to the subjects at these positions of the tally, and counts what comes of them.
///
/// # Errors
/// When a tool cannot be run, or a finding cannot be written down.
pub(super) fn run(
    settings: &RunSettings,
    subjects: &[Toolchain],
    tally: &mut TargetTally,
    progress: &dyn Progress,
    store: Option<&Store>,
) -> Result<(), Error> {
    let wanted: Vec<usize> = (0..subjects.len())
        .filter(|s| subjects.get(*s).is_some_and(|subject| subject.kind.takes_part(Pairing::Tool)))
        .collect();
    let target = tally.target;
    if !settings.pairings.contains(&Pairing::Tool) || wanted.is_empty() || abi::tool_table(target).is_none() {
        return Ok(());
    }
    let batch = settings.batch.max(1) as u64;
    let docket = Docket::new(settings.cases.div_ceil(batch), BATCHES_AHEAD);
    let bench = Mutex::new((tally, None));
    let prepare = |number: u64| -> Result<Work, CompileFailure> {
        let first = number * batch;
        let last = first.saturating_add(batch).min(settings.cases);
        let cases: Vec<ToolCase> = (first..last).filter_map(|i| case(target, settings.seed, i)).collect();
        let of_subject = |s: &usize| match subjects.get(*s) {
            Some(subject) => tool::run(subject, &cases, &goes_alone, workshop(settings)),
            None => Ok(Vec::new()),
        };
        let tried = wanted.iter().map(of_subject).collect::<Result<_, _>>()?;
        Ok(Work { first, cases, tried })
    };
    let worker = || {
        let _guard = docket.closes_on_panic();
        while let Some(task) = docket.next(&settings.stop) {
            match task {
                Task::Prepare(number) => docket.prepared(number, prepare(number)),
                Task::Judge(work) => {
                    let mut bench = bench.lock().unwrap_or_else(PoisonError::into_inner);
                    let (tally, error) = &mut *bench;
                    match work {
                        Ok(work) => {
                            let told = judge_all(settings, subjects, &wanted, &work, tally, progress, store);
                            *error = error.take().or(told.err());
                        }
                        Err(failure) if settings.stop.load(Ordering::Relaxed) => drop(failure),
                        Err(failure) => *error = Some(Error::Tool(failure.to_string())),
                    }
                    if error.is_some() {
                        docket.close();
                    }
                    docket.judged();
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..settings.jobs.max(1) {
            scope.spawn(worker);
        }
    });
    let (_, error) = bench.into_inner().unwrap_or_else(PoisonError::into_inner);
    error.map_or(Ok(()), Err)
}

fn workshop(settings: &RunSettings) -> Workshop<'_> {
    Workshop { work_dir: &settings.work_dir, limits: &settings.limits, stop: &settings.stop }
}

fn judge_all(
    settings: &RunSettings,
    subjects: &[Toolchain],
    wanted: &[usize],
    work: &Work,
    tally: &mut TargetTally,
    progress: &dyn Progress,
    store: Option<&Store>,
) -> Result<(), Error> {
    for (s, tried) in wanted.iter().zip(&work.tried) {
        let (Some(subject), Some(own)) = (subjects.get(*s), tally.subjects.get_mut(*s)) else { continue };
        let mut found = Vec::new();
        for (k, (case, tried)) in work.cases.iter().zip(tried).enumerate() {
            let index = work.first + k as u64;
            let result = judge(k, case, tried, &mut own.knowledge);
            found.extend(own.note_tool_fault(case, index, subject, &result, &settings.known));
            found.extend(own.note(case.into(), index, &result, &[subject], &settings.known, None));
        }
        for seen in found {
            let Some(new) = tally.add(seen, settings.seed) else { continue };
            let finding = report::finding(new);
            progress.finding(&finding);
            store.map_or(Ok(()), |store| store.record(&finding))?;
        }
        progress.advance(work.cases.len() as u64, &subject.name);
    }
    Ok(())
}

impl SubjectTally {
    /// Tells that a tool crashed, hung or wrote rubbish, if that is why a case could not be tested.
    pub(crate) fn note_tool_fault(
        &mut self,
        case: &ToolCase,
        index: u64,
        subject: &Toolchain,
        result: &CaseResult,
        known: &Known,
    ) -> Option<Seen> {
        let Some(Failure::Fault { what, source }) = &result.failure else { return None };
        let fingerprint = Fingerprint::Fault(kind_of_fault(what));
        let violation = Violation {
            mismatches: vec![Mismatch {
                clauses: Vec::new(),
                subject: "input".to_owned(),
                expected: "a file, or a refusal".to_owned(),
                observed: what.clone(),
                inferred: None,
            }],
            ..Violation::default()
        };
        let known = known.explain(&Occurrence {
            kind: FindingKind::CompilerFault,
            fingerprint: &fingerprint.to_string(),
            subjects: &[subject],
            pairing: None,
            case: case.into(),
            violation: &violation,
        });
        let key = Key { fingerprint, known };
        let toolchains = vec![subject.name.clone()];
        self.sightings(&key, &toolchains).times += 1;
        Some(Seen {
            key,
            toolchains,
            pairing: Some(Pairing::Tool),
            case: About::Tool(case.clone()),
            index,
            violation,
            evidence: None,
            source: Some(source.clone()),
        })
    }
}

/// Runs the case of a finding again with all that is known in the end, and makes it smaller.
pub(super) fn run_again(
    found: &mut Found,
    case: &ToolCase,
    subject: &Toolchain,
    knowledge: &Knowledge,
    settings: &RunSettings,
) {
    let wanted = Fault::any_of(&found.seen.key.fingerprint);
    let shows = |case: &ToolCase| -> Option<Violation> {
        let mut knowledge = knowledge.clone();
        let result = run_one(case, subject, &mut knowledge, workshop(settings)).ok()??;
        match result.verdict {
            Verdict::Violates(violation) if wanted.is_in(Pairing::Tool, &violation) => Some(violation),
            _ => None,
        }
    };
    let stop: &AtomicBool = &settings.stop;
    if shows(case).is_none() {
        if !stop.load(Ordering::Relaxed) {
            found.confirmed = Confirmed::Gone;
        }
        return;
    }
    let still = |case: &ToolCase| !stop.load(Ordering::Relaxed) && shows(case).is_some();
    let smallest = shrink::minimise(case, still, settings.minimise);
    if let Some(violation) = shows(&smallest) {
        found.seen = Seen { case: About::Tool(smallest), violation, ..found.seen.clone() };
        found.confirmed = Confirmed::Alone;
    }
}

/// The fingerprints of what is wrong with a case, if something is.
pub fn fingerprints(result: &CaseResult) -> Vec<Fingerprint> {
    match &result.verdict {
        Verdict::Violates(violation) => fingerprint::of(Pairing::Tool, violation),
        _ => Vec::new(),
    }
}
