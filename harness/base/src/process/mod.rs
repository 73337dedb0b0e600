//! Runs one program: bounded in time, memory, output and the size of its files, with everything it starts,
//! and never left behind.
//!
//! The program gets a process group of its own. When its time is up, when the user interrupts, and also
//! when it ends by itself, the whole group is killed, so that no grandchild survives; what has left the group
//! (`setsid`) is found and killed by the module `descendants`. Where this process is itself killed, its `guard` does that.

mod descendants;
pub mod folder;
mod guard;

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use crosscall_reports::printable::visible;
use descendants::{Mark, Strangers};
pub use guard::serve as serve_as_guard;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// Bounds of one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Wall time.
    pub time: Duration,
    /// Bytes kept of each output stream; the rest is read and dropped.
    pub output: usize,
    /// Address space in bytes, where the system can limit it.
    pub memory: Option<u64>,
    /// Size in bytes of a file that it writes, where the system can limit it.
    pub file: Option<u64>,
}

impl Default for Limits {
    /// 20 seconds, 64 KiB of output, 4 GiB of memory, files of 1 GiB.
    fn default() -> Limits {
        Limits { time: Duration::from_secs(20), output: 64 << 10, memory: Some(4 << 30), file: Some(1 << 30) }
    }
}

impl Limits {
    /// The same bounds with `factor` times the time.
    pub fn longer(&self, factor: u32) -> Limits {
        Limits { time: self.time.saturating_mul(factor), ..self.clone() }
    }
}

/// End of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// It ended itself with this status.
    Code(i32),
    /// A signal that was not ours ended it.
    Signal(i32),
    /// Its time was up and it was killed.
    TimedOut,
    /// The user interrupted and it was killed.
    Interrupted,
}

/// A run that came to an end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ran {
    /// Its end.
    pub end: End,
    /// Beginning of its standard output.
    pub stdout: Printed,
    /// Beginning of its error output.
    pub stderr: Printed,
    /// Bytes of both streams that were dropped.
    pub dropped: u64,
    /// Wall time from start to end.
    pub wall: Duration,
}

impl Ran {
    /// Output on both streams.
    pub fn words(&self) -> String {
        self.stdout.text() + &self.stderr.text()
    }
}

/// Output of a program, of which nothing is obeyed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Printed(pub Vec<u8>);

impl Printed {
    /// The text, with everything visible that a terminal would obey or a reader would not see; lines end as they do here.
    pub fn text(&self) -> String {
        visible(&String::from_utf8_lossy(&self.0).replace("\r\n", "\n")).into_owned()
    }
}

/// Why there was no run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProcessError {
    /// The folder in which it should work is not there, or is closed.
    #[error("`{program}` cannot work in the folder {folder}: {reason}")]
    NoFolder {
        /// The program that was to be started.
        program: String,
        /// Folder in which it was to run.
        folder: String,
        /// The system's words.
        reason: String,
    },
    /// The program could not be started.
    #[error("cannot start `{program}`: {reason}")]
    NotStarted {
        /// The program that was to be started.
        program: String,
        /// The system's words.
        reason: String,
    },
    /// The system failed to say what became of it; it was killed.
    #[error("lost track of `{program}`: {reason}")]
    Lost {
        /// The program that was started.
        program: String,
        /// The system's words.
        reason: String,
    },
}

/// Process groups that are running now.
static LIVE: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());
/// Held for reading while a program is started, and for writing while children are looked through, so that
/// each of them is either in [`LIVE`] or not a program of ours.
static BIRTHS: RwLock<()> = RwLock::new(());

