//! What an edit is: a way to break a compiler on purpose, with the clauses that it breaks.

use super::facts::{Facts, Side};
use super::language::Register;
use super::listing::Function;
use super::random::{Generated, Occasion};
use crosscall_model::Type;

/// A row of a target's table of edits.
#[derive(Clone, Copy)]
pub struct Edit {
    /// Its name on the command line and in reports.
    pub name: &'static str,
    /// What kind of fault it is; several edits may be of one kind.
    pub kind: &'static str,
    /// What it does, in a line.
    pub text: &'static str,
    /// Clauses that it breaks, without the target's prefix: what a person who knows the document would name.
    /// Empty for an edit that breaks nothing.
    pub clauses: &'static [&'static str],
    /// Which side of a call it is made on.
    pub side: Side,
    /// Where the report should see it, such as `r4`; empty where the edit has no such place.
    pub place: &'static str,
    /// Of so many functions that it fits, it is made in one.
    pub one_in: u64,
    /// Functions that it fits.
    pub when: fn(&Facts) -> bool,
    /// What is done.
    pub action: Action,
}

impl std::fmt::Debug for Edit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// What an edit does. Texts are instructions of the target.
#[derive(Clone, Copy)]
pub enum Action {
    /// Instructions at the beginning of the function.
    Entry(&'static [&'static str]),
    /// Instructions before each return.
    Exit(&'static [&'static str]),
    /// Instructions at the beginning and before each return.
    Around(&'static [&'static str], &'static [&'static str]),
    /// Instructions in place of each return.
    InsteadOfReturn(&'static [&'static str]),
    /// Instructions before the call of the function under test, whose address is in `CALL_REGISTER` then.
    BeforeCall(&'static [&'static str]),
    /// Instructions after the call.
    AfterCall(&'static [&'static str]),
    /// Instructions before and after the call.
    AroundCall(&'static [&'static str], &'static [&'static str]),
    /// Instructions in place of the call.
    InsteadOfCall(&'static [&'static str]),
    /// Anything else that is done to a function; tells whether it changed something.
    Body(fn(&mut Function, &Facts) -> bool),
    /// Layout constants: for an expression and its value, the wrong value; `None` leaves it alone.
    Constant(fn(&str, u32) -> Option<u32>),
    /// The bytes of an initialised object of a type; tells whether it changed something.
    Image(fn(&Type, &mut Vec<u8>) -> bool),
    /// Lines outside functions and objects; the wrong text of a line, or `None` to leave it alone.
    Line(fn(&str) -> Option<String>),
    /// The text in C, before it is compiled; `None` leaves it alone.
    Source(fn(&str) -> Option<String>),
    /// A fault that was generated at random.
    Random(&'static Generated),
    /// Options for the compiler.
    Options(&'static [&'static str]),
    /// Options for the compiler, and what has to be in its text, of which register, for them to break something.
    OptionsFor(&'static [&'static str], Occasion, Option<Register>),
}

impl Edit {
    /// An edit that is made in all functions of a side.
    pub const fn new(
        side: Side,
        name: &'static str,
        kind: &'static str,
        text: &'static str,
        clauses: &'static [&'static str],
        action: Action,
    ) -> Edit {
        Edit { name, kind, text, clauses, side, place: "", one_in: 1, when: always, action }
    }

    /// The same, only where a condition holds.
    pub const fn when(mut self, when: fn(&Facts) -> bool) -> Edit {
        self.when = when;
        self
    }

    /// The same, in one of so many functions.
    pub const fn one_in(mut self, one_in: u64) -> Edit {
        self.one_in = one_in;
        self
    }

    /// The same, with the place where it should be seen.
    pub const fn at(mut self, place: &'static str) -> Edit {
        self.place = place;
        self
    }

    /// Whether it breaks nothing.
    pub fn is_harmless(&self) -> bool {
        self.clauses.is_empty()
    }

    /// Whether a change on this side is a fault by itself, even where the other side gives no occasion.
    pub fn counts(&self, side: Side) -> bool {
        match self.action {
            Action::Random(generated) => generated.fault.counts(side),
            _ => true,
        }
    }

    /// Whether it is no fault as long as only sides that count are changed.
    pub fn needs_other_side(&self) -> bool {
        matches!(self.action, Action::Random(generated) if generated.fault.needs_other_side())
    }

    /// Whether it is made in this function.
    pub fn fits(&self, facts: &Facts) -> bool {
        let drawn = self.one_in <= 1 || facts.draw().is_multiple_of(self.one_in);
        let side = self.side == Side::Whole || self.side == facts.side;
        side && drawn && (self.when)(facts)
    }
}

fn always(_: &Facts) -> bool {
    true
}
