//! The batches of one kind of cases. The first ones settle the readings that each subject follows: they are judged in
//! their order, each under what the ones before it have shown. All others are judged under that, apart from each other:
//! their verdicts do not depend on which of them ran before, or anywhere else.

use super::judge::JudgeContext;
use super::queue::{self, Begun};
use super::record::Record;
use crate::error::Error;
use crate::toolchain::compile::CompileFailure;
use crosscall_oracle::knowledge::Knowledge;

/// The batches of one kind of cases, from their numbers to their records.
pub(super) struct Batches<Prepare, Judge> {
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
    /// Runs all batches and adds their records to `sum`; `known` is what the subjects are known to do, before and after
    /// those batches that settle it.
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
        let settle = |batch: T| {
            let mut record = (self.judge)(known, &batch);
            record.forget_lessons();
            context.add(sum, record)
        };
        let begun = queue::run(settings, 0..settling, self.ahead, &self.prepare, settle)?;
        if begun.0 < settling || settling == self.count {
            return Ok(begun);
        }
        known.iter_mut().for_each(Knowledge::presume);
        let known = &*known;
        let prepare =
            |number: u64| (self.prepare)(number).map(|batch| (self.judge)(&mut known.to_vec(), &batch));
        queue::run(settings, settling..self.count, self.ahead, prepare, |record| context.add(sum, record))
    }
}
