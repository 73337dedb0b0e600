//! A finding: one disagreement with its trials, and everything that a person needs to understand and reproduce it.

use super::{Answer, Beside, Confirmed, Detail, FindingClass, FindingKind, Fingerprint, Mismatch};
use crate::interned;
use crate::plan::ClauseId;
use crate::{About, Pairing};
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// States of the machine at two times, as text with one line for each register and stack word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dumps {
    /// Title and lines of the expected state.
    pub before: (String, String),
    /// Title and lines of the observed state.
    pub after: (String, String),
}

/// Machine code of one side of a call, disassembled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Code {
    /// Whose code it is, and which side of the call.
    pub title: String,
    /// Instructions, one a line, around the one that matters most. `>>` is before that one, `|` before those that were
    /// executed, as far as it is known.
    pub text: String,
}

/// Trials of one kind that show a finding.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Sighting {
    /// Pairing; `None` for a fault of a compiler, which occurs before any call.
    pub pairing: Option<Pairing>,
    /// Names of the subjects: one, or caller and callee of a `cross` pairing.
    pub subjects: Vec<String>,
    /// Fingerprint of these trials alone.
    pub fingerprint: String,
    /// Number of trials.
    pub trials: u64,
    /// Of these, the ones that conform with the values of their cases: a set of special values shows it.
    #[serde(default)]
    pub special: u64,
    /// Details of their observations.
    pub details: BTreeSet<Detail>,
    /// Other contradictions in the same trials.
    pub with: BTreeSet<Beside>,
}

/// Finding that is reported together with the one from which it follows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Follower {
    /// Fingerprint that it would have as a finding of its own.
    pub fingerprint: Fingerprint,
    /// Pairing.
    pub pairing: Option<Pairing>,
    /// Number of trials.
    pub times: u64,
    /// Index of the case that first showed it.
    pub index: u64,
    /// Trials by their subjects.
    pub sightings: Vec<Sighting>,
}

/// Disagreement, with the trials that show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// Fingerprint; equal for findings that are the same to a reader.
    pub fingerprint: String,
    /// Kind of the finding.
    pub kind: FindingKind,
    /// Clauses that are contradicted, the most informative first; empty for a fault of a compiler.
    #[serde(deserialize_with = "interned::list")]
    pub clauses: Vec<ClauseId>,
    /// Pairing.
    pub pairing: Pairing,
    /// Names of the subjects: one, or caller and callee of a `cross` pairing.
    pub toolchains: Vec<String>,
    /// Options of `crosscall repro` that describe and name them; empty where their names are enough, since crosscall finds all of
    /// them by itself.
    #[serde(default)]
    pub described: Vec<String>,
    /// Smallest case that shows it.
    pub case: About,
    /// Contradictions.
    pub mismatches: Vec<Mismatch>,
    /// Departures from the document that explain it.
    pub deviations: Vec<Answer>,
    /// Departures that the subject is known to make, under which something is left over.
    pub under: Vec<Answer>,
    /// Readings of the document by which the first contradiction is one; under another reading of the same question it
    /// would be none.
    pub readings: Vec<Answer>,
    /// Result of running its case again.
    pub confirmed: Confirmed,
    /// Version of the generator that made the case.
    pub generator: u32,
    /// Seed of the run.
    pub seed: u64,
    /// Index of the case in the run that first showed it.
    pub index: u64,
    /// Number of trials of the run that showed it.
    pub occurrences: u64,
    /// The same trials by their pairings and subjects.
    pub sightings: Vec<Sighting>,
    /// Special values of the case, each with its place, where no trial shows it without some.
    #[serde(default)]
    pub special_values: Vec<String>,
    /// Number of further trials that failed only because of it.
    pub consequences: u64,
    /// Number of calls of a compiler to itself, at one level or two, that failed because of it.
    pub with_itself: u64,
    /// True if its case was seen with another subject, which shows the same: of this one's own cases none is kept.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_anothers: bool,
    /// Findings that those calls would be by themselves.
    pub followers: Vec<Follower>,
    /// Text of the case file.
    pub case_text: String,
    /// The case file, once it is written.
    #[serde(serialize_with = "shown")]
    pub case_path: Option<PathBuf>,
    /// Ids in the list of known findings; empty if it is new.
    pub known: Vec<String>,
    /// For each contradiction of a new finding, the id of the known finding that explains it by itself; empty where none is
    /// explained.
    #[serde(default)]
    pub accepted: Vec<Option<String>>,
    /// The C text, or the assembly text of the embedded code generator, of the case.
    pub source: Option<String>,
    /// Further messages of the compiler, for a fault of a compiler.
    pub message: Option<String>,
    /// Registers and memory.
    pub dumps: Option<Dumps>,
    /// Code around the call, of each side that a subject has written.
    pub code: Vec<Code>,
}

/// Writes a path as every report shows it: bytes that are no UTF-8 are replaced, and no finding is lost by them.
fn shown<S: Serializer>(path: &Option<PathBuf>, to: S) -> Result<S::Ok, S::Error> {
    path.as_ref().map(|path| path.to_string_lossy()).serialize(to)
}

impl Finding {
    /// Most informative clause, or the kind of finding where there is none.
    pub fn clause(&self) -> &str {
        self.clauses.first().copied().unwrap_or(self.kind.name())
    }

    /// True if it is not in the list of known findings.
    pub fn is_new(&self) -> bool {
        self.known.is_empty()
    }

    /// Class, which decides the order in lists.
    pub fn class(&self) -> FindingClass {
        FindingClass::of(self.kind, self.with_itself)
    }

    /// Declaration of the function under test, or the input of a tool.
    pub fn signature(&self) -> String {
        self.case.title()
    }

    /// Subjects as text: `a`, or `a calls b`.
    pub fn subjects(&self) -> String {
        self.toolchains.join(" calls ")
    }

    /// Summary on one line: clause, pairing, subjects, expectation and observation.
    pub fn headline(&self) -> String {
        let mut line = match self.class() {
            FindingClass::Itself => "disagrees with itself: ".to_owned(),
            _ => String::new(),
        };
        line += &format!("{}, {}, {}", self.clause(), self.pairing, self.subjects());
        if let Some(words) = self.mismatches.first().map(Mismatch::words) {
            line += &format!(": {} expected {}, observed {}", words.subject, words.expected, words.observed);
        }
        line
    }
}
