//! Places of results. The document mentions structures only; scalars are returned where the first argument would be
//! (S14).

use crosscall_clauses::nyuzi as names;

use super::Dialect;
use super::registers::{FIRST_SCALAR, FIRST_VECTOR};
use super::vectors::{Passed, Piece, passed};
use crate::emit::Reg;
use crate::laid::{Laid, Shape};
use crate::places::{Part, Returned, Spot};

/// Classifies a result type.
pub(super) fn classify(laid: &Laid, dialect: &Dialect) -> Returned {
    if laid.is_record() {
        return record(laid, dialect);
    }
    if let Shape::Complex { part, like } = &laid.shape {
        // S13 result: a complex result is in scalar registers, or is a structure of its parts.
        return match dialect.of() {
            names::ComplexResult::ScalarRegisters => scalars(part, 2, 8),
            names::ComplexResult::LikeStructure => record(like, dialect),
        };
    }
    // LANG-05 result: the way of an argument, in at most six registers (those that LLVM's backend has for results) or,
    // as bytes, in as many as arguments have.
    let (way, most) = match dialect.of() {
        names::ShapedVectorResult::FittedUpToSixRegisters => {
            (names::ShapedVectorArgument::FittedToRegisters, 6)
        }
        names::ShapedVectorResult::LikeStructure => (names::ShapedVectorArgument::LikeStructure, 8),
        names::ShapedVectorResult::BytesInRegisters => (names::ShapedVectorArgument::BytesInRegisters, 8),
    };
    match passed(laid, way) {
        None => words(laid),
        Some(Passed::Structure(like)) => record(like, dialect),
        Some(Passed::Scalars(lane, lanes)) => scalars(lane, lanes, most),
        Some(Passed::Vectors(pieces)) if pieces.len() > most as usize => Returned::Memory,
        Some(Passed::Vectors(pieces)) => {
            let part = |(i, piece): (u16, Piece)| Part {
                spread: piece.spread,
                ..Part::new(piece.offset, piece.len, Spot::Register(Reg(FIRST_VECTOR.0 + i)))
            };
            Returned::Registers((0..).zip(pieces).map(part).collect())
        }
    }
}

/// Place of a value in words from s0 on, the least significant first (ARG-03).
fn words(laid: &Laid) -> Returned {
    Returned::words(laid.size, 4, FIRST_SCALAR)
}

/// Place of a vector's lanes from s0 on, if there are enough registers, else in memory.
fn scalars(lane: &Laid, lanes: u32, most: u32) -> Returned {
    let each = lane.size.div_ceil(4).max(1);
    if lanes * each > most {
        return Returned::Memory;
    }
    let words = (0..lanes).flat_map(|i| (0..each).map(move |word| i * lane.size + 4 * word));
    let part = |(r, offset): (u16, u32)| {
        Part::new(offset, lane.size.min(4), Spot::Register(Reg(FIRST_SCALAR.0 + r)))
    };
    Returned::Registers((0..).zip(words).map(part).collect())
}

/// Place of a structure or union.
fn record(laid: &Laid, dialect: &Dialect) -> Returned {
    // RET-01 memory: every composite is returned in memory, or those of up to 8 bytes in s0 and s1.
    let small_in_registers = dialect.is(names::CompositeResult::UpToEightInRegisters);
    if laid.is_empty() || laid.size == 0 {
        // RET-01 empty: an address is passed for an empty record, too, or none is.
        let passed = dialect.is(names::EmptyResult::AddressPassed) && !small_in_registers;
        return if passed { Returned::Memory } else { Returned::Nothing };
    }
    if small_in_registers && laid.size <= 8 { words(laid) } else { Returned::Memory }
}
