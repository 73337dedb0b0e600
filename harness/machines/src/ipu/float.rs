//! Results of the floating-point instructions, on bits: IEEE single and half precision, rounding to
//! nearest even.
//!
//! The vendor's manual is not public in full; `docs/machines/ipu.md` lists what is an assumption: which NaN
//! comes out, the greater and lesser of a number and a NaN, conversions out of range.

use rustc_apfloat::ieee::{Half, Single};
use rustc_apfloat::{Category, Float, Round, Status};

use super::isa::{Float as Op, Function};
use crate::ieee;

/// Something happened that `$FP_STS` notes: an invalid operation.
pub const INVALID: u32 = 1;
/// A finite number was divided by zero.
pub const DIVISION: u32 = 2;
/// Finite numbers gave a result beyond the range.
pub const OVERFLOW: u32 = 4;

/// Bits of `$FP_CTL` that ask for an exception when the event of the same bit in `$FP_STS` happens.
pub const EXCEPTIONS: u32 = 7;
/// Bit of `$FP_CLR`: the accumulators become 0.
pub const CLEAR_ACCUMULATORS: u32 = 8;
/// Lowest bit of the rounding mode in `$FP_CTL`, three bits.
pub const ROUNDING_SHIFT: u32 = 16;
/// Bit of `$FP_CTL`: stochastic rounding.
pub const STOCHASTIC: u32 = 1 << 19;
/// Bit of `$FP_CTL`: a half beyond the range becomes NaN; otherwise the greatest number.
pub const NAN_ON_OVERFLOW: u32 = 1 << 20;

const QUIET32: u32 = 0x0040_0000;
const NAN32: u32 = 0x7fc0_0000;
const NAN16: u16 = 0x7e00;
const INFINITY16: u16 = 0x7c00;
const GREATEST16: u16 = 0x7bff;

/// The floating-point unit: how it is set, and what has happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Unit {
    /// A half beyond the range becomes NaN.
    pub nan_on_overflow: bool,
    /// Exceptions: [`INVALID`], [`DIVISION`], [`OVERFLOW`].
    pub events: u32,
}

fn is_signaling(bits: u32) -> bool {
    f32::from_bits(bits).is_nan() && bits & QUIET32 == 0
}

impl Unit {
    /// A single from two.
    pub fn single(&mut self, op: Op, a: u32, b: u32) -> u32 {
        let (x, y) = (f32::from_bits(a), f32::from_bits(b));
        let truth = |holds: bool| if holds { u32::MAX } else { 0 };
        if is_signaling(a) || is_signaling(b) {
            self.events |= INVALID;
        }
        let result = match op {
            Op::Add => x + y,
            Op::Sub => x - y,
            Op::Mul => x * y,
            Op::Div => {
                if y == 0.0 && x.is_finite() && x != 0.0 {
                    self.events |= DIVISION;
                }
                x / y
            }
            Op::AbsAdd => x.abs() + y.abs(),
            Op::Min => return least(a, b),
            Op::Max => return greatest(a, b),
            Op::AbsMax => return greatest(a & 0x7fff_ffff, b & 0x7fff_ffff),
            Op::CmpEq => return truth(x == y),
            Op::CmpNe => return truth(x != y),
            Op::CmpLt => return truth(x < y),
            Op::CmpLe => return truth(x <= y),
            Op::CmpGt => return truth(x > y),
            Op::CmpGe => return truth(x >= y),
        };
        if x.is_nan() || y.is_nan() {
            return if x.is_nan() { a } else { b } | QUIET32;
        }
        if result.is_nan() {
            self.events |= INVALID;
            return NAN32;
        }
        if result.is_infinite() && x.is_finite() && y.is_finite() && !(op == Op::Div && y == 0.0) {
            self.events |= OVERFLOW;
        }
        result.to_bits()
    }

    /// A half from two. Sums and products of halves are exact in single precision, or rounded so that
    /// rounding again gives the right half.
    pub fn half(&mut self, op: Op, a: u16, b: u16) -> u16 {
        let wide = self.single(op, ieee::half_to_single(a), ieee::half_to_single(b));
        match op {
            Op::CmpEq | Op::CmpNe | Op::CmpLt | Op::CmpLe | Op::CmpGt | Op::CmpGe => wide as u16,
            _ => self.narrow(wide),
        }
    }

