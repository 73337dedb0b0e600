//! Which subject contradicts which clause: a table for each target.

use super::cause::{Cause, State};
use super::{grouped, is_pair, targets};
use crate::names;
use crate::run::{RunReport, SubjectReport};
use crosscall_model::Target;
use crosscall_model::finding::FindingKind;
use crosscall_oracle::clause::catalogue;
use std::collections::BTreeMap;

/// A target's table.
pub(super) struct Matrix {
    pub(super) target: String,
    /// Names of the subjects, one for each column.
    pub(super) heads: Vec<String>,
    pub(super) rows: Vec<Row>,
    /// Number of rows in which exactly one subject differs.
    pub(super) ones: usize,
    /// Columns that are left out: pairs of subjects that contradict nothing.
    pub(super) pairs: usize,
}

/// A clause.
pub(super) struct Row {
    pub(super) clause: String,
    /// The clause in words.
    pub(super) rule: String,
    /// Ids and states of its buckets.
    pub(super) buckets: Vec<(String, &'static str)>,
    pub(super) cells: Vec<Cell>,
    /// True if exactly one subject does something else than all others.
    pub(super) is_one: bool,
}

/// Behaviour of a subject.
pub(super) struct Cell {
    /// `bad`, `known`, `good` or `none`.
    pub(super) class: &'static str,
    pub(super) text: String,
    /// The same in words.
    pub(super) words: String,
}

/// Buckets of a row that are linked; more are found by the search.
const MOST_BUCKETS: usize = 6;

/// The tables of all targets with findings.
pub(super) fn matrices(report: &RunReport, causes: &[Cause<'_>]) -> Vec<Matrix> {
    let all = targets(report).into_iter().map(|target| matrix(report, target, causes));
    all.filter(|matrix| !matrix.rows.is_empty()).collect()
}

fn matrix(report: &RunReport, target: Target, causes: &[Cause<'_>]) -> Matrix {
    let of_target: Vec<&SubjectReport> = report.targets.iter().filter(|s| s.target == target).collect();
    let is_shown = |subject: &&&SubjectReport| !is_pair(subject) || !subject.findings.is_empty();
    let columns: Vec<&SubjectReport> = of_target.iter().filter(is_shown).copied().collect();
    let mut clauses: BTreeMap<String, Vec<&Cause<'_>>> = BTreeMap::new();
    for cause in causes.iter().filter(|cause| cause.target() == target.name() && !cause.findings.is_empty()) {
        clauses.entry(cause.clause()).or_default().push(cause);
    }
    let mut rows: Vec<(State, Row)> =
        clauses.into_iter().map(|(clause, causes)| row(target, clause, &causes, &columns)).collect();
    rows.sort_by_key(|(state, _)| *state);
    let rows: Vec<Row> = rows.into_iter().map(|(_, row)| row).collect();
    Matrix {
        target: target.name().to_owned(),
        heads: columns.iter().map(|subject| subject.toolchain.clone()).collect(),
        ones: rows.iter().filter(|row| row.is_one).count(),
        rows,
        pairs: of_target.len().saturating_sub(columns.len()),
    }
}

fn row(target: Target, clause: String, causes: &[&Cause<'_>], columns: &[&SubjectReport]) -> (State, Row) {
    let fault = "No clause: a compiler or a tool crashed, took too long, or wrote invalid output.";
    let rule = match catalogue(target).clause(&clause) {
        Some(clause) => clause.rule.clone(),
        None if clause == FindingKind::CompilerFault.name() => fault.to_owned(),
        None => String::new(),
    };
    let cell = |subject: &&SubjectReport| {
        // A pair that shows nothing but the consequence of what its other side does by itself contradicts nothing here.
        let found =
            || subject.findings.iter().filter(|found| found.clause() == clause && found.occurrences > 0);
        let trials: u64 = found().map(|found| found.occurrences).sum();
        let exercised = subject.clauses.get(&clause).copied().unwrap_or(0);
        let is_new = found().any(|found| found.is_new());
        if found().next().is_some() {
            let (class, mark) = if is_new { ("bad", "✗") } else { ("known", "≈") };
            let list = if is_new { "" } else { ", all of it on the list of known findings" };
            let words = format!("contradicts it in {}{list}", super::count(trials, "trial"));
            return Cell { class, text: format!("{mark} {}", grouped(trials)), words };
        }
        match exercised {
            0 => Cell { class: "none", text: "–".to_owned(), words: "not exercised".to_owned() },
            _ => Cell {
                class: "good",
                text: "✓".to_owned(),
                words: format!("conforms, {}", super::count(exercised, "trial")),
            },
        }
    };
    let cells: Vec<Cell> = columns.iter().map(cell).collect();
    // Where compilers can be compared with each other, the embedded code generator has no part in it.
    let is_embedded = |subject: &SubjectReport| subject.toolchain == names::embedded(subject.target);
    let several = columns.iter().filter(|subject| !is_embedded(subject)).count() > 1;
    let compared = || {
        cells
            .iter()
            .zip(columns)
            .filter(|(_, subject)| !(several && is_embedded(subject)))
            .map(|(cell, _)| cell)
    };
    let bad = compared().filter(|cell| matches!(cell.class, "bad" | "known")).count();
    let good = compared().filter(|cell| cell.class == "good").count();
    let state = causes.iter().map(|cause| cause.state).min().unwrap_or(State::Known);
    let buckets = causes.iter().take(MOST_BUCKETS).map(|cause| (cause.id.clone(), cause.state.word()));
    let is_one = (bad == 1 && good > 0) || (good == 1 && bad > 0);
    (state, Row { rule, buckets: buckets.collect(), cells, is_one, clause })
}
