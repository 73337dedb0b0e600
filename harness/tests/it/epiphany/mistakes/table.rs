//! Types for handwritten units and for mistakes in them.

use crosscall_model::{Pairing, Style};

/// One side of a call, written by hand as a compiler could have made it.
pub(crate) struct Unit {
    /// Its name, one for the two sides of a call.
    pub(crate) name: &'static str,
    /// The side: `callee` defines `f0`, `caller` defines `call0`.
    pub(crate) pairing: Pairing,
    /// The function that is called, in C.
    pub(crate) declaration: &'static str,
    /// Style of the function and its call.
    pub(crate) style: Style,
    /// Its assembly text.
    pub(crate) text: &'static str,
}

/// A mistake made by hand in a copy of a unit.
pub(crate) struct Mistake {
    /// Short description of the mistake.
    pub(crate) what: &'static str,
    /// The unit.
    pub(crate) unit: &'static Unit,
    /// Pieces of its text with what stands there instead, one after the other; each piece is there once.
    pub(crate) edits: &'static [(&'static str, &'static str)],
    /// The clause that the finding has to name first.
    pub(crate) clause: &'static str,
    /// Subject that the finding must have.
    pub(crate) subject: &'static str,
    /// Statement that the finding must make about the place where the value went or came from; empty if none is
    /// required.
    pub(crate) reported: &'static str,
}

/// A mistake, as a line of a table.
pub(crate) const fn mistake(
    what: &'static str,
    unit: &'static Unit,
    edits: &'static [(&'static str, &'static str)],
    clause: &'static str,
    subject: &'static str,
    reported: &'static str,
) -> Mistake {
    Mistake { what, unit, edits, clause, subject, reported }
}

impl Mistake {
    /// The unit's text with the mistake in it.
    pub(crate) fn text(&self) -> String {
        self.edits.iter().fold(self.unit.text.to_owned(), |text, (piece, instead)| {
            assert_eq!(text.matches(piece).count(), 1, "{}: `{piece}` has to be there once", self.what);
            assert_ne!(piece, instead, "{}: nothing changes", self.what);
            text.replace(piece, instead)
        })
    }
}
