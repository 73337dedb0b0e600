//! Estimates of reciprocals and reciprocal square roots, right to 7 bits, by the tables of the manual of the vector extension.

use rustc_apfloat::Round;
use rustc_apfloat::ieee::{Double, Single};

use super::super::float::{self, Outcome, flags};

/// The 7 highest bits of the significand of a reciprocal, by those of the number's.
#[rustfmt::skip]
const RECIPROCAL: [u8; 128] = [
    127, 125, 123, 121, 119, 117, 116, 114, 112, 110, 109, 107, 105, 104, 102, 100,
    99, 97, 96, 94, 93, 91, 90, 88, 87, 85, 84, 83, 81, 80, 79, 77,
    76, 75, 74, 72, 71, 70, 69, 68, 66, 65, 64, 63, 62, 61, 60, 59,
    58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43,
    42, 41, 40, 40, 39, 38, 37, 36, 35, 35, 34, 33, 32, 31, 31, 30,
    29, 28, 28, 27, 26, 25, 25, 24, 23, 23, 22, 21, 21, 20, 19, 19,
    18, 17, 17, 16, 15, 15, 14, 14, 13, 12, 12, 11, 11, 10, 9, 9,
    8, 8, 7, 7, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0,
];

/// The same of a reciprocal square root, by the lowest bit of the exponent and the 6 highest of the significand.
#[rustfmt::skip]
const RECIPROCAL_SQUARE_ROOT: [u8; 128] = [
    52, 51, 50, 48, 47, 46, 44, 43, 42, 41, 40, 39, 38, 36, 35, 34,
    33, 32, 31, 30, 30, 29, 28, 27, 26, 25, 24, 23, 23, 22, 21, 20,
    19, 19, 18, 17, 16, 16, 15, 14, 14, 13, 12, 12, 11, 10, 10, 9,
    9, 8, 7, 7, 6, 6, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0,
    127, 125, 123, 121, 119, 118, 116, 114, 113, 111, 109, 108, 106, 105, 103, 102,
    100, 99, 97, 96, 95, 93, 92, 91, 90, 88, 87, 86, 85, 84, 83, 82,
    80, 79, 78, 77, 76, 75, 74, 73, 72, 71, 70, 70, 69, 68, 67, 66,
    65, 64, 63, 63, 62, 61, 60, 59, 59, 58, 57, 56, 56, 55, 54, 53,
];

/// Bits of an estimate's significand.
const BITS: u32 = 7;

/// The parts of a finite number that is not zero.
struct Parts {
    /// Exponent as it is written; of a number below the normal ones what it would be with a longer exponent.
    exponent: i64,
    /// Significand without its first bit.
    significand: u64,
}

/// Bits of significands of a width in bits, and the bias of exponents.
const fn layout(width: u32) -> (u32, i64) {
    if width == 64 { (52, 1023) } else { (23, 127) }
}

/// The parts of a finite number that is not zero.
fn parts(bits: u64, width: u32) -> Parts {
    let (length, bias) = layout(width);
    let significand = bits & ((1 << length) - 1);
    let exponent = (bits >> length) as i64 & (2 * bias + 1);
    if exponent != 0 || significand == 0 {
        return Parts { exponent, significand };
    }
    let shift = length + 1 - (u64::BITS - significand.leading_zeros());
    Parts { exponent: 1 - i64::from(shift), significand: significand << shift & ((1 << length) - 1) }
}

/// Meanings of the bits of a class that estimates tell apart.
mod class {
    pub(super) const BELOW_ZERO: u64 = 0b111;
    pub(super) const INFINITY_BELOW: u64 = 1;
    pub(super) const ZEROS: u64 = 0b11000;
    pub(super) const INFINITY: u64 = 1 << 7;
    pub(super) const SIGNALING: u64 = 1 << 8;
    pub(super) const QUIET: u64 = 1 << 9;
}

/// Canonical bits of no number, of infinity and of the greatest number.
fn special(width: u32) -> (u64, u64, u64) {
    let (length, bias) = layout(width);
    let infinity = (2 * bias as u64 + 1) << length;
    (infinity | 1 << (length - 1), infinity, infinity - 1)
}

fn class_of(bits: u64, width: u32) -> u64 {
    if width == 64 { float::classify::<Double>(bits) } else { float::classify::<Single>(bits) }
}

fn entry(table: &[u8; 128], index: u64, length: u32) -> u64 {
    u64::from(table.get(index as usize & 127).copied().unwrap_or(0)) << (length - BITS)
}

/// An estimate of the reciprocal of a number of a width in bits.
pub(super) fn reciprocal(bits: u64, width: u32, round: Round) -> Outcome {
    let (length, bias) = layout(width);
    let (nan, infinity, greatest) = special(width);
    let sign = bits & 1 << (width - 1);
    match class_of(bits, width) {
        class::SIGNALING => return (nan, flags::INVALID),
        class::QUIET => return (nan, 0),
        class::INFINITY | class::INFINITY_BELOW => return (sign, 0),
        class if class & class::ZEROS != 0 => return (sign | infinity, flags::DIVISION_BY_ZERO),
        _ => {}
    }
    let Parts { exponent, significand } = parts(bits, width);
    if exponent < -1 {
        let away = match round {
            Round::TowardZero => false,
            Round::TowardNegative => sign != 0,
            Round::TowardPositive => sign == 0,
            _ => true,
        };
        return (sign | if away { infinity } else { greatest }, flags::OVERFLOW | flags::INEXACT);
    }
    let estimate = entry(&RECIPROCAL, significand >> (length - BITS), length);
    let result = match 2 * bias - 1 - exponent {
        // Below the normal numbers the first bit is written, too.
        small @ (0 | -1) => (estimate | 1 << length) >> (1 - small),
        exponent => (exponent as u64) << length | estimate,
    };
    (sign | result, 0)
}

/// An estimate of the reciprocal of the square root of a number of a width in bits.
pub(super) fn reciprocal_square_root(bits: u64, width: u32) -> Outcome {
    let (length, bias) = layout(width);
    let (nan, infinity, _) = special(width);
    let sign = bits & 1 << (width - 1);
    match class_of(bits, width) {
        class::SIGNALING => return (nan, flags::INVALID),
        class::QUIET => return (nan, 0),
        class if class & class::BELOW_ZERO != 0 => return (nan, flags::INVALID),
        class::INFINITY => return (0, 0),
        class if class & class::ZEROS != 0 => return (sign | infinity, flags::DIVISION_BY_ZERO),
        _ => {}
    }
    let Parts { exponent, significand } = parts(bits, width);
    let index = (exponent as u64 & 1) << (BITS - 1) | significand >> (length - BITS + 1);
    let exponent = (3 * bias - 1 - exponent) / 2;
    ((exponent as u64) << length | entry(&RECIPROCAL_SQUARE_ROOT, index, length), 0)
}
