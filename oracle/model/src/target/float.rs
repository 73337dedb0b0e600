//! Formats of floating numbers.

use crate::ctype::Scalar;

/// IEEE 754 binary interchange format, bfloat16, or the extended format of x87: a sign, an exponent and a fraction, from the
/// highest bit downwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FloatFormat {
    /// Width of the exponent in bits.
    pub exponent_bits: u32,
    /// Width of the fraction in bits, without the leading one.
    pub fraction_bits: u32,
    /// True if the leading one is a bit of the encoding, between exponent and fraction.
    pub has_leading_bit: bool,
}

impl FloatFormat {
    /// binary16.
    pub const HALF: FloatFormat = FloatFormat::implicit(5, 10);
    /// bfloat16: the upper half of a binary32.
    pub const BRAIN: FloatFormat = FloatFormat::implicit(8, 7);
    /// binary32.
    pub const SINGLE: FloatFormat = FloatFormat::implicit(8, 23);
    /// binary64.
    pub const DOUBLE: FloatFormat = FloatFormat::implicit(11, 52);

    /// binary128.
    pub const QUADRUPLE: FloatFormat = FloatFormat::implicit(15, 112);
    /// The format of 80 bits of x87.
    pub const EXTENDED: FloatFormat =
        FloatFormat { exponent_bits: 15, fraction_bits: 63, has_leading_bit: true };

    const fn implicit(exponent_bits: u32, fraction_bits: u32) -> FloatFormat {
        FloatFormat { exponent_bits, fraction_bits, has_leading_bit: false }
    }

    /// Smallest of the formats with at least this number of bits, x87's among them; binary128 for more than 128.
    pub fn of_width(bits: u32) -> FloatFormat {
        match bits {
            0..=16 => FloatFormat::HALF,
            17..=32 => FloatFormat::SINGLE,
            33..=64 => FloatFormat::DOUBLE,
            65..=80 => FloatFormat::EXTENDED,
            _ => FloatFormat::QUADRUPLE,
        }
    }

    /// Format of a floating type that is so many bits wide.
    pub fn of(scalar: Scalar, bits: u32) -> FloatFormat {
        if scalar == Scalar::BrainHalf { FloatFormat::BRAIN } else { FloatFormat::of_width(bits) }
    }

    /// Sign, exponent and fraction of an encoding.
    pub fn fields(self, encoding: u128) -> (bool, u128, u128) {
        let above = self.bits() - 1;
        let exponent = encoding >> (above - self.exponent_bits) & self.top();
        (encoding >> above & 1 == 1, exponent, encoding & ((1 << self.fraction_bits) - 1))
    }

    /// The encoding of a sign, an exponent and a fraction.
    pub fn encoded(self, (is_negative, exponent, fraction): (bool, u128, u128)) -> u128 {
        let above = self.bits() - 1;
        let leading = u128::from(self.has_leading_bit && exponent != 0) << self.fraction_bits;
        u128::from(is_negative) << above | exponent << (above - self.exponent_bits) | leading | fraction
    }

    /// The exponent of infinities and NaNs.
    pub fn top(self) -> u128 {
        (1 << self.exponent_bits) - 1
    }

    /// True if an encoding is a NaN.
    pub fn is_nan(self, encoding: u128) -> bool {
        let (_, exponent, fraction) = self.fields(encoding);
        exponent == self.top() && fraction != 0
    }

    /// True if an encoding is a signalling NaN.
    pub fn is_signalling(self, encoding: u128) -> bool {
        self.is_nan(encoding) && encoding >> (self.fraction_bits - 1) & 1 == 0
    }

    /// Width in bits.
    pub fn bits(self) -> u32 {
        1 + self.exponent_bits + u32::from(self.has_leading_bit) + self.fraction_bits
    }

    /// Bias of the exponent.
    pub fn bias(self) -> i64 {
        (1 << (self.exponent_bits.clamp(1, 62) - 1)) - 1
    }
}
