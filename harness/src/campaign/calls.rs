//! Judging the calls of a batch: the pairings in which something runs.

use super::predict::{document_plan, likely_plan};
use super::verdicts::Evidence;
use crate::trial::program::{Program, SLOT_FILLER};
use crate::trial::run::{LeafSizes, run, run_started};
use crate::trial::start;
use crate::trial::{TrialError, bench};
use crosscall_generator::probe::{self, Probe};
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::finding::Verdict;
use crosscall_model::observation::Observation;
use crosscall_model::plan::Plan;
use crosscall_model::{Case, Pairing, unit};
use crosscall_oracle::abi;
use crosscall_oracle::choose::Chooser;
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::infer::{Limits, Outcome, Untested, infer};
use crosscall_oracle::judge::judge;
use crosscall_oracle::knowledge::{AllReadings, Knowledge};
use std::rc::Rc;

/// A case's position, a plan for it and the probe that was written from it.
struct Probed {
    k: usize,
    plan: Plan,
    probe: Probe,
}

/// The calls of the cases that one object file of a subject holds.
pub struct Calls<'a> {
    cases: &'a [Case],
    object: &'a ObjectFile,
    pairing: Pairing,
    programs: Vec<(Vec<Rc<Probed>>, Program)>,
    /// Probes of the present case with what was seen of them; without a probe what was seen when the function
    /// was started in the way of the loader.
    seen: Vec<(Option<Rc<Probed>>, Observation)>,
}

