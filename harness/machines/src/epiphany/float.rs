//! The arithmetic of the floating-point unit in float mode: IEEE arithmetic by `rustc_apfloat`, with the
//! unit's rules around it.
//!
//! The unit works on IEEE 754 singles with these rules: operands that are denormal count as zeros of
//! the same sign; a result is computed exactly, rounded once, and becomes a zero of the same sign if
//! it is below the smallest normal number; rounding is to nearest even or toward zero.

use rustc_apfloat::ieee::{Double, Single};
use rustc_apfloat::{Float, FloatConvert, Round, Status, StatusAnd};

use crate::ieee::odd;

/// Rounding of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// To nearest, ties to even (CONFIG bit 0 clear).
    Nearest,
    /// Toward zero (CONFIG bit 0 set).
    Truncate,
}

/// A result with the exceptions it raised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outcome {
    /// The bits of the single, or of the integer for [`fix`].
    pub bits: u32,
    /// The magnitude was too large (sets BV and BVS).
    pub overflow: bool,
    /// A nonzero magnitude was too small (sets BUS).
    pub underflow: bool,
    /// An operand was NaN, or the operation has no result (sets BIS).
    pub invalid: bool,
}

const SIGN: u32 = 0x8000_0000;
const INFINITY: u32 = 0x7F80_0000;
/// The quiet NaN that invalid operations give; or-ed into NaN operands.
const QUIET_NAN: u32 = 0x7FC0_0000;

/// The least magnitude beyond the range of a single, 2^128.
const BEYOND: u64 = 0x47F0_0000_0000_0000;

/// `a + b`.
pub fn add(a: u32, b: u32, rounding: Rounding) -> Outcome {
    compute([a, b], rounding, |[a, b]| a + b, |[a, b]| a.add_r(b, Round::TowardZero))
}

/// `a - b`.
pub fn subtract(a: u32, b: u32, rounding: Rounding) -> Outcome {
    compute([a, b], rounding, |[a, b]| a - b, |[a, b]| a.sub_r(b, Round::TowardZero))
}

/// `a * b`.
pub fn multiply(a: u32, b: u32, rounding: Rounding) -> Outcome {
    compute([a, b], rounding, |[a, b]| a * b, |[a, b]| a.mul_r(b, Round::TowardZero))
}

/// `addend + a * b`, rounded once.
pub fn multiply_add(addend: u32, a: u32, b: u32, rounding: Rounding) -> Outcome {
    compute(
        [a, b, addend],
        rounding,
        |[a, b, addend]| a.mul_add(b, addend),
        |[a, b, addend]| a.mul_add_r(b, addend, Round::TowardZero),
    )
}

/// `addend - a * b`, rounded once.
pub fn multiply_subtract(addend: u32, a: u32, b: u32, rounding: Rounding) -> Outcome {
    compute(
        [a, b, addend],
        rounding,
        |[a, b, addend]| (-a).mul_add(b, addend),
        |[a, b, addend]| (-a).mul_add_r(b, addend, Round::TowardZero),
    )
}

/// A signed integer as a single.
pub fn float(value: u32, rounding: Rounding) -> Outcome {
    finished(Double::from_i128((value as i32).into()), rounding)
}

/// A single as a signed integer. Toward zero as `rounding` says, else to nearest with ties away from
/// zero. Values out of range give the nearest integer there is, NaN the largest or, when its sign bit
/// is set, the smallest.
pub fn fix(value: u32, rounding: Rounding) -> Outcome {
    let bits = if is_nan(value) {
        if value & SIGN != 0 { SIGN } else { !SIGN }
    } else {
        let mode = if rounding == Rounding::Nearest { Round::NearestTiesToAway } else { Round::TowardZero };
        Single::from_bits(value.into()).to_i128_r(32, mode, &mut false).value as u32
    };
    Outcome { bits, ..Outcome::default() }
}

/// The absolute value; a denormal becomes +0.
pub fn absolute(value: u32) -> u32 {
    flushed(value & !SIGN)
}

fn is_nan(bits: u32) -> bool {
    bits & !SIGN > INFINITY
}

/// A zero of the same sign instead of a denormal.
fn flushed(bits: u32) -> u32 {
    if bits & INFINITY == 0 { bits & SIGN } else { bits }
}

