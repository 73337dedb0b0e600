//! Judging the calls of a batch: the pairings in which something runs.

use super::Evidence;
use super::batch::{Batch, Probed};
use super::own::Own;
use crate::machine::TrialError;
use crate::trial::beside::{self, run_beside};
use crate::trial::play::{Counterpart, stubs};
use crate::trial::program::{Listed, Program, Put, SLOT_FILLER};
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
use crosscall_oracle::choose::{Chooser, Evaluation, Permits};
use crosscall_oracle::clause::Catalogue;
use crosscall_oracle::infer::{Effort, Limits, Outcome, Untested, infer_call};
use crosscall_oracle::judge::{Judgement, judge, judge_threads};
use crosscall_oracle::knowledge::{Knowledge, Predicted};
use std::rc::Rc;
use std::sync::Arc;

/// The calls of the cases that one object file of a subject holds.
///
/// Where a case goes as its subject is likely to do it, the other side is played, for all plans that are tried. Whatever goes
/// otherwise is judged by probes in assembly, and so is a share of all others, and every case by itself.
pub struct Calls<'a> {
    batch: &'a Batch<'a>,
    pairing: Pairing,
    /// The object in a program in which the other side is played.
    stage: Option<Program>,
    /// Programs with probes.
    own: Own<'a>,
    /// Values that the programs have in place of those that were compiled.
    values: Rc<Vec<Put>>,
    /// True if the other side of the present case is played.
    is_played: bool,
    /// Plan that the present case is likely to follow, with its judgement, where the other side is played.
    likely: Option<(Rc<Evaluation<Plan>>, Judgement)>,
    /// Other sides of the present case with what was seen of them: the first and the last ones.
    seen: Vec<(Other, Observation)>,
    /// Sizes of what lies in the slots of the present case.
    sizes: LeafSizes,
    /// Plans that the present case followed at first, and not when it was started in the way of the loader or took
    /// another way out, with what was seen then.
    started: Vec<(Plan, Observation)>,
}

/// The other side of a call.
#[derive(Clone)]
enum Other {
    Played(Rc<Counterpart>),
    Probe(Rc<Probed>),
}

impl Other {
    /// True if both lead to the same run.
    fn is_like(&self, other: &Other) -> bool {
        match (self, other) {
            (Other::Played(one), Other::Played(other)) => one == other,
            (Other::Probe(one), Other::Probe(other)) => one.is_like(other),
            _ => false,
        }
    }

    /// The counterpart, where it is played.
    fn played(&self) -> Option<&Counterpart> {
        match self {
            Other::Played(counterpart) => Some(counterpart),
            Other::Probe(_) => None,
        }
    }
}

/// A case of a batch under a plan.
#[derive(Clone, Copy)]
struct Trial<'t> {
    k: usize,
    case: &'t Case,
    plan: &'t Plan,
    sizes: &'t LeafSizes,
}

/// Of so many cases of a batch that are played one is run with a probe as well.
const WITH_PROBE: usize = 32;

