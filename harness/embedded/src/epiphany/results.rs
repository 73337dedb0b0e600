//! Places of results: the document's section on return values.

use super::data::fills_machine_type;
use super::dialect::{Dialect, PairResult, PartsResult};
use crate::emit::Reg;
use crate::laid::{Laid, Shape};
use crate::places::{Part, Returned, Spot};

/// First result register.
const FIRST: Reg = Reg(0);

/// Classifies a result type.
pub(super) fn classify(laid: Option<&Laid>, dialect: &Dialect) -> Returned {
    let Some(laid) = laid else { return Returned::Nothing };
    let in_parts = match &laid.shape {
        Shape::Complex { like, .. } => Some((dialect.complex_result, like)),
        Shape::Vector { like, .. } => Some((dialect.vector_result, like)),
        _ => None,
    };
    let words = || Returned::words(laid.size, 4, FIRST);
    if let Some((result, like)) = in_parts {
        // S24 result, S25 result
        let registers = match result {
            PartsResult::Structure => return classify(Some(like), dialect),
            PartsResult::TwoRegisters => 2,
            PartsResult::FourRegisters => 4,
        };
        return if laid.size <= registers * 4 { words() } else { Returned::Memory };
    }
    if !laid.is_record() {
        // RET-01, RET-02, RET-03
        return if laid.size <= 4 { words() } else { double(dialect) };
    }
    match laid.size {
        0..=4 => {
            // RET-04, RET-05
            match (laid.size, dialect.small_natural_only && !fills_machine_type(laid)) {
                (_, true) => Returned::Memory,
                (0, false) => Returned::Nothing,
                _ => words(),
            }
        }
        5..=8 => {
            // RET-06
            let pair = match dialect.pair {
                PairResult::Never => false,
                PairResult::Natural => fills_machine_type(laid),
                PairResult::FiveToEight => true,
            };
            if pair { words() } else { Returned::Memory }
        }
        _ => Returned::Memory,
    }
}

/// Place of a double word, in r0 and r1 (RET-03).
fn double(dialect: &Dialect) -> Returned {
    let (low, high) = if dialect.result_low_first { (0, 1) } else { (1, 0) };
    let part = |r: u16, offset| Part::new(offset, 4, Spot::Register(Reg(r)));
    Returned::Registers(vec![part(low, 0), part(high, 4)])
}
