//! Places of results: the document's section on return values.

use crosscall_clauses::epiphany as names;

use super::Dialect;
use super::data::fills_machine_type;
use crate::emit::Reg;
use crate::laid::{Laid, Shape};
use crate::places::{Part, Returned, Spot};

/// Classifies a result type.
pub(super) fn classify(laid: &Laid, dialect: &Dialect) -> Returned {
    let words = || Returned::words(laid.size, 4, Reg(0));
    // Greatest size in registers of a complex value or a vector, or its structure, as which it is returned.
    let most = match &laid.shape {
        // S24 result: a complex result is a structure, or is in two or four registers if it fits there.
        Shape::Complex { like, .. } => Some(match dialect.of() {
            names::ComplexResult::LikeStructure => return classify(like, dialect),
            names::ComplexResult::ByWords => 16,
            names::ComplexResult::PairOrMemory => 8,
        }),
        // S25 result: a vector result is a structure, or is in two or four registers if it fits there.
        Shape::Vector { like, .. } => Some(match dialect.of() {
            names::VectorResult::LikeStructure => return classify(like, dialect),
            names::VectorResult::FourRegistersOrMemory => 16,
            names::VectorResult::PairOrMemory => 8,
        }),
        _ => None,
    };
    if let Some(most) = most {
        return if laid.size <= most { words() } else { Returned::Memory };
    }
    if !laid.is_record() {
        // RET-01, RET-02, RET-03: a scalar is in r0, a double word in r0 and r1.
        return if laid.size <= 4 { words() } else { double(dialect) };
    }
    let in_registers = match laid.size {
        // RET-04, RET-05: any small composite, or only one that fills a machine type.
        0..=4 => !dialect.is(names::SmallCompositeResult::NaturalModeOnly) || fills_machine_type(laid),
        // S13: composites of 5 to 8 bytes are in r0 and r1.
        5..=8 if dialect.follows("EPIPHANY-S13", 2) => true,
        // RET-06 memory: composites above 4 bytes are in memory, or in r0 and r1 if they fill a machine type.
        5..=8 => dialect.is(names::LargeCompositeResult::NaturalModeInPair) && fills_machine_type(laid),
        _ => false,
    };
    match laid.size {
        _ if !in_registers => Returned::Memory,
        0 => Returned::Nothing,
        _ => words(),
    }
}

/// Place of a double word, in r0 and r1 (RET-03).
fn double(dialect: &Dialect) -> Returned {
    let (low, high) = if dialect.is(names::ResultOrder::LowWordInR0) { (0, 1) } else { (1, 0) };
    let part = |r: u16, offset| Part::new(offset, 4, Spot::Register(Reg(r)));
    Returned::Registers(vec![part(low, 0), part(high, 4)])
}
