//! Assemblers and linkers for RISC-V.
//!
//! The document has a table of relocations with their formulae and fields, and the rules for pairs, alignment and relaxation;
//! encodings are those of the unprivileged architecture manual, spellings those of the assembly programmer's manual. Nothing is
//! compared that the document leaves to a tool: which instructions a pseudo-instruction becomes where that is a choice, and
//! what a linker makes shorter. What neither says is asked.

use super::Riscv;
use crate::abi::rules::Rules;
use crate::abi::tool::{Beyond, Rest, Tools};
use crosscall_clauses::riscv::{
    AssemblerDataOverflow, AssemblerImmediateOverflow, CallRelocation, LinkerDataOverflow,
    LinkerDistanceOverflow, LinkerOddDistance, LinkerOverflow, SubtractedAddend, clause,
};
use crosscall_model::plan::ClauseId;
use crosscall_model::tool::table::{Excess, Formula, Left, Relocation, Table};

/// The table of `table.toml`.
mod table {
    include!(concat!(env!("OUT_DIR"), "/riscv_tool.rs"));
}

/// Flags of a file's header: code at every even address, floating-point registers of any width, the base E, the stronger
/// memory model, 32-bit pointers in 64-bit registers.
const RVC: u32 = 1;
const FLOAT_ABI: u32 = 6;
const RVE: u32 = 8;
const TSO: u32 = 16;
const RV64ILP32: u32 = 32;

/// Relocations that the rules name.
const CALL: u32 = 18;
const CALL_PLT: u32 = 19;
const PCREL_HI20: u32 = 23;

impl Tools for Riscv {
    fn table(&self) -> &'static Table {
        let [first, ..] = &table::TABLES;
        table::TABLES.get(self.0 as usize).unwrap_or(first)
    }

    fn beyond_in_link(&self, excess: Excess, rules: &mut Rules<'_>) -> Beyond {
        match excess {
            Excess::None => Beyond::LowBits,
            // RISCV-S30.R6
            Excess::Data => Beyond::refused_if(rules.is(LinkerDataOverflow::Refused)),
            // A label is usually half of a difference, and a tool may not know functions of which one.
            Excess::Half => Beyond::Open,
            // RISCV-S30.R8
            Excess::Signed => Beyond::refused_if(rules.is(LinkerDistanceOverflow::Refused)),
            _ => Beyond::refused_if(rules.is(LinkerOverflow::Refused)), // RISCV-S30.R1
        }
    }

    fn beyond_in_text(&self, excess: Excess, rules: &mut Rules<'_>) -> Beyond {
        match excess {
            Excess::Data => match rules.ask() {
                AssemblerDataOverflow::Refused => Beyond::Refused, // RISCV-S27.R3
                AssemblerDataOverflow::RefusedBeyondOneBit => Beyond::RefusedFarther, // RISCV-S27.R4
                AssemblerDataOverflow::LowBitsStored => Beyond::LowBits, // RISCV-S27.R5
            },
            _ => Beyond::refused_if(rules.is(AssemblerImmediateOverflow::Refused)), // RISCV-S27.R1
        }
    }

    fn rest_in_link(&self, rules: &mut Rules<'_>) -> Rest {
        Rest::refused_if(rules.is(LinkerOddDistance::Refused)) // RISCV-S30.R3
    }

    /// The address is 0, and a linker may have to make other instructions to reach it from where the code is ("Medium Any
    /// Code Model").
    fn weak_is_zero(&self, row: &Relocation) -> bool {
        matches!(row.formula, Formula::Value | Formula::Plus(_) | Formula::Minus(_) | Formula::Nothing)
    }

    /// A linker "may raise an error if it cannot adjust the instructions": it may as well make an absolute address of one
    /// that is counted from the code.
    fn may_adjust(&self, row: &Relocation, sum: i64) -> bool {
        matches!(row.number, CALL | CALL_PLT | PCREL_HI20) && (row.field.low..=row.field.high).contains(&sum)
    }

    fn merged(&self, flags: u32) -> Option<(Result<u32, &'static str>, &'static [ClauseId])> {
        let (own, _) = self.table().flags;
        let differs = |mask: u32| (own ^ flags) & mask != 0;
        let refusal = [
            (FLOAT_ABI, "the files are of different floating-point ABIs"),
            (RVE, "one of the files is of the E ABI"),
            (RV64ILP32, "pointers of the files have different widths"),
        ];
        let refused = refusal.into_iter().find(|(mask, _)| differs(*mask)).map(|(_, reason)| reason);
        Some(match refused {
            Some(reason) => (Err(reason), &[clause::OBJ_11]),
            None => (Ok(own | flags & (RVC | TSO)), &[clause::OBJ_12]),
        })
    }

    /// RISCV-OBJ-26.R2
    fn adds_subtracted_addend(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(SubtractedAddend::Added)
    }

    /// Addends stand beside the relocations.
    fn compares_fields(&self) -> bool {
        false
    }

    /// The table has the deprecated number where either may stand.
    fn left_as_read(&self, left: &Left, rules: &mut Rules<'_>) -> u32 {
        match left.number {
            CALL => match rules.ask() {
                CallRelocation::CallPlt => CALL_PLT, // RISCV-OBJ-21.R1
                CallRelocation::Call => CALL,        // RISCV-OBJ-21.R2
            },
            number => number,
        }
    }
}
