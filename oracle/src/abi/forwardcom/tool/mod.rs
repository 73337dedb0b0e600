//! ForwardCom's assembler and linker.
//!
//! The document says that names of C get an underscore and what a linker does about registers; encodings are the
//! manual's, and relocations, the choice among forms and what is refused the vendor's. What neither says is asked.

use super::ForwardCom;
use crate::abi::rules::Rules;
use crate::abi::tool::{Answer, Beyond, Tools};
use crosscall_clauses::forwardcom::{
    AssemblerDataOverflow, AssemblerOffsetOverflow, RegisterUseDiscrepancy, clause,
};
use crosscall_model::plan::ClauseId;
use crosscall_model::tool::table::{Excess, Relocation, Table};

/// The table of `table.toml`.
mod table {
    include!(concat!(env!("OUT_DIR"), "/forwardcom_tool.rs"));
}

/// r0 to r15, or v0 to v15.
const METHOD_1: u32 = 0xffff;

impl Tools for ForwardCom {
    fn table(&self) -> &'static Table {
        &table::TABLE
    }

    fn beyond_in_text(&self, excess: Excess, rules: &mut Rules<'_>) -> Beyond {
        match excess {
            Excess::None => Beyond::LowBits,
            Excess::Data => Beyond::refused_if(rules.is(AssemblerDataOverflow::Refused)), // FORWARDCOM-S27.R1
            // FORWARDCOM-S27.R3
            Excess::Signed if !rules.is(AssemblerOffsetOverflow::Refused) => Beyond::Wraps,
            _ => Beyond::Refused,
        }
    }

    fn beside_weak(&self) -> (Answer, Vec<ClauseId>) {
        (Answer::Linked, vec![clause::LANG_16])
    }

    /// Calling it has no effect, and it returns zero.
    fn weak_function(&self) -> (Vec<ClauseId>, &'static str) {
        (vec![clause::S22], "the manual, on weak symbols (Programming manual) and plugins (Binary tools)")
    }

    /// Without an explicit expectation the first method is assumed (FORWARDCOM-REG-09), and a function
    /// that goes beyond it is a discrepancy like any other.
    fn caller_expects(
        &self,
        changes: [u32; 2],
        expects: Option<[u32; 2]>,
        rules: &mut Rules<'_>,
    ) -> (Answer, Vec<ClauseId>) {
        let allowed = expects.unwrap_or([METHOD_1; 2]);
        let goes_beyond = changes.iter().zip(allowed).any(|(changed, allowed)| changed & !allowed != 0);
        let of_expectation = if expects.is_some() { clause::OBJ_06 } else { clause::REG_09 };
        if !goes_beyond {
            return (Answer::Linked, vec![of_expectation, clause::OBJ_07]);
        }
        let answer = match rules.ask() {
            RegisterUseDiscrepancy::Error => Answer::Refused,
            RegisterUseDiscrepancy::Warning => Answer::Warned,
        };
        (answer, vec![clause::OBJ_07, of_expectation])
    }

    /// The vendor's linker puts code of its own there.
    fn weak_is_zero(&self, _: &Relocation) -> bool {
        false
    }
}
