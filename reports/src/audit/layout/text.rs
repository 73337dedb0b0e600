//! An audit without a run for people.

use super::{Disagreement, File, LeftOut, Split, StaticAudit, StaticVerdict};
use crate::audit::text::{line, rule};
use crate::picture::{Table, hanging, paragraph};
use crate::printable::{printable, visible};
use crosscall_model::counted;
use std::fmt::Write;

/// Most disagreements that are shown; all of them are in the other forms.
const MOST_SHOWN: usize = 100;

/// Most added symbols that are shown.
const MOST_ADDED: usize = 12;

/// Most reasons for which something could not be compared that are shown.
const MOST_REASONS: usize = 24;

/// The whole report.
pub fn render(audit: &StaticAudit) -> String {
    let mut out = conclusion(audit) + "\n";
    let _ = writeln!(out, "  {}: {}", audit.target, of_files(&audit.files));
    if let Some(against) = &audit.against {
        let _ = writeln!(out, "  against the older version: {}", of_files(&against.files));
    }
    for found in audit.disagreements.iter().take(MOST_SHOWN) {
        out.push('\n');
        out += &of_disagreement(audit, found);
    }
    if audit.disagreements.len() > MOST_SHOWN {
        let _ = writeln!(out, "\n  {} more are in the JSON report", audit.disagreements.len() - MOST_SHOWN);
    }
    if !audit.splits.is_empty() {
        out.push('\n');
        out += &of_splits(&audit.splits);
    }
    out.push('\n');
    out += &table(audit);
    if !audit.readings.is_empty() {
        let readings: Vec<String> = audit.readings.iter().map(ToString::to_string).collect();
        out += &paragraph(2, &format!("interpretations that are followed: {}", readings.join(", ")));
    }
    if audit.against.is_none() {
        let _ = writeln!(out, "  {} put to the test", counted(audit.clauses.len(), "clause"));
    }
    for (found, reason) in &audit.accepted {
        out += &paragraph(2, &format!("accepted: {}: {}", printable(&found.name), printable(reason)));
    }
    for name in &audit.idle_exceptions {
        out += &paragraph(2, &format!("an exception that nothing needs: {}", printable(name)));
    }
    if !audit.left_out.is_empty() {
        out += "\n  not comparable:\n";
        out += &not_comparable(&audit.left_out);
    }
    if let Some(added) =
        audit.against.as_ref().map(|against| &against.added).filter(|added| !added.is_empty())
    {
        let names = added.iter().take(MOST_ADDED).map(|name| printable(name)).collect::<Vec<_>>().join(", ");
        let more = if added.len() > MOST_ADDED { ", …" } else { "" };
        out += &paragraph(2, &format!("added: {}: {names}{more}", counted(added.len(), "symbol")));
    }
    for note in &audit.notes {
        out += &paragraph(2, &printable(note));
    }
    out
}

/// Numbers of files and of their units.
fn of_files(files: &[File]) -> String {
    let linked = files.iter().filter(|file| file.is_linked).count();
    let units: usize = files.iter().map(|file| file.units).sum();
    format!(
        "{} and {} with {} of debug information",
        counted(files.len() - linked, "object"),
        counted(linked, "program"),
        counted(units, "unit")
    )
}

/// The verdict in one line.
pub(super) fn conclusion(audit: &StaticAudit) -> String {
    let verdict = audit.verdict();
    match verdict {
        StaticVerdict::Findings => {
            format!("{} ({})", verdict.name(), audit.disagreements.len() + audit.splits.len())
        }
        StaticVerdict::NotTested => format!("{}: nothing could be compared", verdict.name()),
        StaticVerdict::CleanAsFarAsCompared | StaticVerdict::Clean => verdict.name().to_owned(),
    }
}

/// Reasons why things could not be compared, as far as they are shown; nothing where all of them could be.
pub(super) fn not_comparable(left_out: &[LeftOut]) -> String {
    let mut out = String::new();
    for left_out in left_out.iter().take(MOST_REASONS) {
        out += &of_left_out(left_out);
    }
    if left_out.len() > MOST_REASONS {
        let _ = writeln!(out, "    {} more reasons are in the JSON report", left_out.len() - MOST_REASONS);
    }
    out
}

/// A disagreement in lines.
pub(super) fn of_disagreement(audit: &StaticAudit, found: &Disagreement) -> String {
    let (expected, observed) = audit.sides();
    let mut out = format!("  {}  {}\n", found.clause(), printable(&found.name));
    out += &line("subject", &found.subject);
    out += &line(expected, &found.expected);
    out += &line(observed, &found.observed);
    if let Some(source) = &found.source {
        out += &line("source", &source.to_string());
    }
    let more = match found.times {
        0 | 1 => String::new(),
        times => format!(" and {}", counted(times - 1, "more file")),
    };
    out += &line("file", &format!("{}{more}", found.file));
    out += &rule(audit.target, &found.clauses);
    if let Some(hint) = &found.hint {
        out += &paragraph(4, &visible(hint));
    }
    out
}

/// Files that do not go together.
pub(super) fn of_splits(splits: &[Split]) -> String {
    let mut out = "  do not link these: they follow different interpretations of the document\n".to_owned();
    for split in splits {
        for side in &split.sides {
            let more = if side.count > 1 { format!(" and {} more", side.count - 1) } else { String::new() };
            let text = format!("{}{more}: {}", printable(&side.file), side.text);
            out += &hanging(&format!("    {}={} ", split.clause, side.answer), &text);
        }
    }
    out
}

fn table(audit: &StaticAudit) -> String {
    let (agreed, disagreed) = match audit.against {
        Some(_) => ("unchanged", "changed"),
        None => ("agreed", "disagreed"),
    };
    let mut table = Table::new(2, &["compared", agreed, disagreed, "not comparable"]);
    for (kind, tally) in &audit.tallies {
        let numbers = [tally.agreed, tally.disagreed, tally.left_out];
        if numbers.iter().any(|number| *number > 0) {
            let [agreed, disagreed, left_out] = numbers.map(|number| number.to_string());
            table.row(&[kind.plural().to_owned(), agreed, disagreed, left_out]);
        }
    }
    table.draw()
}

fn of_left_out(left_out: &LeftOut) -> String {
    let LeftOut { kind, reason, count, examples } = left_out;
    let examples = examples.iter().map(|name| printable(name)).collect::<Vec<_>>().join(", ");
    let such_as = if examples.is_empty() { String::new() } else { format!(": {examples}") };
    hanging(&format!("    {count} {} ", kind.plural()), &format!("{}{such_as}", printable(reason)))
}
