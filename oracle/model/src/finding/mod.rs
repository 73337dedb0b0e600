//! Disagreements and verdicts as data; [`words`] alone turns them into English.

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
#[cfg(test)]
mod tests;
mod topic;
pub mod words;

pub use beside::Beside;
pub use class::{Confirmed, FindingClass, FindingKind};
pub use detail::Detail;
pub use expected::{Area, Expected, ReadingText};
pub use fingerprint::Fingerprint;
pub use found::{Found, Inside, Moment, Spot, Whereabouts};
pub use kind::{MismatchKind, Role};
pub use observed::{Address, End, Observed, Reached, Write};
pub use record::{Code, Dumps, Finding, Follower, Sighting};
pub use topic::{Datum, LayoutFact, Taking, Topic, ValueId};

use crate::interned::{self, Text};
use crate::plan::ClauseId;
use crate::target::Target;
use serde::{Deserialize, Serialize};
use words::Words;

/// Contradiction between an observation and a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mismatch {
    /// Target whose document is contradicted; needed for the names of registers.
    pub target: Target,
    /// Clauses that the observation contradicts, the most specific first; empty only for an error of a tool.
    #[serde(deserialize_with = "interned::list")]
    pub clauses: Vec<ClauseId>,
    /// Subject of the contradiction.
    pub topic: Topic,
    /// Place and content that the document expects.
    pub expected: Expected,
    /// Place and content that were observed.
    pub observed: Observed,
    /// Actual location of a lost value, or origin of a wrong one, if known.
    pub found: Option<Found>,
}

impl Mismatch {
    /// True if a value was not in its place but was found in another.
    pub fn is_found_again(&self) -> bool {
        matches!(self.found, Some(Found::In(_) | Found::ReadFrom { .. }))
    }

    /// True if it says no more than that a run did not return, which can have any cause.
    pub fn is_about_control(&self) -> bool {
        self.topic == Topic::Control
    }

    /// Contradiction in English, with values named by their positions: `arg0`, `variadic0`, `result`.
    pub fn words(&self) -> Words {
        words::of(self, &|value| value.to_string())
    }

    /// Contradiction in English, with names of values that the user has given.
    pub fn words_with(&self, name: &dyn Fn(ValueId) -> String) -> Words {
        words::of(self, name)
    }
}

/// Answer to an open question of a clause: one of its readings, or a known departure from the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Answer {
    /// Clause with the question.
    #[serde(deserialize_with = "interned::text")]
    pub clause: ClauseId,
    /// Name of the question; empty where the clause has only one.
    #[serde(deserialize_with = "interned::text")]
    pub question: Text,
    /// Id of the reading, such as `R2`.
    #[serde(deserialize_with = "interned::text")]
    pub reading: Text,
}

impl Answer {
    /// Question as `--dialect` takes it: `EPIPHANY-S06`, or `EPIPHANY-RET-06:memory` where the clause has several.
    pub fn question(&self) -> String {
        match self.question {
            "" => self.clause.to_owned(),
            name => format!("{}:{name}", self.clause),
        }
    }
}

/// Writes `EPIPHANY-S06=R2` or `EPIPHANY-RET-06:memory=R5`, the only spelling of a reading.
impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.question {
            "" => write!(f, "{}={}", self.clause, self.reading),
            name => write!(f, "{}:{name}={}", self.clause, self.reading),
        }
    }
}

/// Contradictions of one case.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Violation {
    /// Contradictions, at least one. Where `deviations` explain the case, they are the contradictions of the
    /// document; otherwise those that remain under everything that is known of the subject.
    pub mismatches: Vec<Mismatch>,
    /// Departures from the document that the subject always makes at these questions, and that explain everything;
    /// empty when a contradiction remains.
    pub deviations: Vec<Answer>,
    /// Questions that the subject answers differently from before, with the answers of this case. They explain
    /// everything, but such a subject cannot be relied on.
    pub changed: Vec<Answer>,
    /// Departures in force in the plan that contradicts `mismatches`, where a contradiction remains.
    pub under: Vec<Answer>,
    /// Readings in force that make the first of `mismatches` a contradiction: another reading of one of these
    /// questions would not contradict the same subject. Empty where every reading does, and where it was not
    /// determined.
    pub readings: Vec<Answer>,
}

/// Result of one case for one subject.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// Everything agrees with a reading of the document.
    Conforms,
    /// Something contradicts the document.
    Violates(Violation),
    /// The case could not be tested, for this reason.
    Untestable(String),
}
