//! The DPU's assembler and linker.
//!
//! The document has tables of relocations, the number of the machine and the offsets of its memories; fields,
//! formulae and encodings are the vendor's. What an address becomes in an instruction, and what nothing says, is
//! asked.

use super::Dpu;
use crate::abi::rules::Rules;
use crate::abi::tool::{Beyond, Rest, Tools};
use crosscall_clauses::dpu::{
    AssemblerDataOverflow, AssemblerImmediateOverflow, CodeAddress, CodePlaceBase, LargeMemoryAddress,
    LinkerOverflow, LockAddress, ReadOnlyDestination, clause,
};
use crosscall_model::tool::table::{Excess, Formula, Relocation, Table};

/// The table of `table.toml`.
mod table {
    include!(concat!(env!("OUT_DIR"), "/dpu_tool.rs"));
}

/// Offsets of the memories.
const LOCKS: u64 = 0xf000_0000;
const CODE: u64 = 0x8000_0000;
const LARGE: u64 = 0x0800_0000;

impl Tools for Dpu {
    fn table(&self) -> &'static Table {
        &table::TABLE
    }

    /// DPU-OBJ-13.R2
    fn as_read(&self, row: &Relocation, rules: &mut Rules<'_>) -> Relocation {
        let relative = row.clause == clause::OBJ_13 && rules.is(CodePlaceBase::OwnAddress);
        if relative { Relocation { formula: Formula::FromPlace, ..*row } } else { *row }
    }

    /// An address without the offset of its memory (DPU-MEM-05 to -08). A distance of less than an instruction
    /// from its beginning counts instructions, as the vendor's linker has it.
    fn seen_by_programs(&self, address: u64, rules: &mut Rules<'_>) -> u64 {
        let address = address & 0xffff_ffff;
        if address & LOCKS == LOCKS {
            return if rules.is(LockAddress::LockNumber) { address & !LOCKS } else { address };
        }
        if address & CODE != 0 {
            let distance = address & !CODE;
            return match rules.ask() {
                CodeAddress::SymbolValue => address,
                CodeAddress::ByteDistance => distance,
                CodeAddress::InstructionNumber => (distance >> 3) + (distance & 7),
            };
        }
        if address & LARGE != 0 {
            return if rules.is(LargeMemoryAddress::WithoutOffset) { address & !LARGE } else { address };
        }
        rules.cite(clause::MEM_05);
        address
    }

    fn beyond_in_link(&self, _: Excess, rules: &mut Rules<'_>) -> Beyond {
        Beyond::refused_if(rules.is(LinkerOverflow::Refused)) // DPU-S26.R4
    }

    fn beyond_in_text(&self, excess: Excess, rules: &mut Rules<'_>) -> Beyond {
        match excess {
            Excess::None => Beyond::LowBits,
            Excess::Data => match rules.ask() {
                AssemblerDataOverflow::Refused => Beyond::Refused, // DPU-S32.R3
                AssemblerDataOverflow::RefusedBeyondOneBit => Beyond::RefusedFarther, // DPU-S32.R5
                AssemblerDataOverflow::LowBitsStored => Beyond::LowBits, // DPU-S32.R4
            },
            _ => Beyond::refused_if(rules.is(AssemblerImmediateOverflow::Refused)), // DPU-S32.R1
        }
    }

    /// No field has a unit.
    fn rest_in_link(&self, _: &mut Rules<'_>) -> Rest {
        Rest::Dropped
    }

    fn rest_in_text(&self, _: &mut Rules<'_>) -> Rest {
        Rest::Dropped
    }

    fn refuses_odd_pair(&self, rules: &mut Rules<'_>) -> bool {
        rules.cite(clause::REG_20);
        true
    }

    fn refuses_read_only(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(ReadOnlyDestination::Refused) // DPU-REG-11.R1
    }
}
