//! A random stream for tests, and scratch directories.
#![allow(dead_code, reason = "every test file uses its own part")]

use std::path::{Path, PathBuf};

/// A small fixed random stream, the same on every host.
pub(crate) struct Random(u64);

impl Random {
    /// A stream for a seed.
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 32 bits.
    pub(crate) fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) as u32
    }

    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        ((u64::from(self.next()) * u64::from(limit)) >> 32) as u32
    }

    /// A number of `low` to `high`.
    pub(crate) fn range(&mut self, low: i64, high: i64) -> i64 {
        low + i64::from(self.below((high - low + 1) as u32))
    }

    /// One of a list.
    pub(crate) fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len() as u32) as usize]
    }
}

/// A fresh directory for one test, under the build directory.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    std::fs::create_dir_all(&path).expect("a scratch directory");
    path
}
