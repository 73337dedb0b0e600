//! Judging the calls of a batch: the pairings in which something runs.

use super::Evidence;
use super::batch::{Batch, Probed};
use super::own::Own;
use crate::machine::TrialError;
use crate::trial::beside::{self, run_beside};
use crate::trial::program::{Listed, Program, SLOT_FILLER};
use crate::trial::run::{LeafSizes, run, run_started, run_way};
use crate::trial::start;
use crate::trial::steps::Step;
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::layout::SeenLayouts;
use crosscall_model::observation::Observation;
use crosscall_model::plan::{ClauseId, Plan};
use crosscall_model::target::Register;
use crosscall_model::unit::Holds;
use crosscall_model::{Case, Pairing, unit};
use crosscall_oracle::abi;
use crosscall_oracle::choose::{Chooser, Permits};
use crosscall_oracle::clause::Catalogue;
use crosscall_oracle::infer::{Effort, Limits, Outcome, Untested, infer_call};
use crosscall_oracle::judge::{Judgement, judge, judge_threads};
use crosscall_oracle::knowledge::{Knowledge, Predicted};
use std::rc::Rc;
use std::sync::Arc;

/// The calls of the cases that one object file of a subject holds.
pub struct Calls<'a> {
    batch: &'a Batch<'a>,
    object: &'a ObjectFile,
    pairing: Pairing,
    programs: Vec<(Vec<Rc<Probed>>, Program)>,
    /// Programs for a single plan each.
    own: Own<'a>,
    /// Probes of the present case with what was seen of them: the first and the last ones.
    seen: Vec<(Rc<Probed>, Observation)>,
    /// Sizes of what lies in the slots of the present case.
    sizes: LeafSizes,
    /// Plans that the present case followed with a probe, and not when it was started in the way of the loader or took
    /// another way out, with what was seen then.
    started: Vec<(Plan, Observation)>,
}