    /// Single to half.
    pub fn narrow(&mut self, bits: u32) -> u16 {
        let value = f32::from_bits(bits);
        if value.is_nan() {
            return ieee::double_to_half(value.into()) | NAN16;
        }
        let half = ieee::double_to_half(value.into());
        if half & 0x7fff == INFINITY16 && value.is_finite() {
            self.events |= OVERFLOW;
            return if self.nan_on_overflow { NAN16 } else { half & 0x8000 | GREATEST16 };
        }
        half
    }

    /// A function of a single. The hardware's last bits are not public; here results are rounded from
    /// double precision.
    pub fn function(&mut self, function: Function, bits: u32) -> u32 {
        let single = f32::from_bits(bits);
        if single.is_nan() {
            if is_signaling(bits) {
                self.events |= INVALID;
            }
            return bits | QUIET32;
        }
        let x = f64::from(single);
        let y = match function {
            Function::Log2 => x.log2(),
            Function::Ln => x.ln(),
            Function::Exp2 => x.exp2(),
            Function::Exp => x.exp(),
            Function::Tanh => x.tanh(),
            Function::Sigm => 1.0 / (1.0 + (-x).exp()),
            Function::Sqrt => x.sqrt(),
            Function::ReciprocalSqrt => 1.0 / x.sqrt(),
            Function::Reciprocal => 1.0 / x,
        };
        let result = y as f32;
        if result.is_nan() {
            self.events |= INVALID;
            return NAN32;
        }
        if result.is_infinite() && x.is_finite() {
            self.events |= if x == 0.0 { DIVISION } else { OVERFLOW };
        }
        result.to_bits()
    }

    /// A single to an integral value; `None` for a mode that does not exist. The sign of zero stays.
    pub fn round(&mut self, bits: u32, mode: u32) -> Option<u32> {
        let rounded = ieee(bits).round_to_integral(rounding(mode)?);
        if f32::from_bits(bits).is_nan() {
            if is_signaling(bits) {
                self.events |= INVALID;
            }
            return Some(bits | QUIET32);
        }
        Some(rounded.value.to_bits() as u32)
    }

    /// A single to an integer, `signed` or not, by a rounding mode; out of range the nearest there is,
    /// and 0 for NaN.
    pub fn to_integer(&mut self, bits: u32, signed: bool, mode: u32) -> Option<u32> {
        let (x, mode) = (ieee(bits), rounding(mode)?);
        let integer = if signed {
            x.to_i128_r(32, mode, &mut false).map(|integer| integer as u32)
        } else {
            x.to_u128_r(32, mode, &mut false).map(|integer| integer as u32)
        };
        if integer.status.intersects(Status::INVALID_OP) {
            self.events |= INVALID;
        }
        Some(integer.value)
    }
}

fn ieee(bits: u32) -> Single {
    Single::from_bits(bits.into())
}

/// A rounding mode of `$FP_CTL`.
fn rounding(mode: u32) -> Option<Round> {
    Some(match mode {
        0 => Round::NearestTiesToEven,
        1 => Round::TowardPositive,
        2 => Round::TowardNegative,
        3 => Round::TowardZero,
        4 => Round::NearestTiesToAway,
        _ => return None,
    })
}

/// One of two singles: that which is `wanted` before the other, or `equal` for equal ones; a number wins against a NaN.
fn extreme(a: u32, b: u32, equal: u32, wanted: std::cmp::Ordering) -> u32 {
    let (x, y) = (f32::from_bits(a), f32::from_bits(b));
    match (x.is_nan(), y.is_nan()) {
        (true, true) => a | QUIET32,
        (true, false) => b,
        (false, true) => a,
        _ if x == y => equal,
        _ if x.partial_cmp(&y) == Some(wanted) => a,
        _ => b,
    }
}

/// The greater of two singles; a number wins against a NaN, +0 against -0.
pub fn greatest(a: u32, b: u32) -> u32 {
    extreme(a, b, a & b, std::cmp::Ordering::Greater)
}

/// The lesser of two singles; a number wins against a NaN, -0 against +0.
pub fn least(a: u32, b: u32) -> u32 {
    extreme(a, b, a | b, std::cmp::Ordering::Less)
}

