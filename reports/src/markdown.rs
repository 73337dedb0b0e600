//! The report as one comment on a pull request, in Markdown. Its details are bounded, its counts are not.

use crate::again;
use crate::blame::Blame;
use crate::buckets::{BucketLine, Night};
use crate::known::Titles;
use crate::markup::{Room, block, code, plain};
use crate::run::{Counts, RunReport};
use crate::{groups, names, sentence};
use crosscall_model::counted;
use crosscall_model::finding::Finding;
use crosscall_oracle::clause::catalogue;
use std::collections::BTreeSet;
use std::fmt::Write;

/// First line of the comment, which nobody sees: who posts the comment looks for it and edits the comment that has it.
pub const MARKER: &str = "<!-- crosscall run -->";

/// New findings that are reported in full; the others have a row each.
const MOST_TOLD: usize = 6;

/// Rows of a table.
const MOST_ROWS: usize = 40;

/// Contradictions of a finding that are reported.
const MOST_MISMATCHES: usize = 4;

/// The comment.
pub fn render(report: &RunReport, known: &Titles) -> String {
    let mut out = format!("{MARKER}\n### {}\n\n", report.outcome().title());
    if let Some(incomplete) = report.incomplete() {
        let _ = writeln!(out, "**{}**\n", plain(&incomplete));
    }
    let _ = writeln!(out, "{}\n", plain(&report.conclusion()));
    let mut room = Room::of_a_comment();
    out += &new(report, &mut room);
    for (subject, question, ways) in report.contradicted() {
        let who = code(&subject.toolchain);
        let _ = writeln!(out, "* {who} answers {} in several ways: {}", code(&question), plain(&ways));
    }
    if let Some(night) = &report.night {
        out += &changes(night, &mut room);
    }
    out += &overview(report, &mut room);
    out += &untested(report, &mut room);
    out += &accepted(report, known, &mut room);
    let _ = writeln!(
        out,
        "<sub>crosscall {}, seed {:#x}, generator {}</sub>",
        env!("CARGO_PKG_VERSION"),
        report.seed,
        report.origin.generator
    );
    out
}

/// Findings that no list accepts: the first ones in full, the others in a table.
fn new(report: &RunReport, room: &mut Room) -> String {
    let groups = groups::of_findings(report.findings().filter(|found| found.is_new()));
    let mut out = String::new();
    let mut reported = 0;
    let blame = Blame::of(report);
    let says = |group: &[&Finding]| sentence::of(report, &blame, group);
    for text in groups.iter().take(MOST_TOLD).map(|group| in_full(group, &says(group))) {
        if !room.take(&text) {
            break;
        }
        out += &text;
        reported += 1;
    }
    let rows = groups.iter().skip(reported).map(|group| row(group)).collect();
    out + &table("more new findings", &["clause", "trials", "pairing", "signature", "subjects"], rows, room)
}

fn trials(group: &[&Finding]) -> u64 {
    group.iter().map(|found| found.occurrences).sum()
}

fn subjects(group: &[&Finding]) -> String {
    let all: Vec<String> = group.iter().map(|found| found.subjects()).collect();
    names::together(&all)
}

fn row(group: &[&Finding]) -> Vec<String> {
    let Some(found) = group.first() else { return Vec::new() };
    vec![
        code(found.clause()),
        trials(group).to_string(),
        found.pairing.to_string(),
        code(&found.signature()),
        plain(&subjects(group)),
    ]
}

fn in_full(group: &[&Finding], says: &str) -> String {
    let Some(found) = group.first().copied() else { return String::new() };
    let mut out = format!(
        "<details><summary>{}: {}</summary>\n\n{}, {}: {}\n\n",
        plain(says),
        counted(trials(group), "trial"),
        found.case.target(),
        plain(&subjects(group)),
        code(&found.signature())
    );
    out += "| | expected | observed |\n|---|---|---|\n";
    for mismatch in found.mismatches.iter().take(MOST_MISMATCHES) {
        let words = mismatch.words();
        let (what, expected, seen) = (plain(&words.subject), plain(&words.expected), plain(&words.seen()));
        let _ = writeln!(out, "| {what} | {expected} | {seen} |");
    }
    if found.mismatches.len() > MOST_MISMATCHES {
        let _ = writeln!(out, "\nand {} more", found.mismatches.len() - MOST_MISMATCHES);
    }
    out.push('\n');
    let rules = found.clauses.iter().filter_map(|id| catalogue(found.case.target()).clause(id));
    for rule in rules {
        let _ = writeln!(out, "> {} ({}): {}\n", code(&rule.id), plain(&rule.section), plain(&rule.rule));
    }
    if let Some(message) = &found.message {
        out += &block("", message);
    }
    if let Some(source) = &found.source {
        out += &block("c", source);
    }
    out += &block("sh", &again::command(found));
    out + "</details>\n\n"
}

/// A folded table, with the number of rows that have no room in it.
fn table(title: &str, heading: &[&str], rows: Vec<Vec<String>>, room: &mut Room) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let mut out = format!("<details><summary>{title}: {}</summary>\n\n", rows.len());
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let heading: Vec<String> = heading.iter().map(|cell| (*cell).to_owned()).collect();
    out += &line(&heading);
    out += &line(&vec!["---".to_owned(); heading.len()]);
    let mut shown = 0;
    for text in rows.iter().take(MOST_ROWS).map(|row| line(row)) {
        if !room.take(&text) {
            break;
        }
        out += &text;
        shown += 1;
    }
    if rows.len() > shown {
        let _ = writeln!(out, "\nand {} more", rows.len() - shown);
    }
    out + "\n</details>\n\n"
}

