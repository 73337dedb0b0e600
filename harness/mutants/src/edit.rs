//! Edits: ways to break a compiler on purpose, with the clauses that they break.

use super::facts::{Facts, Side};
use super::fault::{Generated, Occasion};
use super::language::{Clauses, Register};
use super::splice::Site;
use crosscall_model::Type;

/// An edit of what a compiler reads or writes.
#[derive(Clone, Copy)]
pub struct Edit {
    /// Name on the command line and in reports.
    pub name: &'static str,
    /// Kind of fault; several edits may be of one kind.
    pub kind: &'static str,
    /// Description in a line.
    pub text: &'static str,
    /// Clauses that it breaks, without the target's prefix: those that a person who knows the document would name.
    /// Empty for an edit that breaks nothing.
    pub clauses: Clauses,
    /// Side of a call on which it is made.
    pub side: Side,
    /// Place at which the report should see it, such as `r4`; empty where the edit has no such place.
    pub place: &'static str,
    /// It is made in one of so many functions that it fits.
    pub one_in: u64,
    /// Condition that functions have to meet.
    pub when: fn(&Facts) -> bool,
    /// The change itself.
    pub action: Action,
}

impl std::fmt::Debug for Edit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// Change that an edit makes. Instructions of the target are a text in which they are parted by semicolons.
#[derive(Clone, Copy)]
pub enum Action {
    /// Instructions at the beginning of the function.
    Entry(&'static str),
    /// Instructions before each return.
    Exit(&'static str),
    /// Instructions before the call of the function under test, whose address is then in the first register of
    /// [`Roles::at_call`](super::language::Roles).
    BeforeCall(&'static str),
    /// Any other change of a function; returns whether there was an occasion.
    Body(fn(&mut Site<'_>) -> bool),
    /// The value of the layout constant of an expression.
    Constant(&'static str, u32),
    /// Layout constants: for an expression and its value the wrong value; `None` leaves it alone.
    Constants(fn(&str, u32) -> Option<u32>),
    /// Change of the bytes of an initialised object of a type.
    Image(fn(&Type, &mut [u8])),
    /// Lines outside functions and objects: for a line the wrong one; `None` leaves it alone.
    Line(fn(&str) -> Option<String>),
    /// The text in C, before it is compiled; `None` leaves it alone.
    Source(fn(&str) -> Option<String>),
    /// A fault that is made with what is known of the target's assembly language.
    Fault(Generated),
    /// Options for the compiler, parted by spaces.
    Options(&'static str),
    /// Options for the compiler that break something where its text gives the occasion, with a register if they name one.
    OptionsFor(&'static str, Occasion, Option<Register>),
}

impl Edit {
    /// True if it breaks nothing.
    pub fn is_harmless(&self) -> bool {
        self.clauses.is_empty()
    }

    /// True if a change on this side is a fault by itself, even where the other side gives no occasion.
    pub fn counts(&self, side: Side) -> bool {
        match self.action {
            Action::Fault(generated) => generated.fault.counts(side),
            _ => true,
        }
    }

    /// True if it is no fault as long as only sides that count are changed.
    pub fn needs_other_side(&self) -> bool {
        matches!(self.action, Action::Fault(generated) if generated.fault.needs_other_side())
    }

    /// True if it is made in this function.
    pub fn fits(&self, facts: &Facts) -> bool {
        let drawn = self.one_in <= 1 || facts.draw().is_multiple_of(self.one_in);
        let side = self.side == Side::Whole || self.side == facts.side;
        side && drawn && (self.when)(facts)
    }
}

/// The condition that every function meets.
pub(crate) fn always(_: &Facts) -> bool {
    true
}
