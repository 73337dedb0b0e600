//! Data (llvm/test/MC/Colossus/symbol-variants.s, half-immediate.s).

use super::fields::DOUBLE;
use super::{Operands, TESTS, of, symbolic};
use crate::abi::tool::fields::{BYTE, HALF, WORD};
use crosscall_clauses::ipu::clause;
use crosscall_model::tool::table::{Excess, Form, Statement};

const fn of_bytes(bytes: usize, base: u64, operands: Operands) -> Form {
    Form { bytes, base: base as u128, operands, same: None }
}

/// Data, of which a number has to fit with a sign or without.
const fn row(syntax: &'static str, forms: &'static [Form]) -> Statement {
    Statement { excess: Excess::Data, source: TESTS, ..super::row(syntax, forms) }
}

#[rustfmt::skip]
pub(super) const ROWS: &[Statement] = &[
    row(".byte {i}", &[of_bytes(1, 0, &[('i', BYTE)])]),
    row(".short {i}", &[of_bytes(2, 0, &[('i', HALF)])]),
    row(".half {i}", &[of_bytes(2, 0, &[('i', HALF)])]),
    row(".long {i}", &[of_bytes(4, 0, &[('i', WORD)])]),
    row(".quad {i}", &[of_bytes(8, 0, &[('i', DOUBLE)])]),
    of(&[clause::TYPE_09], row(".half 1.0h", &[of_bytes(2, 0x3c00, &[])])),
    of(&[clause::TYPE_09], row(".half -1.0h", &[of_bytes(2, 0xbc00, &[])])),
    of(&[clause::TYPE_09], row(".half 0.333251953125h", &[of_bytes(2, 0x3555, &[])])),
    symbolic(".byte {x}", &[of_bytes(1, 0, &[])], 1),
    symbolic(".short {x}", &[of_bytes(2, 0, &[])], 2),
    symbolic(".half {x}", &[of_bytes(2, 0, &[])], 2),
    symbolic(".long {x}", &[of_bytes(4, 0, &[])], 4),
    symbolic(".quad {x}", &[of_bytes(8, 0, &[])], 5),
    symbolic(".short ({x})@relative@16@s2", &[of_bytes(2, 0, &[])], 6),
    symbolic(".long ({x})@abs18@s2", &[of_bytes(4, 0, &[])], 7),
    symbolic(".long ({x})@abs19@s2", &[of_bytes(4, 0, &[])], 8),
    symbolic(".long ({x})@abs@21", &[of_bytes(4, 0, &[])], 17),
];