impl<'a> Calls<'a> {
    /// Links the object with the probes for all of its cases: once for what the document says, and, where
    /// that differs, once for what the subject is known to do.
    ///
    /// # Errors
    /// When probes cannot be assembled or the program cannot be linked.
    pub fn new(
        pairing: Pairing,
        batch: &'a Batch<'a>,
        ks: &[usize],
        object: &'a ObjectFile,
        knowledge: &Knowledge,
    ) -> Result<Calls<'a>, TrialError> {
        let mut calls = Calls {
            batch,
            object,
            pairing,
            programs: Vec::new(),
            own: Own::new(object),
            seen: Vec::new(),
            sizes: LeafSizes::default(),
            started: Vec::new(),
        };
        let (mut document, mut likely) = (Vec::new(), Vec::new());
        for k in ks {
            let plans = (batch.document_plan(knowledge, *k), batch.likely_plan(knowledge, *k));
            let (Some(of_document), Some(of_subject)) = plans else { continue };
            document.extend(batch.probe(pairing, *k, &of_document.result));
            if !of_subject.same_result(&of_document) {
                likely.extend(batch.probe(pairing, *k, &of_subject.result));
            }
        }
        for probed in [document, likely] {
            if !probed.is_empty() {
                let program = calls.program(&probed)?;
                calls.programs.push((probed, program));
            }
        }
        Ok(calls)
    }

    /// Links the object with probes.
    fn program(&self, probed: &[Rc<Probed>]) -> Result<Program, TrialError> {
        let probes = self.batch.assembled(self.pairing, probed)?;
        Program::new(self.batch.target()?, &[self.object], &probes)
    }

    /// Runs and judges case `k`, under as many plans as the state of knowledge demands.
    ///
    /// # Errors
    /// When it could not be tested.
    pub fn judge(
        &mut self,
        k: usize,
        knowledge: &mut Knowledge,
        effort: Effort,
    ) -> Result<Outcome<Plan>, Untested> {
        let Some((case, kept)) = self.batch.plans(k) else {
            return Err(Untested::Failed("no such case".to_owned()));
        };
        let sizes = leaf_sizes(case, knowledge, None);
        self.begin();
        self.sizes = sizes.clone();
        infer_call(
            knowledge,
            Limits { effort, pairing: Some(self.pairing), ..Limits::default() },
            kept,
            &|chooser| abi::plan(case, chooser),
            &mut |plan| self.test(k, case, plan, &sizes).map_err(|e| untested(&e)),
        )
    }

    /// True if case `k` goes as the subject always does if its types are laid out as they were seen to be, and
    /// would have to go otherwise by the document: then the clauses that were put to the test.
    pub fn follows(
        &mut self,
        k: usize,
        knowledge: &Knowledge,
        layouts: &Arc<SeenLayouts>,
    ) -> Option<Vec<ClauseId>> {
        let (case, _) = self.batch.plans(k)?;
        self.begin();
        let predicted = Predicted(knowledge);
        let mut chooser = Chooser::new(knowledge.catalogue(), &predicted);
        chooser.see(layouts);
        let plan = abi::plan(case, &mut chooser);
        if plan == self.batch.likely_plan(knowledge, k)?.result {
            return None;
        }
        let judgement = self.test(k, case, &plan, &leaf_sizes(case, knowledge, Some(layouts))).ok()?;
        judgement.mismatches.is_empty().then_some(judgement.exercised)
    }

    /// Holds what a subject does against a plan. It follows the plan only if it does so with a probe and
    /// when it is started in the way of the loader: with few bits to compare, one run alone can fit by chance.
    fn test(
        &mut self,
        k: usize,
        case: &Case,
        plan: &Plan,
        sizes: &LeafSizes,
    ) -> Result<Judgement, TrialError> {
        let pairing = self.pairing;
        let probed = self.batch.probe(pairing, k, plan);
        let probed = probed.ok_or_else(|| TrialError::Failed("no such case".to_owned()))?;
        // Plans that differ only in what they demand lead to the same run.
        let at = match self.seen_at(&probed) {
            Some(at) => at,
            None => {
                let program = self.program_for(&probed)?;
                let observation = run(program, k, pairing, plan, sizes)?;
                if self.seen.len() >= MOST_SEEN {
                    self.seen.remove(FIRST_SEEN);
                }
                self.seen.push((probed.clone(), observation));
                self.seen.len() - 1
            }
        };
        let (probed, observation) = &self.seen[at];
        let is_beside = plan.threads.is_some() && k.is_multiple_of(BESIDE) && pairing != Pairing::Cross;
        let top = is_beside.then(|| beside::highest(observation));
        let probed = probed.clone();
        let mut judgement = judge(case, pairing, plan, observation);
        if pairing == Pairing::Callee && judgement.mismatches.is_empty() {
            let program = self.program_for(&probed)?;
            if let Some((started, observation)) = judge_start(program, k, case, plan, sizes)? {
                judgement.exercise(&started.exercised);
                if !started.mismatches.is_empty() {
                    judgement.mismatches = started.mismatches;
                    self.started.push((plan.clone(), observation));
                }
            }
        }
        let ways = if pairing == Pairing::Caller { 1 } else { case.style.ways_out() };
        for way in 1..ways {
            if !judgement.mismatches.is_empty() {
                break;
            }
            let program = self.program_for(&probed)?;
            let Some(observation) = run_way(program, k, pairing, plan, sizes, way)? else { break };
            let other = judge(case, pairing, plan, &observation);
            judgement.exercise(&other.exercised);
            if !other.mismatches.is_empty() {
                judgement.mismatches = other.mismatches;
                self.started.push((plan.clone(), observation));
            }
        }
        if let Some(top) = top.filter(|_| judgement.mismatches.is_empty()) {
            let program = self.program_for(&probed)?;
            if let Some((threads, observation)) = judge_beside(program, k, (case, pairing), plan, sizes, top)?
            {
                judgement.exercise(&threads.exercised);
                if !threads.mismatches.is_empty() {
                    judgement.mismatches = threads.mismatches;
                    self.started.push((plan.clone(), observation));
                }
            }
        }
        Ok(judgement)
    }

    /// Forgets the last case.
    fn begin(&mut self) {
        self.seen.clear();
        self.started.clear();
        self.own.begin();
    }

    /// Place of a probe's observation.
    fn seen_at(&self, probed: &Probed) -> Option<usize> {
        self.seen.iter().position(|(seen, _)| seen.is_like(probed))
    }

    /// Observation of the last case, `k`, with the probe for a plan; where only the start in the way of the
    /// loader or another way out violated the plan, what was seen then.
    pub fn evidence(&mut self, k: usize, plan: Plan) -> Option<Evidence> {
        if let Some(at) = self.started.iter().position(|(started, _)| *started == plan) {
            let (plan, observation) = self.started.swap_remove(at);
            return Some(Evidence { plan, observation });
        }
        let probed = self.batch.probe(self.pairing, k, &plan)?;
        if let Some(at) = self.seen_at(&probed) {
            let (_, observation) = self.seen.swap_remove(at);
            return Some(Evidence { plan, observation });
        }
        // It was forgotten, and is seen again: nothing in a run is left to chance.
        let (pairing, sizes) = (self.pairing, self.sizes.clone());
        let observation = run(self.program_for(&probed).ok()?, k, pairing, &plan, &sizes).ok()?;
        Some(Evidence { plan, observation })
    }

    /// Runs case `k` once more under a plan, and returns what each instruction of the subject does.
    ///
    /// # Errors
    /// When it cannot be run.
    pub fn trace(&mut self, k: usize, plan: &Plan, knowledge: &Knowledge) -> Result<Traced, TrialError> {
        let no_case = || TrialError::Failed("no such case".to_owned());
        let (case, _) = self.batch.plans(k).ok_or_else(no_case)?;
        let probed = self.batch.probe(self.pairing, k, plan).ok_or_else(no_case)?;
        let (pairing, sizes) = (self.pairing, leaf_sizes(case, knowledge, None));
        let program = self.program_for(&probed)?;
        program.trace();
        let mut observation = run(program, k, pairing, plan, &sizes)?;
        let ways = if pairing == Pairing::Caller { 1 } else { case.style.ways_out() };
        for way in 1..ways {
            if !judge(case, pairing, plan, &observation).mismatches.is_empty() {
                break;
            }
            program.trace();
            match run_way(program, k, pairing, plan, &sizes, way)? {
                Some(other) => observation = other,
                None => break,
            }
        }
        let names = (0..case.target.registers().len()).filter_map(|i| u16::try_from(i).ok()).map(Register);
        Ok(Traced {
            observation,
            steps: program.steps(),
            listing: program.listing(),
            callee: program.address_of(&unit::callee(k)),
            registers: names.filter_map(|register| Some((register, program.number_of(register)?))).collect(),
        })
    }

    /// The program that has a probe: one for all cases, that of the likelier plans first, or one for this probe alone.
    fn program_for(&mut self, probed: &Rc<Probed>) -> Result<&mut Program, TrialError> {
        let has = |(all, _): &(Vec<Rc<Probed>>, Program)| all.iter().any(|p| Rc::ptr_eq(p, probed));
        match self.programs.iter().rposition(has) {
            Some(at) => Ok(&mut self.programs[at].1),
            None => self.own.program_for(self.batch, self.pairing, probed),
        }
    }
}

