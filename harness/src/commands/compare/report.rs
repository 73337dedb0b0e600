//! A comparison as data: what every form of its report is made of.

use crosscall_base::error::Error;
use crosscall_campaign::comparison::sums::{Class, Counts};
use crosscall_campaign::comparison::{Comparison, Form, Group, Settings};
use crosscall_campaign::report::case_file_of;
use crosscall_campaign::report_folder::put_case;
use crosscall_model::finding::{Confirmed, Finding, FindingKind};
use crosscall_oracle::clause::{catalogue, reading_of};
use crosscall_reports::json::FORMAT;
use crosscall_reports::origin::Origin;
use crosscall_reports::outcome::{EXIT_CLEAN, EXIT_TOOL, EXIT_VIOLATIONS, signal_exit_code};
use crosscall_reports::shell;
use crosscall_toolchain::Toolchain;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// Contradictions of a case that are reported.
const MOST_CONTRADICTIONS: usize = 4;

/// Overall answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Answer {
    /// The change alters the ABI.
    Altered,
    /// It does not, as far as was looked.
    Unaltered,
    /// Nothing was compared, or not all of it.
    Unknown,
}

/// Everything that was compared.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    format: u32,
    pub(super) answer: Answer,
    pub(super) signal: Option<i32>,
    pub(super) seed: String,
    pub(super) generator: u32,
    pub(super) counts: Counts,
    pub(super) comparisons: Vec<Pair>,
    run: Run,
}

/// Properties in which two runs with the same results differ.
#[derive(Debug, Serialize)]
struct Run {
    date: String,
    command: String,
    host: String,
    seconds: f64,
}

/// One pair of compilers.
#[derive(Debug, Serialize)]
pub(super) struct Pair {
    pub(super) target: String,
    pub(super) old: Subject,
    pub(super) new: Subject,
    pub(super) answer: Answer,
    pub(super) cases: u64,
    /// True if what is unchanged was judged, too.
    pub(super) all: bool,
    pub(super) counts: Counts,
    pub(super) differences: Vec<Difference>,
    /// Questions of the document at which the two follow different readings.
    pub(super) readings: Vec<Reading>,
    pub(super) reasons: BTreeMap<String, u64>,
    /// Failures of each of the two that did not come again, or that only several cases together show.
    pub(super) incidents: [u64; 2],
}

/// A compiler.
#[derive(Debug, Serialize)]
pub(super) struct Subject {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) command: String,
}

/// Trials of one class and cause.
#[derive(Debug, Serialize)]
pub(super) struct Difference {
    pub(super) class: Class,
    /// The clause, or the kind of finding where there is none.
    pub(super) clause: String,
    pub(super) old_fingerprint: Option<String>,
    pub(super) new_fingerprint: Option<String>,
    pub(super) known: Vec<String>,
    pub(super) trials: u64,
    pub(super) cases: u64,
    pub(super) forms: BTreeMap<&'static str, u64>,
    pub(super) signature: String,
    /// True between the two: what is expected is what each owes the other.
    pub(super) is_between: bool,
    pub(super) old: Vec<Contradiction>,
    pub(super) new: Vec<Contradiction>,
    pub(super) rules: Vec<Rule>,
    pub(super) explained: Vec<String>,
    /// Violations that show in the same cases.
    pub(super) with: Vec<String>,
    /// True if the case was seen to show it by itself.
    pub(super) alone: bool,
    /// False if nobody tried.
    pub(super) tried: bool,
    pub(super) source: String,
    pub(super) case: String,
    pub(super) case_path: Option<String>,
}

/// One contradiction in words.
#[derive(Debug, Serialize)]
pub(super) struct Contradiction {
    pub(super) what: String,
    pub(super) expected: String,
    pub(super) observed: String,
}

/// A clause.
#[derive(Debug, Serialize)]
pub(super) struct Rule {
    pub(super) id: String,
    pub(super) section: String,
    pub(super) text: String,
}

/// A question with the readings of the two.
#[derive(Debug, Serialize)]
pub(super) struct Reading {
    pub(super) question: String,
    pub(super) old: Vec<String>,
    pub(super) new: Vec<String>,
}

impl Report {
    pub(super) fn new(origin: Origin, seed: u64) -> Report {
        Report {
            format: FORMAT,
            answer: Answer::Unknown,
            signal: None,
            seed: format!("{seed:#x}"),
            generator: origin.generator,
            counts: Counts::default(),
            comparisons: Vec::new(),
            run: Run { date: origin.date, command: origin.command, host: origin.host.name, seconds: 0.0 },
        }
    }

    /// Adds a pair; the cases of what is altered are written into a folder, if one is named.
    ///
    /// # Errors
    /// When a case cannot be written.
    pub(super) fn add(
        &mut self,
        settings: &Settings,
        of: Comparison,
        keep: Option<&Path>,
    ) -> Result<(), Error> {
        self.counts += of.counts;
        let answer = answer(&of);
        let mut differences = Vec::new();
        for group in &of.groups {
            let path = match (keep, group.finding()) {
                (Some(folder), Some(finding)) if group.class.is_altered() => {
                    Some(put_case(folder, &case_file_of(finding, |name| version(settings, name)))?)
                }
                _ => None,
            };
            differences.extend(difference(group, path.as_deref()));
        }
        let reading = |answers: crosscall_reports::run::Answers| Reading {
            question: answers.question,
            old: answers.first.iter().map(|(id, text)| format!("{id}: {text}")).collect(),
            new: answers.second.iter().map(|(id, text)| format!("{id}: {text}")).collect(),
        };
        self.comparisons.push(Pair {
            target: settings.old.target.to_string(),
            old: subject(&settings.old),
            new: subject(&settings.new),
            answer,
            cases: of.cases,
            all: settings.judge_unchanged,
            counts: of.counts,
            differences,
            readings: of.readings.into_iter().map(reading).collect(),
            reasons: of.reasons,
            incidents: of.incidents,
        });
        Ok(())
    }

