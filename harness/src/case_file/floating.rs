//! Floating values in decimal and in hexadecimal, as the bits of their encodings.

/// An IEEE 754 format.
#[derive(Clone, Copy)]
pub(super) struct Format {
    bits: u32,
    /// Significant bits, the leading one included.
    precision: u32,
    /// The greatest exponent of a normal number.
    greatest: i64,
}

impl Format {
    const HALF: Format = Format { bits: 16, precision: 11, greatest: 15 };
    const SINGLE: Format = Format { bits: 32, precision: 24, greatest: 127 };
    const DOUBLE: Format = Format { bits: 64, precision: 53, greatest: 1023 };

    /// The format of so many bits.
    pub(super) fn of(bits: u32) -> Option<Format> {
        [Format::HALF, Format::SINGLE, Format::DOUBLE].into_iter().find(|format| format.bits == bits)
    }

    /// The bits of a number without a sign.
    ///
    /// # Errors
    /// What is wrong, so that the name of a type can follow.
    pub(super) fn read(self, digits: &str) -> Result<u64, &'static str> {
        match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
            Some(hex) => {
                let (number, exponent) = hexadecimal(hex).ok_or(NO_NUMBER)?;
                self.exactly(number, exponent)
            }
            None => self.nearest(digits),
        }
    }

    /// The encoding that is nearest to a number in decimal.
    fn nearest(self, digits: &str) -> Result<u64, &'static str> {
        let value: f64 = digits.parse().map_err(|_| NO_NUMBER)?;
        let bits = match self.bits {
            16 => half(value),
            32 => digits.parse::<f32>().map_err(|_| NO_NUMBER)?.to_bits().into(),
            _ => value.to_bits(),
        };
        let infinite = ((1 << (self.bits - self.precision)) - 1) << (self.precision - 1);
        let is_word = digits.starts_with(|c: char| c.is_ascii_alphabetic());
        if bits == infinite && !is_word { Err("is too great for a") } else { Ok(bits) }
    }

    /// `number` times two to the power of `exponent`, which has to be one of the format's numbers.
    fn exactly(self, number: u64, exponent: i64) -> Result<u64, &'static str> {
        if number == 0 {
            return Ok(0);
        }
        let (number, exponent) =
            (number >> number.trailing_zeros(), exponent.saturating_add(number.trailing_zeros().into()));
        let length = 64 - number.leading_zeros();
        let top = exponent.saturating_add(i64::from(length) - 1);
        let least = 1 - self.greatest;
        // The exponent of the last bit of the smallest number.
        let last = least - i64::from(self.precision - 1);
        if length > self.precision || exponent < last {
            return Err("has bits that there is no room for in a");
        }
        if top > self.greatest {
            return Err("is too great for a");
        }
        if top < least {
            return Ok(number << (exponent - last));
        }
        let fraction = (number << (self.precision - length)) & ((1 << (self.precision - 1)) - 1);
        Ok(u64::try_from(top + self.greatest).unwrap_or(0) << (self.precision - 1) | fraction)
    }
}

const NO_NUMBER: &str = "is no number for a";

/// Whether a word without a sign is written as a floating value.
pub(super) fn is_floating(digits: &str) -> bool {
    match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => hexadecimal(hex).is_some(),
        None => !digits.starts_with(['+', '-']) && digits.parse::<f64>().is_ok(),
    }
}

/// A number such as `1.8p3`, as a whole number and the power of two that it is to be multiplied with.
fn hexadecimal(text: &str) -> Option<(u64, i64)> {
    let (digits, exponent) = match text.split_once(['p', 'P']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (before, behind) = digits.split_once('.').unwrap_or((digits, ""));
    let all = [before, behind].concat();
    let behind = behind.len() - (all.len() - all.trim_end_matches('0').len()).min(behind.len());
    let all = all.get(..before.len() + behind)?;
    if digits.starts_with(['+', '-']) || all.starts_with('+') || (all.is_empty() && digits.len() < 2) {
        return None;
    }
    let number = if all.is_empty() { 0 } else { u64::from_str_radix(all, 16).ok()? };
    Some((number, i64::from(exponent) - 4 * i64::try_from(behind).ok()?))
}

/// The nearest number of 16 bits.
fn half(value: f64) -> u64 {
    const UNIT: f64 = 16_777_216.0;
    if value.is_nan() {
        return 0x7e00;
    }
    let exponent = (value.to_bits() >> 52 & 0x7ff) as i32 - 1023;
    if exponent > 15 {
        0x7c00
    } else if exponent < -14 {
        (value * UNIT).round_ties_even() as u64
    } else {
        // A carry out of the fraction goes into the exponent, and out of the greatest one to infinity.
        let fraction = (value * f64::from(10 - exponent).exp2()).round_ties_even() as u64;
        (((exponent + 14) as u64) << 10) + fraction
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_16_bits() {
        for (text, bits) in [
            ("1.0", 0x3c00),
            ("0.1", 0x2e66),
            ("65504.0", 0x7bff),
            ("inf", 0x7c00),
            ("5.9604644775390625e-8", 1),
            ("0x1p-24", 1),
            ("0x1.ffcp15", 0x7bff),
            ("0.000060975551605224609375", 0x3ff),
        ] {
            assert_eq!(Format::HALF.read(text), Ok(bits), "{text}");
        }
        assert!(Format::HALF.read("65520.0").is_err());
    }

    proptest::proptest! {
        #[test]
        fn every_number_is_written_and_read(bits in 0u32..0x7f80_0000) {
            let (fraction, exponent) = (bits & 0x7f_ffff, (bits >> 23) as i32);
            let (number, power) =
                if exponent == 0 { (fraction, -149) } else { (fraction | 0x80_0000, exponent - 150) };
            proptest::prop_assert_eq!(Format::SINGLE.read(&format!("0x{number:x}p{power}")), Ok(bits.into()));
            let whole = number >> 8;
            let behind = number & 0xff;
            let text = format!("0x{whole:x}.{behind:02x}p{}", power + 8);
            proptest::prop_assert_eq!(Format::SINGLE.read(&text), Ok(bits.into()));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[0-9a-fxpein+-.]{0,12}") {
            let _ = Format::DOUBLE.read(&text);
            let _ = is_floating(&text);
        }
    }
}
