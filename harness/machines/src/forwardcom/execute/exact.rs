//! Floating-point results before they are rounded, and rounding in every mode, with the exceptions that it raises.

use super::float::Precision;

/// What a mask or the control register asks of floating-point arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Control {
    /// Rounding: 0 nearest or even, 1 down, 2 up, 3 towards 0, 4 odd if not exact.
    pub(super) mode: u8,
    /// Exceptions that make NaN: bit 0 division by 0, 1 overflow, 2 underflow, 3 inexact.
    pub(super) exceptions: u8,
    /// Whether subnormal numbers are supported.
    pub(super) subnormal: bool,
}

impl Control {
    /// From a mask element or the control register; `None` where the rounding mode is reserved.
    pub(super) fn of(mask: u64) -> Option<Self> {
        let mode = (mask >> 10) as u8 & 7;
        let exceptions = (mask >> 2) as u8 & 15;
        (mode <= 4).then_some(Self { mode, exceptions, subnormal: mask >> 13 & 1 != 0 })
    }

    /// Whether arithmetic rounds to nearest and raises nothing.
    pub(super) fn is_plain(self) -> bool {
        self.mode == 0 && self.exceptions == 0
    }
}

/// What rounding has raised.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Raised {
    pub(super) overflow: bool,
    pub(super) underflow: bool,
    pub(super) inexact: bool,
}

/// A finite number, `significand * 2^exponent`. Where a significand was cut off, its lowest bit is 1 if any of the
/// bits below was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Exact {
    negative: bool,
    exponent: i32,
    significand: u128,
}

/// Where the highest bit of a significand is put, so that a sum has room.
const TOP: u32 = 125;

impl Exact {
    /// A finite number of some format.
    pub(super) fn of(precision: Precision, value: u64) -> Self {
        let bits = precision.mantissa_bits();
        let exponent = (value >> bits & precision.exponent_mask()) as i32;
        let fraction = u128::from(value & ((1 << bits) - 1));
        let hidden = if exponent == 0 { 0 } else { 1u128 << bits };
        Self {
            negative: value & precision.sign() != 0,
            exponent: exponent.max(1) - precision.bias() - bits as i32,
            significand: fraction | hidden,
        }
    }

    /// The same number with the highest bit at [`TOP`]; 0 stays.
    fn normal(self) -> Self {
        if self.significand == 0 {
            return self;
        }
        let up = TOP as i32 + 1 - (128 - self.significand.leading_zeros() as i32);
        Self {
            exponent: self.exponent - up,
            significand: if up >= 0 {
                self.significand << up
            } else {
                jammed(self.significand, up.unsigned_abs())
            },
            ..self
        }
    }

    /// The sum. That of two numbers that cancel out is negative if `down` is set.
    pub(super) fn plus(self, other: Self, down: bool) -> Self {
        let (a, b) = (self.normal(), other.normal());
        if b.significand == 0 || a.significand == 0 {
            let negative = if a.negative == b.negative { a.negative } else { down };
            let zero = Self { negative, exponent: 0, significand: 0 };
            return match (a.significand, b.significand) {
                (0, 0) => zero,
                (0, _) => b,
                _ => a,
            };
        }
        let (large, small) = if a.exponent >= b.exponent { (a, b) } else { (b, a) };
        let moved = jammed(small.significand, large.exponent.abs_diff(small.exponent));
        if a.negative == b.negative {
            return Self { significand: large.significand + moved, ..large };
        }
        match large.significand.cmp(&moved) {
            std::cmp::Ordering::Equal => Self { negative: down, exponent: 0, significand: 0 },
            std::cmp::Ordering::Greater => Self { significand: large.significand - moved, ..large },
            std::cmp::Ordering::Less => {
                Self { negative: small.negative, significand: moved - large.significand, ..large }
            }
        }
    }

    /// The number with the opposite sign.
    pub(super) fn minus(self) -> Self {
        Self { negative: !self.negative, ..self }
    }

    /// The product of two numbers that come from a format.
    pub(super) fn times(self, other: Self) -> Self {
        Self {
            negative: self.negative != other.negative,
            exponent: self.exponent + other.exponent,
            significand: self.significand.wrapping_mul(other.significand),
        }
    }

    /// The quotient of two numbers that come from a format, the second one not 0.
    pub(super) fn over(self, other: Self) -> Self {
        let a = self.normal();
        let quotient = a.significand.checked_div(other.significand).unwrap_or(0);
        let rest = a.significand.checked_rem(other.significand).unwrap_or(0);
        Self {
            negative: self.negative != other.negative,
            exponent: a.exponent - other.exponent,
            significand: quotient | u128::from(rest != 0),
        }
    }

    /// The square root of a number that is not negative.
    pub(super) fn root(self) -> Self {
        let mut a = self.normal();
        if a.exponent & 1 != 0 {
            a = Self { exponent: a.exponent - 1, significand: a.significand << 1, ..a };
        }
        let root = a.significand.isqrt();
        Self {
            exponent: a.exponent / 2,
            significand: root | u128::from(root.wrapping_mul(root) != a.significand),
            ..self
        }
    }
}

/// A significand moved down; the lowest bit collects what is lost.
fn jammed(value: u128, by: u32) -> u128 {
    if by == 0 {
        return value;
    }
    let kept = value.checked_shr(by).unwrap_or(0);
    let lost = if by >= 128 { value } else { value & ((1 << by) - 1) };
    kept | u128::from(lost != 0)
}

