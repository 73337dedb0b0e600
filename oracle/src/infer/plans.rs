//! Plans that are found again: so that equal ones are tested once.

use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

/// What stands for a plan of one case: 128 bits of two hash functions that have nothing to do with each other. A plan takes
/// some ten kilobytes, and a search meets thousands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Print(u64, u64);

impl Print {
    pub(super) fn of(plan: &impl Hash) -> Print {
        let second: BuildHasherDefault<DefaultHasher> = BuildHasherDefault::default();
        Print(FxBuildHasher.hash_one(plan), second.hash_one(plan))
    }
}

/// Things that are found again by a plan, in the order in which they came.
pub(super) struct Plans<T> {
    pub(super) entries: Vec<T>,
    /// Positions in `entries`.
    by_print: FxHashMap<Print, usize>,
}

impl<T> Default for Plans<T> {
    fn default() -> Plans<T> {
        Plans { entries: Vec::new(), by_print: FxHashMap::default() }
    }
}

impl<T> Plans<T> {
    pub(super) fn find(&mut self, print: Print) -> Option<&mut T> {
        self.entries.get_mut(*self.by_print.get(&print)?)
    }

    pub(super) fn insert(&mut self, print: Print, entry: T) {
        self.by_print.insert(print, self.entries.len());
        self.entries.push(entry);
    }
}
