//! A finding: one disagreement, with everything that a person needs to understand and reproduce it.

use super::dialect::question;
use crate::campaign::class::Class;
use crate::campaign::kinship::Follower;
use crate::campaign::tally::Confirmed;
use crosscall_model::finding::Mismatch;
use crosscall_model::plan::ClauseId;
use crosscall_model::{About, Pairing, Target};
use crosscall_oracle::clause::{Reading, catalogue};
use std::path::PathBuf;

/// What kind of thing was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FindingKind {
    /// A subject does otherwise than its document says.
    Violation,
    /// Two subjects of one target follow different readings, or do not understand each other.
    Incompatibility,
    /// A compiler crashed, hung, or wrote no proper object file.
    CompilerFault,
    /// Something was wrong that was not wrong when the same case was compiled and run again.
    NotRepeatable,
}

impl FindingKind {
    /// The name in reports and in the list of known findings.
    pub fn name(self) -> &'static str {
        match self {
            FindingKind::Violation => "violation",
            FindingKind::Incompatibility => "incompatibility",
            FindingKind::CompilerFault => "compiler-fault",
            FindingKind::NotRepeatable => "not-repeatable",
        }
    }
}

/// The state of the machine twice, as text, one line for each thing in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dumps {
    /// Title and lines of what is expected.
    pub before: (String, String),
    /// Title and lines of what was there.
    pub after: (String, String),
}

/// The name of a departure from the document, as `--dialect` and the list of known findings have it:
/// `EPIPHANY-RET-04=R2`, or `EPIPHANY-RET-06:memory=R5` where the clause has several questions.
pub fn departure(clause: &str, reading: &str) -> String {
    let sign = if reading.contains('=') { ':' } else { '=' };
    format!("{clause}{sign}{reading}")
}

/// Trials of one kind that show a finding.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sighting {
    /// Who called whom; none for a fault of a compiler, which shows before anything is called.
    pub pairing: Option<Pairing>,
    /// Names of the subjects: one, or caller and callee of a `cross` pairing.
    pub subjects: Vec<String>,
    /// How many trials.
    pub trials: u64,
}

/// The question that a deviation answers, such as `EPIPHANY-RET-06:memory`, and the reading, such as `R5`.
pub fn answered(clause: &str, reading: &str) -> (String, String) {
    let (name, id) = parts(reading);
    (question(clause, name), id.to_owned())
}

/// The reading of a target's document that a deviation names.
pub fn reading_of(target: Target, clause: &str, reading: &str) -> Option<&'static Reading> {
    let (name, id) = parts(reading);
    let choices = catalogue(target).clause(clause)?.choices.iter();
    choices.filter(|c| name.is_empty() || c.name == name).flat_map(|c| &c.readings).find(|r| r.id == id)
}

/// The name of a question and the id of a reading: `R5` of the only question, or `name=R5` of one of several.
fn parts(reading: &str) -> (&str, &str) {
    reading.rsplit_once('=').unwrap_or(("", reading))
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
    /// Departures from the document (clause, reading) that explain it.
    pub deviations: Vec<(ClauseId, String)>,
    /// Departures that the subject is known to make, under which something is left over.
    pub under: Vec<(ClauseId, String)>,
    /// What came of running its case again.
    pub confirmed: Confirmed,
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
    /// The case file, once it is written.
    pub case_path: Option<PathBuf>,
    /// Ids in the list of known findings, joined by `+` (see [`Finding::known_ids`]); `None` when it is new.
    pub known: Option<String>,
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

    /// Its ids in the list of known findings; none when it is new.
    pub fn known_ids(&self) -> impl Iterator<Item = &str> {
        self.known.iter().flat_map(|ids| ids.split('+'))
    }

    /// What it is called in a table: the deviation that it is about, or else its fingerprint.
    pub fn name(&self) -> String {
        let is_meant =
            |(clause, reading): &&(ClauseId, String)| self.fingerprint == format!("{clause}:{reading}");
        match self.deviations.iter().find(is_meant) {
            Some((clause, reading)) => departure(clause, reading),
            None => self.fingerprint.clone(),
        }
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
        if let Some(mismatch) = self.mismatches.first() {
            line += &format!(
                ": {} expected {}, observed {}",
                mismatch.subject, mismatch.expected, mismatch.observed
            );
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    #[test]
    fn deviations_are_spelled_as_a_dialect_is() {
        let deviations = [("EPIPHANY-RET-06", "memory=R5".to_owned()), ("EPIPHANY-RET-04", "R2".to_owned())];
        let name = |fingerprint: &str| {
            let fingerprint = fingerprint.to_owned();
            Finding { fingerprint, deviations: deviations.to_vec(), ..sample::finding() }.name()
        };
        assert_eq!(name("EPIPHANY-RET-06:memory=R5"), "EPIPHANY-RET-06:memory=R5");
        assert_eq!(name("EPIPHANY-RET-04:R2"), "EPIPHANY-RET-04=R2");
        assert_eq!(name("EPIPHANY-ARG-01:argument"), "EPIPHANY-ARG-01:argument");
        for (clause, reading) in &deviations {
            let (question, id) = answered(clause, reading);
            assert_eq!(format!("{question}={id}"), departure(clause, reading));
        }
    }
}
