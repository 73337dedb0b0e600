//! The data of a report: all that a run found out. Written and read with serde, nothing of it is lost; the report that
//! other programs read is [`json::render`](crate::json::render).

use crate::buckets::Night;
use crate::dialect::{Answer, in_ways, question};
use crate::origin::Origin;
use crate::stored;
use crosscall_model::finding::Finding;
use crosscall_model::{About, CaseKind, Pairing, Target};
use crosscall_oracle::standing::{Unsettled, Why};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Number of cases that no run reaches: case files hold 32 bits of a case's number.
pub const UNBOUNDED: u64 = u32::MAX as u64;

/// Parts of a campaign that a title names; the others are counted.
const MOST_LACKING: usize = 3;

/// The result of a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RunReport {
    /// When, where and how.
    pub origin: Origin,
    /// Seed of the run.
    pub seed: u64,
    /// Cases of each kind that were asked for, for each target.
    pub cases: u64,
    /// Wall time in seconds.
    #[serde(with = "stored::seconds")]
    pub seconds: f64,
    /// Processor time in seconds that the compilers' own processes took.
    #[serde(with = "stored::seconds")]
    pub compiler_seconds: f64,
    /// True if the run was stopped before its end.
    pub interrupted: bool,
    /// The signal that stopped it.
    pub signal: Option<i32>,
    /// Why no more cases were generated, where there might have been more.
    pub enough: Option<Enough>,
    /// Numbers of cases that were generated, where they are not the number that was asked for.
    pub drawn: Vec<Drawn>,
    /// One for each subject, or pair of subjects of a `cross` pairing.
    pub targets: Vec<SubjectReport>,
    /// Subjects of one target that read its document differently.
    pub incompatible: Vec<Incompatible>,
    /// Subjects that were left out because they cannot be used.
    pub left_out: Vec<LeftOut>,
    /// Pairings in which not one trial of a subject was run, where the run as a whole has tested nothing with it.
    pub untested: Vec<Untested>,
    /// Entries of the list of known findings whose cases were run again because the run itself did not show them, and
    /// that do not show any longer.
    pub gone: Vec<Gone>,
    /// New findings of targets whose processors are only described, and whether they show on one.
    #[serde(default)]
    pub on_processor: Vec<OnProcessor>,
    /// Parts of a campaign that are not in the report, in words.
    pub lacking: Vec<String>,
    /// What is tested only if it is asked for.
    #[serde(default)]
    pub narrowed: Vec<Narrowed>,
    /// Buckets after the latest night, of a campaign with a store.
    pub night: Option<Night>,
}

/// Why no more cases were generated though the number that was asked for was not reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Enough {
    /// The time was over.
    Time(Duration),
    /// Something new was found.
    FirstFinding,
    /// The store takes as much room as it may.
    StoreLimit,
}

/// Number of cases that were generated, where it is not the number that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawn {
    /// The target.
    pub target: Target,
    /// Kind of the cases.
    pub matter: CaseKind,
    /// Their number.
    pub cases: u64,
}

/// Something that is there and is tested only if it is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Narrowed {
    /// In a few words: `levels -O1 -O3 -Os`.
    pub what: String,
    /// Option that asks for it.
    pub option: String,
}

/// A pairing that was asked for and in which a subject was not tested, with the rule that left it out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Untested {
    /// The subject's name.
    pub subject: String,
    /// The pairing.
    pub pairing: Pairing,
    /// Why.
    pub reason: String,
}

/// A known finding that no longer shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gone {
    /// Id of its entry.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The subjects that its case was run with.
    #[serde(rename = "subjects")]
    pub toolchains: Vec<String>,
    /// True if a run fails because of that.
    pub strict: bool,
    /// The version in which it is fixed, such as `gcc 16.2.0`: the first of those tried, all newer than every version that is
    /// on record to show it.
    #[serde(default)]
    pub fixed_since: Option<String>,
}

/// Outcome of a finding on a processor, or in qemu, in a program that is built without crosscall.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OnProcessor {
    /// The target.
    pub target: Target,
    /// The finding in a line.
    pub finding: String,
    /// Whether it shows.
    pub seen: Seen,
    /// What the program has shown, or the reason for which it was not run.
    pub said: String,
}

/// Whether a finding shows on a processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seen {
    /// It does.
    Shown,
    /// It does not: what crosscall takes the processor for may be wrong.
    NotShown,
    /// Nothing was run.
    NotRun,
}

/// Two groups of subjects of one target whose dialects differ: code of one group may not be able to call
/// code of the other, though each keeps to the document as it reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answers {
    /// The question's name; see [`crate::dialect::question`].
    pub question: String,
    /// Readings of the first group, by id with their texts.
    pub first: Vec<(String, String)>,
    /// Readings of the second group.
    pub second: Vec<(String, String)>,
}

