//! Dialects side by side: the questions that subjects of one target answer differently.

use super::targets;
use crate::dialect::{Answer, question};
use crate::groups::groups;
use crate::names;
use crate::run::{RunReport, SubjectReport};
use crosscall_model::Target;
use crosscall_oracle::clause::{Choice, catalogue};
use std::collections::BTreeSet;

/// A target's table.
pub(super) struct Table {
    pub(super) target: String,
    /// Names of the subjects of each column, which answer all these questions in the same way.
    pub(super) columns: Vec<String>,
    /// Questions with different answers.
    pub(super) rows: Vec<Row>,
    /// Questions with the same answer everywhere.
    pub(super) same: Vec<Row>,
}

/// An open question.
pub(super) struct Row {
    pub(super) question: String,
    /// The question.
    pub(super) asks: String,
    /// Answers of the columns; only one where all are the same.
    pub(super) cells: Vec<Cell>,
}

/// An answer.
#[derive(Clone, PartialEq)]
pub(super) struct Cell {
    /// Ids of the readings.
    pub(super) ids: String,
    /// Their texts.
    pub(super) text: String,
    /// True if the document has no such reading.
    pub(super) is_deviation: bool,
}

/// The tables of all targets.
pub(super) fn tables(report: &RunReport) -> Vec<Table> {
    let all = targets(report).into_iter().map(|target| table(report, target));
    all.filter(|table| !table.columns.is_empty()).collect()
}

fn table(report: &RunReport, target: Target) -> Table {
    let with = report.targets.iter().filter(|s| s.target == target && !s.dialect.is_empty());
    let groups: Vec<(&[Answer], Vec<&SubjectReport>)> = groups(with, |subject| subject.dialect.as_slice())
        .into_iter()
        .filter_map(|group| Some((group.first()?.dialect.as_slice(), group)))
        .collect();
    let questions: BTreeSet<(&str, &str)> = groups
        .iter()
        .flat_map(|(dialect, _)| dialect.iter().map(|answer| (answer.clause, answer.question)))
        .collect();
    let (mut rows, mut same) = (Vec::new(), Vec::new());
    for (clause, name) in questions {
        let choice =
            catalogue(target).find_choice(clause, name).map(|index| catalogue(target).choice(index).1);
        let cells: Vec<Cell> = groups
            .iter()
            .map(|(dialect, _)| {
                let answer = dialect.iter().find(|a| a.clause == clause && a.question == name);
                cell(answer, choice)
            })
            .collect();
        let given: BTreeSet<&str> =
            cells.iter().map(|cell| cell.ids.as_str()).filter(|ids| !ids.is_empty()).collect();
        let asks = choice.map(|choice| choice.asks.clone()).unwrap_or_default();
        let question = question(clause, name);
        if given.len() > 1 {
            rows.push(Row { question, asks, cells });
        } else {
            let only = cells.iter().find(|cell| !cell.ids.is_empty()).cloned();
            same.push(Row { question, asks, cells: only.into_iter().collect() });
        }
    }
    let names = groups.iter().map(|(_, all)| all.iter().map(|s| s.toolchain.as_str()).collect()).collect();
    let columns = join_alike(names, &mut rows);
    let columns = columns.into_iter().map(names::together).collect();
    Table { target: target.name().to_owned(), columns, rows, same }
}

/// Joins columns that differ in no row: their subjects differ only in what was asked of them.
fn join_alike<'a>(columns: Vec<Vec<&'a str>>, rows: &mut [Row]) -> Vec<Vec<&'a str>> {
    let cells = |at| rows.iter().map(|row| row.cells.get(at)).collect::<Vec<_>>();
    let alike = groups(0..columns.len(), cells);
    for row in rows {
        let first = alike.iter().filter_map(|group| row.cells.get(*group.first()?).cloned());
        row.cells = first.collect();
    }
    let names = |at: usize| columns.get(at).into_iter().flatten().copied();
    alike.into_iter().map(|group| group.into_iter().flat_map(names).collect()).collect()
}

fn cell(answer: Option<&Answer>, choice: Option<&'static Choice>) -> Cell {
    let Some(answer) = answer else {
        return Cell { ids: String::new(), text: "not exercised".to_owned(), is_deviation: false };
    };
    let is_deviation = !answer.deviations.is_empty();
    let follows = if is_deviation { &answer.deviations } else { &answer.readings };
    let text = |id: &&str| {
        let readings = choice.map(|choice| choice.readings.as_slice()).unwrap_or_default();
        readings.iter().find(|reading| reading.id == *id).map(|reading| reading.text.clone())
    };
    let texts: Vec<String> = follows.iter().filter_map(text).collect();
    Cell { ids: follows.join(" or "), text: texts.join("; or "), is_deviation }
}
