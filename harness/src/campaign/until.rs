//! When a run has drawn enough cases, besides their number: after some time, or with the first new finding.

use crosscall_reports::run::Enough;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Bounds of a run besides the number of its cases. A run has rounds, one for each target and kind of cases; what is
/// left of the time is shared out equally among those that are left, and each has its first batch whatever the time.
#[derive(Debug, Default)]
pub struct Until {
    time: Option<Duration>,
    first_finding: bool,
    found: AtomicBool,
    clock: Mutex<Clock>,
}

#[derive(Debug, Default)]
struct Clock {
    /// The end of the run's time, and of the present round's part of it.
    ends: Option<(Instant, Instant)>,
    /// Rounds that have not begun.
    left: u32,
}

impl Until {
    /// Draws cases for so long, or until something new is found.
    pub fn new(time: Option<Duration>, first_finding: bool) -> Until {
        Until { time, first_finding, ..Until::default() }
    }

    /// True if there is any bound.
    pub fn is_bounded(&self) -> bool {
        self.time.is_some() || self.first_finding
    }

    /// Says that something new was found.
    pub fn note_finding(&self) {
        self.found.store(true, Ordering::Relaxed);
    }

    /// The time begins for so many rounds.
    pub(super) fn begin(&self, rounds: u64) {
        let now = Instant::now();
        let end = self.time.and_then(|time| now.checked_add(time));
        let left = u32::try_from(rounds).unwrap_or(u32::MAX);
        *self.clock.lock().unwrap_or_else(PoisonError::into_inner) =
            Clock { ends: end.map(|end| (end, end)), left };
    }

    /// The next round begins.
    pub(super) fn next_round(&self) {
        let mut clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
        let parts = clock.left.max(1);
        clock.left = clock.left.saturating_sub(1);
        if let Some((end, of_round)) = &mut clock.ends {
            let now = Instant::now();
            *of_round = now.checked_add(end.saturating_duration_since(now) / parts).unwrap_or(*end);
        }
    }

    /// Why a round that has drawn so many batches draws no more.
    pub(super) fn enough(&self, batches: u64) -> Option<Enough> {
        if self.has_found() {
            return Some(Enough::FirstFinding);
        }
        let clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
        let over = batches > 0 && clock.ends.is_some_and(|(_, of_round)| Instant::now() >= of_round);
        self.time.filter(|_| over).map(Enough::Time)
    }

    /// True if the first new finding is enough and was made.
    pub(super) fn has_found(&self) -> bool {
        self.first_finding && self.found.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_bounds_there_is_never_enough() {
        let until = Until::default();
        until.begin(2);
        until.next_round();
        until.note_finding();
        assert!(!until.is_bounded() && until.enough(1_000).is_none());
    }

    #[test]
    fn a_finding_is_enough_where_that_is_asked_for() {
        let until = Until::new(None, true);
        until.begin(1);
        assert_eq!(until.enough(3), None);
        until.note_finding();
        assert_eq!(until.enough(0), Some(Enough::FirstFinding));
    }

    #[test]
    fn every_round_has_its_part_of_the_time_and_a_batch_at_least() {
        let long = Duration::from_secs(3600);
        let until = Until::new(Some(long), false);
        until.begin(4);
        until.next_round();
        assert_eq!(until.enough(7), None);
        let end = until.clock.lock().unwrap().ends.unwrap().1;
        assert!(end <= Instant::now() + long / 4);
        let over = Until::new(Some(Duration::ZERO), false);
        over.begin(2);
        for _ in 0..3 {
            over.next_round();
            assert_eq!(over.enough(0), None);
            assert_eq!(over.enough(1), Some(Enough::Time(Duration::ZERO)));
        }
    }
}
