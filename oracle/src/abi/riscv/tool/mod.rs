//! Assemblers and linkers for RISC-V.
//!
//! The document has a table of relocations with their formulae and fields, and the rules for pairs, alignment and relaxation;
//! encodings are those of the unprivileged architecture manual, spellings those of the assembly programmer's manual. Nothing is
//! compared that the document leaves to a tool: which instructions a pseudo-instruction becomes where that is a choice, and
//! what a linker makes shorter. What neither says is asked.

mod fields;
mod programs;
mod registers;
mod relocations;
mod statements;

use super::Riscv;
use crate::abi::rules::Rules;
use crate::abi::tool::{Beyond, Rest, Tools};
use crosscall_clauses::riscv::{
    AssemblerDataOverflow, AssemblerImmediateOverflow, CallRelocation, LinkerDataOverflow,
    LinkerDistanceOverflow, LinkerOddDistance, LinkerOverflow, SubtractedAddend, clause,
};
use crosscall_model::plan::ClauseId;
use crosscall_model::target::riscv::Abi;
use crosscall_model::tool::table::{Excess, Formula, Left, Program, Relocation, Statement, Table};
use relocations::{CALL, CALL_PLT, PCREL_HI20};

/// Flags of a file's header: code at every even address, floats and doubles in registers, the base E, the stronger memory
/// model, 32-bit pointers in 64-bit registers.
const RVC: u32 = 1;
const SINGLE: u32 = 2;
const DOUBLE: u32 = 4;
const FLOAT_ABI: u32 = 6;
const RVE: u32 = 8;
const TSO: u32 = 16;
const RV64ILP32: u32 = 32;

/// Assembler's state for instructions of 32 bits that the linker leaves as they are.
const STATE: &str = "\t.option norelax\n\t.option norvc\n";

const fn table(
    (prologue, flags): (&'static str, (u32, ClauseId)),
    address_bits: u32,
    beside: &'static [u32],
    statements: &'static [Statement],
    (relocations, programs): (&'static [Relocation], &'static [Program]),
) -> Table {
    Table {
        machine: (243, clause::OBJ_04),
        flags,
        address_bits,
        linker_places: false,
        objects: clause::S30,
        language: clause::S27,
        registers: registers::FILES,
        any_case: false,
        lower_case: true,
        prologue,
        state: STATE,
        specials: &[],
        statements,
        relocations,
        hint: Some((statements::RELAX, clause::OBJ_28)),
        reserved: relocations::RESERVED,
        beside,
        programs,
    }
}

/// Relocations and programs by width.
const WIDTH32: (&[Relocation], &[Program]) = (relocations::RELOCATIONS32, programs::PROGRAMS32);
const WIDTH64: (&[Relocation], &[Program]) = (relocations::RELOCATIONS64, programs::PROGRAMS64);

/// Flags beside those of an ABI with some floating-point registers: in turn the same, with the stronger memory model, without
/// compressed instructions, with other registers, of the base E, and with narrow pointers.
macro_rules! beside {
    ($own:expr, $other:expr) => {
        &[$own, $own | TSO, $own & !RVC, $own & !FLOAT_ABI | $other, $own ^ RVE, $own ^ RV64ILP32]
    };
}

/// One for each of [`Abi::ALL`].
#[rustfmt::skip]
static TABLES: [Table; 7] = [
    Table {
        registers: registers::EMBEDDED_FILES,
        ..table(("\t.attribute arch, \"rv32emac\"\n", (RVC | RVE, clause::OBJ_07)), 32, beside!(RVC | RVE, DOUBLE), statements::RV32, WIDTH32)
    },
    table(("\t.attribute arch, \"rv32imac\"\n", (RVC, clause::OBJ_06)), 32, beside!(RVC, SINGLE), statements::RV32, WIDTH32),
    table(("\t.attribute arch, \"rv32imafc\"\n", (RVC | SINGLE, clause::OBJ_06)), 32, beside!(RVC | SINGLE, DOUBLE), statements::RV32F, WIDTH32),
    table(("\t.attribute arch, \"rv32imafdc\"\n", (RVC | DOUBLE, clause::OBJ_06)), 32, beside!(RVC | DOUBLE, SINGLE), statements::RV32D, WIDTH32),
    table(("\t.attribute arch, \"rv64imac\"\n", (RVC, clause::OBJ_06)), 64, beside!(RVC, DOUBLE), statements::RV64, WIDTH64),
    table(("\t.attribute arch, \"rv64imafc\"\n", (RVC | SINGLE, clause::OBJ_06)), 64, beside!(RVC | SINGLE, 0), statements::RV64F, WIDTH64),
    table(("\t.attribute arch, \"rv64imafdc\"\n", (RVC | DOUBLE, clause::OBJ_06)), 64, beside!(RVC | DOUBLE, 0), statements::RV64D, WIDTH64),
];

impl Riscv {
    /// The table of an ABI.
    fn tool_table(abi: Abi) -> &'static Table {
        let [first, ..] = &TABLES;
        TABLES.get(abi as usize).unwrap_or(first)
    }
}

impl Tools for Riscv {
    fn table(&self) -> &'static Table {
        Riscv::tool_table(self.0)
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
