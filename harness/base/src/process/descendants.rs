//! Processes that a program leaves running outside its process group: found, killed and waited for.
//!
//! A process that calls `setsid` is out of reach of a signal to the group. When its parent has ended, though,
//! it becomes a child of the next ancestor that has asked for orphans, and [`adopt`] makes that this process.
//! Several programs run at the same time, so an orphan has to be given back to the right one: each program
//! has a mark of its own in its environment, which everything that it starts inherits. Where the environment
//! was emptied, the process group, the working folder, and at last the fact that no other program is running
//! say whose it is.
//!
//! All of this rests on `/proc`; where there is none, the process group is all that is killed.

use super::guard;
use rustix::process::Pid;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, OnceLock};
use std::time::SystemTime;

/// Name of the environment variable that holds the marks.
pub(super) const VARIABLE: &str = "CROSSCALL_RUN";

/// Mark that distinguishes the processes of one program from those of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mark {
    own: String,
    /// The variable's value: the mark, behind the marks of the programs that this process itself runs under.
    pub(super) value: String,
}

impl Mark {
    /// A mark that no other program of this machine has.
    pub(super) fn new() -> Mark {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let own = format!("{}.{}/", run_name(), NEXT.fetch_add(1, Ordering::Relaxed));
        let outer = std::env::var(VARIABLE).unwrap_or_default();
        Mark { value: outer + &own, own }
    }

    /// True if an environment, as `/proc/PID/environ` has it, holds this mark; `None` where it holds none.
    fn is_in(&self, environment: &[u8]) -> Option<bool> {
        Some(marks(environment)?.any(|mark| mark == self.own.as_bytes()))
    }
}

/// The marks in an environment, as `/proc/PID/environ` has it; `None` where it holds none.
fn marks(environment: &[u8]) -> Option<impl Iterator<Item = &[u8]>> {
    let mut entries = environment.split(|byte| *byte == 0);
    let value = entries.find_map(|entry| entry.strip_prefix(VARIABLE.as_bytes())?.strip_prefix(b"="))?;
    Some(value.split_inclusive(|byte| *byte == b'/'))
}

/// Name of this process, with which its marks begin and those of no other one, of whatever container.
pub(super) fn run_name() -> &'static str {
    static NAME: LazyLock<String> = LazyLock::new(|| {
        let since = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        format!("{}-{:x}", std::process::id(), since.as_nanos())
    });
    &NAME
}

/// Kills everything that the process with this name has started, with the groups that it is in. That process has ended.
pub(super) fn end_run(name: &str) {
    system::end_run(&format!("{name}."));
}

/// A program whose descendants are to be ended.
pub(super) struct Run<'a> {
    /// Its mark.
    pub(super) mark: &'a Mark,
    /// Its process group.
    pub(super) group: Pid,
    /// The folder in which it was started.
    pub(super) folder: &'a Path,
}

/// Children that this process had before it started any program: nothing of ours, and never touched.
static BEFORE: OnceLock<Vec<i32>> = OnceLock::new();

/// Makes this process the one that orphans come to, and starts its guard; once for all.
pub(super) fn adopt() {
    guard::start();
    BEFORE.get_or_init(system::adopt);
}

/// Children of this process that are not the programs that it runs, by process id; and whether it runs none.
pub(super) struct Strangers {
    pub(super) pids: Vec<i32>,
    pub(super) alone: bool,
}

/// Kills what is left of a program that has ended, and waits for its end. `strangers` looks who is there.
pub(super) fn end(run: &Run<'_>, strangers: &dyn Fn() -> Strangers) {
    system::end(run, strangers);
}

/// The children of this process but its guard, by process id.
pub(super) fn children() -> Vec<i32> {
    let mut children = system::children();
    children.retain(|pid| !guard::is_own(*pid));
    children
}

/// Kills everything that this process has started and adopted; for a process that is about to end.
pub(super) fn end_all() {
    system::end_all();
}

#[cfg(not(target_os = "linux"))]
mod system {
    use super::{Run, Strangers};

    pub(super) fn adopt() -> Vec<i32> {
        Vec::new()
    }

