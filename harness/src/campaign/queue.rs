//! The order of a campaign's work: batches are prepared in parallel and judged one at a time, in the order
//! of their numbers.
//!
//! No worker waits for its own batch to be judged: it puts the batch down and takes whatever is next,
//! another batch to prepare, or the one whose turn has come. Whoever is free judges.

use super::until::Until;
use crosscall_reports::run::Enough;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The batches of a campaign, from the first to prepare to the last to judge.
pub(super) struct Docket<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
    /// Batches that may lie ready; then no more are prepared until one was judged.
    most_ready: usize,
}

struct State<T> {
    /// The next batch to prepare.
    next: u64,
    /// Batches in all.
    count: u64,
    /// The next batch to judge.
    turn: u64,
    judging: bool,
    ready: BTreeMap<u64, T>,
    closed: bool,
    /// Why no more batches are begun.
    enough: Option<Enough>,
}

/// What a worker is to do next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Task<T> {
    /// To prepare the batch with this number and hand it to [`Docket::prepared`].
    Prepare(u64),
    /// To judge a batch and call [`Docket::judged`].
    Judge(T),
}

impl<T> Docket<T> {
    /// `count` batches, of which `most_ready` (at least one) may lie ready.
    pub(super) fn new(count: u64, most_ready: usize) -> Docket<T> {
        let state = State {
            next: 0,
            count,
            turn: 0,
            judging: false,
            ready: BTreeMap::new(),
            closed: false,
            enough: None,
        };
        Docket { state: Mutex::new(state), changed: Condvar::new(), most_ready: most_ready.max(1) }
    }

    /// What to do next; waits while there is nothing. `None` when no work is left that others do not see to.
    /// Once `stop` is set, or when there are enough of them, nothing new is prepared.
    pub(super) fn next(&self, stop: &AtomicBool, until: &Until) -> Option<Task<T>> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            let turn = state.turn;
            if !state.judging
                && let Some(work) = state.ready.remove(&turn)
            {
                state.judging = true;
                return Some(Task::Judge(work));
            }
            if state.next == state.count || stop.load(Ordering::Relaxed) {
                return None;
            }
            state.enough = state.enough.or_else(|| until.enough(state.next));
            if state.enough.is_some() {
                return None;
            }
            if state.ready.len() < self.most_ready {
                state.next += 1;
                return Some(Task::Prepare(state.next - 1));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// How many batches were begun, and why no more, where that was not for want of others.
    pub(super) fn drawn(&self) -> (u64, Option<Enough>) {
        let state = self.lock();
        (state.next, state.enough)
    }

    /// Takes a batch that is ready to be judged.
    pub(super) fn prepared(&self, number: u64, work: T) {
        self.lock().ready.insert(number, work);
        self.changed.notify_all();
    }

    /// The batch that [`Docket::next`] gave out was judged.
    pub(super) fn judged(&self) {
        let mut state = self.lock();
        state.judging = false;
        state.turn += 1;
        drop(state);
        self.changed.notify_all();
    }

    /// Ends everything: there is no further task for anyone.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// Something to hold while working, so that a panic does not leave others waiting.
    pub(super) fn closes_on_panic(&self) -> impl Drop + '_ {
        ClosesOnPanic(self)
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct ClosesOnPanic<'a, T>(&'a Docket<T>);

impl<T> Drop for ClosesOnPanic<'_, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.close();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    static GO_ON: AtomicBool = AtomicBool::new(false);

    #[test]
    fn batches_are_judged_in_their_order_by_whoever_is_free() {
        let docket = Docket::new(40, 3);
        let judged = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for worker in 0..4 {
                let (docket, judged) = (&docket, &judged);
                scope.spawn(move || {
                    while let Some(task) = docket.next(&GO_ON, &Until::default()) {
                        match task {
                            Task::Prepare(number) => {
                                std::thread::sleep(Duration::from_micros((number * 7 + worker) % 5 * 100));
                                docket.prepared(number, number);
                            }
                            Task::Judge(number) => {
                                judged.lock().unwrap().push(number);
                                docket.judged();
                            }
                        }
                    }
                });
            }
        });
        assert_eq!(*judged.lock().unwrap(), (0..40).collect::<Vec<_>>());
    }

    #[test]
    fn no_worker_waits_for_its_own_turn() {
        let docket = Docket::new(9, 2);
        assert_eq!(docket.next(&GO_ON, &Until::default()), Some(Task::Prepare(0)));
        assert_eq!(docket.next(&GO_ON, &Until::default()), Some(Task::Prepare(1)));
        docket.prepared(1, 'b');
        assert_eq!(docket.next(&GO_ON, &Until::default()), Some(Task::Prepare(2)));
        docket.prepared(0, 'a');
        assert_eq!(docket.next(&GO_ON, &Until::default()), Some(Task::Judge('a')));
        // While one judges, another goes on preparing; the turn of batch 1 has not come.
        assert_eq!(docket.next(&GO_ON, &Until::default()), Some(Task::Prepare(3)));
        docket.judged();
        assert_eq!(docket.next(&GO_ON, &Until::default()), Some(Task::Judge('b')));
    }

    #[test]
    fn what_is_ready_is_still_judged_after_a_stop() {
        let docket = Docket::new(9, 4);
        assert_eq!(docket.next(&GO_ON, &Until::default()), Some(Task::Prepare(0)));
        docket.prepared(0, ());
        let stop = AtomicBool::new(true);
        assert_eq!(docket.next(&stop, &Until::default()), Some(Task::Judge(())));
        docket.judged();
        assert_eq!(docket.next(&stop, &Until::default()), None);
    }

    #[test]
    fn a_panic_leaves_nobody_waiting() {
        let docket = Docket::new(9, 1);
        assert_eq!(docket.next(&GO_ON, &Until::default()), Some(Task::Prepare(0)));
        assert_eq!(docket.next(&GO_ON, &Until::default()), Some(Task::Prepare(1)));
        docket.prepared(1, ());
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| docket.next(&GO_ON, &Until::default()));
            let panicking = scope.spawn(|| {
                let _guard = docket.closes_on_panic();
                std::panic::resume_unwind(Box::new("on purpose"));
            });
            assert!(panicking.join().is_err());
            assert_eq!(waiting.join().unwrap(), None);
        });
    }
}
