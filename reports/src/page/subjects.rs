//! Who was tested, how it went, and who was not.

use super::{grouped, is_pair};
use crate::run::{Counts, RunReport, SubjectReport};
use crate::{groups, names, shell};
use crosscall_model::Target;
use crosscall_oracle::clause::catalogue;

/// Subjects of one target with one version.
pub(super) struct Group {
    pub(super) target: String,
    pub(super) names: String,
    pub(super) version: String,
    /// Their commands with all options, those that differ in the level alone together.
    pub(super) commands: String,
    /// Kind of the subjects, where their names do not say it.
    pub(super) note: &'static str,
    /// How many of how many trials have a verdict.
    pub(super) trials: String,
}

/// Those that were tested alone; pairs of them are given as a number.
pub(super) fn groups(report: &RunReport) -> Vec<Group> {
    let single = report.targets.iter().filter(|subject| !is_pair(subject));
    let group = |all: Vec<&SubjectReport>| {
        let first = all.first()?;
        let mut counts = Counts::default();
        all.iter().for_each(|subject| counts += subject.counts);
        Some(Group {
            target: first.target.name().to_owned(),
            names: names::together(all.iter().map(|subject| subject.toolchain.as_str())),
            version: first.version.clone(),
            commands: {
                let started = all.iter().flat_map(|subject| &subject.started);
                let commands: Vec<String> = started.map(|one| shell::command(&one.command)).collect();
                names::together(commands.iter().filter(|command| !command.is_empty()))
            },
            note: note(first),
            trials: format!("{} of {} trials", grouped(counts.judged()), grouped(counts.planned)),
        })
    };
    let all = groups::groups(single, |subject| (subject.target, subject.version.as_str()));
    all.into_iter().filter_map(group).collect()
}

/// Kind of a subject that is no program on the machine of the run.
fn note(subject: &SubjectReport) -> &'static str {
    if names::is_recorded(&subject.toolchain) && subject.version.contains("recorded on") {
        "recorded: the compiler was not run; its recorded output for these cases was tested"
    } else if subject.toolchain == names::embedded(subject.target) && subject.version.starts_with("crosscall")
    {
        "crosscall's own code generator, written after the document"
    } else {
        ""
    }
}

/// A document that subjects are compared with.
pub(super) struct Document {
    pub(super) target: String,
    /// Its title and origin.
    pub(super) title: String,
    pub(super) link: Option<String>,
}

/// The documents of the targets.
pub(super) fn documents(report: &RunReport) -> Vec<Document> {
    let document = |target: Target| {
        let catalogue = catalogue(target);
        let link = catalogue.link.as_deref().and_then(super::escape::link).map(str::to_owned);
        Document { target: target.name().to_owned(), title: catalogue.document.clone(), link }
    };
    super::targets(report).into_iter().map(document).collect()
}

/// A subject's trials.
pub(super) struct Line {
    pub(super) name: String,
    /// Planned, conforming, violating, unchanged, skipped, unsupported, failed.
    pub(super) cells: Vec<String>,
    /// Why trials could not be made, with their numbers, the most frequent reason first.
    pub(super) reasons: Vec<(String, String)>,
}

/// Reasons of a subject that are reported.
const MOST_REASONS: usize = 5;

/// Every subject's trials.
pub(super) fn lines(report: &RunReport) -> Vec<Line> {
    let line = |subject: &SubjectReport| {
        let Counts { planned, conforming, violations, unchanged, skipped, unsupported, failed, .. } =
            subject.counts;
        let mut reasons: Vec<(&String, &u64)> = subject.reasons.iter().collect();
        reasons.sort_by_key(|(_, times)| std::cmp::Reverse(**times));
        let reasons = reasons.into_iter().take(MOST_REASONS);
        let cells = [planned, conforming, violations, unchanged, skipped, unsupported, failed];
        Line {
            name: subject.toolchain.clone(),
            cells: cells.into_iter().map(grouped).collect(),
            reasons: reasons.map(|(reason, times)| (grouped(*times), reason.clone())).collect(),
        }
    };
    report.targets.iter().map(line).collect()
}

/// Subjects that took no part: their names, why, and the way to get them.
pub(super) fn left_out(report: &RunReport) -> Vec<(String, String, String)> {
    let reported = report.left_out.iter();
    reported
        .map(|left| (names::together(&left.toolchains), left.reason.clone(), left.remedy.clone()))
        .collect()
}

/// Pairings in which subjects were not tested: the subject, the pairing, and why.
pub(super) fn untested(report: &RunReport) -> Vec<(String, String, String)> {
    let reported = report.untested.iter();
    reported.map(|one| (one.subject.clone(), one.pairing.to_string(), one.reason.clone())).collect()
}

/// A sort of failed trials.
pub(super) struct Failed {
    pub(super) subject: String,
    pub(super) pairing: String,
    pub(super) times: String,
    pub(super) signature: String,
    pub(super) message: String,
}

/// Sorts of failed trials of a subject that are reported.
const MOST_FAILURES: usize = 3;
/// Characters of a message that are shown.
const MOST_MESSAGE: usize = 2000;

/// Failed trials that no finding accounts for.
pub(super) fn failures(report: &RunReport) -> Vec<Failed> {
    let of_subject = |subject: &SubjectReport| -> Vec<Failed> {
        let reported = subject.unexplained().take(MOST_FAILURES);
        reported
            .map(|failed| Failed {
                subject: subject.toolchain.clone(),
                pairing: failed.pairing.to_string(),
                times: super::count(failed.times, "trial"),
                signature: failed.signature(),
                message: failed.message.chars().take(MOST_MESSAGE).collect(),
            })
            .collect()
    };
    report.targets.iter().flat_map(of_subject).collect()
}
