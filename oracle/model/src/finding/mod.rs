//! Disagreements and verdicts. They are data; English is made of them in [`words`] alone.

mod beside;
mod class;
mod detail;
mod expected;
mod fingerprint;
mod found;
mod kind;
mod mentions;
mod observed;
mod record;
mod topic;
pub mod words;

pub use beside::Beside;
pub use class::{Class, Confirmed, FindingKind};
pub use detail::Detail;
pub use expected::{Area, Expected, ReadingText};
pub use fingerprint::Fingerprint;
pub use found::{Found, Inside, Moment, Spot, Whereabouts};
pub use kind::{Kind, Role};
pub use observed::{Address, End, Observed, Reached, Write};
pub use record::{Dumps, Finding, Follower, Sighting};
pub use topic::{Datum, LayoutFact, Taking, Topic, ValueId};

use crate::plan::ClauseId;
use crate::target::Target;
use words::Words;

/// One way in which an observation contradicts a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The target whose document is contradicted: it has the names of the registers.
    pub target: Target,
    /// Clauses that the observation contradicts, the most telling first; empty for a fault of a tool only.
    pub clauses: Vec<ClauseId>,
    /// The thing that it is about.
    pub topic: Topic,
    /// Place and content that the document expects.
    pub expected: Expected,
    /// What was there instead.
    pub observed: Observed,
    /// Where a lost value was found again, or what the wrong one comes from, if that is known.
    pub found: Option<Found>,
}

impl Mismatch {
    /// Whether a value was not in its place, and was found in another.
    pub fn is_found_again(&self) -> bool {
        matches!(self.found, Some(Found::In(_) | Found::ReadFrom { .. }))
    }

    /// Whether it only says that a run did not come back, which can have any cause.
    pub fn is_about_control(&self) -> bool {
        self.topic == Topic::Control
    }

    /// The contradiction in English, with values named by their positions: `a0`, `v0`, `result`.
    pub fn words(&self) -> Words {
        words::of(self, &|value| value.to_string())
    }

    /// The contradiction in English, with the names that a person has given to the values.
    pub fn words_with(&self, name: &dyn Fn(ValueId) -> String) -> Words {
        words::of(self, name)
    }
}

/// The answer to an open question of a clause: one of its readings, or a known departure from the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Answer {
    /// The clause.
    pub clause: ClauseId,
    /// Name of the question; empty where the clause has only one.
    pub question: &'static str,
    /// Id of the reading, such as `R2`.
    pub reading: &'static str,
}

impl Answer {
    /// The question as `--dialect` takes it: `EPIPHANY-S06`, or `EPIPHANY-RET-06:memory` where the clause has several.
    pub fn question(&self) -> String {
        match self.question {
            "" => self.clause.to_owned(),
            name => format!("{}:{name}", self.clause),
        }
    }
}

/// `EPIPHANY-S06=R2` or `EPIPHANY-RET-06:memory=R5`: the only way in which a reading is spelled.
impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.question {
            "" => write!(f, "{}={}", self.clause, self.reading),
            name => write!(f, "{}:{name}={}", self.clause, self.reading),
        }
    }
}

/// How a case contradicts its document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Violation {
    /// At least one. Where `deviations` explain the case, what contradicts the document; otherwise what is
    /// left over under everything that the subject is known to do.
    pub mismatches: Vec<Mismatch>,
    /// Departures from the document that the subject makes, as it always does at these questions, and that
    /// explain everything; empty when something is left over.
    pub deviations: Vec<Answer>,
    /// Questions that the subject answers here otherwise than before, with the answers of this case. They
    /// explain everything, but nobody can rely on a subject that does so.
    pub changed: Vec<Answer>,
    /// Departures in force in the plan that `mismatches` are held against, where something is left over.
    pub under: Vec<Answer>,
    /// Readings in force by which the first of `mismatches` is one: another reading of one of these questions would not
    /// contradict the same thing. Empty where every reading does, and where nobody asked.
    pub readings: Vec<Answer>,
}

/// What came of one case against one subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Everything is as a reading of the document has it.
    Conforms,
    /// Something is not.
    Violates(Violation),
    /// The case could not be tested, with the reason.
    Untestable(String),
}
