//! `crosscall clauses`.

mod filter;
mod page;

use crate::cli::{ClausesArgs, ClausesFormat as Format, Targets};
use crosscall_base::error::{Error, read_text};
use crosscall_base::output::print;
use crosscall_model::Target;
use crosscall_oracle::clause::{Clause, Observed, Reach, Strictness, catalogue};
use crosscall_reports::json::{self, Coverage, FORMAT, pretty};
use crosscall_reports::outcome::EXIT_CLEAN;
use crosscall_reports::picture::style::ID;
use crosscall_reports::picture::{Table, columns, labelled};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Lists the clauses.
///
/// # Errors
/// [`Error::Input`] when a report cannot be read, or a clause is unknown.
pub fn run(args: &ClausesArgs) -> Result<u8, Error> {
    let targets = Targets::all(&args.target);
    let targets = if targets.is_empty() { Target::ALL.to_vec() } else { targets };
    filter::check(args, &targets)?;
    if args.format == Format::Markdown && args.coverage.is_empty() {
        let message =
            "--format markdown shows what compilers do: --coverage FILE names the report of their run";
        return Err(Error::Input(message.to_owned()));
    }
    let coverage = match args.coverage.as_slice() {
        [] => None,
        files => {
            let mut all = Coverage::default();
            for file in files {
                let read = json::coverage(&read_text(file)?)
                    .map_err(|e| Error::Input(format!("{}: {e}", file.display())))?;
                all.subjects.extend(read.subjects);
            }
            Some(all)
        }
    };
    let times: Vec<_> = targets.iter().map(|t| coverage.as_ref().map(|c| times(c, *t))).collect();
    let mut lists = Vec::new();
    for (target, times) in targets.iter().zip(&times) {
        let all = catalogue(*target).clauses.iter();
        let shown: Vec<&Clause> =
            all.filter(|clause| filter::shows(args, *target, clause, times.as_ref())).collect();
        // A target without any of what is asked for is passed over.
        if !shown.is_empty() || !filter::is_filtered(args) {
            lists.push((*target, shown, times.as_ref()));
        }
    }
    if lists.is_empty() && args.format == Format::Text {
        print("no clause is like that\n")?;
        return Ok(EXIT_CLEAN);
    }
    let answer = match args.format {
        Format::Text => lists.iter().map(|(t, shown, n)| text(args, *t, shown, *n)).collect(),
        Format::Markdown => {
            let all = coverage.as_ref();
            let pages = lists.iter().filter_map(|(t, shown, _)| Some(page::page(*t, shown, all?)));
            pages.collect::<Vec<_>>().join("\n")
        }
        Format::Json => {
            let list: Vec<_> = lists.iter().map(|(t, shown, n)| object(*t, shown, *n)).collect();
            pretty(&json!({ "format": FORMAT, "targets": list }))
        }
    };
    print(&answer)?;
    Ok(EXIT_CLEAN)
}

/// Number of trials that exercised each clause, over all subjects.
fn times(coverage: &Coverage, target: Target) -> BTreeMap<String, u64> {
    let mut sum = BTreeMap::new();
    for subject in coverage.subjects.iter().filter(|s| s.target == target.name()) {
        for (clause, times) in subject.clauses.iter().chain(&subject.apart) {
            *sum.entry(clause.clone()).or_default() += times;
        }
    }
    sum
}

fn text(
    args: &ClausesArgs,
    target: Target,
    shown: &[&Clause],
    times: Option<&BTreeMap<String, u64>>,
) -> String {
    let catalogue = catalogue(target);
    let mut out = labelled(0, &format!("{target}:"), columns(target.name()) + 2, &catalogue.document) + "\n";
    let heading: &[&str] = match times {
        Some(_) => &["clause", "exercised", "observed", "rule, and its interpretations where it is open"],
        None => &["clause", "observed", "rule, and its interpretations where it is open"],
    };
    let mut table = Table::new(0, heading).painted(0, ID);
    for clause in shown {
        let count = times.map(|t| t.get(&clause.id).copied().unwrap_or(0));
        // A clause that no trial can contradict is not exercised, however often it came up.
        let count = count.map(|n| if clause.is_observable() { n.to_string() } else { format!("({n})") });
        let mut row = vec![clause.id.clone()];
        row.extend(count);
        row.push(observed(clause));
        row.push(clause.rule.clone());
        table.row(&row);
        let mut more = |text: String| {
            let mut row = vec![String::new(); heading.len() - 1];
            row.push(text);
            table.row(&row);
        };
        if !args.clause.is_empty() {
            more(format!("section: {} ({})", clause.section, strict_name(clause.strict)));
            for (name, text) in [("since", &clause.since), ("discussed", &clause.discussion)] {
                if !text.is_empty() {
                    more(format!("{name}: {text}"));
                }
            }
        }
        for choice in &clause.choices {
            if !choice.name.is_empty() {
                more(format!("{}:", choice.name));
            }
            for reading in &choice.readings {
                let mark = if reading.deviation { " (against the document)" } else { "" };
                more(format!("{}{mark}: {}", reading.id, reading.text));
            }
        }
        match (&clause.unobservable, clause.reach) {
            (Some(reason), reach) => more(format!("{}: {reason}", reach_words(reach))),
            (None, Reach::Presumed) => more(PRESUMED.to_owned()),
            (None, _) => {}
        }
    }
    out += &table.draw();
    out.push('\n');
    if !filter::is_filtered(args) {
        out += &labelled(0, "", 0, &summary(target, times));
        out.push('\n');
    }
    out
}

