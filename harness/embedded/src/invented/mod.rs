//! Invented target: its ABI according to its document, read independently of the oracle.

mod arguments;
mod data;
mod faults;
mod readings;
mod registers;

use crosscall_model::Target;

use crate::dialect::Document;
use crate::fault::Fault;
use crate::readings::Choice;

/// Invented document (`oracle/clauses/invented.toml`).
pub(crate) struct Invented;

impl Document for Invented {
    const TARGET: Target = Target::Invented;
    const CHOICES: &'static [Choice] = readings::CHOICES;
    /// CALL-03
    const VERTICES: bool = true;
    const FAULTS: &'static [Fault] = faults::FAULTS;
}

/// The document under one dialect.
type Dialect = crate::dialect::Dialect<Invented>;
