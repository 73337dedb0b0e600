//! When a run has generated enough cases, besides their number: after some time, or with the first new finding.

use crosscall_base::companion::Companion;
use crosscall_reports::run::Enough;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Part of a run's time that is left for running findings again, in percent.
const LATER: u32 = 15;

/// Most of the time that is left for it: a long night is for cases.
const LONGEST_LATER: Duration = Duration::from_secs(600);

/// Share of the time that is left which a pass takes: one part of so many, unless that is too little for another pass.
const PASSES: u32 = 3;

/// The shortest time of a pass.
const SHORTEST_PASS: Duration = Duration::from_secs(60);

/// Bounds of a run besides the number of its cases. A run goes in passes through its rounds, one for each target and kind of
/// cases, each with a weight. What is left of a pass's time is shared out among the rounds that are left by their weights, and
/// each has its first batch; part of the whole is kept for running findings again. When all of it is over, everything is
/// stopped ([`Until::deadline`]).
#[derive(Debug, Default)]
pub struct Until {
    time: Option<Duration>,
    first_finding: bool,
    found: AtomicBool,
    full: AtomicBool,
    clock: Mutex<Clock>,
}

#[derive(Debug, Default)]
struct Clock {
    /// The end of the run's time.
    end: Option<Instant>,
    /// The end of the time for cases.
    end_of_cases: Option<Instant>,
    /// The end of the present pass, and of the present round's part of it.
    ends: Option<(Instant, Instant)>,
    /// Sum of the weights of rounds that have not begun.
    left: u64,
}

impl Until {
    /// Generates cases for so long, or until something new is found.
    pub fn new(time: Option<Duration>, first_finding: bool) -> Until {
        Until { time, first_finding, ..Until::default() }
    }

    /// True if there is any bound.
    pub(crate) fn is_bounded(&self) -> bool {
        self.time.is_some() || self.first_finding || self.full.load(Ordering::Relaxed)
    }

    /// Says that something new was found.
    pub fn note_finding(&self) {
        self.found.store(true, Ordering::Relaxed);
    }

    /// Says that the store takes as much room as it may.
    pub(super) fn note_full(&self) {
        self.full.store(true, Ordering::Relaxed);
    }

    /// The time begins now. When it is over, `stop` is set, as if the user had interrupted, unless the run has ended before
    /// and dropped what this returns.
    pub fn deadline(&self, stop: &Arc<AtomicBool>) -> Option<Companion> {
        let time = self.time?;
        self.lock().end = Some(Instant::now().checked_add(time)?);
        let stop = Arc::clone(stop);
        Some(Companion::start(move |ending| {
            if !ending.comes_within(time) {
                stop.store(true, Ordering::Relaxed);
            }
        }))
    }

    /// True if all of the time is over.
    pub fn is_over(&self) -> bool {
        self.lock().end.is_some_and(|end| Instant::now() >= end)
    }

    /// The reason for which nothing more is done, if all of the time is over.
    pub(super) fn over(&self) -> Option<Enough> {
        self.time.filter(|_| self.is_over()).map(Enough::Time)
    }

    /// A pass begins, in which the weights of the rounds have this sum.
    pub(super) fn begin(&self, weights: u64) {
        let now = Instant::now();
        let mut clock = self.lock();
        clock.left = weights;
        if clock.end_of_cases.is_none() {
            let end = clock.end.or_else(|| self.time.and_then(|time| now.checked_add(time)));
            clock.end_of_cases = end.map(|end| now + for_cases(end.saturating_duration_since(now)));
        }
        let end_of_pass = |end: Instant| {
            let left = end.saturating_duration_since(now);
            let part = left / PASSES;
            if part < SHORTEST_PASS { end } else { now + part }
        };
        clock.ends = clock.end_of_cases.map(end_of_pass).map(|end| (end, end));
    }

    /// True if there is time for another pass.
    pub(super) fn next_pass(&self) -> bool {
        self.lock().end_of_cases.is_some_and(|end| Instant::now() < end)
    }

    /// The next round begins, which has this weight.
    pub(super) fn next_round(&self, weight: u64) {
        let mut clock = self.lock();
        let part = weight as f64 / clock.left.max(weight).max(1) as f64;
        clock.left = clock.left.saturating_sub(weight);
        if let Some((end, of_round)) = &mut clock.ends {
            let now = Instant::now();
            *of_round = now + end.saturating_duration_since(now).mul_f64(part);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Clock> {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Why a round that has generated so many batches generates no more.
    pub(super) fn enough(&self, batches: u64) -> Option<Enough> {
        if self.has_found() {
            return Some(Enough::FirstFinding);
        }
        if self.full.load(Ordering::Relaxed) {
            return Some(Enough::StoreLimit);
        }
        let clock = self.lock();
        let over = batches > 0 && clock.ends.is_some_and(|(_, of_round)| Instant::now() >= of_round);
        self.time.filter(|_| over).map(Enough::Time)
    }

    /// True if the first new finding is enough and was made.
    pub(super) fn has_found(&self) -> bool {
        self.first_finding && self.found.load(Ordering::Relaxed)
    }
}

/// The part of a run's time that is for cases.
fn for_cases(time: Duration) -> Duration {
    time - (time * LATER / 100).min(LONGEST_LATER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_bounds_there_is_never_enough() {
        let until = Until::default();
        until.begin(2);
        until.next_round(1);
        until.note_finding();
        assert!(!until.is_bounded() && until.enough(1_000).is_none() && !until.is_over());
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
        let end_of_round = |until: &Until| until.lock().ends.unwrap().1;
        until.begin(10);
        until.next_round(3);
        assert_eq!(until.enough(7), None);
        let for_cases = for_cases(long);
        let of_pass = for_cases / PASSES;
        assert!(end_of_round(&until) <= Instant::now() + of_pass * 3 / 10);
        // What a round leaves is for the others.
        until.next_round(7);
        assert!(end_of_round(&until) > Instant::now() + of_pass * 9 / 10);
        assert!(until.next_pass());
        until.begin(1);
        until.next_round(1);
        assert!(end_of_round(&until) <= Instant::now() + for_cases / PASSES, "a part of what is left");
        // A short time is one pass.
        let short = Until::new(Some(Duration::from_secs(100)), false);
        short.begin(1);
        short.next_round(1);
        assert!(end_of_round(&short) > Instant::now() + Duration::from_secs(80));
        let over = Until::new(Some(Duration::ZERO), false);
        over.begin(2);
        for _ in 0..3 {
            over.next_round(1);
            assert_eq!(over.enough(0), None);
            assert_eq!(over.enough(1), Some(Enough::Time(Duration::ZERO)));
        }
    }

    #[test]
    fn a_long_night_is_for_cases() {
        assert_eq!(for_cases(Duration::from_secs(100)), Duration::from_secs(85));
        assert_eq!(for_cases(Duration::from_secs(8 * 3600)), Duration::from_secs(8 * 3600 - 600));
        assert_eq!(for_cases(Duration::ZERO), Duration::ZERO);
    }

    #[test]
    fn everything_is_stopped_at_the_deadline() {
        let stop = Arc::new(AtomicBool::new(false));
        let until = Until::new(Some(Duration::from_secs(3600)), false);
        drop(until.deadline(&stop));
        assert!(!stop.load(Ordering::Relaxed) && !until.is_over(), "it ended before");
        let until = Until::new(Some(Duration::ZERO), false);
        let deadline = until.deadline(&stop);
        while !stop.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        assert!(until.is_over());
        drop(deadline);
    }
}
