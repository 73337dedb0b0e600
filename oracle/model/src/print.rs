//! Prints, which stand for large values where these are only compared with others of their kind.

use foldhash::quality::{FixedState, FoldHasher};
use rustc_hash::FxHasher;
use std::hash::{BuildHasher, Hash, Hasher};

/// 128 bits of two hash functions that have nothing to do with each other: what has the same print is the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Print(u64, u64);

impl Print {
    /// The print of a value.
    pub fn of(value: &impl Hash) -> Print {
        let mut both = Both(FxHasher::default(), FixedState::default().build_hasher());
        value.hash(&mut both);
        Print(both.0.finish(), both.1.finish())
    }
}

/// Two hash functions at once, so that a value is walked through only once.
struct Both<'s>(FxHasher, FoldHasher<'s>);

impl Hasher for Both<'_> {
    fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
        self.1.write(bytes);
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0.write_u64(number);
        self.1.write_u64(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0.finish() ^ self.1.finish()
    }
}
