//! Statements: some of each format and of each kind of operand, with the encodings of the vendor's LLVM and what its tests
//! have accepted and refused.

mod control;
mod data;
mod float;
mod integer;
mod memory;
mod named;
mod refused;

use super::fields;
use crate::abi::tool::lists::{joined, total};
use crosscall_model::plan::ClauseId;
use crosscall_model::tool::table::{Excess, Field, Form, Left, Rule, Statement};

/// Operands with their fields.
type Operands = &'static [(char, Field)];

const ENCODINGS: &str = "ColossusInstrInfo*Generated.td, ColossusInstrInfo.td and AsmParser/ColossusAsmParser.cpp of the Colossus LLVM";
const TESTS: &str = "llvm/test/MC/Colossus and AsmParser/ColossusAsmParser.cpp of the Colossus LLVM";

/// All rows.
pub(super) static STATEMENTS: &[Statement] = &ALL;

static ALL: [Statement; total(LISTS)] = joined(LISTS);

const LISTS: &[&[Statement]] =
    &[named::ROWS, integer::ROWS, control::ROWS, memory::ROWS, float::ROWS, data::ROWS, refused::ROWS];

/// One instruction.
const fn word(base: u64, operands: Operands) -> Form {
    Form { bytes: 4, base: base as u128, operands, same: None }
}

/// Two of them.
const fn words(first: u64, second: u64, operands: Operands) -> Form {
    Form { bytes: 8, base: (first | second << 32) as u128, operands, same: None }
}

/// Two that are executed together.
const fn bundle(main: u64, aux: u64, operands: Operands) -> Form {
    const BUNDLED: u64 = 1 << 31;
    words(BUNDLED | main, BUNDLED | aux, operands)
}

/// A statement whose numbers have to fit their fields.
const fn row(syntax: &'static str, forms: &'static [Form]) -> Statement {
    Statement::new(syntax, forms, Excess::Immediate, ENCODINGS)
}

/// One that a clause speaks of.
const fn of(clauses: &'static [ClauseId], statement: Statement) -> Statement {
    Statement { clauses, ..statement }
}

/// A statement with a symbol, which leaves this relocation.
const fn symbolic(syntax: &'static str, forms: &'static [Form], relocation: u32) -> Statement {
    Statement { relocation: Some(Left::first(relocation)), ..row(syntax, forms) }
}

/// A statement that is refused.
const fn refused(syntax: &'static str, rules: &'static [Rule]) -> Statement {
    Statement { rules, source: TESTS, ..row(syntax, &[]) }
}