/// Buckets that came into another state in the latest night, and those that are there still.
fn changes(night: &Night, room: &mut Room) -> String {
    let row = |line: &BucketLine| {
        let subjects = names::together(&line.subjects);
        vec![line.state.to_string(), code(&line.bucket), plain(&subjects), plain(&line.detail)]
    };
    let heading = ["state", "bucket", "subjects", ""];
    let mut out = format!(
        "Night {} of the store, column {}: {} changes.\n\n",
        night.number,
        night.column,
        night.changes.len()
    );
    out += &table("changes", &heading, night.changes.iter().map(row).collect(), room);
    let open = night.open.iter().filter(|line| line.is_open_elsewhere());
    out + &table("open as before, and in no list", &heading, open.map(row).collect(), room)
}

/// A row for each subject, with every count: they add up to what was planned.
fn overview(report: &RunReport, room: &mut Room) -> String {
    let row = |subject: &crate::run::SubjectReport| {
        let Counts { planned, conforming, violations, unchanged, skipped, unsupported, failed, .. } =
            subject.counts;
        let numbers = [planned, conforming, violations, unchanged, skipped, unsupported, failed];
        let names = [code(&subject.toolchain), plain(&subject.version)];
        names.into_iter().chain(numbers.iter().map(u64::to_string)).collect()
    };
    let heading = [
        "subject",
        "version",
        "planned",
        "conform",
        "violate",
        "unchanged",
        "skipped",
        "unsupported",
        "failed",
    ];
    table("subjects and their trials", &heading, report.targets.iter().map(row).collect(), room)
}

/// Table of what failed and what was not tested.
fn untested(report: &RunReport, room: &mut Room) -> String {
    let mut rows = Vec::new();
    for subject in &report.targets {
        for failed in subject.unexplained() {
            rows.push(vec![
                code(&subject.toolchain),
                format!("{} failed", counted(failed.times, "trial")),
                plain(&failed.reason),
            ]);
        }
        for incident in &subject.incidents {
            let times = format!("{} compilations failed, and not again", incident.times);
            rows.push(vec![code(&subject.toolchain), times, plain(&incident.reason)]);
        }
    }
    for left in report.left_out.iter().filter(|left| left.wanted) {
        let names = names::together(&left.toolchains);
        rows.push(vec![
            code(&names),
            "left out".to_owned(),
            plain(&format!("{}; {}", left.reason, left.remedy)),
        ]);
    }
    for one in &report.untested {
        rows.push(vec![code(&one.subject), format!("{}: not tested", one.pairing), plain(&one.reason)]);
    }
    table("failed, or not tested", &["subject", "", "why"], rows, room)
}

/// Entries of the list of known findings that were seen, and those that are gone.
fn accepted(report: &RunReport, known: &Titles, room: &mut Room) -> String {
    let ids: BTreeSet<&String> = report.findings().flat_map(|found| &found.known).collect();
    let seen =
        ids.into_iter().map(|id| vec![code(id), "seen".to_owned(), plain(known.of(id).unwrap_or_default())]);
    let gone = report.gone.iter().map(|gone| {
        let state = if gone.strict { "gone, and has to show" } else { "gone" };
        vec![code(&gone.id), state.to_owned(), plain(&gone.title)]
    });
    table("known findings", &["entry", "", "title"], gone.chain(seen).collect(), room)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::sample::{hostile, many, small};
    use expect_test::expect_file;

    #[test]
    fn a_comment() {
        let owned = small();
        expect_file!["../sample/comment.md"].assert_eq(&render(&owned.report, &owned.known));
    }

    #[test]
    fn a_comment_is_never_too_long_for_github() {
        let owned = many(10_000);
        let text = render(&owned.report, &owned.known);
        assert!(text.len() < 65_536, "{} bytes", text.len());
        assert!(text.contains(" more\n"), "what is left out is counted");
    }

    #[test]
    fn nothing_from_outside_is_obeyed() {
        let owned = hostile();
        let text = render(&owned.report, &owned.known);
        for bad in ["<img", "<script", "</script", "\u{1b}", "\u{202e}", "\r", "](", "@you", "\u{2028}"] {
            assert!(!outside_of_fences(&text).contains(bad), "{bad:?}");
        }
        assert!(text.starts_with(MARKER) && outside_of_fences(&text).matches("<!--").count() == 1);
        let details = |mark: &str| outside_of_fences(&text).matches(mark).count();
        assert_eq!(details("<details>"), details("</details>"));
    }

    /// The lines that Markdown reads as such.
    fn outside_of_fences(text: &str) -> String {
        let mut fence: Option<String> = None;
        let mut out = String::new();
        for line in text.lines() {
            let ticks: String = line.chars().take_while(|c| *c == '`').collect();
            match &fence {
                Some(open) if *open == line => fence = None,
                Some(_) => {}
                None if ticks.len() >= 3 => fence = Some(ticks),
                None => out += &format!("{line}\n"),
            }
        }
        assert_eq!(fence, None, "every fence is closed");
        out
    }
}
