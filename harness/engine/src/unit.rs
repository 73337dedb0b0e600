//! Translation units of the cases of a batch, and what a subject makes of them.

use crosscall_machines::object_file::ObjectFile;
use crosscall_model::Pairing;
use crosscall_model::object::ObjectForm;
use serde::{Deserialize, Serialize};

/// Purpose of a translation unit; see [`crosscall_model::unit`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Role {
    /// Definitions of the functions under test.
    Callee,
    /// Calls of these functions.
    Caller,
    /// Layout constants.
    Layout,
}

impl Role {
    /// The unit that the judged subject compiles for a pairing that is about calls.
    pub fn of(pairing: Pairing) -> Option<Role> {
        match pairing {
            Pairing::Caller | Pairing::Cross => Some(Role::Caller),
            Pairing::Callee | Pairing::Object => Some(Role::Callee),
            Pairing::Layout => Some(Role::Layout),
            Pairing::Tool | Pairing::Value => None,
        }
    }

    /// Name of the unit's files.
    pub fn unit_name(self) -> &'static str {
        match self {
            Role::Callee => "callee",
            Role::Caller => "caller",
            Role::Layout => "layout",
        }
    }
}

/// A subject's products for the cases of a batch in one role. Every case is in one object file or is a
/// failure.
#[derive(Debug, Default)]
pub struct Compiled {
    /// Object files with the cases that each holds.
    pub objects: Vec<(Vec<usize>, ObjectFile)>,
    /// The same files as they were written, where the subject has an emulator; otherwise none.
    pub written: Vec<Vec<u8>>,
    /// Cases without an object file.
    pub failures: Vec<(usize, Failure)>,
    /// Faults of the compiler that only several cases together show.
    pub together: Vec<(Vec<usize>, Failure)>,
    /// Form of each of `objects` by its first bytes; empty where the embedded code generator's text was
    /// assembled, of which no file is written.
    pub forms: Vec<ObjectForm>,
    /// Failures of the compiler that kept no case from being tested.
    pub incidents: Vec<Incident>,
}

impl Compiled {
    /// True unless none of the cases is among those of a recorded compiler.
    pub fn has_some(&self) -> bool {
        let is_there = |failure: &Failure| !matches!(failure, Failure::NotRecorded(_));
        !self.objects.is_empty() || self.failures.iter().any(|(_, failure)| is_there(failure))
    }

    /// So many cases, of which none was tried.
    pub fn not_tried(cases: usize, reason: &str) -> Compiled {
        let failures = (0..cases).map(|k| (k, Failure::NotTried(reason.to_owned()))).collect();
        Compiled { failures, ..Compiled::default() }
    }
}

/// A failure of the compiler that did not come again, or that only several cases together show and that is
/// no fault by itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Incident {
    /// The first case of the unit.
    pub k: usize,
    /// In words, those of the compiler included.
    pub what: String,
    /// The unit.
    pub source: String,
}

/// Why there is no object file for a case.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Failure {
    /// The subject does not support something in the case, as it said before the run: no finding.
    Unsupported(String),
    /// The compiler was not asked any more, as it hangs with others.
    NotTried(String),
    /// The compiler is recorded, and this case is not: its trials are skipped.
    NotRecorded(String),
    /// The compiler refused the case though it has everything that the case needs: no finding by itself,
    /// and a trial that failed.
    Rejected {
        /// In words, those of the compiler included.
        what: String,
        /// The source that it refused.
        source: String,
    },
    /// The compiler crashed, hung or wrote no or a broken object file: a finding of its own kind.
    Fault {
        /// In words.
        what: String,
        /// The source that shows it.
        source: String,
    },
}

/// A subject's answer to one case of a pairing without a call.
#[derive(Debug, Clone)]
pub enum Attempt<O> {
    /// The subject's product.
    Done(O),
    /// The reason for which the case could not be tested.
    Failed(Failure),
}

/// A subject's answers to several such cases.
#[derive(Debug)]
pub struct Attempts<O> {
    /// One for each case.
    pub attempts: Vec<Attempt<O>>,
    /// Events beside them: faults of a compiler that only several cases show, and failures that did not come again.
    pub beside: Compiled,
}