/// The significand moved down by some places and rounded, and whether it was exact.
fn rounded_by(value: u128, by: i32, mode: u8, negative: bool) -> (u128, bool) {
    if by <= 0 {
        return (value << by.unsigned_abs().min(127), true);
    }
    let by = by.unsigned_abs();
    let kept = value.checked_shr(by).unwrap_or(0);
    let lost = if by >= 128 { value } else { value & ((1 << by) - 1) };
    // A shift beyond the width leaves less than a half.
    let half = if by > 128 { u128::MAX } else { 1u128 << (by - 1) };
    let up = match mode {
        1 => negative && lost != 0,
        2 => !negative && lost != 0,
        3 => false,
        4 => lost != 0 && kept & 1 == 0,
        _ => lost > half || lost == half && kept & 1 != 0,
    };
    (kept + u128::from(up), lost == 0)
}

impl Precision {
    fn bias(self) -> i32 {
        (self.exponent_mask() >> 1) as i32
    }

    /// A number rounded to the format. With `flush` a result below the normal numbers becomes 0.
    pub(super) fn rounded(self, x: Exact, mode: u8, flush: bool) -> (u64, Raised) {
        let sign = if x.negative { self.sign() } else { 0 };
        let mut raised = Raised::default();
        if x.significand == 0 {
            return (sign, raised);
        }
        let bits = self.mantissa_bits() as i32;
        let length = 128 - x.significand.leading_zeros() as i32;
        let least = 1 - self.bias();
        // What it would be without a least exponent says whether it is tiny.
        let (free, _) = rounded_by(x.significand, length - 1 - bits, mode, x.negative);
        let tiny = x.exponent + length - 1 + i32::from(free >> (bits + 1) != 0) < least;
        if tiny && flush {
            return (sign, Raised { underflow: true, inexact: true, ..raised });
        }
        let unit = (x.exponent + length - 1).max(least) - bits;
        let (value, exact) = rounded_by(x.significand, unit - x.exponent, mode, x.negative);
        raised.inexact = !exact;
        raised.underflow = tiny && !exact;
        let (value, unit) = if value >> (bits + 1) != 0 { (value >> 1, unit + 1) } else { (value, unit) };
        if value >> bits == 0 {
            return (sign | value as u64, raised);
        }
        let exponent = (unit + bits + self.bias()) as u64;
        if exponent >= self.exponent_mask() {
            raised = Raised { overflow: true, inexact: true, ..raised };
            let away = match mode {
                0 => true,
                1 => x.negative,
                2 => !x.negative,
                _ => false,
            };
            return (sign | (self.infinity() - u64::from(!away)), raised);
        }
        (sign | exponent << bits | (value as u64 & ((1 << bits) - 1)), raised)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(value: f64) -> Exact {
        Exact::of(Precision::Double, value.to_bits())
    }

    #[test]
    fn nearest_is_what_the_host_computes() {
        let values = [
            0.0,
            -0.0,
            1.0,
            -1.5,
            0.1,
            3e300,
            -7e-300,
            5e-324,
            2.2e-308,
            1.797e308,
            123456789.123,
            -1e-320,
            1.0 + f64::EPSILON,
            6.02e23,
        ];
        for a in values {
            for b in values {
                let (x, y) = (double(a), double(b));
                let near = |x| f64::from_bits(Precision::Double.rounded(x, 0, false).0);
                assert_eq!(near(x.plus(y, false)).to_bits(), (a + b).to_bits(), "{a} + {b}");
                assert_eq!(near(x.times(y)).to_bits(), (a * b).to_bits(), "{a} * {b}");
                assert_eq!(near(x.plus(y.minus(), false)).to_bits(), (a - b).to_bits(), "{a} - {b}");
                if b != 0.0 {
                    assert_eq!(near(x.over(y)).to_bits(), (a / b).to_bits(), "{a} / {b}");
                }
                for c in values {
                    let sum = x.times(y).plus(double(c), false);
                    assert_eq!(near(sum).to_bits(), a.mul_add(b, c).to_bits(), "{a} * {b} + {c}");
                }
            }
            if a >= 0.0 {
                let root = Precision::Double.rounded(double(a).root(), 0, false).0;
                assert_eq!(root, a.sqrt().to_bits(), "sqrt {a}");
            }
        }
    }

    #[test]
    fn modes_round_a_third_to_both_sides() {
        let third = double(1.0).over(double(3.0));
        let bits = |mode| Precision::Single.rounded(third, mode, false);
        assert_eq!(bits(1).0, 0x3EAA_AAAA);
        assert_eq!(bits(2).0, 0x3EAA_AAAB);
        assert_eq!(bits(3).0, 0x3EAA_AAAA);
        assert_eq!(bits(4).0, 0x3EAA_AAAB);
        assert_eq!(Precision::Single.rounded(third.minus(), 1, false).0, 0xBEAA_AAAB);
        assert!(bits(0).1.inexact);
    }

    #[test]
    fn overflow_gives_infinity_or_the_largest_number() {
        let large = double(1e300);
        let bits = |mode| Precision::Single.rounded(large, mode, false).0;
        assert_eq!(
            [0, 1, 2, 3, 4].map(bits),
            [0x7F80_0000, 0x7F7F_FFFF, 0x7F80_0000, 0x7F7F_FFFF, 0x7F7F_FFFF]
        );
    }
}
