//! What a run found, and how it is told: to a person, to a program, to a CI server.

pub mod finding;
pub mod json;
pub mod junit;
pub mod text;

use crate::error::{EXIT_CLEAN, EXIT_VIOLATIONS};
use crosscall_model::Target;
use finding::Finding;
use std::collections::BTreeMap;

/// The result of a run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RunReport {
    /// Seed of the run.
    pub seed: u64,
    /// Wall time in seconds.
    pub seconds: f64,
    /// Processor time in seconds that the compilers' own processes took.
    pub compiler_seconds: f64,
    /// Whether the run was stopped before its end.
    pub interrupted: bool,
    /// One for each subject, or pair of subjects of a `cross` pairing.
    pub targets: Vec<SubjectReport>,
    /// Subjects of one target that read its document differently.
    pub incompatible: Vec<Incompatible>,
    /// Subjects that were left out because they cannot be used.
    pub left_out: Vec<LeftOut>,
}

/// Two groups of subjects of one target whose dialects differ: code of one group may not be able to call
/// code of the other, though each keeps to the document as it reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incompatible {
    /// The target.
    pub target: Target,
    /// Names of the subjects of the first group.
    pub first: Vec<String>,
    /// Names of the subjects of the second group.
    pub second: Vec<String>,
    /// The questions that they answer differently.
    pub differences: Vec<Answers>,
}

/// An open question and the answers of two groups of subjects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answers {
    /// Id of the clause, and the name of the question where the clause has several.
    pub question: String,
    /// Readings of the first group, by id with their texts.
    pub first: Vec<(String, String)>,
    /// Readings of the second group.
    pub second: Vec<(String, String)>,
}

/// Subjects that took no part, with the way to get them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Their names.
    pub toolchains: Vec<String>,
    /// Why.
    pub reason: String,
    /// How to get them.
    pub remedy: String,
}

/// What came of one subject.
#[derive(Debug, Clone, PartialEq)]
pub struct SubjectReport {
    /// The target.
    pub target: Target,
    /// The subject's name; `a calls b` for two.
    pub toolchain: String,
    /// What the toolchain says about its version.
    pub version: String,
    /// How many trials were made and what came of them.
    pub counts: Counts,
    /// Why trials could not be made, with their numbers.
    pub reasons: BTreeMap<String, u64>,
    /// Clause id to the readings that the subject follows.
    pub dialect: BTreeMap<String, String>,
    /// Clause id to the number of trials that could have contradicted it.
    pub clauses: BTreeMap<String, u64>,
    /// How much of the target's argument automaton was walked.
    pub automaton: Option<AutomatonCoverage>,
    /// What was found, known or new.
    pub findings: Vec<Finding>,
}

/// Covered and reachable parts of an argument automaton.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AutomatonCoverage {
    /// States that some case went through.
    pub states: u64,
    /// States that exist.
    pub all_states: u64,
    /// Transitions that some case took.
    pub transitions: u64,
    /// Transitions that exist.
    pub all_transitions: u64,
}

/// Trials (a case in a pairing) and what became of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Trials that were intended.
    pub planned: u64,
    /// Trials with a verdict: conforming or violating.
    pub run: u64,
    /// Trials that were not begun, because the run was stopped or the pairing has nothing to test here.
    pub skipped: u64,
    /// Trials that need something that the toolchain does not have.
    pub unsupported: u64,
    /// Trials that a tool could not carry out, or whose outcome allows no verdict.
    pub failed: u64,
    /// Trials that went as a reading of the document has it.
    pub conforming: u64,
    /// Trials that contradict the document.
    pub violations: u64,
}

impl Counts {
    /// Trials without a verdict.
    pub fn untestable(&self) -> u64 {
        self.skipped + self.unsupported + self.failed
    }

    /// Checks that nothing was lost: every planned trial was run, skipped, unsupported or failed, and
    /// every run conforms or violates.
    ///
    /// # Errors
    /// The sum that is wrong, in words.
    pub fn check(&self) -> Result<(), String> {
        let Counts { planned, run, skipped, unsupported, failed, conforming, violations } = *self;
        if planned != run + skipped + unsupported + failed {
            return Err(format!(
                "{planned} planned is not {run} run + {skipped} skipped + {unsupported} unsupported + {failed} failed"
            ));
        }
        if run != conforming + violations {
            return Err(format!("{run} run is not {conforming} conforming + {violations} violations"));
        }
        Ok(())
    }
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.planned += other.planned;
        self.run += other.run;
        self.skipped += other.skipped;
        self.unsupported += other.unsupported;
        self.failed += other.failed;
        self.conforming += other.conforming;
        self.violations += other.violations;
    }
}

impl RunReport {
    /// All trials of all subjects together.
    pub fn counts(&self) -> Counts {
        let mut sum = Counts::default();
        self.targets.iter().for_each(|t| sum += t.counts);
        sum
    }

    /// All findings.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.targets.iter().flat_map(|t| &t.findings)
    }

    /// Number of findings that are not in the list of known ones.
    pub fn new_findings(&self) -> usize {
        self.findings().filter(|f| f.known.is_none()).count()
    }

    /// The exit code that the run deserves.
    pub fn exit_code(&self) -> u8 {
        if self.new_findings() > 0 { EXIT_VIOLATIONS } else { EXIT_CLEAN }
    }

    /// Checks the sums of every subject; see [`Counts::check`].
    ///
    /// # Errors
    /// The subject and its wrong sum.
    pub fn check(&self) -> Result<(), String> {
        for subject in &self.targets {
            subject.counts.check().map_err(|e| format!("{}: {e}", subject.toolchain))?;
        }
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod sample;
