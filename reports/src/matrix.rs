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
                    *cell += found.occurrences;
                }
            }
        }
    }
    let subjects: Vec<&str> = with.iter().map(|subject| subject.toolchain.as_str()).collect();
    let (heads, legend) = names::heads(&subjects);
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
        let cells = cells.iter().map(|times| if *times == 0 { "-".to_owned() } else { times.to_string() });
        table.row(&std::iter::once(head).chain(cells).collect::<Vec<_>>());
    }
    let mut out = paint(TITLE, &format!("{target}  findings by subjects, in trials")) + "\n" + &table.draw();
    out += &paragraph(2, &legend);
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