/// Why a verdict could not be reached: the error of a trial.
fn untested(error: &TrialError) -> Untested {
    match error {
        TrialError::Failed(reason) => Untested::Failed(reason.clone()),
        TrialError::Unserved(reason) => Untested::Unsupported(reason.clone()),
    }
}

/// One of so many cases of a batch is run in a second thread as well: the first, so that a case by itself always is.
const BESIDE: usize = 4;

/// A run with everything that the subject's instructions did.
#[derive(Debug)]
pub struct Traced {
    /// The observation.
    pub observation: Observation,
    /// The instructions in the order in which they were executed.
    pub steps: Vec<Step>,
    /// All of the subject's code.
    pub listing: Vec<Listed>,
    /// Address of the function under test.
    pub callee: Option<u64>,
    /// The machine's numbers of the target's registers.
    pub registers: Vec<(Register, u16)>,
}

/// Observations of one case that are kept, each some hundred kilobytes: a case that nothing explains is tested a thousand times.
const MOST_SEEN: usize = 32;
/// Those of them that were made first and are never forgotten: of the likeliest plans.
const FIRST_SEEN: usize = 8;

/// Starts a function in the way of the loader and judges what is seen then; `None` where there is no loader, or it
/// cannot pass what the plan passes.
///
/// # Errors
/// When the harness could not start it.
fn judge_start(
    program: &mut Program,
    k: usize,
    case: &Case,
    plan: &Plan,
    sizes: &LeafSizes,
) -> Result<Option<(Judgement, Observation)>, TrialError> {
    let started = run_started(program, k, plan, sizes);
    let started =
        started.map_err(|e| TrialError::Failed(format!("a start in the way of the loader: {e}")))?;
    let Some((observation, start)) = started else { return Ok(None) };
    let mut judgement = judge(case, Pairing::Callee, plan, &observation);
    if let Some(entry) = &observation.entry {
        let slot = [SLOT_FILLER; unit::SLOT_BYTES as usize];
        let bss = program.address_of(&unit::received(k)).map(|address| (address, &slot[..]));
        start::judge(&start, plan, entry, bss, &mut judgement);
    }
    program.judge_configuration(&start, &mut judgement);
    Ok(Some((judgement, observation)))
}

