//! `crosscall compare`.

mod markdown;
mod report;
mod subjects;
#[cfg(test)]
mod tests;
mod text;

use super::session;
use crate::cli::{ComparisonArgs, ComparisonFormat};
use crosscall_base::error::Error;
use crosscall_base::interrupt;
use crosscall_base::output::{note, print};
use crosscall_base::process::{Limits, folder};
use crosscall_base::progress::{Bar, Progress};
use crosscall_campaign::comparison::{self, Settings};
use crosscall_model::finding::Finding;
use crosscall_reports::json::pretty;
use crosscall_reports::origin::Origin;
use report::Report;
use std::path::Path;
use std::time::{Duration, Instant};

/// Compares two builds of a compiler and prints what the change does. The exit code is 1 where it alters the ABI.
///
/// # Errors
/// [`Error::Input`] for a wrong selection, [`Error::Tool`] when a compiler cannot be run, [`Error::Store`] when a case
/// cannot be written.
pub fn run(args: &ComparisonArgs, config: Option<&Path>) -> Result<u8, Error> {
    let (begin, origin) = (Instant::now(), Origin::now(crosscall_generator::VERSION));
    let known = session::known(args.known.as_deref())?;
    let pairs = subjects::pairs(args, config)?;
    if args.seed.drawn {
        note(&format!("seed: {:#x}", args.seed.value));
    }
    let work_dir = std::env::temp_dir();
    folder::sweep(&work_dir);
    let mut report = Report::new(origin, args.seed.value);
    for (old, new) in pairs {
        if interrupt::signal().is_some() {
            break;
        }
        let settings = Settings {
            old,
            new,
            cases: args.cases,
            seed: args.seed.value,
            batch: usize::try_from(args.batch).unwrap_or(usize::MAX),
            jobs: super::run::jobs(args.jobs),
            minimise: usize::try_from(args.minimize).unwrap_or(usize::MAX),
            judge_unchanged: args.all,
            stop: interrupt::flag(),
            limits: Limits { time: Duration::from_secs(args.timeout), ..Limits::default() },
            work_dir: work_dir.clone(),
            known: known.clone(),
        };
        let progress = Shown { bar: Bar::new(), quiet: args.quiet };
        let comparison = comparison::compare(&settings, &progress);
        progress.bar.clear();
        report.add(&settings, comparison?, args.keep.as_deref())?;
    }
    report.finish(begin.elapsed(), interrupt::signal());
    print(&match args.format {
        ComparisonFormat::Text => text::render(&report, args.verbose),
        ComparisonFormat::Json => pretty(&report),
        ComparisonFormat::Markdown => markdown::render(&report),
    })?;
    Ok(report.exit_code())
}

/// A bar, where one is wanted.
struct Shown {
    bar: Bar,
    quiet: bool,
}

impl Progress for Shown {
    fn start(&self, total: u64) {
        if !self.quiet {
            self.bar.start(total);
        }
    }

    fn advance(&self, steps: u64, message: &str) {
        self.bar.advance(steps, message);
    }

    fn finding(&self, _finding: &Finding) {}
}
