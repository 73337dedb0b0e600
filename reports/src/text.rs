//! The report for people: a summary of each subject, and a small picture of each finding.

use super::run::{Counts, Incompatible, RunReport, SubjectReport, Untested};
use super::{dialect, groups, matrix, names};
use crate::again;
use crate::call::{Picture, terminal};
use crate::known::Titles;
use crate::outcome::EXIT_CLEAN;
use crate::picture::style::{BAD, GOOD, ID, KNOWN, Style, TITLE, paint, painted};
use crate::picture::{Table, columns, labelled, paragraph, width, wrap};
use crate::run::{Enough, Seen};
use crosscall_model::counted;
use crosscall_model::finding::Confirmed;
use crosscall_model::finding::Follower;
use crosscall_model::finding::{Dumps, Finding, FindingKind, Sighting};
use crosscall_model::{CaseKind, Pairing};
use crosscall_oracle::clause::reading_of;
use crosscall_oracle::clause::{Reach, catalogue};
use similar::{ChangeTag, TextDiff};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::time::Duration;

/// Reasons of trials without a verdict that are shown; all of them are in the JSON report.
const MOST_REASONS: usize = 5;
/// Sorts of failed trials of which the first case is shown.
const MOST_FAILURES: usize = 3;
/// Lines of a compiler's message that are shown.
const MOST_MESSAGE: usize = 6;
/// Lines of a source that are shown.
const MOST_SOURCE: usize = 60;

/// Rows of contradictions of a finding on a screen.
const MOST_ROWS: usize = 4;
/// Lines of a finding's table and picture on a screen.
const MOST_PICTURE: usize = 20;
/// Lines of its C text there.
const MOST_TEXT: usize = 20;

/// Optional parts of a report.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shown {
    /// The pictures of known findings, too.
    pub known: bool,
    /// The whole dialect of each subject.
    pub dialects: bool,
}

/// The whole report.
pub fn render(report: &RunReport, known: &Titles, shown: Shown) -> String {
    let mut out = title(report);
    if shown.known {
        out += &pictures(report.findings().filter(|f| !f.is_new()), known);
    }
    out += &pictures(report.findings().filter(|f| f.is_new()), known);
    for subject in &report.targets {
        out += &summary(subject);
        out.push('\n');
    }
    if shown.dialects {
        out += &dialect::tables(report);
    }
    for pair in &report.incompatible {
        out += &incompatible(pair);
        out.push('\n');
    }
    for gone in &report.gone {
        let state = match &gone.fixed_since {
            Some(version) => format!("fixed since {version}"),
            None => "fixed or not exercised".to_owned(),
        };
        let how = format!("{state}: its case no longer shows it with {}", gone.toolchains.join(", "));
        out += &labelled(0, "gone", 10, &format!("{}: {}", gone.id, gone.title));
        out += &labelled(0, "", 10, &how);
    }
    for one in &report.on_processor {
        let seen = match one.seen {
            Seen::Shown => "shows without crosscall",
            Seen::NotShown => "does not show without crosscall, which may be wrong",
            Seen::NotRun => "not tried without crosscall",
        };
        out += &labelled(0, "processor", 10, &format!("{}: {}", one.target, one.finding));
        out += &labelled(0, "", 10, &format!("{seen}: {}", one.said));
    }
    for left_out in &report.left_out {
        let names = names::together(&left_out.toolchains);
        out += &labelled(0, "left out", 10, &format!("{names}: {}", left_out.reason));
        out += &labelled(0, "", 10, &left_out.remedy);
    }
    if !report.left_out.is_empty() {
        out.push('\n');
    }
    out += &matrix::matrices(report, known);
    if let Some(night) = &report.night {
        out += &night.text();
        out.push('\n');
    }
    out + &last_lines(report)
}

/// Heading of a report that is not about the whole campaign.
fn title(report: &RunReport) -> String {
    let Some(incomplete) = report.incomplete() else { return String::new() };
    painted(BAD, &incomplete) + "\n"
}

/// The pictures of findings. What several subjects show in the same way is drawn once.
pub fn pictures<'a>(findings: impl Iterator<Item = &'a Finding>, known: &Titles) -> String {
    groups::of_findings(findings).iter().map(|group| block(group, known) + "\n").collect()
}

fn trials(count: u64) -> String {
    counted(count, "trial")
}

