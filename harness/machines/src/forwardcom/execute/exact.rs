//! Floating-point results before they are rounded, and rounding in every mode, with the exceptions that it raises.
//!
//! IEEE arithmetic is `rustc_apfloat`'s. It has neither a square root nor rounding to odd, and it calls a result
//! tiny before rounding; the processor does so after it.

use rustc_apfloat::ieee::{Double, Half, Quad, Single};
use rustc_apfloat::{Float, FloatConvert, Round, Status, StatusAnd};

use super::float::Precision;
use crate::ieee::odd;

/// Control of floating-point arithmetic, as a mask or the control register holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Control {
    /// Rounding: 0 nearest or even, 1 down, 2 up, 3 towards 0, 4 odd if not exact.
    pub(super) mode: u8,
    /// Exceptions that make NaN: bit 0 division by 0, 1 overflow, 2 underflow, 3 inexact.
    pub(super) exceptions: u8,
    /// True if subnormal numbers are supported.
    pub(super) subnormal: bool,
}

impl Control {
    /// From a mask element or the control register; `None` where the rounding mode is reserved.
    pub(super) fn of(mask: u64) -> Option<Self> {
        let mode = (mask >> 10) as u8 & 7;
        let exceptions = (mask >> 2) as u8 & 15;
        (mode <= 4).then_some(Self { mode, exceptions, subnormal: mask >> 13 & 1 != 0 })
    }

    /// True if arithmetic rounds to nearest and raises nothing.
    pub(super) fn is_plain(self) -> bool {
        self.mode == 0 && self.exceptions == 0
    }
}

/// A finite result of numbers of any format: cut off after 113 bits, where the last one is 1 if anything was lost.
/// Twice the bits of a double and some, so that rounding it gives what rounding the exact result gives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Exact(Quad);

impl Exact {
    /// A finite number of some format.
    pub(super) fn of(precision: Precision, value: u64) -> Self {
        let bits = value.into();
        Self(match precision {
            Precision::Half => Half::from_bits(bits).convert(&mut false).value,
            Precision::Single => Single::from_bits(bits).convert(&mut false).value,
            Precision::Double => Double::from_bits(bits).convert(&mut false).value,
        })
    }

    /// The sum. That of two numbers that cancel out is negative if `down` is set.
    pub(super) fn plus(self, other: Self, down: bool) -> Self {
        let sum = odd(self.0.add_r(other.0, Round::TowardZero));
        let cancelled = sum.is_zero() && self.0.is_negative() != other.0.is_negative();
        Self(if cancelled && down { -Quad::ZERO } else { sum })
    }

    /// The number with the opposite sign.
    pub(super) fn minus(self) -> Self {
        Self(-self.0)
    }

    /// The product of two numbers that come from a format.
    pub(super) fn times(self, other: Self) -> Self {
        Self(odd(self.0.mul_r(other.0, Round::TowardZero)))
    }

    /// The quotient of two numbers that come from a format, the second one not 0.
    pub(super) fn over(self, other: Self) -> Self {
        Self(odd(self.0.div_r(other.0, Round::TowardZero)))
    }

    /// The square root of a number of some format that is not negative.
    pub(super) fn root(self) -> Self {
        // The host's is the nearest double; which side of it the root is on decides the bits behind.
        let double: Double = self.0.convert(&mut false).value;
        let near = f64::from_bits(double.to_bits() as u64).sqrt();
        let near = Self::of(Precision::Double, near.to_bits());
        let above = near.times(near).minus().plus(self, false).0;
        Self(if above.is_zero() {
            near.0
        } else if above.is_negative() {
            near.0.next_down().value
        } else {
            near.0.next_up().value
        })
    }
}

/// A number in a format, and what that raised; modes are those of [`Control`].
fn narrowed<F: Float>(x: Quad, mode: u8) -> StatusAnd<F>
where
    Quad: FloatConvert<F>,
{
    let round = match mode {
        0 => Round::NearestTiesToEven,
        1 => Round::TowardNegative,
        2 => Round::TowardPositive,
        _ => Round::TowardZero,
    };
    let result: StatusAnd<F> = x.convert_r(round, &mut false);
    if mode == 4 { result.status.and(odd(result)) } else { result }
}

impl Precision {
    /// A number rounded to the format, and the exceptions of the rounding. With `flush` a result below the normal numbers
    /// becomes 0.
    pub(super) fn rounded(self, x: Exact, mode: u8, flush: bool) -> (u64, Status) {
        match self {
            Self::Half => rounded::<Half>(x.0, mode, flush),
            Self::Single => rounded::<Single>(x.0, mode, flush),
            Self::Double => rounded::<Double>(x.0, mode, flush),
        }
    }
}

fn rounded<F: Float>(x: Quad, mode: u8, flush: bool) -> (u64, Status)
where
    Quad: FloatConvert<F>,
{
    let bits = |value: F| value.to_bits() as u64;
    let result = narrowed::<F>(x, mode);
    // The range is left where it would be if it had no ends: twice or half the number is far enough from them.
    let twice = narrowed::<F>(x.scalbn(1), mode).value;
    let tiny = !x.is_zero() && twice.abs() < F::smallest_normalized().scalbn(1);
    let large = narrowed::<F>(x.scalbn(-1), mode).value.abs() > F::largest().scalbn(-1);
    let overflow = if large { Status::OVERFLOW } else { Status::OK };
    if tiny && flush {
        let zero = F::ZERO.copy_sign(result.value);
        return (bits(zero), overflow | Status::UNDERFLOW | Status::INEXACT);
    }
    let inexact = result.status & Status::INEXACT;
    let underflow = if tiny && inexact == Status::INEXACT { Status::UNDERFLOW } else { Status::OK };
    (bits(result.value), overflow | underflow | inexact)
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
        assert!(bits(0).1.intersects(Status::INEXACT));
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
