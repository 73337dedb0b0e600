//! The Nyuzi's assembler and linker.
//!
//! The document has a table of relocations and the number of the machine; encodings and the spelling of statements are
//! those of LLVM for the Nyuzi, which is the only assembler. What the table can mean in more than one way, and what
//! nothing says, is asked.

use super::Nyuzi;
use crate::abi::rules::Rules;
use crate::abi::tool::{Beyond, Rest, Tools};
use crosscall_clauses::nyuzi::{
    AssemblerBranchOverflow, AssemblerDataOverflow, AssemblerImmediateOverflow, AssemblerOddBranch,
    BranchBase, BranchUnit, LinkerBranchOverflow, LinkerOddBranch, LowerAddressField, RelocationZero,
    UpperAddressBits, clause,
};
use crosscall_model::tool::table::{Excess, Field, Formula, Relocation, Table};
use table::{FAR_BYTES, HI19_STRAIGHT, LO13_SIGNED, NEAR_BYTES};

/// The table of `table.toml`.
mod table {
    include!(concat!(env!("OUT_DIR"), "/nyuzi_tool.rs"));
}

impl Tools for Nyuzi {
    fn table(&self) -> &'static Table {
        &table::TABLE
    }

    fn as_read(&self, row: &Relocation, rules: &mut Rules<'_>) -> Relocation {
        match row.clause {
            clause::OBJ_02 => branch(row, NEAR_BYTES, rules),
            clause::OBJ_03 => branch(row, FAR_BYTES, rules),
            clause::OBJ_04 if rules.is(UpperAddressBits::OfTheInstruction) => {
                Relocation { field: HI19_STRAIGHT, ..*row }
            } // NYUZI-OBJ-04.R2
            clause::OBJ_05 if rules.is(LowerAddressField::FourteenBits) => {
                Relocation { field: LO13_SIGNED, ..*row }
            } // NYUZI-OBJ-05.R2
            _ => *row,
        }
    }

    fn beyond_in_link(&self, excess: Excess, rules: &mut Rules<'_>) -> Beyond {
        match excess {
            // The document's table has no other field that a value could be too large for.
            Excess::Branch => Beyond::refused_if(rules.is(LinkerBranchOverflow::Refused)), // NYUZI-S23.R3
            _ => Beyond::LowBits,
        }
    }

    fn beyond_in_text(&self, excess: Excess, rules: &mut Rules<'_>) -> Beyond {
        match excess {
            Excess::None => Beyond::LowBits,
            Excess::Data => match rules.ask() {
                AssemblerDataOverflow::Refused => Beyond::Refused, // NYUZI-S27.R3
                AssemblerDataOverflow::RefusedBeyondOneBit => Beyond::RefusedFarther, // NYUZI-S27.R10
                AssemblerDataOverflow::LowBitsStored => Beyond::LowBits, // NYUZI-S27.R4
            },
            // NYUZI-S27.R5
            Excess::Branch | Excess::Reach => Beyond::refused_if(rules.is(AssemblerBranchOverflow::Refused)),
            // NYUZI-S27.R1
            Excess::Immediate | Excess::Half | Excess::Signed => {
                Beyond::refused_if(rules.is(AssemblerImmediateOverflow::Refused))
            }
        }
    }

    fn rest_in_link(&self, rules: &mut Rules<'_>) -> Rest {
        match rules.ask() {
            LinkerOddBranch::Refused => Rest::Refused,           // NYUZI-S23.R5
            LinkerOddBranch::Divided => Rest::Divided,           // NYUZI-S23.R9
            LinkerOddBranch::LowestBitsDropped => Rest::Dropped, // NYUZI-S23.R6
        }
    }

    fn rest_in_text(&self, rules: &mut Rules<'_>) -> Rest {
        match rules.ask() {
            AssemblerOddBranch::Refused => Rest::Refused, // NYUZI-S27.R7
            AssemblerOddBranch::Divided => Rest::Divided, // NYUZI-S27.R9
            AssemblerOddBranch::LowestBitsDropped => Rest::Dropped, // NYUZI-S27.R8
        }
    }

    fn knows(&self, row: &Relocation, rules: &mut Rules<'_>) -> bool {
        row.formula != Formula::Nothing || rules.is(RelocationZero::NoChange) // NYUZI-S23.R7
    }
}

/// A branch, with the unit of its distance and the place from where it is counted.
fn branch(row: &Relocation, in_bytes: Field, rules: &mut Rules<'_>) -> Relocation {
    let mut row = *row;
    if rules.is(BranchUnit::Bytes) {
        row.field = in_bytes; // NYUZI-OBJ-02.R2
    }
    if rules.is(BranchBase::NextInstruction) {
        row.formula = Formula::FromNext; // NYUZI-OBJ-02.R4
    }
    row
}
