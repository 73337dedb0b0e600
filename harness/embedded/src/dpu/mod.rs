//! DPU: its ABI according to its document, read independently of the oracle.

mod arguments;
mod data;
mod emit;
mod faults;
mod readings;
mod registers;

use crosscall_model::Target;

use crate::dialect::Document;
use crate::fault::Fault;
use crate::readings::Choice;

/// DPU's document: the page on the ABI in the vendor's manual.
pub(crate) struct Dpu;

impl Document for Dpu {
    const TARGET: Target = Target::Dpu;
    const CHOICES: &'static [Choice] = readings::CHOICES;
    const TOOLCHAIN: &'static [(&'static str, u8)] = readings::TOOLCHAIN;
    const FAULTS: &'static [Fault] = faults::FAULTS;
}

/// The document under one dialect.
type Dialect = crate::dialect::Dialect<Dpu>;
