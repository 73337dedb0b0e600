//! Numbers of C types: what their bits mean, and conversions between them as C has them.

use crate::abi::data::Data;
use crate::abi::rules::Rules;
use crosscall_model::Scalar;
use crosscall_model::target::FloatFormat;

/// The format of a type's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Number {
    /// Two's complement of so many bits.
    Signed(u32),
    /// So many bits.
    Unsigned(u32),
    /// A floating format.
    Floating(FloatFormat),
    /// `_Bool`.
    Truth,
}

/// A number outside any format.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Amount {
    /// An integer.
    Whole(i128),
    /// A number of a floating type of up to 64 bits.
    Real(f64),
}

/// The format of a scalar's numbers; `None` for one that the document does not have or whose format is not known here.
pub(super) fn number(data: &dyn Data, scalar: Scalar, rules: &mut Rules<'_>) -> Option<Number> {
    let basic = data.basic(scalar.as_type(), rules)?;
    let bits = u32::try_from(basic.size * 8).ok()?;
    if scalar == Scalar::Bool {
        return Some(Number::Truth);
    }
    Some(match basic.sign {
        Some(sign) if data.is_signed(sign, rules) => Number::Signed(bits),
        Some(_) => Number::Unsigned(bits),
        None if bits == 16 => Number::Floating(FloatFormat::HALF),
        None if bits == 32 => Number::Floating(FloatFormat::SINGLE),
        None if bits == 64 => Number::Floating(FloatFormat::DOUBLE),
        None => return None,
    })
}

impl Number {
    /// Width in bits of what is stored.
    pub(super) fn bits(self) -> u32 {
        match self {
            Number::Signed(bits) | Number::Unsigned(bits) => bits,
            Number::Floating(format) => format.bits(),
            Number::Truth => 8,
        }
    }

    /// The bits that count.
    pub(super) fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits().clamp(1, 64))
    }

    /// An integer type of the same width and the other signedness; any other format as it is.
    pub(super) fn with_other_sign(self) -> Number {
        match self {
            Number::Signed(bits) => Number::Unsigned(bits),
            Number::Unsigned(bits) => Number::Signed(bits),
            other => other,
        }
    }

    /// The number that bits mean.
    pub(super) fn read(self, bits: u64) -> Amount {
        let bits = bits & self.mask();
        match self {
            Number::Signed(width) => {
                let above = 64 - width.clamp(1, 64);
                Amount::Whole(i128::from((bits << above).cast_signed() >> above))
            }
            Number::Unsigned(_) => Amount::Whole(i128::from(bits)),
            Number::Truth => Amount::Whole(i128::from(bits != 0)),
            Number::Floating(FloatFormat::SINGLE) => Amount::Real(f64::from(f32::from_bits(bits as u32))),
            Number::Floating(FloatFormat::HALF) => Amount::Real(from_half(bits)),
            Number::Floating(_) => Amount::Real(f64::from_bits(bits)),
        }
    }

    /// The bits of a number, converted as C does it; `None` where C does not say what comes of it.
    pub(super) fn write(self, amount: Amount) -> Option<u64> {
        let bits = match (self, amount) {
            (Number::Truth, Amount::Whole(whole)) => u64::from(whole != 0),
            (Number::Truth, Amount::Real(real)) => u64::from(real != 0.0),
            // Conversion to a signed type takes the low bits, too: GNU C defines what C leaves to the implementation.
            (Number::Signed(_) | Number::Unsigned(_), Amount::Whole(whole)) => whole as u64,
            (Number::Signed(_) | Number::Unsigned(_), Amount::Real(real)) => {
                let whole = real.trunc();
                let fits = whole >= self.lowest() as f64 && whole <= self.highest() as f64;
                // A bound that is no power of two may have been rounded up.
                let whole = fits.then_some(whole as i128).filter(|whole| self.holds(*whole))?;
                whole as u64
            }
            (Number::Floating(FloatFormat::SINGLE), Amount::Whole(whole)) => {
                u64::from((whole as f32).to_bits())
            }
            (Number::Floating(FloatFormat::SINGLE), Amount::Real(real)) => u64::from((real as f32).to_bits()),
            (Number::Floating(FloatFormat::HALF), Amount::Whole(whole)) => to_half(whole as f64),
            (Number::Floating(FloatFormat::HALF), Amount::Real(real)) => to_half(real),
            (Number::Floating(_), Amount::Whole(whole)) => (whole as f64).to_bits(),
            (Number::Floating(_), Amount::Real(real)) => real.to_bits(),
        };
        Some(bits & self.mask())
    }

    /// True if an integer is in range.
    pub(super) fn holds(self, whole: i128) -> bool {
        (self.lowest()..=self.highest()).contains(&whole)
    }

    fn lowest(self) -> i128 {
        match self {
            Number::Signed(bits) => -(1i128 << (bits.clamp(1, 64) - 1)),
            _ => 0,
        }
    }

    fn highest(self) -> i128 {
        match self {
            Number::Signed(bits) => (1i128 << (bits.clamp(1, 64) - 1)) - 1,
            Number::Truth => 1,
            other => (1i128 << other.bits().min(64)) - 1,
        }
    }
}

/// The unit of subnormal halves is 2 to the power of this.
const HALF_UNIT: i32 = -24;

/// Number that a half stands for.
fn from_half(bits: u64) -> f64 {
    let (exponent, fraction) = ((bits >> 10 & 0x1f) as i32, (bits & 0x3ff) as f64);
    let size = match exponent {
        0 => fraction * 2f64.powi(HALF_UNIT),
        0x1f if fraction > 0.0 => f64::NAN,
        0x1f => f64::INFINITY,
        _ => (1024.0 + fraction) * 2f64.powi(HALF_UNIT + exponent - 1),
    };
    if bits & 0x8000 != 0 { -size } else { size }
}

/// The half that is nearest to a number, the even one of two.
fn to_half(real: f64) -> u64 {
    let sign = if real.is_sign_negative() { 0x8000 } else { 0 };
    let size = real.abs();
    if size.is_nan() {
        return sign | 0x7e00;
    }
    // Numbers that are 1024 units or more have an exponent by which their unit is larger.
    let exponent = (1..=30).rev().find(|e| size >= 1024.0 * 2f64.powi(HALF_UNIT + e - 1)).unwrap_or(0);
    let unit = 2f64.powi(HALF_UNIT + exponent.max(1) - 1);
    let count = (size / unit).round_ties_even();
    // The leading bit is the lowest one of the exponent, so that a carry goes where it belongs.
    let bits = if exponent == 0 { count } else { count + 1024.0 * f64::from(exponent - 1) };
    sign | (bits.min(f64::from(0x7c00)) as u64)
}

/// Converts bits from one format to another.
pub(super) fn convert(bits: u64, from: Number, to: Number) -> Option<u64> {
    if from == to { Some(bits & to.mask()) } else { to.write(from.read(bits)) }
}
