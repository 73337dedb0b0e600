//! The guard of a run: this program once more, which sees the end of the first process, however that ends, and kills what its
//! programs leave running. Who is killed by a signal that nobody can catch has no time for that.

use super::descendants;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Name under which this program is a guard.
const NAME: &str = "crosscall-guard";

/// True if this program is one that serves as a guard where it is started under that name.
static CAN_SERVE: AtomicBool = AtomicBool::new(false);

/// The guard of this process; none where there cannot be one. The pipe to it closes when this process ends.
static GUARD: OnceLock<Option<Child>> = OnceLock::new();

/// The work of a guard, where this process was started as one; false where it was not.
pub fn serve() -> bool {
    let mut words = std::env::args();
    if words.next().as_deref() != Some(NAME) {
        CAN_SERVE.store(true, Ordering::Relaxed);
        return false;
    }
    if let Some(run) = words.next() {
        // Nothing is written to it: it ends with the process at its other end.
        let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
        descendants::end_run(&run);
    }
    true
}

/// Starts the guard of this process, once. It needs nothing of its surroundings, and keeps no folder and no stream in use.
pub(super) fn start() {
    GUARD.get_or_init(|| {
        let mut command = Command::new("/proc/self/exe");
        command.arg0(NAME).arg(descendants::run_name()).current_dir("/").env_clear().process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        CAN_SERVE.load(Ordering::Relaxed).then(|| command.spawn().ok()).flatten()
    });
}

/// True for the guard of this process.
pub(super) fn is_own(pid: i32) -> bool {
    let guard = GUARD.get().and_then(Option::as_ref);
    guard.is_some_and(|guard| i32::try_from(guard.id()) == Ok(pid))
}