/// The NaN operand that counts, which is the first, or the result on operands that are no denormals. A normal
/// result to nearest is the host's, which is several times as fast; `work` rounds toward zero.
fn compute<const N: usize>(
    operands: [u32; N],
    rounding: Rounding,
    host: impl FnOnce([f32; N]) -> f32,
    work: impl FnOnce([Double; N]) -> StatusAnd<Double>,
) -> Outcome {
    if let Some(nan) = operands.into_iter().find(|&bits| is_nan(bits)) {
        return Outcome { bits: nan | QUIET_NAN, invalid: true, ..Outcome::default() };
    }
    let operands = operands.map(|bits| f32::from_bits(flushed(bits)));
    let nearest = host(operands);
    if rounding == Rounding::Nearest && nearest.is_normal() {
        return Outcome { bits: nearest.to_bits(), ..Outcome::default() };
    }
    let double = |value| Double::from_bits(f64::from(value).to_bits().into());
    finished(work(operands.map(double)), rounding)
}

/// A result rounded to a single, with the exceptions that the unit raises for it. A double has room for all
/// that decides how a single is rounded, and for what is beyond its range.
fn finished(result: StatusAnd<Double>, rounding: Rounding) -> Outcome {
    if result.status.intersects(Status::INVALID_OP) {
        return Outcome { bits: QUIET_NAN, invalid: true, ..Outcome::default() };
    }
    let exact = odd(result);
    let mode = if rounding == Rounding::Nearest { Round::NearestTiesToEven } else { Round::TowardZero };
    let rounded: StatusAnd<Single> = exact.convert_r(mode, &mut false);
    let is = |status| rounded.status.intersects(status);
    let bits = rounded.value.to_bits() as u32;
    let beyond = exact.is_finite() && exact.abs() >= Double::from_bits(BEYOND.into());
    let small = bits & INFINITY == 0 && (bits & !SIGN != 0 || is(Status::UNDERFLOW));
    let overflow = beyond || is(Status::OVERFLOW);
    Outcome { bits: flushed(bits), overflow, underflow: small, invalid: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LARGEST: u32 = 0x7F7F_FFFF;

    /// The result of the host's arithmetic, put through the unit's rules for small numbers.
    fn host(a: u32, b: u32, work: impl Fn(f64, f64) -> f64) -> Option<u32> {
        let flush = |bits: u32| if bits & INFINITY == 0 { bits & SIGN } else { bits };
        let (a, b) = (f32::from_bits(flush(a)), f32::from_bits(flush(b)));
        let result = work(a.into(), b.into());
        let exact = result as f32;
        (!exact.is_nan()).then(|| flush(exact.to_bits()))
    }

    /// A simple sequence of bit patterns that favours interesting exponents.
    fn patterns() -> impl Iterator<Item = (u32, u32)> {
        let mut state = 0x9E37_79B9_7F4A_7C15u64;
        let mut next = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 32) as u32
        };
        (0..200_000).map(move |index| {
            let (a, b) = (next(), next());
            match index % 4 {
                0 => (a, b),
                1 => (a, a & 0xFF80_0000 | b & 0x007F_FFFF),
                2 => (a & 0x807F_FFFF | 0x3F80_0000, b & 0x87FF_FFFF | 0x3800_0000),
                _ => (a & 0x80FF_FFFF, b & 0xBFFF_FFFF),
            }
        })
    }

    #[test]
    fn nearest_results_equal_those_of_the_host() {
        // A product of two singles is exact in double. A sum of two singles is not always, but
        // rounding to 53 and then to 24 bits is innocuous for a sum of two 24-bit numbers.
        let mut checked = 0;
        for (a, b) in patterns() {
            if let Some(expected) = host(a, b, |x, y| x * y) {
                assert_eq!(multiply(a, b, Rounding::Nearest).bits, expected, "{a:#x} * {b:#x}");
                checked += 1;
            }
            if let Some(expected) = host(a, b, |x, y| x + y) {
                assert_eq!(add(a, b, Rounding::Nearest).bits, expected, "{a:#x} + {b:#x}");
            }
            if let Some(expected) = host(a, b, |x, y| x - y) {
                assert_eq!(subtract(a, b, Rounding::Nearest).bits, expected, "{a:#x} - {b:#x}");
            }
        }
        assert!(checked > 150_000);
    }

    #[test]
    fn fused_results_equal_those_of_the_host() {
        let normal = |bits: u32| bits & INFINITY != 0 && bits & INFINITY != INFINITY;
        for ((a, b), (c, _)) in patterns().zip(patterns().skip(7)) {
            if !(normal(a) && normal(b) && normal(c)) {
                continue;
            }
            let expected = f32::from_bits(a).mul_add(f32::from_bits(b), f32::from_bits(c));
            if !expected.is_normal() && expected != 0.0 {
                continue;
            }
            let found = multiply_add(c, a, b, Rounding::Nearest);
            if expected == 0.0 && found.underflow {
                continue;
            }
            assert_eq!(found.bits, expected.to_bits(), "{a:#x} * {b:#x} + {c:#x}");
            let opposite = multiply_subtract(c ^ SIGN, a, b, Rounding::Nearest);
            let sign = if expected == 0.0 { 0 } else { SIGN };
            assert_eq!(opposite.bits, expected.to_bits() ^ sign);
        }
    }

    #[test]
    fn truncation_is_the_nearest_result_or_one_unit_less() {
        for (a, b) in patterns() {
            let nearest = add(a, b, Rounding::Nearest);
            let truncated = add(a, b, Rounding::Truncate);
            if nearest.invalid || nearest.overflow || nearest.underflow || truncated.underflow {
                continue;
            }
            let difference = nearest.bits.wrapping_sub(truncated.bits);
            assert!(difference <= 1, "{a:#x} + {b:#x}: {:#x} {:#x}", nearest.bits, truncated.bits);
            let exact = f64::from(f32::from_bits(truncated.bits));
            let flush =
                |bits: u32| f64::from(f32::from_bits(if bits & INFINITY == 0 { bits & SIGN } else { bits }));
            let wide = flush(a) + flush(b);
            assert!(exact.abs() <= wide.abs());
        }
    }

    #[test]
    fn conversions_round_as_documented() {
        let nearest = |bits| fix(bits, Rounding::Nearest).bits as i32;
        for (value, expected) in
            [(0.5, 1), (2.5, 3), (-1.5, -2), (0.49, 0), (-0.5, -1), (8_388_607.5, 8_388_608)]
        {
            assert_eq!(nearest(f32::to_bits(value)), expected);
        }
        for value in [0.0f32, 0.99, -0.99, 123.75, -7.5, 2.147_483_5e9, -2.147_483_6e9, 1e-30] {
            assert_eq!(fix(value.to_bits(), Rounding::Truncate).bits as i32, value as i32);
        }
        assert_eq!(fix(0x4F00_0000, Rounding::Truncate).bits, 0x7FFF_FFFF);
        assert_eq!(fix(0xCF00_0000, Rounding::Truncate).bits, 0x8000_0000);
        assert_eq!(fix(0xFFC0_0000, Rounding::Truncate).bits, 0x8000_0000);
        assert_eq!(fix(0x7F80_0001, Rounding::Truncate).bits, 0x7FFF_FFFF);
        assert_eq!(float(0x0100_0003, Rounding::Nearest).bits, 0x4B80_0002);
        assert_eq!(float(0x0100_0003, Rounding::Truncate).bits, 0x4B80_0001);
        assert_eq!(float(0x8000_0000, Rounding::Truncate).bits, 0xCF00_0000);
        assert_eq!(float(0, Rounding::Nearest).bits, 0);
    }

    #[test]
    fn special_operands() {
        let near = Rounding::Nearest;
        let nan = Outcome { bits: QUIET_NAN, invalid: true, ..Outcome::default() };
        assert_eq!(subtract(INFINITY, INFINITY, near), nan);
        assert_eq!(multiply(0x8000_0000, INFINITY, near), nan);
        assert_eq!(multiply_add(0, 0x0000_0001, INFINITY, near), nan);
        assert_eq!(multiply_add(INFINITY | SIGN, 0x3F80_0000, INFINITY, near), nan);
        assert_eq!(add(0xFF80_0001, 0x7FC1_2345, near).bits, 0xFFC0_0001);
        assert_eq!(multiply_add(0x7F80_0003, 0x3F80_0000, 0x7F80_0007, near).bits, 0x7FC0_0007);
        assert_eq!(multiply_add(0x7F80_0003, 0x3F80_0000, 0, near).bits, 0x7FC0_0003);
        let large = add(LARGEST, LARGEST, Rounding::Truncate);
        assert_eq!((large.bits, large.overflow), (LARGEST, true));
        let large = multiply(LARGEST | SIGN, LARGEST, near);
        assert_eq!((large.bits, large.overflow), (INFINITY | SIGN, true));
        let small = multiply(0x0080_0000, 0x3F00_0000, near);
        assert_eq!((small.bits, small.underflow), (0, true));
        assert_eq!(add(0x8000_0000, 0x8000_0001, near).bits, 0x8000_0000);
        assert_eq!(add(0x8000_0000, 0, near).bits, 0);
        assert_eq!(subtract(0x3F80_0000, 0x3F80_0000, Rounding::Truncate).bits, 0);
    }
}
