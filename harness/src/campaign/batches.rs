//! The batches of one kind of cases. The first ones settle the readings that each subject follows: they are judged in
//! their order, each under what the ones before it have shown. All others are judged under that, apart from each other:
//! their verdicts do not depend on which of them ran before, or anywhere else.

use super::buckets::morning;
use super::judge::JudgeContext;
use super::queue::{self, Begun};
use super::record::Record;
use crate::error::Error;
use crate::toolchain::compile::CompileFailure;
use crosscall_model::Matter;
use crosscall_oracle::knowledge::Knowledge;

/// The batches of one kind of cases, from their numbers to their records.
pub(super) struct Batches<Prepare, Judge> {
    /// The kind.
    pub(super) matter: Matter,
    /// Number of batches that settle readings.
    pub(super) settling: u64,
    /// Number of all batches.
    pub(super) count: u64,
    /// Batches that may wait for their turn.
    pub(super) ahead: usize,
    /// Gives the cases of a batch to the subjects.
    pub(super) prepare: Prepare,
    /// Judges a batch under the knowledge of each subject, and adds to that what the batch shows.
    pub(super) judge: Judge,
}

impl<Prepare, Judge> Batches<Prepare, Judge> {
    /// Runs all batches of the run's shard that are not stored yet, and adds their records to `sum`; `known` is what the
    /// subjects are known to do, before and after those batches that settle it: these are always run.
    ///
    /// # Errors
    /// When a tool cannot be run, or a finding cannot be written down.
    pub(super) fn run<T: Send>(
        &self,
        context: JudgeContext<'_>,
        known: &mut [Knowledge],
        sum: &mut Record,
    ) -> Result<Begun, Error>
    where
        Prepare: Fn(u64) -> Result<T, CompileFailure> + Sync,
        Judge: Fn(&mut [Knowledge], &T) -> Record + Sync,
    {
        let settings = context.settings;
        let settling = self.settling.min(self.count);
        let done = context.done(self.matter)?;
        let prepare = |number: u64| (self.prepare)(number).map(|batch| (number, batch));
        // A store gets them once it is sure that they belong to its column.
        let mut waiting = Vec::new();
        let settle = |(number, batch): (u64, T)| {
            let mut record = (self.judge)(known, &batch);
            record.forget_lessons();
            match context.store {
                Some(_) => waiting.push((number, record)),
                None => context.add(sum, (self.matter, number), record)?,
            }
            Ok(())
        };
        let settled = queue::run(settings, 0..settling, (0, self.ahead), prepare, settle)?;
        for (number, record) in &waiting {
            context.compare((self.matter, *number), record)?;
        }
        if !settled.all {
            add_all(context, self.matter, sum, waiting)?;
            return Ok(settled);
        }
        // With fewer cases a subject has not had every occasion.
        let followed = settling < self.count;
        if self.matter == Matter::Call && followed {
            known.iter_mut().for_each(Knowledge::presume);
        }
        let cases = settings.cases_of_batch(settling).start.min(settings.cases);
        context.note_settled(self.matter, (cases, followed), known)?;
        add_all(context, self.matter, sum, waiting)?;
        let known = &*known;
        // What is known already comes before anything new.
        morning::run(context, self.matter, known)?;
        let prepare = |number: u64| {
            (self.prepare)(number).map(|batch| (number, (self.judge)(&mut known.to_vec(), &batch)))
        };
        let is_left = |number: &u64| settings.shard.has(*number) && !done.contains(*number);
        let first = settling.max(context.begins_at(self.matter)?);
        let numbers = (first..self.count).filter(is_left);
        let add = |(number, record): (u64, Record)| context.add(sum, (self.matter, number), record);
        let rest = queue::run(settings, numbers, (settled.count, self.ahead), prepare, add)?;
        Ok(Begun { count: settled.count + rest.count, ..rest })
    }
}

/// Adds the records of batches to the sum, and to the store.
fn add_all(
    context: JudgeContext<'_>,
    matter: Matter,
    sum: &mut Record,
    records: Vec<(u64, Record)>,
) -> Result<(), Error> {
    records.into_iter().try_for_each(|(number, record)| context.add(sum, (matter, number), record))
}
