//! Formats of floating numbers.

use crate::ctype::Scalar;

/// IEEE 754 binary interchange format, or bfloat16: a sign, an exponent and a fraction, from the highest bit downwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FloatFormat {
    /// Width of the exponent in bits.
    pub exponent_bits: u32,
    /// Width of the fraction in bits, without the implicit leading one.
    pub fraction_bits: u32,
}

impl FloatFormat {
    /// binary16.
    pub const HALF: FloatFormat = FloatFormat { exponent_bits: 5, fraction_bits: 10 };
    /// bfloat16: the upper half of a binary32.
    pub const BRAIN: FloatFormat = FloatFormat { exponent_bits: 8, fraction_bits: 7 };
    /// binary32.
    pub const SINGLE: FloatFormat = FloatFormat { exponent_bits: 8, fraction_bits: 23 };
    /// binary64.
    pub const DOUBLE: FloatFormat = FloatFormat { exponent_bits: 11, fraction_bits: 52 };

    /// binary128.
    pub const QUADRUPLE: FloatFormat = FloatFormat { exponent_bits: 15, fraction_bits: 112 };

    /// Smallest of the formats with at least this number of bits; binary128 for more than 128.
    pub fn of_width(bits: u32) -> FloatFormat {
        match bits {
            0..=16 => FloatFormat::HALF,
            17..=32 => FloatFormat::SINGLE,
            33..=64 => FloatFormat::DOUBLE,
            _ => FloatFormat::QUADRUPLE,
        }
    }

    /// Format of a floating type that is so many bits wide.
    pub fn of(scalar: Scalar, bits: u32) -> FloatFormat {
        if scalar == Scalar::BrainHalf { FloatFormat::BRAIN } else { FloatFormat::of_width(bits) }
    }

    /// True if an encoding is a NaN.
    pub fn is_nan(self, encoding: u128) -> bool {
        let top = (1u128 << self.exponent_bits) - 1;
        encoding >> self.fraction_bits & top == top && encoding & ((1 << self.fraction_bits) - 1) != 0
    }

    /// True if an encoding is a signalling NaN.
    pub fn is_signalling(self, encoding: u128) -> bool {
        self.is_nan(encoding) && encoding >> (self.fraction_bits - 1) & 1 == 0
    }

    /// Width in bits.
    pub fn bits(self) -> u32 {
        1 + self.exponent_bits + self.fraction_bits
    }

    /// Bias of the exponent.
    pub fn bias(self) -> i64 {
        (1 << (self.exponent_bits.clamp(1, 62) - 1)) - 1
    }
}
