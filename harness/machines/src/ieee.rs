//! Floating point that several processors need beside `rustc_apfloat`: halves with the payloads of their NaNs, and rounding to odd.
//!
//! Conversions of halves are host arithmetic, some ten times as fast as the crate's; the tests compare the two.

use rustc_apfloat::{Float, Status, StatusAnd};

const INFINITY: u16 = 0x7C00;

/// The bits of a single with the value of a half; a NaN keeps its payload and stays quiet or signalling.
pub(crate) fn half_to_single(half: u16) -> u32 {
    let (sign, rest) = (u32::from(half & 0x8000) << 16, u32::from(half & 0x7FFF) << 13);
    if half & INFINITY == INFINITY {
        return sign | 0x7F80_0000 | rest;
    }
    // The exponent's bias differs by 112.
    sign | (f32::from_bits(rest) * 2f32.powi(112)).to_bits()
}

/// The half nearest to a number, ties to even; beyond the range infinity. A NaN keeps the upper bits of its
/// payload, and one of them is 1.
pub(crate) fn double_to_half(value: f64) -> u16 {
    let bits = value.to_bits();
    let sign = (bits >> 48) as u16 & 0x8000;
    if value.is_nan() {
        return sign | INFINITY | ((bits >> 42) as u16 & 0x3FF).max(1);
    }
    let magnitude = value.abs();
    if magnitude >= 65520.0 {
        return sign | INFINITY;
    }
    // Below 2^-14 the unit stays 2^-24.
    let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(-14);
    let units = (magnitude * 2f64.powi(10 - exponent)).round_ties_even() as u16;
    // The leading bit of a normal number adds 1 to the exponent, as does a carry into it.
    sign | ((((exponent + 14) as u16) << 10) + units)
}

/// A result that was rounded towards 0, rounded to odd instead: rounded again to a format with at least two bits
/// fewer it gives what the exact result gives.
pub(crate) fn odd<F: Float>(result: StatusAnd<F>) -> F {
    if result.status.intersects(Status::INEXACT) {
        F::from_bits(result.value.to_bits() | 1)
    } else {
        result.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_apfloat::FloatConvert;
    use rustc_apfloat::ieee::{Double, Half, Single};

    #[test]
    fn halves_convert_as_the_crate_does() {
        let crates = |value: f64| -> u16 {
            let half: Half = Double::from_bits(value.to_bits().into()).convert(&mut false).value;
            half.to_bits() as u16
        };
        for half in (0..=u16::MAX).filter(|half| half & !0x8000 <= INFINITY) {
            let single: Single = Half::from_bits(half.into()).convert(&mut false).value;
            assert_eq!(u128::from(half_to_single(half)), single.to_bits(), "{half:#x}");
            let next = f64::from(f32::from_bits(half_to_single(half ^ 1)));
            let value = f64::from(f32::from_bits(half_to_single(half)));
            for value in [value, value.next_up(), value.next_down(), (value + next) / 2.0, value * 1.3] {
                assert_eq!(double_to_half(value), crates(value), "{value:e}");
            }
        }
    }

    #[test]
    fn every_half_goes_half_to_single_and_back() {
        for half in 0..=u16::MAX {
            let wide = f32::from_bits(half_to_single(half));
            if wide.is_nan() {
                assert_eq!(double_to_half(wide.into()) & 0x7c00, 0x7c00, "{half:#x}");
            } else {
                assert_eq!(double_to_half(wide.into()), half, "{half:#x}");
            }
        }
    }

    #[test]
    fn halves_round_to_nearest_even() {
        // Between each two neighbours: below, at and above the middle.
        for half in 0..0x7bffu16 {
            let low = f64::from(f32::from_bits(half_to_single(half)));
            let high = f64::from(f32::from_bits(half_to_single(half + 1)));
            let middle = (low + high) / 2.0;
            assert_eq!(double_to_half(middle), half + (half & 1), "{half:#x}");
            assert_eq!(double_to_half(middle.next_down()), half, "{half:#x}");
            assert_eq!(double_to_half(middle.next_up()), half + 1, "{half:#x}");
        }
        assert_eq!(double_to_half(65519.9), 0x7bff);
        assert_eq!(double_to_half(65520.0), 0x7c00);
        assert_eq!(double_to_half(-1e300), 0xfc00);
        assert_eq!(double_to_half(1e-300), 0);
    }

    #[test]
    fn a_nan_keeps_its_payload() {
        assert_eq!(half_to_single(0xFC01), 0xFF80_2000);
        assert_eq!(double_to_half(f64::from_bits(0x7FF8_0400_0000_0000)), 0x7E01);
        assert_eq!(double_to_half(f64::from_bits(0xFFF0_0000_0000_0001)), 0xFC01);
    }
}