impl<'a> Calls<'a> {
    /// Links the object so that the other side of all of its cases can be played.
    ///
    /// # Errors
    /// When the program cannot be linked.
    pub fn new(
        pairing: Pairing,
        batch: &'a Batch<'a>,
        ks: &[usize],
        object: &'a ObjectFile,
        knowledge: &Knowledge,
    ) -> Result<Calls<'a>, TrialError> {
        let target = batch.target()?;
        let mut others = vec![stubs(target, pairing, ks)?];
        if pairing == Pairing::Callee {
            let area = |k: &usize| Some(batch.likely_plan(knowledge, *k)?.result.stack.callee_area);
            others.extend(start::objects(target, ks.iter().filter_map(area))?);
        }
        Ok(Calls {
            batch,
            pairing,
            stage: Some(Program::new(target, &[object], &others)?),
            own: Own::new(object),
            values: Rc::default(),
            is_played: false,
            likely: None,
            seen: Vec::new(),
            sizes: LeafSizes::default(),
            started: Vec::new(),
        })
    }

    /// The same with other values than were compiled.
    pub(super) fn with_values(mut self, values: Rc<Vec<Put>>) -> Calls<'a> {
        self.values = values;
        self
    }

    /// True if case `k` of another batch, which differs in values alone, goes as the subject is likely to do it when the other
    /// side is played.
    ///
    /// # Errors
    /// When it cannot be played, or the program does not have the values where they are expected.
    pub(super) fn goes_as_likely(
        &mut self,
        set: &Batch<'_>,
        k: usize,
        knowledge: &Knowledge,
        sizes: &LeafSizes,
        values: Rc<Vec<Put>>,
    ) -> Result<bool, TrialError> {
        let (pairing, case) = (self.pairing, set.cases().get(k).ok_or_else(no_case)?);
        let plan = &set.likely_plan(knowledge, k).ok_or_else(no_case)?.result;
        let counterpart = Counterpart::of(pairing, k, case, plan).map_err(TrialError::Failed)?;
        self.values = values;
        let seen = run_way(self.stage()?, k, pairing, plan, sizes, (0, Some(&counterpart)))?;
        Ok(judge(case, pairing, plan, &seen.ok_or_else(no_case)?).mismatches.is_empty())
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
        self.is_played = self.can_be_played(k, case, knowledge, &sizes)?;
        infer_call(
            knowledge,
            Limits { effort, pairing: Some(self.pairing), ..Limits::default() },
            kept,
            &|chooser| abi::plan(case, chooser),
            &mut |plan| self.test(Trial { k, case, plan, sizes: &sizes }).map_err(|e| untested(&e)),
        )
    }

    /// True if case `k` goes as its subject is likely to do it when the other side is played. A case by itself never is.
    ///
    /// # Errors
    /// When a probe shows something else.
    fn can_be_played(
        &mut self,
        k: usize,
        case: &Case,
        knowledge: &Knowledge,
        sizes: &LeafSizes,
    ) -> Result<bool, Untested> {
        let is_alone = self.batch.cases().len() == 1 || !self.values.is_empty();
        let likely = self.batch.likely_plan(knowledge, k).filter(|_| !is_alone);
        let Some(likely) = likely else { return Ok(false) };
        let trial = Trial { k, case, plan: &likely.result, sizes };
        match self.test_played(trial) {
            Ok(judgement) if judgement.mismatches.is_empty() => {
                self.likely = Some((likely.clone(), judgement))
            }
            _ => {
                self.begin();
                return Ok(false);
            }
        }
        if k % WITH_PROBE != WITH_PROBE / 2 {
            return Ok(true);
        }
        match self.test_with_probe(trial) {
            Ok(judgement) if judgement.mismatches.is_empty() => Ok(true),
            Err(error) => Err(untested(&error)),
            Ok(judgement) => Err(Untested::Failed(format!(
                "crosscall's own fault: with a counterpart in assembly {:?} is wrong, and with one that is played nothing is",
                judgement.mismatches.first().map(|mismatch| &mismatch.topic)
            ))),
        }
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
        let sizes = leaf_sizes(case, knowledge, Some(layouts));
        let judgement = self.test(Trial { k, case, plan: &plan, sizes: &sizes }).ok()?;
        judgement.mismatches.is_empty().then_some(judgement.exercised)
    }

    /// Holds what a subject does against a plan. It follows the plan only if it does so at a call and
    /// when it is started in the way of the loader: with few bits to compare, one run alone can fit by chance.
    fn test(&mut self, trial: Trial<'_>) -> Result<Judgement, TrialError> {
        if let Some((_, judgement)) = self.likely.as_ref().filter(|(likely, _)| likely.result == *trial.plan)
        {
            return Ok(judgement.clone());
        }
        match self.is_played {
            // What cannot be played under this plan may do with a probe.
            true => self.test_played(trial).or_else(|_| self.test_with_probe(trial)),
            false => self.test_with_probe(trial),
        }
    }

    /// The same with the other side played.
    fn test_played(&mut self, trial: Trial<'_>) -> Result<Judgement, TrialError> {
        let Trial { k, case, plan, .. } = trial;
        let counterpart = Counterpart::of(self.pairing, k, case, plan).map_err(TrialError::Failed)?;
        self.test_against(&Other::Played(Rc::new(counterpart)), trial)
    }

    /// The same with a probe.
    fn test_with_probe(&mut self, trial: Trial<'_>) -> Result<Judgement, TrialError> {
        let probed = self.batch.probe(self.pairing, trial.k, trial.plan).ok_or_else(no_case)?;
        self.test_against(&Other::Probe(probed), trial)
    }

    fn test_against(&mut self, other: &Other, trial: Trial<'_>) -> Result<Judgement, TrialError> {
        let Trial { k, case, plan, sizes } = trial;
        let (pairing, played) = (self.pairing, other.played());
        // Plans that differ only in what they demand lead to the same run.
        let at = match self.seen_at(other) {
            Some(at) => at,
            None => {
                let seen = run_way(self.program_of(other)?, k, pairing, plan, sizes, (0, played))?;
                self.keep(other.clone(), seen.ok_or_else(no_case)?)
            }
        };
        let (_, observation) = self.seen.get(at).ok_or_else(no_case)?;
        let top = plan.threads.is_some().then(|| beside::highest(observation));
        let mut judgement = judge(case, pairing, plan, observation);
        if pairing == Pairing::Callee
            && judgement.mismatches.is_empty()
            && let Some(started) = judge_start(self.program_of(other)?, trial, played)?
        {
            self.take(&mut judgement, plan, started);
        }
        for way in 1..ways(pairing, case) {
            if !judgement.mismatches.is_empty() {
                break;
            }
            let seen = run_way(self.program_of(other)?, k, pairing, plan, sizes, (way, played))?;
            let Some(observation) = seen else { break };
            let other = judge(case, pairing, plan, &observation);
            self.take(&mut judgement, plan, (other, observation));
        }
        if let Some(top) = top {
            self.test_beside(trial, top, &mut judgement)?;
        }
        Ok(judgement)
    }

    /// Runs a case that conforms so far in a second thread as well, where there are threads; `top` is the highest stack pointer of
    /// a single one.
    fn test_beside(
        &mut self,
        trial: Trial<'_>,
        top: u64,
        judgement: &mut Judgement,
    ) -> Result<(), TrialError> {
        let (Trial { k, plan, .. }, pairing) = (trial, self.pairing);
        if !k.is_multiple_of(BESIDE) || pairing == Pairing::Cross || !judgement.mismatches.is_empty() {
            return Ok(());
        }
        let Some(probed) = self.batch.probe(pairing, k, plan) else { return Ok(()) };
        let program = self.program_for(&probed)?;
        if let Some(threads) = judge_beside(program, pairing, trial, top)? {
            self.take(judgement, plan, threads);
        }
        Ok(())
    }

    /// Adds another run of a case to its judgement.
    fn take(&mut self, judgement: &mut Judgement, plan: &Plan, (other, seen): (Judgement, Observation)) {
        judgement.exercise(&other.exercised);
        if !other.mismatches.is_empty() {
            judgement.mismatches = other.mismatches;
            self.started.push((plan.clone(), seen));
        }
    }

    /// Keeps what was seen; says where.
    fn keep(&mut self, other: Other, seen: Observation) -> usize {
        if self.seen.len() >= MOST_SEEN {
            self.seen.remove(FIRST_SEEN);
        }
        self.seen.push((other, seen));
        self.seen.len() - 1
    }

    /// Forgets the last case.
    fn begin(&mut self) {
        self.seen.clear();
        self.started.clear();
        self.own.begin();
        (self.is_played, self.likely) = (false, None);
    }

    /// Place of the observation of a run with another side.
    fn seen_at(&self, other: &Other) -> Option<usize> {
        self.seen.iter().position(|(seen, _)| seen.is_like(other))
    }

    /// Observation of the last case, `k`, with the probe for a plan; where only the start in the way of the
    /// loader or another way out violated the plan, what was seen then.
    pub fn evidence(&mut self, k: usize, plan: Plan) -> Option<Evidence> {
        if let Some(at) = self.started.iter().position(|(started, _)| *started == plan) {
            let (plan, observation) = self.started.swap_remove(at);
            return Some(Evidence { plan, observation });
        }
        let probed = self.batch.probe(self.pairing, k, &plan)?;
        if let Some(at) = self.seen_at(&Other::Probe(probed.clone())) {
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
        let (case, _) = self.batch.plans(k).ok_or_else(no_case)?;
        let probed = self.batch.probe(self.pairing, k, plan).ok_or_else(no_case)?;
        let (pairing, sizes) = (self.pairing, leaf_sizes(case, knowledge, None));
        let program = self.program_for(&probed)?;
        program.trace();
        let mut observation = run(program, k, pairing, plan, &sizes)?;
        for way in 1..ways(pairing, case) {
            if !judge(case, pairing, plan, &observation).mismatches.is_empty() {
                break;
            }
            program.trace();
            match run_way(program, k, pairing, plan, &sizes, (way, None))? {
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

    /// The program in which the other side is played.
    fn stage(&mut self) -> Result<&mut Program, TrialError> {
        let stage = self.stage.as_mut();
        let stage = stage.ok_or_else(|| TrialError::Failed("the program has ended".to_owned()))?;
        stage.values = self.values.clone();
        Ok(stage)
    }

    /// The program for runs with another side.
    fn program_of(&mut self, other: &Other) -> Result<&mut Program, TrialError> {
        match other {
            Other::Played(_) => self.stage(),
            Other::Probe(probed) => self.program_for(probed),
        }
    }

    /// The program that has a probe.
    fn program_for(&mut self, probed: &Rc<Probed>) -> Result<&mut Program, TrialError> {
        let program = self.own.program_for(probed)?;
        program.values = self.values.clone();
        Ok(program)
    }
}

fn no_case() -> TrialError {
    TrialError::Failed("no such case".to_owned())
}

/// Number of the ways on which the side under test can end.
fn ways(pairing: Pairing, case: &Case) -> u8 {
    if pairing == Pairing::Caller { 1 } else { case.style.ways_out() }
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
    Trial { k, case, plan, sizes }: Trial<'_>,
    played: Option<&Counterpart>,
) -> Result<Option<(Judgement, Observation)>, TrialError> {
    let started = run_started(program, k, plan, sizes, played);
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
    pairing: Pairing,
    Trial { k, case, plan, sizes }: Trial<'_>,
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
        self.stage.take().into_iter().for_each(Program::retire);
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
