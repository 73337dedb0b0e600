//! What the floating-point instructions compute, on bits: IEEE single and half precision, rounding to
//! nearest even.
//!
//! The vendor's manual is not public in full; `docs/machines/ipu.md` lists what is an assumption: which NaN
//! comes out, the greater and lesser of a number and a NaN, conversions out of range.

use super::isa::{Float, Function};

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
    /// What happened: [`INVALID`], [`DIVISION`], [`OVERFLOW`].
    pub events: u32,
}

fn is_signaling(bits: u32) -> bool {
    f32::from_bits(bits).is_nan() && bits & QUIET32 == 0
}

impl Unit {
    /// A single from two.
    pub fn single(&mut self, op: Float, a: u32, b: u32) -> u32 {
        let (x, y) = (f32::from_bits(a), f32::from_bits(b));
        let truth = |holds: bool| if holds { u32::MAX } else { 0 };
        if is_signaling(a) || is_signaling(b) {
            self.events |= INVALID;
        }
        let result = match op {
            Float::Add => x + y,
            Float::Sub => x - y,
            Float::Mul => x * y,
            Float::Div => {
                if y == 0.0 && x.is_finite() && x != 0.0 {
                    self.events |= DIVISION;
                }
                x / y
            }
            Float::AbsAdd => x.abs() + y.abs(),
            Float::Min => return least(a, b),
            Float::Max => return greatest(a, b),
            Float::AbsMax => return greatest(a & 0x7fff_ffff, b & 0x7fff_ffff),
            Float::CmpEq => return truth(x == y),
            Float::CmpNe => return truth(x != y),
            Float::CmpLt => return truth(x < y),
            Float::CmpLe => return truth(x <= y),
            Float::CmpGt => return truth(x > y),
            Float::CmpGe => return truth(x >= y),
        };
        if x.is_nan() || y.is_nan() {
            return if x.is_nan() { a } else { b } | QUIET32;
        }
        if result.is_nan() {
            self.events |= INVALID;
            return NAN32;
        }
        if result.is_infinite() && x.is_finite() && y.is_finite() && !(op == Float::Div && y == 0.0) {
            self.events |= OVERFLOW;
        }
        result.to_bits()
    }

    /// A half from two. Sums and products of halves are exact in single precision, or rounded so that
    /// rounding again gives the right half.
    pub fn half(&mut self, op: Float, a: u16, b: u16) -> u16 {
        let wide = self.single(op, f16_to_f32(a), f16_to_f32(b));
        match op {
            Float::CmpEq | Float::CmpNe | Float::CmpLt | Float::CmpLe | Float::CmpGt | Float::CmpGe => {
                wide as u16
            }
            _ => self.narrow(wide),
        }
    }

    /// Single to half.
    pub fn narrow(&mut self, bits: u32) -> u16 {
        let value = f32::from_bits(bits);
        if value.is_nan() {
            return f64_to_f16(value.into()) | NAN16;
        }
        let half = f64_to_f16(value.into());
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

    /// A single to an integral value; `None` for a mode that does not exist.
    pub fn round(&mut self, bits: u32, mode: u32) -> Option<u32> {
        let x = f32::from_bits(bits);
        let rounded = rounded(x.into(), mode)? as f32;
        if x.is_nan() {
            if is_signaling(bits) {
                self.events |= INVALID;
            }
            return Some(bits | QUIET32);
        }
        // The sign of zero stays.
        Some(rounded.copysign(x).to_bits())
    }

    /// A single to an integer, `signed` or not, by a rounding mode; out of range the nearest there is,
    /// and 0 for NaN.
    pub fn to_integer(&mut self, bits: u32, signed: bool, mode: u32) -> Option<u32> {
        let x = rounded(f32::from_bits(bits).into(), mode)?;
        let (low, high) = if signed { (i32::MIN.into(), i32::MAX.into()) } else { (0.0, u32::MAX.into()) };
        if !(low..=high).contains(&x) {
            self.events |= INVALID;
        }
        Some(if signed { x as i32 as u32 } else { x as u32 })
    }
}

/// A number rounded: 0 nearest even, 1 up, 2 down, 3 to zero, 4 nearest with ties away.
fn rounded(x: f64, mode: u32) -> Option<f64> {
    Some(match mode {
        0 => x.round_ties_even(),
        1 => x.ceil(),
        2 => x.floor(),
        3 => x.trunc(),
        4 => x.round(),
        _ => return None,
    })
}

/// The greater of two singles; a number wins against a NaN, +0 against -0.
pub fn greatest(a: u32, b: u32) -> u32 {
    let (x, y) = (f32::from_bits(a), f32::from_bits(b));
    match (x.is_nan(), y.is_nan()) {
        (true, true) => a | QUIET32,
        (true, false) => b,
        (false, true) => a,
        _ if x == y => a & b,
        _ if x > y => a,
        _ => b,
    }
}

/// The lesser of two singles; a number wins against a NaN, -0 against +0.
pub fn least(a: u32, b: u32) -> u32 {
    let (x, y) = (f32::from_bits(a), f32::from_bits(b));
    match (x.is_nan(), y.is_nan()) {
        (true, true) => a | QUIET32,
        (true, false) => b,
        (false, true) => a,
        _ if x == y => a | b,
        _ if x < y => a,
        _ => b,
    }
}

/// A floating-point number in its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    /// The sign bit.
    negative: bool,
    /// The exponent field is 0.
    least: bool,
    /// All bits of the exponent field are set.
    greatest: bool,
    /// The fraction field, at the top of 32 bits.
    fraction: u32,
}

