//! A batch of cases, with what is worked out once for all subjects: plans, and the probes written from them.
//!
//! Subjects of one compiler mostly follow the same readings, so most plans and probes of a batch are the same
//! for all of them.

use crate::machine::{self, TrialError};
use crate::trial::start;
use crosscall_generator::probe::{self, Outline, Probe};
use crosscall_machines::object_file::ObjectFile;
use crosscall_model::plan::Plan;
use crosscall_model::{Case, Pairing, Target};
use crosscall_oracle::abi::{self, LayoutPlan};
use crosscall_oracle::choose::{Chooser, Evaluation, Kept};
use crosscall_oracle::clause::ChoiceIndex;
use crosscall_oracle::knowledge::{Knowledge, Predicted};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// A probe for plans of a case that have the same outline.
#[derive(Debug)]
pub struct Probed {
    /// The probe, for one side of the call.
    pub probe: Probe,
    /// The outline of the plan that it was written for.
    outline: Outline,
    /// Stack arguments of the plan, in bytes from the stack pointer.
    callee_area: u64,
    /// Its object files, once they are made.
    objects: OnceCell<Vec<Arc<ObjectFile>>>,
}

impl Probed {
    /// True if two probes lead to the same run.
    pub(crate) fn is_like(&self, other: &Probed) -> bool {
        self.callee_area == other.callee_area && self.probe.text == other.probe.text
    }
}

/// Cases that are judged together.
#[derive(Debug)]
pub struct Batch<'a> {
    cases: &'a [Case],
    /// True if several subjects share what is kept.
    is_shared: bool,
    shared: Vec<Shared>,
    /// Number of probes that may still be kept.
    room: Cell<usize>,
}

/// Parts of a case that subjects share.
#[derive(Debug, Default)]
struct Shared {
    plans: Kept<Plan>,
    layouts: Kept<LayoutPlan>,
    /// Probes that call.
    callers: RefCell<Vec<Rc<Probed>>>,
    /// Probes that are called.
    callees: RefCell<Vec<Rc<Probed>>>,
}

/// Probes of a batch that are kept, each some twenty kilobytes with its object file. Those that come first are for the
/// likeliest plans.
const MOST_SHARED: usize = 2048;

impl<'a> Batch<'a> {
    /// Cases of one target of which nothing is worked out yet.
    pub fn new(cases: &'a [Case]) -> Batch<'a> {
        let shared = cases.iter().map(|_| Shared::default()).collect();
        Batch { cases, is_shared: true, shared, room: Cell::new(MOST_SHARED) }
    }

    /// The same for a single subject: what nobody else will ask for is not kept, so that its memory is used again while
    /// the processor still has it at hand.
    pub fn of_one_subject(cases: &'a [Case]) -> Batch<'a> {
        Batch { is_shared: false, ..Batch::new(cases) }
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

    /// The probe for a plan: one that was written for a plan with the same outline, perhaps for another subject, or a new
    /// one.
    pub fn probe(&self, pairing: Pairing, k: usize, plan: &Plan) -> Option<Rc<Probed>> {
        let case = self.cases.get(k)?;
        let outline = match pairing {
            Pairing::Caller => Outline::of_callee(plan),
            _ => Outline::of_caller(plan, case.style.calls),
        };
        let mut kept = self.probes_of(pairing, k)?.borrow_mut();
        if let Some(probed) = kept.iter().find(|probed| probed.outline == outline) {
            return Some(probed.clone());
        }
        let probe = match pairing {
            Pairing::Caller => probe::callee_probe(k, case, plan),
            _ => probe::caller_probe(k, case, plan),
        };
        let callee_area = plan.stack.callee_area;
        let new = Rc::new(Probed { probe, outline, callee_area, objects: OnceCell::new() });
        if let Some(room) = self.room.get().checked_sub(1) {
            self.room.set(room);
            kept.push(new.clone());
        }
        Some(new)
    }

    /// Takes note that a subject is done with case `k` in a pairing.
    pub(crate) fn leave(&self, pairing: Pairing, k: usize) {
        if let Some(kept) = self.probes_of(pairing, k).filter(|_| !self.is_shared) {
            let left = kept.take().len();
            self.room.set(self.room.get() + left);
        }
    }

    fn probes_of(&self, pairing: Pairing, k: usize) -> Option<&RefCell<Vec<Rc<Probed>>>> {
        let shared = self.shared.get(k)?;
        Some(if pairing == Pairing::Caller { &shared.callees } else { &shared.callers })
    }

    /// The object files of a probe: those that are kept, or new ones, which are kept for others that will want them.
    ///
    /// # Errors
    /// The assembler's diagnostics.
    pub fn assembled(&self, pairing: Pairing, probed: &Probed) -> Result<Vec<Arc<ObjectFile>>, TrialError> {
        if let Some(kept) = probed.objects.get() {
            return Ok(kept.clone());
        }
        let target = self.target()?;
        let mut objects = machine::assemble_probes(target, &[&probed.probe])?;
        if pairing == Pairing::Callee {
            objects.extend(start::objects(target, std::iter::once(probed.callee_area))?);
        }
        Ok(probed.objects.get_or_init(|| objects).clone())
    }
}
