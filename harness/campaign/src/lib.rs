//! Campaigns: many cases against several subjects, and what was found.
//!
//! The first batches of cases settle what is known of a subject; they are compiled in parallel and judged in their order.
//! All others are judged under that, apart from each other, so that no verdict depends on the speed of the machine, nor on
//! the order of the batches.

pub mod apart;
pub mod archive;
pub mod asked;
mod availability;
mod basis;
mod batches;
pub mod bisection;
pub mod buckets;
pub mod comparison;
mod contents;
pub mod coverage;
pub(crate) mod dialects;
pub mod failures;
pub mod fingerprint;
mod judge;
pub mod kinship;
pub mod known;
mod layouts;
pub mod merge;
mod queue;
pub mod record;
mod replaced;
pub mod report;
pub mod report_folder;
pub mod rerun;
mod rounds;
pub mod shard;
pub mod store;
pub mod stored;
#[cfg(test)]
mod sums;
pub mod tally;
mod target;
pub mod tools;
mod unchanged;
pub mod until;
pub mod values;
pub mod weights;

use crate::known::Known;
use crate::report_folder::ReportFolder;
use apart::has_cases;
use crosscall_base::error::Error;
use crosscall_base::process;
use crosscall_base::progress::Progress;
use crosscall_engine::unit::{Compiled, Role};
use crosscall_model::{Case, CaseKind, Pairing, Target};
use crosscall_reports::run::{LeftOut, RunReport};
use crosscall_toolchain::capability::Capabilities;
use crosscall_toolchain::compile::CompileFailure;
use crosscall_toolchain::units::{CompileContext, Sources, compile};
use crosscall_toolchain::{Toolchain, ToolchainKind};
use judge::{CompiledBatch, JudgeContext};
use shard::Shard;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use stored::CampaignStore;
use target::{Places, TargetRun};
use tools::Tools;
use until::Until;
use values::Values;
use weights::Weights;

/// Compiled batches that may wait for their turn: enough for the compilers to go on while the first batches,
/// from which everything is learnt, take long to judge.
const BATCHES_AHEAD: usize = 16;

/// Settings of a run.
#[derive(Debug, Clone)]
pub struct RunSettings {
    /// Targets in the order of the report.
    pub targets: Vec<Target>,
    /// Subjects; those of other targets are passed over.
    pub toolchains: Vec<Toolchain>,
    /// The pairings.
    pub pairings: Vec<Pairing>,
    /// Cases for each target.
    pub cases: u64,
    /// When no more cases are generated though there were not so many.
    pub until: Arc<Until>,
    /// Seed of the random cases.
    pub seed: u64,
    /// Cases in a translation unit.
    pub batch: usize,
    /// Batches at work at the same time.
    pub jobs: usize,
    /// Set when the user interrupts; what was found so far is still reported.
    pub stop: Arc<AtomicBool>,
    /// Bounds of one compiler run.
    pub limits: process::Limits,
    /// Folder for temporary files.
    pub work_dir: PathBuf,
    /// Sets of special values with which a call is run after its own values.
    pub values: u8,
    /// Smaller cases that are tried for one finding.
    pub minimise: usize,
    /// True if known findings are made smaller, too.
    pub minimise_known: bool,
    /// Folder in which findings are written down as they are found.
    pub report_dir: Option<PathBuf>,
    /// The list of known findings.
    pub known: Known,
    /// Part of the campaign that is run.
    pub shard: Shard,
    /// Weights of the rounds in the run's time.
    pub weights: Weights,
    /// Bytes that the store may take.
    pub store_limit: Option<u64>,
}

impl RunSettings {
    /// Everything that compiling needs besides the cases.
    pub fn compile_context(&self) -> CompileContext<'_> {
        CompileContext { work_dir: &self.work_dir, limits: &self.limits, stop: &self.stop }
    }

    /// True if the user has interrupted; the end of the run's time is no interruption.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed) && !self.until.is_over()
    }

    /// Number of the batches that all cases make.
    fn batches(&self) -> u64 {
        self.batches_of(self.cases)
    }

    /// Number of the batches that the first cases make.
    fn batches_of(&self, cases: u64) -> u64 {
        cases.div_ceil(self.batch.max(1) as u64)
    }

    /// Numbers of the cases of a batch.
    fn cases_of_batch(&self, number: u64) -> Range<u64> {
        let batch = self.batch.max(1) as u64;
        let first = number * batch;
        first..first.saturating_add(batch).min(self.cases)
    }

    /// Number of the cases of a batch.
    fn size_of_batch(&self, number: u64) -> u64 {
        let numbers = self.cases_of_batch(number);
        numbers.end.saturating_sub(numbers.start)
    }
}

