//! Threads that end with their owner.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// A thread beside other work. Dropping it asks the thread to end, and waits until it has.
#[derive(Debug)]
pub struct Companion {
    ending: Arc<Ending>,
    thread: Option<JoinHandle<()>>,
}

/// The end of the work beside which a thread runs.
#[derive(Debug, Default)]
pub struct Ending {
    has_come: Mutex<bool>,
    changed: Condvar,
}

impl Companion {
    /// Starts a thread that does this, and that asks from time to time if the end has come.
    pub fn start(work: impl FnOnce(&Ending) + Send + 'static) -> Companion {
        let ending = Arc::new(Ending::default());
        let own = Arc::clone(&ending);
        Companion { ending, thread: Some(std::thread::spawn(move || work(&own))) }
    }
}

impl Drop for Companion {
    fn drop(&mut self) {
        *self.ending.has_come.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.ending.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // A panic has been reported where it happened.
            let _ = thread.join();
        }
    }
}

impl Ending {
    /// Waits for the end, at most for this time; true if it has come.
    pub fn comes_within(&self, time: Duration) -> bool {
        let has_come = self.has_come.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(has_come, time, |has_come| !*has_come);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}
