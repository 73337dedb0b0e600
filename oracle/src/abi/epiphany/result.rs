//! Passing of results: EPIPHANY-RET.

use super::Epiphany;
use super::data::machine_type;
use crate::abi::call;
use crate::abi::data::{Data, Scalars, lanes_as_structure};
use crate::abi::passing::Returning;
use crate::abi::rules::Rules;
use crosscall_clauses::epiphany::{
    AtomicExtension, ComplexResult, LargeCompositeResult, NarrowResult, ResultAddressAtReturn, ResultOrder,
    SmallCompositeResult, VectorResult, clause,
};
use crosscall_model::plan::{ClauseId, Extension, Piece, Place, Transfer};
use crosscall_model::target::Register;
use crosscall_model::{Case, Type};

impl Returning for Epiphany {
    fn in_memory(&self, ty: &Type, rules: &mut Rules<'_>) -> bool {
        match ty {
            Type::Record(_) => record_in_memory(ty, rules),
            Type::Complex(part) => match rules.ask() {
                ComplexResult::LikeStructure => {
                    record_in_memory(&Type::structure([(*part).into(), (*part).into()]), rules)
                }
                ComplexResult::ByWords => longer_than(16, ty, rules),
                ComplexResult::PairOrMemory => longer_than(8, ty, rules),
            },
            Type::Vector { element, lanes } => match rules.ask() {
                VectorResult::LikeStructure => record_in_memory(&lanes_as_structure(*element, *lanes), rules),
                VectorResult::FourRegistersOrMemory => longer_than(16, ty, rules),
                VectorResult::PairOrMemory => longer_than(8, ty, rules),
            },
            _ => false,
        }
    }

    fn returned_address(&self, bytes: usize, rules: &mut Rules<'_>) -> Option<Piece> {
        // EPIPHANY-S12: nothing says whether r0 holds the address again at return.
        rules.cite(clause::S12);
        // EPIPHANY-S13: the text sends composites of a double word to memory, too, although r0 and r1 carry double words.
        if (5..=8).contains(&bytes) {
            rules.cite(clause::S13);
        }
        rules.is(ResultAddressAtReturn::InR0).then(|| in_register(0, 0, 4, Extension::Unspecified))
    }

    fn direct(&self, ty: &Type, rest_clauses: &mut Vec<ClauseId>, rules: &mut Rules<'_>) -> Transfer {
        let Some(basic) = Epiphany.basic(ty, rules) else {
            let (whole, _) = rules.citing(|rules| Epiphany.layout(ty, rules));
            let len = u32::try_from(whole.size).unwrap_or(u32::MAX);
            return match len {
                0 => Transfer::Nothing,
                1..=4 => Transfer::Direct(vec![in_register(0, 0, len, Extension::Unspecified)]),
                _ => {
                    rules.cite(if ty.parts().is_some() { clause::REG_03 } else { clause::S13 });
                    Transfer::Direct(words(len))
                }
            };
        };
        let without_row = [clause::S01, clause::S27].contains(&basic.clause);
        let is_bare = call::is_bare_atomic(ty, 4, &basic, AtomicExtension::Unspecified, rules);
        let transfer = match basic.size {
            size if is_bare => Transfer::Direct(vec![in_register(0, 0, size as u32, Extension::Unspecified)]),
            1..4 => {
                rules.cite(clause::RET_01);
                let (rest, cited) = rules
                    .citing(|rules| call::extension(&Epiphany, 4, &basic, NarrowResult::Extended, rules));
                *rest_clauses = cited;
                Transfer::Direct(vec![in_register(0, 0, basic.size as u32, rest)])
            }
            4 => {
                rules.cite(clause::RET_02);
                Transfer::Direct(vec![in_register(0, 0, 4, Extension::Unspecified)])
            }
            _ => {
                rules.cite(clause::RET_03);
                rules.cite(clause::ARG_02);
                let (low, high) = if rules.is(ResultOrder::HighWordInR0) { (1, 0) } else { (0, 1) };
                Transfer::Direct(double(low, high))
            }
        };
        if without_row {
            rules.cite(basic.clause);
        }
        transfer
    }

    fn last_result_clauses(&self, _: &Case, _: &Type, _: &Transfer) -> Vec<ClauseId> {
        vec![clause::REG_03]
    }
}

fn longer_than(bytes: u64, ty: &Type, rules: &mut Rules<'_>) -> bool {
    rules.citing(|rules| Epiphany.layout(ty, rules)).0.size > bytes
}

/// The same for a structure or union: one of 12 bytes is in memory under every reading.
fn record_in_memory(ty: &Type, rules: &mut Rules<'_>) -> bool {
    let (whole, _) = rules.citing(|rules| Epiphany.layout(ty, rules));
    if whole.size > 4 {
        // EPIPHANY-RET-06: a composite of more than 4 bytes is stored at an address that is passed as an extra argument.
        // Code that does otherwise returns one of 8 bytes with a natural mode in r0 and r1, so that only such a one makes a
        // difference.
        rules.cite(clause::RET_06);
        machine_type(ty, rules) != Some(8) || !rules.is(LargeCompositeResult::NaturalModeInPair)
    } else {
        // EPIPHANY-RET-04: one of at most 4 bytes is in r0, as if a word had been loaded from its address.
        rules.cite(clause::RET_04);
        machine_type(ty, rules).is_none() && rules.is(SmallCompositeResult::NaturalModeOnly)
    }
}

/// So many bytes in r0 and up, in memory order.
fn words(len: u32) -> Vec<Piece> {
    let word = |i: u32| (u16::try_from(i).unwrap_or(0), i * 4, (len - i * 4).min(4));
    let words = (0..len.div_ceil(4)).map(word);
    words.map(|(register, offset, len)| in_register(register, offset, len, Extension::Unspecified)).collect()
}

fn double(low: u16, high: u16) -> Vec<Piece> {
    vec![in_register(low, 0, 4, Extension::Unspecified), in_register(high, 4, 4, Extension::Unspecified)]
}

fn in_register(register: u16, offset: u32, len: u32, rest: Extension) -> Piece {
    Piece { offset, len, place: Place::Register { register: Register(register), byte: 0 }, rest }
}
