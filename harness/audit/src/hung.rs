//! Inputs with which a function does not come to an end: only the first ones run for the whole budget.

use super::Audit;
use super::scene::Run;
use crosscall_model::observation::End;

/// Inputs that run for the whole budget without an end.
const MOST: u64 = 3;

/// Least number of instructions that the others get, and how many times those of the longest run with an end.
const LEAST: u64 = 20_000;
const TIMES: u64 = 16;

/// Runs without an end.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Hung {
    /// Inputs with one, and with the whole budget.
    inputs: u64,
    /// Instructions of the longest run that came to an end.
    longest: u64,
    /// Smaller budget of the other inputs, and how many of them have exceeded it.
    budget: Option<u64>,
    stopped: u64,
}

impl Hung {
    /// Number of inputs that were stopped early, in words.
    pub(super) fn words(&self) -> Option<String> {
        let (stopped, budget) = (self.stopped, self.budget.filter(|_| self.stopped > 0)?);
        let inputs = if stopped == 1 { "an input was".to_owned() } else { format!("{stopped} inputs were") };
        Some(format!(
            "{inputs} stopped after {budget} instructions and not looked at, since {MOST} others had not come to an end"
        ))
    }
}

impl Audit<'_> {
    /// True for an input that was stopped before the end of the budget, and of which nothing is said.
    pub(super) fn is_stopped_early(&mut self, runs: [&Run; 2]) -> bool {
        let has_end = |run: &&Run| match run.seen.end {
            End::Returned | End::Exited => true,
            // One that goes through all of memory.
            End::Fault { .. } => run.instructions < LEAST,
            End::Budget => false,
        };
        let longest = runs.into_iter().filter(has_end).map(|run| run.instructions).max();
        self.hung.longest = self.hung.longest.max(longest.unwrap_or(0));
        if runs.iter().all(has_end) {
            return false;
        }
        if self.hung.budget.is_some() {
            self.hung.stopped += 1;
            self.instructions += runs.iter().map(|run| run.instructions).sum::<u64>();
            return true;
        }
        self.hung.inputs += 1;
        if self.hung.inputs == MOST {
            let budget = self.hung.longest.saturating_mul(TIMES).max(LEAST).min(self.question.effort.budget);
            self.hung.budget = Some(budget);
            self.high.iter_mut().chain([&mut self.scene]).for_each(|scene| scene.budget = budget);
        }
        false
    }
}
