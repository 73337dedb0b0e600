//! Passing of vectors. The document mentions 16 lanes of 4 bytes, which fill a vector register; LANG-05 asks about
//! other shapes.

use crosscall_clauses::nyuzi::ShapedVectorArgument as Shaped;

use crate::laid::{Laid, Shape};

/// Number of bytes of a vector register.
pub(super) const REGISTER: u32 = 64;

/// Piece of a vector for one register.
pub(super) struct Piece {
    /// Offset of the piece in the value, in bytes.
    pub(super) offset: u32,
    /// Number of bytes.
    pub(super) len: u32,
    /// Number of bytes of each lane, where each lane uses one of the register.
    pub(super) spread: Option<u32>,
}

/// PassMode in which a vector is passed.
pub(super) enum Passed<'a> {
    /// Pieces in vector registers.
    Vectors(Vec<Piece>),
    /// Scalars of this type, one for each lane.
    Scalars(&'a Laid, u32),
    /// Structure of the lanes.
    Structure(&'a Laid),
}

/// PassMode in which a vector is passed, given the reading of LANG-05 about other shapes; `None` for other types.
pub(super) fn passed(laid: &Laid, other: Shaped) -> Option<Passed<'_>> {
    let Shape::Vector { lane, lanes, like } = &laid.shape else { return None };
    let (lane, lanes) = (&**lane, *lanes);
    if lanes == 16 && lane.size == 4 {
        return Some(Passed::Vectors(bytes(laid.size)));
    }
    Some(match (other, lane.size, lanes) {
        (Shaped::LikeStructure, ..) => Passed::Structure(like),
        (Shaped::BytesInRegisters, ..) => Passed::Vectors(bytes(laid.size)),
        (Shaped::FittedToRegisters, 1 | 2, 16) if !lane.is_floating() => {
            Passed::Vectors(vec![Piece { offset: 0, len: laid.size, spread: Some(lane.size) }])
        }
        (Shaped::FittedToRegisters, 4, 2..) => Passed::Vectors(bytes(laid.size)),
        (Shaped::FittedToRegisters, ..) => Passed::Scalars(lane, lanes),
    })
}

/// Pieces of a value's bytes, each of as many as fit in a register.
fn bytes(size: u32) -> Vec<Piece> {
    let piece = |offset| Piece { offset, len: (size - offset).min(REGISTER), spread: None };
    (0..size).step_by(REGISTER as usize).map(piece).collect()
}
