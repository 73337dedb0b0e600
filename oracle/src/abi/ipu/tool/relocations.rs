//! Relocations: the document has none. Numbers, fields and checks are those of the vendor's linker, which takes the sum of
//! symbol and addend as a number of 32 bits with a sign and stores no negative one.

use super::fields::{
    BYTES20, BYTES21, DATA8, DATA16, DATA32, DOUBLE, OF8, OF16, OF32, RUN_WORDS, WORDS16, WORDS18, WORDS19,
};
use crate::abi::tool::fields::WORD;
use crosscall_clauses::ipu::clause;
use crosscall_model::tool::table::{Excess, Field, Formula, Relocation};

const SOURCE: &str =
    "ColossusRelocs.h and ELFRelocs/Colossus.def of the Colossus LLVM, used by lld/ELF/Arch/Colossus.cpp";

/// The first address of a tile's memory on ipu2: `TMEM_REGION0_BASE_ADDR` of `ipuArchInfo.cpp`.
const MEMORY: u64 = 0x4_c000;

/// Addresses that are counted from there.
const IN_MEMORY: Formula = Formula::FromBase(MEMORY);

const fn row(
    (number, name): (u32, &'static str),
    formula: Formula,
    (bytes, field): (usize, Field),
    excess: Excess,
) -> Relocation {
    let align = if bytes == 4 { 4 } else { 1 };
    let (clause, shift) = (clause::S24, 0);
    Relocation { number, name, clause, formula, shift, bytes, field, excess, align, source: SOURCE }
}

#[rustfmt::skip]
pub(super) const RELOCATIONS: &[Relocation] = &[
    row((0, "R_COLOSSUS_NONE"), Formula::Nothing, (0, WORD), Excess::None),
    row((1, "R_COLOSSUS_8"), Formula::Value, (1, DATA8), Excess::Data),
    row((2, "R_COLOSSUS_16"), Formula::Value, (2, DATA16), Excess::Data),
    row((3, "R_COLOSSUS_20"), Formula::Value, (4, BYTES20), Excess::Immediate),
    row((4, "R_COLOSSUS_32"), Formula::Value, (4, DATA32), Excess::Data),
    row((5, "R_COLOSSUS_64"), Formula::Value, (8, DOUBLE), Excess::None),
    row((6, "R_COLOSSUS_RELATIVE_16_S2"), IN_MEMORY, (2, WORDS16), Excess::Data),
    row((7, "R_COLOSSUS_18_S2"), Formula::Value, (4, WORDS18), Excess::Data),
    row((8, "R_COLOSSUS_19_S2"), Formula::Value, (4, WORDS19), Excess::Branch),
    row((9, "R_COLOSSUS_RUN"), IN_MEMORY, (4, RUN_WORDS), Excess::Immediate),
    row((14, "R_COLOSSUS_16_S3"), Formula::Value, (2, OF8), Excess::Data),
    row((15, "R_COLOSSUS_16_S4"), Formula::Value, (2, OF16), Excess::Data),
    row((16, "R_COLOSSUS_16_S5"), Formula::Value, (2, OF32), Excess::Data),
    row((17, "R_COLOSSUS_21"), Formula::Value, (4, BYTES21), Excess::Data),
];
