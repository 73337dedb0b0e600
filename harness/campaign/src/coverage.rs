//! Which states and transitions of argument allocation the cases of a run have visited.

use crosscall_model::{Case, Target};
use crosscall_oracle::abi::{Step, automaton, automaton_trace};
use crosscall_oracle::choose::Chooser;
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::knowledge::AllReadings;
use crosscall_reports::run::AutomatonCoverage;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// States and transitions that cases visited.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visited {
    states: BTreeSet<String>,
    steps: BTreeSet<Step>,
}

impl Visited {
    /// Notes the steps of a case.
    pub fn note(&mut self, case: &Case) {
        let catalogue = catalogue(case.target);
        let all = AllReadings(catalogue);
        for step in automaton_trace(case, &mut Chooser::new(catalogue, &all)) {
            if !self.states.contains(&step.from) {
                self.states.insert(step.from.clone());
            }
            if !self.steps.contains(&step) {
                self.steps.insert(step);
            }
        }
    }

    /// Adds what other cases visited.
    pub fn absorb(&mut self, other: Visited) {
        self.states.extend(other.states);
        self.steps.extend(other.steps);
    }

    /// Number of different states and transitions.
    pub(super) fn len(&self) -> usize {
        self.states.len() + self.steps.len()
    }

    /// Coverage of a target's allocation automaton.
    pub fn coverage(&self, target: Target) -> AutomatonCoverage {
        let automaton = automaton(target, &AllReadings(catalogue(target)));
        let states = automaton.states.iter().filter(|state| self.states.contains(*state));
        let transitions = automaton.transitions.iter().filter(|t| self.steps.contains(&t.step));
        AutomatonCoverage {
            states: states.count() as u64,
            all_states: automaton.states.len() as u64,
            transitions: transitions.count() as u64,
            all_transitions: automaton.transitions.len() as u64,
        }
    }
}
