//! The table of decoded instructions of a simulator with addresses of 32 bits, and what a decoded instruction has to be.

use std::collections::BTreeSet;

/// Work of an entry that is no instruction of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sentinel {
    /// Not decoded yet.
    Empty,
    /// A breakpoint of the host.
    Breakpoint,
    /// The return address of a call by the host.
    Return,
    /// A runtime function, by its number.
    Host,
    /// A word that is no instruction.
    Illegal,
}

/// A decoded instruction.
pub trait Entry: Copy + std::fmt::Debug {
    /// The part of a rare instruction that has no room in its entry.
    type Detail: Copy + std::fmt::Debug;

    /// log2 of the bytes that the address of every instruction is a multiple of.
    const SHIFT: u32;
    /// First address that code can have.
    const FIRST_ADDRESS: u32 = 0;
    /// Width in bits of the distance of code from the first address.
    const ADDRESS_BITS: u32 = 32;
    /// Length in bytes of the longest instruction.
    const LONGEST: u32;

    /// An entry that is no instruction, with the number of a runtime function or the word.
    fn sentinel(work: Sentinel, number: u32) -> Self;

    /// The work of an entry that is no instruction; `None` for an instruction.
    fn as_sentinel(self) -> Option<Sentinel>;

    /// An instruction that was not decoded yet.
    #[inline(always)]
    fn empty() -> Self {
        Self::sentinel(Sentinel::Empty, 0)
    }

    /// Returns whether the instruction was not decoded yet.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.as_sentinel() == Some(Sentinel::Empty)
    }

    /// Returns whether a run stops here before it executes anything.
    #[inline(always)]
    fn is_stop(self) -> bool {
        matches!(self.as_sentinel(), Some(Sentinel::Breakpoint | Sentinel::Return))
    }
}

/// log2 of the bytes that a page of the table stands for.
const PAGE_SHIFT: u32 = 10;

/// Details kept before everything is forgotten, so that code that changes itself cannot make them grow.
const MOST_DETAILS: usize = 1 << 18;

/// The decoded instructions by address, and the breakpoints among them. There is an entry for every
/// `1 << SHIFT` bytes.
#[derive(Debug, Clone)]
pub(crate) struct Cache<E: Entry> {
    /// Number of a page by the upper bits of the address, as far as there is code; page 0 is always empty.
    top: Vec<u32>,
    /// The pages, one behind the other.
    entries: Vec<E>,
    /// The places of `top` in use.
    used: Vec<usize>,
    details: Vec<E::Detail>,
    breakpoints: BTreeSet<u32>,
}

impl<E: Entry> Cache<E> {
    /// Entries of a page.
    const SLOTS: usize = 1 << (PAGE_SHIFT - E::SHIFT);
    /// Bytes that an instruction's address is a multiple of.
    const UNIT: u32 = 1 << E::SHIFT;

    pub(crate) fn new() -> Self {
        Self {
            top: Vec::new(),
            entries: vec![E::empty(); Self::SLOTS],
            used: Vec::new(),
            details: Vec::new(),
            breakpoints: BTreeSet::new(),
        }
    }

    /// Index in `top` of an address.
    #[inline(always)]
    const fn top_index(pc: u32) -> usize {
        (pc.wrapping_sub(E::FIRST_ADDRESS) >> PAGE_SHIFT) as usize
    }

    #[inline(always)]
    fn page(&self, pc: u32) -> usize {
        self.top.get(Self::top_index(pc)).copied().unwrap_or(0) as usize
    }

    #[inline(always)]
    const fn slot(page: usize, pc: u32) -> usize {
        page * Self::SLOTS + (pc >> E::SHIFT) as usize % Self::SLOTS
    }

    /// The entry at an aligned address.
    #[inline(always)]
    pub(crate) fn get(&self, pc: u32) -> E {
        match self.entries.get(Self::slot(self.page(pc), pc)) {
            Some(entry) => *entry,
            None => E::empty(),
        }
    }

