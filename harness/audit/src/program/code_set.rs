//! Sets of addresses of code.

use super::symbols::Symbols;
use std::ops::Range;

/// Most bytes of code whose calls are known again by their return addresses.
const MOST_CODE: u64 = 1 << 28;

/// Addresses of code, a bit for every byte.
#[derive(Debug, Clone, Default)]
pub(super) struct CodeSet {
    base: u64,
    bits: Vec<u64>,
}

impl CodeSet {
    pub(super) fn of(symbols: &Symbols) -> CodeSet {
        let base = symbols.code().iter().map(|range| range.start).min().unwrap_or(0);
        let end = symbols.code().iter().map(|range| range.end).max().unwrap_or(0);
        // A return address may be the one behind the last instruction.
        let size = end.saturating_sub(base).min(MOST_CODE) + 16;
        CodeSet { base, bits: vec![0; usize::try_from(size / 64 + 1).unwrap_or(0)] }
    }

    #[inline(always)]
    fn place(&self, address: u64) -> (usize, u64) {
        let at = address.wrapping_sub(self.base);
        ((at >> 6) as usize, 1 << (at & 63))
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, address: u64) {
        let (at, bit) = self.place(address);
        if let Some(word) = self.bits.get_mut(at) {
            *word |= bit;
        }
    }

    /// True if an address of a range is in the set.
    pub(super) fn meets(&self, range: &Range<u64>) -> bool {
        range.clone().any(|address| self.contains(address))
    }

    pub(super) fn contains(&self, address: u64) -> bool {
        let (at, bit) = self.place(address);
        self.bits.get(at).is_some_and(|word| word & bit != 0)
    }
}
