//! The log of a night: a line at its start, one every minute, and one at its end.

use crosscall_base::companion::Companion;
use crosscall_base::error::Error;
use crosscall_base::output::{describe, note, write_atomically};
use crosscall_campaign::store::{LOG, now};
use crosscall_model::finding::Finding;
use crosscall_model::{Target, counted};
use rustix::fs::{Mode, OFlags};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time between two lines.
const INTERVAL: Duration = Duration::from_secs(60);

/// Size from which the older half of a log is dropped, in bytes.
const LARGEST: u64 = 4 << 20;

/// Counts what a run does. A case counts once for each subject that it was given to.
#[derive(Debug, Default)]
pub(super) struct Pulse {
    cases: AtomicU64,
    /// Targets and fingerprints of findings that may be new.
    new: Mutex<BTreeSet<(Target, String)>>,
}

impl Pulse {
    /// So many more cases are done.
    pub(super) fn advance(&self, cases: u64) {
        self.cases.fetch_add(cases, Ordering::Relaxed);
    }

    /// Something was found.
    pub(super) fn finding(&self, finding: &Finding) {
        if finding.is_new() {
            let place = (finding.case.target(), finding.fingerprint.clone());
            self.new.lock().unwrap_or_else(PoisonError::into_inner).insert(place);
        }
    }

    fn cases(&self) -> u64 {
        self.cases.load(Ordering::Relaxed)
    }