/// Runs a case in a second thread and judges what is seen then; `top` is the highest stack pointer of a single one. `None` where
/// there are no threads, or no room for two stacks.
///
/// # Errors
/// When the harness could not run it.
fn judge_beside(
    program: &mut Program,
    k: usize,
    (case, pairing): (&Case, Pairing),
    plan: &Plan,
    sizes: &LeafSizes,
    top: u64,
) -> Result<Option<(Judgement, Observation)>, TrialError> {
    let mut run = |takes_turns| run_beside(program, k, pairing, plan, sizes, (top, takes_turns));
    let Some(seen) = run(true)? else { return Ok(None) };
    let beside = judge(case, pairing, plan, &seen);
    if beside.mismatches.is_empty() {
        return Ok(Some((judge_threads(plan, &beside, &beside), seen)));
    }
    let Some(second) = run(false)? else { return Ok(None) };
    let alone = judge(case, pairing, plan, &second);
    let seen = if alone.mismatches.is_empty() { seen } else { second };
    Ok(Some((judge_threads(plan, &alone, &beside), seen)))
}

impl Drop for Calls<'_> {
    fn drop(&mut self) {
        self.begin();
        for (_, program) in self.programs.drain(..) {
            program.retire();
        }
    }
}

/// Sizes of what a case's slots hold as the subject has its types: each leaf in its own type, bit-fields as
/// `unsigned long long`.
pub fn leaf_sizes(case: &Case, knowledge: &Knowledge, seen: Option<&Arc<SeenLayouts>>) -> LeafSizes {
    leaf_sizes_under(case, knowledge.catalogue(), &Predicted(knowledge), seen)
}

/// The same as somebody has the types who follows these readings.
pub(crate) fn leaf_sizes_under(
    case: &Case,
    catalogue: &'static Catalogue,
    permits: &dyn Permits,
    seen: Option<&Arc<SeenLayouts>>,
) -> LeafSizes {
    let mut chooser = Chooser::new(catalogue, permits);
    if let Some(seen) = seen {
        chooser.see(seen);
    }
    let mut size = |slot: &unit::Slot<'_>| match &slot.holds {
        Holds::Argument { leaf, .. } | Holds::Result(leaf) if leaf.bits.is_none() => {
            usize::try_from(abi::layout(case.target, leaf.ty, &mut chooser).size).unwrap_or(0)
        }
        holds => holds.bytes().unwrap_or(8),
    };
    LeafSizes {
        arguments: unit::received_slots(case).iter().map(&mut size).collect(),
        result: unit::returned_slots(case).iter().map(&mut size).collect(),
    }
}
