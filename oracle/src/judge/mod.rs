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
mod states;
mod threads;
mod tool;
mod trace;
mod value;
mod values;
mod within;

pub use layout::judge_layout;
pub use locate::name_place;
pub use object::judge_object;
pub use states::{States, states};
pub use threads::judge_threads;
pub use tool::judge_tool;
pub use value::judge_value;

use crosscall_model::finding::Mismatch;
use crosscall_model::observation::{End, Event, Observation};
use crosscall_model::plan::{ClauseId, Plan, Transfer, WayOut, add_clauses};
use crosscall_model::unit::calls;
use crosscall_model::{Case, Pairing};
use std::collections::BTreeMap;

/// What the judge found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Judgement {
    /// Contradictions; empty when the observation fits the plan.
    pub mismatches: Vec<Mismatch>,
    /// Clauses that the observation could have contradicted, each once.
    pub exercised: Vec<ClauseId>,
}

impl Judgement {
    /// How far the observation is from the plan. A run that does not come back says little of what else it
    /// would have shown.
    pub(crate) fn weight(&self) -> (bool, usize) {
        (self.mismatches.iter().any(Mismatch::is_about_control), self.mismatches.len())
    }

    /// Notes that clauses were put to the test.
    pub fn exercise(&mut self, clauses: &[ClauseId]) {
        add_clauses(&mut self.exercised, clauses);
    }

    /// Notes a contradiction.
    fn contradict(
        &mut self,
        clauses: &[ClauseId],
        subject: impl Into<String>,
        expected: impl Into<String>,
        observed: impl Into<String>,
        inferred: Option<String>,
    ) {
        self.mismatches.push(Mismatch {
            clauses: clauses.to_vec(),
            subject: subject.into(),
            expected: expected.into(),
            observed: observed.into(),
            inferred,
        });
    }
}

/// Holds what was seen of a case against what a document says about it.
///
/// `Caller` judges what the subject did when it called the probe, and what it made of the result;
/// `Callee` what it did when it was called; `Cross` only what two subjects owe each other: the values
/// and the state of the machine, not the places of the values.
pub fn judge(case: &Case, pairing: Pairing, plan: &Plan, seen: &Observation) -> Judgement {
    let mut judgement = Judgement::default();
    if pairing == Pairing::Caller {
        entry::judge(plan, seen, &mut judgement);
    }
    if pairing != Pairing::Caller {
        exit::judge_callee(pairing, plan, seen, &mut judgement);
        values::judge_received(case, plan, seen, &mut judgement);
    }
    if pairing != Pairing::Callee {
        exit::judge_outer(plan, seen, &mut judgement);
        values::judge_returned(case, plan, seen, &mut judgement);
    }
    data::retell(case, pairing, plan, seen, &mut judgement);
    trace::judge(pairing, plan, seen, &mut judgement);
    judge_end(pairing, plan, seen, &mut judgement);
    judge_calls(case, pairing, plan, seen, &mut judgement);
    judgement
}

/// Whoever calls does so as often as its text says.
fn judge_calls(case: &Case, pairing: Pairing, plan: &Plan, seen: &Observation, judgement: &mut Judgement) {
    let came_back = matches!(seen.end, End::Returned | End::Exited);
    let (Some(calls), Some(expected)) = (seen.calls, calls(case, pairing, seen.way)) else { return };
    if came_back && calls != expected && judgement.mismatches.is_empty() {
        let times = |n: u64| if n == 1 { "once".to_owned() } else { format!("{n} times") };
        let clauses = [plan.return_clause];
        judgement.contradict(&clauses, "calls", times(expected), times(calls), None);
    }
}

/// The run has to come back. Where it did not and something else is wrong too, that is the more telling.
fn judge_end(pairing: Pairing, plan: &Plan, seen: &Observation, judgement: &mut Judgement) {
    judgement.exercise(&[plan.return_clause]);
    let reason = match &seen.end {
        End::Returned if plan.way_out == WayOut::Return => return,
        End::Exited if plan.way_out == WayOut::Exit => return,
        End::Returned => "came back to where it was called from".to_owned(),
        End::Exited => "the program ended itself".to_owned(),
        End::Fault { pc, reason } => format!("stopped at {}: {reason}", locate::address(seen, *pc)),
        End::Budget => "still running when its instruction budget was used up".to_owned(),
    };
    let reached = match (&seen.entry, &seen.exit) {
        (None, _) => "before the call was reached",
        (_, None) if pairing == Pairing::Caller => "after the call",
        (_, None) => "before it came back to the return address",
        _ => "after the call",
    };
    let origin = crash::origin(pairing, plan, seen);
    let told = origin.as_ref().map(|origin| origin.told.clone());
    let lost = origin.as_ref().and_then(|origin| origin.lost).map(|rule| rule.clauses.to_vec());
    if let Some(passed) = origin.and_then(|origin| origin.value) {
        let mut clauses = passed.clauses.clone();
        clauses.push(plan.return_clause);
        let expected = match &passed.transfer {
            Transfer::ByReference { .. } => format!("{} in memory, where its address says", passed.c_type),
            _ => format!("{} is a value and no address", passed.c_type),
        };
        let expected = format!("{}: {expected}", passed.name);
        judgement.contradict(&clauses, Mismatch::CONTROL, expected, format!("{reason} ({reached})"), told);
        return;
    }
    let mut clauses = lost.or_else(|| crash::misaligned(plan, seen)).unwrap_or_default();
    clauses.push(plan.return_clause);
    judgement.contradict(
        &clauses,
        Mismatch::CONTROL,
        match plan.way_out {
            WayOut::Return => "control comes back to the return address",
            WayOut::Exit => "the program ends itself",
        },
        format!("{reason} ({reached})"),
        told,
    );
    // What code does when it runs a second time is of no interest.
    if runs_in_circles(seen) {
        judgement.mismatches.rotate_right(1);
    }
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