/// The number of a floating-point class: 1 signaling NaN, 2 quiet NaN, 3 and 4 infinity, 5 and 6 zero, 7 and
/// 8 subnormal, 9 and 10 normal, the negative one first. Public are 1, 2, that infinities have 3 and 4 and
/// what is finite more, and that -0 has 5.
fn class<F: Float>(x: F) -> u8 {
    let pair = match x.category() {
        Category::NaN => return if x.is_signaling() { 1 } else { 2 },
        Category::Infinity => 3,
        Category::Zero => 5,
        Category::Normal if x.is_denormal() => 7,
        Category::Normal => 9,
    };
    pair + u8::from(!x.is_negative())
}

/// The class of a single.
pub fn class32(bits: u32) -> u8 {
    class(ieee(bits))
}

/// The class of a half.
pub fn class16(bits: u16) -> u8 {
    class(Half::from_bits(bits.into()))
}

/// An unsigned number n as the single nearest to (n + 1/2) / 2^32 - 1/2, so that all n lie evenly around 0.
pub fn fraction32(n: u32) -> u32 {
    // Exact in double precision: 33 bits.
    (((f64::from(n) + 0.5) / 4_294_967_296.0 - 0.5) as f32).to_bits()
}

/// The same for 16 bits and half precision.
pub fn fraction16(n: u16) -> u16 {
    ieee::double_to_half((f64::from(n) + 0.5) / 65_536.0 - 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_noted() {
        let mut unit = Unit::default();
        assert_eq!(unit.single(Op::Div, 1f32.to_bits(), 0), f32::INFINITY.to_bits());
        assert_eq!(unit.events, DIVISION);
        assert_eq!(unit.single(Op::Sub, f32::INFINITY.to_bits(), f32::INFINITY.to_bits()), NAN32);
        assert_eq!(unit.events, DIVISION | INVALID);
        let mut unit = Unit::default();
        assert_eq!(unit.half(Op::Mul, 0x7bff, 0x4000), 0x7bff, "the greatest half stands for overflow");
        assert_eq!(unit.events, OVERFLOW);
        unit.nan_on_overflow = true;
        assert_eq!(unit.half(Op::Mul, 0x7bff, 0xc000), NAN16);
    }

    #[test]
    fn a_number_has_the_class_of_its_value() {
        for half in 0..=u16::MAX {
            let (narrow, wide) = (class16(half), class32(ieee::half_to_single(half)));
            // A subnormal half is a normal single.
            assert!(wide == narrow || (narrow, wide) == (7, 9) || (narrow, wide) == (8, 10), "{half:#x}");
            let value = f32::from_bits(ieee::half_to_single(half));
            assert_eq!(narrow <= 2, value.is_nan(), "{half:#x}");
            assert_eq!(matches!(narrow, 3 | 4), value.is_infinite(), "{half:#x}");
            assert_eq!(narrow > 4, value.is_finite(), "{half:#x}");
        }
        assert_eq!(class32(0x8000_0000), 5);
    }

    #[test]
    fn fractions_lie_evenly_around_zero() {
        for n in 0..=u16::MAX {
            assert_eq!(fraction16(n), fraction16(!n) ^ 0x8000, "{n:#x}");
        }
        assert_eq!(f32::from_bits(fraction32(0x8000_0000)), 2f32.powi(-33));
        assert_eq!((fraction32(0), fraction32(u32::MAX)), ((-0.5f32).to_bits(), 0.5f32.to_bits()));
        assert_eq!(f32::from_bits(ieee::half_to_single(fraction16(0x8000))), 2f32.powi(-17));
    }

    #[test]
    fn integers_round_as_asked() {
        let mut unit = Unit::default();
        let bits = |x: f32| x.to_bits();
        for (mode, wanted) in [(0, -2), (1, -2), (2, -3), (3, -2), (4, -3)] {
            assert_eq!(unit.to_integer(bits(-2.5), true, mode), Some(wanted as u32), "{mode}");
        }
        assert_eq!(unit.events, 0);
        assert_eq!(unit.to_integer(bits(3e9), true, 3), Some(i32::MAX as u32));
        assert_eq!(unit.events, INVALID);
        assert_eq!(unit.round(bits(-0.25), 0), Some(bits(-0.0)));
        assert_eq!(unit.round(bits(0.0), 5), None);
    }
}