    fn new_findings(&self) -> usize {
        self.new.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

/// Writes the first line of a night in the log of its store's folder, and goes on with one every minute until what this
/// returns is dropped; `time` is the run's own bound.
pub(super) fn start(folder: &Path, night: u64, pulse: &Arc<Pulse>, time: Option<Duration>) -> Companion {
    let log = Log { path: folder.join(LOG), largest: LARGEST, reported: false };
    start_with(log, night, pulse, time, INTERVAL)
}

fn start_with(
    mut log: Log,
    night: u64,
    pulse: &Arc<Pulse>,
    time: Option<Duration>,
    interval: Duration,
) -> Companion {
    log.append(&format!("{} night {night} begins, process {}\n", now(), std::process::id()));
    beats(pulse, time, interval, move |beat| log.append(&beat.line(&now(), night)))
}

/// Says on the error stream every minute how far a run is, for whoever waits for it without a terminal: a job without a line
/// for ten minutes is ended in many places.
pub(super) fn aloud(pulse: &Arc<Pulse>, time: Option<Duration>) -> Companion {
    beats(pulse, time, INTERVAL, |beat| {
        if !beat.has_ended {
            note(&beat.words());
        }
    })
}

/// Hands on a beat after each interval, and one at the end.
fn beats(
    pulse: &Arc<Pulse>,
    time: Option<Duration>,
    interval: Duration,
    mut each: impl FnMut(&Beat) + Send + 'static,
) -> Companion {
    let pulse = Arc::clone(pulse);
    let begin = Instant::now();
    Companion::start(move |ending| {
        let mut last = (begin, 0);
        loop {
            let has_ended = ending.comes_within(interval);
            let cases = pulse.cases();
            // The rate of the last line is that of the whole night.
            let (since, before) = if has_ended { (begin, 0) } else { last };
            let beat = Beat {
                elapsed: begin.elapsed(),
                has_ended,
                cases,
                rate: (cases - before) as f64 / since.elapsed().as_secs_f64().max(0.001),
                new: pulse.new_findings(),
                left: time.map(|time| time.saturating_sub(begin.elapsed())),
            };
            each(&beat);
            if has_ended {
                return;
            }
            last = (Instant::now(), cases);
        }
    })
}

/// Contents of a line.
struct Beat {
    /// Time since the run began.
    elapsed: Duration,
    has_ended: bool,
    cases: u64,
    /// Cases in a second.
    rate: f64,
    /// New findings.
    new: usize,
    /// Time left, where the run has one.
    left: Option<Duration>,
}

impl Beat {
    /// The line in the log of a night.
    fn line(&self, now: &str, night: u64) -> String {
        let ends = if self.has_ended { " ends" } else { "" };
        format!("{now} night {night}{ends}: {}\n", self.counts())
    }

    /// The line for somebody who waits.
    fn words(&self) -> String {
        format!("crosscall: after {} min: {}", self.elapsed.as_secs() / 60, self.counts())
    }

    fn counts(&self) -> String {
        let Beat { has_ended, cases, rate, new, left, .. } = self;
        let left = match left.filter(|_| !has_ended) {
            Some(left) => format!(", {} min {:02} s left", left.as_secs() / 60, left.as_secs() % 60),
            None => String::new(),
        };
        // Its readings are not settled and its causes not joined before the end.
        let new = counted(*new as u64, "finding");
        format!("{cases} cases, {rate:.1} a second, {new} that may be new{left}")
    }
}

/// A file of lines, of a bounded size.
#[derive(Debug)]
struct Log {
    path: PathBuf,
    /// Size from which the older half is dropped, in bytes.
    largest: u64,
    /// True if the person knows that it cannot be written.
    reported: bool,
}

impl Log {
    /// Appends a line. A log that cannot be written ends nothing.
    fn append(&mut self, line: &str) {
        if let Err(error) = self.try_append(line)
            && !std::mem::replace(&mut self.reported, true)
        {
            note(&format!("{error}; the run goes on without a log"));
        }
    }

    fn try_append(&self, line: &str) -> Result<(), Error> {
        let unwritable = |e: std::io::Error| Error::unwritable(&self.path, describe(&e));
        // No link is followed and no pipe is waited for.
        let flags = OFlags::WRONLY
            | OFlags::APPEND
            | OFlags::CREATE
            | OFlags::CLOEXEC
            | OFlags::NOFOLLOW
            | OFlags::NONBLOCK;
        let mode = Mode::from_raw_mode(0o666);
        let file = rustix::fs::open(&self.path, flags, mode).map_err(|e| unwritable(e.into()))?;
        let mut file = File::from(file);
        let data = file.metadata().map_err(unwritable)?;
        if !data.is_file() {
            return Err(Error::unwritable(&self.path, "it is not a plain file"));
        }
        if data.len() <= self.largest {
            return file.write_all(line.as_bytes()).map_err(unwritable);
        }
        let mut text = Vec::new();
        let read = File::open(&self.path).and_then(|file| file.take(self.largest * 2).read_to_end(&mut text));
        read.map_err(unwritable)?;
        let newer = text.get(text.len() / 2..).unwrap_or_default();
        let start = newer.iter().position(|byte| *byte == b'\n').map_or(newer.len(), |end| end + 1);
        let mut kept = newer.get(start..).unwrap_or_default().to_vec();
        kept.extend_from_slice(line.as_bytes());
        write_atomically(&self.path, &kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(folder: &Path, largest: u64) -> Log {
        Log { path: folder.join(LOG), largest, reported: false }
    }

    #[test]
    fn a_night_has_a_first_line_one_for_each_interval_and_a_last_one() {
        let folder = tempfile::tempdir().unwrap();
        let pulse = Arc::new(Pulse::default());
        let log = log(folder.path(), LARGEST);
        let beats = start_with(log, 3, &pulse, Some(Duration::from_secs(90)), Duration::from_millis(5));
        pulse.advance(40);
        let read = || std::fs::read_to_string(folder.path().join(LOG)).unwrap();
        while !read().contains("night 3: 40 cases, ") {
            std::thread::yield_now();
        }
        pulse.advance(2);
        drop(beats);
        let text = read();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].ends_with(&format!("Z night 3 begins, process {}", std::process::id())), "{text}");
        assert!(lines[1].contains("0 findings that may be new, 1 min 29 s left"), "{text}");
        assert!(lines.last().unwrap().contains("Z night 3 ends: 42 cases, "), "{text}");
        assert!(lines.last().unwrap().ends_with(" a second, 0 findings that may be new"), "{text}");
    }

    #[test]
    fn the_older_half_of_a_large_log_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let mut log = log(folder.path(), 1000);
        for number in 0..200 {
            log.append(&format!("line {number}\n"));
            assert!(std::fs::metadata(&log.path).unwrap().len() < 1100);
        }
        let text = std::fs::read_to_string(&log.path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let first: usize = lines[0].strip_prefix("line ").unwrap().parse().unwrap();
        let expected: Vec<String> = (first..200).map(|number| format!("line {number}")).collect();
        assert_eq!(lines, expected);
    }

    #[test]
    fn a_log_that_is_no_plain_file_is_reported_once_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let victim = folder.path().join("victim");
        std::fs::write(&victim, "text").unwrap();
        let mut log = log(folder.path(), 1000);
        std::os::unix::fs::symlink(&victim, &log.path).unwrap();
        log.append("line\n");
        assert!(log.reported);
        log.append("line\n");
        assert_eq!(std::fs::read_to_string(&victim).unwrap(), "text");
        std::fs::remove_file(&log.path).unwrap();
        std::fs::create_dir(&log.path).unwrap();
        assert!(log.try_append("line\n").is_err());
    }
}