/// The last lines of the report: totals and conclusion.
fn last_lines(report: &RunReport) -> String {
    let counts = report.counts();
    let mut out = String::new();
    if report.compiler_seconds > 0.0 {
        let _ = writeln!(out, "compilers: {:.1} s of processor time", report.compiler_seconds);
    }
    if let Some(enough) = report.enough {
        let why = match enough {
            Enough::Time(time) => format!("time limit of {} reached", duration(time)),
            Enough::FirstFinding => "something new was found".to_owned(),
            Enough::StoreLimit => "size limit of the store reached (--store-limit)".to_owned(),
        };
        let drawn = report.drawn.iter().map(|drawn| {
            let what = match drawn.matter {
                CaseKind::Call => "calls",
                CaseKind::Tool => "inputs of tools",
                CaseKind::Value => "expressions",
            };
            format!("{} {what} for {}", drawn.cases, drawn.target)
        });
        let drawn = drawn.collect::<Vec<_>>().join(", ");
        out += &paragraph(0, &format!("{why}; generated: {drawn}"));
    }
    if !report.untested.is_empty() {
        out += "not tested:\n";
    }
    for Untested { subject, pairing, reason } in &report.untested {
        out += &paragraph(2, &format!("{subject}, {pairing}: {reason}"));
    }
    if report.interrupted {
        out += "interrupted: the report is about what was done until then\n";
    }
    let trials = format!(
        "{} trials in {:.1} s (seed {:#x}, generator {}{}): {} conform, {} violate, {} skipped, {} unsupported, {} failed{}{}",
        counts.planned,
        report.seconds,
        report.seed,
        report.origin.generator,
        report.origin.tools(),
        counts.conforming,
        counts.violations,
        counts.skipped,
        counts.unsupported,
        counts.failed,
        unchanged(&counts),
        special_runs(&counts),
    );
    out += &paragraph(0, &trials);
    let with = report.targets.iter().filter(|subject| !subject.findings.is_empty()).count();
    let found = format!("findings: {} new, {} known", report.new_findings(), report.known_findings());
    out += &paragraph(0, &format!("{found}, with {with} of {} subjects", report.targets.len()));
    let style = match report.exit_code() {
        EXIT_CLEAN => GOOD,
        _ => BAD,
    };
    out + &painted(style, &report.conclusion())
}

/// How many trials have the verdict of an earlier column, if some have.
fn unchanged(counts: &Counts) -> String {
    match (counts.unchanged, counts.unchanged_violations) {
        (0, _) => String::new(),
        (unchanged, 0) => format!(", {unchanged} unchanged"),
        (unchanged, violations) => format!(", {unchanged} unchanged ({violations} of them violate)"),
    }
}

/// How often calls were run with special values, if they were.
fn special_runs(counts: &Counts) -> String {
    match counts.special_runs {
        0 => String::new(),
        runs => format!("; {} with special values", counted(runs, "more run")),
    }
}

/// A time as it is given on the command line.
pub(crate) fn duration(time: Duration) -> String {
    match time.as_secs() {
        seconds if seconds > 0 && seconds % 3600 == 0 => format!("{} h", seconds / 3600),
        seconds if seconds > 0 && seconds % 60 == 0 => format!("{} min", seconds / 60),
        seconds => format!("{seconds} s"),
    }
}

/// Of the whole report only what is new, and what it comes to.
pub fn quiet(report: &RunReport, known: &Titles) -> String {
    let mut out = title(report) + &pictures(report.findings().filter(|f| f.is_new()), known);
    if let Some(night) = report.night.as_ref().filter(|night| night.has_news()) {
        out += &(night.text() + "\n");
    }
    out + &report.conclusion() + "\n"
}

/// Two groups of subjects side by side, with the questions that they answer differently.
fn incompatible(pair: &Incompatible) -> String {
    let mut out = paint(TITLE, &format!("{}  two dialects of the document", pair.target)) + "\n";
    out += &labelled(2, "one", 11, &names::together(&pair.first));
    out += &labelled(2, "other", 11, &names::together(&pair.second));
    let mut table = Table::new(2, &["question", "one", "other"]);
    for answers in &pair.differences {
        let question = pair.target.short(&answers.question);
        let texts = |readings: &[(String, String)]| {
            let texts: Vec<String> = readings.iter().map(|(id, text)| format!("{id}: {text}")).collect();
            texts.join(", or ")
        };
        table.row(&[question, &texts(&answers.first), &texts(&answers.second)]);
    }
    out + &table.draw()
}