impl<'a> Calls<'a> {
    /// Links the object with the probes for all of its cases: once for what the document says, and, where
    /// that differs, once for what the subject is known to do.
    ///
    /// # Errors
    /// When probes cannot be assembled or the program cannot be linked.
    pub fn new(
        pairing: Pairing,
        cases: &'a [Case],
        ks: &[usize],
        object: &'a ObjectFile,
        knowledge: &Knowledge,
    ) -> Result<Calls<'a>, TrialError> {
        let mut calls = Calls { cases, object, pairing, programs: Vec::new(), seen: Vec::new() };
        let plans = |plan: fn(&Knowledge, &Case) -> Plan| -> Vec<(usize, Plan)> {
            ks.iter().filter_map(|k| cases.get(*k).map(|case| (*k, plan(knowledge, case)))).collect()
        };
        let document = plans(document_plan);
        let likely: Vec<_> = plans(likely_plan).into_iter().filter(|p| !document.contains(p)).collect();
        for plans in [document, likely] {
            if !plans.is_empty() {
                let probed = plans.iter().filter_map(|(k, plan)| calls.probed(*k, plan)).collect();
                calls.programs.push(calls.program(probed)?);
            }
        }
        Ok(calls)
    }

    /// The probe for a plan: one that a program has, or a new one.
    fn probed(&self, k: usize, plan: &Plan) -> Option<Rc<Probed>> {
        let mut all = self.programs.iter().flat_map(|(probed, _)| probed);
        if let Some(probed) = all.find(|p| p.k == k && p.plan == *plan) {
            return Some(probed.clone());
        }
        let case = self.cases.get(k)?;
        let probe = match self.pairing {
            Pairing::Caller => probe::callee_probe(k, case, plan),
            _ => probe::caller_probe(k, case, plan),
        };
        Some(Rc::new(Probed { k, plan: plan.clone(), probe }))
    }

    /// Links the object with probes.
    fn program(&self, probed: Vec<Rc<Probed>>) -> Result<(Vec<Rc<Probed>>, Program), TrialError> {
        let case = probed.first().and_then(|p| self.cases.get(p.k));
        let target = case.ok_or_else(|| TrialError("a batch without cases".to_owned()))?.target;
        let start = match self.pairing {
            Pairing::Callee => start::code(target, probed.iter().map(|p| &p.plan)),
            _ => String::new(),
        };
        let probes: Vec<&Probe> = probed.iter().map(|p| &p.probe).collect();
        let probes = bench::assemble_probes(target, &probes, &start)?;
        let program = Program::new(target, &[self.object], &probes)?;
        Ok((probed, program))
    }

    /// Runs and judges case `k`, under as many plans as the state of knowledge demands.
    ///
    /// # Errors
    /// When it could not be tested.
    pub fn judge(
        &mut self,
        k: usize,
        knowledge: &mut Knowledge,
        thorough: bool,
    ) -> Result<Outcome<Plan>, Untested> {
        let Some(case) = self.cases.get(k) else { return Err(Untested("no such case".to_owned())) };
        let sizes = leaf_sizes(case);
        self.seen.clear();
        let mut outcome = infer(
            knowledge,
            Limits { thorough, ..Limits::default() },
            |chooser| abi::plan(case, chooser),
            |plan| {
                let probed = self.probed(k, plan).ok_or_else(|| Untested("no such case".to_owned()))?;
                // Plans that differ only in what they demand lead to the same run.
                let at = match self.seen_at(&probed) {
                    Some(at) => at,
                    None => {
                        let observation = self.observe(case, &probed, &sizes).map_err(|e| Untested(e.0))?;
                        self.seen.push((Some(probed), observation));
                        self.seen.len() - 1
                    }
                };
                let (_, observation) = &self.seen[at];
                Ok(judge(case, self.pairing, plan, observation))
            },
        )?;
        if self.pairing == Pairing::Callee && outcome.verdict == Verdict::Conforms {
            self.judge_start(k, case, &sizes, &mut outcome);
        }
        Ok(outcome)
    }

    /// Where it is kept what was seen of a probe.
    fn seen_at(&self, probed: &Probed) -> Option<usize> {
        self.seen.iter().position(|(seen, _)| seen.as_ref().is_some_and(|seen| seen.probe == probed.probe))
    }

    /// Starts a function that conforms once more, in the way of the loader.
    fn judge_start(&mut self, k: usize, case: &Case, sizes: &LeafSizes, outcome: &mut Outcome<Plan>) {
        let plan = &outcome.plan;
        let Some((_, program)) = ready(&mut self.programs, k, plan) else { return };
        // Not every plan can be started like this; the probe has tested it already.
        let Ok((observation, start)) = run_started(program, k, case, plan, sizes) else { return };
        let mut judgement = judge(case, self.pairing, plan, &observation);
        if let Some(entry) = &observation.entry {
            let slot = [SLOT_FILLER; unit::SLOT_BYTES as usize];
            let bss = program.address_of(&unit::received(k)).map(|address| (address, &slot[..]));
            start::judge(&start, plan, entry, bss, &mut judgement);
        }
        program.judge_configuration(&start, &mut judgement);
        for clause in judgement.exercised {
            if !outcome.exercised.contains(&clause) {
                outcome.exercised.push(clause);
            }
        }
        if !judgement.mismatches.is_empty() {
            self.seen.insert(0, (None, observation));
            outcome.verdict = Verdict::Violates { mismatches: judgement.mismatches, deviations: Vec::new() };
        }
    }

    /// What was seen of the last case, `k`, with the probe for a plan; where it was started in the way of the
    /// loader, what was seen then.
    pub fn evidence(&mut self, k: usize, plan: Plan) -> Option<Evidence> {
        let probed = self.probed(k, &plan)?;
        let started = self.seen.iter().position(|(probed, _)| probed.is_none());
        let at = started.or_else(|| self.seen_at(&probed))?;
        let (_, observation) = self.seen.swap_remove(at);
        Some(Evidence { plan, observation })
    }

    /// Runs a case against a probe.
    fn observe(
        &mut self,
        case: &Case,
        probed: &Rc<Probed>,
        sizes: &LeafSizes,
    ) -> Result<Observation, TrialError> {
        let Probed { k, plan, .. } = &**probed;
        match ready(&mut self.programs, *k, plan) {
            Some((_, program)) => run(program, *k, case, self.pairing, plan, sizes),
            None => {
                let (_, mut program) = self.program(vec![probed.clone()])?;
                let seen = run(&mut program, *k, case, self.pairing, plan, sizes);
                program.retire();
                seen
            }
        }
    }
}

/// The program that has the probe for a plan.
fn ready<'p>(
    programs: &'p mut [(Vec<Rc<Probed>>, Program)],
    k: usize,
    plan: &Plan,
) -> Option<&'p mut (Vec<Rc<Probed>>, Program)> {
    programs.iter_mut().find(|(probed, _)| probed.iter().any(|p| p.k == k && p.plan == *plan))
}

impl Drop for Calls<'_> {
    fn drop(&mut self) {
        for (_, program) in self.programs.drain(..) {
            program.retire();
        }
    }
}

/// Sizes of the leaves of a case under the document's plainest reading; the slots hold each leaf in its
/// own type, bit-fields as `unsigned long long`.
pub fn leaf_sizes(case: &Case) -> LeafSizes {
    let catalogue = catalogue(case.target);
    let size = |leaf: &crosscall_model::leaf::Leaf<'_>| {
        if leaf.bits.is_some() {
            return 8;
        }
        let all = AllReadings(catalogue);
        let mut chooser = Chooser::new(catalogue, &all);
        usize::try_from(abi::layout(case.target, leaf.ty, &mut chooser).size).unwrap_or(0)
    };
    LeafSizes {
        arguments: unit::argument_leaves(case).iter().map(|(_, leaf)| size(leaf)).collect(),
        result: unit::result_leaves(case).iter().map(size).collect(),
    }
}
