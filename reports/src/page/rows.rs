//! The index of a page's buckets: what its script searches and shows as rows.

use super::cause::Cause;
use super::lists::accepted;
use super::{Page, trials};
use crate::names;
use crate::printable::visible;
use serde::Serialize;
use std::collections::BTreeMap;

/// Texts that many rows share, by their numbers.
#[derive(Default)]
struct Shared {
    texts: Vec<String>,
    numbers: BTreeMap<String, usize>,
}

impl Shared {
    fn number(&mut self, text: &str) -> usize {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        self.texts.push(text.to_owned());
        self.numbers.insert(text.to_owned(), self.texts.len() - 1);
        self.texts.len() - 1
    }
}

/// A row: id; numbers of target, clause, state and subjects among the shared texts; trials in words; signature; what is wrong.
type Row = (String, usize, usize, usize, usize, String, String, String);

/// The index.
#[derive(Serialize)]
pub(super) struct Index {
    texts: Vec<String>,
    rows: Vec<Row>,
}

/// All on one line.
fn line(text: &str) -> String {
    visible(text).replace(['\n', '\t'], " ")
}

/// Names of all subjects of all buckets, in order.
pub(super) fn subjects(causes: &[Cause<'_>]) -> Vec<String> {
    let mut all: Vec<String> =
        causes.iter().flat_map(|cause| &cause.subjects).map(|name| line(name)).collect();
    all.sort();
    all.dedup();
    all
}

/// The index of these buckets.
pub(super) fn index(page: &Page<'_>, causes: &[Cause<'_>]) -> Index {
    let mut shared = Shared::default();
    let mut row = |cause: &Cause<'_>| -> Row {
        let subjects = line(&names::together(&cause.subjects));
        (
            line(&cause.id),
            shared.number(&line(cause.target())),
            shared.number(&line(&cause.clause())),
            shared.number(cause.state.word()),
            shared.number(&subjects),
            if cause.trials == 0 { String::new() } else { trials(cause) },
            line(&cause.signature()),
            line(&accepted(page, cause).unwrap_or_else(|| cause.says.clone())),
        )
    };
    let rows = causes.iter().map(&mut row).collect();
    Index { texts: shared.texts, rows }
}
