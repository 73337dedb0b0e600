//! Plans that are found again: so that equal ones are tested once. A plan takes some ten kilobytes, and a search meets
//! thousands, so that its print stands for it.

use crosscall_model::print::Print;
use rustc_hash::FxHashMap;

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
