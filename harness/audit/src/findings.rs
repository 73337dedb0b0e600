//! Faults of a function, each cause once.

use crosscall_reports::audit::Fault;
use std::collections::BTreeMap;

/// Faults by name, in the order in which they were found.
#[derive(Debug, Clone, Default)]
pub(super) struct Findings {
    list: Vec<Fault>,
    /// Position of each in the list, and the last input that showed it.
    positions: BTreeMap<String, (usize, u64)>,
    input: u64,
}

impl Findings {
    /// Goes on to another input.
    pub(super) fn next_input(&mut self) {
        self.input += 1;
    }

    /// Adds a fault that the input has shown, or counts the input with the fault of its name.
    pub(super) fn add(&mut self, name: &str, make: impl FnOnce() -> Fault) {
        match self.positions.get_mut(name) {
            Some((at, last)) => {
                if let (Some(known), true) = (self.list.get_mut(*at), *last != self.input) {
                    known.times += 1;
                    *last = self.input;
                }
            }
            None => {
                self.positions.insert(name.to_owned(), (self.list.len(), self.input));
                self.list.push(Fault { name: name.to_owned(), times: 1, ..make() });
            }
        }
    }

    /// Weight of all faults: one that keeps the function from coming back weighs more, as such a run shows little else.
    pub(super) fn weight(&self) -> usize {
        let is_lost = |fault: &&Fault| [LOST, ASTRAY].contains(&fault.name.as_str());
        self.list.len() + 16 * self.list.iter().filter(is_lost).count()
    }

    /// All of them.
    pub(super) fn into_list(self) -> Vec<Fault> {
        self.list
    }
}

/// Name of the finding that control has left the function for another place than its return address.
pub(super) const ASTRAY: &str = "control goes elsewhere";

/// Name of the finding that a run does not come back.
pub(super) const LOST: &str = "does not come back";

/// Something that a function does and that is as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exception {
    /// Name of the finding, with `*` for any text.
    pub finding: String,
    /// Why it is as it should be.
    pub reason: String,
}

/// Faults that no exception is for, those that one is for, and exceptions that nothing needs.
pub(super) struct Sorted {
    /// Faults.
    pub(super) findings: Vec<Fault>,
    /// Accepted faults with the reasons.
    pub(super) accepted: Vec<(Fault, String)>,
    /// Exceptions that nothing needs.
    pub(super) idle: Vec<String>,
}

/// Sorts faults by the exceptions.
pub(super) fn sort(findings: Findings, exceptions: &[Exception]) -> Sorted {
    let mut sorted = Sorted { findings: Vec::new(), accepted: Vec::new(), idle: Vec::new() };
    let all = findings.into_list();
    let idle = exceptions.iter().filter(|exception| {
        !all.iter().any(|fault| crosscall_base::pattern::fits(&exception.finding, &fault.name))
    });
    sorted.idle = idle.map(|exception| exception.finding.clone()).collect();
    for fault in all {
        let fits = |exception: &&Exception| crosscall_base::pattern::fits(&exception.finding, &fault.name);
        match exceptions.iter().find(fits) {
            Some(exception) => sorted.accepted.push((fault, exception.reason.clone())),
            None => sorted.findings.push(fault),
        }
    }
    sorted
}
