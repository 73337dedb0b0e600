//! Numbers as the vendor's tools print and read them.

/// The value of a half precision number.
pub fn half_to_float(bits: u16) -> f32 {
    let sign = u32::from(bits >> 15) << 31;
    let (exponent, fraction) = (u32::from(bits >> 10 & 31), u32::from(bits & 0x3FF));
    match exponent {
        0 => {
            let value = fraction as f32 / (1 << 24) as f32;
            if sign != 0 { -value } else { value }
        }
        31 => f32::from_bits(sign | 0x7F80_0000 | fraction << 13),
        _ => f32::from_bits(sign | (exponent + 112) << 23 | fraction << 13),
    }
}

/// The half precision number nearest to a double; ties go to the even one.
pub fn half_from_double(value: f64) -> u16 {
    let sign = ((value.to_bits() >> 63) as u16) << 15;
    let magnitude = value.abs();
    if magnitude.is_nan() {
        // The upper bits of the payload.
        return sign | 0x7C00 | ((value.to_bits() >> 42) as u16 & 0x3FF).max(1);
    }
    if magnitude >= 65520.0 {
        return sign | 0x7C00;
    }
    if magnitude < 2f64.powi(-14) {
        // Subnormal: units of 2^-24. The result may round up to the least normal number.
        let units = (magnitude * 2f64.powi(24)).round_ties_even();
        return sign | units as u16;
    }
    let exponent = (magnitude.to_bits() >> 52) as i32 - 1023;
    let units = (magnitude * 2f64.powi(10 - exponent)).round_ties_even() as u32;
    // A carry out of the fraction goes to the exponent.
    sign | (((exponent + 15) as u32) << 10).wrapping_add(units - 1024) as u16
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