/// Subjects that took no part, with the way to get them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Their names.
    #[serde(rename = "subjects")]
    pub toolchains: Vec<String>,
    /// Their target, where they have one.
    #[serde(default)]
    pub target: Option<Target>,
    /// Why.
    pub reason: String,
    /// Way to get them.
    pub remedy: String,
    /// The same as a command: the path of a script, or [`DEBIAN`](crate::screen::DEBIAN) and the names of packages; empty where
    /// there is none.
    #[serde(default)]
    pub install: String,
    /// True if they should have taken part: a person named them in a configuration, or they are there and
    /// do not work.
    pub wanted: bool,
}

impl LeftOut {
    /// Entries, those that say the same of different subjects as one.
    pub fn together(entries: impl IntoIterator<Item = LeftOut>) -> Vec<LeftOut> {
        let mut all: Vec<LeftOut> = Vec::new();
        for entry in entries {
            let of_document = |entry: &LeftOut| entry.target.map(Target::document);
            let same = |other: &&mut LeftOut| {
                (&other.reason, &other.remedy, other.wanted) == (&entry.reason, &entry.remedy, entry.wanted)
                    && of_document(other) == of_document(&entry)
            };
            match all.iter_mut().find(same) {
                Some(other) => other.toolchains.extend(entry.toolchains),
                None => all.push(entry),
            }
        }
        all
    }
}

/// Trials of a subject that failed in the same way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedTrials {
    /// The pairing.
    pub pairing: Pairing,
    /// Reason in one line.
    pub reason: String,
    /// Whole message.
    pub message: String,
    /// Number of trials.
    pub times: u64,
    /// The first case.
    pub case: About,
    /// Its number.
    pub index: u64,
    /// The source that a compiler refused.
    pub source: Option<String>,
    /// True if a finding accounts for it.
    pub found: bool,
    /// True if a compiler refused the source.
    pub rejected: bool,
}

/// Compilations that failed, and not again: when the same was compiled once more, or in parts, it went well.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Incident {
    /// Reason in one line.
    pub reason: String,
    /// Whole message.
    pub message: String,
    /// Number of times.
    pub times: u64,
    /// Index of the first case in the first unit that it happened with.
    pub index: u64,
    /// That unit.
    pub source: String,
}

impl FailedTrials {
    /// The declaration of the first case's function, or what a tool is given.
    pub fn signature(&self) -> String {
        self.case.title()
    }
}

/// A subject as somebody starts it who does not have the configuration of the run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Started {
    /// Its name.
    pub subject: String,
    /// Version of the toolchain, in its own words.
    pub version: String,
    /// Its command with its options; empty where no process is started. The program is without its folder where nothing has
    /// to be `described`.
    pub command: Vec<String>,
    /// Options that describe it on the command line, beside `--subject NAME=COMMAND`; none where its name alone is enough, or
    /// where it cannot be described there.
    pub described: Option<Vec<String>>,
}

/// Results of one subject.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SubjectReport {
    /// The target.
    pub target: Target,
    /// The subject's name; `a calls b` for two.
    pub toolchain: String,
    /// Version of the toolchain, in its own words.
    pub version: String,
    /// Family, version and machine of the compiler, as lists of known findings name it.
    #[serde(default)]
    pub compiler: String,
    /// How it is started; caller and callee of two.
    #[serde(default)]
    pub started: Vec<Started>,
    /// Numbers of trials by outcome.
    pub counts: Counts,
    /// Why trials could not be made, with their numbers.
    pub reasons: BTreeMap<String, u64>,
    /// Trials that failed, the most frequent sort first.
    pub failures: Vec<FailedTrials>,
    /// Failed compilations that kept no trial from being made.
    pub incidents: Vec<Incident>,
    /// The readings that the subject follows.
    pub dialect: Vec<Answer>,
    /// Questions to which the subject has given no single answer, and why.
    #[serde(with = "stored::unsettled")]
    pub unsettled: Vec<Unsettled>,
    /// Clause id to the number of trials that could have contradicted it.
    pub clauses: BTreeMap<String, u64>,
    /// Coverage of the target's argument automaton.
    pub automaton: Option<AutomatonCoverage>,
    /// Findings, known and new.
    pub findings: Vec<Finding>,
}

impl SubjectReport {
    /// Trials that failed and that no finding accounts for, the most frequent sort first.
    pub fn unexplained(&self) -> impl Iterator<Item = &FailedTrials> {
        self.failures.iter().filter(|failed| !failed.found)
    }
}

