//! Work on several things at the same time, whose results come in their order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// Results that wait for those before them, and the first error.
struct Waiting<T, E> {
    /// Number of the result that is handed on next.
    next: u64,
    done: BTreeMap<u64, T>,
    error: Option<E>,
}

/// Does `work` for each number below `count` in so many threads, and hands the results on in the order of the numbers. `work`
/// gives nothing where it was told to stop: then nothing more is begun.
///
/// # Errors
/// The first error; what is at work is brought to its end.
pub(super) fn in_order<T: Send, E: Send>(
    jobs: usize,
    count: u64,
    work: impl Fn(u64) -> Result<Option<T>, E> + Sync,
    mut take: impl FnMut(T),
) -> Result<(), E> {
    let jobs = jobs.max(1);
    let begun = AtomicU64::new(0);
    let waiting = Mutex::new(Waiting { next: 0, done: BTreeMap::new(), error: None });
    let (lock, news) = (|| waiting.lock().unwrap_or_else(PoisonError::into_inner), Condvar::new());
    let (living, ahead) = (AtomicU64::new(jobs as u64), 2 * jobs as u64);
    let is_over = std::sync::atomic::AtomicBool::new(false);
    let worker = || {
        while !is_over.load(Ordering::SeqCst) {
            let number = begun.fetch_add(1, Ordering::SeqCst);
            if number >= count {
                break;
            }
            let mut state = lock();
            // Results that nobody takes yet would fill the memory.
            while number >= state.next + ahead && !is_over.load(Ordering::SeqCst) {
                state = news.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            drop(state);
            let result = if is_over.load(Ordering::SeqCst) { Ok(None) } else { work(number) };
            let mut state = lock();
            match result {
                Ok(Some(done)) => drop(state.done.insert(number, done)),
                Ok(None) => is_over.store(true, Ordering::SeqCst),
                Err(error) => {
                    is_over.store(true, Ordering::SeqCst);
                    state.error.get_or_insert(error);
                }
            }
            drop(state);
            news.notify_all();
        }
        living.fetch_sub(1, Ordering::SeqCst);
        drop(lock());
        news.notify_all();
    };
    std::thread::scope(|scope| {
        (0..jobs).for_each(|_| drop(scope.spawn(worker)));
        let mut state = lock();
        loop {
            let next = state.next;
            if let Some(done) = state.done.remove(&next) {
                state.next += 1;
                drop(state);
                news.notify_all();
                take(done);
                state = lock();
            } else if living.load(Ordering::SeqCst) == 0 {
                // What comes after one that was not done is complete, too.
                let rest = std::mem::take(&mut state.done);
                drop(state);
                rest.into_values().for_each(take);
                break;
            } else {
                state = news.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
    });
    match waiting.into_inner().unwrap_or_else(PoisonError::into_inner).error {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::in_order;

    #[test]
    fn results_come_in_their_order() {
        let mut all = Vec::new();
        let work = |n: u64| -> Result<Option<u64>, ()> {
            std::thread::sleep(std::time::Duration::from_micros(50 * ((n * 7) % 5)));
            Ok(Some(n))
        };
        assert_eq!(in_order(3, 50, work, |n| all.push(n)), Ok(()));
        assert_eq!(all, (0..50).collect::<Vec<_>>());
    }

    #[test]
    fn an_error_and_a_stop_end_the_work() {
        let mut count = 0;
        let work = |n: u64| if n == 7 { Err("broken") } else { Ok(Some(n)) };
        assert_eq!(in_order(2, 1_000_000, work, |_| count += 1), Err("broken"));
        assert!(count < 20, "{count}");
        count = 0;
        let work = |n: u64| -> Result<Option<u64>, ()> { Ok((n < 7).then_some(n)) };
        assert_eq!(in_order(2, 1_000_000, work, |_| count += 1), Ok(()));
        // The one before it may not have been begun.
        assert!((6..20).contains(&count), "{count}");
    }
}
