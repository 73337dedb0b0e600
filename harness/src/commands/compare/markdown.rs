//! A comparison as one comment on a pull request.

use super::report::{Answer, Contradiction, Difference, Pair, Report};
use crosscall_campaign::comparison::sums::Class;
use crosscall_model::counted;
use crosscall_reports::markup::{Room, block, code, plain};
use crosscall_reports::outcome::signal_name;
use std::fmt::Write;

/// First line of the comment, which nobody sees: who posts the comment looks for it and edits the comment that has it.
const MARKER: &str = "<!-- crosscall compare -->";

/// Differences of a pair that are reported in full.
const MOST_TOLD: usize = 6;

/// Further ones that have a row in a table.
const MOST_LISTED: usize = 40;

/// The comment.
pub(super) fn render(report: &Report) -> String {
    let mut out = format!("{MARKER}\n");
    let title = match report.answer {
        Answer::Altered => "This change alters the ABI",
        Answer::Unaltered => "This change does not alter the ABI",
        Answer::Unknown => "It is not known whether this change alters the ABI",
    };
    let _ = writeln!(out, "### {title}\n");
    if let Some(signal) = report.signal {
        let _ = writeln!(out, "Stopped by {}: this is what was compared until then.\n", signal_name(signal));
    }
    out += &overview(report);
    let mut room = Room::of_a_comment();
    for compared in &report.comparisons {
        out += &pair(compared, &mut room);
    }
    let _ = writeln!(
        out,
        "<sub>crosscall {}, seed {}, generator {}</sub>",
        env!("CARGO_PKG_VERSION"),
        report.seed,
        report.generator
    );
    out
}

/// A row for each pair, with every count: they add up to what was planned.
fn overview(report: &Report) -> String {
    let shown: Vec<Class> = Class::ALL.into_iter().filter(|class| report.counts.of(*class) > 0).collect();
    let mut out = "| target | old | new | trials |".to_owned();
    shown.iter().for_each(|class| out += &format!(" {} |", class.title()));
    out += "\n|---|---|---|--:|";
    shown.iter().for_each(|_| out += "--:|");
    out.push('\n');
    for compared in &report.comparisons {
        let (old, new) = (&compared.old, &compared.new);
        let subject = |name: &str, version: &str| format!("{} {}", code(name), plain(version));
        let _ = write!(
            out,
            "| {} | {} | {} | {} |",
            compared.target,
            subject(&old.name, &old.version),
            subject(&new.name, &new.version),
            compared.counts.planned
        );
        shown.iter().for_each(|class| out += &format!(" {} |", compared.counts.of(*class)));
        out.push('\n');
    }
    out + "\n"
}

/// One pair, with as many details as there is `room` for.
fn pair(compared: &Pair, room: &mut Room) -> String {
    let mut out = String::new();
    let head = format!(
        "{} → {}: {}",
        code(&compared.old.name),
        code(&compared.new.name),
        plain(&compared.conclusion())
    );
    let altered: Vec<&Difference> = compared.differences.iter().filter(|d| d.class.is_altered()).collect();
    let others: Vec<&Difference> = compared.differences.iter().filter(|d| !d.class.is_altered()).collect();
    let _ = writeln!(out, "**{head}**\n");
    let mut count = 0;
    for text in altered.iter().take(MOST_TOLD).map(|difference| in_full(difference)) {
        if !room.take(&text) {
            break;
        }
        out += &text;
        count += 1;
    }
    out += &list("more that is altered", altered.get(count..).unwrap_or_default(), room);
    out += &list("violations that are not this change's", &others, room);
    for reading in &compared.readings {
        let _ = writeln!(
            out,
            "* {}: the old compiler follows {}; the new one {}",
            code(&reading.question),
            plain(&reading.old.join("; or ")),
            plain(&reading.new.join("; or "))
        );
    }
    if !compared.readings.is_empty() {
        out.push('\n');
    }
    if !compared.reasons.is_empty() {
        let untested = Class::ALL.into_iter().filter(|class| class.is_untested());
        let sum: u64 = untested.map(|class| compared.counts.of(class)).sum();
        let mut reasons: Vec<(&String, &u64)> = compared.reasons.iter().collect();
        reasons.sort_by_key(|(_, times)| std::cmp::Reverse(**times));
        let first = reasons.iter().take(3).map(|(reason, times)| format!("{} ({times})", plain(reason)));
        let first: Vec<String> = first.collect();
        let more = match reasons.len().saturating_sub(3) {
            0 => String::new(),
            more => format!("; {}", counted(more, "more reason")),
        };
        let _ = writeln!(out, "not compared: {}: {}{more}\n", counted(sum, "trial"), first.join("; "));
    }
    out
}

fn in_full(difference: &Difference) -> String {
    let mut out = format!(
        "<details><summary>{}: {}, {}, {}</summary>\n\n",
        plain(difference.class.title()),
        plain(&difference.clause),
        counted(difference.trials, "trial"),
        counted(difference.cases, "case")
    );
    let forms: Vec<String> = difference.forms.iter().map(|(form, times)| format!("{form} {times}")).collect();
    let _ = writeln!(out, "{} ({})\n", code(&difference.signature), forms.join(", "));
    let expected = if difference.is_between { "owed to each other" } else { "document" };
    for (who, all) in [("old", &difference.old), ("new", &difference.new)] {
        if all.is_empty() {
            continue;
        }
        let who = if difference.is_between && who == "new" { "old and new" } else { who };
        let _ = writeln!(out, "| | {expected} | {who} |\n|---|---|---|");
        for Contradiction { what, expected, observed } in all {
            let _ = writeln!(out, "| {} | {} | {} |", plain(what), plain(expected), plain(observed));
        }
        out.push('\n');
    }
    for rule in &difference.rules {
        let _ = writeln!(out, "> {} ({}): {}\n", code(&rule.id), plain(&rule.section), plain(&rule.text));
    }
    for with in &difference.with {
        let _ = writeln!(out, "In the same cases: {}\n", plain(with));
    }
    if !difference.known.is_empty() {
        let _ = writeln!(out, "Known as {}\n", plain(&difference.known.join(", ")));
    }
    out += &block("c", &difference.source);
    out += "</details>\n\n";
    out
}

/// A table of differences that are not reported in full.
fn list(title: &str, all: &[&Difference], room: &mut Room) -> String {
    if all.is_empty() {
        return String::new();
    }
    let trials: u64 = all.iter().map(|difference| difference.trials).sum();
    let (causes, trials) = (counted(all.len(), "cause"), counted(trials, "trial"));
    let mut out = format!("<details><summary>{title}: {causes}, {trials}</summary>\n\n");
    out += "| | clause | trials | cases | signature | known |\n|---|---|--:|--:|---|---|\n";
    let mut count = 0;
    for difference in all.iter().take(MOST_LISTED) {
        let row = format!(
            "| {} | {} | {} | {} | {} | {} |",
            difference.class.title(),
            code(&difference.clause),
            difference.trials,
            difference.cases,
            code(&difference.signature),
            plain(&difference.known.join(", "))
        );
        if !room.take(&row) {
            break;
        }
        out += &(row + "\n");
        count += 1;
    }
    if let Some(rest) = all.get(count..).filter(|rest| !rest.is_empty()) {
        let trials: u64 = rest.iter().map(|difference| difference.trials).sum();
        let (causes, trials) = (counted(rest.len(), "more cause"), counted(trials, "trial"));
        let _ = writeln!(out, "\nand {causes} with {trials}");
    }
    out + "\n</details>\n\n"
}
