//! Tables of edits.

use super::edit::{Action, Edit, always};
use super::facts::{Facts, Side};
use super::language::Clauses;

/// Edits of one kind that are made on one side of a call, in a table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Family {
    side: Side,
    kind: &'static str,
    /// Clauses that its edits break, unless they say otherwise.
    clauses: Clauses,
    only: Option<Row>,
    rows: &'static [Row],
}

/// An edit in a table, without what it has in common with its family, and its rare twin.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row {
    edit: Edit,
    /// Name of an edit that does the same in one of so many functions.
    rare: Option<(&'static str, u64)>,
}

/// A family without edits.
pub(crate) const fn family(side: Side, kind: &'static str, clauses: Clauses) -> Family {
    Family { side, kind, clauses, only: None, rows: &[] }
}

impl Family {
    /// The family with one edit.
    pub(crate) const fn of_one(mut self, row: Row) -> Family {
        self.only = Some(row);
        self
    }

    /// The family with several edits.
    pub(crate) const fn of(mut self, rows: &'static [Row]) -> Family {
        self.rows = rows;
        self
    }

    /// Its edits, each before its rare twin.
    pub(crate) fn edits(&self) -> impl Iterator<Item = Edit> {
        self.only.iter().chain(self.rows).flat_map(|row| {
            let clauses = if row.edit.clauses.is_empty() { self.clauses } else { row.edit.clauses };
            let edit = Edit { side: self.side, kind: self.kind, clauses, ..row.edit };
            let rare = row.rare.map(|(name, one_in)| Edit { name, one_in, ..edit });
            std::iter::once(edit).chain(rare)
        })
    }
}

/// An edit that does nothing yet.
pub(crate) const fn row(name: &'static str, text: &'static str) -> Row {
    let edit = Edit {
        name,
        kind: "",
        text,
        clauses: &[],
        side: Side::Whole,
        place: "",
        one_in: 1,
        when: always,
        action: Action::Options(""),
    };
    Row { edit, rare: None }
}

impl Row {
    /// The edit with its change.
    pub(crate) const fn does(mut self, action: Action) -> Row {
        self.edit.action = action;
        self
    }

    /// The edit with other clauses than its family's.
    pub(crate) const fn breaks(mut self, clauses: Clauses) -> Row {
        self.edit.clauses = clauses;
        self
    }

    /// The edit in functions that meet a condition.
    pub(crate) const fn when(mut self, when: fn(&Facts) -> bool) -> Row {
        self.edit.when = when;
        self
    }

    /// The edit in one of so many functions.
    pub(crate) const fn one_in(mut self, one_in: u64) -> Row {
        self.edit.one_in = one_in;
        self
    }

    /// The edit with the place at which it should be seen.
    pub(crate) const fn at(mut self, place: &'static str) -> Row {
        self.edit.place = place;
        self
    }

    /// The edit with a twin that is made in one of so many functions.
    pub(crate) const fn rare(mut self, name: &'static str, one_in: u64) -> Row {
        self.rare = Some((name, one_in));
        self
    }
}
