//! The run of one target: its subjects, and how far its rounds have come.

use super::availability::Availability;
use super::batches::Batches;
use super::buckets::keep::keep;
use super::buckets::morning::Bench;
use super::judge::{self, CompiledBatch, JudgeContext};
use super::record::Record;
use super::replaced::Watch;
use super::rounds::Rounds;
use super::stored::{self, CampaignStore};
use super::tally::TargetTally;
use super::tools::Tools;
use super::values::Values;
use super::{BATCHES_AHEAD, RunSettings, apart, compile_all, rerun};
use crate::report_folder::ReportFolder;
use crosscall_base::error::Error;
use crosscall_base::progress::Progress;
use crosscall_engine::machine;
use crosscall_model::{CaseKind, Target};
use crosscall_oracle::knowledge::Knowledge;
use crosscall_oracle::lessons::Lessons;
use crosscall_reports::run::{LeftOut, UNBOUNDED};
use crosscall_toolchain::capability::{self, Capabilities};
use crosscall_toolchain::cases::Source;
use crosscall_toolchain::{Toolchain, answers};
use std::collections::BTreeMap;
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
    watch: Watch,
    rounds: Rounds,
    tally: TargetTally,
    /// Records of this run.
    sum: Record,
    /// True if it was stopped before its subjects could say what they can do.
    is_stopped: bool,
}

impl TargetRun {
    /// Asks the subjects what they can do, and who they are if the run `is_stored`; those that cannot be tested are left out.
    ///
    /// # Errors
    /// When none can be tested.
    pub(super) fn begin(
        settings: &RunSettings,
        target: Target,
        subjects: Vec<Toolchain>,
        is_stored: bool,
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
            watch: Watch::begin(if is_stored { &subjects } else { &[] }),
            rounds: Rounds::new(target, &subjects),
            tally,
            sum: Record::default(),
            subjects,
            is_stopped,
        })
    }

    /// Sum of the weights of its rounds in the time of a pass.
    pub(super) fn weight(&self, settings: &RunSettings) -> u64 {
        let of_round = |matter: &CaseKind| self.rounds.weight(settings, self.target, *matter);
        if self.is_stopped { 0 } else { CaseKind::ALL.iter().map(of_round).sum() }
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
        let TargetRun { target, subjects, capabilities, source, availability, watch, rounds, sum, .. } = self;
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
            watch,
        };
        if let Some(store) = store {
            store.keep_subjects(*target, subjects)?;
        }
        if settings.pairings.iter().any(|pairing| pairing.matter() == CaseKind::Call) {
            settings.until.next_round(rounds.weight(settings, *target, CaseKind::Call));
            let prepare = |number: u64| {
                let numbers = settings.cases_of_batch(number);
                let first = numbers.start;
                compile_all(context, capabilities, first, numbers.map(|i| source.case(i)).collect())
            };
            let batches = Batches {
                matter: CaseKind::Call,
                settling: settings.batches_of(source.directed()),
                count: settings.batches(),
                ahead: BATCHES_AHEAD,
                prepare,
                judge: |known: &mut [Knowledge], batch: &CompiledBatch| judge::judge(context, known, batch),
            };
            context.unless_all_are_lost(batches.run(context, rounds.of(CaseKind::Call), sum))?;
        }
        apart::run::<Tools>(context, rounds, sum)?;
        apart::run::<Values>(context, rounds, sum)?;
        machine::drop_idle(*target);
        Ok(())
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
            target, subjects, capabilities, source, availability, watch, rounds, mut sum, ..
        } = self;
        let mut tally = self.tally;
        tally.stopped = settings.is_interrupted();
        if self.is_stopped {
            return Ok(tally);
        }
        if let Some(store) = store {
            watch.leave_out_others((target, &subjects), &availability, store)?;
        }
        for (matter, round) in rounds.all() {
            tally.note_generated(settings, matter, round);
        }
        left_out.extend(availability.left_out());
        if let Some(store) = store {
            let loaded = store.with(|store| stored::load(&[store], target, settings.seed))?;
            sum = loaded.sum;
            // Earlier nights have generated cases, too.
            if settings.cases == UNBOUNDED || !tally.drawn.is_empty() {
                tally.drawn = loaded.cases;
            }
        }
        let known = rounds.known();
        let settled: Vec<_> = known.values().map(|known| known.iter().map(Lessons::of).collect()).collect();
        tally.put_record(sum, &settled);
        tally.rename_departures(&settings.known);
        if !availability.lacks_all() {
            rerun::minimise::run_again(
                settings,
                &subjects,
                &capabilities,
                &source,
                &rounds,
                &mut tally,
                store,
            )?;
            if let Some(store) = store {
                let bench = Bench { settings, subjects: &subjects, source: &source, known: &known };
                let night = store.night();
                store.with(|store| keep(store, night, &tally, Some(&bench)))?;
            }
            machine::drop_idle(target);
        }
        Ok(tally)
    }
}

