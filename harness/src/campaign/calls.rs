//! Judging the calls of a batch: the pairings in which something runs.

use super::predict::{document_plan, likely_plan};
use super::verdicts::Evidence;
use crate::trial::program::{Program, SLOT_FILLER};
use crate::trial::run::{LeafSizes, run, run_started};
use crate::trial::start;
use crate::trial::{TrialError, bench};
use crosscall_generator::probe;
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

/// A case's position, a plan for it and the probe that was written from it.
struct Probed {
    k: usize,
    plan: Plan,
    text: String,
}

/// The calls of the cases that one object file of a subject holds.
pub struct Calls<'a> {
    cases: &'a [Case],
    object: &'a ObjectFile,
    pairing: Pairing,
    programs: Vec<(Vec<Probed>, Program)>,
    /// Probes of the present case with what was seen of them.
    seen: Vec<(String, Observation)>,
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
                calls.programs.push(calls.program(plans)?);
            }
        }
        Ok(calls)
    }

    fn program(&self, plans: Vec<(usize, Plan)>) -> Result<(Vec<Probed>, Program), TrialError> {
        let mut text = String::new();
        let mut target = None;
        let mut probed = Vec::with_capacity(plans.len());
        for (k, plan) in plans {
            let Some(case) = self.cases.get(k) else { continue };
            target = Some(case.target);
            let probe = probe_text(self.pairing, k, case, &plan);
            text.push_str(&probe);
            probed.push(Probed { k, plan, text: probe });
        }
        if self.pairing == Pairing::Callee
            && let Some(target) = target
        {
            text.push_str(&start::code(target, probed.iter().map(|p| &p.plan)));
        }
        let target = target.ok_or_else(|| TrialError("a batch without cases".to_owned()))?;
        let probes = bench::assemble(target, "probes", &text)?;
        let program = Program::new(target, &[self.object], &[&probes])?;
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
                let text = match self.probed(k, plan) {
                    Some(probed) => probed.text.clone(),
                    None => probe_text(self.pairing, k, case, plan),
                };
                // Plans that differ only in what they demand lead to the same run.
                let at = match self.seen.iter().position(|(probe, _)| *probe == text) {
                    Some(at) => at,
                    None => {
                        let observation = self.observe(k, case, plan, &sizes).map_err(|e| Untested(e.0))?;
                        self.seen.push((text, observation));
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

    /// The probe for a plan, if one of the programs has it.
    fn probed(&self, k: usize, plan: &Plan) -> Option<&Probed> {
        self.programs.iter().flat_map(|(probed, _)| probed).find(|p| p.k == k && p.plan == *plan)
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
            self.seen.insert(0, (String::new(), observation));
            outcome.verdict = Verdict::Violates { mismatches: judgement.mismatches, deviations: Vec::new() };
        }
    }

    /// What was seen of the last case, `k`, with the probe for a plan; where it was started in the way of the
    /// loader, what was seen then.
    pub fn evidence(&mut self, k: usize, plan: Plan) -> Option<Evidence> {
        let text = self.probed(k, &plan).map(|probed| probed.text.clone());
        let case = self.cases.get(k)?;
        let text = text.unwrap_or_else(|| probe_text(self.pairing, k, case, &plan));
        let at = self.seen.iter().position(|(probe, _)| probe.is_empty() || *probe == text)?;
        let (_, observation) = self.seen.swap_remove(at);
        Some(Evidence { plan, observation })
    }

    /// Runs case `k` against the probe of one plan.
    ///
    /// # Errors
    /// When no program can be made.
    pub fn observe(
        &mut self,
        k: usize,
        case: &Case,
        plan: &Plan,
        sizes: &LeafSizes,
    ) -> Result<Observation, TrialError> {
        match ready(&mut self.programs, k, plan) {
            Some((_, program)) => run(program, k, case, self.pairing, plan, sizes),
            None => {
                let (_, mut program) = self.program(vec![(k, plan.clone())])?;
                let seen = run(&mut program, k, case, self.pairing, plan, sizes);
                program.retire();
                seen
            }
        }
    }
}

/// The program that has the probe for a plan.
fn ready<'p>(
    programs: &'p mut [(Vec<Probed>, Program)],
    k: usize,
    plan: &Plan,
) -> Option<&'p mut (Vec<Probed>, Program)> {
    programs.iter_mut().find(|(probed, _)| probed.iter().any(|p| p.k == k && p.plan == *plan))
}

impl Drop for Calls<'_> {
    fn drop(&mut self) {
        for (_, program) in self.programs.drain(..) {
            program.retire();
        }
    }
}

/// The probe for one case.
pub fn probe_text(pairing: Pairing, k: usize, case: &Case, plan: &Plan) -> String {
    match pairing {
        Pairing::Caller => probe::callee_probe(k, case, plan),
        _ => probe::caller_probe(k, case, plan),
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