/// The parts of a single.
pub fn f32_parts(bits: u32) -> Parts {
    let exponent = bits >> 23 & 0xff;
    Parts { negative: bits >> 31 != 0, least: exponent == 0, greatest: exponent == 0xff, fraction: bits << 9 }
}

/// The parts of a half.
pub fn f16_parts(bits: u16) -> Parts {
    let exponent = bits >> 10 & 31;
    let fraction = u32::from(bits) << 22;
    Parts { negative: bits >> 15 != 0, least: exponent == 0, greatest: exponent == 31, fraction }
}

/// The number of a floating-point class: 1 signaling NaN, 2 quiet NaN, 3 and 4 infinity, 5 and 6 zero, 7 and
/// 8 subnormal, 9 and 10 normal, the negative one first. Public are 1, 2, that infinities have 3 and 4 and
/// what is finite more, and that -0 has 5.
pub fn class(parts: Parts) -> u8 {
    let pair = match (parts.greatest, parts.least, parts.fraction) {
        (true, _, fraction) if fraction != 0 => return if fraction >> 31 == 0 { 1 } else { 2 },
        (true, ..) => 3,
        (_, true, 0) => 5,
        (_, true, _) => 7,
        _ => 9,
    };
    pair + u8::from(!parts.negative)
}

/// An unsigned number n as the single nearest to (n + 1/2) / 2^32 - 1/2, so that all n lie evenly around 0.
pub fn fraction32(n: u32) -> u32 {
    // Exact in double precision: 33 bits.
    (((f64::from(n) + 0.5) / 4_294_967_296.0 - 0.5) as f32).to_bits()
}

/// The same for 16 bits and half precision.
pub fn fraction16(n: u16) -> u16 {
    f64_to_f16((f64::from(n) + 0.5) / 65_536.0 - 0.5)
}

/// Half to single, exactly; the payload of a NaN stays.
pub fn f16_to_f32(half: u16) -> u32 {
    let sign = u32::from(half & 0x8000) << 16;
    let exponent = u32::from(half >> 10 & 31);
    let fraction = u32::from(half & 0x3ff);
    match exponent {
        0 => {
            // A multiple of 2^-24, which single precision holds exactly.
            let magnitude = fraction as f32 / 16_777_216.0;
            sign | magnitude.to_bits()
        }
        31 => sign | 0x7f80_0000 | fraction << 13,
        _ => sign | (exponent + 112) << 23 | fraction << 13,
    }
}