fn summary(subject: &SubjectReport) -> String {
    let counts = &subject.counts;
    let mut out = paint(TITLE, &format!("{}  {}", subject.target, subject.toolchain)) + "\n";
    let mut line = |label: &str, text: &str| out += &labelled(2, label, 11, text);
    if !subject.version.is_empty() {
        line("version", &subject.version);
    }
    let verdicts = format!(
        "{} of {}: {} conform, {} violate; {} skipped, {} unsupported, {} failed{}{}",
        counts.run,
        counts.planned,
        counts.conforming,
        counts.violations,
        counts.skipped,
        counts.unsupported,
        counts.failed,
        unchanged(counts),
        special_runs(counts)
    );
    line("trials", &verdicts);
    for (reason, count) in without_verdict(subject).iter().take(MOST_REASONS) {
        line("", &format!("{}: {reason}", counted(*count, "time")));
    }
    let reported = subject.unexplained();
    for (i, failed) in reported.take(MOST_FAILURES).enumerate() {
        let label = if i == 0 { "failed" } else { "" };
        line(label, &format!("{}: case {}, {}", failed.pairing, failed.index, failed.signature()));
        // The first line stands among the reasons.
        for said in failed.message.lines().skip(1).filter(|l| !l.trim().is_empty()).take(MOST_MESSAGE) {
            line("", &format!("  {}", said.trim_end()));
        }
    }
    for (i, incident) in subject.incidents.iter().take(MOST_FAILURES).enumerate() {
        let times = if incident.times == 1 { "once".to_owned() } else { format!("{} times", incident.times) };
        line(if i == 0 { "unsteady" } else { "" }, &format!("{times}: {}", incident.reason));
    }
    line("coverage", &coverage(subject));
    out += &dialect::summary(subject);
    if !subject.findings.is_empty() {
        let new = subject.findings.iter().filter(|found| found.is_new()).count();
        let known = subject.findings.iter().flat_map(|found| &found.known).collect::<BTreeSet<_>>().len();
        out += &labelled(2, "findings", 11, &format!("{new} new, {known} known"));
    }
    out
}

/// Why trials of a subject have no verdict, the most frequent reason first: those of all pairings together, and what compilers
/// lack as one. That a recording lacks a case is no reason of its own.
fn without_verdict(subject: &SubjectReport) -> Vec<(String, u64)> {
    let mut reasons: BTreeMap<String, u64> = BTreeMap::new();
    for (reason, times) in subject.reasons.iter().filter(|(reason, _)| !reason.ends_with(names::NOT_RECORDED))
    {
        let of_pairing = reason.split_once(": ").filter(|(word, _)| word.parse::<Pairing>().is_ok());
        let reason = of_pairing.map_or(reason.as_str(), |(_, reason)| reason);
        let lacks = reason.split_once(" has no ").filter(|(name, _)| !name.contains(' '));
        let text = lacks.map_or_else(|| reason.to_owned(), |(_, feature)| format!("no {feature}"));
        *reasons.entry(text).or_default() += times;
    }
    let mut reasons: Vec<(String, u64)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    reasons
}

fn coverage(subject: &SubjectReport) -> String {
    let catalogue = catalogue(subject.target);
    let seen = |reach: Reach| {
        let of_kind = catalogue.clauses.iter().filter(|c| c.reach == reach);
        of_kind.filter(|c| subject.clauses.contains_key(&c.id)).count()
    };
    let mut text = format!("{} of {} observable clauses", seen(Reach::Trial), catalogue.count(Reach::Trial));
    let presumed = catalogue.count(Reach::Presumed);
    if presumed > 0 {
        let _ = write!(text, ", {} of {presumed} presumed", seen(Reach::Presumed));
    }
    if let Some(a) = subject.automaton {
        let _ = write!(
            text,
            "; argument automaton: {} of {} states, {} of {} transitions",
            a.states, a.all_states, a.transitions, a.all_transitions
        );
    }
    text
}

fn known_words(found: &Finding, known: &Titles) -> String {
    let word = |id: &String| match known.of(id) {
        Some(title) => format!("{id}: {title}"),
        None => id.clone(),
    };
    found.known.iter().map(word).collect::<Vec<_>>().join("; ")
}

/// The picture of one finding.
pub fn finding(found: &Finding, known: &Titles) -> String {
    block(&[found], known)
}

