//! The table of decoded instructions of a simulator with addresses of 32 bits.

use std::collections::BTreeSet;

use crate::simulator::Decoded;

/// A decoded instruction.
pub(crate) trait Entry: Copy {
    /// The entry of an instruction that was not decoded yet.
    const EMPTY: Self;
}

/// log2 of the bytes that a page of the table stands for.
const PAGE_SHIFT: u32 = 10;

/// The decoded instructions by address, and the breakpoints among them. There is an entry for every
/// `1 << SHIFT` bytes, which is what the addresses of instructions are a multiple of.
#[derive(Debug, Clone)]
pub(crate) struct Cache<E, const SHIFT: u32> {
    /// Number of a page by the upper bits of the address; page 0 is always empty.
    top: Vec<u32>,
    /// The pages, one behind the other.
    entries: Vec<E>,
    /// The places of `top` in use.
    used: Vec<usize>,
    /// Bytes before its last unit that an instruction may begin.
    lead: u32,
    breakpoints: BTreeSet<u32>,
}

impl<E: Entry, const SHIFT: u32> Cache<E, SHIFT> {
    /// Entries of a page.
    const SLOTS: usize = 1 << (PAGE_SHIFT - SHIFT);

    /// For addresses below `1 << bits` and instructions of at most `longest` bytes.
    pub(crate) fn new(bits: u32, longest: u32) -> Self {
        Self {
            top: vec![0; 1 << bits.saturating_sub(PAGE_SHIFT)],
            entries: vec![E::EMPTY; Self::SLOTS],
            used: Vec::new(),
            lead: longest.saturating_sub(1 << SHIFT),
            breakpoints: BTreeSet::new(),
        }
    }

    #[inline(always)]
    fn page(&self, pc: u32) -> usize {
        self.top.get((pc >> PAGE_SHIFT) as usize).copied().unwrap_or(0) as usize
    }

    #[inline(always)]
    const fn slot(page: usize, pc: u32) -> usize {
        page * Self::SLOTS + (pc >> SHIFT) as usize % Self::SLOTS
    }

    /// The entry at an aligned address.
    #[inline(always)]
    pub(crate) fn get(&self, pc: u32) -> E {
        match self.entries.get(Self::slot(self.page(pc), pc)) {
            Some(entry) => *entry,
            None => E::EMPTY,
        }
    }

    /// Sets the entry at an aligned address.
    pub(crate) fn set(&mut self, pc: u32, entry: E) {
        let index = (pc >> PAGE_SHIFT) as usize;
        let Some(top) = self.top.get_mut(index) else { return };
        if *top == 0 {
            *top = (self.entries.len() / Self::SLOTS) as u32;
            self.entries.resize(self.entries.len() + Self::SLOTS, E::EMPTY);
            self.used.push(index);
        }
        let page = *top as usize;
        if let Some(place) = self.entries.get_mut(Self::slot(page, pc)) {
            *place = entry;
        }
    }

    /// Makes an entry empty, if there is one.
    fn empty(&mut self, pc: u32) {
        if self.page(pc) != 0 {
            self.set(pc, E::EMPTY);
        }
    }

    /// Forgets the instructions that may lie over `length` bytes at `address`.
    pub(crate) fn forget(&mut self, address: u32, length: u32) {
        let unit = 1 << SHIFT;
        let before = (address & (unit - 1)).wrapping_add(self.lead);
        let mut at = address.wrapping_sub(before);
        for _ in 0..length.saturating_add(before).div_ceil(unit) {
            self.empty(at);
            at = at.wrapping_add(unit);
        }
    }

    /// Forgets every instruction; breakpoints stay.
    pub(crate) fn forget_all(&mut self) {
        for index in self.used.drain(..) {
            if let Some(top) = self.top.get_mut(index) {
                *top = 0;
            }
        }
        self.entries.truncate(Self::SLOTS);
    }

    /// Forgets everything, breakpoints too.
    pub(crate) fn clear(&mut self) {
        self.forget_all();
        self.breakpoints.clear();
    }

    /// Replaces the breakpoints.
    pub(crate) fn set_breakpoints(&mut self, addresses: &[u64]) {
        let new = addresses.iter().filter_map(|&address| u32::try_from(address).ok()).collect();
        let old = std::mem::replace(&mut self.breakpoints, new);
        // They are decoded again when control comes there.
        for address in old.into_iter().chain(self.breakpoints.clone()) {
            self.empty(address & !((1 << SHIFT) - 1));
        }
    }

    pub(crate) fn is_breakpoint(&self, address: u32) -> bool {
        self.breakpoints.contains(&address)
    }
}

impl<E: Entry, const SHIFT: u32> Decoded for Cache<E, SHIFT> {
    fn forget(&mut self, address: u64, length: u64) {
        self.forget(address as u32, length as u32);
    }

    fn clear(&mut self) {
        self.clear();
    }

    fn set_breakpoints(&mut self, addresses: &[u64]) {
        self.set_breakpoints(addresses);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Entry for u8 {
        const EMPTY: u8 = 0;
    }

    #[test]
    fn a_write_forgets_what_it_touches_and_what_reaches_into_it() {
        let mut cache = Cache::<u8, 1>::new(32, 4);
        for (pc, entry) in [(0x3fc, 1), (0x3fe, 2), (0x400, 3), (0x402, 4), (0x404, 5)] {
            cache.set(pc, entry);
        }
        cache.forget(0x401, 2);
        let left: Vec<u8> = [0x3fc, 0x3fe, 0x400, 0x402, 0x404].map(|pc| cache.get(pc)).to_vec();
        assert_eq!(left, [1, 0, 0, 0, 5]);
    }

    #[test]
    fn breakpoints_stay_when_code_is_forgotten() {
        let mut cache = Cache::<u8, 2>::new(21, 4);
        cache.set(0x100, 7);
        cache.set_breakpoints(&[0x100]);
        assert_eq!(cache.get(0x100), 0, "it has to be decoded again");
        cache.set(0x104, 8);
        cache.forget_all();
        assert!(cache.is_breakpoint(0x100));
        assert_eq!(cache.get(0x104), 0);
        cache.set(0xffff_fffc, 9);
        assert_eq!(cache.get(0xffff_fffc), 0, "there is no room for it");
    }
}