    /// Sets the entry at an address, if it is aligned and can hold code.
    pub(crate) fn set(&mut self, pc: u32, entry: E) {
        let index = Self::top_index(pc);
        if !pc.is_multiple_of(Self::UNIT) || index >> E::ADDRESS_BITS.saturating_sub(PAGE_SHIFT) != 0 {
            return;
        }
        if index >= self.top.len() {
            self.top.resize(index + 1, 0);
        }
        let Some(top) = self.top.get_mut(index) else { return };
        if *top == 0 {
            *top = (self.entries.len() / Self::SLOTS) as u32;
            self.entries.resize(self.entries.len() + Self::SLOTS, E::empty());
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
            self.set(pc, E::empty());
        }
    }

    /// Keeps a detail and gives its number.
    pub(crate) fn keep(&mut self, detail: E::Detail) -> u32 {
        if self.details.len() >= MOST_DETAILS {
            self.forget_all();
        }
        self.details.push(detail);
        self.details.len() as u32 - 1
    }

    /// A detail by its number.
    #[inline(always)]
    pub(crate) fn detail(&self, number: u32) -> Option<E::Detail> {
        self.details.get(number as usize).copied()
    }

    /// Forgets the instructions that may lie over `length` bytes at `address`. There is no code beyond 32 bits.
    pub(crate) fn forget(&mut self, address: u64, length: u64) {
        let Ok(address) = u32::try_from(address) else { return };
        let length = u32::try_from(length).unwrap_or(u32::MAX);
        let before = (address & (Self::UNIT - 1)).wrapping_add(E::LONGEST.saturating_sub(Self::UNIT));
        let mut at = address.wrapping_sub(before);
        for _ in 0..length.saturating_add(before).div_ceil(Self::UNIT) {
            self.empty(at);
            at = at.wrapping_add(Self::UNIT);
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
        self.details.clear();
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
            self.empty(address & !(Self::UNIT - 1));
        }
    }

    pub(crate) fn is_breakpoint(&self, address: u64) -> bool {
        u32::try_from(address).is_ok_and(|address| self.breakpoints.contains(&address))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An instruction at addresses that are multiples of `1 << SHIFT`.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    struct Number<const SHIFT: u32, const BITS: u32>(u8);

    impl<const SHIFT: u32, const BITS: u32> Entry for Number<SHIFT, BITS> {
        type Detail = ();
        const SHIFT: u32 = SHIFT;
        const ADDRESS_BITS: u32 = BITS;
        const LONGEST: u32 = 4;

        fn sentinel(_: Sentinel, _: u32) -> Self {
            Self(0)
        }

        fn as_sentinel(self) -> Option<Sentinel> {
            (self.0 == 0).then_some(Sentinel::Empty)
        }
    }

    #[test]
    fn a_write_forgets_what_it_touches_and_what_reaches_into_it() {
        let mut cache = Cache::<Number<1, 32>>::new();
        for (pc, entry) in [(0x3fc, 1), (0x3fe, 2), (0x400, 3), (0x402, 4), (0x404, 5)] {
            cache.set(pc, Number(entry));
        }
        cache.forget(0x401, 2);
        let left = [0x3fc, 0x3fe, 0x400, 0x402, 0x404].map(|pc| cache.get(pc).0);
        assert_eq!(left, [1, 0, 0, 0, 5]);
    }

    #[test]
    fn breakpoints_stay_when_code_is_forgotten() {
        let mut cache = Cache::<Number<2, 21>>::new();
        cache.set(0x100, Number(7));
        cache.set_breakpoints(&[0x100]);
        assert_eq!(cache.get(0x100).0, 0, "it has to be decoded again");
        cache.set(0x104, Number(8));
        cache.forget_all();
        assert!(cache.is_breakpoint(0x100));
        assert_eq!(cache.get(0x104).0, 0);
        cache.set(0xffff_fffc, Number(9));
        assert_eq!(cache.get(0xffff_fffc).0, 0, "there is no room for it");
    }
}
