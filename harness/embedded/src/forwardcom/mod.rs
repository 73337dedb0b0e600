//! ForwardCom: its ABI according to its document, read independently of the oracle.

mod arguments;
mod classes;
mod data;
pub(crate) mod emit;
mod faults;
mod readings;
mod registers;
mod results;
mod tuples;
mod value;

use crosscall_model::Target;

use crate::dialect::Document;
use crate::fault::Fault;
use crate::readings::Choice;
use crate::value::Lowering;

/// ForwardCom's document: its manual.
pub(crate) struct ForwardCom;

impl Document for ForwardCom {
    const TARGET: Target = Target::ForwardCom;
    const CHOICES: &'static [Choice] = readings::CHOICES;
    /// ARG-03, ARG-33, RET-02, RET-03
    const OTHER_LANGUAGES: bool = true;
    const FAULTS: &'static [Fault] = faults::FAULTS;
    const EXPRESSIONS: Option<&'static Lowering> = Some(&value::FORWARDCOM);
}

/// The document under one dialect.
type Dialect = crate::dialect::Dialect<ForwardCom>;
