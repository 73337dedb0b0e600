//! The work of instructions for digests: SHA-2 (Zknh; FIPS 180-4) and SM3 (Zksh; GB/T 32905-2016).

use super::super::isa::Op;

/// How a term comes about: by a rotation to the right, a rotation to the left, or a shift to the right.
#[derive(Clone, Copy)]
enum Term {
    Right(u32),
    Left(u32),
    Shift(u32),
}

use Term::{Left, Right, Shift};

/// The sum of three terms of a word of 32 bits, extended by its sign.
fn sum(a: u64, terms: [Term; 3]) -> u64 {
    let word = a as u32;
    let term = |term| match term {
        Right(by) => word.rotate_right(by),
        Left(by) => word.rotate_left(by),
        Shift(by) => word >> by,
    };
    let [x, y, z] = terms.map(term);
    (x ^ y ^ z) as i32 as u64
}

/// The sum of three terms of a value of 64 bits.
fn long_sum(a: u64, terms: [Term; 3]) -> u64 {
    let term = |term| match term {
        Right(by) => a.rotate_right(by),
        Left(by) => a.rotate_left(by),
        Shift(by) => a >> by,
    };
    let [x, y, z] = terms.map(term);
    x ^ y ^ z
}

const LONG_SUM0: [Term; 3] = [Right(28), Right(34), Right(39)];
const LONG_SUM1: [Term; 3] = [Right(14), Right(18), Right(41)];
const LONG_SIG0: [Term; 3] = [Right(1), Right(8), Shift(7)];
const LONG_SIG1: [Term; 3] = [Right(19), Right(61), Shift(6)];

/// The lower half of a sum of the value with these halves.
fn low_of(low: u64, high: u64, terms: [Term; 3]) -> u64 {
    long_sum(low & 0xffff_ffff | high << 32, terms)
}

/// The upper half of a sum of the value with these halves.
fn high_of(high: u64, low: u64, terms: [Term; 3]) -> u64 {
    long_sum(low & 0xffff_ffff | high << 32, terms) >> 32
}

/// The result of an operation; `None` for all that are not of a digest. On RV32 only the lower half of a result counts.
pub(super) fn value(op: Op, a: u64, b: u64) -> Option<u64> {
    Some(match op {
        Op::Sha256sum0 => sum(a, [Right(2), Right(13), Right(22)]),
        Op::Sha256sum1 => sum(a, [Right(6), Right(11), Right(25)]),
        Op::Sha256sig0 => sum(a, [Right(7), Right(18), Shift(3)]),
        Op::Sha256sig1 => sum(a, [Right(17), Right(19), Shift(10)]),
        Op::Sha512sum0 => long_sum(a, LONG_SUM0),
        Op::Sha512sum1 => long_sum(a, LONG_SUM1),
        Op::Sha512sig0 => long_sum(a, LONG_SIG0),
        Op::Sha512sig1 => long_sum(a, LONG_SIG1),
        Op::Sha512sum0r => low_of(a, b, LONG_SUM0),
        Op::Sha512sum1r => low_of(a, b, LONG_SUM1),
        Op::Sha512sig0l => low_of(a, b, LONG_SIG0),
        Op::Sha512sig1l => low_of(a, b, LONG_SIG1),
        Op::Sha512sig0h => high_of(a, b, LONG_SIG0),
        Op::Sha512sig1h => high_of(a, b, LONG_SIG1),
        Op::Sm3p0 => sum(a, [Left(0), Left(9), Left(17)]),
        Op::Sm3p1 => sum(a, [Left(0), Left(15), Left(23)]),
        _ => return None,
    })
}
