//! Floating values in decimal and in hexadecimal, as the bits of their encodings.

use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single};
use rustc_apfloat::{Float, Round, Status};

/// Reads a number without a sign as the bits of its encoding: the nearest one to a decimal number, and exactly that of a
/// hexadecimal one. An error is worded so that the name of a type can follow.
pub(super) type Reader = fn(&str) -> Result<u128, &'static str>;

/// The reader for bfloat16, or for the IEEE 754 format of so many bits.
pub(super) fn reader(bits: u32, brain: bool) -> Option<Reader> {
    match bits {
        16 if brain => Some(read::<BFloat>),
        16 => Some(read::<Half>),
        32 => Some(read::<Single>),
        64 => Some(read::<Double>),
        128 => Some(read::<Quad>),
        _ => None,
    }
}

fn read<F: Float>(digits: &str) -> Result<u128, &'static str> {
    let hexadecimal = hexadecimal(digits);
    let is_exact = hexadecimal.is_some();
    let text = hexadecimal.unwrap_or_else(|| digits.to_lowercase().replace("infinity", "inf"));
    let number = F::from_str_r(&text, Round::NearestTiesToEven).map_err(|_| "is no number for a")?;
    if number.status.contains(Status::OVERFLOW) {
        Err("is too great for a")
    } else if is_exact && number.status != Status::OK {
        Err("has bits that there is no room for in a")
    } else {
        Ok(number.value.to_bits())
    }
}

/// A hexadecimal number with an exponent, which may be missing in what is given.
fn hexadecimal(digits: &str) -> Option<String> {
    let digits = digits.to_lowercase();
    digits.starts_with("0x").then(|| if digits.contains('p') { digits } else { digits + "p0" })
}

/// True if a word without a sign is written as a floating value.
pub(super) fn is_floating(digits: &str) -> bool {
    match hexadecimal(digits) {
        Some(text) => Double::from_str_r(&text, Round::NearestTiesToEven).is_ok(),
        None => !digits.starts_with(['+', '-']) && digits.parse::<f64>().is_ok(),
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
            assert_eq!(read::<Half>(text), Ok(bits), "{text}");
        }
        assert!(read::<Half>("65520.0").is_err());
    }

    proptest::proptest! {
        #[test]
        fn every_number_is_written_and_read(bits in 0u32..0x7f80_0000) {
            let (fraction, exponent) = (bits & 0x7f_ffff, (bits >> 23) as i32);
            let (number, power) =
                if exponent == 0 { (fraction, -149) } else { (fraction | 0x80_0000, exponent - 150) };
            proptest::prop_assert_eq!(read::<Single>(&format!("0x{number:x}p{power}")), Ok(bits.into()));
            let whole = number >> 8;
            let behind = number & 0xff;
            let text = format!("0x{whole:x}.{behind:02x}p{}", power + 8);
            proptest::prop_assert_eq!(read::<Single>(&text), Ok(bits.into()));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[0-9a-fxpein+-.]{0,12}") {
            let _ = read::<Double>(&text);
            let _ = is_floating(&text);
        }
    }
}