/// First line of a finding: its clause, the subjects that show it, and the number of trials.
fn head(found: &Finding, group: &[&Finding]) -> String {
    let (state, style) = if !found.is_new() { ("known", KNOWN) } else { ("NEW", BAD.bold()) };
    let mut left = columns(state) + columns(found.clause()) + 4;
    let mut out = format!("{}  {}  ", paint(style, state), paint(ID, found.clause()));
    let pairings = group.iter().flat_map(|found| &found.sightings).filter_map(|seen| seen.pairing);
    let pairings: BTreeSet<Pairing> = pairings.collect();
    if !pairings.is_empty() {
        let names: Vec<&str> = pairings.into_iter().map(Pairing::name).collect();
        let names = names.join(", ");
        left += columns(&names) + 2;
        out += &format!("{names}  ");
    }
    let subjects: Vec<String> = group.iter().map(|found| found.subjects()).collect();
    let subjects = names::together(&subjects);
    let times = trials(group.iter().map(|found| found.occurrences).sum());
    let lines = wrap(&subjects, width().saturating_sub(left + columns(&times) + 2));
    for (i, line) in lines.iter().enumerate() {
        let gap = width().saturating_sub(left + columns(line) + columns(&times)).max(2);
        out += &match i {
            0 => format!("{line}{:gap$}{times}\n", ""),
            _ => format!("{:left$}{line}\n", ""),
        };
    }
    out
}

/// In which trials a finding was seen, where the head does not say it all.
fn sightings(group: &[&Finding]) -> String {
    let all: Vec<&Sighting> = group.iter().flat_map(|found| &found.sightings).collect();
    if all.len() < 2 {
        return String::new();
    }
    let pairings: BTreeSet<Option<Pairing>> = all.iter().map(|seen| seen.pairing).collect();
    let mut subjects: Vec<&[String]> = Vec::new();
    for sighting in &all {
        if !subjects.contains(&sighting.subjects.as_slice()) {
            subjects.push(&sighting.subjects);
        }
    }
    let name = |pairing: &Option<Pairing>| pairing.map_or("compiling", Pairing::name);
    let heading: Vec<&str> =
        std::iter::once("trials that show it").chain(pairings.iter().map(name)).collect();
    let mut table = Table::new(2, &heading);
    for names in subjects {
        let number = |pairing: &Option<Pairing>| {
            let here = all.iter().filter(|seen| seen.subjects == names && seen.pairing == *pairing);
            match here.map(|seen| seen.trials).sum() {
                0 => "-".to_owned(),
                sum => u64::to_string(&sum),
            }
        };
        let cells = pairings.iter().map(number);
        table.row(&std::iter::once(names.join(" calls ")).chain(cells).collect::<Vec<_>>());
    }
    table.draw() + "\n"
}

/// The picture of a finding that several subjects show in the same way: the first of them, and who else.
fn block(group: &[&Finding], known: &Titles) -> String {
    let Some(found) = group.first().copied() else { return String::new() };
    let mut out = head(found, group) + "\n";
    let with_itself = group.iter().map(|found| found.with_itself).sum();
    if with_itself > 0 {
        let reported = "disagrees with itself: functions of one compiler that call each other do not understand each other";
        out += &paragraph(2, &format!("{reported} ({})", trials(with_itself)));
        out.push('\n');
    }
    out += &(paragraph(2, &found.signature()) + "\n");

    let expected = if found.kind == FindingKind::CompilerFault { "expected" } else { "the document expects" };
    let observed = format!("{} does", found.subjects());
    let mut table = Table::new(2, &["", expected, &observed]).painted(1, GOOD).painted(2, BAD);
    for (i, mismatch) in found.mismatches.iter().enumerate() {
        let words = mismatch.words();
        let state = match found.accepted.get(i) {
            None => String::new(),
            Some(None) => " (NEW)".to_owned(),
            Some(Some(id)) => format!(" (known: {id})"),
        };
        table.row(&[&format!("{}{state}", words.subject), &words.expected, &words.seen()]);
    }
    if !table.is_empty() {
        out += &(table.draw() + "\n");
    }
    if let Some(drawn) = Picture::of(found).map(|picture| terminal::draw(&picture)).filter(|d| !d.is_empty())
    {
        out += &(drawn + "\n");
    }
    out += &sightings(group);
    out += &special_values(found);
    out += &clause_words(found);
    out += &circumstances(found);
    if !found.is_new() {
        out += &labelled(2, "known", 10, &known_words(found, known));
    }
    if let Some(message) = &found.message {
        out += "  message\n";
        out += &indented(message.lines().filter(|line| !line.trim().is_empty()).take(8));
    }
    if let Some(dumps) = &found.dumps {
        out += &difference(dumps);
    }
    if let Some(source) = &found.source {
        out += "  minimal case\n";
        out += &indented(source.lines().take(MOST_SOURCE));
        match source.lines().count().saturating_sub(MOST_SOURCE) {
            0 => {}
            more => out += &format!("    … {more} more lines\n"),
        }
    }
    if found.case_path.is_none() {
        out += "  case file, to be kept as case.toml\n";
        out += &indented(found.case_text.lines());
    }
    let _ = writeln!(out, "  reproduce: {}", again::command(found));
    out
}