    pub(super) fn children() -> Vec<i32> {
        Vec::new()
    }

    pub(super) fn end(_run: &Run<'_>, _strangers: &dyn Fn() -> Strangers) {}

    pub(super) fn end_all() {}

    pub(super) fn end_run(_marks: &str) {}
}

#[cfg(target_os = "linux")]
mod system {
    use super::{BEFORE, Run, Strangers};
    use rustix::process::{
        Pid, Signal, WaitId, WaitIdOptions, getpid, kill_process, kill_process_group, set_child_subreaper,
        waitid,
    };
    use std::path::Path;
    use std::time::{Duration, Instant};

    /// Time to wait for the end of killed processes. They may be in the middle of something that the
    /// system does not break off.
    const PATIENCE: Duration = Duration::from_secs(2);

    /// The same when this process ends at once: nobody would kill what is left then. It takes milliseconds, except on a machine
    /// that has much else to do.
    const PATIENCE_AT_END: Duration = Duration::from_secs(5);

    pub(super) fn adopt() -> Vec<i32> {
        let before = super::children();
        // If this is refused, orphans go to another process, and only the group can be killed.
        let _ = set_child_subreaper(Some(getpid()));
        before
    }

    pub(super) fn end(run: &Run<'_>, strangers: &dyn Fn() -> Strangers) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let Strangers { pids, alone } = strangers();
            let found: Vec<i32> = pids.into_iter().filter(|pid| belongs(*pid, run, alone)).collect();
            // Their children become children of this process when they are gone, so look again.
            if found.is_empty() || !kill_and_wait(&found, deadline) {
                return;
            }
        }
    }

    pub(super) fn end_all() {
        let Some(before) = BEFORE.get() else { return };
        let deadline = Instant::now() + PATIENCE_AT_END;
        loop {
            let found: Vec<i32> = super::children().into_iter().filter(|pid| !before.contains(pid)).collect();
            if found.is_empty() || !kill_and_wait(&found, deadline) {
                return;
            }
        }
    }

