//! Progress of a long piece of work, shown on the terminal.

use crosscall_model::Target;
use crosscall_model::finding::Finding;
use crosscall_reports::run::UNBOUNDED;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Hears of the progress of a run. Called from several threads.
pub trait Progress: Sync {
    /// The work begins: `total` steps.
    fn start(&self, total: u64);
    /// `steps` more steps are done; `message` says what is being worked on.
    fn advance(&self, steps: u64, message: &str);
    /// Something was found.
    fn finding(&self, finding: &Finding);
}

/// Says nothing.
pub struct Silent;

impl Progress for Silent {
    fn start(&self, _total: u64) {}
    fn advance(&self, _steps: u64, _message: &str) {}
    fn finding(&self, _finding: &Finding) {}
}

/// Interval at which a bar that does not move is drawn again, so that the program is seen to be alive.
const TICK: Duration = Duration::from_millis(120);

/// A line on the error stream that says what is waited for, where the error stream is a terminal; it goes with its
/// owner.
pub struct Waiting {
    line: ProgressBar,
}

impl Waiting {
    /// From now on.
    pub fn for_what(what: &str) -> Waiting {
        let line = ProgressBar::with_draw_target(None, target());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
            line.set_style(style.tick_chars("|/-\\ "));
        }
        line.set_message(what.to_owned());
        line.tick();
        line.enable_steady_tick(TICK);
        Waiting { line }
    }

    /// Replaces the message.
    pub fn say(&self, what: &str) {
        self.line.set_message(what.to_owned());
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}

/// The error stream, where it is a terminal.
fn target() -> ProgressDrawTarget {
    if std::io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() }
}

/// A bar of a run that ends with its time, or with something new.
const ENDLESS: &str = "{elapsed:>4}{of_time} {human_pos} {rate}, {prefix} {wide_msg:.dim}";

/// Columns of a bar.
const BAR_COLUMNS: u32 = 20;

/// A bar on the error stream, and a line for each new finding above it; nothing where the error stream is
/// no terminal.
pub struct Bar {
    bar: ProgressBar,
    found: Mutex<Found>,
    /// Time of the work, where it ends with that.
    time: Option<Duration>,
}

/// Findings so far. The report has fewer new ones: at the end of a run it is settled how compilers read a document, and what has one
/// cause is one finding.
#[derive(Default)]
struct Found {
    /// Targets and fingerprints.
    new: BTreeSet<(Target, String)>,
    /// Ids in the list of known findings.
    known: BTreeSet<String>,
}

impl Bar {
    /// A bar that appears when the work begins.
    pub fn new() -> Bar {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let template =
            "{elapsed:>4} [{bar:20}] {human_pos}/{human_len} {rate}, {left} left, {prefix} {wide_msg:.dim}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            let style = style.progress_chars("=> ");
            bar.set_style(style.with_key("rate", rate).with_key("left", left));
        }
        let bar = Bar { bar, found: Mutex::default(), time: None };
        bar.tell(&Found::default());
        bar
    }

    /// The same for work that ends with its time, if it has one.
    pub fn until(time: Option<Duration>) -> Bar {
        Bar { time, ..Bar::new() }
    }

    /// A line above the bar; on the error stream by itself where there is none.
    pub fn line(&self, text: &str) {
        if self.bar.is_hidden() {
            crate::output::note(text);
        } else {
            self.bar.println(text);
        }
    }

    /// Shows the number of findings so far.
    fn tell(&self, found: &Found) {
        self.bar.set_prefix(format!("{} perhaps new, {} known", found.new.len(), found.known.len()));
    }

    /// Removes the bar from the screen.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Default for Bar {
    fn default() -> Bar {
        Bar::new()
    }
}

impl Progress for Bar {
    fn start(&self, total: u64) {
        // A run that ends with its time has no number of steps.
        if total < UNBOUNDED {
            self.bar.set_length(total);
        } else if let Ok(style) = ProgressStyle::with_template(ENDLESS) {
            let time = self.time;
            let of_time = move |state: &ProgressState, out: &mut dyn Write| {
                let _ = time.map_or(Ok(()), |time| write!(out, " {}", of_time(state.elapsed(), time)));
            };
            self.bar.set_style(style.with_key("rate", rate).with_key("of_time", of_time));
        }
        self.bar.set_draw_target(target());
        self.bar.set_message("asking compilers what they can do");
        self.bar.tick();
        if !self.bar.is_hidden() {
            self.bar.enable_steady_tick(TICK);
        }
    }

    fn advance(&self, steps: u64, message: &str) {
        self.bar.set_message(message.to_owned());
        self.bar.inc(steps);
    }

    fn finding(&self, finding: &Finding) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        match finding.is_new() {
            true => {
                found.new.insert((finding.case.target(), finding.fingerprint.clone()));
            }
            false => found.known.extend(finding.known.iter().cloned()),
        }
        self.tell(&found);
        drop(found);
        if finding.is_new() {
            self.bar.println(format!("perhaps new: {}", finding.headline()));
        }
    }
}

/// The part of a time that has passed, as a bar, and the time that is left.
fn of_time(elapsed: Duration, time: Duration) -> String {
    let done = elapsed.as_secs_f64() / time.as_secs_f64().max(1e-3);
    let columns = (done.min(1.0) * f64::from(BAR_COLUMNS)) as usize;
    let left = HumanDuration(time.saturating_sub(elapsed));
    format!("[{:<1$}] {left:#} left,", "=".repeat(columns), BAR_COLUMNS as usize)
}

/// Cases in a second; nothing is said before the first ones are done.
fn rate(state: &ProgressState, out: &mut dyn Write) {
    let _ = match state.per_sec() {
        rate if rate >= 10.0 => write!(out, "{rate:.0}/s"),
        rate if rate > 0.0 => write!(out, "{rate:.1}/s"),
        _ => write!(out, "-/s"),
    };
}

/// Estimate of the time that is left.
fn left(state: &ProgressState, out: &mut dyn Write) {
    let _ = match state.pos() {
        0 => write!(out, "?"),
        _ => write!(out, "{:#}", HumanDuration(state.eta())),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_with_a_time_shows_how_much_of_it_is_left() {
        let at = |seconds| of_time(Duration::from_secs(seconds), Duration::from_secs(300));
        assert_eq!(at(0), "[                    ] 5m left,");
        assert_eq!(at(150), "[==========          ] 3m left,");
        assert_eq!(at(290), "[=================== ] 10s left,");
        assert_eq!(at(400), "[====================] 0s left,");
    }
}
