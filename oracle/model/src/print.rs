//! Prints, which stand for large values where these are only compared with others of their kind.

use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

/// 128 bits of two hash functions that have nothing to do with each other: what has the same print is the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Print(u64, u64);

impl Print {
    /// The print of a value.
    pub fn of(value: &impl Hash) -> Print {
        let second: BuildHasherDefault<DefaultHasher> = BuildHasherDefault::default();
        Print(FxBuildHasher.hash_one(value), second.hash_one(value))
    }
}
