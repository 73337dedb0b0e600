//! The Nyuzi's assembler and linker.
//!
//! The document has a table of relocations and the number of the machine; encodings and the spelling of statements are
//! those of LLVM for the Nyuzi, which is the only assembler. What the table can mean in more than one way, and what
//! nothing says, is asked.

mod fields;
mod registers;
mod relocations;
mod statements;

use super::{Nyuzi, questions as q};
use crate::abi::rules::Rules;
use crate::abi::tool::{Beyond, Rest, Tools};
use crate::choose::R;
use crosscall_model::tool::table::{Excess, Field, Formula, Relocation, Table};
use fields::{FAR_BYTES, HI19_STRAIGHT, LO13_SIGNED, NEAR_BYTES};

static TABLE: Table = Table {
    machine: (9999, q::OBJ_07),
    flags: (0, q::S23),
    address_bits: 32,
    linker_places: false,
    objects: q::S23,
    language: q::S27,
    registers: registers::FILES,
    any_case: false,
    specials: &[],
    statements: statements::STATEMENTS,
    relocations: relocations::RELOCATIONS,
};

impl Tools for Nyuzi {
    fn table(&self) -> &'static Table {
        &TABLE
    }

    fn as_read(&self, row: &Relocation, rules: &mut Rules<'_, '_>) -> Relocation {
        match row.clause {
            q::OBJ_02 => branch(row, NEAR_BYTES, rules),
            q::OBJ_03 => branch(row, FAR_BYTES, rules),
            q::OBJ_04 if rules.ask(q::HIGH_BITS) == R(2) => Relocation { field: HI19_STRAIGHT, ..*row }, // NYUZI-OBJ-04.R2
            q::OBJ_05 if rules.ask(q::LOW_BITS) == R(2) => Relocation { field: LO13_SIGNED, ..*row }, // NYUZI-OBJ-05.R2
            _ => *row,
        }
    }

    fn beyond_in_link(&self, excess: Excess, rules: &mut Rules<'_, '_>) -> Beyond {
        match excess {
            // The document's table has no other field that a value could be too large for.
            Excess::Branch => Beyond::refused_if(rules.ask(q::LINK_BRANCH) == R(3)), // NYUZI-S23.R3
            _ => Beyond::LowBits,
        }
    }

    fn beyond_in_text(&self, excess: Excess, rules: &mut Rules<'_, '_>) -> Beyond {
        match excess {
            Excess::None => Beyond::LowBits,
            Excess::Data => match rules.ask(q::TEXT_DATA) {
                R(3) => Beyond::Refused,         // NYUZI-S27.R3
                R(10) => Beyond::RefusedFarther, // NYUZI-S27.R10
                _ => Beyond::LowBits,            // NYUZI-S27.R4
            },
            // NYUZI-S27.R5
            Excess::Branch | Excess::Reach => Beyond::refused_if(rules.ask(q::TEXT_BRANCH) == R(5)),
            // NYUZI-S27.R1
            Excess::Immediate | Excess::Half | Excess::Signed => {
                Beyond::refused_if(rules.ask(q::TEXT_IMMEDIATE) == R(1))
            }
        }
    }

    fn rest_in_link(&self, rules: &mut Rules<'_, '_>) -> Rest {
        match rules.ask(q::LINK_ODD) {
            R(5) => Rest::Refused, // NYUZI-S23.R5
            R(9) => Rest::Divided, // NYUZI-S23.R9
            _ => Rest::Dropped,    // NYUZI-S23.R6
        }
    }

    fn rest_in_text(&self, rules: &mut Rules<'_, '_>) -> Rest {
        match rules.ask(q::TEXT_ODD) {
            R(7) => Rest::Refused, // NYUZI-S27.R7
            R(9) => Rest::Divided, // NYUZI-S27.R9
            _ => Rest::Dropped,    // NYUZI-S27.R8
        }
    }

    fn knows(&self, row: &Relocation, rules: &mut Rules<'_, '_>) -> bool {
        row.formula != Formula::Nothing || rules.ask(q::LINK_NONE) == R(7) // NYUZI-S23.R7
    }
}

/// A branch, with the unit of its distance and the place from where it is counted.
fn branch(row: &Relocation, in_bytes: Field, rules: &mut Rules<'_, '_>) -> Relocation {
    let mut row = *row;
    if rules.ask(q::BRANCH_UNIT) == R(2) {
        row.field = in_bytes; // NYUZI-OBJ-02.R2
    }
    if rules.ask(q::BRANCH_BASE) == R(4) {
        row.formula = Formula::FromNext; // NYUZI-OBJ-02.R4
    }
    row
}
