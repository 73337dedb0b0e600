//! Ctrl-C and friends: the first one asks for an end with a report, the second one ends at once. Either way
//! the process's exit code shows it.

use crate::output::note;
use crate::process;
use crosscall_reports::outcome::EXIT_SIGNAL;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, OnceLock};

/// The first signal that came, 0 before it. A process has one set of signals, and so one of these.
static FIRST: AtomicI32 = AtomicI32::new(0);

/// The flag, once signals are listened to.
static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// A flag that the first signal sets, the same for every caller. The second signal kills the running compilers
/// and ends the process. Where signals cannot be caught the flag stays clear, and a signal ends the process as
/// usual.
pub fn flag() -> Arc<AtomicBool> {
    Arc::clone(STOP.get_or_init(listen))
}

/// The flag if there is one, else one that nobody sets: for work that does not itself decide whether this
/// process listens to signals.
pub fn present_flag() -> Arc<AtomicBool> {
    STOP.get().cloned().unwrap_or_default()
}

fn listen() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) else { return stop };
    let seen = Arc::clone(&stop);
    let watch = move || {
        for signal in signals.forever() {
            if seen.load(Ordering::SeqCst) {
                process::kill_all();
                std::process::exit(i32::from(exit_code(signal)));
            }
            FIRST.store(signal, Ordering::SeqCst);
            seen.store(true, Ordering::SeqCst);
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
