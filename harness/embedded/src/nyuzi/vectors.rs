//! How vectors travel. The document speaks of 16 lanes of 4 bytes, which fill a vector register; what becomes of
//! other shapes is a question of LANG-05.

use super::dialect::OtherVector;
use crate::laid::{Laid, Shape};

/// Bytes of a vector register.
pub(super) const REGISTER: u32 = 64;

/// A piece of a vector for one register.
pub(super) struct Piece {
    /// First byte of the value.
    pub(super) offset: u32,
    /// Number of bytes.
    pub(super) len: u32,
    /// Bytes of each lane, where each takes one of the register.
    pub(super) spread: Option<u32>,
}

/// How a vector travels.
pub(super) enum Travel<'a> {
    /// In vector registers.
    Vectors(Vec<Piece>),
    /// As scalars of this type one after the other.
    Scalars(&'a Laid, u32),
    /// As a structure.
    Structure(&'a Laid),
}

/// How a vector travels; `None` for what is none.
pub(super) fn travel(laid: &Laid, other: OtherVector) -> Option<Travel<'_>> {
    let Shape::Vector { lane, lanes, like } = &laid.shape else { return None };
    let (lane, lanes) = (&**lane, *lanes);
    if lanes == 16 && lane.size == 4 {
        return Some(Travel::Vectors(bytes(laid.size)));
    }
    Some(match (other, lane.size, lanes) {
        (OtherVector::Structure, ..) => Travel::Structure(like),
        (OtherVector::Bytes, ..) => Travel::Vectors(bytes(laid.size)),
        (OtherVector::Fitted, 1 | 2, 16) if !lane.is_floating() => {
            Travel::Vectors(vec![Piece { offset: 0, len: laid.size, spread: Some(lane.size) }])
        }
        (OtherVector::Fitted, 4, 2..) => Travel::Vectors(bytes(laid.size)),
        (OtherVector::Fitted, ..) => Travel::Scalars(lane, lanes),
    })
}

/// The bytes of a value, as many as fit in each register.
fn bytes(size: u32) -> Vec<Piece> {
    let piece = |offset| Piece { offset, len: (size - offset).min(REGISTER), spread: None };
    (0..size).step_by(REGISTER as usize).map(piece).collect()
}
