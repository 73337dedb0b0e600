//! Tables of edits that are written by hand.

use super::edit::{Action, Edit, always};
use super::facts::{Facts, Side};
use super::language::Clauses;

/// Edits of one kind that are made on one side of a call, in a table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Family {
    side: Side,
    kind: &'static str,
    /// Clauses that its edits break.
    clauses: Clauses,
    rows: &'static [Row],
}

/// An edit in a table, without what it has in common with its family.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row(Edit);

/// Edits of one kind.
pub(crate) const fn family(side: Side, kind: &'static str, clauses: Clauses, rows: &'static [Row]) -> Family {
    Family { side, kind, clauses, rows }
}

impl Family {
    /// Its edits.
    pub(crate) fn edits(&self) -> impl Iterator<Item = Edit> {
        self.rows.iter().map(|row| row.edit(self.side, self.kind, self.clauses))
    }
}

/// An edit that does nothing yet.
pub(crate) const fn row(name: &'static str, text: &'static str) -> Row {
    Row(Edit {
        name,
        kind: "",
        text,
        clauses: &[],
        side: Side::Whole,
        place: "",
        one_in: 1,
        when: always,
        action: Action::Options(""),
    })
}

impl Row {
    /// The edit with its change.
    pub(crate) const fn does(mut self, action: Action) -> Row {
        self.0.action = action;
        self
    }

    /// The edit in functions that meet a condition.
    pub(crate) const fn when(mut self, when: fn(&Facts) -> bool) -> Row {
        self.0.when = when;
        self
    }

    /// The edit in one of so many functions.
    pub(crate) const fn one_in(mut self, one_in: u64) -> Row {
        self.0.one_in = one_in;
        self
    }

    /// The edit with the place at which it should be seen.
    pub(crate) const fn at(mut self, place: &'static str) -> Row {
        self.0.place = place;
        self
    }

    /// The edit with what it has in common with its family.
    pub(crate) fn edit(&self, side: Side, kind: &'static str, clauses: Clauses) -> Edit {
        Edit { side, kind, clauses, ..self.0 }
    }
}

/// Edits that several targets have: name, kind, description, and change.
pub(crate) type Named = (&'static str, &'static str, &'static str, Action);

/// The edits of a list that a target names, with the clauses that they break there.
pub(crate) fn named(
    side: Side,
    all: &'static [Named],
    wanted: &'static [(&'static str, Clauses)],
) -> impl Iterator<Item = Edit> {
    wanted.iter().filter_map(move |(name, clauses)| {
        let (name, kind, text, action) = all.iter().find(|(other, ..)| other == name)?;
        Some(row(name, text).does(*action).edit(side, kind, clauses))
    })
}
