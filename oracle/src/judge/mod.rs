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
mod object;
mod order;
mod pointer;
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
pub use object::judge_object;
pub use states::{States, states};
pub use threads::judge_threads;
pub use tool::judge_tool;
pub use value::judge_value;

use crosscall_model::finding::{self, Expected, Mismatch, Observed, Reached, Topic};
use crosscall_model::observation::{End, Event, Observation};
use crosscall_model::plan::{ClauseId, Plan, Transfer, WayOut, add_clauses};
use crosscall_model::unit::calls;
use crosscall_model::{Case, Pairing, Target};
use std::collections::BTreeMap;

/// What the judge found.
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
        Judgement { target, mismatches: Vec::new(), exercised: Vec::new() }
    }

    /// How far the observation is from the plan. A run that does not come back says little of what else it
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
    data::retell(case, pairing, plan, seen, &mut judgement);
    trace::judge(pairing, plan, seen, &mut judgement);
    pointer::retell(pairing, plan, seen, &mut judgement);
    judge_end(pairing, plan, seen, &mut judgement);
    judge_calls(case, pairing, plan, seen, &mut judgement);
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
    let found = origin.as_ref().map(|origin| origin.found.clone());
    let lost = origin.as_ref().and_then(|origin| origin.lost).map(<[ClauseId]>::to_vec);
    if let Some(passed) = origin.and_then(|origin| origin.value) {
        let mut clauses = passed.clauses.clone();
        clauses.push(plan.return_clause);
        let expected = match &passed.transfer {
            Transfer::ByReference { .. } => Expected::Behind(passed.id, passed.c_type.clone()),
            _ => Expected::NoAddress(passed.id, passed.c_type.clone()),
        };
        judgement.contradict(&clauses, Topic::Control, expected, observed).found = found;
        return;
    }
    let mut clauses = lost.or_else(|| crash::misaligned(plan, seen)).unwrap_or_default();
    clauses.push(plan.return_clause);
    let expected = match plan.way_out {
        WayOut::Return => Expected::Returns,
        WayOut::Exit => Expected::Exits,
    };
    judgement.contradict(&clauses, Topic::Control, expected, observed).found = found;
    // What code does when it runs a second time is of no interest.
    if runs_in_circles(seen) || is_about_values_of_an_endless_run(seen, judgement) {
        judgement.mismatches.rotate_right(1);
    }
}

/// Whether all that is told of a function that never came back, before its end, are values that it stored: those of
/// whichever time it ran last.
fn is_about_values_of_an_endless_run(seen: &Observation, judgement: &Judgement) -> bool {
    let is_value = |m: &Mismatch| matches!(m.topic, Topic::Value(_)) || m.is_about_control();
    seen.end == End::Budget && seen.exit.is_none() && judgement.mismatches.iter().all(is_value)
}

/// Whether one instruction has moved the stack pointer to different places: functions of one call do that
/// only when they run again instead of going back to their caller.
fn runs_in_circles(seen: &Observation) -> bool {
    let mut moved: BTreeMap<u64, u64> = BTreeMap::new();
    seen.events.iter().any(|event| match event {
        Event::StackPointer { pc, sp } => *moved.entry(*pc).or_insert(*sp) != *sp,
        _ => false,
    })
}
