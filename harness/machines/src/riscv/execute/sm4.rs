//! The work of instructions for the cipher SM4 (Zksed; GB/T 32907-2016).

use super::super::isa::Op;
use super::field;
use std::sync::LazyLock;

/// The irreducible polynomial of the field of 256 elements, without its highest term.
const POLYNOMIAL: u8 = 0xf5;
/// What is added to each element before and behind the inversion.
const OFFSET: u8 = 0xd3;
/// The first row of the linear map on bits; those below it are rotations.
const ROW: u8 = 0xa7;

/// The affine map of the substitution.
fn mapped(byte: u8) -> u8 {
    let bit = |at: u32| ((byte & ROW.rotate_left(at)).count_ones() as u8 & 1) << at;
    (0..8).fold(OFFSET, |all, at| all ^ bit(at))
}

/// The substitution, by element: the inverse between two affine maps (as F. Liu and others found, ACISP 2007).
static BOX: LazyLock<[u8; 256]> =
    LazyLock::new(|| std::array::from_fn(|byte| mapped(field::inverse(mapped(byte as u8), POLYNOMIAL))));

/// The result of an operation; `None` for all that are not of SM4. `imm` is the number of a byte.
pub(super) fn value(op: Op, a: u64, b: u64, imm: u64) -> Option<u64> {
    let to = || u32::from(BOX[usize::from((b >> (8 * imm)) as u8)]);
    let moved = match op {
        Op::Sm4ed => {
            let x = to();
            x ^ x << 8 ^ x << 2 ^ x << 18 ^ (x & 0x3f) << 26 ^ (x & 0xc0) << 10
        }
        Op::Sm4ks => {
            let x = to();
            x ^ (x & 0x07) << 29 ^ (x & 0xfe) << 7 ^ (x & 1) << 23 ^ (x & 0xf8) << 13
        }
        _ => return None,
    };
    Some((a as u32 ^ moved.rotate_left(8 * imm as u32)) as i32 as u64)
}