/// Runs a program in a folder and waits for its end. It sees no input, the `C` locale, and the folder as
/// the place for temporary files. Not for programs that talk to a user.
///
/// # Errors
/// When it could not be started or observed. A program that ended badly is no error: see [`Ran::end`].
pub fn run(
    command: &[String],
    folder: &Path,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<Ran, ProcessError> {
    run_with(command, folder, None, limits, stop)
}

/// [`run`] with a file of the folder as the program's standard input, where one is named.
///
/// # Errors
/// As for [`run`].
pub fn run_with(
    command: &[String],
    folder: &Path,
    input: Option<&str>,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<Ran, ProcessError> {
    let Some((program, arguments)) = command.split_first() else {
        return Err(ProcessError::NotStarted { program: String::new(), reason: "empty command".into() });
    };
    let lost = |reason: String| ProcessError::Lost { program: visible(program).into_owned(), reason };
    descendants::adopt();
    let mark = Mark::new();
    let input = match input.map(|name| File::open(folder.join(name))).transpose() {
        Ok(file) => file.map_or_else(Stdio::null, Stdio::from),
        Err(error) => return Err(not_started(program, folder, &error)),
    };
    let started = Instant::now();
    let birth = BIRTHS.read().unwrap_or_else(PoisonError::into_inner);
    let child = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env("LC_ALL", "C")
        .env("TMPDIR", folder)
        .env(descendants::VARIABLE, &mark.value)
        .stdin(input)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .map_err(|e| not_started(program, folder, &e))?;
    let mut guard = Guard::new(child, mark, folder).ok_or_else(|| lost("it has no process id".into()))?;
    drop(birth);
    bound(guard.pid, limits);
    let mut streams = Streams::new(&mut guard.child, limits.output).map_err(|e| lost(e.to_string()))?;

    // A time that is longer than clocks can count is no bound.
    let deadline = started.checked_add(limits.time);
    let mut patience = Duration::from_micros(200);
    let forced = loop {
        if guard.has_ended().map_err(|e| lost(e.to_string()))? {
            break None;
        }
        if stop.load(Ordering::Relaxed) {
            break Some(End::Interrupted);
        }
        let left = deadline.map_or(Duration::MAX, |at| at.saturating_duration_since(Instant::now()));
        if left.is_zero() {
            break Some(End::TimedOut);
        }
        streams.wait(guard.pidfd.as_ref(), patience.min(left));
        streams.drain();
        patience = (patience * 2).min(Duration::from_millis(20));
    };
    let status = guard.finish().map_err(|e| lost(e.to_string()))?;
    streams.drain();
    let wall = started.elapsed();
    let end = match (forced, status.code(), status.signal()) {
        (Some(end), ..) => end,
        (None, Some(code), _) => End::Code(code),
        (None, None, signal) => End::Signal(signal.unwrap_or_default()),
    };
    let [(stdout, dropped_out), (stderr, dropped_err)] = streams.into_bytes();
    let (stdout, stderr) = (Printed(stdout), Printed(stderr));
    Ok(Ran { end, stdout, stderr, dropped: dropped_out + dropped_err, wall })
}

/// Why a program did not start: a folder that is not there looks to the system like a program that is not
/// there.
fn not_started(program: &str, folder: &Path, error: &std::io::Error) -> ProcessError {
    let program = visible(program).into_owned();
    match std::fs::read_dir(folder) {
        Ok(_) => ProcessError::NotStarted { program, reason: error.to_string() },
        Err(reason) => ProcessError::NoFolder {
            program,
            folder: folder.display().to_string(),
            reason: reason.to_string(),
        },
    }
}

/// Kills every program that is running now, with all that it has started, and removes the folders in which they
/// work; for a process that is about to end at once.
pub(crate) fn kill_all() {
    for group in LIVE.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        if let Some(pid) = Pid::from_raw(*group) {
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }
    descendants::end_all();
    folder::remove_all();
}

/// Children of this process that are none of the programs that it runs now.
fn strangers() -> Strangers {
    let _births = BIRTHS.write().unwrap_or_else(PoisonError::into_inner);
    let children = descendants::children();
    let live = LIVE.lock().unwrap_or_else(PoisonError::into_inner);
    let pids = children.into_iter().filter(|pid| !live.contains(pid)).collect();
    Strangers { pids, alone: live.is_empty() }
}

/// Processor time of the programs that were run so far by this process, in user and system mode, with all that they waited for.
pub fn time_spent() -> Duration {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return Duration::ZERO };
    let microseconds = (usage.user_time() + usage.system_time()).num_microseconds();
    Duration::from_micros(u64::try_from(microseconds).unwrap_or_default())
}

#[cfg(target_os = "linux")]
fn bound(pid: Pid, limits: &Limits) {
    use rustix::process::{Resource, Rlimit, prlimit};
    // Nobody reads the memory image of a compiler that crashed.
    let bounds = [(Resource::As, limits.memory), (Resource::Fsize, limits.file), (Resource::Core, Some(0))];
    for (resource, bytes) in bounds.into_iter().filter(|(_, bytes)| bytes.is_some()) {
        // The program may be gone already, or the limit may be above what is allowed: then it stays.
        let _ = prlimit(Some(pid), resource, Rlimit { current: bytes, maximum: bytes });
    }
}

#[cfg(not(target_os = "linux"))]
fn bound(_pid: Pid, _limits: &Limits) {}

#[cfg(target_os = "linux")]
fn pidfd(pid: Pid) -> Option<OwnedFd> {
    rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
fn pidfd(_pid: Pid) -> Option<OwnedFd> {
    None
}

/// A running child; killed with its group and waited for on every way out.
struct Guard {
    child: Child,
    pid: Pid,
    /// Readable once the child has ended, where the system has such a thing.
    pidfd: Option<OwnedFd>,
    mark: Mark,
    folder: PathBuf,
    reaped: bool,
}

impl Guard {
    fn new(mut child: Child, mark: Mark, folder: &Path) -> Option<Guard> {
        let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        };
        LIVE.lock().unwrap_or_else(PoisonError::into_inner).insert(pid.as_raw_nonzero().get());
        Some(Guard { child, pid, pidfd: pidfd(pid), mark, folder: folder.to_owned(), reaped: false })
    }

    /// True if the child has ended. It stays unreaped, so that its id cannot be given to another group
    /// before this one is killed.
    fn has_ended(&self) -> rustix::io::Result<bool> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match waitid(WaitId::Pid(self.pid), options) {
            Ok(status) => Ok(status.is_some()),
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn finish(&mut self) -> std::io::Result<std::process::ExitStatus> {
        let _ = kill_process_group(self.pid, Signal::KILL);
        self.reaped = true;
        let status = self.child.wait();
        LIVE.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.pid.as_raw_nonzero().get());
        let run = descendants::Run { mark: &self.mark, group: self.pid, folder: &self.folder };
        descendants::end(&run, &strangers);
        status
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if !self.reaped {
            let _ = self.finish();
        }
    }
}

struct Stream<R> {
    pipe: Option<R>,
    kept: Vec<u8>,
    dropped: u64,
}

impl<R: Read + AsFd> Stream<R> {
    fn new(pipe: Option<R>) -> std::io::Result<Stream<R>> {
        if let Some(pipe) = &pipe {
            rustix::io::ioctl_fionbio(pipe, true)?;
        }
        Ok(Stream { pipe, kept: Vec::new(), dropped: 0 })
    }

    /// Takes what is there without waiting for more; at most 1 MiB, so that an endless printer cannot
    /// keep the caller from looking at the clock.
    fn drain(&mut self, limit: usize) {
        let mut buffer = [0; 16 << 10];
        for _ in 0..64 {
            let Some(pipe) = &mut self.pipe else { return };
            match pipe.read(&mut buffer) {
                Ok(0) => self.pipe = None,
                Ok(count) => {
                    let room = limit.saturating_sub(self.kept.len()).min(count);
                    self.kept.extend_from_slice(buffer.get(..room).unwrap_or_default());
                    self.dropped += (count - room) as u64;
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => return,
                Err(_) => self.pipe = None,
            }
        }
    }
}

struct Streams {
    out: Stream<std::process::ChildStdout>,
    err: Stream<std::process::ChildStderr>,
    limit: usize,
}

impl Streams {
    fn new(child: &mut Child, limit: usize) -> std::io::Result<Streams> {
        Ok(Streams { out: Stream::new(child.stdout.take())?, err: Stream::new(child.stderr.take())?, limit })
    }

    /// Waits until there is something to read, a stream or the program ends, or the time is up.
    fn wait(&self, program: Option<&OwnedFd>, time: Duration) {
        let mut fds = Vec::with_capacity(3);
        fds.extend(program.map(|p| PollFd::new(p, PollFlags::IN)));
        fds.extend(self.out.pipe.as_ref().map(|p| PollFd::new(p, PollFlags::IN)));
        fds.extend(self.err.pipe.as_ref().map(|p| PollFd::new(p, PollFlags::IN)));
        if fds.is_empty() {
            std::thread::sleep(time);
            return;
        }
        let timeout = rustix::event::Timespec {
            tv_sec: i64::try_from(time.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: time.subsec_nanos().into(),
        };
        // An interrupted or failed wait is no harm: the caller looks again.
        if poll(&mut fds, Some(&timeout)).is_err() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn drain(&mut self) {
        self.out.drain(self.limit);
        self.err.drain(self.limit);
    }

    fn into_bytes(self) -> [(Vec<u8>, u64); 2] {
        [(self.out.kept, self.out.dropped), (self.err.kept, self.err.dropped)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sh(script: &str, milliseconds: u64) -> Ran {
        let time = Duration::from_millis(milliseconds);
        let limits = Limits { time, output: 1000, memory: None, file: None };
        let command = ["sh", "-c", script].map(str::to_owned);
        // A folder of its own, like that of every compiler.
        let folder = tempfile::tempdir().unwrap();
        run(&command, folder.path(), &limits, &AtomicBool::new(false)).unwrap()
    }

    #[test]
    fn ends_are_distinguished() {
        assert_eq!(sh("exit 0", 60_000).end, End::Code(0));
        assert_eq!(sh("exit 7", 60_000).end, End::Code(7));
        assert_eq!(sh("kill -SEGV $$", 60_000).end, End::Signal(11));
        let hung = sh("sleep 60", 100);
        assert_eq!(hung.end, End::TimedOut);
        assert!(hung.wall < Duration::from_secs(50), "{:?}", hung.wall);
    }

    #[test]
    fn a_file_is_read_as_input_and_none_is_empty() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("question"), "why\n").unwrap();
        let answer = |input| {
            let command = ["cat".to_owned()];
            run_with(&command, folder.path(), input, &Limits::default(), &AtomicBool::new(false))
        };
        assert_eq!(answer(Some("question")).unwrap().stdout.text(), "why\n");
        assert_eq!(answer(None).unwrap().stdout.text(), "");
        assert!(matches!(answer(Some("other")), Err(ProcessError::NotStarted { .. })));
    }

    #[test]
    fn a_child_that_closes_its_streams_is_still_waited_for() {
        assert_eq!(sh("exec >&- 2>&-; sleep 0.2; exit 3", 60_000).end, End::Code(3));
    }

    #[test]
    fn output_is_bounded_and_both_streams_are_read() {
        let ran = sh("yes | head -c 300000; echo no >&2", 60_000);
        assert_eq!(ran.end, End::Code(0));
        assert_eq!((ran.stdout.0.len(), ran.dropped), (1000, 299_000));
        assert_eq!(ran.stderr.text(), "no\n");
        assert_eq!(sh("yes", 200).end, End::TimedOut);
    }

    /// True if a process with this number runs (a zombie does not).
    fn alive(pid: &str) -> bool {
        let Ok(stat) = std::fs::read_to_string(format!("/proc/{pid}/stat")) else { return false };
        !stat.rsplit_once(')').is_some_and(|(_, rest)| rest.trim_start().starts_with(['Z', 'X']))
    }

    fn gone_soon(pid: &str) -> bool {
        (0..6000).any(|_| {
            std::thread::sleep(Duration::from_millis(10));
            !alive(pid)
        })
    }

    #[test]
    fn grandchildren_die_with_a_hung_parent_and_do_not_hold_up_a_finished_one() {
        let hung = sh("sleep 60 & echo $!; sleep 60", 3000);
        assert_eq!(hung.end, End::TimedOut);
        assert!(gone_soon(hung.stdout.text().trim()));
        let finished = sh("sleep 60 & echo $!; exit 0", 30_000);
        assert_eq!(finished.end, End::Code(0));
        assert!(finished.wall < Duration::from_secs(50), "{:?}", finished.wall);
        assert!(gone_soon(finished.stdout.text().trim()));
    }

    #[test]
    fn who_leaves_the_group_is_killed_too() {
        let ways = [
            "setsid sleep 60 & echo $!; sleep 0.1",
            // An orphan while its compiler still runs.
            "(setsid sleep 60 & echo $!) ; sleep 0.1",
            // Nothing is left of the environment but the way to programs.
            "(env -i setsid sleep 60 & echo $!) ; sleep 0.1",
            // Its own child is found when it is gone.
            "setsid sh -c 'setsid sleep 60 & echo $!; sleep 60' & sleep 0.2",
        ];
        for way in ways {
            let ran = sh(way, 30_000);
            assert_eq!(ran.end, End::Code(0));
            let pid = ran.stdout.text();
            // It is gone, not only soon to be gone: the folder can be removed.
            assert!(!alive(pid.trim()), "{way}");
        }
    }

    #[test]
    fn a_program_keeps_its_children_while_others_end() {
        std::thread::scope(|scope| {
            let long = scope.spawn(|| {
                // Its end is waited for, however slow the machine is.
                let child = "(setsid sh -c 'sleep 0.6; echo done; : > ended') &";
                sh(&format!("{child} while [ ! -e ended ]; do sleep 0.1; done"), 60_000)
            });
            for _ in 0..20 {
                assert_eq!(sh("setsid sleep 60 & exit 0", 30_000).end, End::Code(0));
            }
            assert_eq!(long.join().unwrap().stdout.text(), "done\n");
        });
    }

    #[test]
    fn a_time_beyond_all_clocks_is_no_bound() {
        let limits = Limits { time: Duration::from_secs(i64::MAX.unsigned_abs()), ..Limits::default() };
        let command = ["true"].map(str::to_owned);
        let ran = run(&command, &std::env::temp_dir(), &limits, &AtomicBool::new(false)).unwrap();
        assert_eq!(ran.end, End::Code(0));
        let longest = Limits { time: Duration::MAX, ..limits };
        let ran = run(&command, &std::env::temp_dir(), &longest.longer(4), &AtomicBool::new(false)).unwrap();
        assert_eq!(ran.end, End::Code(0));
    }

    #[test]
    fn a_file_is_bounded() {
        let limits = Limits { file: Some(10_000), ..Limits::default() };
        let folder = tempfile::tempdir().unwrap();
        let command = ["sh", "-c", "sleep 0.1; exec head -c 50000 /dev/zero > file"].map(str::to_owned);
        let ran = run(&command, folder.path(), &limits, &AtomicBool::new(false)).unwrap();
        assert_ne!(ran.end, End::Code(0));
        assert!(std::fs::metadata(folder.path().join("file")).unwrap().len() <= 10_000);
    }

    #[test]
    fn a_missing_folder_is_not_a_missing_program() {
        let folder = tempfile::tempdir().unwrap().path().join("none");
        let result = run(&["true".to_owned()], &folder, &Limits::default(), &AtomicBool::new(false));
        assert!(matches!(result, Err(ProcessError::NoFolder { .. })), "{result:?}");
    }

    #[test]
    fn an_interrupt_kills_at_once() {
        let limits = Limits { time: Duration::from_secs(60), output: 10, ..Limits::default() };
        let command = ["sleep", "60"].map(str::to_owned);
        let ran = run(&command, &std::env::temp_dir(), &limits, &AtomicBool::new(true)).unwrap();
        assert_eq!(ran.end, End::Interrupted);
        assert!(ran.wall < Duration::from_secs(50));
    }

    #[test]
    fn what_cannot_start_says_so() {
        let command = ["/nonexistent/compiler".to_owned()];
        let result = run(&command, &std::env::temp_dir(), &Limits::default(), &AtomicBool::new(false));
        assert!(matches!(result, Err(ProcessError::NotStarted { .. })), "{result:?}");
        assert!(run(&[], &std::env::temp_dir(), &Limits::default(), &AtomicBool::new(false)).is_err());
    }

    #[test]
    fn time_in_children_is_counted() {
        let before = time_spent();
        sh("i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done", 60_000);
        assert!(time_spent() > before);
    }
}