    /// Notes that no more come.
    pub(super) fn finish(&mut self, time: Duration, signal: Option<i32>) {
        self.run.seconds = time.as_secs_f64();
        self.signal = signal;
        let is = |answer: Answer| self.comparisons.iter().any(|compared| compared.answer == answer);
        self.answer = if is(Answer::Altered) {
            Answer::Altered
        } else if self.comparisons.is_empty() || is(Answer::Unknown) || signal.is_some() {
            Answer::Unknown
        } else {
            Answer::Unaltered
        };
    }

    pub(super) fn exit_code(&self) -> u8 {
        match (self.signal, self.answer) {
            (Some(signal), _) => signal_exit_code(signal),
            (None, Answer::Altered) => EXIT_VIOLATIONS,
            (None, Answer::Unaltered) => EXIT_CLEAN,
            (None, Answer::Unknown) => EXIT_TOOL,
        }
    }
}

impl Pair {
    /// The answer in a line.
    pub(super) fn conclusion(&self) -> String {
        let counts = &self.counts;
        match self.answer {
            Answer::Altered if counts.breaks > 0 => format!(
                "the change alters the ABI: code of {} and of {} cannot call each other",
                self.old.name, self.new.name
            ),
            Answer::Altered => "the change alters the ABI".to_owned(),
            Answer::Unaltered if counts.unchanged == counts.compared() => {
                "the change alters nothing: every compared byte is the same".to_owned()
            }
            Answer::Unaltered => {
                "the change alters code, and nothing of the ABI was seen to be altered".to_owned()
            }
            Answer::Unknown if counts.compared() == 0 => "nothing was compared".to_owned(),
            Answer::Unknown => {
                "nothing was seen to be altered, but not everything could be compared".to_owned()
            }
        }
    }
}

fn answer(of: &Comparison) -> Answer {
    let counts = &of.counts;
    if of.is_altered() {
        Answer::Altered
    } else if counts.compared() == 0 || counts.failed + counts.skipped > 0 || of.incidents != [0, 0] {
        Answer::Unknown
    } else {
        Answer::Unaltered
    }
}

fn subject(toolchain: &Toolchain) -> Subject {
    Subject {
        name: toolchain.name.clone(),
        version: toolchain.version.clone(),
        command: shell::command(&toolchain.cc),
    }
}

fn version(settings: &Settings, name: &str) -> Option<String> {
    [&settings.old, &settings.new].into_iter().find(|t| t.name == name).map(|t| t.version.clone())
}

fn contradictions(finding: Option<&Finding>) -> Vec<Contradiction> {
    let words = |mismatch: &crosscall_model::finding::Mismatch| {
        let words = mismatch.words();
        let observed = words.seen();
        Contradiction { what: words.subject, expected: words.expected, observed }
    };
    finding.into_iter().flat_map(|f| f.mismatches.iter().take(MOST_CONTRADICTIONS)).map(words).collect()
}

fn difference(group: &Group, path: Option<&Path>) -> Option<Difference> {
    let finding = group.finding()?;
    let target = finding.case.target();
    let rule = |id: &&str| {
        let clause = catalogue(target).clause(id)?;
        Some(Rule { id: clause.id.clone(), section: clause.section.clone(), text: clause.rule.clone() })
    };
    let reading = |answer: &crosscall_model::finding::Answer| {
        let text = reading_of(target, answer).map_or("", |reading| reading.text.as_str());
        format!("{answer}: {text}")
    };
    let with = |(what, cases): &(String, u64)| format!("{what}: {cases} of these cases");
    let words = |(form, times): (&Form, &u64)| (form.words(), *times);
    Some(Difference {
        class: group.class,
        clause: finding.clause().to_owned(),
        old_fingerprint: group.old.as_ref().map(|f| f.fingerprint.clone()),
        new_fingerprint: group.new.as_ref().map(|f| f.fingerprint.clone()),
        known: finding.known.clone(),
        trials: group.trials(),
        cases: group.cases,
        forms: group.forms.iter().map(words).collect(),
        signature: finding.signature(),
        is_between: finding.kind == FindingKind::Incompatibility || finding.toolchains.len() > 1,
        old: contradictions(group.old.as_ref()),
        new: contradictions(group.new.as_ref()),
        rules: finding.clauses.iter().filter_map(rule).collect(),
        explained: finding.deviations.iter().chain(&finding.readings).map(reading).collect(),
        with: group.with.iter().map(with).collect(),
        alone: group.confirmed == Confirmed::Alone,
        tried: group.confirmed != Confirmed::Not,
        source: finding.source.clone().unwrap_or_default(),
        case: finding.case_text.clone(),
        case_path: path.map(|path| path.display().to_string()),
    })
}
