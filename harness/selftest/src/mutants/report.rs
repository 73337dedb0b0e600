//! The table of mutants, for people and for programs.

use super::table::{NewFinding, Outcome, Search, Trial};
use crosscall_model::{Target, counted};
use crosscall_mutants::random;
use crosscall_reports::json::{FORMAT, pretty};
use crosscall_reports::picture::{Table, labelled};
use serde::Serialize;
use std::fmt::Write;

/// Heading of a table: the subject and the bounds of its runs.
#[derive(Debug, Clone)]
pub struct Frame {
    /// Name of the subject.
    pub toolchain: String,
    /// Version that it reports.
    pub version: String,
    /// Its target.
    pub target: Target,
    /// Cases of each run.
    pub cases: u64,
    /// Seeds, one run each.
    pub seeds: Vec<u64>,
    /// Extent of the search for a fault.
    pub search: Search,
}

/// Sums over a table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// Faults that changed something.
    pub faults: usize,
    /// Faults that were found under every seed.
    pub found: usize,
    /// Faults whose first finding always names a clause that they break.
    pub first_right: usize,
    /// Findings that faults caused.
    pub findings: usize,
    /// Findings that name a clause that the fault breaks.
    pub findings_right: usize,
    /// Faults that declare a place and were found.
    pub places: usize,
    /// Faults whose first finding names their place.
    pub places_right: usize,
    /// Faults and harmless changes for which there was no occasion.
    pub no_occasion: usize,
    /// Edits that changed nothing but words.
    pub neutral: usize,
    /// Harmless changes that changed something.
    pub harmless: usize,
    /// Harmless changes that caused a finding.
    pub false_alarms: usize,
    /// Edits whose text the assembler refused.
    pub refused: usize,
}

/// Adds up a table.
pub fn totals(outcomes: &[Outcome]) -> Totals {
    let mut t = Totals::default();
    for outcome in outcomes {
        t.refused += usize::from(outcome.refused() > 0);
        if outcome.is_neutral() {
            t.neutral += 1;
        } else if !outcome.had_occasion() {
            t.no_occasion += 1;
        } else if outcome.mutant.is_harmless() {
            t.harmless += 1;
            t.false_alarms += usize::from(!outcome.is_right());
        } else {
            let (all, right) = outcome.findings();
            t.faults += 1;
            t.found += usize::from(outcome.found());
            t.first_right += usize::from(outcome.first_is_right());
            t.findings += all;
            t.findings_right += right;
            t.places += usize::from(outcome.place_is_right().is_some());
            t.places_right += usize::from(outcome.place_is_right() == Some(true));
        }
    }
    t
}

impl Totals {
    /// True if every fault is found under its own name and no harmless change is.
    pub fn is_right(&self) -> bool {
        self.found == self.faults && self.first_right == self.faults && self.false_alarms == 0
    }
}

/// The table as text: all rows, or those that are not as they should be.
pub fn text(frame: &Frame, outcomes: &[Outcome], whole: bool) -> String {
    let is_remarkable = |o: &&Outcome| !o.is_right() || o.refused() > 0;
    let is_shown = |o: &&Outcome| whole || is_remarkable(o);
    let mut out = format!("{}  {}\n", frame.toolchain, frame.version);
    let seeds: Vec<String> = frame.seeds.iter().map(|s| format!("{s:#x}")).collect();
    let limit = match frame.search {
        Search::Whole => "",
        Search::UntilFound => "at most ",
    };
    let _ = writeln!(out, "{limit}{} cases for each mutant, seeds {}\n", frame.cases, seeds.join(", "));
    let mut table =
        Table::new(0, &["edit", "side", "breaks", "first named", "right", "findings", "cases", "place"]);
    for outcome in outcomes.iter().filter(is_shown).filter(|o| !o.mutant.is_harmless()) {
        table.row(&row(frame, outcome));
    }
    if !table.is_empty() {
        out += &table.draw();
        out.push('\n');
    }
    let mut table = Table::new(0, &["harmless change", "side", "findings", "what was said"]);
    for outcome in outcomes.iter().filter(is_shown).filter(|o| o.mutant.is_harmless()) {
        let said = outcome.first().map_or("", |first| frame.target.short(&first.clause));
        let findings =
            if outcome.had_occasion() { outcome.findings().0.to_string() } else { "no occasion".into() };
        table.row(&[outcome.mutant.name, outcome.mutant.side.name(), &findings, said]);
    }
    if !table.is_empty() {
        out += &table.draw();
        out.push('\n');
    }
    // Their names say nothing.
    let is_generated = |o: &&Outcome| whole && random::is_name(o.mutant.name) && !is_remarkable(o);
    let generated = outcomes.iter().filter(is_generated);
    for outcome in generated {
        out += &labelled(0, "", 0, &format!("{}: {}", outcome.mutant.name, outcome.mutant.text));
    }
    for outcome in outcomes.iter().filter(is_remarkable) {
        out += &labelled(0, "", 0, &remark(frame, outcome));
    }
    out += &last_lines(&totals(outcomes));
    let hidden = outcomes.iter().filter(|o| !is_shown(o)).count();
    if hidden > 0 {
        out += &labelled(0, "", 0, &format!("{} as it should be: --verbose", counted(hidden as u64, "row")));
    }
    out
}

/// The outcome of a mutant in a line.
pub fn line(target: Target, outcome: &Outcome) -> String {
    let name = outcome.mutant.name;
    let (all, right) = outcome.findings();
    match outcome.first() {
        None if outcome.had_occasion() => format!("{name}: nothing was found"),
        None if outcome.is_neutral() => format!("{name}: the code is the same"),
        None => format!("{name}: no occasion"),
        Some(first) => {
            let verdict = if outcome.is_right() { "right" } else { "NOT right" };
            let clause = target.short(&first.clause);
            format!("{name}: {clause}, {verdict}, {right} of {all} findings; {}", first.text)
        }
    }
}

