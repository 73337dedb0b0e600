//! Argument allocation as an automaton: the states that calls go through, and which transitions there are.

use super::Setting;
use crosscall_oracle::abi::{self, Automaton};
use crosscall_oracle::choose::Permits;

impl Setting {
    /// The automaton of the target.
    pub(crate) fn automaton(&self, permits: &dyn Permits) -> Automaton {
        abi::automaton(self.target, permits)
    }

    /// States of a call: before each parameter, the address for a result among them.
    pub(crate) fn states(&self, text: &str, permits: &dyn Permits) -> Vec<String> {
        let trace = abi::automaton_trace(&self.case(text), &mut self.chooser(permits));
        trace.into_iter().map(|step| step.from).collect()
    }

    /// Steps of a call, one a line, with the class of what is passed.
    pub(crate) fn steps(&self, text: &str, permits: &dyn Permits) -> String {
        let trace = abi::automaton_trace(&self.case(text), &mut self.chooser(permits));
        trace.iter().map(|step| format!("{} {}", step.from, step.class)).collect::<Vec<_>>().join("\n")
    }

    /// Numbers of transitions and states, and the names of the states that are `kept`, which `trait_of_kept` describes.
    pub(crate) fn automaton_size(
        &self,
        permits: &dyn Permits,
        trait_of_kept: &str,
        kept: fn(&str) -> bool,
    ) -> String {
        let Automaton { states, transitions, .. } = self.automaton(permits);
        let names: Vec<&str> = states.iter().map(String::as_str).filter(|state| kept(state)).collect();
        let (transitions, states, names) = (transitions.len(), states.len(), names.join(" "));
        format!("{transitions} transitions between {states} states, {trait_of_kept} {names}")
    }

    /// Asserts that the steps of calls are transitions of the automaton, each leading to the state of the next, from
    /// `start` on.
    pub(crate) fn assert_paths(&self, permits: &dyn Permits, start: &str, texts: &[&str]) {
        let automaton = self.automaton(permits);
        assert_eq!(automaton.states.first().map(String::as_str), Some(start));
        for text in texts {
            let trace = abi::automaton_trace(&self.case(text), &mut self.chooser(permits));
            assert_eq!(trace[0].from, start, "{text}");
            for (at, step) in trace.iter().enumerate() {
                let next = trace.get(at + 1).map(|next| &next.from);
                let is_taken = automaton.transitions.iter().any(|transition| {
                    transition.step == *step && next.is_none_or(|next| transition.to == *next)
                });
                assert!(is_taken, "{text}: {step:?} to {next:?}");
            }
        }
    }

    /// Asserts that every transition but those that only a result begins has a list of parameters that leads through it.
    pub(crate) fn assert_ways(&self, permits: &dyn Permits) {
        let automaton = self.automaton(permits);
        let without: Vec<_> = automaton.transitions.iter().filter(|t| t.way.is_empty()).collect();
        assert!(without.iter().all(|t| t.step.class == "result address"), "{without:?}");
    }
}
