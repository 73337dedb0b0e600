//! The arithmetic of the floating-point unit in float mode, computed with integers so that it is the
//! same on every host.
//!
//! The unit works on IEEE 754 singles with these rules: operands that are denormal count as zeros of
//! the same sign; a result is computed exactly, rounded once, and becomes a zero of the same sign if
//! it is below the smallest normal number; rounding is to nearest even or toward zero.

/// How results are rounded.
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
const LARGEST: u32 = 0x7F7F_FFFF;
/// The quiet NaN that invalid operations give; or-ed into NaN operands.
const QUIET_NAN: u32 = 0x7FC0_0000;

/// `a + b`.
pub fn add(a: u32, b: u32, rounding: Rounding) -> Outcome {
    combine(&[a, b], |terms| sum(terms(0), terms(1), rounding))
}

/// `a - b`.
pub fn subtract(a: u32, b: u32, rounding: Rounding) -> Outcome {
    combine(&[a, b], |terms| sum(terms(0), terms(1).negated(), rounding))
}

/// `a * b`.
pub fn multiply(a: u32, b: u32, rounding: Rounding) -> Outcome {
    combine(&[a, b], |terms| product(terms(0), terms(1)).map_or_else(invalid, |term| term.rounded(rounding)))
}

/// `addend + a * b`, rounded once.
pub fn multiply_add(addend: u32, a: u32, b: u32, rounding: Rounding) -> Outcome {
    combine(&[a, b, addend], |terms| {
        product(terms(0), terms(1)).map_or_else(invalid, |term| sum(terms(2), term, rounding))
    })
}

/// `addend - a * b`, rounded once.
pub fn multiply_subtract(addend: u32, a: u32, b: u32, rounding: Rounding) -> Outcome {
    combine(&[a, b, addend], |terms| {
        product(terms(0), terms(1)).map_or_else(invalid, |term| sum(terms(2), term.negated(), rounding))
    })
}

/// A signed integer as a single.
pub fn float(value: u32, rounding: Rounding) -> Outcome {
    let signed = value as i32;
    Term {
        negative: signed < 0,
        size: Size::Finite { mantissa: u128::from(signed.unsigned_abs()), exponent: 0 },
    }
    .rounded(rounding)
}

/// A single as a signed integer. Toward zero as `rounding` says, else to nearest with ties away from
/// zero. Values out of range give the nearest integer there is, NaN the largest or, when its sign bit
/// is set, the smallest.
pub fn fix(value: u32, rounding: Rounding) -> Outcome {
    let negative = value & SIGN != 0;
    let bound = if negative { SIGN } else { !SIGN };
    let bits = match Term::of(value).map(|term| term.size) {
        None | Some(Size::Infinite) => bound,
        Some(Size::Finite { mantissa, exponent }) => {
            let magnitude = match (exponent, rounding) {
                // Above 2^31 in any case: 24 bits shifted by more than 8.
                (9.., _) => u128::from(u32::MAX),
                (0..=8, _) => mantissa << exponent,
                (-64..=-1, Rounding::Nearest) => {
                    let twice = mantissa >> (-exponent - 1);
                    (twice + 1) >> 1
                }
                (-64..=-1, Rounding::Truncate) => mantissa >> -exponent,
                _ => 0,
            };
            let limit = if negative { 0x8000_0000 } else { 0x7FFF_FFFF };
            match u32::try_from(magnitude) {
                Ok(magnitude) if magnitude <= limit && negative => magnitude.wrapping_neg(),
                Ok(magnitude) if magnitude <= limit => magnitude,
                _ => bound,
            }
        }
    };
    Outcome { bits, ..Outcome::default() }
}

/// The absolute value; a denormal becomes +0.
pub fn absolute(value: u32) -> u32 {
    let magnitude = value & !SIGN;
    if magnitude & INFINITY == 0 { 0 } else { magnitude }
}

/// A number or an infinity, not yet rounded.
#[derive(Debug, Clone, Copy)]
struct Term {
    negative: bool,
    size: Size,
}

#[derive(Debug, Clone, Copy)]
enum Size {
    /// mantissa * 2^exponent; a mantissa of 0 is a zero.
    Finite {
        mantissa: u128,
        exponent: i32,
    },
    Infinite,
}

impl Term {
    /// The value of a single; `None` for NaN.
    fn of(bits: u32) -> Option<Self> {
        let negative = bits & SIGN != 0;
        let fraction = bits & 0x007F_FFFF;
        let exponent = (bits >> 23 & 0xff) as i32;
        let size = match exponent {
            0xff if fraction != 0 => return None,
            0xff => Size::Infinite,
            0 => Size::Finite { mantissa: 0, exponent: 0 },
            _ => Size::Finite { mantissa: u128::from(fraction | 0x0080_0000), exponent: exponent - 150 },
        };
        Some(Self { negative, size })
    }

    const fn negated(self) -> Self {
        Self { negative: !self.negative, size: self.size }
    }

