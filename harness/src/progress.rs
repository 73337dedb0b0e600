//! How a long piece of work tells how far it is.

use crate::report::finding::Finding;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;

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

/// A bar on the error stream, and a line for each new finding above it; nothing where the error stream is
/// no terminal.
pub struct Bar {
    bar: ProgressBar,
}

impl Bar {
    /// A bar that appears when the work begins.
    pub fn new() -> Bar {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let template = "{elapsed:>4} [{bar:30}] {pos}/{len} {wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        Bar { bar }
    }

    /// A line above the bar; on the error stream by itself where there is none.
    pub fn line(&self, text: &str) {
        if self.bar.is_hidden() {
            crate::output::note(text);
        } else {
            self.bar.println(text);
        }
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
        self.bar.set_length(total);
        if std::io::stderr().is_terminal() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    fn advance(&self, steps: u64, message: &str) {
        self.bar.set_message(message.to_owned());
        self.bar.inc(steps);
    }

    fn finding(&self, finding: &Finding) {
        if finding.known.is_none() {
            self.bar.println(format!("new: {}", finding.headline()));
        }
    }
}
