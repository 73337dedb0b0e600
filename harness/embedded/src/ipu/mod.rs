//! IPU: its ABI according to its document, read independently of the oracle.

mod arguments;
mod data;
mod emit;
mod faults;
mod free;
mod readings;
mod registers;

use crosscall_model::Target;

use crate::dialect::Document;
use crate::fault::Fault;
use crate::readings::Choice;

/// IPU's document: chapter 14 of the user guide of Poplar.
pub(crate) struct Ipu;

impl Document for Ipu {
    const TARGET: Target = Target::Ipu;
    const CHOICES: &'static [Choice] = readings::CHOICES;
    const TOOLCHAIN: &'static [(&'static str, u8)] = readings::TOOLCHAIN;
    /// 14.2
    const VERTICES: bool = true;
    const FAULTS: &'static [Fault] = faults::FAULTS;
}

/// The document under one dialect.
type Dialect = crate::dialect::Dialect<Ipu>;