/// A finding on part of a screen: head, picture and C text, each cut to a few lines.
pub(crate) fn short(group: &[&Finding], known: &Titles) -> String {
    let Some(found) = group.first().copied() else { return String::new() };
    let mut out = head(found, group);
    out += &paragraph(2, &found.signature());
    if group.iter().any(|found| found.with_itself > 0) {
        out += &paragraph(2, "functions of one compiler that call each other do not understand each other");
    }
    let mut table = Table::new(2, &["", "expected", "observed"]).painted(1, GOOD).painted(2, BAD);
    for mismatch in found.mismatches.iter().take(MOST_ROWS) {
        let words = mismatch.words();
        table.row(&[&words.subject, &words.expected, &words.seen()]);
    }
    let drawn = Picture::of(found).map(|picture| terminal::draw(&picture)).unwrap_or_default();
    out += &cut(&format!("\n{}{drawn}", table.draw()), MOST_PICTURE, "");
    if let Some(clause) = found.clauses.first().and_then(|id| catalogue(found.case.target()).clause(id)) {
        out += &paragraph(2, &format!("{} ({}): {}", clause.id, clause.section, clause.rule));
    }
    if !found.is_new() {
        out += &labelled(2, "known", 7, &known_words(found, known));
    }
    if let Some(message) = &found.message {
        let lines = message.lines().filter(|line| !line.trim().is_empty());
        out += &indented(lines.take(MOST_MESSAGE));
    }
    if let Some(source) = &found.source {
        out += &cut(source, MOST_TEXT, "    ");
    }
    if found.is_new() {
        let _ = writeln!(out, "  reproduce: {}", again::command(found));
    }
    out
}

/// The first lines of a text, indented, and the number of the others.
fn cut(text: &str, most: usize, indent: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut out: String =
        lines.iter().take(most).map(|line| format!("{indent}{line}").trim_end().to_owned() + "\n").collect();
    if lines.len() > most {
        let _ = writeln!(out, "{indent}… {} more lines: --verbose", lines.len() - most);
    }
    out
}

/// Lines of a text, indented.
fn indented<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines.map(|line| format!("    {line}").trim_end().to_owned() + "\n").collect()
}

/// Under what something is left over, how it was seen again, and what else goes wrong because of it.
fn circumstances(found: &Finding) -> String {
    let mut out = String::new();
    if !found.under.is_empty() {
        let known: Vec<String> = found.under.iter().map(ToString::to_string).collect();
        out += &paragraph(2, &format!("left over under what is known of the subject: {}", known.join(", ")));
    }
    let again = match found.confirmed {
        Confirmed::Alone | Confirmed::Not | Confirmed::Chance | Confirmed::Settled => "",
        Confirmed::InItsBatch => {
            "seen again only when the case was compiled together with the others of its batch, not alone"
        }
        Confirmed::Gone => {
            "not seen again when the same cases were compiled and run once more: not repeatable"
        }
    };
    if !again.is_empty() {
        out += &paragraph(2, again);
    }
    if found.consequences > 0 {
        out += &paragraph(2, &consequences(found));
    }
    out
}

/// True if a finding and a follower are the same disagreement about different registers.
fn is_another_register(found: &Finding, follower: &Follower) -> bool {
    let register =
        |fingerprint: &str| fingerprint.rsplit_once(":register ").map(|(clause, _)| clause.to_owned());
    let own = register(&found.fingerprint);
    own.is_some() && own == register(&follower.fingerprint.to_string())
}

