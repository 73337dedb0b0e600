//! Ctrl-C and friends: the first one asks for an end with a report, the second one ends at once.

use crate::output::note;
use crate::toolchain::process;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that the first signal sets. The second one kills the running compilers and ends the process.
/// Where signals cannot be caught the flag stays clear, and a signal ends the process as usual.
pub fn flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) else { return stop };
    let seen = Arc::clone(&stop);
    let watch = move || {
        for signal in signals.forever() {
            if seen.swap(true, Ordering::SeqCst) {
                process::kill_all();
                std::process::exit(128 + signal);
            }
            note("stopping: the report follows (a second signal ends at once)");
        }
    };
    let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(watch);
    stop
}
