//! A comparison for people.

use super::report::{Answer, Contradiction, Difference, Pair, Report};
use crosscall_campaign::comparison::sums::{Class, Counts};
use crosscall_campaign::store::printable;
use crosscall_model::counted;
use crosscall_reports::outcome::signal_name;
use crosscall_reports::picture::style::{BAD, GOOD, ID, KNOWN, TITLE, paint};
use crosscall_reports::picture::{Table, labelled, paragraph};
use std::fmt::Write;

/// Amount of a report that is shown.
#[derive(Debug, Clone, Copy)]
struct Most {
    /// Differences of a pair with their cases; the others are rows.
    drawn: usize,
    /// Lines of a case.
    source: usize,
    /// Reasons of trials without a verdict.
    reasons: usize,
}

const SCREEN: Most = Most { drawn: 2, source: 20, reasons: 2 };
const WHOLE: Most = Most { drawn: usize::MAX, source: 60, reasons: 8 };

/// The report: all of it, or as much as fits a screen.
pub(super) fn render(report: &Report, whole: bool) -> String {
    let most = if whole { WHOLE } else { SCREEN };
    let mut out = String::new();
    for compared in &report.comparisons {
        out += &pair(compared, most);
    }
    if report.comparisons.len() > 1 {
        let _ = writeln!(out, "{} pairs: {}", report.comparisons.len(), sum(&report.counts));
        for compared in &report.comparisons {
            out += &paragraph(
                2,
                &format!("{} -> {}: {}", compared.old.name, compared.new.name, compared.conclusion()),
            );
        }
    }
    if let Some(signal) = report.signal {
        let _ = writeln!(out, "stopped by {}", signal_name(signal));
    }
    out
}

fn pair(compared: &Pair, most: Most) -> String {
    let mut room = most.drawn;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{}",
        paint(TITLE, &format!("{}: {} -> {}", compared.target, compared.old.name, compared.new.name))
    );
    for (name, subject) in [("old", &compared.old), ("new", &compared.new)] {
        out += &labelled(2, name, 5, &printable(&subject.version));
        if !subject.command.is_empty() {
            out += &labelled(2, "", 5, &printable(&subject.command));
        }
    }
    out.push('\n');
    let shown = |class: &Class| compared.differences.iter().any(|difference| difference.class == *class);
    for class in Class::ALL.into_iter().filter(shown) {
        let all: Vec<&Difference> = compared.differences.iter().filter(|d| d.class == class).collect();
        let causes = counted(all.len(), "cause");
        let title = format!("{}: {causes}, {}", class.title(), trials(all.iter().map(|d| d.trials).sum()));
        let style = if class == Class::Gone {
            GOOD
        } else if class.is_altered() {
            BAD
        } else {
            KNOWN
        };
        let _ = writeln!(out, "{}\n", paint(style, &title));
        if class.is_altered() {
            let (drawn, others) = all.split_at(room.min(all.len()));
            drawn.iter().for_each(|difference| out += &one(difference, most));
            room -= drawn.len();
            if !others.is_empty() {
                out += &list(others);
                out += "  drawn with --verbose\n\n";
            }
        } else {
            out += &(list(&all) + "\n");
        }
    }
    if !compared.readings.is_empty() {
        let _ = writeln!(out, "{}\n", paint(BAD, "interpretations that changed"));
        for reading in &compared.readings {
            let _ = writeln!(out, "  {}", paint(ID, &reading.question));
            out += &labelled(4, "old", 5, &reading.old.join("; or "));
            out += &labelled(4, "new", 5, &reading.new.join("; or "));
            out.push('\n');
        }
    }
    let mut table = Table::new(2, &["trials", ""]);
    for class in Class::ALL.into_iter().filter(|class| compared.counts.of(*class) > 0) {
        table.row(&[compared.counts.of(class).to_string(), note(compared, class)]);
    }
    out += &(table.draw() + "\n");
    let mut reasons: Vec<(&String, &u64)> = compared.reasons.iter().collect();
    reasons.sort_by_key(|(_, times)| std::cmp::Reverse(**times));
    for (reason, times) in reasons.iter().take(most.reasons) {
        out += &labelled(2, &times.to_string(), 7, &printable(reason));
    }
    if reasons.len() > most.reasons {
        out += &paragraph(2, &format!("and {}", counted(reasons.len() - most.reasons, "more reason")));
    }
    for (name, times) in ["old", "new"].into_iter().zip(compared.incidents).filter(|(_, times)| *times > 0) {
        out += &paragraph(
            2,
            &format!("{name}: {times} failures of the compiler did not come again with one case"),
        );
    }
    let style = match compared.answer {
        Answer::Altered => BAD,
        Answer::Unaltered => GOOD,
        Answer::Unknown => KNOWN,
    };
    let _ = writeln!(out, "{}; {}\n", paint(style, &compared.conclusion()), sum(&compared.counts));
    out
}

