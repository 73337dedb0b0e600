//! Which subject shows which finding, in how many trials.

use super::names;
use super::run::{RunReport, SubjectReport};
use crate::known::Titles;
use crate::picture::style::{ID, TITLE, paint};
use crate::picture::{Table, columns, labelled, paragraph};
use crosscall_model::Target;
use crosscall_model::finding::Finding;
use crosscall_model::finding::FindingClass;
use std::collections::BTreeMap;

/// A table for each target with findings: new ones first, then the known ones with what they are.
pub fn matrices(report: &RunReport, known: &Titles) -> String {
    let mut targets: Vec<Target> = Vec::new();
    for subject in report.targets.iter().filter(|subject| !subject.findings.is_empty()) {
        if !targets.contains(&subject.target) {
            targets.push(subject.target);
        }
    }
    targets.into_iter().map(|target| matrix(report, target, known)).collect()
}

/// Name of a row: the id of a known finding, or the fingerprint of a new one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    New(String),
    Known(String),
}

/// The rows in which a finding counts: its own, or those of the known ones that together explain it.
fn names_of(found: &Finding) -> Vec<Name> {
    match found.is_new() {
        true => vec![Name::New(found.fingerprint.clone())],
        false => found.known.iter().cloned().map(Name::Known).collect(),
    }
}

fn matrix(report: &RunReport, target: Target, known: &Titles) -> String {
    let all: Vec<&SubjectReport> = report.targets.iter().filter(|subject| subject.target == target).collect();
    let (with, without): (Vec<&SubjectReport>, Vec<&SubjectReport>) =
        all.into_iter().partition(|subject| !subject.findings.is_empty());
    let mut rows: BTreeMap<Name, Vec<u64>> = BTreeMap::new();
    let found = || with.iter().flat_map(|subject| &subject.findings);
    let mut classes: BTreeMap<Name, FindingClass> = BTreeMap::new();
    for (name, class) in found().flat_map(|f| names_of(f).into_iter().map(|name| (name, f.class()))) {
        classes.entry(name).and_modify(|first| *first = class.min(*first)).or_insert(class);
    }
    for (column, subject) in with.iter().enumerate() {
        for found in &subject.findings {
            for name in names_of(found) {
                let row = rows.entry(name).or_insert_with(|| vec![0; with.len()]);
                if let Some(cell) = row.get_mut(column) {
                    *cell += found.occurrences + found.consequences;
                }
            }
        }
    }
    let subjects: Vec<&str> = with.iter().map(|subject| subject.toolchain.as_str()).collect();
    let groups = columns_of(&subjects);
    let of_groups: Vec<&str> = groups.iter().map(|(name, _)| *name).collect();
    let (heads, legend) = names::heads(&of_groups);
    let heading: Vec<&str> = std::iter::once("finding").chain(heads.iter().map(String::as_str)).collect();
    let mut table = Table::new(2, &heading).painted(0, ID);
    let mut sorted: Vec<(&Name, &Vec<u64>)> = rows.iter().collect();
    sorted.sort_by_key(|(name, _)| classes.get(*name));
    for (name, cells) in sorted {
        let head = match name {
            Name::New(name) => format!("NEW {name}"),
            Name::Known(id) => id.clone(),
        };
        let head = if classes.get(name) == Some(&FindingClass::Itself) { format!("{head} *") } else { head };
        let cells = groups.iter().map(|(_, members)| cell(members.iter().filter_map(|at| cells.get(*at))));
        table.row(&std::iter::once(head).chain(cells).collect::<Vec<_>>());
    }
    let mut out = paint(TITLE, &format!("{target}  findings by subjects, in trials")) + "\n" + &table.draw();
    out += &paragraph(2, &legend);
    if groups.len() < subjects.len() {
        out += &paragraph(2, "each at all its levels together; `8 at 2`: 8 trials, at 2 of them");
    }
    if classes.values().any(|class| *class == FindingClass::Itself) {
        out += &paragraph(2, "*: a compiler disagrees with itself");
    }
    if !without.is_empty() {
        let names = names::together(without.iter().map(|subject| subject.toolchain.as_str()));
        out += &paragraph(2, &format!("none with: {names}"));
    }
    out += &titles(rows.keys(), known);
    out.push('\n');
    out
}

/// Most subjects that have a column each.
const MOST_COLUMNS: usize = 10;

/// Columns: their heads, and the subjects of each by their numbers. Where there are too many, a compiler's levels share one.
fn columns_of<'a>(subjects: &[&'a str]) -> Vec<(&'a str, Vec<usize>)> {
    let mut columns: Vec<(&str, Vec<usize>)> = Vec::new();
    for (number, subject) in subjects.iter().enumerate() {
        let compiler = names::level(subject).map(|(compiler, _)| compiler);
        let head = compiler.filter(|_| subjects.len() > MOST_COLUMNS).unwrap_or(subject);
        match columns.iter_mut().find(|(other, _)| *other == head) {
            Some((_, members)) => members.push(number),
            None => columns.push((head, vec![number])),
        }
    }
    columns
}

/// Trials of the subjects of a column, and how many of them have any where that is not all.
fn cell<'n>(members: impl Iterator<Item = &'n u64>) -> String {
    let members: Vec<u64> = members.copied().collect();
    let with = members.iter().filter(|times| **times > 0).count();
    let times: u64 = members.iter().sum();
    match with {
        0 => "-".to_owned(),
        _ if with == members.len() => times.to_string(),
        _ => format!("{times} at {with}"),
    }
}

/// Titles of known findings, with pointers to their pages.
fn titles<'a>(names: impl Iterator<Item = &'a Name>, known: &Titles) -> String {
    let entry = |name: &'a Name| match name {
        Name::New(_) => None,
        Name::Known(id) => known.of(id).map(|title| (id, title)),
    };
    let entries: Vec<_> = names.filter_map(entry).collect();
    let widest = entries.iter().map(|(id, _)| columns(id) + 2).max().unwrap_or(0);
    let line = |(id, title): &(&String, &str)| labelled(2, id, widest, title);
    entries.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_share_a_column_where_there_are_many() {
        let few = ["a-O0", "a-O2", "embedded"];
        assert_eq!(columns_of(&few), [("a-O0", vec![0]), ("a-O2", vec![1]), ("embedded", vec![2])]);
        let levels = ["O0", "O1", "O2", "O3", "Os"];
        let many: Vec<String> = ["a", "b"].iter().flat_map(|c| levels.map(|l| format!("{c}-{l}"))).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).chain(["embedded"]).collect();
        let expected = [("a", vec![0, 1, 2, 3, 4]), ("b", vec![5, 6, 7, 8, 9]), ("embedded", vec![10])];
        assert_eq!(columns_of(&many), expected);
        assert_eq!(cell([0, 0].iter()), "-");
        assert_eq!(cell([3, 4].iter()), "7");
        assert_eq!(cell([3, 0, 4].iter()), "7 at 2");
    }
}
