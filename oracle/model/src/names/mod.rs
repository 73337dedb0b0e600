//! Names of the clauses, open questions and readings of every document, so that code which follows a reading says in
//! words which one it is. What a reading demands is not here: the oracle and the embedded code generator each work that
//! out from the document by themselves.
//!
//! The modules of the targets are generated from the clause files (`oracle/clauses/*.toml`); a test of the oracle holds
//! them to those files and rewrites them:
//!
//! ```sh
//! UPDATE_EXPECT=1 cargo test -p crosscall-oracle names
//! ```

use crate::plan::ClauseId;

#[rustfmt::skip]
pub mod dpu;
#[rustfmt::skip]
pub mod epiphany;
#[rustfmt::skip]
pub mod forwardcom;
#[rustfmt::skip]
pub mod invented;
#[rustfmt::skip]
pub mod ipu;
#[rustfmt::skip]
pub mod nyuzi;
#[rustfmt::skip]
pub mod riscv;

/// Open question of a document: its clause and, where that has several, the question's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    /// Id of the clause.
    pub clause: ClauseId,
    /// Name of the question in its clause; empty where there is only one.
    pub name: &'static str,
}

/// Readings of one open question, as an enumeration whose discriminants are the numbers of the clause file.
pub trait Reading: Copy + Eq + std::fmt::Debug + 'static {
    /// The question that these readings answer.
    const QUESTION: Question;
    /// All readings, the most plausible first.
    const ALL: &'static [Self];

    /// The most plausible reading.
    const FIRST: Self;

    /// Number of the reading in the clause file: 2 for `R2`.
    fn number(self) -> u8;

    /// The reading with a number of the clause file; `None` where the question has no such reading.
    fn of(number: u8) -> Option<Self> {
        Self::ALL.iter().copied().find(|reading| reading.number() == number)
    }
}
