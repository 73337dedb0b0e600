//! Batches that an earlier column of the store has: a compiler that was built again and writes the same costs its own time
//! and no judge's.

use super::basis::{Basis, Product};
use super::judge::JudgeContext;
use super::record::Record;
use super::stored::Earlier;
use crosscall_base::error::Error;
use crosscall_model::{CaseKind, Pairing};
use crosscall_oracle::knowledge::Knowledge;

/// The records of one kind of cases, judged or taken over.
pub(super) struct Unchanged<'a> {
    context: JudgeContext<'a>,
    matter: CaseKind,
    /// Everything that the batches depend on besides the products of their subjects; none without a store.
    basis: Option<Basis>,
}

impl<'a> Unchanged<'a> {
    /// Of a run's subjects, of which so much is known.
    pub(super) fn new(context: JudgeContext<'a>, matter: CaseKind, known: &[Knowledge]) -> Unchanged<'a> {
        let basis = context.store.and_then(|_| Basis::of(context.settings, context.subjects, known));
        Unchanged { context, matter, basis }
    }

    /// The record of a batch: that of an earlier column, where all that its verdicts depend on is the same.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(super) fn record<T: Product>(
        &self,
        number: u64,
        batch: &T,
        judge: impl Fn(&T) -> Record,
    ) -> Result<Record, Error> {
        let JudgeContext { settings, target, subjects, progress, store, availability, .. } = self.context;
        let (Some(store), Some(basis)) = (store, &self.basis) else { return Ok(judge(batch)) };
        if availability.lacks_any() {
            return Ok(judge(batch));
        }
        let basis = basis.name(batch);
        let numbers = settings.cases_of_batch(number);
        let earlier = store.earlier(target, (self.matter, number), numbers.clone(), &basis, settings.seed)?;
        let mut record = match earlier {
            Earlier::Whole(record) => {
                // As the judge does it.
                let pairing = match self.matter {
                    CaseKind::Call => Pairing::Callee,
                    CaseKind::Tool => Pairing::Tool,
                    CaseKind::Value => Pairing::Value,
                };
                for subject in subjects.iter().filter(|subject| subject.takes_part(pairing)) {
                    progress.advance(numbers.end.saturating_sub(numbers.start), &subject.name);
                }
                record
            }
            Earlier::WithoutExamples => judge(batch),
            Earlier::Nothing => {
                let record = judge(batch);
                let basis = if record.is_complete { basis } else { String::new() };
                return Ok(Record { basis, ..record });
            }
        };
        record.note_unchanged();
        Ok(Record { basis, ..record })
    }
}