/// Note on the trials of a class.
fn note(compared: &Pair, class: Class) -> String {
    match class {
        Class::Unchanged if compared.all => format!("{}: every byte is the same", class.title()),
        // Those that share a unit with a difference were judged with it.
        Class::Unchanged if compared.differences.iter().any(|difference| difference.class == class) => {
            format!("{}: every byte is the same, most were not run (--all judges all of them)", class.title())
        }
        Class::Unchanged => {
            format!("{}: every byte is the same, nothing was run (--all judges them)", class.title())
        }
        _ => class.title().to_owned(),
    }
}

fn sum(counts: &Counts) -> String {
    format!("{} of {} altered", counts.altered(), trials(counts.planned))
}

fn trials(number: u64) -> String {
    counted(number, "trial")
}

fn forms(difference: &Difference) -> String {
    let each = difference.forms.iter().map(|(form, times)| format!("{form}: {}", trials(*times)));
    each.collect::<Vec<_>>().join(", ")
}

/// Characters of a declaration in a row.
const MOST_SIGNATURE: usize = 80;

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_SIGNATURE) {
        Some((at, _)) => format!("{} …", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Violations that are not the change's, a row for each.
fn list(all: &[&Difference]) -> String {
    let mut table = Table::new(2, &["clause", "trials", "an example", "known"]).painted(0, ID);
    for difference in all {
        table.row(&[
            &difference.clause,
            &forms(difference),
            &shortened(&difference.signature),
            &difference.known.join(", "),
        ]);
    }
    table.draw()
}

/// Text about one difference, with its case.
fn one(difference: &Difference, most: Most) -> String {
    let forms = forms(difference);
    let cases = counted(difference.cases, "case");
    let mut out = format!("  {}  {}; {cases}\n\n", paint(ID, &difference.clause), forms);
    out += &(paragraph(4, &difference.signature) + "\n");
    let expected =
        if difference.is_between { "the caller and the callee owe" } else { "the document expects" };
    for (who, all) in [("old", &difference.old), ("new", &difference.new)] {
        let who = if difference.is_between && who == "new" { "old and new" } else { who };
        out += &table(all, expected, who);
    }
    match (difference.old.is_empty(), difference.new.is_empty()) {
        (true, false) if difference.is_between => out += &paragraph(4, "the old one understands itself here"),
        (true, false) => out += &paragraph(4, "the old one conforms"),
        (false, true) => out += &paragraph(4, "the new one conforms"),
        _ => {}
    }
    if let (Class::Changed, Some(was), Some(is)) =
        (difference.class, &difference.old_fingerprint, &difference.new_fingerprint)
        && was != is
    {
        out += &paragraph(4, &format!("was {was}, is {is}"));
    }
    for rule in &difference.rules {
        let _ = writeln!(out, "    {} ({})", rule.id, rule.section);
        out += &paragraph(6, &rule.text);
    }
    for explained in &difference.explained {
        out += &paragraph(4, &format!("by {explained}"));
    }
    for with in &difference.with {
        out += &paragraph(4, &format!("in the same cases: {with}"));
    }
    if !difference.known.is_empty() {
        out += &labelled(4, "known", 7, &difference.known.join(", "));
    }
    if difference.tried && !difference.alone {
        out += &paragraph(4, "not seen when the case was compiled alone, without the others of its unit");
    }
    out += if difference.alone { "    minimal case\n" } else { "    case\n" };
    for line in difference.source.lines().take(most.source) {
        let _ = writeln!(out, "{}", format!("      {line}").trim_end());
    }
    match difference.source.lines().count().saturating_sub(most.source) {
        0 => {}
        more => drop(writeln!(out, "      … {more} more lines")),
    }
    if let Some(path) = &difference.case_path {
        out += &labelled(4, "case file", 11, path);
    }
    out.push('\n');
    out
}

fn table(all: &[Contradiction], expected: &str, who: &str) -> String {
    let mut table =
        Table::new(4, &["", expected, &format!("{who}: observed")]).painted(1, GOOD).painted(2, BAD);
    for contradiction in all {
        let Contradiction { what, expected, observed } = contradiction;
        table.row(&[what, expected, observed].map(|text| printable_lines(text)));
    }
    if table.is_empty() { String::new() } else { table.draw() + "\n" }
}

/// A message of a tool, of which nothing is obeyed by a terminal.
fn printable_lines(text: &str) -> String {
    text.lines().map(printable).collect::<Vec<_>>().join(" ")
}
