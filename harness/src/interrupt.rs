//! Ctrl-C and friends: the first one asks for an end with a report, the second one ends at once. Either way
//! the process's exit code tells of it.

use crate::error::EXIT_SIGNAL;
use crate::output::note;
use crate::toolchain::process;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// The first signal that came, 0 before it. A process has one set of signals, and so one of these.
static FIRST: AtomicI32 = AtomicI32::new(0);

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
            FIRST.store(signal, Ordering::SeqCst);
            note("stopping: the report follows (a second signal ends at once)");
        }
    };
    let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(watch);
    stop
}

/// The signal that asked for an end, if one did.
pub fn signal() -> Option<i32> {
    Some(FIRST.load(Ordering::SeqCst)).filter(|signal| *signal != 0)
}

/// The exit code of a process that a signal asked to end: 130 after SIGINT, 143 after SIGTERM, 129 after
/// SIGHUP.
pub fn exit_code(signal: i32) -> u8 {
    u8::try_from(signal).map_or(EXIT_SIGNAL, |signal| EXIT_SIGNAL.saturating_add(signal))
}

/// The name of a signal that [`flag`] hears.
pub fn name(signal: i32) -> &'static str {
    match signal {
        SIGINT => "SIGINT",
        SIGTERM => "SIGTERM",
        SIGHUP => "SIGHUP",
        _ => "a signal",
    }
}