/// Remark on a clause whose questions are all presumed.
const PRESUMED: &str = "presumed: whoever does otherwise follows the answer that demands less; only other trials of the same \
                        subject can speak against it";

fn summary(target: Target, times: Option<&BTreeMap<String, u64>>) -> String {
    let catalogue = catalogue(target);
    let all = &catalogue.clauses;
    let silent = all.iter().filter(|c| c.strict == Strictness::Silent).count();
    let open = all.iter().filter(|c| !c.choices.is_empty()).count();
    let mut text = format!(
        "{target}: {} clauses and {silent} unspecified points, {} of them observable, {open} open",
        all.len() - silent,
        catalogue.count(Reach::Trial)
    );
    let apart = Reach::ALL.into_iter().filter(|reach| *reach != Reach::Trial);
    let apart = apart.map(|reach| (catalogue.count(reach), reach)).filter(|(count, _)| *count > 0);
    let apart: Vec<String> = apart.map(|(count, reach)| format!("{count} {}", reach_words(reach))).collect();
    if !apart.is_empty() {
        let _ = write!(text, "; apart from these {}", apart.join(", "));
    }
    if let Some(times) = times {
        let seen = |reach: Reach| {
            let of_kind = all.iter().filter(|c| c.reach == reach);
            of_kind.filter(|c| times.get(&c.id).is_some_and(|n| *n > 0)).count()
        };
        let _ = write!(
            text,
            "; {} of {} observable clauses were exercised, and {} of {} that are presumed came up",
            seen(Reach::Trial),
            catalogue.count(Reach::Trial),
            seen(Reach::Presumed),
            catalogue.count(Reach::Presumed)
        );
    }
    text
}

/// Remarks on clauses that only something else than a trial, or nothing, can contradict.
fn reach_words(reach: Reach) -> &'static str {
    match reach {
        Reach::Trial => "observable",
        Reach::Presumed => "presumed",
        Reach::Permission => "a permission or advice",
        Reach::NoSubject => "no subject here",
        Reach::NoTrace => "no trace to be seen",
        Reach::NotLookedAt => "not looked at",
    }
}

fn observed(clause: &Clause) -> String {
    let names: Vec<_> = clause.observed.iter().map(|o| observed_name(*o)).collect();
    if names.is_empty() { "-".to_owned() } else { names.join(" ") }
}

fn observed_name(observed: Observed) -> &'static str {
    match observed {
        Observed::Layout => "layout",
        Observed::Entry => "entry",
        Observed::Exit => "exit",
        Observed::Trace => "trace",
        Observed::Object => "object",
        Observed::Tool => "tool",
        Observed::Start => "start",
        Observed::Value => "value",
    }
}

fn strict_name(strict: Strictness) -> &'static str {
    match strict {
        Strictness::Must => "must",
        Strictness::Should => "should",
        Strictness::May => "may",
        Strictness::Silent => "silent",
    }
}

fn object(target: Target, shown: &[&Clause], times: Option<&BTreeMap<String, u64>>) -> Value {
    let catalogue = catalogue(target);
    let clause = |clause: &Clause| {
        let count = |times: &BTreeMap<String, u64>| times.get(&clause.id).copied();
        let choices: Vec<Value> = clause
            .choices
            .iter()
            .map(|choice| {
                let reading = |r: &crosscall_oracle::clause::Reading| json!({ "id": r.id, "text": r.text, "deviation": r.deviation });
                json!({ "name": choice.name, "readings": choice.readings.iter().map(reading).collect::<Vec<_>>() })
            })
            .collect();
        json!({
            "id": clause.id,
            "section": clause.section,
            "rule": clause.rule,
            "strict": strict_name(clause.strict),
            "since": clause.since,
            "discussion": clause.discussion,
            "observed": clause.observed.iter().map(|o| observed_name(*o)).collect::<Vec<_>>(),
            "unobservable": clause.unobservable,
            "reach": clause.reach.name(),
            "decided_by": clause.decided_by,
            "choices": choices,
            "exercised": times.map(|t| count(t).filter(|_| clause.is_observable()).unwrap_or(0)),
            "apart": times.map(|t| count(t).filter(|_| !clause.is_observable()).unwrap_or(0)),
        })
    };
    json!({
        "target": target.name(),
        "document": catalogue.document,
        "clauses": shown.iter().map(|c| clause(c)).collect::<Vec<_>>(),
    })
}
