//! Names by which rules refer to a clause file.

use crate::choose::Question;
use crosscall_model::plan::ClauseId;

/// What the rules of a document name.
#[derive(Debug, Clone, Copy)]
pub struct Questions {
    /// Every clause that rules name.
    pub clauses: &'static [ClauseId],
    /// Every question that rules ask.
    pub questions: &'static [Question],
}

/// Constants for the ids of clauses, and a list of all of them.
macro_rules! clauses {
    ($($name:ident = $id:literal),* $(,)?) => {
        $(
            #[doc = concat!("Clause ", $id, ".")]
            pub const $name: crosscall_model::plan::ClauseId = $id;
        )*
        /// Every clause that rules name.
        pub const CLAUSES: &[crosscall_model::plan::ClauseId] = &[$($id),*];
    };
}

/// Constants for questions, each by its clause and its name there, and a list of all of them.
macro_rules! questions {
    ($($(#[$doc:meta])* $name:ident = $clause:ident $question:literal),* $(,)?) => {
        $(
            $(#[$doc])*
            pub const $name: crate::choose::Question = crate::choose::Question { clause: $clause, name: $question };
        )*
        /// Every question that rules ask.
        pub const QUESTIONS: &[crate::choose::Question] = &[$($name),*];
    };
}

pub(super) use {clauses, questions};