/// Reason for which an outcome has no finding.
fn nothing(outcome: &Outcome) -> &'static str {
    match (outcome.had_occasion(), outcome.is_neutral()) {
        (true, _) => "NOT FOUND",
        (false, true) => "same code",
        (false, false) => "no occasion",
    }
}

fn row(frame: &Frame, outcome: &Outcome) -> Vec<String> {
    let edit = &outcome.mutant;
    let mut row = vec![edit.name.to_owned(), edit.side.name().to_owned(), edit.clauses.join(" ")];
    let Some(first) = outcome.first() else {
        row.push(nothing(outcome).to_owned());
        return row;
    };
    let (all, right) = outcome.findings();
    let verdict = match (outcome.found(), outcome.first_is_right()) {
        (false, _) => "NOT ALWAYS",
        (true, true) => "yes",
        (true, false) => "NO",
    };
    row.push(frame.target.short(&first.clause).to_owned());
    row.push(verdict.to_owned());
    row.push(format!("{right} of {all}"));
    row.push(outcome.cases_median().map(|n| n.to_string()).unwrap_or_default());
    row.push(match outcome.place_is_right() {
        Some(true) => edit.place.to_owned(),
        Some(false) => format!("not {}", edit.place),
        None => String::new(),
    });
    row
}

/// Description of an outcome that is not as it should be.
fn remark(frame: &Frame, outcome: &Outcome) -> String {
    let mut text = format!("{}: {}", outcome.mutant.name, outcome.mutant.text);
    if outcome.refused() > 0 {
        let _ = write!(text, "; {} edited texts were refused by the assembler", outcome.refused());
    }
    for trial in outcome.trials.iter().filter(|t| t.changed > 0) {
        let _ = write!(text, "; seed {:#x}, {} places", trial.seed, trial.changed);
        if trial.lost > 0 {
            let _ = write!(text, ", {} trials lost", trial.lost);
        }
        if trial.findings.is_empty() {
            text += ": nothing was found";
        }
        for finding in trial.findings.iter().take(3) {
            let clause = frame.target.short(&finding.clause);
            let NewFinding { pairing, occurrences, text: seen, .. } = finding;
            let _ = write!(text, ": {clause}, {pairing} ({occurrences} trials): {seen}");
        }
        if trial.findings.len() > 3 {
            let _ = write!(text, ": and {} more", trial.findings.len() - 3);
        }
    }
    text
}

fn last_lines(t: &Totals) -> String {
    let share = |part: usize, all: usize| if all == 0 { 100.0 } else { 100.0 * part as f64 / all as f64 };
    let found =
        format!("faults: {} of {} found, the first finding right for {}", t.found, t.faults, t.first_right);
    let named = format!(
        "findings: {} of {} name a clause that the fault breaks ({:.1} %); places named: {} of {}",
        t.findings_right,
        t.findings,
        share(t.findings_right, t.findings),
        t.places_right,
        t.places
    );
    let others = format!(
        "harmless changes: {}, with false alarms: {}; without occasion: {}; same code: {}; refused by the assembler: {}",
        t.harmless, t.false_alarms, t.no_occasion, t.neutral, t.refused
    );
    [found, named, others].iter().map(|line| labelled(0, "", 0, line)).collect()
}

#[derive(Serialize)]
struct TableOut<'a> {
    format: u32,
    subject: &'a str,
    version: &'a str,
    cases: u64,
    until_found: bool,
    seeds: Vec<String>,
    totals: Totals,
    edits: Vec<EditOut<'a>>,
}

#[derive(Serialize)]
struct EditOut<'a> {
    name: &'a str,
    kind: &'a str,
    text: &'a str,
    side: &'a str,
    one_in: u64,
    harmless: bool,
    expected: Vec<String>,
    occasion: bool,
    same: bool,
    found: bool,
    clause: Option<&'a str>,
    right: bool,
    findings: usize,
    findings_right: usize,
    cases_median: Option<u64>,
    place: Option<&'a str>,
    place_right: Option<bool>,
    refused: u64,
    seeds: &'a [Trial],
}

/// The table as JSON.
pub fn json(frame: &Frame, outcomes: &[Outcome]) -> String {
    let edits = outcomes.iter().map(|o| EditOut {
        name: o.mutant.name,
        kind: o.mutant.kind,
        text: o.mutant.text,
        side: o.mutant.side.name(),
        one_in: o.mutant.one_in,
        harmless: o.mutant.is_harmless(),
        expected: o.mutant.clauses.iter().map(|c| format!("{}-{c}", frame.target.clause_prefix())).collect(),
        occasion: o.had_occasion(),
        same: o.is_neutral(),
        found: o.found(),
        clause: o.first().map(|f| f.clause.as_str()),
        right: o.is_right(),
        findings: o.findings().0,
        findings_right: o.findings().1,
        cases_median: o.cases_median(),
        place: Some(o.mutant.place).filter(|p| !p.is_empty()),
        place_right: o.place_is_right(),
        refused: o.refused(),
        seeds: &o.trials,
    });
    pretty(&TableOut {
        format: FORMAT,
        subject: &frame.toolchain,
        version: &frame.version,
        cases: frame.cases,
        until_found: frame.search == Search::UntilFound,
        seeds: frame.seeds.iter().map(|seed| format!("{seed:#x}")).collect(),
        totals: totals(outcomes),
        edits: edits.collect(),
    })
}
