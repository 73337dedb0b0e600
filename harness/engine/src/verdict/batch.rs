//! A batch of cases, with the plans that are worked out once for all subjects: those of one compiler mostly follow the same
//! readings.

use crate::machine::{self, TrialError};
use crate::trial::start;
use crosscall_generator::probe::{self, Probe};
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::plan::Plan;
use crosscall_model::{Case, Pairing, Target};
use crosscall_oracle::abi::{self, LayoutPlan};
use crosscall_oracle::choose::{Chooser, Evaluation, Kept};
use crosscall_oracle::clause::ChoiceIndex;
use crosscall_oracle::knowledge::{Knowledge, Predicted};
use std::rc::Rc;
use std::sync::Arc;

/// A probe for a plan.
#[derive(Debug)]
pub struct Probed {
    target: Target,
    pairing: Pairing,
    /// The probe, for one side of the call.
    pub probe: Probe,
    /// Stack arguments of the plan, in bytes from the stack pointer.
    callee_area: u64,
}

impl Probed {
    /// True if two probes lead to the same run.
    pub(crate) fn is_like(&self, other: &Probed) -> bool {
        self.callee_area == other.callee_area && self.probe.text == other.probe.text
    }

    /// The target of the call.
    pub(crate) fn target(&self) -> Target {
        self.target
    }

    /// Its object files.
    ///
    /// # Errors
    /// The assembler's diagnostics.
    pub fn objects(&self) -> Result<Vec<Arc<ObjectFile>>, TrialError> {
        let mut objects = machine::assemble_probes(self.target, &[&self.probe])?;
        if self.pairing == Pairing::Callee {
            objects.extend(start::objects(self.target, std::iter::once(self.callee_area))?);
        }
        Ok(objects)
    }
}

/// Cases that are judged together.
#[derive(Debug)]
pub struct Batch<'a> {
    cases: &'a [Case],
    shared: Vec<Shared>,
}

/// Parts of a case that subjects share.
#[derive(Debug, Default)]
struct Shared {
    plans: Kept<Plan>,
    layouts: Kept<LayoutPlan>,
}

impl<'a> Batch<'a> {
    /// Cases of one target of which nothing is worked out yet.
    pub fn new(cases: &'a [Case]) -> Batch<'a> {
        let shared = cases.iter().map(|_| Shared::default()).collect();
        Batch { cases, shared }
    }

    /// The cases.
    pub fn cases(&self) -> &'a [Case] {
        self.cases
    }

    /// The target of the cases.
    ///
    /// # Errors
    /// When there are none.
    pub(crate) fn target(&self) -> Result<Target, TrialError> {
        let first =
            self.cases.first().ok_or_else(|| TrialError::Failed("a batch without cases".to_owned()))?;
        Ok(first.target)
    }

    /// Case `k` with the plans that are kept for it.
    pub(crate) fn plans(&self, k: usize) -> Option<(&'a Case, &Kept<Plan>)> {
        Some((self.cases.get(k)?, &self.shared.get(k)?.plans))
    }

    /// Case `k` with the layout plans that are kept for it.
    pub(crate) fn layouts(&self, k: usize) -> Option<(&'a Case, &Kept<LayoutPlan>)> {
        Some((self.cases.get(k)?, &self.shared.get(k)?.layouts))
    }

    /// The plan that the subject will most likely follow: under the readings and departures seen of it so far.
    pub(crate) fn likely_plan(&self, knowledge: &Knowledge, k: usize) -> Option<Rc<Evaluation<Plan>>> {
        let (case, kept) = self.plans(k)?;
        let plan = |chooser: &mut Chooser<'_>| abi::plan(case, chooser);
        Some(kept.preferred(knowledge.catalogue(), &Predicted(knowledge), plan))
    }

    /// True if a case asks a question to which the subject may still give several answers, each of which demands something
    /// else of it.
    pub fn asks_what_is_open(&self, knowledge: &Knowledge) -> bool {
        let is_open = |choice: &ChoiceIndex| {
            knowledge.follows(*choice).len() > 1 && !knowledge.catalogue().choice(*choice).1.presumed
        };
        let of_case = |k: usize| self.likely_plan(knowledge, k);
        let mut plans = (0..self.cases.len()).filter_map(of_case);
        plans.any(|plan| plan.assignment.keys().any(is_open))
    }

    /// The probe for a plan of case `k`; `None` if there is no such case.
    pub fn probe(&self, pairing: Pairing, k: usize, plan: &Plan) -> Option<Rc<Probed>> {
        let case = self.cases.get(k)?;
        let probe = match pairing {
            Pairing::Caller => probe::callee_probe(k, case, plan),
            _ => probe::caller_probe(k, case, plan),
        };
        Some(Rc::new(Probed { target: case.target, pairing, probe, callee_area: plan.stack.callee_area }))
    }
}