    /// Rounds to a single.
    fn rounded(self, rounding: Rounding) -> Outcome {
        let sign = if self.negative { SIGN } else { 0 };
        let (mantissa, exponent) = match self.size {
            Size::Infinite => return Outcome { bits: sign | INFINITY, ..Outcome::default() },
            Size::Finite { mantissa: 0, .. } => return Outcome { bits: sign, ..Outcome::default() },
            Size::Finite { mantissa, exponent } => (mantissa, exponent),
        };
        let length = 128 - mantissa.leading_zeros() as i32;
        // The unit of the last place kept: 24 bits, but not below that of the smallest normal.
        let unit = (exponent + length - 24).max(-149);
        let kept = shift_rounded(mantissa, unit - exponent, rounding);
        // Rounding may have carried to 25 bits; the value is then a power of two.
        let (kept, unit) = if kept >= 1 << 24 { (kept >> 1, unit + 1) } else { (kept, unit) };
        if kept < 1 << 23 {
            return Outcome { bits: sign, underflow: true, ..Outcome::default() };
        }
        let biased = unit + 150;
        if biased >= 0xff {
            let magnitude = if rounding == Rounding::Nearest { INFINITY } else { LARGEST };
            return Outcome { bits: sign | magnitude, overflow: true, ..Outcome::default() };
        }
        let bits = sign | (biased as u32) << 23 | kept as u32 & 0x007F_FFFF;
        Outcome { bits, ..Outcome::default() }
    }
}

/// `mantissa / 2^shift`, rounded to an integer; a negative shift multiplies.
fn shift_rounded(mantissa: u128, shift: i32, rounding: Rounding) -> u128 {
    if shift <= 0 {
        return mantissa.checked_shl(shift.unsigned_abs()).unwrap_or(0);
    }
    let shift = shift.unsigned_abs();
    if shift > 127 {
        return 0;
    }
    let kept = mantissa >> shift;
    let rest = mantissa & ((1 << shift) - 1);
    let half = 1u128 << (shift - 1);
    let up = rounding == Rounding::Nearest && (rest > half || rest == half && kept & 1 == 1);
    kept + u128::from(up)
}

fn invalid() -> Outcome {
    Outcome { bits: QUIET_NAN, invalid: true, ..Outcome::default() }
}

/// Handles NaN operands, of which the first counts, and calls `work` when there is none.
fn combine(operands: &[u32], work: impl Fn(&dyn Fn(usize) -> Term) -> Outcome) -> Outcome {
    let is_nan = |bits: &&u32| **bits & !SIGN > INFINITY;
    if let Some(nan) = operands.iter().find(is_nan) {
        return Outcome { bits: nan | QUIET_NAN, invalid: true, ..Outcome::default() };
    }
    let zero = Term { negative: false, size: Size::Finite { mantissa: 0, exponent: 0 } };
    work(&|index| operands.get(index).and_then(|&bits| Term::of(bits)).unwrap_or(zero))
}

/// The exact product; `None` for zero times infinity.
fn product(a: Term, b: Term) -> Option<Term> {
    let size = match (a.size, b.size) {
        (Size::Finite { mantissa: 0, .. }, Size::Infinite) => return None,
        (Size::Infinite, Size::Finite { mantissa: 0, .. }) => return None,
        (Size::Infinite, _) | (_, Size::Infinite) => Size::Infinite,
        (Size::Finite { mantissa: m, exponent: e }, Size::Finite { mantissa: n, exponent: f }) => {
            Size::Finite { mantissa: m * n, exponent: e + f }
        }
    };
    Some(Term { negative: a.negative != b.negative, size })
}

/// Exponent distance up to which both mantissas (at most 48 bits) fit one integer exactly.
const EXACT: i32 = 72;

/// The exact sum, rounded.
fn sum(a: Term, b: Term, rounding: Rounding) -> Outcome {
    let (m, e, n, f) = match (a.size, b.size) {
        (Size::Infinite, Size::Infinite) if a.negative != b.negative => return invalid(),
        (Size::Infinite, _) => return a.rounded(rounding),
        (_, Size::Infinite) => return b.rounded(rounding),
        (Size::Finite { mantissa: 0, .. }, Size::Finite { mantissa: 0, .. }) => {
            let zero = Term { negative: a.negative && b.negative, ..a };
            return zero.rounded(rounding);
        }
        (Size::Finite { mantissa: 0, .. }, _) => return b.rounded(rounding),
        (_, Size::Finite { mantissa: 0, .. }) => return a.rounded(rounding),
        (Size::Finite { mantissa: m, exponent: e }, Size::Finite { mantissa: n, exponent: f }) => {
            (m, e, n, f)
        }
    };
    // From here on `a` is the term with the greater exponent.
    let (a, m, e, b, n, f) = if e >= f { (a, m, e, b, n, f) } else { (b, n, f, a, m, e) };
    let signed = |negative: bool, magnitude: u128| {
        if negative { -(magnitude as i128) } else { magnitude as i128 }
    };
    let (total, exponent) = if e - f <= EXACT {
        (signed(a.negative, m << (e - f)) + signed(b.negative, n), f)
    } else {
        // The smaller term is far below the last bit that matters: only its sign counts.
        (signed(a.negative, m << 30) + signed(b.negative, 1), e - 30)
    };
    let negative = total < 0;
    Term { negative, size: Size::Finite { mantissa: total.unsigned_abs(), exponent } }.rounded(rounding)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the host's arithmetic gives, put through the unit's rules for small numbers.
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
