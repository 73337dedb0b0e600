//! The Epiphany's assembler and linker.
//!
//! The document speaks of neither. Encodings are those of the Epiphany Architecture Reference, names and numbers of
//! relocations those of `include/elf/epiphany.h` in GNU binutils; what neither of them says is asked.

mod fields;
mod registers;
mod relocations;
mod statements;

use super::{Epiphany, questions as q};
use crate::abi::rules::Rules;
use crate::abi::tool::{Beyond, MinusZero, Rest, Tools};
use crate::choose::R;
use crosscall_model::tool::table::{Excess, Table};

static TABLE: Table = Table {
    machine: (0x1223, q::S18),
    flags: (0, q::S18),
    address_bits: 32,
    linker_places: false,
    objects: q::S18,
    language: q::S26,
    registers: registers::FILES,
    any_case: true,
    specials: registers::SPECIAL,
    statements: statements::STATEMENTS,
    relocations: relocations::RELOCATIONS,
};

impl Tools for Epiphany {
    fn table(&self) -> &'static Table {
        &TABLE
    }

    fn beyond_in_link(&self, excess: Excess, rules: &mut Rules<'_, '_>) -> Beyond {
        match excess {
            Excess::None => Beyond::LowBits,
            Excess::Data => match rules.ask(q::LINK_DATA) {
                R(3) => Beyond::Refused,        // EPIPHANY-S18.R3
                R(5) => Beyond::RefusedFarther, // EPIPHANY-S18.R5
                _ => Beyond::LowBits,           // EPIPHANY-S18.R4
            },
            // EPIPHANY-S18.R6
            Excess::Branch | Excess::Reach => Beyond::refused_if(rules.ask(q::LINK_BRANCH) == R(6)),
            // EPIPHANY-S18.R8
            Excess::Immediate | Excess::Half | Excess::Signed => {
                Beyond::refused_if(rules.ask(q::LINK_IMMEDIATE) == R(8))
            }
        }
    }

    fn beyond_in_text(&self, excess: Excess, rules: &mut Rules<'_, '_>) -> Beyond {
        match excess {
            Excess::None => Beyond::LowBits,
            Excess::Data => match rules.ask(q::TEXT_DATA) {
                R(3) => Beyond::Refused,         // EPIPHANY-S26.R3
                R(24) => Beyond::RefusedFarther, // EPIPHANY-S26.R24
                _ => Beyond::LowBits,            // EPIPHANY-S26.R4
            },
            // EPIPHANY-S26.R5
            Excess::Branch => Beyond::refused_if(rules.ask(q::TEXT_BRANCH) == R(5)),
            // EPIPHANY-S26.R25
            Excess::Reach => Beyond::refused_if(rules.ask(q::TEXT_REACH) == R(25)),
            // EPIPHANY-S26.R27
            Excess::Half => Beyond::refused_if(rules.ask(q::TEXT_HALF) == R(27)),
            // EPIPHANY-S26.R1
            Excess::Immediate => Beyond::refused_if(rules.ask(q::TEXT_IMMEDIATE) == R(1)),
            // EPIPHANY-S26.R17
            Excess::Signed => Beyond::refused_if(rules.ask(q::TEXT_SIGNED) == R(17)),
        }
    }

    fn rest_in_link(&self, rules: &mut Rules<'_, '_>) -> Rest {
        Rest::refused_if(rules.ask(q::LINK_ODD) == R(10)) // EPIPHANY-S18.R10
    }

    fn rest_in_text(&self, rules: &mut Rules<'_, '_>) -> Rest {
        Rest::refused_if(rules.ask(q::TEXT_ODD) == R(7)) // EPIPHANY-S26.R7
    }

    fn adds_contents(&self, rules: &mut Rules<'_, '_>) -> bool {
        rules.ask(q::LINK_CONTENTS) == R(15) // EPIPHANY-S18.R15
    }

    fn counts_from_section(&self, rules: &mut Rules<'_, '_>) -> bool {
        rules.ask(q::LINK_PLACE) == R(13) // EPIPHANY-S18.R13
    }

    fn takes_shortest(&self, rules: &mut Rules<'_, '_>) -> bool {
        rules.ask(q::TEXT_SIZE) == R(9) // EPIPHANY-S26.R9
    }

    fn writes_constant(&self, rules: &mut Rules<'_, '_>) -> bool {
        rules.ask(q::TEXT_FIELD) == R(20) // EPIPHANY-S26.R20
    }

    fn refuses_constant(&self, rules: &mut Rules<'_, '_>) -> bool {
        rules.ask(q::TEXT_CONSTANT) == R(23) // EPIPHANY-S26.R23
    }

    fn minus_zero(&self, rules: &mut Rules<'_, '_>) -> MinusZero {
        match rules.ask(q::TEXT_ZERO) {
            R(12) => MinusZero::Minus,       // EPIPHANY-S26.R12
            R(21) => MinusZero::MinusIfLong, // EPIPHANY-S26.R21
            _ => MinusZero::Zero,            // EPIPHANY-S26.R11
        }
    }

    fn refuses_odd_pair(&self, rules: &mut Rules<'_, '_>) -> bool {
        rules.ask(q::TEXT_PAIR) == R(13) // EPIPHANY-S26.R13
    }

    fn refuses_loaded_base(&self, rules: &mut Rules<'_, '_>) -> bool {
        rules.ask(q::TEXT_UPDATE) == R(15) // EPIPHANY-S26.R15
    }
}
