//! Epiphany: its ABI according to its document, read independently of the oracle.

mod arguments;
mod data;
mod emit;
mod faults;
mod readings;
mod registers;
mod results;
mod value;

use crosscall_model::Target;

use crate::dialect::Document;
use crate::fault::Fault;
use crate::readings::Choice;
use crate::value::Lowering;

/// Epiphany's document (`epiphany.txt`).
pub(crate) struct Epiphany;

impl Document for Epiphany {
    const TARGET: Target = Target::Epiphany;
    const CHOICES: &'static [Choice] = readings::CHOICES;
    const TOOLCHAIN: &'static [(&'static str, u8)] = readings::TOOLCHAIN;
    const FAULTS: &'static [Fault] = faults::FAULTS;
    const EXPRESSIONS: Option<&'static Lowering> = Some(&value::EPIPHANY);
}

/// The document under one dialect.
type Dialect = crate::dialect::Dialect<Epiphany>;
