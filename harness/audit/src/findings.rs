//! Faults of a function, each cause once.

use crosscall_base::pattern::fits;
use crosscall_reports::audit::Fault;
use serde::Deserialize;
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

    /// Weight of all faults but those of call frame information, which says nothing of the call: one that keeps the function from
    /// coming back weighs more, as such a run shows little else.
    pub(super) fn weight(&self) -> usize {
        let list = self.list.iter().filter(|fault| !fault.name.starts_with(CFI));
        let is_lost = |fault: &&Fault| [LOST, ASTRAY].contains(&fault.name.as_str());
        list.count() + 16 * self.list.iter().filter(is_lost).count()
    }

    /// All of them, causes before what follows from them: from a place that carries nothing comes a wrong result or address.
    pub(super) fn into_list(mut self) -> Vec<Fault> {
        let has_cause = self.list.iter().any(|fault| fault.name.starts_with("depends on "));
        self.list.sort_by_key(|fault| match fault.name.as_str() {
            LOST => 2,
            ABOVE_RESULT => i32::from(has_cause),
            _ => 0,
        });
        self.list
    }
}

/// Name of the finding about bits above a narrow result.
const ABOVE_RESULT: &str = "bits above result";
/// Beginning of the names of findings about call frame information.
pub(super) const CFI: &str = "cfi: ";

/// Name of the finding that control has left the function for another place than its return address.
pub(super) const ASTRAY: &str = "control goes elsewhere";

/// Name of the finding that a run does not come back.
pub(super) const LOST: &str = "does not come back";

/// Name of the finding that a function comes back whose convention is that it does not.
pub(super) const COMES_BACK: &str = "comes back";

/// Name of the finding that a call says a number of registers with arguments that it cannot have.
pub(super) const MISCOUNT: &str = "number of registers at a call";

/// Something that a function does and that is as it should be.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename = "ExceptEntry")]
pub struct Exception {
    /// Name of the finding, with `*` for any text.
    pub finding: String,
    /// Why it is as it should be.
    pub reason: String,
}

impl Exception {
    /// True if it is for the finding of a name.
    pub(super) fn is_for(&self, name: &str) -> bool {
        fits(&self.finding, name)
    }
}

/// Findings that no exception is for, those that one is for, and exceptions that nothing needs.
pub(super) struct Sorted<F> {
    /// Faults.
    pub(super) findings: Vec<F>,
    /// Accepted faults with the reasons.
    pub(super) accepted: Vec<(F, String)>,
    /// Exceptions that nothing needs.
    pub(super) idle: Vec<String>,
}

/// Sorts what was found, which has names, by the exceptions.
pub(super) fn sort<F>(all: Vec<F>, name: fn(&F) -> &str, exceptions: &[Exception]) -> Sorted<F> {
    let is_idle = |exception: &&Exception| !all.iter().any(|found| exception.is_for(name(found)));
    let idle = exceptions.iter().filter(is_idle).map(|exception| exception.finding.clone()).collect();
    let mut sorted = Sorted { findings: Vec::new(), accepted: Vec::new(), idle };
    for found in all {
        match exceptions.iter().find(|exception| exception.is_for(name(&found))) {
            Some(exception) => sorted.accepted.push((found, exception.reason.clone())),
            None => sorted.findings.push(found),
        }
    }
    sorted
}
