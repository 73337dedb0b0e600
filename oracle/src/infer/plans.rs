//! Plans that are found again: so that equal ones are tested once.

use rustc_hash::FxHashMap;
use std::hash::{BuildHasher, Hash};

/// Things that are found again by a plan, in the order in which they came.
pub(super) struct Plans<T> {
    pub(super) entries: Vec<T>,
    /// Positions in `entries`, so that a plan is only compared with those that are probably equal.
    by_hash: FxHashMap<u64, Vec<usize>>,
}

impl<T> Default for Plans<T> {
    fn default() -> Plans<T> {
        Plans { entries: Vec::new(), by_hash: FxHashMap::default() }
    }
}

impl<T> Plans<T> {
    pub(super) fn hash(&self, plan: &impl Hash) -> u64 {
        self.by_hash.hasher().hash_one(plan)
    }

    pub(super) fn find(&mut self, hash: u64, is_it: impl Fn(&T) -> bool) -> Option<&mut T> {
        let alike = self.by_hash.get(&hash)?;
        let at = alike.iter().copied().find(|at| self.entries.get(*at).is_some_and(&is_it))?;
        self.entries.get_mut(at)
    }

    pub(super) fn insert(&mut self, hash: u64, entry: T) {
        self.by_hash.entry(hash).or_default().push(self.entries.len());
        self.entries.push(entry);
    }
}
