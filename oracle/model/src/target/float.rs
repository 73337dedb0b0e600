//! Formats of floating numbers.

/// IEEE 754 binary interchange format: a sign, an exponent and a fraction, from the highest bit downwards.
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
    /// binary32.
    pub const SINGLE: FloatFormat = FloatFormat { exponent_bits: 8, fraction_bits: 23 };
    /// binary64.
    pub const DOUBLE: FloatFormat = FloatFormat { exponent_bits: 11, fraction_bits: 52 };

    /// Width in bits.
    pub fn bits(self) -> u32 {
        1 + self.exponent_bits + self.fraction_bits
    }

    /// Bias of the exponent.
    pub fn bias(self) -> i64 {
        (1 << (self.exponent_bits.clamp(1, 62) - 1)) - 1
    }
}
