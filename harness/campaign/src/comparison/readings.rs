//! Questions at which two builds of a compiler follow different readings.

use crate::dialects::answers;
use crosscall_model::finding::Fingerprint;
use crosscall_oracle::knowledge::Knowledge;
use crosscall_reports::run::Answers;

/// The questions at which nothing that the old one may do is something that the new one may do.
pub(super) fn differences([old, new]: &[Knowledge; 2]) -> Vec<Answers> {
    old.incompatible(new).iter().map(|difference| answers(old, difference)).collect()
}

/// True for a departure from the document that both are known to make.
pub(super) fn in_both(known: &[Knowledge; 2], fingerprint: &Fingerprint) -> bool {
    let Fingerprint::Deviation(answer) = fingerprint else { return false };
    known.iter().all(|knowledge| {
        let choice = knowledge.catalogue().find_choice(answer.clause, answer.question);
        let followed = choice.and_then(|choice| Some((choice, knowledge.deviation(choice)?)));
        followed.is_some_and(|(choice, reading)| knowledge.catalogue().answer(choice, reading) == *answer)
    })
}
