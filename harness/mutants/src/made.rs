//! Tables of edits that are made of faults: a row is a name and a fault, from which all else follows.

use super::edit::Edit;
use super::facts::Side;
use super::fault::{Condition, Fault, Generated, kept, text};
use super::language::{Clauses, Language};

/// An edit in a table that is made of a fault.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Made {
    side: Side,
    name: &'static str,
    fault: Fault,
    condition: Condition,
    /// Clauses that it breaks, where they are not those of the fault.
    clauses: Option<Clauses>,
    /// Place at which it should be seen, where that is not the one of the fault.
    place: Option<&'static str>,
    one_in: u64,
    /// The rate of a second edit that does the same.
    rare: Option<u64>,
}

/// A fault of called functions.
pub(crate) const fn callee(name: &'static str, fault: Fault) -> Made {
    made(Side::Callee, name, fault)
}

/// A fault of calling functions.
pub(crate) const fn caller(name: &'static str, fault: Fault) -> Made {
    made(Side::Caller, name, fault)
}

/// A fault of called and calling functions.
pub(crate) const fn both(name: &'static str, fault: Fault) -> Made {
    made(Side::Whole, name, fault)
}

const fn made(side: Side, name: &'static str, fault: Fault) -> Made {
    let condition = Condition::Always;
    Made { side, name, fault, condition, clauses: None, place: None, one_in: 1, rare: None }
}

impl Made {
    /// In functions that meet a condition.
    pub(crate) const fn when(mut self, condition: Condition) -> Made {
        self.condition = condition;
        self
    }

    /// With other clauses than those of the fault.
    pub(crate) const fn breaks(mut self, clauses: Clauses) -> Made {
        self.clauses = Some(clauses);
        self
    }

    /// Without a clause that forbids it.
    pub(crate) const fn harmless(self) -> Made {
        self.breaks(&[])
    }

    /// With the place at which it should be seen.
    pub(crate) const fn at(mut self, place: &'static str) -> Made {
        self.place = Some(place);
        self
    }

    /// In one of so many functions.
    pub(crate) const fn one_in(mut self, one_in: u64) -> Made {
        self.one_in = one_in;
        self
    }

    /// With a twin that is made in one of so many functions.
    pub(crate) const fn rare(mut self, one_in: u64) -> Made {
        self.rare = Some(one_in);
        self
    }

    fn edit(&self, language: &dyn Language) -> Edit {
        let Made { side, name, fault, condition, .. } = *self;
        let what = text(&fault, side, language);
        let what = if condition == Condition::Always { what } else { format!("{what}, {condition}") };
        let edit = Generated { fault, condition }.edit(side, name, kept(what), language);
        let clauses = self.clauses.unwrap_or(edit.clauses);
        let (kind, place) = match clauses {
            [] => ("harmless", ""),
            _ => (edit.kind, self.place.unwrap_or(edit.place)),
        };
        Edit { clauses, kind, place, one_in: self.one_in, ..edit }
    }
}

/// The edits of the rows that a target has the registers for, each before its rare twin.
pub(crate) fn edits(rows: &[Made], language: &dyn Language) -> Vec<Edit> {
    let there = rows.iter().filter(|row| row.fault.is_there(language));
    let twins = there.flat_map(|row| {
        let edit = row.edit(language);
        let rare = row.rare.map(|one_in| Edit { name: kept(format!("{}-rare", row.name)), one_in, ..edit });
        std::iter::once(edit).chain(rare)
    });
    twins.collect()
}