/// The half nearest to a number, ties to even; beyond the range infinity.
pub fn f64_to_f16(value: f64) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 48) as u16 & 0x8000;
    let exponent = (bits >> 52 & 0x7ff) as i32;
    let fraction = bits & 0x000f_ffff_ffff_ffff;
    if exponent == 0x7ff {
        let payload = (fraction >> 42) as u16;
        return sign | INFINITY16 | if fraction == 0 { 0 } else { 0x200 | payload };
    }
    // The number is significand * 2^(unbiased - 52).
    let significand = if exponent == 0 { fraction } else { fraction | 1 << 52 };
    let unbiased = exponent.max(1) - 1023;
    if unbiased > 15 {
        return sign | INFINITY16;
    }
    // Halves keep 10 bits behind the point; below the normal range their unit is 2^-24.
    let drop = if unbiased >= -14 { 42 } else { 28 - unbiased };
    if drop > 54 {
        return sign;
    }
    let kept = significand >> drop;
    let rest = significand & ((1 << drop) - 1);
    let half = 1u64 << (drop - 1);
    let rounded = kept + u64::from(rest > half || (rest == half && kept & 1 == 1));
    // The leading bit of a normal number adds 1 to the exponent, as does a carry into it.
    let base = if unbiased >= -14 { (unbiased + 14) as u64 } else { 0 };
    sign | ((base << 10) + rounded) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_goes_to_single_and_back() {
        for half in 0..=u16::MAX {
            let wide = f32::from_bits(f16_to_f32(half));
            if wide.is_nan() {
                assert_eq!(f64_to_f16(wide.into()) & 0x7c00, 0x7c00, "{half:#x}");
            } else {
                assert_eq!(f64_to_f16(wide.into()), half, "{half:#x}");
            }
        }
    }

    #[test]
    fn halves_round_to_nearest_even() {
        // Between each two neighbours: below, at and above the middle.
        for half in 0..0x7bffu16 {
            let low = f64::from(f32::from_bits(f16_to_f32(half)));
            let high = f64::from(f32::from_bits(f16_to_f32(half + 1)));
            let middle = (low + high) / 2.0;
            assert_eq!(f64_to_f16(middle), half + (half & 1), "{half:#x}");
            assert_eq!(f64_to_f16(middle.next_down()), half, "{half:#x}");
            assert_eq!(f64_to_f16(middle.next_up()), half + 1, "{half:#x}");
        }
        assert_eq!(f64_to_f16(65519.9), 0x7bff);
        assert_eq!(f64_to_f16(65520.0), 0x7c00);
        assert_eq!(f64_to_f16(-1e300), 0xfc00);
        assert_eq!(f64_to_f16(1e-300), 0);
    }

    #[test]
    fn events_are_noted() {
        let mut unit = Unit::default();
        assert_eq!(unit.single(Float::Div, 1f32.to_bits(), 0), f32::INFINITY.to_bits());
        assert_eq!(unit.events, DIVISION);
        assert_eq!(unit.single(Float::Sub, f32::INFINITY.to_bits(), f32::INFINITY.to_bits()), NAN32);
        assert_eq!(unit.events, DIVISION | INVALID);
        let mut unit = Unit::default();
        assert_eq!(unit.half(Float::Mul, 0x7bff, 0x4000), 0x7bff, "the greatest half stands for overflow");
        assert_eq!(unit.events, OVERFLOW);
        unit.nan_on_overflow = true;
        assert_eq!(unit.half(Float::Mul, 0x7bff, 0xc000), NAN16);
    }

    #[test]
    fn a_number_has_the_class_of_its_value() {
        for half in 0..=u16::MAX {
            let (narrow, wide) = (class(f16_parts(half)), class(f32_parts(f16_to_f32(half))));
            // What is subnormal as a half is normal as a single.
            assert!(wide == narrow || (narrow, wide) == (7, 9) || (narrow, wide) == (8, 10), "{half:#x}");
            let value = f32::from_bits(f16_to_f32(half));
            assert_eq!(narrow <= 2, value.is_nan(), "{half:#x}");
            assert_eq!(matches!(narrow, 3 | 4), value.is_infinite(), "{half:#x}");
            assert_eq!(narrow > 4, value.is_finite(), "{half:#x}");
        }
        assert_eq!(class(f32_parts(0x8000_0000)), 5);
    }

    #[test]
    fn fractions_lie_evenly_around_zero() {
        for n in 0..=u16::MAX {
            assert_eq!(fraction16(n), fraction16(!n) ^ 0x8000, "{n:#x}");
        }
        assert_eq!(f32::from_bits(fraction32(0x8000_0000)), 2f32.powi(-33));
        assert_eq!((fraction32(0), fraction32(u32::MAX)), ((-0.5f32).to_bits(), 0.5f32.to_bits()));
        assert_eq!(f32::from_bits(f16_to_f32(fraction16(0x8000))), 2f32.powi(-17));
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
