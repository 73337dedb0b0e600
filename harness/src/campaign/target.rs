//! The run of one target: its subjects, and how far its rounds have come.

use super::apart;
use super::availability::Availability;
use super::batches::Batches;
use super::buckets::keep::keep;
use super::buckets::morning::Bench;
use super::judge::{self, CompiledBatch, JudgeContext};
use super::record::Record;
use super::rerun;
use super::rounds::Rounds;
use super::stored::{self, CampaignStore};
use super::tally::TargetTally;
use super::tools::Tools;
use super::values::Values;
use super::{BATCHES_AHEAD, RunSettings, compile_all};
use crate::cases::Source;
use crate::error::Error;
use crate::progress::Progress;
use crate::report_folder::ReportFolder;
use crate::toolchain::Toolchain;
use crate::toolchain::capability::{self, Capabilities};
use crosscall_model::{Matter, Target};
use crosscall_oracle::knowledge::Knowledge;
use crosscall_reports::run::{LeftOut, UNBOUNDED};
use std::sync::atomic::Ordering;

/// Places where a run keeps what it finds.
#[derive(Clone, Copy)]
pub(super) struct Places<'a> {
    pub(super) folder: Option<&'a ReportFolder>,
    pub(super) store: Option<&'a CampaignStore>,
}

/// The run of one target.
pub(super) struct TargetRun {
    target: Target,
    subjects: Vec<Toolchain>,
    capabilities: Vec<Capabilities>,
    source: Source,
    availability: Availability,
    rounds: Rounds,
    tally: TargetTally,
    /// What is known of each subject.
    known: Vec<Knowledge>,
    /// Records of this run.
    sum: Record,
    /// True if it was stopped before its subjects could say what they can do.
    is_stopped: bool,
}

impl TargetRun {
    /// Asks the subjects what they can do; those that cannot be tested are left out.
    ///
    /// # Errors
    /// When none can be tested.
    pub(super) fn begin(
        settings: &RunSettings,
        target: Target,
        subjects: Vec<Toolchain>,
        left_out: &mut Vec<LeftOut>,
    ) -> Result<TargetRun, Error> {
        let mut unable = Vec::new();
        let able = able(settings, &subjects, &mut unable);
        // Whoever could not answer was stopped.
        let is_stopped = settings.stop.load(Ordering::Relaxed);
        let (subjects, capabilities) = match is_stopped {
            true => (subjects, Vec::new()),
            false => {
                let able = able?.into_iter().unzip();
                left_out.append(&mut unable);
                able
            }
        };
        let tally = TargetTally::new(target, &subjects);
        Ok(TargetRun {
            target,
            capabilities,
            source: Source::new(target, settings.seed),
            availability: Availability::of(subjects.len()),
            rounds: Rounds::default(),
            known: tally.subjects.iter().map(|subject| subject.knowledge.clone()).collect(),
            tally,
            sum: Record::default(),
            subjects,
            is_stopped,
        })
    }

    /// Sum of the weights of its rounds in the time of a pass.
    pub(super) fn weight(&self, settings: &RunSettings) -> u64 {
        let of_round = |matter: &Matter| self.rounds.weight(settings, self.target, *matter);
        if self.is_stopped { 0 } else { Matter::ALL.iter().map(of_round).sum() }
    }

