//! Two builds of one compiler: does the change between them alter the ABI?
//!
//! Every unit is compiled by both. Where all bytes are the same nothing has to be run. Where they differ, each of the two
//! is judged by the document, under what its own directed cases show, and each of them calls the other: what the old one
//! understood of itself and does not understand of the new one is the answer, also where the document is silent and where
//! both depart from it.

mod batch;
mod groups;
mod readings;
pub mod same;
mod smaller;
pub mod sums;
mod trial;
mod work;

pub use groups::Group;
pub use trial::Form;

use crate::known::Known;
use batch::Batches;
use crosscall_base::error::Error;
use crosscall_base::process;
use crosscall_base::progress::Progress;
use crosscall_reports::run::Answers;
use crosscall_toolchain::Toolchain;
use crosscall_toolchain::capability::{self, Capabilities};
use crosscall_toolchain::cases::Source;
use crosscall_toolchain::units::CompileContext;
use groups::Groups;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use sums::{Class, Counts};

/// Settings of a comparison.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The compiler before the change.
    pub old: Toolchain,
    /// The compiler after it, for the same target.
    pub new: Toolchain,
    /// Random cases, besides the directed ones.
    pub cases: u64,
    /// Their seed.
    pub seed: u64,
    /// Cases in a translation unit.
    pub batch: usize,
    /// Batches at work at the same time.
    pub jobs: usize,
    /// Smaller cases that are tried for one difference.
    pub minimise: usize,
    /// True if trials of which all bytes are the same are judged, too, to list what is wrong with them.
    pub judge_unchanged: bool,
    /// Set when the user interrupts; what was found so far is still reported.
    pub stop: Arc<AtomicBool>,
    /// Bounds of one compiler run.
    pub limits: process::Limits,
    /// Folder for temporary files.
    pub work_dir: PathBuf,
    /// The list of known findings.
    pub known: Known,
}

impl Settings {
    fn compile_context(&self) -> CompileContext<'_> {
        CompileContext { work_dir: &self.work_dir, limits: &self.limits, stop: &self.stop }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Both compilers, the old one first.
    fn both(&self) -> [&Toolchain; 2] {
        [&self.old, &self.new]
    }
}

/// Result of a comparison.
#[derive(Debug, Default)]
pub struct Comparison {
    /// Cases, the directed ones included.
    pub cases: u64,
    /// Trials by what came of them.
    pub counts: Counts,
    /// Differences and violations: of each class one for each cause, in the order of the classes.
    pub groups: Vec<Group>,
    /// Open points of the document, and departures from it, at which the two follow different readings.
    pub readings: Vec<Answers>,
    /// Why trials could not take place, with how often.
    pub reasons: BTreeMap<String, u64>,
    /// Failures of each of the two that kept no case from being tested.
    pub incidents: [u64; 2],
}

impl Comparison {
    /// True if the change alters what others see.
    pub fn is_altered(&self) -> bool {
        self.counts.altered() > 0 || !self.readings.is_empty()
    }
}

/// Compares two compilers.
///
/// # Errors
/// [`Error::Tool`] when one of them cannot be run.
pub fn compare(settings: &Settings, progress: &dyn Progress) -> Result<Comparison, Error> {
    let source = Source::new(settings.old.target, settings.seed);
    let cases = source.directed().saturating_add(settings.cases);
    let capabilities = capabilities(settings)?;
    progress.start(cases);
    let batches = Batches::new(settings, &source, &capabilities, cases, progress);
    let mut groups = Groups::default();
    let mut comparison = Comparison { cases, ..Comparison::default() };
    batches.run(&mut |batch| {
        comparison.counts += batch.counts;
        for (reason, times) in batch.reasons {
            *comparison.reasons.entry(reason).or_default() += times;
        }
        for (sum, more) in comparison.incidents.iter_mut().zip(batch.incidents) {
            *sum += more;
        }
        groups.absorb(batch.groups);
    })?;
    comparison.counts.planned = cases.saturating_mul(Form::ALL.len() as u64);
    let begun: u64 = Class::ALL.into_iter().map(|class| comparison.counts.of(class)).sum();
    comparison.counts.skipped = comparison.counts.planned.saturating_sub(begun);
    if comparison.counts.skipped > 0 {
        *comparison.reasons.entry("not begun when the run was stopped".to_owned()).or_default() +=
            comparison.counts.skipped;
    }
    if let Some(known) = batches.known() {
        comparison.readings = readings::differences(known);
        smaller::make_smaller(settings, known, &mut groups);
    }
    comparison.groups = groups.in_order(settings);
    if !comparison.counts.add_up() {
        // A fault of this program, never of a compiler: do not pretend that the numbers mean something.
        return Err(Error::Tool("the counts do not add up; please report this".to_owned()));
    }
    Ok(comparison)
}

/// Capabilities of each of the two.
fn capabilities(settings: &Settings) -> Result<[Capabilities; 2], Error> {
    let of = |subject: &Toolchain| {
        capability::of(subject, settings.compile_context()).map_err(|e| Error::Tool(e.to_string()))
    };
    Ok([of(&settings.old)?, of(&settings.new)?])
}
