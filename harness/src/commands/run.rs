//! `crosscall run`.

use super::session;
use crate::campaign::{self, RunSettings};
use crate::cli::{ReportFormat, RunArgs};
use crate::error::{EXIT_TOOL, EXIT_VIOLATIONS, Error};
use crate::interrupt;
use crate::known::Known;
use crate::output::{note, print};
use crate::progress::{Bar, Progress};
use crate::report::finding::Finding;
use crate::report::text::Shown;
use crate::report::{LeftOut, RunReport, json, junit, text};
use crate::store::write_atomically;
use crate::toolchain::process::Limits;
use crate::toolchain::select::fits;
use crosscall_model::{Pairing, Target};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Runs a campaign and prints its report.
///
/// # Errors
/// [`Error::Input`] for a wrong selection, [`Error::Tool`] when a toolchain cannot be run,
/// [`Error::Store`] when results cannot be written; what was found until then is printed before.
pub fn run(args: &RunArgs, config: Option<&Path>) -> Result<u8, Error> {
    let (inventory, _) = session::inventory(config)?;
    let known = session::known(args.known.as_deref())?;
    let toolchains = inventory.select(&args.target, &args.toolchain)?;
    let targets: Vec<Target> =
        Target::ALL.into_iter().filter(|t| toolchains.iter().any(|c| c.target == *t)).collect();
    let wanted = |target: Target| args.target.is_empty() || args.target.contains(&target);
    // Who names toolchains does not want to hear of others.
    let named = |name: &&String| {
        args.toolchain.is_empty() || args.toolchain.iter().any(|pattern| fits(pattern, name))
    };
    let left_out = inventory.missing.iter().filter(|m| wanted(m.target)).map(|m| LeftOut {
        toolchains: m.names.iter().filter(named).cloned().collect(),
        reason: m.reason.clone(),
        remedy: m.remedy.clone(),
        wanted: m.wanted,
    });
    let left_out: Vec<LeftOut> = left_out.filter(|l| !l.toolchains.is_empty()).collect();
    check_generator(args.generator)?;
    let settings = RunSettings {
        targets,
        toolchains,
        pairings: if args.pairing.is_empty() { Pairing::ALL.to_vec() } else { args.pairing.clone() },
        cases: args.cases,
        seed: args.seed,
        batch: usize::try_from(args.batch).unwrap_or(usize::MAX),
        jobs: jobs(args.jobs),
        stop: interrupt::flag(),
        limits: Limits { time: Duration::from_secs(args.timeout), ..Limits::default() },
        work_dir: std::env::temp_dir(),
        minimise: usize::try_from(args.minimize).unwrap_or(usize::MAX),
        minimise_known: args.all,
        report_dir: args.report.clone(),
        known,
    };
    let progress = Collector::default();
    let result = campaign::run(&settings, &progress);
    progress.bar.clear();
    let mut report = match result {
        Ok(report) => report,
        Err(error) => {
            // Nothing that was already found is lost with the error.
            let found = progress.found.lock().unwrap_or_else(PoisonError::into_inner);
            let new: Vec<&Finding> = found.iter().filter(|f| f.known.is_none()).collect();
            for finding in &new {
                note(&text::finding(finding, &settings.known));
            }
            if new.is_empty() || error.exit_code() != EXIT_TOOL {
                return Err(error);
            }
            note(&format!("crosscall: {error}"));
            return Ok(EXIT_VIOLATIONS);
        }
    };
    report.left_out.extend(left_out);
    report.signal = interrupt::signal();
    report.interrupted |= report.signal.is_some();
    if let Err(sum) = report.check() {
        // A fault of this program, never of a compiler: do not pretend that the numbers mean something.
        return Err(Error::Tool(format!("the counts do not add up: {sum}; please report this")));
    }
    let shown = Shown { known: args.all, dialects: args.dialects };
    print(&render(&report, args.format, shown, &settings.known))?;
    if let Some(folder) = &args.report {
        write_atomically(&folder.join("report.json"), json::render(&report).as_bytes())?;
    }
    Ok(report.exit_code())
}

/// The report in a form.
pub(super) fn render(report: &RunReport, format: ReportFormat, shown: Shown, known: &Known) -> String {
    match format {
        ReportFormat::Json => json::render(report),
        ReportFormat::Junit => junit::render(report, known),
        ReportFormat::Text => text::render(report, known, shown),
    }
}

/// Batches at work at the same time.
pub(super) fn jobs(asked: Option<u64>) -> usize {
    match asked {
        Some(jobs) => usize::try_from(jobs).unwrap_or(usize::MAX).min(1024),
        // While one waits for a process to begin or end, another keeps the processor busy.
        None => std::thread::available_parallelism().map_or(1, usize::from) + 1,
    }
}

/// Shows progress and keeps what is found, for the case that the run ends with an error.
#[derive(Default)]
struct Collector {
    bar: Bar,
    found: Mutex<Vec<Finding>>,
}

impl Progress for Collector {
    fn start(&self, total: u64) {
        self.bar.start(total);
    }

    fn advance(&self, steps: u64, message: &str) {
        self.bar.advance(steps, message);
    }

    fn finding(&self, finding: &Finding) {
        self.bar.finding(finding);
        self.found.lock().unwrap_or_else(PoisonError::into_inner).push(finding.clone());
    }
}

/// A seed of another version of the generator would give other cases without a word.
fn check_generator(told: Option<u32>) -> Result<(), Error> {
    let own = crosscall_generator::VERSION;
    match told.filter(|told| *told != own) {
        None => Ok(()),
        Some(told) => Err(Error::Input(format!(
            "--generator {told}: this crosscall makes the cases of generator version {own}, and a seed of version \
             {told} would give others; use the release that told the seed, or the case files that it wrote"
        ))),
    }
}
