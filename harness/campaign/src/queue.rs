//! The order of a campaign's work: batches are prepared in parallel and judged one at a time, in the order
//! of their numbers.
//!
//! No worker waits for its own batch to be judged: it puts the batch down and takes whatever is next,
//! another batch to prepare, or the one whose turn has come. Whoever is free judges.

use super::RunSettings;
use super::until::Until;
use crosscall_base::error::Error;
use crosscall_reports::run::Enough;
use crosscall_toolchain::compile::CompileFailure;
use std::collections::BTreeMap;
use std::iter::Peekable;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Batches that were begun.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Begun {
    /// Number of them.
    pub(super) count: u64,
    /// True if these were all, and all of them were judged.
    pub(super) all: bool,
    /// The reason for which no more were, where there would have been others.
    pub(super) enough: Option<Enough>,
}

/// Prepares the batches with these numbers in parallel, of which `most_ready` may lie ready, and judges them one at a time
/// in their order. Each of them is begun unless `until` says that there were enough; `before` have been begun elsewhere. A batch that cannot be prepared ends everything, unless the user has interrupted, and so does an error of the judge.
///
/// # Errors
/// The first error of a tool or of `judge`.
pub(super) fn run<T: Send>(
    settings: &RunSettings,
    numbers: impl Iterator<Item = u64> + Send,
    (before, most_ready): (u64, usize),
    prepare: impl Fn(u64) -> Result<T, CompileFailure> + Sync,
    judge: impl FnMut(T) -> Result<(), Error> + Send,
) -> Result<Begun, Error> {
    let queue = BatchQueue::new(numbers, before, most_ready);
    let judge = Mutex::new((judge, None));
    let worker = || {
        let _guard = queue.closes_on_panic();
        while let Some(task) = queue.next(&settings.stop, &settings.until) {
            match task {
                Task::Prepare { turn, number } => queue.prepared(turn, prepare(number)),
                Task::Judge(batch) => {
                    let mut judge = judge.lock().unwrap_or_else(PoisonError::into_inner);
                    let (judge, error) = &mut *judge;
                    let judged = match batch {
                        Ok(batch) => judge(batch),
                        Err(_) if settings.stop.load(Ordering::Relaxed) => {
                            queue.left_out();
                            Ok(())
                        }
                        Err(failure) => Err(Error::Tool(failure.to_string())),
                    };
                    if let Err(new) = judged {
                        error.get_or_insert(new);
                        queue.close();
                    }
                    queue.judged();
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..settings.jobs.max(1) {
            scope.spawn(worker);
        }
    });
    let (_, error) = judge.into_inner().unwrap_or_else(PoisonError::into_inner);
    error.map_or(Ok(queue.begun()), Err)
}

/// Batches of a campaign: some are still to be prepared, some lie ready, one at most is being judged.
struct BatchQueue<T, N: Iterator<Item = u64>> {
    state: Mutex<State<T, N>>,
    changed: Condvar,
    /// Batches that may lie ready; then no more are prepared until one was judged.
    most_ready: usize,
}

struct State<T, N: Iterator<Item = u64>> {
    /// Numbers of the batches that are still to be prepared.
    numbers: Peekable<N>,
    /// True if there are no more.
    all: bool,
    /// Batches that were begun elsewhere before.
    before: u64,
    /// Batches that were begun.
    begun: u64,
    /// The next batch to judge, counted from 0.
    turn: u64,
    judging: bool,
    ready: BTreeMap<u64, T>,
    closed: bool,
    /// True if a batch could not be prepared because the user interrupted.
    lacks_one: bool,
    /// The reason for which no more batches are begun.
    enough: Option<Enough>,
}

/// Next task of a worker.
#[derive(Debug, PartialEq, Eq)]
enum Task<T> {
    /// To prepare the batch with this number and hand it to [`BatchQueue::prepared`] with its turn.
    Prepare { turn: u64, number: u64 },
    /// To judge a batch and call [`BatchQueue::judged`].
    Judge(T),
}

impl<T, N: Iterator<Item = u64>> BatchQueue<T, N> {
    /// Batches with these numbers, of which `most_ready` (at least one) may lie ready.
    fn new(numbers: N, before: u64, most_ready: usize) -> BatchQueue<T, N> {
        let state = State {
            numbers: numbers.peekable(),
            all: false,
            before,
            begun: 0,
            turn: 0,
            judging: false,
            ready: BTreeMap::new(),
            closed: false,
            lacks_one: false,
            enough: None,
        };
        BatchQueue { state: Mutex::new(state), changed: Condvar::new(), most_ready: most_ready.max(1) }
    }

    /// The next task; waits while there is none. `None` when other workers see to all that is left.
    /// Once `stop` is set, or when there are enough of them, nothing new is prepared.
    fn next(&self, stop: &AtomicBool, until: &Until) -> Option<Task<T>> {
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
            if state.all || state.enough.is_some() || stop.load(Ordering::Relaxed) {
                return None;
            }
            if state.ready.len() < self.most_ready {
                if state.numbers.peek().is_none() {
                    state.all = true;
                    continue;
                }
                state.enough = until.enough(state.before + state.begun);
                if state.enough.is_none()
                    && let Some(number) = state.numbers.next()
                {
                    state.begun += 1;
                    return Some(Task::Prepare { turn: state.begun - 1, number });
                }
                continue;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn begun(&self) -> Begun {
        let state = self.lock();
        Begun { count: state.begun, all: state.all && !state.lacks_one, enough: state.enough }
    }

    /// Takes a batch that is ready to be judged.
    fn prepared(&self, turn: u64, work: T) {
        self.lock().ready.insert(turn, work);
        self.changed.notify_all();
    }

    /// The batch that [`BatchQueue::next`] gave out was judged.
    fn judged(&self) {
        let mut state = self.lock();
        state.judging = false;
        state.turn += 1;
        drop(state);
        self.changed.notify_all();
    }

    /// A batch is left out, as the user has interrupted.
    fn left_out(&self) {
        self.lock().lacks_one = true;
    }

    /// Ends everything: there is no further task for anyone.
    fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// A guard to hold while working, so that a panic does not leave others waiting.
    fn closes_on_panic(&self) -> impl Drop + '_ {
        ClosesOnPanic(self)
    }

    fn lock(&self) -> MutexGuard<'_, State<T, N>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct ClosesOnPanic<'a, T, N: Iterator<Item = u64>>(&'a BatchQueue<T, N>);

impl<T, N: Iterator<Item = u64>> Drop for ClosesOnPanic<'_, T, N> {
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
        let queue = BatchQueue::new(0..40, 0, 3);
        let judged = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for worker in 0..4 {
                let (queue, judged) = (&queue, &judged);
                scope.spawn(move || {
                    while let Some(task) = queue.next(&GO_ON, &Until::default()) {
                        match task {
                            Task::Prepare { turn, number } => {
                                std::thread::sleep(Duration::from_micros((number * 7 + worker) % 5 * 100));
                                queue.prepared(turn, number);
                            }
                            Task::Judge(number) => {
                                judged.lock().unwrap().push(number);
                                queue.judged();
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
        let queue = BatchQueue::new(0..9, 0, 2);
        assert_eq!(queue.next(&GO_ON, &Until::default()), Some(Task::Prepare { turn: 0, number: 0 }));
        assert_eq!(queue.next(&GO_ON, &Until::default()), Some(Task::Prepare { turn: 1, number: 1 }));
        queue.prepared(1, 'b');
        assert_eq!(queue.next(&GO_ON, &Until::default()), Some(Task::Prepare { turn: 2, number: 2 }));
        queue.prepared(0, 'a');
        assert_eq!(queue.next(&GO_ON, &Until::default()), Some(Task::Judge('a')));
        // While one judges, another goes on preparing; the turn of batch 1 has not come.
        assert_eq!(queue.next(&GO_ON, &Until::default()), Some(Task::Prepare { turn: 3, number: 3 }));
        queue.judged();
        assert_eq!(queue.next(&GO_ON, &Until::default()), Some(Task::Judge('b')));
    }

    #[test]
    fn what_is_ready_is_still_judged_after_a_stop() {
        let queue = BatchQueue::new(0..9, 0, 4);
        assert_eq!(queue.next(&GO_ON, &Until::default()), Some(Task::Prepare { turn: 0, number: 0 }));
        queue.prepared(0, ());
        let stop = AtomicBool::new(true);
        assert_eq!(queue.next(&stop, &Until::default()), Some(Task::Judge(())));
        queue.judged();
        assert_eq!(queue.next(&stop, &Until::default()), None);
    }

    #[test]
    fn a_batch_that_an_interrupt_left_out_is_not_among_all() {
        let queue = BatchQueue::new(0..2, 0, 4);
        for turn in 0..2 {
            assert_eq!(queue.next(&GO_ON, &Until::default()), Some(Task::Prepare { turn, number: turn }));
        }
        (0..2).for_each(|turn| queue.prepared(turn, turn));
        assert_eq!(queue.next(&GO_ON, &Until::default()), Some(Task::Judge(0)));
        queue.judged();
        assert_eq!(queue.next(&GO_ON, &Until::default()), Some(Task::Judge(1)));
        queue.left_out();
        queue.judged();
        assert_eq!(queue.next(&GO_ON, &Until::default()), None);
        assert_eq!(queue.begun(), Begun { count: 2, all: false, enough: None });
    }

    #[test]
    fn a_panic_leaves_nobody_waiting() {
        let queue = BatchQueue::new(0..9, 0, 1);
        assert_eq!(queue.next(&GO_ON, &Until::default()), Some(Task::Prepare { turn: 0, number: 0 }));
        assert_eq!(queue.next(&GO_ON, &Until::default()), Some(Task::Prepare { turn: 1, number: 1 }));
        queue.prepared(1, ());
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| queue.next(&GO_ON, &Until::default()));
            let panicking = scope.spawn(|| {
                let _guard = queue.closes_on_panic();
                std::panic::resume_unwind(Box::new("on purpose"));
            });
            assert!(panicking.join().is_err());
            assert_eq!(waiting.join().unwrap(), None);
        });
    }
}
