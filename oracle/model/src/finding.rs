//! Disagreements and verdicts.

use crate::plan::ClauseId;

/// One way in which an observation contradicts a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// Clauses that the observation contradicts, the most telling first; never empty.
    pub clauses: Vec<ClauseId>,
    /// What it is about: `a2`, `result`, `r8`, `stack pointer`, `a write`.
    pub subject: String,
    /// Where, and what, the document expects.
    pub expected: String,
    /// Where it was not, or what was there instead.
    pub observed: String,
    /// Where the value was found again, if it was: `found in r1:r2`.
    pub inferred: Option<String>,
}

impl Mismatch {
    /// What [`Mismatch::subject`] is where a run did not come back.
    pub const CONTROL: &str = "control";

    /// Whether a value was not in its place, and was found in another.
    pub fn is_found_again(&self) -> bool {
        let places = ["found in ", "the subject read it from "];
        self.inferred.as_ref().is_some_and(|told| places.iter().any(|place| told.starts_with(place)))
    }

    /// What was seen: what was observed, and where the value was found again.
    pub fn seen(&self) -> String {
        match &self.inferred {
            Some(inferred) => format!("{}; {inferred}", self.observed),
            None => self.observed.clone(),
        }
    }

    /// Whether it only says that a run did not come back, which can have any cause.
    pub fn is_about_control(&self) -> bool {
        self.subject == Mismatch::CONTROL
    }
}

/// A clause with the answer to one of its questions: `R2`, or `start=R2` where it has several.
pub type Answer = (ClauseId, String);

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
