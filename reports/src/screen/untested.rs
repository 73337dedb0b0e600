//! What was not tested, in a line for each reason.

use super::{Of, count, thousands};
use crate::again;
use crate::names;
use crate::picture::{columns, labelled};
use crate::run::{LeftOut, RunReport, Seen};
use std::collections::{BTreeMap, BTreeSet};

/// Items of a line that are named; the others are counted.
const MOST_NAMED: usize = 3;

/// The lines, and a blank one behind them.
pub(super) fn draw(report: &RunReport, of: Of) -> String {
    let mut lines: Vec<(&str, String)> = Vec::new();
    if of == Of::Run {
        lines.extend(not_installed(report).map(|text| ("Not installed", text)));
        if !report.narrowed.is_empty() {
            let all: Vec<String> =
                report.narrowed.iter().map(|n| format!("{} ({})", n.what, n.option)).collect();
            lines.push(("Not by default", all.join(", ")));
        }
    }
    lines.extend(wanted(report).map(|text| ("Left out", text)));
    lines.extend(failed(report, of).map(|text| ("Failed", text)));
    lines.extend(without_verdict(report).map(|text| ("Not tested", text)));
    lines.extend(readings(report).filter(|_| of == Of::Run).map(|text| ("Readings", text)));
    lines.extend(gone(report).map(|text| ("Gone", text)));
    lines.extend(on_processor(report).map(|text| ("Processor", text)));
    if report.interrupted {
        lines.push(("Interrupted", "the report is about what was done until then".to_owned()));
    }
    if lines.is_empty() {
        return String::new();
    }
    let label = lines.iter().map(|(label, _)| columns(label) + 2).max().unwrap_or(0);
    lines.iter().map(|(name, text)| labelled(0, name, label, text)).collect::<String>() + "\n"
}

