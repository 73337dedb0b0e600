//! Where results travel: the document's section on return values.

use super::dialect::{Dialect, PairResult, PartsResult};
use super::layout::fills_machine_type;
use crate::laid::{Laid, Shape};

/// How a result travels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Returned {
    /// Not at all: `void`, or an empty record.
    Nothing,
    /// A scalar of at most a word, in r0.
    Word,
    /// A double word, in r0 and r1.
    Double,
    /// As if loaded from memory, in r0 and, above 4 bytes, r1 and so on.
    Composite,
    /// In memory, at an address that the caller passes.
    Memory,
}

/// Classifies a result type.
pub(crate) fn classify(laid: Option<&Laid>, dialect: &Dialect) -> Returned {
    let Some(laid) = laid else { return Returned::Nothing };
    let in_parts = match &laid.shape {
        Shape::Complex { like, .. } => Some((dialect.complex_result, like)),
        Shape::Vector { like, .. } => Some((dialect.vector_result, like)),
        _ => None,
    };
    if let Some((result, like)) = in_parts {
        let registers = match result {
            PartsResult::Structure => return classify(Some(like), dialect),
            PartsResult::TwoRegisters => 2,
            PartsResult::FourRegisters => 4,
        };
        return if laid.size <= registers * 4 { Returned::Composite } else { Returned::Memory };
    }
    if !laid.is_record() {
        return if laid.size <= 4 { Returned::Word } else { Returned::Double };
    }
    match laid.size {
        0..=4 => {
            let natural = laid.align >= 4 || fills_machine_type(laid);
            match (laid.size, dialect.small_natural_only && !natural) {
                (_, true) => Returned::Memory,
                (0, false) => Returned::Nothing,
                _ => Returned::Composite,
            }
        }
        5..=8 => {
            let pair = match dialect.pair {
                PairResult::Never => false,
                PairResult::Natural => fills_machine_type(laid),
                PairResult::Eight => laid.size == 8,
                PairResult::FiveToEight => true,
            };
            if pair { Returned::Composite } else { Returned::Memory }
        }
        _ => Returned::Memory,
    }
}

impl Returned {
    /// The place, in words.
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Returned::Nothing => "in no place",
            Returned::Word => "in r0",
            Returned::Double => "in r0, r1",
            Returned::Composite => "in r0 and up, in memory order",
            Returned::Memory => "in memory, at the address that the caller passes",
        }
    }
}