/// Runs all cases of all targets and reports their outcomes.
///
/// # Errors
/// When no toolchain of a target can be run at all, or a finding cannot be written down. What was found until then
/// has been reported to `progress` and written to the report folder.
pub fn run(settings: &RunSettings, progress: &dyn Progress) -> Result<RunReport, Error> {
    run_stored(settings, None, progress)
}

/// Runs all cases that a store does not have yet, adds them to it, and reports the outcomes of all that are in it.
///
/// # Errors
/// See [`run`].
pub fn run_stored(
    settings: &RunSettings,
    store: Option<&CampaignStore>,
    progress: &dyn Progress,
) -> Result<RunReport, Error> {
    let begin = Instant::now();
    let compilers = process::time_spent();
    let folder = settings.report_dir.as_deref().map(ReportFolder::create).transpose()?;
    let (mut runs, mut tallies, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
    let subjects_of = |target: Target| -> Vec<Toolchain> {
        settings.toolchains.iter().filter(|t| t.target == target).cloned().collect()
    };
    let steps = |t: &Toolchain| settings.cases.saturating_mul(rounds(settings, t));
    let total = settings.targets.iter().flat_map(|t| subjects_of(*t)).map(|subject| steps(&subject));
    let total = total.fold(0, u64::saturating_add);
    progress.start(total);
    settings.until.begin(all_rounds(settings));
    let places = Places { folder: folder.as_ref(), store };
    for target in &settings.targets {
        let subjects = subjects_of(*target);
        if subjects.is_empty() {
            continue;
        }
        let (subjects, others): (Vec<Toolchain>, Vec<Toolchain>) =
            subjects.into_iter().partition(|t| rounds(settings, t) > 0);
        if subjects.is_empty() {
            left_out.push(nothing_to_do(others));
            continue;
        }
        if settings.until.is_over() {
            left_out.push(no_time(subjects));
            continue;
        }
        let mut run = TargetRun::begin(settings, *target, subjects, store.is_some(), &mut left_out)?;
        run.pass(settings, progress, places)?;
        runs.push(run);
        if settings.is_interrupted() || settings.until.has_found() {
            break;
        }
    }
    while settings.until.next_pass() && !settings.stop.load(Ordering::Relaxed) {
        let weights = runs.iter().map(|run| run.weight(settings)).sum();
        if weights == 0 || settings.until.has_found() {
            break;
        }
        settings.until.begin(weights);
        runs.iter_mut().try_for_each(|run| run.pass(settings, progress, places))?;
    }
    for run in runs {
        tallies.push(run.finish(settings, store, &mut left_out)?);
    }
    let spent = process::time_spent().saturating_sub(compilers);
    let mut report = report::report(settings, &tallies, folder.as_ref())?;
    report.left_out = left_out;
    report.enough = report.enough.or_else(|| settings.until.over());
    report.seconds = begin.elapsed().as_secs_f64();
    report.compiler_seconds = spent.as_secs_f64();
    Ok(report)
}

/// Sum of the weights of all rounds: one for each target and each kind of cases that a subject takes part in.
fn all_rounds(settings: &RunSettings) -> u64 {
    let of_target = |target: &Target| -> u64 {
        CaseKind::ALL.iter().map(|matter| rounds::share(weight(settings, *target, *matter), 0)).sum()
    };
    settings.targets.iter().map(of_target).sum()
}

/// Weight of a round of cases in a run's time, 0 where nobody takes part.
fn weight(settings: &RunSettings, target: Target, matter: CaseKind) -> u64 {
    let subjects = settings.toolchains.iter().filter(|t| t.target == target);
    let taking_part = subjects.filter(|subject| takes_part(settings, subject, matter));
    let is_real = |subject: &Toolchain| subject.kind != ToolchainKind::Embedded;
    taking_part.map(|subject| settings.weights.of_round(target, matter, is_real(subject))).max().unwrap_or(0)
}

/// Number of rounds of cases that a subject takes part in: one for each kind of cases that there are.
fn rounds(settings: &RunSettings, subject: &Toolchain) -> u64 {
    CaseKind::ALL.iter().filter(|matter| takes_part(settings, subject, **matter)).count() as u64
}

/// True if there are cases of a kind that a subject takes part in.
fn takes_part(settings: &RunSettings, subject: &Toolchain, matter: CaseKind) -> bool {
    let mut asked = settings.pairings.iter().filter(|pairing| pairing.matter() == matter);
    there_are_cases(subject.target, matter) && asked.any(|pairing| subject.takes_part(*pairing))
}

/// True if a target's document has cases of a kind.
fn there_are_cases(target: Target, matter: CaseKind) -> bool {
    match matter {
        CaseKind::Call => true,
        CaseKind::Tool => has_cases::<Tools>(target),
        CaseKind::Value => has_cases::<Values>(target),
    }
}

/// Entry of the report for subjects that no requested pairing is for.
fn nothing_to_do(subjects: Vec<Toolchain>) -> LeftOut {
    LeftOut {
        toolchains: subjects.into_iter().map(|subject| subject.name).collect(),
        reason: "the pairings that are asked for are not for it".to_owned(),
        remedy: "compilers are tested in calls and values, assemblers and linkers in the pairing tool, where a target has a table \
                 of them, emulators in the pairing value"
            .to_owned(),
        wanted: true,
        ..LeftOut::default()
    }
}

/// Entry of the report for subjects whose turn did not come.
fn no_time(subjects: Vec<Toolchain>) -> LeftOut {
    LeftOut {
        toolchains: subjects.into_iter().map(|subject| subject.name).collect(),
        reason: "the time was over before its turn came".to_owned(),
        remedy: "give the run more --time, or fewer targets".to_owned(),
        wanted: true,
        ..LeftOut::default()
    }
}

/// Roles that the pairings need. Calls are judged with the layout that a subject is known to have, so that it is
/// always looked at before them.
fn roles(pairings: &[Pairing]) -> Vec<Role> {
    let needs = |role: Role| {
        pairings.iter().any(|pairing| match pairing {
            Pairing::Caller => role != Role::Callee,
            Pairing::Callee => role != Role::Caller,
            Pairing::Object => role == Role::Callee,
            Pairing::Cross => true,
            Pairing::Layout => role == Role::Layout,
            Pairing::Tool | Pairing::Value => false,
        })
    };
    [Role::Callee, Role::Caller, Role::Layout].into_iter().filter(|r| needs(*r)).collect()
}

fn compile_all(
    context: JudgeContext<'_>,
    capabilities: &[Capabilities],
    first: u64,
    cases: Vec<Case>,
) -> Result<CompiledBatch, CompileFailure> {
    let JudgeContext { settings, subjects, availability, .. } = context;
    let compile_context = settings.compile_context();
    let roles = roles(&settings.pairings);
    let sources = Sources::new(&cases);
    let mut compiled = Vec::new();
    for (subject, capabilities) in subjects.iter().zip(capabilities) {
        let mut of_subject = Vec::new();
        let compiles = subject.takes_part(Pairing::Callee);
        for role in roles.iter().filter(|_| compiles) {
            let work = || compile(subject, *role, &sources, capabilities, compile_context);
            let missing = |reason: &str| Compiled::not_tried(cases.len(), reason);
            of_subject.push((*role, availability.attempt(settings, subject, work, missing)?));
        }
        compiled.push(of_subject);
    }
    let is_complete = !availability.lacks_any();
    Ok(CompiledBatch { first, cases, compiled, is_complete })
}

/// The subject that is called by subject `s` in a batch: each of the others in turn, then itself.
fn partner_of(s: usize, count: usize, batch: u64) -> Option<usize> {
    let turn = batch.checked_rem(count as u64)? as usize;
    Some((s + 1 + turn) % count)
}

#[cfg(test)]
mod tests {
    use super::{partner_of, roles};
    use crosscall_engine::unit::Role;
    use crosscall_model::Pairing;

    #[test]
    fn layout_is_looked_at_wherever_something_is_called() {
        for pairing in [Pairing::Caller, Pairing::Callee, Pairing::Cross] {
            assert!(roles(&[pairing]).contains(&Role::Layout), "{pairing}");
        }
        assert_eq!(roles(&[Pairing::Object]), [Role::Callee]);
        assert_eq!(roles(&[Pairing::Layout]), [Role::Layout]);
    }

    #[test]
    fn every_ordered_pair_meets() {
        let mut pairs = std::collections::BTreeSet::new();
        for batch in 0..5 {
            for s in 0..5 {
                let partner = partner_of(s, 5, batch).unwrap();
                assert_eq!(partner == s, batch == 4, "a subject calls itself last");
                pairs.insert((s, partner));
            }
        }
        assert_eq!(pairs.len(), 25);
        assert_eq!(partner_of(0, 1, 3), Some(0));
        assert_eq!(partner_of(0, 0, 3), None);
    }
}