    /// Kills all processes with a mark that begins like this, and their groups, until there is none, or the time is up.
    pub(super) fn end_run(marks: &str) {
        let deadline = Instant::now() + PATIENCE_AT_END;
        let is_marked = |pid: &i32| {
            let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            super::marks(&environment)
                .is_some_and(|mut all| all.any(|mark| mark.starts_with(marks.as_bytes())))
        };
        loop {
            let found: Vec<i32> = all().filter(is_marked).collect();
            for pid in &found {
                let group = Stat::of(*pid).and_then(|stat| Pid::from_raw(stat.group));
                let _ = group.map(|group| kill_process_group(group, Signal::KILL));
                let _ = Pid::from_raw(*pid).map(|pid| kill_process(pid, Signal::KILL));
            }
            if found.is_empty() || Instant::now() > deadline {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// All processes, by process id.
    fn all() -> impl Iterator<Item = i32> {
        let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        all.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
    }

    /// Kills children of this process and waits for them; `false` when the time is up.
    fn kill_and_wait(pids: &[i32], deadline: Instant) -> bool {
        let pids = || pids.iter().filter_map(|pid| Pid::from_raw(*pid));
        // A child cannot be another process by now: its number is free only when it was waited for.
        for pid in pids() {
            let _ = kill_process(pid, Signal::KILL);
        }
        for pid in pids() {
            while let Ok(None) = waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOHANG) {
                if Instant::now() > deadline {
                    return false;
                }
                std::thread::sleep(Duration::from_micros(200));
            }
        }
        Instant::now() <= deadline
    }

    /// The children of this process, of whichever thread.
    pub(super) fn children() -> Vec<i32> {
        let Ok(threads) = std::fs::read_dir("/proc/self/task") else { return Vec::new() };
        let lists = threads.flatten().map(|thread| std::fs::read_to_string(thread.path().join("children")));
        let Ok(lists) = lists.collect::<Result<Vec<String>, _>>() else { return children_by_parent() };
        lists
            .iter()
            .flat_map(|list| list.split_ascii_whitespace())
            .filter_map(|pid| pid.parse().ok())
            .collect()
    }

    /// The same where the kernel keeps no lists of children.
    fn children_by_parent() -> Vec<i32> {
        let own = getpid().as_raw_nonzero().get();
        all().filter(|pid| Stat::of(*pid).is_some_and(|stat| stat.parent == own)).collect()
    }

    /// Relations of a process, from `/proc/PID/stat`.
    struct Stat {
        parent: i32,
        group: i32,
        session: i32,
    }

    impl Stat {
        /// Of this process. Where it runs in a PID namespace whose first process is not the leader of its group or
        /// session, the leader has no number here and the kernel says 0: so this is asked of `/proc`, not of
        /// `getsid`, whose wrapper takes 0 for impossible.
        fn own() -> Option<Stat> {
            Stat::of(getpid().as_raw_nonzero().get())
        }

        fn of(pid: i32) -> Option<Stat> {
            let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
            // The name of the program, in parentheses, may hold anything.
            let mut fields = text.rsplit_once(')')?.1.split_ascii_whitespace().skip(1).map(str::parse);
            let mut next = || fields.next()?.ok();
            Some(Stat { parent: next()?, group: next()?, session: next()? })
        }
    }

    /// True if a child of this process, which is none of the programs that it runs, was left behind by a program.
    /// `alone`: no other program is running.
    fn belongs(pid: i32, run: &Run<'_>, alone: bool) -> bool {
        let before = BEFORE.get().map_or(&[][..], Vec::as_slice);
        if before.contains(&pid) {
            return false;
        }
        let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        if let Some(marked) = run.mark.is_in(&environment) {
            return marked;
        }
        let Some(stat) = Stat::of(pid) else { return false };
        let cwd = std::fs::read_link(format!("/proc/{pid}/cwd"));
        stat.group == run.group.as_raw_nonzero().get()
            || cwd.is_ok_and(|cwd| lies_in(&cwd, run.folder))
            // Whoever is in another session was started by none of this process's own calls.
            || (alone && before.is_empty() && Stat::own().is_some_and(|own| own.session != stat.session))
    }

    fn lies_in(cwd: &Path, folder: &Path) -> bool {
        // `/tmp` itself is nobody's own folder: only those that were made for one program show anything.
        folder != std::env::temp_dir() && cwd.starts_with(folder)
    }

    #[cfg(test)]
    mod tests {
        use super::super::Mark;
        use super::*;
        use std::os::unix::process::CommandExt;

        #[test]
        fn marks_are_distinguished() {
            let (one, other) = (Mark::new(), Mark::new());
            let environment = |mark: &Mark| format!("A=b\0CROSSCALL_RUN={}\0C=", mark.value).into_bytes();
            assert_eq!(one.is_in(&environment(&one)), Some(true));
            assert_eq!(one.is_in(&environment(&other)), Some(false));
            assert_eq!(one.is_in(b"A=b"), None);
            // Processes under a crosscall that runs under this one belong to this one.
            let inner = format!("CROSSCALL_RUN={}9.9/", one.value);
            assert_eq!(one.is_in(inner.as_bytes()), Some(true));
        }

        #[test]
        fn relations_are_read_whatever_the_name() {
            // A program whose name holds a parenthesis and a space, in a group of its own.
            let folder = tempfile::tempdir().expect("a folder");
            let program = folder.path().join("a) b");
            std::os::unix::fs::symlink("/bin/sleep", &program).expect("a link");
            let mut command = std::process::Command::new(&program);
            let mut child = command.arg("60").process_group(0).spawn().expect("sleep");
            let pid = i32::try_from(child.id()).expect("a number");
            let stat = Stat::of(pid);
            child.kill().expect("it runs");
            child.wait().expect("it ends");
            let (stat, own) = (stat.expect("a child"), Stat::own().expect("this process"));
            assert_eq!(stat.parent, getpid().as_raw_nonzero().get());
            assert_eq!(stat.group, pid);
            assert_eq!(stat.session, own.session);
        }
    }
}
