//! The judge: holds an observation against a plan.
//!
//! It compares places, not only values: what the plan says of registers, stack, memory and the path of
//! control, and nothing that the plan does not speak of. Each contradiction names its clauses and,
//! where the lost value is found again, says where.

mod chance;
mod crash;
mod data;
mod entry;
mod exit;
mod layout;
mod locate;
mod memory;
mod moved;
mod object;
mod pointer;
pub mod precedence;
mod room;
mod states;
mod threads;
mod tool;
mod trace;
mod value;
mod values;
mod within;

pub use crosscall_model::finding::words::name_place;
pub use layout::judge_layout;
pub use object::{has_header_of, judge_file, judge_object};
pub use states::{States, states};
pub use threads::judge_threads;
pub use tool::judge_tool;
pub use value::judge_value;

use crosscall_model::finding::{self, Expected, Found, Mismatch, Moment, Observed, Reached, Topic};
use crosscall_model::observation::{End, Observation};
use crosscall_model::plan::{ClauseId, Plan, Transfer, WayOut, add_clauses};
use crosscall_model::unit::calls;
use crosscall_model::{Case, Pairing, Target};

/// Findings of the judge on one observation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The target whose document is asked.
    pub target: Target,
    /// Contradictions; empty when the observation fits the plan.
    pub mismatches: Vec<Mismatch>,
    /// Clauses that the observation could have contradicted, each once.
    pub exercised: Vec<ClauseId>,
}

impl Judgement {
    /// Nothing judged yet.
    pub fn new(target: Target) -> Judgement {
        // As many clauses as most judgements have.
        Judgement { target, mismatches: Vec::new(), exercised: Vec::with_capacity(64) }
    }

    /// Distance of the observation from the plan. A run that does not come back says little of what else it
    /// would have shown.
    pub(crate) fn weight(&self) -> (bool, usize) {
        (self.mismatches.iter().any(Mismatch::is_about_control), self.mismatches.len())
    }

    /// Notes that clauses were put to the test.
    pub fn exercise(&mut self, clauses: &[ClauseId]) {
        add_clauses(&mut self.exercised, clauses);
    }

    /// Notes a contradiction, about a value that was not found again so far.
    pub fn contradict(
        &mut self,
        clauses: &[ClauseId],
        topic: Topic,
        expected: Expected,
        observed: Observed,
    ) -> &mut Mismatch {
        let (target, clauses) = (self.target, clauses.to_vec());
        let at = self.mismatches.len();
        self.mismatches.push(Mismatch { target, clauses, topic, expected, observed, found: None });
        &mut self.mismatches[at]
    }
}

/// Holds what was seen of a case against what a document says about it.
///
/// `Caller` judges what the subject did when it called the probe, and what it made of the result;
/// `Callee` what it did when it was called; `Cross` only what two subjects owe each other: the values
/// and the state of the machine, not the places of the values.
pub fn judge(case: &Case, pairing: Pairing, plan: &Plan, seen: &Observation) -> Judgement {
    let mut judgement = Judgement::new(case.target);
    if pairing == Pairing::Caller {
        entry::judge(plan, seen, &mut judgement);
        entry::judge_later(plan, seen, &mut judgement);
        room::judge(plan, seen, &mut judgement);
    }
    if pairing != Pairing::Caller {
        exit::judge_callee(pairing, plan, seen, &mut judgement);
        values::judge_received(case, plan, seen, &mut judgement);
    }
    if pairing != Pairing::Callee {
        exit::judge_outer(pairing, plan, seen, &mut judgement);
        values::judge_returned(case, plan, seen, &mut judgement);
    }
    data::restate(case, pairing, plan, seen, &mut judgement);
    trace::judge(pairing, plan, seen, &mut judgement);
    pointer::restate(pairing, plan, seen, &mut judgement);
    judge_end(pairing, plan, seen, &mut judgement);
    judge_calls(case, pairing, plan, seen, &mut judgement);
    judgement
}

/// Holds what was seen of a function that was called against what a document says of any function with its types, whatever
/// it computes: the pairing `callee` without the values.
pub fn judge_conduct(target: Target, plan: &Plan, seen: &Observation) -> Judgement {
    let mut judgement = Judgement::new(target);
    exit::judge_conduct(plan, seen, &mut judgement);
    trace::judge(Pairing::Callee, plan, seen, &mut judgement);
    pointer::restate(Pairing::Callee, plan, seen, &mut judgement);
    judge_end(Pairing::Callee, plan, seen, &mut judgement);
    judgement
}

/// Whoever calls does so as often as its text says.
fn judge_calls(case: &Case, pairing: Pairing, plan: &Plan, seen: &Observation, judgement: &mut Judgement) {
    let came_back = matches!(seen.end, End::Returned | End::Exited);
    let (Some(calls), Some(expected)) = (seen.calls, calls(case, pairing, seen.way)) else { return };
    if came_back && calls != expected && judgement.mismatches.is_empty() {
        let (expected, observed) = (Expected::Times(expected), Observed::Times(calls));
        judgement.contradict(&[plan.return_clause], Topic::Calls, expected, observed);
    }
}

/// The run has to come back. Where it did not and something else is wrong too, that is the more telling.
fn judge_end(pairing: Pairing, plan: &Plan, seen: &Observation, judgement: &mut Judgement) {
    judgement.exercise(&[plan.return_clause]);
    let end = match &seen.end {
        End::Returned if plan.way_out == WayOut::Return => return,
        End::Exited if plan.way_out == WayOut::Exit => return,
        End::Returned => finding::End::Returned,
        End::Exited => finding::End::Exited,
        End::Fault { pc, reason } => finding::End::Fault(locate::address(seen, *pc), reason.clone()),
        End::Budget => finding::End::Budget,
    };
    let reached = match (&seen.entry, &seen.exit) {
        (None, _) => Reached::BeforeCall,
        (_, None) if pairing != Pairing::Caller => Reached::InCallee,
        _ => Reached::AfterCall,
    };
    let observed = Observed::End(end, reached);
    let origin = crash::origin(pairing, plan, seen);
    let value = origin.as_ref().and_then(|origin| origin.value);
    let lost = origin.as_ref().and_then(|origin| origin.lost);
    let expected = match (value, plan.way_out) {
        (Some(passed), _) if matches!(passed.transfer, Transfer::ByReference { .. }) => {
            Expected::Behind(passed.id, passed.c_type.clone())
        }
        (Some(passed), _) => Expected::NoAddress(passed.id, passed.c_type.clone()),
        (None, WayOut::Return) => Expected::Returns,
        (None, WayOut::Exit) => Expected::Exits,
    };
    let clauses = precedence::of_end(plan, value, lost, crash::misaligned(plan, seen));
    let leads = value.is_none();
    let found = origin.map(|origin| origin.found);
    if let Some(Found::UsedAsAddress { place, moment: Moment::Entry, .. }) = &found {
        moved::blame_needless_address(plan, *place, judgement);
    }
    judgement.contradict(&clauses, Topic::Control, expected, observed).found = found;
    if leads && precedence::end_leads(seen, judgement) {
        judgement.mismatches.rotate_right(1);
    }
}
