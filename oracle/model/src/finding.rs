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

/// What came of one case against one subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Everything is as a reading of the document has it.
    Conforms,
    /// These contradictions remain under the nearest dialect. `deviations` names the known departures
    /// from the document (clause, reading) that explain all of them, if some do.
    Violates {
        /// At least one.
        mismatches: Vec<Mismatch>,
        /// Departures that explain them all; empty when none was found.
        deviations: Vec<(ClauseId, String)>,
    },
    /// The case could not be tested, with the reason.
    Untestable(String),
}
