//! Relocations: numbers, names and what they are for from the document's table; fields where it is silent or in doubt
//! from LLVM's linker for the Nyuzi.

use super::fields::{FAR, HI19, LO13, NEAR, OFF15};
use crate::abi::tool::fields::WORD;
use crosscall_clauses::nyuzi::clause;
use crosscall_model::plan::ClauseId;
use crosscall_model::tool::table::{Excess, Field, Formula, Relocation};

const SOURCE: &str =
    "table of relocations in \"Compiler ABI\"; fields: tools/lld/ELF/Arch/Nyuzi.cpp of NyuziToolchain";

const fn row(
    (number, clause): (u32, ClauseId),
    name: &'static str,
    formula: Formula,
    (bytes, field, align): (usize, Field, u64),
    excess: Excess,
) -> Relocation {
    Relocation { number, name, clause, formula, shift: 0, bytes, field, excess, align, source: SOURCE }
}

/// The table of the document begins with 1; that 0 is none is so in every ELF file.
#[rustfmt::skip]
pub(super) const RELOCATIONS: &[Relocation] = &[
    row((0, clause::S23),    "R_NYUZI_NONE",     Formula::Nothing,   (0, WORD, 1),  Excess::None),
    row((1, clause::OBJ_01), "R_NYUZI_ABS32",    Formula::Value,     (4, WORD, 1),  Excess::None),
    row((2, clause::OBJ_02), "R_NYUZI_BRANCH20", Formula::FromPlace, (4, NEAR, 4),  Excess::Branch),
    row((3, clause::OBJ_03), "R_NYUZI_BRANCH25", Formula::FromPlace, (4, FAR, 4),   Excess::Branch),
    row((4, clause::OBJ_04), "R_NYUZI_HI19",     Formula::Value,     (4, HI19, 4),  Excess::None),
    row((5, clause::OBJ_05), "R_NYUZI_IMM_LO13", Formula::Value,     (4, LO13, 4),  Excess::None),
    row((6, clause::OBJ_06), "R_NYUZI_GOT",      Formula::Slot,      (4, OFF15, 4), Excess::None),
];
