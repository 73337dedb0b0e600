//! Nyuzi: its ABI according to its document, read independently of the oracle.

mod arguments;
mod data;
mod emit;
mod faults;
mod free;
mod readings;
mod registers;
mod results;
mod value;
mod vectors;

use crosscall_model::Target;

use crate::dialect::Document;
use crate::fault::Fault;
use crate::readings::Choice;
use crate::value::Lowering;

/// Nyuzi's document: the wiki page on the compiler's ABI.
pub(crate) struct Nyuzi;

impl Document for Nyuzi {
    const TARGET: Target = Target::Nyuzi;
    const CHOICES: &'static [Choice] = readings::CHOICES;
    const FAULTS: &'static [Fault] = faults::FAULTS;
    const EXPRESSIONS: Option<&'static Lowering> = Some(&value::NYUZI);
}

/// The document under one dialect.
type Dialect = crate::dialect::Dialect<Nyuzi>;
