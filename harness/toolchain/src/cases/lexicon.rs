//! The operations of a target, with the widths that their operands have.

use super::type_widths;
use crosscall_generator::Widths;
use crosscall_model::Target;
use crosscall_model::expression::{Operation, ValueCase};
use crosscall_oracle::abi;
use std::sync::OnceLock;

/// Operations and widths that the cases of a target are made of.
#[derive(Debug)]
pub struct Lexicon {
    /// Operations.
    pub table: Vec<&'static Operation>,
    /// Widths of scalars under the document's plainest reading.
    pub widths: Widths,
}

impl Lexicon {
    /// The operation of a case.
    pub fn find(&self, case: &ValueCase) -> Option<&'static Operation> {
        Operation::find(&self.table, &case.operation)
    }

    /// Bytes of what a case stores; none for an operation that is not there.
    pub fn result_bytes(&self, case: &ValueCase) -> usize {
        self.find(case).map_or(0, |operation| {
            let bits = self.widths.scalar(operation.result.element());
            (operation.result.len() * bits / 8) as usize
        })
    }
}

/// The operations of a target.
pub fn lexicon(target: Target) -> &'static Lexicon {
    static ALL: [OnceLock<Lexicon>; Target::COUNT] = [const { OnceLock::new() }; Target::COUNT];
    let make = || Lexicon { table: abi::value_table(target), widths: type_widths(target) };
    ALL[target.index()].get_or_init(make)
}