/// Capabilities of a subject.
fn capabilities(settings: &RunSettings, subject: &Toolchain) -> Result<Capabilities, Error> {
    let compiles = settings.pairings.iter().any(|pairing| pairing.matter() != CaseKind::Tool);
    if !compiles {
        return Ok(Capabilities::all());
    }
    capability::of(subject, settings.compile_context()).map_err(|e| Error::Tool(e.to_string()))
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
    // A compiler is asked once for all of its levels.
    let mut asked: BTreeMap<Vec<&str>, Capabilities> = BTreeMap::new();
    for subject in subjects {
        let is_itself = subject.hook.is_none() && subject.kind.compiles_c();
        let words = is_itself.then(|| answers::words_of(subject));
        if let Some(known) = words.as_ref().and_then(|words| asked.get(words)) {
            able.push((subject.clone(), known.clone()));
            continue;
        }
        match capabilities(settings, subject) {
            Ok(capabilities) => {
                asked.extend(words.map(|words| (words, capabilities.clone())));
                able.push((subject.clone(), capabilities));
            }
            Err(error) => {
                left_out.push(LeftOut {
                    toolchains: vec![subject.name.clone()],
                    reason: error.to_string(),
                    remedy: "put that right, or choose the others with --toolchain".to_owned(),
                    wanted: true,
                    ..LeftOut::default()
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

#[cfg(test)]
mod tests {
    use super::super::merge;
    use super::super::shard::Shard;
    use super::super::stored::Plan;
    use super::super::tally::SubjectTally;
    use super::super::until::Until;
    use super::*;
    use crate::known::Known;
    use crosscall_base::progress::Silent;
    use crosscall_model::Pairing;
    use std::sync::Arc;
    use std::time::Duration;

    /// Knowledge and counts of the embedded toolchain of Nyuzi, whose calls and values have questions in common, after passes
    /// that each have so much time.
    fn tally(passes: &[Option<Duration>]) -> SubjectTally {
        let target = Target::Nyuzi;
        let plan = Plan {
            targets: vec![target],
            pairings: Pairing::ALL.to_vec(),
            cases: 1200,
            seed: 1,
            batch: 64,
            values: 0,
            shard: Shard::WHOLE.to_string(),
        };
        let mut settings = merge::settings(&plan, Known::default());
        let subjects = vec![Toolchain::embedded(target)];
        let mut run =
            TargetRun::begin(&settings, target, subjects, false, &mut Vec::new()).expect("a subject");
        for time in passes {
            settings.until = Arc::new(Until::new(*time, false));
            settings.until.begin(run.weight(&settings));
            run.pass(&settings, &Silent, Places { folder: None, store: None }).expect("a pass");
        }
        let tally = run.finish(&settings, None, &mut Vec::new()).expect("a tally");
        tally.subjects.into_iter().next().expect("a subject")
    }

    #[test]
    fn kinds_that_settle_in_several_passes_settle_as_in_one() {
        let (whole, parts) = (tally(&[None]), tally(&[Some(Duration::ZERO), None]));
        assert_eq!(parts.record.counts, whole.record.counts);
        assert_eq!(parts.knowledge.dialect(), whole.knowledge.dialect());
        for choice in whole.knowledge.catalogue().choices() {
            assert_eq!(parts.knowledge.asked(choice), whole.knowledge.asked(choice), "{choice:?}");
        }
    }
}