/// Trials and fingerprints that follow from a finding.
fn consequences(found: &Finding) -> String {
    let mut text = format!("{} more go wrong with it", trials(found.consequences));
    let reported = |follower: &Follower| {
        let pairing = follower.pairing.map(|p| format!("{p}, ")).unwrap_or_default();
        let Follower { fingerprint, times, index, .. } = follower;
        format!("{fingerprint} ({pairing}{}, first in case {index})", trials(*times))
    };
    let (same, others): (Vec<&Follower>, Vec<&Follower>) =
        found.followers.iter().partition(|follower| is_another_register(found, follower));
    for (words, followers) in
        [("the same of other registers:", same), ("by themselves they would be called", others)]
    {
        if !followers.is_empty() {
            let all: Vec<String> = followers.into_iter().map(reported).collect();
            text += &format!("; {words} {}", all.join(", "));
        }
    }
    text
}

/// The special values without which nothing is wrong, if there are some.
fn special_values(found: &Finding) -> String {
    match found.special_values.as_slice() {
        [] => String::new(),
        values => {
            let text =
                format!("with special values alone: {}; with others such calls conform", values.join(", "));
            paragraph(2, &text)
        }
    }
}

/// The clauses in our words, and the departures that explain the finding.
fn clause_words(found: &Finding) -> String {
    let catalogue = catalogue(found.case.target());
    let mut out = String::new();
    for id in &found.clauses {
        if let Some(clause) = catalogue.clause(id) {
            let _ = writeln!(out, "  {id} ({})", clause.section);
            out += &paragraph(4, &clause.rule);
        } else {
            let _ = writeln!(out, "  {id}");
        }
    }
    let text = |answer| reading_of(found.case.target(), answer).map_or("", |reading| reading.text.as_str());
    for (words, answers) in [("explained by", &found.deviations), ("by the interpretation", &found.readings)]
    {
        for answer in answers {
            out += &paragraph(2, &format!("{words} {answer}: {}", text(answer)));
        }
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// The lines in which two dumps differ, with one line around them.
pub(crate) fn difference(dumps: &Dumps) -> String {
    let (before, after) = (&dumps.before, &dumps.after);
    let diff = TextDiff::from_lines(&before.1, &after.1);
    let mut out = format!("  - {}\n  + {}\n", before.0, after.0);
    for (number, group) in diff.grouped_ops(1).iter().enumerate() {
        if number > 0 {
            out += "      …\n";
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let (sign, style) = match change.tag() {
                ChangeTag::Delete => ('-', GOOD),
                ChangeTag::Insert => ('+', BAD),
                ChangeTag::Equal => (' ', Style::new()),
            };
            let line = format!("    {sign} {}", change.value().trim_end());
            out += &(paint(style, &line) + "\n");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Page, on_page};
    use crate::sample;
    use expect_test::{expect, expect_file};

    #[test]
    fn a_clause_that_cannot_be_observed_does_not_count() {
        let report = sample::report();
        let mut subject = report.targets.into_iter().next().expect("a subject");
        let before = coverage(&subject);
        subject.clauses.insert("EPIPHANY-S19".to_owned(), 3);
        assert_eq!(coverage(&subject), before);
        subject.clauses.insert("EPIPHANY-TYPE-01".to_owned(), 3);
        assert_ne!(coverage(&subject), before);
    }

    #[test]
    fn picture_of_a_finding() {
        expect![[r#"
            NEW  EPIPHANY-RET-06  caller, callee  epiphany-elf-gcc-O2                                  12 trials

              struct { int m0; int m1; } f(int)

                      the document expects                             epiphany-elf-gcc-O2 does
              ------  -----------------------------------------------  -----------------------------------------
              result  0x2122232412131415 in memory at 0x8f00, the      there: 0x5a5a5a5a5a5a5a5a; found in r0:r1
                      address passed in r0

              where        place   expected                    observed
              -----------  ------  --------------------------  -----------------------
              registers r  r0      A: its address 0x8f00       A: 15 14 13 12
                           r1                                  A: 24 23 22 21
              memory       0x8f00  A: 15 14 13 12 24 23 22 21  5a 5a 5a 5a 5a 5a 5a 5a
              moved: A from 0x8f00 to r0 and r1

              trials that show it  caller  callee
              -------------------  ------  ------
              epiphany-elf-gcc-O2  3       9

              EPIPHANY-RET-06 (Subroutine Return Values)
                An aggregate larger than 4 bytes, or whose size one side cannot know, is stored at an address
                that is passed as an extra argument.
              explained by EPIPHANY-RET-06:memory=R5: not those of 8 bytes that have a natural machine mode:
              they are returned in r0 and r1

              - entry
              + return
                - r0 0x11
                - r1 0x5a5a5a5a
                + r0 0x12131415
                + r1 0x21222324
                  r4 0xa4a4a4a4
              minimal case
                struct s0 { int m0; int m1; };
                struct s0 f0(int a0);
              reproduce: crosscall repro reports/cases/epiphany/0123.toml --pairing callee --toolchain epiphany-elf-gcc-O2
        "#]].assert_eq(&finding(&sample::finding(), &Titles::default()));
    }

    #[test]
    fn a_finding_that_is_kept_nowhere_shows_its_case() {
        let mut found = sample::finding();
        found.case_path = None;
        let text = finding(&found, &Titles::default());
        let end = text.split("  case file").nth(1).unwrap_or_default();
        expect![[r#"
            , to be kept as case.toml
                format = 5
              reproduce: crosscall repro case.toml --pairing callee --toolchain epiphany-elf-gcc-O2
        "#]]
        .assert_eq(end);
    }

    /// Of the contradictions of a new finding, those that a list accepts are told from those that are new.
    #[test]
    fn what_is_accepted_beside_what_is_new() {
        let mut found = sample::finding();
        found.mismatches = vec![found.mismatches[0].clone(); 2];
        let rows = |found: &Finding| -> Vec<String> {
            let text = finding(found, &Titles::default());
            let first = |line: &str| line.trim().split("  ").next().unwrap_or_default().to_owned();
            text.lines().map(first).filter(|cell| cell.starts_with("result")).take(2).collect()
        };
        assert_eq!(rows(&found), ["result", "result"]);
        found.accepted = vec![None, Some("K-1".to_owned())];
        assert_eq!(rows(&found), ["result (NEW)", "result (known: K-1)"]);
    }

    #[test]
    fn picture_of_a_compiler_fault() {
        expect![[r#"
            known  compiler-fault  epiphany-elf-gcc-O2                                                 12 trials

              struct { int m0; int m1; } f(int)

                           expected        epiphany-elf-gcc-O2 does
              -----------  --------------  ------------------------
              callee unit  an object file  internal compiler error

              known     ICE-1
              message
                f.c:3: internal compiler error: in extract_insn, at recog.cc:2791
              minimal case
                struct s0 { int m0; int m1; };
                struct s0 f0(int a0);
              reproduce: crosscall repro reports/cases/epiphany/0123.toml --toolchain epiphany-elf-gcc-O2
        "#]].assert_eq(&finding(&sample::fault(), &Titles::default()));
    }

    /// The only known finding.
    fn list() -> Titles {
        let title = "It breaks down in extract_insn, see `crosscall finding ICE-1`";
        Titles([("ICE-1".to_owned(), title.to_owned())].into())
    }

    fn whole(width: usize, shown: Shown) -> String {
        let page = Page { width, colours: false };
        on_page(page, || render(&sample::several_subjects(), &list(), shown))
    }

    #[test]
    fn the_whole_report() {
        let shown = Shown::default();
        expect_file!["../sample/text-80.txt"].assert_eq(&whole(80, shown));
        expect_file!["../sample/text-120.txt"].assert_eq(&whole(120, shown));
    }

    #[test]
    fn the_report_with_known_findings_and_dialects() {
        let shown = Shown { known: true, dialects: true };
        expect_file!["../sample/text-all-80.txt"].assert_eq(&whole(80, shown));
        expect_file!["../sample/text-all-120.txt"].assert_eq(&whole(120, shown));
    }

    /// The same report in every form for programs.
    #[test]
    fn the_report_for_programs() {
        let report = sample::several_subjects();
        expect_file!["../sample/report.json"].assert_eq(&crate::json::render(&report));
        expect_file!["../sample/junit.xml"].assert_eq(&crate::junit::render(&report, &list()));
        expect_file!["../sample/github.txt"].assert_eq(&crate::github::render(&report, &list()));
    }

    #[test]
    fn a_narrow_page_is_kept_to() {
        for line in whole(80, Shown { known: true, dialects: true }).lines() {
            // A command is copied as a whole, and so is a path.
            let is_whole = line.contains("crosscall ") || !line.trim().contains(' ');
            assert!(columns(line) <= 80 || is_whole, "{line}");
        }
    }
}
