//! Random decisions from a stream of bytes.
//!
//! The bytes come through [`arbitrary::Unstructured`], so that a fuzzer drives the same code. The number of bytes of
//! a decision and their meaning are fixed here and depend neither on the host nor on the version of that crate. When
//! the bytes are exhausted, every decision is its first choice.

use arbitrary::Unstructured;

/// Source of random decisions.
#[derive(Debug)]
pub struct Draw<'a, 'b> {
    bytes: &'a mut Unstructured<'b>,
}

impl<'a, 'b> Draw<'a, 'b> {
    /// Source of decisions from these bytes.
    pub fn new(bytes: &'a mut Unstructured<'b>) -> Draw<'a, 'b> {
        Draw { bytes }
    }

    /// True if no bytes are left, so that every further decision is the first choice.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Next byte; 0 when there is none.
    pub fn byte(&mut self) -> u8 {
        let mut byte = [0];
        // Filling a buffer does not fail: missing bytes are zero.
        let _ = self.bytes.fill_buffer(&mut byte);
        u8::from_le_bytes(byte)
    }

    /// Number below `n`, from two bytes; 0 when `n` is 0. The low numbers of a range that does not divide 65536 are
    /// slightly more likely.
    pub fn below(&mut self, n: u32) -> u32 {
        let value = u32::from(self.byte()) | u32::from(self.byte()) << 8;
        // The top of the product: it depends on all 16 bits, and zero bytes give zero.
        (value.wrapping_mul(n.min(1 << 16))) >> 16
    }

    /// Number in a closed range.
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        low.saturating_add(self.below(high.saturating_sub(low).saturating_add(1)))
    }

    /// True `percent` times in a hundred; false when the bytes are exhausted, unless it is always true.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.below(100) >= 100u32.saturating_sub(percent)
    }

    /// Index, in proportion to its weight; 0 when all weights are 0.
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        let total = weights.iter().fold(0u32, |sum, w| sum.saturating_add(*w));
        let mut left = self.below(total);
        for (i, weight) in weights.iter().enumerate() {
            if left < *weight {
                return i;
            }
            left -= weight;
        }
        0
    }

    /// One of several items, equally likely; `None` if there are none.
    pub fn pick<'c, T>(&mut self, items: &'c [T]) -> Option<&'c T> {
        let n = u32::try_from(items.len()).unwrap_or(u32::MAX);
        items.get(usize::try_from(self.below(n)).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meaning_of_bytes() {
        let data = [0xff, 0xff, 0x00, 0x80, 0x00, 0x00, 0xff, 0xff];
        let mut bytes = Unstructured::new(&data);
        let mut draw = Draw::new(&mut bytes);
        assert_eq!(draw.below(10), 9);
        assert_eq!(draw.between(1, 4), 3);
        assert_eq!(draw.weighted(&[0, 5, 5]), 1);
        assert!(draw.chance(1));
        assert!(draw.is_empty());
        assert_eq!((draw.below(1000), draw.between(3, 9), draw.chance(99)), (0, 3, false));
        assert!(draw.chance(100));
        assert_eq!(draw.pick::<u8>(&[]), None);
    }
}
