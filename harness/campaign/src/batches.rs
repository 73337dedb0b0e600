//! The batches of one kind of cases. The first ones settle the readings that each subject follows: they are judged in
//! their order, each under what the ones before it have shown. All others are judged under that, apart from each other:
//! their verdicts do not depend on which of them ran before, or anywhere else.

use super::basis::Product;
use super::buckets::morning;
use super::judge::JudgeContext;
use super::queue;
use super::record::Record;
use super::rounds::{Round, news};
use super::unchanged::Unchanged;
use crosscall_base::error::Error;
use crosscall_model::CaseKind;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_toolchain::compile::CompileFailure;
use std::sync::atomic::{AtomicU64, Ordering};

/// The batches of one kind of cases, from their numbers to their records.
pub(super) struct Batches<Prepare, Judge> {
    /// The kind.
    pub(super) matter: CaseKind,
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
    /// Runs batches of the run's shard that are not stored yet, and adds their records to `sum`: first those that settle what
    /// the subjects are known to do, which are always run, and then the buckets' cases; after that as many others as there is
    /// time for. Where a pass has no time for all of the first ones, the next pass goes on with them.
    ///
    /// # Errors
    /// When a tool cannot be run, or a finding cannot be written down.
    pub(super) fn run<T>(
        &self,
        context: JudgeContext<'_>,
        round: &mut Round,
        sum: &mut Record,
    ) -> Result<(), Error>
    where
        T: Product + Send,
        Prepare: Fn(u64) -> Result<T, CompileFailure> + Sync,
        Judge: Fn(&mut [Knowledge], &T) -> Record + Sync,
    {
        let settings = context.settings;
        let before = news(sum);
        if !round.is_settled && !self.settle(context, round, sum)? {
            return Ok(());
        }
        let known = &round.known;
        let done = context.done(self.matter)?;
        let unchanged = Unchanged::new(context, self.matter, known);
        let prepare = |number: u64| {
            let judge = |batch: &T| (self.judge)(&mut known.clone(), batch);
            (self.prepare)(number).map(|batch| (number, unchanged.record(number, &batch, judge)))
        };
        let next = AtomicU64::new(round.next);
        let is_left = |number: &u64| {
            next.store(*number, Ordering::Relaxed);
            settings.shard.has(*number) && !done.contains(*number)
        };
        let numbers = (round.next..self.count).filter(is_left);
        let add =
            |(number, record): (u64, Result<Record, Error>)| context.add(sum, (self.matter, number), record?);
        let rest = queue::run(settings, numbers, (round.begun, self.ahead), prepare, add)?;
        // The number that was looked at last has not been begun, unless there are no more.
        round.next = if rest.all { self.count } else { next.into_inner() };
        round.begun += rest.count;
        (round.all, round.enough) = (rest.all, rest.enough);
        round.note_news(before, news(sum));
        Ok(())
    }

    /// Runs the batches that settle what the subjects are known to do, and the buckets' cases; false if there was no time for
    /// all of them. A night that continues one that was cut off begins where that had come to.
    fn settle<T: Send>(
        &self,
        context: JudgeContext<'_>,
        round: &mut Round,
        sum: &mut Record,
    ) -> Result<bool, Error>
    where
        Prepare: Fn(u64) -> Result<T, CompileFailure> + Sync,
        Judge: Fn(&mut [Knowledge], &T) -> Record + Sync,
    {
        let settings = context.settings;
        let settling = self.settling.min(self.count);
        if round.begun == 0
            && let Some((batches, known)) = context.halfway(self.matter, settling, &round.known)?
        {
            (round.next, round.known) = (batches, known);
        }
        let prepare = |number: u64| (self.prepare)(number).map(|batch| (number, batch));
        let settle = |(number, batch): (u64, T)| {
            let mut record = (self.judge)(&mut round.known, &batch);
            record.forget_lessons();
            // One that shows something else than before belongs to another column.
            context.compare((self.matter, number), &record)?;
            context.add(sum, (self.matter, number), record)?;
            context.note_halfway((self.matter, number), &round.known)
        };
        let numbers = round.next..settling;
        let settled = queue::run(settings, numbers, (round.begun, self.ahead), prepare, settle)?;
        round.begun += settled.count;
        round.next += settled.count;
        if !settled.all {
            (round.all, round.enough) = (false, settled.enough);
            return Ok(false);
        }
        // With fewer cases a subject has not had every occasion.
        let followed = settling < self.count;
        if self.matter == CaseKind::Call && followed {
            round.known.iter_mut().for_each(Knowledge::presume);
        }
        let cases = settings.cases_of_batch(settling).start.min(settings.cases);
        context.ask_who_they_are()?;
        context.note_settled(self.matter, (cases, followed), &round.known)?;
        // What is known already comes before anything new.
        morning::run(context, self.matter, &round.known)?;
        round.next = settling.max(context.begins_at(self.matter)?);
        round.is_settled = true;
        Ok(true)
    }
}
