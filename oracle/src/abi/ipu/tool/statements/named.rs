//! Registers that the document calls by name: the first rows, for others would take the names as well
//! (llvm/test/MC/Colossus/assemble_register_alias.s).

use super::fields::{AT4, AT12, AT16};
use super::{of, row, word};
use crosscall_clauses::ipu::clause;
use crosscall_model::tool::table::Statement;

#[rustfmt::skip]
pub(super) const ROWS: &[Statement] = &[
    of(&[clause::REG_10], row("or ${d},$sp,${b}", &[word(0x44b0_0301, &[('d', AT4), ('b', AT12)])])),
    of(&[clause::REG_09], row("or ${d},$lr,${b}", &[word(0x44a0_0301, &[('d', AT4), ('b', AT12)])])),
    of(&[clause::REG_01], row("or ${d},$mvertex_base,${b}", &[word(0x44d0_0301, &[('d', AT4), ('b', AT12)])])),
    of(&[clause::REG_02], row("or ${d},$mworker_base,${b}", &[word(0x44c0_0301, &[('d', AT4), ('b', AT12)])])),
    of(&[clause::REG_01], row("ld32 ${d},$mvertex_base,$mzero,0", &[word(0x01d0_f000, &[('d', AT16)])])),
    of(&[clause::CALL_05], row("br $lr", &[word(0x43a0_0000, &[])])),
];