    /// Runs all of its rounds as far as their part of the time goes.
    ///
    /// # Errors
    /// When a tool cannot be run, or a finding cannot be written down.
    pub(super) fn pass(
        &mut self,
        settings: &RunSettings,
        progress: &dyn Progress,
        places: Places<'_>,
    ) -> Result<(), Error> {
        if self.is_stopped {
            return Ok(());
        }
        let TargetRun { target, subjects, capabilities, source, availability, rounds, known, sum, .. } = self;
        let Places { folder, store } = places;
        let context = JudgeContext {
            settings,
            target: *target,
            subjects,
            source,
            progress,
            folder,
            store,
            availability,
        };
        if let Some(store) = store {
            store.keep_subjects(*target, subjects)?;
        }
        if settings.pairings.iter().any(|pairing| pairing.matter() == Matter::Call) {
            settings.until.next_round(rounds.weight(settings, *target, Matter::Call));
            let prepare = |number: u64| {
                let numbers = settings.cases_of_batch(number);
                let first = numbers.start;
                compile_all(context, capabilities, first, numbers.map(|i| source.case(i)).collect())
            };
            let batches = Batches {
                matter: Matter::Call,
                settling: settings.batches_of(source.directed()),
                count: settings.batches(),
                ahead: BATCHES_AHEAD,
                prepare,
                judge: |known: &mut [Knowledge], batch: &CompiledBatch| judge::judge(context, known, batch),
            };
            context.unless_all_are_lost(batches.run(context, rounds.of(Matter::Call), known, sum))?;
        }
        apart::run::<Tools>(context, rounds, known, sum)?;
        apart::run::<Values>(context, rounds, known, sum)
    }

    /// Runs findings again, and gives the counts; with a store those of all that is in it.
    ///
    /// # Errors
    /// When the store fails.
    pub(super) fn finish(
        self,
        settings: &RunSettings,
        store: Option<&CampaignStore>,
        left_out: &mut Vec<LeftOut>,
    ) -> Result<TargetTally, Error> {
        let TargetRun {
            target, subjects, capabilities, source, availability, known, rounds, mut sum, ..
        } = self;
        let mut tally = self.tally;
        tally.stopped = settings.is_interrupted();
        if self.is_stopped {
            return Ok(tally);
        }
        for (matter, round) in rounds.all() {
            tally.note_generated(settings, matter, round);
        }
        left_out.extend(availability.left_out());
        if let Some(store) = store {
            let loaded = store.with(|store| stored::load(&[store], target, settings.seed))?;
            sum = loaded.sum;
            if settings.cases == UNBOUNDED {
                tally.drawn = loaded.cases;
            }
        }
        tally.put_record(sum, &known);
        if !availability.lacks_all() {
            rerun::minimise::run_again(
                settings,
                &subjects,
                &capabilities,
                &source,
                &known,
                &mut tally,
                store,
            )?;
            if let Some(store) = store {
                let bench = Bench { settings, subjects: &subjects, source: &source, known: &known };
                let night = store.night();
                store.with(|store| keep(store, night, &tally, Some(&bench)))?;
            }
        }
        Ok(tally)
    }
}

/// Capabilities of a subject.
fn capabilities(settings: &RunSettings, subject: &Toolchain) -> Result<Capabilities, Error> {
    let compiles = settings.pairings.iter().any(|pairing| pairing.matter() != Matter::Tool);
    if !compiles {
        return Ok(Capabilities::all());
    }
    capability::of(subject, &settings.work_dir, &settings.limits, &settings.stop)
        .map_err(|e| Error::Tool(e.to_string()))
}

/// The subjects that can be tested, each with what it can do; the others are left out, and why.
///
/// # Errors
/// When none can be tested.
fn able(
    settings: &RunSettings,
    subjects: &[Toolchain],
    left_out: &mut Vec<LeftOut>,
) -> Result<Vec<(Toolchain, Capabilities)>, Error> {
    let mut able = Vec::new();
    let mut first = None;
    for subject in subjects {
        match capabilities(settings, subject) {
            Ok(capabilities) => able.push((subject.clone(), capabilities)),
            Err(error) => {
                left_out.push(LeftOut {
                    toolchains: vec![subject.name.clone()],
                    reason: error.to_string(),
                    remedy: "put that right, or choose the others with --toolchain".to_owned(),
                    wanted: true,
                });
                first.get_or_insert(error);
            }
        }
    }
    match first {
        Some(error) if able.is_empty() => Err(error),
        _ => Ok(able),
    }
}
