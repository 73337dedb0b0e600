//! Numbers as the vendor's tools print and read them.

use crate::ieee;

/// The value of a half precision number.
pub fn half_to_float(bits: u16) -> f32 {
    f32::from_bits(ieee::half_to_single(bits))
}

/// A number with six or more significant digits as C's `%g` prints it.
pub(super) fn print_general(value: f64, digits: usize) -> String {
    general(value, digits).to_ascii_lowercase()
}

/// A number with `digits` significant digits as C's `%G` prints it.
fn general(value: f64, digits: usize) -> String {
    if value.is_infinite() {
        return if value < 0.0 { "-INF".to_owned() } else { "INF".to_owned() };
    }
    if value == 0.0 {
        return if value.is_sign_negative() { "-0".to_owned() } else { "0".to_owned() };
    }
    let scientific = format!("{value:.*e}", digits - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trim = |text: &str| {
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            text.to_owned()
        }
    };
    if exponent < -4 || exponent >= digits as i32 {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}E{sign}{:02}", trim(mantissa), exponent.abs());
    }
    let places = (digits as i32 - 1 - exponent).max(0) as usize;
    trim(&format!("{value:.places$}"))
}

/// A single as text.
pub fn print_float(value: f32) -> String {
    if value.is_nan() { nan(u64::from(value.to_bits()) >> 13) } else { general(value.into(), 7) }
}

/// A double as text.
pub fn print_double(value: f64) -> String {
    if value.is_nan() { nan(value.to_bits() >> 42) } else { general(value, 12) }
}

/// A NaN with the upper nine bits of its payload.
fn nan(payload: u64) -> String {
    format!("NaN({})", payload & 0x1FF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_print_as_with_percent_g() {
        let cases =
            [(2.5, "2.5"), (1.1, "1.1"), (1e6, "1000000"), (1e7, "1E+07"), (1e-5, "1E-05"), (-0.0, "-0")];
        for (value, text) in cases {
            assert_eq!(print_float(value), text);
        }
        assert_eq!(print_double(1.0 / 3.0), "0.333333333333");
        assert_eq!(half_to_float(0x4100), 2.5);
        assert_eq!(half_to_float(1), 2f32.powi(-24));
    }
}
