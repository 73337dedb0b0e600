//! Which states and transitions of argument allocation the cases of a run have visited.

use crosscall_model::{Case, Target};
use crosscall_oracle::abi::{Automaton, Step, automaton, automaton_trace};
use crosscall_oracle::choose::Chooser;
use crosscall_oracle::clause::catalogue;
use crosscall_oracle::knowledge::AllReadings;
use std::collections::{BTreeMap, BTreeSet};

/// Coverage of a target's allocation automaton.
#[derive(Debug, Clone)]
pub struct Coverage {
    automaton: Automaton,
    seen_states: BTreeSet<String>,
    seen: BTreeMap<Step, u64>,
}

impl Coverage {
    /// Nothing visited yet.
    pub fn new(target: Target) -> Coverage {
        let automaton = automaton(target, &AllReadings(catalogue(target)));
        Coverage { automaton, seen_states: BTreeSet::new(), seen: BTreeMap::new() }
    }

    /// Notes the steps of a case.
    pub fn note(&mut self, case: &Case) {
        let catalogue = catalogue(case.target);
        let all = AllReadings(catalogue);
        for step in automaton_trace(case, &mut Chooser::new(catalogue, &all)) {
            if !self.seen_states.contains(&step.from) {
                self.seen_states.insert(step.from.clone());
            }
            *self.seen.entry(step).or_default() += 1;
        }
    }

    /// Number of states.
    pub fn states(&self) -> u64 {
        self.automaton.states.len() as u64
    }

    /// Number of states that a case was in.
    pub fn states_seen(&self) -> u64 {
        self.automaton.states.iter().filter(|s| self.seen_states.contains(*s)).count() as u64
    }

    /// Number of transitions.
    pub fn transitions(&self) -> u64 {
        self.automaton.transitions.len() as u64
    }

    /// Number of transitions that a case took.
    pub fn transitions_seen(&self) -> u64 {
        self.automaton.transitions.iter().filter(|t| self.seen.contains_key(&t.step)).count() as u64
    }
}