/// Covered and reachable parts of an argument automaton.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Trials that were intended.
    pub planned: u64,
    /// Trials with a verdict: conforming or violating.
    pub run: u64,
    /// Trials that went as a reading of the document has it.
    pub conforming: u64,
    /// Trials that contradict the document.
    pub violations: u64,
    /// Trials whose subjects wrote the same as for an earlier column of the store: their verdicts were taken over.
    pub unchanged: u64,
    /// Of the unchanged trials, those that contradict the document.
    pub unchanged_violations: u64,
    /// Trials that were not begun, because the run was stopped or the pairing has nothing to test here.
    pub skipped: u64,
    /// Trials that need something that the toolchain does not have.
    pub unsupported: u64,
    /// Trials that a tool could not carry out, or whose outcome allows no verdict.
    pub failed: u64,
    /// Of those that failed, the ones that a finding accounts for: a fault of a compiler.
    #[serde(rename = "failed_by_findings")]
    pub found: u64,
    /// Of those that failed, the ones whose source a compiler refused though it has all that it needs.
    pub rejected: u64,
    /// Further runs of trials, with special values: they are no trials of their own.
    #[serde(default)]
    pub special_runs: u64,
}

impl Counts {
    /// Trials without a verdict.
    pub fn untestable(&self) -> u64 {
        self.skipped + self.unsupported + self.failed
    }

    /// Failed trials that no finding accounts for.
    pub fn unexplained(&self) -> u64 {
        self.failed.saturating_sub(self.found)
    }

    /// Trials with a verdict, of this column or of an earlier one.
    pub fn judged(&self) -> u64 {
        self.run + self.unchanged
    }

    /// Checks that nothing was lost: every planned trial was run, skipped, unsupported, failed or unchanged, and
    /// every run conforms or violates.
    ///
    /// # Errors
    /// The sum that is wrong, in words.
    pub fn check(&self) -> Result<(), String> {
        let Counts { planned, run, conforming, violations, unchanged, unchanged_violations, .. } = *self;
        let Counts { skipped, unsupported, failed, found, rejected, .. } = *self;
        if planned != run + skipped + unsupported + failed + unchanged {
            return Err(format!(
                "{planned} planned is not {run} run + {skipped} skipped + {unsupported} unsupported + {failed} failed + \
                 {unchanged} unchanged"
            ));
        }
        if unchanged < unchanged_violations {
            return Err(format!(
                "{unchanged} unchanged is less than {unchanged_violations} of them that violate"
            ));
        }
        if failed < found + rejected {
            return Err(format!("{failed} failed is less than {found} of findings + {rejected} rejected"));
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
        self.found += other.found;
        self.rejected += other.rejected;
        self.conforming += other.conforming;
        self.violations += other.violations;
        self.unchanged += other.unchanged;
        self.unchanged_violations += other.unchanged_violations;
        self.special_runs += other.special_runs;
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

    /// Number of findings that are not in the list of known ones. What several subjects of a target show in the same
    /// way is one.
    pub fn new_findings(&self) -> usize {
        let new = self.findings().filter(|found| found.is_new());
        new.map(|found| (found.case.target(), &found.fingerprint)).collect::<BTreeSet<_>>().len()
    }

    /// Questions of the document that subjects answer in several ways: the subject, the question, and the ways in words.
    pub fn contradicted(&self) -> impl Iterator<Item = (&SubjectReport, String, String)> {
        let all =
            self.targets.iter().flat_map(|subject| subject.unsettled.iter().map(move |open| (subject, open)));
        all.filter_map(|(subject, open)| match &open.why {
            Why::Contradicted(ways) => Some((subject, question(open.clause, open.question), in_ways(ways))),
            _ => None,
        })
    }

    /// Number of entries of the list of known findings that were seen.
    pub fn known_findings(&self) -> usize {
        self.findings().flat_map(|found| &found.known).collect::<BTreeSet<_>>().len()
    }

    /// The title of a report that is not about the whole campaign: that it is not, and what it lacks.
    pub fn incomplete(&self) -> Option<String> {
        if self.lacking.is_empty() {
            return None;
        }
        let mut parts: Vec<String> = self.lacking.iter().take(MOST_LACKING).cloned().collect();
        if self.lacking.len() > MOST_LACKING {
            parts.push(format!("and {} more", self.lacking.len() - MOST_LACKING));
        }
        Some(format!("incomplete: {}", parts.join("; ")))
    }

    /// Compilations that failed and kept no trial from being made.
    pub fn incidents(&self) -> u64 {
        self.targets.iter().flat_map(|t| &t.incidents).map(|i| i.times).sum()
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
