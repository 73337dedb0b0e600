//! The time for which a compiler has been waited for in vain, beside that in which it has worked: one that hangs with every case is
//! not asked for hours.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Time limits that may pass in vain, beside as much time as the compiler has worked.
const MOST: u32 = 15;

/// Times of all runs of a compiler, in milliseconds; clones share them. They are no part of what the compiler is: all of these
/// are equal.
#[derive(Debug, Clone, Default)]
pub struct Waits(Arc<Times>);

#[derive(Debug, Default)]
struct Times {
    in_vain: AtomicU64,
    at_work: AtomicU64,
}

impl Waits {
    /// Notes a run that ended by itself, or was ended since its time was over.
    pub(super) fn note(&self, took: Duration, in_vain: bool) {
        let sum = if in_vain { &self.0.in_vain } else { &self.0.at_work };
        sum.fetch_add(u64::try_from(took.as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// True if no more time is given to a compiler that has this limit for a run.
    pub(super) fn is_over(&self, limit: Duration) -> bool {
        let [in_vain, at_work] =
            [&self.0.in_vain, &self.0.at_work].map(|sum| Duration::from_millis(sum.load(Ordering::Relaxed)));
        in_vain > limit.saturating_mul(MOST).saturating_add(at_work)
    }
}

impl PartialEq for Waits {
    fn eq(&self, _: &Waits) -> bool {
        true
    }
}

impl Eq for Waits {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_works_is_waited_for_longer() {
        let (limit, waits) = (Duration::from_secs(1), Waits::default());
        for _ in 0..15 {
            waits.note(limit, true);
        }
        assert!(!waits.is_over(limit));
        waits.clone().note(limit, true);
        assert!(waits.is_over(limit));
        waits.note(limit * 3, false);
        assert!(!waits.is_over(limit));
    }
}
