//! Formats of floating numbers.

/// A binary interchange format of IEEE 754: a sign, an exponent and a fraction, from the highest bit downwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FloatFormat {
    /// Bits of the exponent.
    pub exponent_bits: u32,
    /// Bits of the fraction, without the leading one that is not written.
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

    /// What is added to an exponent when it is written.
    pub fn bias(self) -> i64 {
        (1 << (self.exponent_bits.clamp(1, 62) - 1)) - 1
    }
}