/// How to get the compilers that are missing, by document.
fn not_installed(report: &RunReport) -> Option<String> {
    let missing = || report.left_out.iter().filter(|left_out| !left_out.wanted);
    let mut packages: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut scripts: BTreeMap<&str, &str> = BTreeMap::new();
    let mut others = BTreeSet::new();
    for LeftOut { target, install, remedy, .. } in missing() {
        let document = target.map_or("", |target| target.document());
        match install.split_once(' ') {
            Some((DEBIAN, names)) => {
                let all = packages.entry(document).or_default();
                for name in names.split(' ') {
                    if !all.contains(&name) {
                        all.push(name);
                    }
                }
            }
            _ if !install.is_empty() => {
                scripts.insert(document, install);
            }
            _ => {
                others.insert(remedy.as_str());
            }
        }
    }
    let packages =
        packages.iter().map(|(document, names)| format!("{document}: apt-get install {}", names.join(" ")));
    let scripts = scripts.iter().map(|(document, script)| format!("{document}: {script}"));
    let mut parts: Vec<String> = packages.chain(scripts).collect();
    if !others.is_empty() {
        parts.push(format!("{} more: crosscall doctor", others.len()));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// What became of new findings in programs that were built without crosscall: those that do not show first.
fn on_processor(report: &RunReport) -> Option<String> {
    let of = |seen: Seen| report.on_processor.iter().filter(move |one| one.seen == seen);
    let all = report.on_processor.len();
    let mut parts = Vec::new();
    if let Some(first) = of(Seen::NotShown).next() {
        let count = of(Seen::NotShown).count();
        parts.push(format!(
            "{count} of {all} new findings do not show in a program built without crosscall, which may be wrong ({})",
            first.finding
        ));
    }
    if of(Seen::Shown).next().is_some() {
        let count = of(Seen::Shown).count();
        parts
            .push(format!("{count} of {all} new findings show in a program built and run without crosscall"));
    }
    if let Some(first) = of(Seen::NotRun).next() {
        parts.push(format!("{} not tried there ({})", of(Seen::NotRun).count(), first.said));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// First word of [`LeftOut::install`] for packages of Debian, whose names follow.
pub const DEBIAN: &str = "debian";

/// Subjects that should have taken part.
fn wanted(report: &RunReport) -> Option<String> {
    let all: Vec<&LeftOut> = report.left_out.iter().filter(|left_out| left_out.wanted).collect();
    let text = |l: &&LeftOut| format!("{}: {}; {}", names::together(&l.toolchains), l.reason, l.remedy);
    several(all.iter().map(text).collect(), ". ")
}

/// Trials that failed without a finding that says why, by their reasons; of a run with the command that tries one again.
fn failed(report: &RunReport, of: Of) -> Option<String> {
    let mut sorts: BTreeMap<(&str, &str), (u64, Vec<&str>)> = BTreeMap::new();
    let refused = report.targets.iter().flat_map(|subject| {
        let refused = subject.unexplained().filter(|failed| failed.rejected);
        refused.map(move |failed| (failed.times, again::command_of_refused(report.seed, subject, failed)))
    });
    let refused = refused.filter(|_| of == Of::Run).min_by_key(|(times, _)| std::cmp::Reverse(*times));
    for subject in &report.targets {
        let failed = subject.unexplained().map(|failed| ("trial", &failed.reason, failed.times));
        let again = subject.incidents.iter().map(|i| ("compilation, and not again", &i.reason, i.times));
        for (noun, reason, times) in failed.chain(again) {
            let (sum, subjects) = sorts.entry((noun, reason)).or_default();
            *sum += times;
            if !subjects.contains(&subject.toolchain.as_str()) {
                subjects.push(&subject.toolchain);
            }
        }
    }
    let mut sorts: Vec<_> = sorts.into_iter().collect();
    sorts.sort_by_key(|(_, (times, _))| std::cmp::Reverse(*times));
    let text = |((noun, reason), (times, subjects)): &((&str, &str), (u64, Vec<&str>))| {
        let (noun, again) = noun.split_once(',').unwrap_or((noun, ""));
        let with = names::together(subjects.iter());
        format!("{}{again} ({with}): {reason}", count(*times, noun))
    };
    let all = several(sorts.iter().map(text).collect(), "; ")?;
    // A unit that a compiler refuses is what its author wants to see first.
    Some(match refused {
        Some((_, command)) => format!("{all}. The first: {command}"),
        None => all,
    })
}

/// Numbers of trials without a verdict by kind, where nothing failed.
fn without_verdict(report: &RunReport) -> Option<String> {
    let counts = report.counts();
    let recorded = report.targets.iter().flat_map(|subject| &subject.reasons);
    let recorded =
        recorded.filter(|(reason, _)| reason.ends_with(names::NOT_RECORDED)).map(|(_, times)| times);
    let recorded: u64 = recorded.sum::<u64>().min(counts.skipped);
    let mut parts = Vec::new();
    if recorded > 0 {
        parts.push(format!("{} that no recording has", count(recorded, "trial")));
    }
    if counts.skipped > recorded {
        parts.push(format!("{} skipped", thousands(counts.skipped - recorded)));
    }
    if counts.unsupported > 0 {
        parts.push(format!("{} that need what a compiler lacks", thousands(counts.unsupported)));
    }
    (!parts.is_empty()).then(|| parts.join(", ") + ": --verbose says which")
}

/// Numbers of questions at which compilers read a document differently.
fn readings(report: &RunReport) -> Option<String> {
    let mut points: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for pair in &report.incompatible {
        let questions = pair.differences.iter().map(|answers| answers.question.as_str());
        points.entry(pair.target.name()).or_default().extend(questions);
    }
    if points.is_empty() {
        return None;
    }
    let text = |(target, questions): (&&str, &BTreeSet<&str>)| format!("{target} {}", questions.len());
    let all: Vec<String> = points.iter().map(text).collect();
    Some(format!(
        "at so many points compilers interpret a document differently: {} (--dialects)",
        all.join(", ")
    ))
}

/// Known findings that do not show any longer.
fn gone(report: &RunReport) -> Option<String> {
    several(report.gone.iter().map(|gone| format!("{}: {}", gone.id, gone.title)).collect(), "; ")
}

/// The first of several texts, and the number of the others.
fn several(texts: Vec<String>, between: &str) -> Option<String> {
    let more = texts.len().saturating_sub(MOST_NAMED);
    let mut all: Vec<String> = texts.into_iter().take(MOST_NAMED).collect();
    if more > 0 {
        all.push(format!("{more} more: --verbose"));
    }
    (!all.is_empty()).then(|| all.join(between))
}
