//! Relocations. Names and numbers are those of `include/elf/epiphany.h` in GNU binutils, whose comments in
//! `bfd/elf32-epiphany.c` say what each is for; fields are those of the Epiphany Architecture Reference.

use super::fields::{FAR, IMM8, IMM11, LOW_HALF, NEAR, SIMM11};
use crate::abi::tool::fields::{BYTE, HALF, WORD};
use crosscall_clauses::epiphany::clause;
use crosscall_model::tool::table::{Excess, Field, Formula, Relocation};

const SOURCE: &str = "include/elf/epiphany.h and the table in bfd/elf32-epiphany.c of GNU binutils; fields: \
                      Epiphany Architecture Reference, instruction encodings";

const fn row(
    number: u32,
    name: &'static str,
    formula: Formula,
    shift: u32,
    (bytes, field, align): (usize, Field, u64),
    excess: Excess,
) -> Relocation {
    let clause = clause::S18;
    Relocation { number, name, clause, formula, shift, bytes, field, excess, align, source: SOURCE }
}

use Excess::{Branch, Data, Immediate, None};
use Formula::{FromPlace, FromPlaceOrSection, Nothing, Value};

#[rustfmt::skip]
pub(super) const RELOCATIONS: &[Relocation] = &[
    row(0,  "R_EPIPHANY_NONE",     Nothing,            0,  (0, WORD, 1),     None),
    row(1,  "R_EPIPHANY_8",        Value,              0,  (1, BYTE, 1),     Data),
    row(2,  "R_EPIPHANY_16",       Value,              0,  (2, HALF, 1),     Data),
    row(3,  "R_EPIPHANY_32",       Value,              0,  (4, WORD, 1),     None),
    row(4,  "R_EPIPHANY_8_PCREL",  FromPlaceOrSection, 0,  (1, BYTE, 1),     Data),
    row(5,  "R_EPIPHANY_16_PCREL", FromPlaceOrSection, 0,  (2, HALF, 1),     Data),
    row(6,  "R_EPIPHANY_32_PCREL", FromPlaceOrSection, 0,  (4, WORD, 1),     None),
    row(7,  "R_EPIPHANY_SIMM8",    FromPlace,          0,  (2, NEAR, 2),     Branch),
    row(8,  "R_EPIPHANY_SIMM24",   FromPlace,          0,  (4, FAR, 2),      Branch),
    row(9,  "R_EPIPHANY_HIGH",     Value,              16, (4, LOW_HALF, 2), None),
    row(10, "R_EPIPHANY_LOW",      Value,              0,  (4, LOW_HALF, 2), None),
    row(11, "R_EPIPHANY_SIMM11",   Value,              0,  (4, SIMM11, 2),   Immediate),
    row(12, "R_EPIPHANY_IMM11",    Value,              0,  (4, IMM11, 2),    Immediate),
    row(13, "R_EPIPHANY_IMM8",     Value,              0,  (2, IMM8, 2),     Immediate),
];
