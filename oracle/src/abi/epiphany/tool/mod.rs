//! The Epiphany's assembler and linker.
//!
//! The document speaks of neither. Encodings are those of the Epiphany Architecture Reference, names and numbers of
//! relocations those of `include/elf/epiphany.h` in GNU binutils; what neither of them says is asked.

use super::Epiphany;
use crate::abi::rules::Rules;
use crate::abi::tool::{Beyond, MinusZero, Rest, Tools};
use crosscall_clauses::epiphany::{
    AssemblerBranchOverflow, AssemblerDataOverflow, AssemblerImmediateOverflow, AssemblerOddBranch,
    EncodingSize, HalfMoveOverflow, LargeSymbolConstant, LinkerBranchOverflow, LinkerDataOverflow,
    LinkerImmediateOverflow, LinkerOddBranch, LoadedBase, MinusZeroDisplacement, OddPair, OldFieldContents,
    RelativeDataBase, SignedFieldOverflow, SymbolConstant, UnreachableBranch,
};
use crosscall_model::tool::table::{Excess, Table};

/// The table of `table.toml`.
mod table {
    include!(concat!(env!("OUT_DIR"), "/epiphany_tool.rs"));
}

impl Tools for Epiphany {
    fn table(&self) -> &'static Table {
        &table::TABLE
    }

    fn beyond_in_link(&self, excess: Excess, rules: &mut Rules<'_>) -> Beyond {
        match excess {
            Excess::None => Beyond::LowBits,
            Excess::Data => match rules.ask() {
                LinkerDataOverflow::Refused => Beyond::Refused, // EPIPHANY-S18.R3
                LinkerDataOverflow::RefusedBeyondOneBit => Beyond::RefusedFarther, // EPIPHANY-S18.R5
                LinkerDataOverflow::LowBitsStored => Beyond::LowBits, // EPIPHANY-S18.R4
            },
            // EPIPHANY-S18.R6
            Excess::Branch | Excess::Reach => Beyond::refused_if(rules.is(LinkerBranchOverflow::Refused)),
            // EPIPHANY-S18.R8
            Excess::Immediate | Excess::Half | Excess::Signed => {
                Beyond::refused_if(rules.is(LinkerImmediateOverflow::Refused))
            }
        }
    }

    fn beyond_in_text(&self, excess: Excess, rules: &mut Rules<'_>) -> Beyond {
        match excess {
            Excess::None => Beyond::LowBits,
            Excess::Data => match rules.ask() {
                AssemblerDataOverflow::Refused => Beyond::Refused, // EPIPHANY-S26.R3
                AssemblerDataOverflow::RefusedBeyondOneBit => Beyond::RefusedFarther, // EPIPHANY-S26.R24
                AssemblerDataOverflow::LowBitsStored => Beyond::LowBits, // EPIPHANY-S26.R4
            },
            // EPIPHANY-S26.R5
            Excess::Branch => Beyond::refused_if(rules.is(AssemblerBranchOverflow::Refused)),
            // EPIPHANY-S26.R25
            Excess::Reach => Beyond::refused_if(rules.is(UnreachableBranch::Refused)),
            // EPIPHANY-S26.R27
            Excess::Half => Beyond::refused_if(rules.is(HalfMoveOverflow::Refused)),
            // EPIPHANY-S26.R1
            Excess::Immediate => Beyond::refused_if(rules.is(AssemblerImmediateOverflow::Refused)),
            // EPIPHANY-S26.R17
            Excess::Signed => Beyond::refused_if(rules.is(SignedFieldOverflow::Refused)),
        }
    }

    fn rest_in_link(&self, rules: &mut Rules<'_>) -> Rest {
        Rest::refused_if(rules.is(LinkerOddBranch::Refused)) // EPIPHANY-S18.R10
    }

    fn rest_in_text(&self, rules: &mut Rules<'_>) -> Rest {
        Rest::refused_if(rules.is(AssemblerOddBranch::Refused)) // EPIPHANY-S26.R7
    }

    fn adds_contents(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(OldFieldContents::Added) // EPIPHANY-S18.R15
    }

    fn counts_from_section(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(RelativeDataBase::SectionStart) // EPIPHANY-S18.R13
    }

    fn takes_shortest(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(EncodingSize::Shortest) // EPIPHANY-S26.R9
    }

    fn writes_constant(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(SymbolConstant::InFieldToo) // EPIPHANY-S26.R20
    }

    fn refuses_constant(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(LargeSymbolConstant::Refused) // EPIPHANY-S26.R23
    }

    fn minus_zero(&self, rules: &mut Rules<'_>) -> MinusZero {
        match rules.ask() {
            MinusZeroDisplacement::Subtracted => MinusZero::Minus, // EPIPHANY-S26.R12
            MinusZeroDisplacement::ZeroWithSubtractBit => MinusZero::MinusIfLong, // EPIPHANY-S26.R21
            MinusZeroDisplacement::Zero => MinusZero::Zero,        // EPIPHANY-S26.R11
        }
    }

    fn refuses_odd_pair(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(OddPair::Refused) // EPIPHANY-S26.R13
    }

    fn refuses_loaded_base(&self, rules: &mut Rules<'_>) -> bool {
        rules.is(LoadedBase::Refused) // EPIPHANY-S26.R15
    }
}
