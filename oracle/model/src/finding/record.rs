//! A finding: one disagreement with its trials, and everything that a person needs to understand and reproduce it.

use super::{Answer, Beside, Class, Confirmed, Detail, FindingKind, Fingerprint, Mismatch};
use crate::plan::ClauseId;
use crate::{About, Pairing};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The state of the machine twice, as text, one line for each thing in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dumps {
    /// Title and lines of what is expected.
    pub before: (String, String),
    /// Title and lines of what was there.
    pub after: (String, String),
}

/// Trials of one kind that show a finding.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sighting {
    /// Who called whom; none for a fault of a compiler, which shows before anything is called.
    pub pairing: Option<Pairing>,
    /// Names of the subjects: one, or caller and callee of a `cross` pairing.
    pub subjects: Vec<String>,
    /// The fingerprint that they had by themselves.
    pub fingerprint: String,
    /// How many trials.
    pub trials: u64,
    /// What exactly was seen in them.
    pub details: BTreeSet<Detail>,
    /// What else was wrong in them.
    pub with: BTreeSet<Beside>,
}

/// A finding that is reported with the one from which it follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Follower {
    /// What it would be called by itself.
    pub fingerprint: Fingerprint,
    /// Its pairing.
    pub pairing: Option<Pairing>,
    /// Trials.
    pub times: u64,
    /// Index of the case that first showed it.
    pub index: u64,
    /// The trials, as each subject saw them.
    pub sightings: Vec<Sighting>,
}

/// One disagreement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The same for findings that are the same to a person.
    pub fingerprint: String,
    /// What kind of thing it is.
    pub kind: FindingKind,
    /// Clauses that are contradicted, the most telling first; empty for a fault of a compiler.
    pub clauses: Vec<ClauseId>,
    /// Who called whom.
    pub pairing: Pairing,
    /// Names of the subjects: one, or caller and callee of a `cross` pairing.
    pub toolchains: Vec<String>,
    /// The smallest case that shows it.
    pub case: About,
    /// What was expected and what was seen.
    pub mismatches: Vec<Mismatch>,
    /// Departures from the document that explain it.
    pub deviations: Vec<Answer>,
    /// Departures that the subject is known to make, under which something is left over.
    pub under: Vec<Answer>,
    /// Readings of the document by which the first contradiction is one; under another reading of the same question it
    /// would be none.
    pub readings: Vec<Answer>,
    /// What came of running its case again.
    pub confirmed: Confirmed,
    /// Version of the generator that made the case.
    pub generator: u32,
    /// Seed of the run.
    pub seed: u64,
    /// Index of the case in the run that first showed it.
    pub index: u64,
    /// How many trials of the run showed it.
    pub occurrences: u64,
    /// The same trials by their pairings and subjects.
    pub sightings: Vec<Sighting>,
    /// How many more trials of a subject went wrong only because of it.
    pub consequences: u64,
    /// How many calls of a compiler to itself, at one level or two, went wrong because of it.
    pub with_itself: u64,
    /// What those would be called by themselves, as far as they had names of their own.
    pub followers: Vec<Follower>,
    /// Text of the case file.
    pub case_text: String,
    /// The case file, once it is written.
    pub case_path: Option<PathBuf>,
    /// Ids in the list of known findings; none when it is new.
    pub known: Vec<String>,
    /// The C text, or the assembly text of the embedded code generator, of the case.
    pub source: Option<String>,
    /// What else the compiler said, for a fault of a compiler.
    pub message: Option<String>,
    /// Registers and memory.
    pub dumps: Option<Dumps>,
}

impl Finding {
    /// The most telling clause, or the kind of finding where there is none.
    pub fn clause(&self) -> &str {
        self.clauses.first().copied().unwrap_or(self.kind.name())
    }

    /// Whether it is not in the list of known findings.
    pub fn is_new(&self) -> bool {
        self.known.is_empty()
    }

    /// Its class, which says what comes first in lists.
    pub fn class(&self) -> Class {
        Class::of(self.kind, self.with_itself)
    }

    /// The declaration of the function under test, or what a tool is given.
    pub fn signature(&self) -> String {
        self.case.title()
    }

    /// The subjects in words: `a`, or `a calls b`.
    pub fn subjects(&self) -> String {
        self.toolchains.join(" calls ")
    }

    /// One line: clause, pairing, subjects, what is expected and what is there.
    pub fn headline(&self) -> String {
        let mut line = match self.class() {
            Class::Itself => "disagrees with itself: ".to_owned(),
            _ => String::new(),
        };
        line += &format!("{}, {}, {}", self.clause(), self.pairing, self.subjects());
        if let Some(words) = self.mismatches.first().map(Mismatch::words) {
            line += &format!(": {} expected {}, observed {}", words.subject, words.expected, words.observed);
        }
        line
    }
}
